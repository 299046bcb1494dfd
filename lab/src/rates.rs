//! Queries per second, side by side with other reducers and with a bare loop.
//!
//! The command builds the tool and a test in C that finds only the unmodified input interesting. Every
//! installed reducer asks this test for some seconds, in turns, so that a busy machine slows all of them
//! alike; the median round counts. Every run of the test appends a byte to a file, and these bytes are
//! counted. All directories are in memory where possible.

use crate::records::{Earlier, Log, RecordFile};
use crate::statistics::median;
use crate::table::plain;
use crate::tool::{built, compiled};
use anyhow::Result;
use fs_err as fs;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time after the first run of the test that does not count: parsing, and tests of the input.
const WARMING: Duration = Duration::from_millis(500);

/// A reducer that does not run the test within this time is left out.
const PATIENCE: Duration = Duration::from_secs(30);

const BARE_LOOP: &str = "bare loop";

/// The test: is the candidate, which is the argument or `input.c`, the original?
const TEST: &str = include_str!("rates/test.c");

/// Measure queries per second beside other reducers
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Time for each reducer and round
    #[arg(default_value_t = 5)]
    seconds: u64,
    /// How often each reducer is measured
    #[arg(default_value_t = 3)]
    rounds: usize,
    #[command(flatten)]
    records: RecordFile,
}

/// The rate of one reducer in one round.
#[derive(Serialize, Deserialize)]
struct Rate {
    reducer: String,
    jobs: usize,
    per_second: f64,
}

/// Measures the rates, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let measure = |log: &Log| {
        let scene = Scene::new()?;
        let span = Duration::from_secs(options.seconds);
        for jobs in (0..options.rounds).flat_map(|_| [1, 2]) {
            scene.rates(jobs, span).try_for_each(|rate| log.add(&rate))?;
        }
        Ok(())
    };
    let rates = options.records.records("rates", Earlier::Replaced, measure)?;
    print!("{}", table(&rates));
    Ok(())
}

fn table(rates: &[Rate]) -> String {
    let mut reducers: Vec<&str> = Vec::new();
    for Rate { reducer, .. } in rates {
        if !reducers.contains(&reducer.as_str()) {
            reducers.push(reducer);
        }
    }
    let median_of = |reducer: &str, jobs: usize| {
        let of_it = rates.iter().filter(|rate| rate.reducer == reducer && rate.jobs == jobs);
        median(of_it.map(|rate| rate.per_second).collect())
    };
    let rows = reducers.iter().flat_map(|reducer| [(reducer, 1), (reducer, 2)]);
    let rows = rows.map(|(reducer, jobs)| (reducer, jobs, median_of(reducer, jobs)));
    let cells = rows.filter(|(_, _, rate)| !rate.is_nan()).map(|(reducer, jobs, rate)| {
        let noun = if jobs == 1 { "job" } else { "jobs" };
        let share = rate / median_of(BARE_LOOP, jobs);
        vec![format!("{reducer}, {jobs} {noun}"), format!("{rate:.0}"), format!("{share:.2}")]
    });
    plain("| | queries per second | of the bare loop |", cells)
}

/// The folder with the input, the test, and the count of its runs.
struct Scene {
    folder: tempfile::TempDir,
    probdd: PathBuf,
}

impl Scene {
    fn new() -> Result<Scene> {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.into() } else { std::env::temp_dir() };
        let folder = tempfile::Builder::new().prefix("rates-").tempdir_in(base)?;
        let scene = Scene { folder, probdd: built()? };
        let function = |n: usize| {
            format!(
                "int f{n}(int a, int b) {{\n  int c = a * {n};\n  if (c > b) c -= b;\n  return c;\n}}\n"
            )
        };
        fs::write(scene.at("original.c"), (0..250).map(function).collect::<String>())?;
        fs::write(scene.at("ran"), "")?;
        let defined = |name: &str, file: &str| format!("-D{name}=\"{}\"", scene.at(file).display());
        let definitions = [defined("RAN", "ran"), defined("ORIGINAL", "original.c")];
        compiled(TEST, scene.folder.path(), &definitions)?;
        Ok(scene)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The rates of the bare loop and of all installed reducers.
    fn rates(&self, jobs: usize, span: Duration) -> impl Iterator<Item = Rate> {
        let rate =
            move |reducer: &str, per_second| Rate { reducer: reducer.to_owned(), jobs, per_second };
        let bare = std::iter::once_with(move || rate(BARE_LOOP, self.bare_rate(jobs, span)));
        bare.chain(self.commands(jobs).into_iter().filter_map(move |(reducer, command)| {
            Some(rate(reducer, self.reducer_rate(command, span)?))
        }))
    }

