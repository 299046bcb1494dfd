//! A test that is a process, started once, which answers one query after another: for tests that
//! take long to start.
//!
//! A query is a line on the process's standard input: the path of a directory that holds only the
//! candidate. The answer is a line on its standard output. A process that ends, misses its deadline
//! or answers anything else is replaced, and the query is unresolved.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use probdd_core::Verdict;

use super::check_run::CheckRun;
use super::outcome::Outcome;
use super::surroundings::Surroundings;
use crate::process::{self, End, Replied, Reply, Site};
use crate::sandbox::{QueryFiles, Sandbox};
use crate::{Error, Interrupt};

/// The program that runs the command.
const SHELL: &str = "/bin/sh";

/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 10;

/// A test that is a process. `sh -c` starts it in the directory that its command was typed in;
/// `$PROBDD_INPUT_DIR` is the directory of the input, `$TMPDIR` a directory that is removed when the
/// process has ended.
#[derive(Clone, Debug)]
pub struct Persistent {
    command: OsString,
    directory: PathBuf,
    pub(super) surroundings: Surroundings,
}

impl Persistent {
    /// The process of a shell command that runs in `directory`. The deadline of a process's first
    /// query includes its start.
    ///
    /// # Panics
    /// When the directory is not absolute.
    pub fn new(command: OsString, directory: PathBuf, surroundings: Surroundings) -> Persistent {
        assert!(directory.is_absolute(), "the directory's path is absolute");
        Persistent { command: without_shell(command), directory, surroundings }
    }

    /// Runs one query: is `candidate` interesting? The sandbox, which was made for a process, keeps it for
    /// the next query.
    pub(super) fn ask(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let (was_running, replied) = self.ask_once(sandbox, candidate, interrupt)?;
        if !was_running || !matches!(replied.reply, Reply::Unread(_)) {
            return Ok(outcome(replied));
        }
        // The process had ended before it read the query.
        let (_, again) = self.ask_once(sandbox, candidate, interrupt)?;
        let (wall, cpu) = (replied.wall + again.wall, replied.cpu + again.cpu);
        Ok(Outcome { restarts: 1, wall, cpu, ..outcome(again) })
    }

    /// Asks once; also returns whether the process was running before.
    fn ask_once(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<(bool, Replied), Error> {
        let line = |files: &QueryFiles| files.work.as_os_str().as_bytes().to_vec();
        let (was_running, replied) =
            self.tell(sandbox, candidate, (line, MOST_BYTES), interrupt)?;
        if matches!(&replied.reply, Reply::Line(line) if parse(line).is_none())
            || matches!(&replied.reply, Reply::Noise(_))
        {
            sandbox.dismiss();
        }
        Ok((was_running, replied))
    }

    /// Writes a line about a candidate to the process, and returns the reply of at most `most` bytes; also
    /// whether the process was running before.
    pub(crate) fn tell(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        (line, most): (impl FnOnce(&QueryFiles) -> Vec<u8>, usize),
        interrupt: &Interrupt,
    ) -> Result<(bool, Replied), Error> {
        let residence = sandbox.residence()?;
        let place = self.surroundings.place(sandbox, candidate)?;
        let was_running = place.slot.is_running();
        let line = line(&place.files);
        let arguments = [OsStr::new("-c"), &self.command];
        let site = Site { directory: &self.directory, place: place.root, ..residence.site() };
        let launch = self.surroundings.launch(Path::new(SHELL), &arguments, site);
        let replied = process::ask(&launch, (&line, most), place.slot, interrupt)?;
        Ok((was_running, replied))
    }
}

/// Lets the shell become the program that it runs, if the command is a single one: that is a process
/// less, and its CPU time can be seen.
fn without_shell(command: OsString) -> OsString {
    let text = command.as_bytes();
    let is_list = text.iter().any(|byte| b";&|<>(){}!#\n".contains(byte));
    let first = text.split(u8::is_ascii_whitespace).find(|word| !word.is_empty());
    let first = first.unwrap_or_default();
    let is_builtin = [&b"exec"[..], b"command", b"eval", b".", b"cd"].contains(&first);
    if is_list || is_builtin || first.contains(&b'=') {
        return command;
    }
    let mut whole = OsString::from("exec ");
    whole.push(command);
    whole
}

/// Returns what a reply says about the candidate.
fn outcome(replied: Replied) -> Outcome {
    let Replied { reply, mut output, is_output_truncated, wall, cpu } = replied;
    let (verdict, end, checks) = match reply {
        Reply::Ended(end) | Reply::Unread(end) => (Verdict::Unresolved, end, Vec::new()),
        Reply::Line(text) | Reply::Noise(text) => {
            if let Some((verdict, checks)) = parse(&text) {
                (verdict, End::Answered, checks)
            } else {
                output.splice(0..0, [text.as_slice(), b"\n"].concat());
                (Verdict::Unresolved, End::Garbled, Vec::new())
            }
        }
    };
    let output_truncated = is_output_truncated;
    Outcome { output, output_truncated, wall, cpu, checks, ..Outcome::new(verdict, end) }
}

/// Parses an answer: a verdict, and the checks that held or failed.
fn parse(line: &[u8]) -> Option<(Verdict, Vec<CheckRun>)> {
    let line = std::str::from_utf8(line).ok().filter(|line| !line.contains('\n'))?;
    let mut words = line.split_ascii_whitespace();
    let verdict = match words.next()? {
        "interesting" => Verdict::Interesting,
        "uninteresting" => Verdict::Uninteresting,
        "unresolved" => Verdict::Unresolved,
        _ => return None,
    };
    let check = |word: &str| {
        let (name, state) = word.rsplit_once('=').filter(|(name, _)| !name.is_empty())?;
        match state {
            "held" => Some(CheckRun::reported(name, true)),
            "failed" => Some(CheckRun::reported(name, false)),
            _ => None,
        }
    };
    Some((verdict, words.map(check).collect::<Option<_>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_verdict_and_optional_checks() {
        let none = Vec::new();
        assert_eq!(parse(b"interesting"), Some((Verdict::Interesting, none.clone())));
        assert_eq!(parse(b" unresolved \r"), Some((Verdict::Unresolved, none)));
        let checks = vec![CheckRun::reported("compiles", true), CheckRun::reported("a=b", false)];
        let line = b"uninteresting compiles=held a=b=failed";
        assert_eq!(parse(line), Some((Verdict::Uninteresting, checks)));
    }

    #[test]
    fn a_single_command_replaces_its_shell() {
        let whole = |command: &str| without_shell(command.into()).into_string().unwrap_or_default();
        assert_eq!(whole("./check --fast 'a b' $X"), "exec ./check --fast 'a b' $X");
        for same in ["cd a && ./b", "A=b ./c", "exec ./a", "./a | ./b", "{ ./a\n}", "./a >log"] {
            assert_eq!(whole(same), same);
        }
    }

    #[test]
    fn anything_else_is_rejected() {
        for line in [
            "",
            " ",
            "Interesting",
            "interesting!",
            "interesting\n",
            "interesting compiles",
            "interesting compiles=maybe",
            "interesting =held",
            "yes",
            "interesting interesting",
        ] {
            assert_eq!(parse(line.as_bytes()), None, "{line:?}");
        }
        assert_eq!(parse(b"interesting \xff=held"), None);
    }
}
