//! How an input is reduced: what a reduction knows of the settings of a run.

use super::approach::{self, Approach};
use super::{Kept, Strategy};
use crate::command_line::{Fixpoint, ReduceArgs, TextFormat};
use crate::fixup::Fixup;
use crate::input::Input;
use probdd_core::AfterFail;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How an input is reduced. It knows neither the test nor where the result goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method<'a> {
    /// What the user chose.
    pub(crate) args: &'a ReduceArgs,
    /// What to reduce.
    pub(crate) input: &'a Input,
    /// The result of an earlier run that this run begins with.
    pub(crate) start: Option<&'a [u8]>,
    /// What of the input stays.
    pub(crate) kept: &'a Kept,
    /// The algorithm.
    pub(crate) strategy: &'a Strategy,
    /// What happens to the text between tokens.
    pub(crate) format: TextFormat,
    /// What to repeat until nothing changes; `None` runs the algorithm once.
    pub(crate) fixpoint: Option<Fixpoint>,
    /// The program that puts candidates right.
    pub(crate) fixup: Option<&'a Fixup>,
    /// How many candidates are tested against the same best.
    pub(crate) batch: usize,
    /// What the search assumes about checks that did not run.
    pub(crate) after_fail: AfterFail,
}

impl Method<'_> {
    /// Whether everything is repeated until nothing changes, and a sweep certifies the result.
    pub(crate) fn is_certifying(&self) -> bool {
        self.fixpoint == Some(Fixpoint::Full)
    }

    /// Whether the run is the algorithm of the paper and nothing else.
    pub(crate) fn is_as_published(&self) -> bool {
        self.fixpoint == Some(Fixpoint::Papers)
    }

    /// How a file of a bundle is reduced: as if it were the only input. Where the options do not allow
    /// that, as a text without a grammar.
    pub(crate) fn approach_to_file(&self, path: &[u8], text: &[u8]) -> Approach {
        let input = self.input.file(path, text);
        approach::approach(self.args, &input).unwrap_or_else(|| {
            let strategy = self.strategy.clone().without_language(input.is_text());
            Approach { strategy, format: TextFormat::Keep }
        })
    }

    /// Whether the test is told a file or directory of a bundle by its path.
    pub(crate) fn names_file(&self, path: &[u8]) -> bool {
        let path = Path::new(OsStr::from_bytes(path));
        self.input
            .files
            .iter()
            .flat_map(|files| &files.arguments)
            .any(|argument| argument.path == path)
    }

    /// How another text is reduced: as by a run whose input it is. Where the options do not allow
    /// that, like the input.
    pub(crate) fn approach_to(&self, text: &[u8]) -> Approach {
        // A grammar that the user names reads every text, and is loaded once.
        let is_named = self.args.language.is_some() || self.args.grammar.is_some();
        let is_same = is_named && self.strategy.language().is_some() || text == self.input.bytes;
        let other =
            if is_same { None } else { approach::approach(self.args, &self.input.with(text)) };
        let reducer = self.strategy.reducer;
        let other = other.filter(|other| other.strategy.reducer == reducer);
        let own = || Approach { strategy: self.strategy.clone(), format: self.format };
        let mut approach = other.unwrap_or_else(own);
        approach.strategy.large = self.strategy.large;
        approach
    }
}
