//! Runs a peer on a subject, in a scratch copy and a process group of its own.

use super::adapter::{Form, Grammar, Words};
use super::figures::{Ended, Size, figures};
use super::ledger::{Ledger, Terms};
use super::leftovers;
use super::record::Figures;
use super::tokens::Reading;
use crate::records::Outcome;
use crate::subject::Subject;
use crate::tool::{Limits, quoted, write_script};
use crate::usage::children_micros;
use anyhow::{Context, Result};
use fs_err as fs;
use rustix::process::{Pid, Signal, kill_process_group};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often a run is looked at.
const PAUSE: Duration = Duration::from_millis(10);

/// How long a peer may take to tell its version.
const VERSION_SECONDS: u64 = 60;

/// A peer and a subject.
pub(super) struct Run<'a> {
    pub(super) subject: &'a Subject,
    pub(super) form: &'static Form,
    /// What begins the peer's command line.
    pub(super) command: &'a [PathBuf],
    pub(super) grammar: Option<Grammar>,
    pub(super) limits: &'a Limits,
    /// This program, which counts the tests.
    pub(super) counter: &'a Path,
}

/// The folders of a run.
struct Scene {
    /// Removes all when it is dropped.
    scratch: tempfile::TempDir,
    script: PathBuf,
    /// The name of the input, of which there is a copy in `work`.
    name: String,
}

impl Scene {
    fn at(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }
}

impl Run<'_> {
    /// Runs the peer until it ends, or a limit is reached.
    pub(super) fn outcome(&self) -> Result<Outcome<Figures>> {
        let input = fs::read(&self.subject.input)?;
        let reading = Reading::of(&self.subject.input, &input);
        let scene = self.scene(&input)?;
        let ledger = self.ledger(&scene, reading.clone())?;
        let (began, cpu) = (Instant::now(), children_micros());
        let mut peer = self.spawn(&scene)?;
        let end = self.wait(&mut peer, &ledger)?;
        kill_all(&mut peer, &scene.at("ledger"))?;
        let (wall, cpu_micros) = (began.elapsed(), children_micros().saturating_sub(cpu));
        let (stopped, is_error) = match end {
            End::Exited(status) if status.success() => (None, false),
            End::Exited(status) => (Some(status.to_string()), true),
            End::Limit(limit) => (Some(limit.to_owned()), false),
        };
        let tested = ledger.tested()?;
        let is_any_interesting = tested.iter().any(|test| test.is_interesting);
        if tested.is_empty() || (is_error && !is_any_interesting) {
            let status = stopped.unwrap_or_else(|| "ended".to_owned());
            let tests = format!("{status} after {} tests", tested.len());
            return Ok(Outcome::Failed(format!("{tests}{}", message(&scene))));
        }
        let input = Size { tokens: reading.count(&input), bytes: input.len() as u64 };
        let ended = Ended { wall, cpu_micros, begun: ledger.begun(), input, stopped };
        Ok(Outcome::Reduced(figures(ended, &tested)))
    }

    /// Makes the folders of the run, with a copy of the input and the script for the peer.
    fn scene(&self, input: &[u8]) -> Result<Scene> {
        let scratch = tempfile::tempdir()?;
        let name = self.subject.input.file_name().unwrap_or_default().to_string_lossy();
        // Perses wants it beside the input.
        let script = scratch.path().join("work").join(self.form.script.name);
        let scene = Scene { scratch, script, name: name.into_owned() };
        for folder in ["work", "tmp"] {
            fs::create_dir(scene.at(folder))?;
        }
        fs::write(scene.at("work").join(&scene.name), input)?;
        let words = [self.counter, &scene.at("ledger"), &self.subject.test].map(quoted);
        let counted = format!("{} counted-test {} {}", words[0], words[1], words[2]);
        let text = self.form.script.text.replace("{counted}", &counted);
        write_script(&scene.script, &text.replace("{input}", &quoted(Path::new(&scene.name))))?;
        Ok(scene)
    }

    fn ledger(&self, scene: &Scene, reading: Reading) -> Result<Ledger> {
        let Limits { max_queries, timeout, .. } = *self.limits;
        let runner = i32::try_from(std::process::id()).context("this process has no usual id")?;
        let name = scene.name.clone();
        let terms = Terms { max_queries, timeout, name, reading, runner };
        Ledger::create(&scene.at("ledger"), &terms)
    }

    fn spawn(&self, scene: &Scene) -> Result<Child> {
        let words = Words {
            test: &scene.script,
            input: &scene.name,
            output: &scene.at("output"),
            patience: 2 * self.limits.timeout + 60,
            grammar: self.grammar.as_ref(),
        };
        let mut peer = Command::new(&self.command[0]);
        peer.args(&self.command[1..])
            .args(self.form.arguments(&words))
            .current_dir(scene.at("work"))
            .env("TMPDIR", scene.at("tmp"))
            .env(leftovers::RUN, scene.at("ledger"))
            .stdin(Stdio::null())
            .stdout(fs::File::create(scene.at("stdout"))?.into_file())
            .stderr(fs::File::create(scene.at("stderr"))?.into_file())
            .process_group(0);
        peer.spawn().with_context(|| format!("cannot run {}", self.command[0].display()))
    }

    fn wait(&self, peer: &mut Child, ledger: &Ledger) -> Result<End> {
        let deadline = Instant::now() + Duration::from_secs(self.limits.max_time);
        loop {
            // The limit counts even if the peer takes the last answer for its end.
            if ledger.is_over() {
                return Ok(End::Limit("max-queries"));
            }
            if let Some(status) = peer.try_wait()? {
                let is_over = ledger.is_over();
                return Ok(if is_over { End::Limit("max-queries") } else { End::Exited(status) });
            }
            if Instant::now() > deadline {
                return Ok(End::Limit("max-time"));
            }
            std::thread::sleep(PAUSE);
        }
    }
}

