//! Programs of others that know what might make a text simpler: each is a rung of the ladder, or as
//! many as it has transformations.
//!
//! A transformer is shown a text and answers with other texts, the most promising first. It is asked
//! only as far as needed, and what it answers is on record before it is used: a run that goes on is
//! told the same. One that does not answer as it should is done without from there on.

mod answers;
pub mod clang_delta;
mod process;

use crate::error::Failure;
use crate::settings::Settings;
use answers::Answers;
use clang_delta::{ClangDelta, Transformation};
use probdd_exec::Interrupt;
use process::Process;
use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long an answer may take, where no deadline was given.
const PATIENCE: Duration = Duration::from_secs(10);

/// How the passes of a process are called in traces and reports.
const PROCESS: &str = "transformer";

/// A transformer as it was typed, or found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// A shell command that starts a process, in this directory.
    Command(OsString, PathBuf),
    /// The program at this path.
    ClangDelta(PathBuf),
}

/// Some of what a transformer offers for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Other texts.
    pub texts: Vec<Vec<u8>>,
    /// Whether there are more.
    pub has_more: bool,
}

/// What came of asking.
enum Asked {
    Page(Page),
    /// It does not answer as it should: why.
    Fault(String),
    /// The user has interrupted.
    Nothing,
}

/// All transformers of a run.
#[derive(Debug)]
pub struct Transformers {
    rungs: Vec<Rung>,
    answers: Answers,
    /// Those that are done without.
    dismissed: HashSet<usize>,
    warnings: Vec<String>,
}

/// One list of offers.
#[derive(Debug)]
struct Rung {
    /// What tells it from others.
    name: String,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Process(Box<Process>),
    ClangDelta(ClangDelta, &'static Transformation),
}

impl Transformers {
    /// Those of a run. What they have answered before is in the file, which is continued.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn new(
        settings: &Settings,
        answers: Option<&Path>,
        interrupt: &Interrupt,
    ) -> Result<Transformers, Failure> {
        let mut rungs = Vec::new();
        for chosen in &settings.transformers {
            match chosen {
                Chosen::Command(command, directory) => {
                    let name = chosen.to_string();
                    let process = Process::new(settings, (command, directory), interrupt);
                    rungs.push(Rung { name, source: Source::Process(Box::new(process)) });
                }
                Chosen::ClangDelta(program) => {
                    let clang_delta = ClangDelta::new(settings, program, interrupt);
                    let known = clang_delta::transformations(settings);
                    rungs.extend(known.map(|transformation| Rung {
                        name: transformation.pass.into(),
                        source: Source::ClangDelta(clang_delta.clone(), transformation),
                    }));
                }
            }
        }
        let answers = Answers::new(answers.filter(|_| !rungs.is_empty()))?;
        Ok(Transformers { rungs, answers, dismissed: HashSet::new(), warnings: Vec::new() })
    }

    /// How the passes of each rung are called.
    pub fn rungs(&self) -> impl Iterator<Item = &'static str> {
        self.rungs.iter().map(|rung| match &rung.source {
            Source::Process(_) => PROCESS,
            Source::ClangDelta(_, transformation) => transformation.pass,
        })
    }

    /// Whether a rung is one of many that a transformer has.
    pub fn is_one_of_many(&self, at: usize) -> bool {
        matches!(self.rungs[at].source, Source::ClangDelta(..))
    }

    /// What a rung offers for a text, without so many that it has offered before.
    ///
    /// # Errors
    /// When what it answers cannot be put on record, or a process not be started.
    pub fn page(&mut self, at: usize, text: &[u8], skip: usize) -> Result<Page, Failure> {
        let rung = &mut self.rungs[at];
        if self.dismissed.contains(&at) {
            return Ok(Page::default());
        }
        let answer = match self.answers.find(&rung.name, text, skip) {
            Some(answer) => answer,
            None => match rung.source.ask(text, skip)? {
                Asked::Page(page) => self.answers.add(&rung.name, text, skip, Ok(page))?,
                Asked::Fault(fault) => self.answers.add(&rung.name, text, skip, Err(fault))?,
                Asked::Nothing => return Ok(Page::default()),
            },
        };
        answer.or_else(|fault| {
            self.dismissed.insert(at);
            let name = &rung.name;
            let warning = format!("the transformer `{name}` {fault}: the run goes on without it");
            self.warnings.push(warning);
            Ok(Page::default())
        })
    }

    /// What the user has to be told since this was last asked.
    pub fn warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

impl Source {
    fn ask(&mut self, text: &[u8], skip: usize) -> Result<Asked, Failure> {
        match self {
            Source::Process(process) => process.ask(text, skip),
            Source::ClangDelta(clang_delta, transformation) => {
                clang_delta.ask(transformation, text, skip)
            }
        }
    }
}

impl Chosen {
    /// The files that it is known to consist of.
    pub fn files(&self) -> Vec<PathBuf> {
        match self {
            Chosen::Command(command, directory) => {
                crate::interestingness_test::named_files(command, directory)
            }
            Chosen::ClangDelta(program) => vec![program.clone()],
        }
    }
}

impl Display for Chosen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chosen::Command(command, _) => command.display().fmt(to),
            Chosen::ClangDelta(_) => clang_delta::NAME.fmt(to),
        }
    }
}

/// How long an answer may take.
fn patience(settings: &Settings) -> Duration {
    settings.timeout.unwrap_or(PATIENCE)
}
