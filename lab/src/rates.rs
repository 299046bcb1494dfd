//! Queries per second, side by side with other reducers and with a bare loop.
//!
//! `xtask rates [SECONDS [ROUNDS]]` builds the tool and a test in C that finds only the unmodified
//! input interesting, and lets everybody who is installed ask it for so many seconds, in turns: a busy
//! machine hits all alike, and the median round counts. Every run of the test leaves a byte in a file,
//! which is what is counted. All directories are in memory where there is a place for them.

use crate::unreliable::built;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What happens before this, after the first run of the test, is not counted: parsing, and tests of
/// the input as it is.
const WARMING: Duration = Duration::from_millis(500);

/// Who does not run the test for the first time in this time is not counted at all.
const PATIENCE: Duration = Duration::from_secs(30);

/// The test: whether the candidate, its argument or `input.c` here, is the original.
const TEST: &str = r#"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
static char one[1 << 20], two[1 << 20];
static long take(const char *path, char *place) {
    int file = open(path, O_RDONLY);
    return file < 0 ? -1 : read(file, place, 1 << 20);
}
int main(int count, char **words) {
    int ran = open(RAN, O_WRONLY | O_APPEND);
    if (write(ran, "x", 1) != 1) return 125;
    long size = take(count > 1 ? words[1] : "input.c", one);
    return size < 0 || size != take(ORIGINAL, two) || memcmp(one, two, size) != 0;
}
"#;

/// Where everything is.
struct Scene {
    place: tempfile::TempDir,
    probdd: PathBuf,
}

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let usage = |_| "usage: xtask rates [SECONDS [ROUNDS]]".to_owned();
    let seconds = arguments.first().map_or(Ok(5), |seconds| seconds.parse()).map_err(usage)?;
    let rounds = arguments.get(1).map_or(Ok(3), |rounds| rounds.parse()).map_err(usage)?;
    let scene = Scene::new().map_err(|error| error.to_string())?;
    let mut rates: Vec<(String, Vec<f64>)> = Vec::new();
    for round in 0..rounds {
        for jobs in [1, 2] {
            let measured = scene.all(jobs, Duration::from_secs(seconds));
            for (at, (name, rate)) in measured.into_iter().enumerate() {
                eprintln!("round {round}: {name}: {rate:.0}/s");
                match rates.iter_mut().find(|known| known.0 == name) {
                    Some(known) => known.1.push(rate),
                    None => rates.insert((2 * at + jobs - 1).min(rates.len()), (name, vec![rate])),
                }
            }
        }
    }
    print(&rates);
    Ok(())
}

fn print(rates: &[(String, Vec<f64>)]) {
    let of = |jobs: &str| {
        let bare = rates.iter().find(|known| known.0 == format!("bare loop, {jobs}"));
        bare.map_or(f64::NAN, |bare| median(&bare.1))
    };
    println!("| | queries per second | of the bare loop |\n|---|---|---|");
    for (name, all) in rates {
        let jobs = name.rsplit(", ").next().unwrap_or_default();
        println!("| {name} | {:.0} | {:.2} |", median(all), median(all) / of(jobs));
    }
}

impl Scene {
    fn new() -> io::Result<Scene> {
        let memory = Path::new("/dev/shm");
        let base = if memory.is_dir() { memory.into() } else { std::env::temp_dir() };
        let place = tempfile::Builder::new().prefix("rates-").tempdir_in(base)?;
        let scene = Scene { place, probdd: built().map_err(io::Error::other)? };
        let function = |n: usize| {
            format!(
                "int f{n}(int a, int b) {{\n  int c = a * {n};\n  if (c > b) c -= b;\n  return c;\n}}\n"
            )
        };
        fs::write(scene.at("original.c"), (0..250).map(function).collect::<String>())?;
        fs::write(scene.at("ran"), "")?;
        fs::write(scene.at("test.c"), TEST)?;
        let defined = |name: &str, file: &str| format!("-D{name}=\"{}\"", scene.at(file).display());
        let mut compiler = Command::new("cc");
        compiler.arg("-O2").arg(defined("RAN", "ran")).arg(defined("ORIGINAL", "original.c"));
        compiler.arg("-o").arg(scene.at("test")).arg(scene.at("test.c"));
        if !compiler.status()?.success() {
            return Err(io::Error::other("the test cannot be compiled"));
        }
        Ok(scene)
    }

    fn at(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    /// Everybody's rate with so many jobs.
    fn all(&self, jobs: usize, span: Duration) -> Vec<(String, f64)> {
        let noun = if jobs == 1 { "job" } else { "jobs" };
        let named = |name: &str| format!("{name}, {jobs} {noun}");
        let mut rates = vec![(named("bare loop"), self.bare(jobs, span))];
        for (name, command) in self.commands(jobs) {
            if let Some(rate) = self.rate(command, span) {
                rates.push((named(name), rate));
            }
        }
        rates
    }

    /// How everybody is started, in a directory that holds `input.c`.
    fn commands(&self, jobs: usize) -> Vec<(&'static str, Command)> {
        let (jobs, test) = (jobs.to_string(), self.at("test"));
        let command = |program: &OsStr, before: &[&str], after: &[&str]| {
            let mut command = Command::new(program);
            command.args(before).arg(&test).args(after);
            command
        };
        let name = OsStr::new;
        vec![
            ("probdd", command(self.probdd.as_os_str(), &["-q", "-j", &jobs], &["input.c"])),
            ("C-Vise", command(name("cvise"), &["--n", &jobs], &["input.c"])),
            ("C-Reduce", command(name("creduce"), &["--n", &jobs], &["input.c"])),
            ("Picire", {
                let parallel: &[&str] =
                    if jobs == "1" { &[] } else { &["--parallel", "-j", jobs.as_str()] };
                let mut picire = command(name("picire"), &["--input", "input.c", "--test"], &[]);
                picire.args(parallel);
                picire
            }),
            ("treereduce", {
                let before = ["-s", "input.c", "-j", &jobs, "-o", "out.c", "--"];
                command(name("treereduce-c"), &before, &["@@"])
            }),
        ]
    }

    /// Runs of the test in a second, when somebody is left to run it; nothing if it is not installed.
    fn rate(&self, mut command: Command, span: Duration) -> Option<f64> {
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
        let rate = self.watched(&mut child, before, span);
        // Interrupted it takes its children along; killed it might not.
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
        rate
    }

    fn watched(&self, child: &mut Child, before: u64, span: Duration) -> Option<f64> {
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

    /// How often the test was run.
    fn runs(&self) -> u64 {
        fs::metadata(self.at("ran")).map_or(0, |file| file.len())
    }

    /// The least that a query can be: make a directory, write the same file, start the test, wait,
    /// remove the directory; in so many threads.
    fn bare(&self, jobs: usize, span: Duration) -> f64 {
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

fn bare_query(test: &Path, home: &Path, original: &[u8]) -> io::Result<()> {
    fs::create_dir(home)?;
    let candidate = home.join("input.c");
    fs::write(&candidate, original)?;
    let mut command = Command::new(test);
    command.arg(&candidate).current_dir(home);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn()?.wait()?;
    fs::remove_dir_all(home)
}

fn median(rates: &[f64]) -> f64 {
    let mut rates = rates.to_vec();
    rates.sort_by(f64::total_cmp);
    rates.get(rates.len() / 2).copied().unwrap_or(f64::NAN)
}
