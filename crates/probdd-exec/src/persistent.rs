//! A test that is started once and answers one query after another: for what takes long to start.
//!
//! Every query is a line on its standard input, the path of a directory that holds nothing but the
//! candidate; the answer is a line on its standard output. A process that dies, takes too long or
//! answers anything else is replaced, and the query is unresolved.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use probdd_core::Verdict;

use crate::check::{DIRECTORY, INPUT_DIR, TEMPORARY, VARIABLES, is_plain};
use crate::process::{self, End, Environment, Launch, Replied, Reply};
use crate::sandbox::{Place, Residence};
use crate::{CheckRun, Error, Interrupt, Limits, Outcome, Sandbox};

/// What runs the command.
const SHELL: &str = "/bin/sh";

/// A verdict takes fewer bytes than this.
const VERDICT: usize = 64 << 10;

/// A test that is a process. It is started by `sh -c`, in the directory that its command was typed
/// in; `$PROBDD_INPUT_DIR` names the directory of the input, `$TMPDIR` one that is removed when the
/// process is gone.
#[derive(Clone, Debug)]
pub struct Persistent {
    command: OsString,
    directory: PathBuf,
    input_dir: PathBuf,
    candidate_name: OsString,
    environment: Environment,
    limits: Limits,
}

impl Persistent {
    /// The process of a shell command that runs in `directory`, for candidates that are called
    /// `candidate_name`, with today's environment and without a timeout. `input_dir` is where the
    /// input lies.
    ///
    /// # Panics
    /// When a path is not absolute, or the name is not a plain file name.
    pub fn new(
        command: OsString,
        directory: PathBuf,
        input_dir: PathBuf,
        candidate_name: OsString,
    ) -> Persistent {
        assert!(directory.is_absolute(), "the directory's path is absolute");
        assert!(input_dir.is_absolute(), "the input directory's path is absolute");
        assert!(is_plain(&candidate_name), "the candidate's name is a plain file name");
        let environment = Environment::inherited_without(&VARIABLES);
        let limits = Limits::default();
        let command = without_shell(command);
        Persistent { command, directory, input_dir, candidate_name, environment, limits }
    }

    /// The same with these limits. The deadline of a process's first query includes its start.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Persistent {
        Persistent { limits, ..self }
    }

    /// The limits, to be changed in place.
    pub fn limits(&mut self) -> &mut Limits {
        &mut self.limits
    }

    /// Runs one query: is `candidate` interesting? The sandbox, one that was made
    /// [for a process](Sandbox::for_process), keeps the process for the next query.
    ///
    /// # Errors
    /// When the candidate could not be written, or the process not be started or watched. This says
    /// nothing about the candidate.
    pub fn ask(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<Outcome, Error> {
        let (was_running, replied) = self.ask_once(sandbox, candidate, interrupt)?;
        if !was_running || !matches!(replied.reply, Reply::Unread(_)) {
            return Ok(outcome(replied));
        }
        // Its end has nothing to do with this candidate.
        let (_, again) = self.ask_once(sandbox, candidate, interrupt)?;
        let (wall, cpu) = (replied.wall + again.wall, replied.cpu + again.cpu);
        Ok(Outcome { restarts: 1, wall, cpu, ..outcome(again) })
    }

    /// Asks, and says also whether the process was running before.
    fn ask_once(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        interrupt: &Interrupt,
    ) -> Result<(bool, Replied), Error> {
        let line = |place: &Place| place.work.as_os_str().as_bytes().to_vec();
        let (was_running, replied) = self.tell(sandbox, candidate, (line, VERDICT), interrupt)?;
        if matches!(&replied.reply, Reply::Line(line) if understood(line).is_none())
            || matches!(&replied.reply, Reply::Noise(_))
        {
            sandbox.dismiss();
        }
        Ok((was_running, replied))
    }

    /// Tells the process a line about a candidate, and what it answers with at most so many bytes.
    /// Also whether it was running before.
    pub(crate) fn tell(
        &self,
        sandbox: &mut Sandbox,
        candidate: &[u8],
        (line, most): (impl FnOnce(&Place) -> Vec<u8>, usize),
        interrupt: &Interrupt,
    ) -> Result<(bool, Replied), Error> {
        let residence = sandbox.residence()?;
        let place = sandbox.place(&self.candidate_name, candidate)?;
        let (was_running, root) = (place.slot.is_running(), place.root());
        let line = line(&place);
        let ask = |launch: &Launch| process::ask(launch, (&line, most), place.slot, interrupt);
        let replied = self.launched(&residence, root, ask)?;
        Ok((was_running, replied))
    }

    /// What is to be started if nothing runs.
    fn launched<T>(
        &self,
        residence: &Residence,
        root: &Path,
        with: impl FnOnce(&Launch) -> T,
    ) -> T {
        with(&Launch {
            program: Path::new(SHELL),
            arguments: &[OsStr::new("-c"), &self.command],
            directory: &self.directory,
            place: root,
            home: residence.own_home.as_deref(),
            environment: &self.environment,
            variables: &[
                (INPUT_DIR, self.input_dir.as_os_str()),
                (TEMPORARY, residence.tmp.as_os_str()),
                (DIRECTORY, self.directory.as_os_str()),
            ],
            timeout: self.limits.timeout,
            output_bytes: self.limits.output_bytes,
        })
    }
}