    /// The commands of all reducers, for a directory that holds `input.c`.
    fn commands(&self, jobs: usize) -> Vec<(&'static str, Command)> {
        let (jobs, test) = (jobs.to_string(), self.at("test"));
        let command = |program: &Path, before: &[&str], after: &[&str]| {
            let mut command = Command::new(program);
            command.args(before).arg(&test).args(after);
            command
        };
        let name = Path::new;
        let parallel = ["--parallel", "-j", &jobs];
        let parallel = if jobs == "1" { &[][..] } else { &parallel };
        let treereduce = ["-s", "input.c", "-j", &jobs, "-o", "out.c", "--"];
        vec![
            ("probdd", command(&self.probdd, &["-q", "-j", &jobs], &["input.c"])),
            ("C-Vise", command(name("cvise"), &["--n", &jobs], &["input.c"])),
            ("C-Reduce", command(name("creduce"), &["--n", &jobs], &["input.c"])),
            ("Picire", command(name("picire"), &["--input", "input.c", "--test"], parallel)),
            ("treereduce", command(name("treereduce-c"), &treereduce, &["@@"])),
        ]
    }

    /// Runs of the test per second by a reducer; none if it is not installed.
    fn reducer_rate(&self, mut command: Command, span: Duration) -> Option<f64> {
        let (here, temporary) = (self.at("here"), self.at("tmp"));
        for directory in [&here, &temporary] {
            let _ = fs::remove_dir_all(directory);
            fs::create_dir(directory).ok()?;
        }
        fs::copy(self.at("original.c"), here.join("input.c")).ok()?;
        command.current_dir(&here).env("TMPDIR", &temporary);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let before = self.runs();
        let mut child = command.spawn().ok()?;
        let rate = self.rate_of(&mut child, before, span);
        interrupt(&mut child);
        rate
    }

    fn rate_of(&self, child: &mut Child, before: u64, span: Duration) -> Option<f64> {
        let started = Instant::now();
        while self.runs() == before {
            if started.elapsed() > PATIENCE || child.try_wait().ok()?.is_some() {
                return None;
            }
            sleep(Duration::from_millis(1));
        }
        sleep(WARMING);
        let (first, began) = (self.runs(), Instant::now());
        while began.elapsed() < span && child.try_wait().ok()?.is_none() {
            sleep(Duration::from_millis(1));
        }
        let elapsed = began.elapsed().as_secs_f64();
        Some((self.runs() - first) as f64 / elapsed)
    }

    /// How often the test has run.
    fn runs(&self) -> u64 {
        fs::metadata(self.at("ran")).map_or(0, |file| file.len())
    }

    /// Runs of the test per second by the least that a query can be: make a directory, write the same
    /// file, start the test, wait, remove the directory, in as many threads as there are jobs.
    fn bare_rate(&self, jobs: usize, span: Duration) -> f64 {
        let original = fs::read(self.at("original.c")).unwrap_or_default();
        let (test, before, began) = (self.at("test"), self.runs(), Instant::now());
        std::thread::scope(|scope| {
            for job in 0..jobs {
                let (test, original, home) = (&test, &original, self.at(&format!("bare-{job}")));
                scope.spawn(move || {
                    while began.elapsed() < span {
                        let _ = bare_query(test, &home, original);
                    }
                });
            }
        });
        (self.runs() - before) as f64 / began.elapsed().as_secs_f64()
    }
}

/// Ends a reducer. Interrupted, it ends its children too; killed, it might not.
fn interrupt(child: &mut Child) {
    if let Some(id) = rustix::process::Pid::from_raw(child.id().cast_signed()) {
        let _ = rustix::process::kill_process(id, rustix::process::Signal::INT);
    }
    let asked = Instant::now();
    while child.try_wait().is_ok_and(|ended| ended.is_none()) {
        if asked.elapsed() > Duration::from_secs(5) {
            let _ = child.kill();
        }
        sleep(Duration::from_millis(10));
    }
}

fn bare_query(test: &Path, home: &Path, original: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir(home)?;
    let candidate = home.join("input.c");
    std::fs::write(&candidate, original)?;
    let mut command = Command::new(test);
    command.arg(&candidate).current_dir(home);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn()?.wait()?;
    std::fs::remove_dir_all(home)
}