/// Why a peer does not run any more, or is to be ended.
enum End {
    Exited(ExitStatus),
    Limit(&'static str),
}

/// Kills a peer with all that it has started, and waits for its end.
fn kill_all(peer: &mut Child, ledger: &Path) -> Result<()> {
    let group = i32::try_from(peer.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // The group has gone if the peer has ended and left nothing.
        let _ = kill_process_group(group, Signal::KILL);
    }
    leftovers::kill(leftovers::RUN, ledger);
    peer.wait()?;
    Ok(())
}

/// The last message that the peer has written, as the end of a sentence.
fn message(scene: &Scene) -> String {
    let last = |name: &str| {
        let text = fs::read(scene.at(name)).unwrap_or_default();
        last_message(&String::from_utf8_lossy(&text)).map(|line| format!(": {line}"))
    };
    last("stderr").or_else(|| last("stdout")).unwrap_or_default()
}

/// The last line of a text that is neither blank nor a part of a stack trace of Java.
fn last_message(text: &str) -> Option<&str> {
    let is_of_trace = |line: &&str| line.starts_with("at ") || line.starts_with("... ");
    let lines = text.lines().rev().map(str::trim);
    lines.filter(|line| !line.is_empty()).find(|line| !is_of_trace(line))
}

/// What a peer says of its version: the first line with a digit.
pub(super) fn version(command: &[PathBuf], argument: &str) -> String {
    if argument.is_empty() {
        return String::new();
    }
    let mut asked = Command::new("timeout");
    asked.arg(VERSION_SECONDS.to_string()).args(command).arg(argument).stdin(Stdio::null());
    let Ok(output) = asked.output() else { return String::new() };
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let has_digit = |line: &&str| line.contains(|char: char| char.is_ascii_digit());
    let line = text.lines().find(has_digit).filter(|_| output.status.success());
    line.unwrap_or_default().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_message_is_what_stands_above_a_stack_trace() {
        let text = "parsing\nCaused by: no alternative at 3:1\n\tat a.Parser.parse(Parser.kt:3)\n\t... 36 more\n";
        assert_eq!(last_message(text), Some("Caused by: no alternative at 3:1"));
        assert_eq!(last_message("usage: peer\nno input\n\n"), Some("no input"));
        assert_eq!(last_message(" \n"), None);
    }
}