/// The same command, but so that the shell becomes the program that it runs, where that is all it
/// does: it is a process less, and its CPU time can be seen.
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

/// What a reply means for the candidate.
fn outcome(replied: Replied) -> Outcome {
    let Replied { reply, mut output, is_output_truncated, wall, cpu } = replied;
    let (verdict, end, checks) = match reply {
        Reply::Ended(end) | Reply::Unread(end) => (Verdict::Unresolved, end, Vec::new()),
        Reply::Line(said) | Reply::Noise(said) => {
            if let Some((verdict, checks)) = understood(&said) {
                (verdict, End::Answered, checks)
            } else {
                output.splice(0..0, [said.as_slice(), b"\n"].concat());
                (Verdict::Unresolved, End::Garbled, Vec::new())
            }
        }
    };
    let (output_truncated, restarts) = (is_output_truncated, 0);
    let has_survivors = false;
    Outcome { verdict, end, output, output_truncated, wall, cpu, checks, restarts, has_survivors }
}

/// What an answer says: the verdict, and which checks held.
fn understood(line: &[u8]) -> Option<(Verdict, Vec<CheckRun>)> {
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
    fn an_answer_is_a_verdict_and_maybe_checks() {
        let none = Vec::new();
        assert_eq!(understood(b"interesting"), Some((Verdict::Interesting, none.clone())));
        assert_eq!(understood(b" unresolved \r"), Some((Verdict::Unresolved, none)));
        let checks = vec![CheckRun::reported("compiles", true), CheckRun::reported("a=b", false)];
        let line = b"uninteresting compiles=held a=b=failed";
        assert_eq!(understood(line), Some((Verdict::Uninteresting, checks)));
    }

    #[test]
    fn a_shell_that_would_only_wait_is_done_without() {
        let whole = |command: &str| without_shell(command.into()).into_string().unwrap_or_default();
        assert_eq!(whole("./check --fast 'a b' $X"), "exec ./check --fast 'a b' $X");
        for same in ["cd a && ./b", "A=b ./c", "exec ./a", "./a | ./b", "{ ./a\n}", "./a >log"] {
            assert_eq!(whole(same), same);
        }
    }

    #[test]
    fn anything_else_is_none() {
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
            assert_eq!(understood(line.as_bytes()), None, "{line:?}");
        }
        assert_eq!(understood(b"interesting \xff=held"), None);
    }
}
