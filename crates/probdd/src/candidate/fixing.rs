//! What happens to every candidate before it is tested: `--fixup` puts it right, what has to stay must be
//! there, and it must not be too large.

use super::growth::Bound;
use super::kept_lines::KeptLines;
use crate::error::Failure;
use crate::fixup::Fixer;
use crate::settings::{Counting, Method};
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
pub(crate) struct Fixing<'a, R> {
    pub(crate) render: R,
    pub(crate) fixer: Option<SharedFixer>,
    /// How tokens are counted.
    pub(crate) counting: Counting<'a>,
    /// What has to stay.
    pub(crate) kept_lines: &'a KeptLines,
    /// How large candidates may be.
    pub(crate) bound: Bound,
    /// Whether the program failed for the candidate that was rendered last.
    pub(crate) has_failed: bool,
}

/// Lets the user's program put a candidate right, if there is one. Returns whether that failed.
fn put_right(
    fixer: Option<&SharedFixer>,
    counting: Counting<'_>,
    candidate: &mut Candidate,
) -> bool {
    let Some(fixer) = fixer else { return false };
    let written = fixer.borrow_mut().fix(&candidate.bytes);
    let has_failed = written.is_none();
    // What is not put right is not tested, so it must not be taken for what is.
    let bytes = written.unwrap_or_default();
    if bytes != candidate.bytes {
        *candidate = Candidate { tokens: counting.tokens(&bytes), bytes };
    }
    has_failed
}

impl<R: Render> Render for Fixing<'_, R> {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        self.render.render(change, candidate);
        self.has_failed = put_right(self.fixer.as_ref(), self.counting, candidate);
    }

    fn has_failed(&self) -> bool {
        self.has_failed || self.render.has_failed()
    }

    fn is_worth_testing(&mut self, candidate: &Candidate) -> bool {
        let Fixing { render, fixer, counting, bound, .. } = self;
        let is_too_large = bound.is_exceeded(candidate, || {
            let mut best = Candidate::default();
            render.render(&Edits::default(), &mut best);
            put_right(fixer.as_ref(), *counting, &mut best);
            best
        });
        !is_too_large
            && self.kept_lines.are_in(&candidate.bytes)
            && self.render.is_worth_testing(candidate)
    }

    fn spans(&self, best: &[u8], undecided: &[Belief]) -> Vec<Span> {
        // The program may have moved everything.
        if self.fixer.is_some() { Vec::new() } else { self.render.spans(best, undecided) }
    }

    fn accept(&mut self, change: &Edits) {
        self.render.accept(change);
        self.bound.forget();
    }

    fn follow(&mut self, best: &Candidate) {
        self.bound.follow(best);
    }
}
