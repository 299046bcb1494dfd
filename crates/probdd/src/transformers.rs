//! Transformers: external programs that suggest simpler versions of a text.
//!
//! A transformer reads a text and answers with other texts, the most promising first. The ladder
//! uses each transformer as a rung, or as one rung per transformation. A transformer is asked only
//! as far as needed. Its answers are recorded before they are used, so that a resumed run gets the
//! same answers. A transformer that answers wrongly is dismissed for the rest of the run.

mod answer;
mod chosen;
mod clang_delta;
mod process;
mod recorded_answers;

use crate::error::Failure;
use answer::{Page, Reply};
use clang_delta::{ClangDelta, Transformation};
use process::Process;
use recorded_answers::{Answers, Question};
use std::collections::HashSet;
use std::path::Path;

pub(crate) use answer::TransformerSettings;
pub(crate) use chosen::Transformer;
pub(crate) use clang_delta::NAME as CLANG_DELTA;
pub use clang_delta::find as find_clang_delta;

/// The name of the passes of a process in traces and reports.
const PROCESS: &str = "transformer";

/// All transformers of a run.
#[derive(Debug)]
pub(crate) struct Transformers {
    rungs: Vec<Rung>,
    answers: Answers,
    /// The rungs that have answered wrongly.
    dismissed: HashSet<usize>,
    warnings: Vec<String>,
}

/// One source of suggestions.
#[derive(Debug)]
struct Rung {
    /// The name of the source in the record of answers.
    name: String,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Process(Box<Process>),
    ClangDelta(ClangDelta, &'static Transformation),
}

impl Transformers {
    /// Prepares the transformers of a run. `answers` is the file of their recorded answers, which
    /// is read and continued.
    pub(crate) fn new(
        chosen: &[Transformer],
        settings: &TransformerSettings,
        answers: Option<&Path>,
    ) -> Result<Transformers, Failure> {
        let mut rungs = Vec::new();
        for transformer in chosen {
            match transformer {
                Transformer::Command { command, directory } => {
                    let name = transformer.to_string();
                    let process = Process::new(command, directory, settings.clone());
                    rungs.push(Rung { name, source: Source::Process(Box::new(process)) });
                }
                Transformer::ClangDelta(program) => {
                    let clang_delta = ClangDelta::new(program, settings.clone());
                    rungs.extend(clang_delta.transformations().map(|transformation| Rung {
                        name: transformation.pass.into(),
                        source: Source::ClangDelta(clang_delta.clone(), transformation),
                    }));
                }
            }
        }
        let answers = Answers::new(answers.filter(|_| !rungs.is_empty()))?;
        Ok(Transformers { rungs, answers, dismissed: HashSet::new(), warnings: Vec::new() })
    }

    /// The names of the passes of each rung.
    pub(crate) fn rungs(&self) -> impl Iterator<Item = &'static str> {
        self.rungs.iter().map(|rung| match &rung.source {
            Source::Process(_) => PROCESS,
            Source::ClangDelta(_, transformation) => transformation.pass,
        })
    }

    /// Whether a rung is one of several of its transformer.
    pub(crate) fn is_one_of_many(&self, at: usize) -> bool {
        matches!(self.rungs[at].source, Source::ClangDelta(..))
    }

    /// Asks a rung for suggestions, except the first `skip` ones.
    pub(crate) fn page(&mut self, at: usize, text: &[u8], skip: usize) -> Result<Page, Failure> {
        let rung = &mut self.rungs[at];
        if self.dismissed.contains(&at) {
            return Ok(Page::default());
        }
        let question = Question::new(&rung.name, text, skip);
        let answer = match self.answers.find(&question, text) {
            Some(answer) => answer,
            None => match rung.source.ask(text, skip)? {
                Reply::Page(page) => self.answers.add(question, text, Ok(page))?,
                Reply::Fault(fault) => self.answers.add(question, text, Err(fault))?,
                Reply::Interrupted => return Ok(Page::default()),
            },
        };
        answer.or_else(|fault| {
            self.dismissed.insert(at);
            let name = &rung.name;
            let warning = format!("the transformer `{name}` {fault}: it is not used any more");
            self.warnings.push(warning);
            Ok(Page::default())
        })
    }

    /// Takes the warnings since the last call.
    pub(crate) fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }
}

impl Source {
    fn ask(&mut self, text: &[u8], skip: usize) -> Result<Reply, Failure> {
        match self {
            Source::Process(process) => process.ask(text, skip),
            Source::ClangDelta(clang_delta, transformation) => {
                clang_delta.ask(transformation, text, skip)
            }
        }
    }
}
