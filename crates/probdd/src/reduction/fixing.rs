//! What happens to every candidate before it is tested: `--fixup` puts it right, and what has to stay
//! must be there.

use super::stays::Stays;
use crate::error::Failure;
use crate::fixup::Fixer;
use crate::settings::{Method, Strategy};
use crate::transformers::TransformerSettings;
use probdd_core::{Belief, Edits};
use probdd_exec::{Candidate, Render, Span};
use std::cell::RefCell;
use std::rc::Rc;

/// A program that all passes share.
pub(crate) type SharedFixer = Rc<RefCell<Fixer>>;

/// The program of `--fixup`, if there is one; it works for the input.
pub(crate) fn fixer(
    method: Method,
    programs: TransformerSettings,
) -> Result<Option<SharedFixer>, Failure> {
    let Some(fixup) = method.fixup else { return Ok(None) };
    let mut fixer = Fixer::new(fixup, programs)?;
    fixer.check(&method.input.bytes)?;
    Ok(Some(Rc::new(RefCell::new(fixer))))
}

/// Renders candidates, and lets the user's program put them right, if there is one.
#[derive(Clone)]
pub(super) struct Fixing<'a, R> {
    pub(super) render: R,
    pub(super) fixer: Option<SharedFixer>,
    pub(super) strategy: &'a Strategy,
    /// What has to stay.
    pub(super) stays: &'a Stays,
    /// Whether the program failed for the candidate that was rendered last.
    pub(super) has_failed: bool,
}

impl<R> Fixing<'_, R> {
    fn tokens(&self, text: &[u8]) -> usize {
        self.strategy.token_count(&self.strategy.structure.parse(text, &|| false))
    }
}

impl<R: Render> Render for Fixing<'_, R> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        self.render.render(change, candidate);
        let Some(fixer) = &self.fixer else { return };
        let written = fixer.borrow_mut().fix(&candidate.bytes);
        self.has_failed = written.is_none();
        // What is not put right is not tested, so it must not be taken for what is.
        let bytes = written.unwrap_or_default();
        if bytes != candidate.bytes {
            *candidate = Candidate { tokens: self.tokens(&bytes), bytes };
        }
    }

    fn has_failed(&self) -> bool {
        self.has_failed || self.render.has_failed()
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        self.stays.are_in(&candidate.bytes) && self.render.is_worth_testing(candidate)
    }

    fn spans(&self, best: &[u8], undecided: &[Belief]) -> Vec<Span> {
        // The program may have moved everything.
        if self.fixer.is_some() { Vec::new() } else { self.render.spans(best, undecided) }
    }

    fn accept(&mut self, change: &Edits) {
        self.render.accept(change);
    }
}
