//! `--fixup`: a user's program puts every candidate right before the test sees it.
//!
//! The program reads a candidate and writes what is tested in its place. It is assumed to write the
//! same for the same candidate, so that nothing is recorded: a resumed run runs it again.

use crate::error::{Exit, Failure};
use crate::files::named_in_command;
use crate::process_end::of_program;
use crate::transformers::TransformerSettings;
use probdd_exec::{End, Form, Key, Rewriter, Rewritten, Surroundings};
use std::collections::{HashSet, VecDeque};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The shell that runs the command, ...
const SHELL: &str = "/bin/sh";

/// ... and what it does: `$0` is the file to write, `$1` the directory of the command, `$2` the
/// command, `$3` the candidate.
const SCRIPT: &str = r#"exec <"$3" >"$0" && cd "$1" && exec /bin/sh -c "$2""#;

/// How many results are remembered: a candidate that is accepted is put right once more.
const REMEMBERED: usize = 8;

/// What the user typed.
#[derive(Clone, Debug)]
pub(crate) struct Fixup {
    /// The shell command.
    pub(crate) command: OsString,
    /// The directory in which it runs.
    pub(crate) directory: PathBuf,
}

impl Fixup {
    /// The files that the command is known to use.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        named_in_command(&self.command, &self.directory)
    }
}

/// Runs the command on candidates.
#[derive(Debug)]
pub(crate) struct Fixer {
    fixup: Fixup,
    rewriter: Rewriter,
    /// The input, and what it writes for that.
    input: (Vec<u8>, Vec<u8>),
    /// The last candidates, and what became of them.
    known: VecDeque<(Vec<u8>, Vec<u8>)>,
    /// How many candidates it has put right since the input.
    fixed: u64,
    /// Those that it has not: it may take long to fail, and would fail again.
    failed: HashSet<Key>,
    /// Why it has failed last.
    fault: String,
}

impl Fixer {
    /// Prepares the command.
    pub(crate) fn new(fixup: &Fixup, settings: TransformerSettings) -> Result<Fixer, Failure> {
        let TransformerSettings { input_dir, input_name, limits, confinement, interrupt, .. } =
            settings;
        let surroundings = Surroundings::new(input_dir, Form::file(input_name), limits);
        let rewriter = Rewriter::new(SHELL.into(), surroundings, &confinement, interrupt)?;
        Ok(Fixer {
            fixup: fixup.clone(),
            rewriter,
            input: (Vec::new(), Vec::new()),
            known: VecDeque::new(),
            fixed: 0,
            failed: HashSet::new(),
            fault: String::new(),
        })
    }

    /// Checks that the command works on the input, and writes the same twice.
    pub(crate) fn check(&mut self, input: &[u8]) -> Result<(), Failure> {
        let name = self.fixup.command.display().to_string();
        let runs = [self.run(input)?, self.run(input)?];
        match runs {
            [Ok(first), Ok(second)] if first == second => {
                self.input = (input.to_vec(), first);
                Ok(())
            }
            [Ok(_), Ok(_)] => {
                let message = format!("--fixup `{name}` writes different bytes for the same input");
                Err(Failure::usage(message).hint("it must write the same for the same candidate"))
            }
            [Err(fault), _] | [_, Err(fault)] => {
                let message = format!("--fixup `{name}` {fault} for the unmodified input");
                let hint = "it reads a candidate from standard input, writes it to standard output, \
                            and exits with 0";
                Err(Failure::usage(message).hint(hint))
            }
        }
    }

    /// Puts a candidate right; `None` if the command fails.
    pub(crate) fn fix(&mut self, candidate: &[u8]) -> Option<Vec<u8>> {
        if !candidate.is_empty() && candidate == self.input.0 {
            return Some(self.input.1.clone());
        }
        if let Some((_, fixed)) = self.known.iter().find(|(known, _)| known == candidate) {
            return Some(fixed.clone());
        }
        let key = Key::of(candidate);
        if self.failed.contains(&key) {
            return None;
        }
        match self.run(candidate).unwrap_or_else(|failure| Err(failure.error.to_string())) {
            Ok(fixed) => {
                self.fixed += 1;
                self.remember(candidate, &fixed);
                Some(fixed)
            }
            Err(fault) => {
                self.failed.insert(key);
                self.fault = fault;
                None
            }
        }
    }

    fn remember(&mut self, candidate: &[u8], fixed: &[u8]) {
        if self.known.len() == REMEMBERED {
            self.known.pop_front();
        }
        self.known.push_back((candidate.to_vec(), fixed.to_vec()));
    }

    /// The warning that it has failed for all candidates, if it has.
    pub(crate) fn warning(&self) -> Option<String> {
        let has_always_failed = !self.failed.is_empty() && self.fixed == 0;
        has_always_failed.then(|| {
            let name = self.fixup.command.display();
            format!("--fixup `{name}` {} for every candidate: none was tested", self.fault)
        })
    }

    fn run(&mut self, candidate: &[u8]) -> Result<Result<Vec<u8>, String>, Failure> {
        let Fixup { command, directory } = &self.fixup;
        let Rewritten { end, text, output } = self.rewriter.run(candidate, |written: &Path| {
            vec!["-c".into(), SCRIPT.into(), written.into(), directory.into(), command.clone()]
        })?;
        Ok(match end {
            End::Exited(0) => Ok(text),
            end => Err(of_program(end) + &last_line(&output)),
        })
    }
}

/// The failure that the input is not interesting any more after the command.
pub(crate) fn not_interesting(fixup: &Fixup) -> Failure {
    let name = fixup.command.display();
    let error = anyhow::anyhow!("the input is not interesting after --fixup `{name}`");
    let hint = "the command changes the input: let the test accept what it writes, or reduce that";
    Failure::new(Exit::NotInteresting, error).hint(hint)
}

/// The last line of some output, in parentheses.
fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().rfind(|line| !line.trim().is_empty()).map_or_else(String::new, |line| {
        let line: String = line.chars().take(80).collect();
        format!(" ({})", line.trim())
    })
}
