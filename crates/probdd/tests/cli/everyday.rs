//! Everyday commands as people type them: each reduces from the one command, and what is announced is true
//! of the result and false of an empty file. `fixtures/everyday.toml` has them. Those whose tools are
//! missing are skipped, and counted.

use crate::bench::{Bench, Ran};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many commands run at a time.
const JOBS: usize = 2;

/// So many queries are enough to see that a command reduces.
const QUERIES: u32 = 25;

#[derive(Debug, Deserialize)]
struct Table {
    command: Vec<Everyday>,
}

/// A command, and what becomes of its input.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Everyday {
    /// The programs that have to be there. The first one is the tool that fails.
    tools: Vec<String>,
    /// The name of the input.
    name: String,
    input: String,
    /// Other files beside it: their names and contents.
    #[serde(default)]
    beside: Vec<(String, String)>,
    /// What runs first, in the directory of the input.
    setup: Option<String>,
    /// The command line as it is typed, after `probdd`.
    typed: String,
    /// What it announces after `property: the command`.
    property: String,
    /// What the command prints on the result, and not on an empty file.
    prints: String,
    /// A part of the input that has to go.
    removes: Option<String>,
    /// How many queries may run, if the command is slow.
    queries: Option<u32>,
}

impl Everyday {
    fn is_there(&self) -> bool {
        let is_there = |tool: &String| {
            let mut which = std::process::Command::new("sh");
            which.args(["-c", "command -v \"$1\"", "sh", tool]).output().unwrap().status.success()
        };
        self.tools.iter().all(is_there)
    }

    /// A directory with its files, and this text as the input.
    fn bench(&self, input: &str) -> Bench {
        let bench = Bench::new();
        bench.file(&self.name, input.as_bytes());
        for (name, text) in &self.beside {
            bench.file(name, text.as_bytes());
        }
        if let Some(setup) = &self.setup {
            let done = bench.shell(setup).output().unwrap();
            assert!(done.status.success(), "{setup}: {done:?}");
        }
        bench
    }

    /// What is wrong with its run, if anything.
    fn fault(&self) -> Option<String> {
        let bench = self.bench(&self.input);
        let queries = self.queries.unwrap_or(QUERIES);
        let line = format!("probdd -j1 --max-queries {queries} -o reduced {}", self.typed);
        let ran = Ran::new(&Self::shell(&bench, &line).output().unwrap());
        if ![Some(0), Some(3)].contains(&ran.code) || !bench.path("reduced").exists() {
            return Some(format!("it ends with {:?}: {}", ran.code, ran.stderr));
        }
        let said = ran.stderr.split("property: the command ").nth(1).unwrap_or_default();
        let said = said.lines().next().unwrap_or_default();
        if said != self.property {
            return Some(format!("it says:  {said}\nand not: {}", self.property));
        }
        let result = bench.text("reduced");
        let is_there = |part: &String| result.contains(part);
        if self.removes.as_ref().is_some_and(is_there) || result.len() >= self.input.len() {
            return Some(format!("the result is:\n{result}"));
        }
        let prints =
            [&self.input, &result, ""].map(|text| self.output(text).contains(&self.prints));
        (prints != [true, true, false])
            .then(|| format!("`{}` of input, result, empty file: {prints:?}", self.prints))
    }

    /// What the command prints on an input, and how it ends.
    fn output(&self, input: &str) -> String {
        let (_, command) = self.typed.split_once(" -- ").unwrap();
        // A command in one word is for the shell.
        let line = command.strip_prefix('\'').and_then(|line| line.strip_suffix('\''));
        let bench = self.bench(input);
        let output = Self::shell(&bench, line.unwrap_or(command)).output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text).into_owned();
        text + &format!("\nexit {:?}", output.status.code())
    }

    fn shell(bench: &Bench, line: &str) -> std::process::Command {
        let mut shell = bench.shell(line);
        shell.env("LC_ALL", "C").env_remove("RUST_BACKTRACE").env("NO_COLOR", "1");
        shell.env("GOCACHE", std::env::temp_dir().join("probdd-everyday-go"));
        shell
    }
}

#[test]
fn everyday_commands_reduce_from_the_one_command() {
    let Table { command: commands } =
        toml::from_str(include_str!("fixtures/everyday.toml")).unwrap();
    let tools = |of: &[&Everyday]| {
        let first = of.iter().map(|command| command.tools[0].clone());
        first.collect::<BTreeSet<String>>()
    };
    assert!(commands.len() >= 30 && tools(&commands.iter().collect::<Vec<_>>()).len() >= 20);
    let only = std::env::var("PROBDD_EVERYDAY").unwrap_or_default();
    let chosen = commands.iter().filter(|command| command.typed.contains(&only));
    let (there, missing): (Vec<&Everyday>, Vec<_>) = chosen.partition(|command| command.is_there());
    let (next, faults) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(command) = there.get(next.fetch_add(1, Ordering::Relaxed)) {
            let began = std::time::Instant::now();
            let fault = command.fault();
            println!("{:5.1} s  probdd {}", began.elapsed().as_secs_f64(), command.typed);
            if let Some(fault) = fault {
                faults.lock().unwrap().push(format!("probdd {}\n{fault}", command.typed));
            }
        }
    };
    std::thread::scope(|scope| (0..JOBS).for_each(|_| drop(scope.spawn(work))));
    let faults = faults.into_inner().unwrap();
    println!(
        "{} of {} commands of {} tools reduce; {} are skipped: {:?}",
        there.len() - faults.len(),
        there.len(),
        tools(&there).len(),
        missing.len(),
        tools(&missing)
    );
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}
