//! The loop of a run: it repeats rounds, follows the plan of each, and confirms the result.
//!
//! A round begins with the best bytes and with nothing else: no search, rung or format knows what
//! earlier rounds have found, and the language is that of these bytes (a `#!` line may have gone, or
//! the last byte that no text has). It asks what another run would ask that had the best bytes as its
//! input. So when a round changes nothing, reducing the result again changes nothing either. That
//! costs few tests, because the history answers what was asked before about the same bytes, and
//! counts that decide what is asked (the records of rungs) treat such an answer like a test.

use super::memory::Memory;
use super::plan::{Pass, ROUND, ROUNDS, Step, Until, What, When};
use super::prepare;
use super::state::Reduction;
use super::text::Text;
use crate::command_line::{Polish, Reducer};
use crate::error::Halted;
use crate::fixup::not_interesting;
use crate::settings::Structure;
use probdd_exec::{Halt, Oracle, Runs};

/// So many times a run goes on from an earlier best candidate. After that, the one that holds is the
/// result as it is.
const TRIES: u32 = 2;

/// A repetition that saves less than one of so many tokens is the last one.
const LITTLE_SAVED: usize = 50;

impl<O: Oracle> Reduction<'_, O> {
    /// Runs to the end, and the test on the result again. Where the result is less interesting than the input, the
    /// run goes on from an earlier one that is not, a few times. Returns whether the result is certified to be
    /// 1-minimal, and the result.
    pub(crate) fn run_and_confirm(mut self) -> (Result<bool, Halted>, Vec<u8>) {
        let mut how = self.run().and_then(|certified| self.confirm(certified));
        let mut tries_left = TRIES;
        while let Err(Halt::Refuted(runs)) = how {
            how = self.step_back(runs).and_then(|()| match tries_left {
                0 => Ok(false),
                _ => self.rounds().and_then(|certified| self.confirm(certified)),
            });
            tries_left = tries_left.saturating_sub(1);
        }
        (how, self.text.best)
    }

    fn confirm(&mut self, certified: bool) -> Result<bool, Halted> {
        let recorder = self.recorder;
        self.scheduler.conclude(|event| recorder.on(&event)).map(|()| certified)
    }

    /// Makes an earlier best candidate that holds the best one.
    fn step_back(&mut self, refuted: Runs) -> Result<(), Halted> {
        let recorder = self.recorder;
        let best = self.scheduler.step_back(refuted, |event| recorder.on(&event))?;
        self.text = Text::new(best.bytes.clone(), self.method.approach_to(&best.bytes));
        self.origins = None;
        Ok(())
    }

    fn run(&mut self) -> Result<bool, Halted> {
        self.fix_input()?;
        if let Some(earlier) = self.method.start {
            self.begin_with(earlier)?;
        }
        let is_certified = self.rounds()?;
        let warning = self.fixer.as_ref().and_then(|fixer| fixer.borrow().warning());
        if let Some(warning) = warning {
            self.recorder.warn(warning);
        }
        Ok(is_certified)
    }

    /// Begins with what the user's program makes of the input.
    fn fix_input(&mut self) -> Result<(), Halted> {
        let (Some(fixer), Some(fixup)) = (&self.fixer, self.method.fixup) else { return Ok(()) };
        let input = &self.method.input.bytes;
        let written = fixer.borrow_mut().fix(input);
        if written.as_ref() == Some(input) {
            return Ok(());
        }
        // What the program makes of the input is the input of the run.
        self.most_bytes = self.most_bytes.max(written.as_ref().map_or(0, Vec::len));
        self.ask_within(self.bound_of_layout(), "fixup", input.clone())?;
        match written {
            Some(written) if written == self.text.best => Ok(()),
            _ => Err(Halt::Listener(not_interesting(fixup))),
        }
    }

    /// Begins with the result of an earlier run, if that is interesting.
    fn begin_with(&mut self, earlier: &[u8]) -> Result<(), Halted> {
        self.ask_about("continue", earlier.to_vec())?;
        if self.text.best != earlier {
            let warning = "the earlier result is not interesting, or larger than the input: the run begins with the input";
            self.recorder.warn(warning.into());
        }
        Ok(())
    }

    /// Repeats rounds until nothing changes; without a fixpoint, runs one. Returns whether the result is certified.
    fn rounds(&mut self) -> Result<bool, Halted> {
        let mut ends: Vec<Vec<u8>> = Vec::new();
        loop {
            let best = std::mem::take(&mut self.text.best);
            let approach = self.method.approach_to(&best);
            self.text = Text::new(best, approach);
            (self.memory, self.ladder) = (Memory::default(), self.new_ladder());
            (self.skips, self.has_gap) = (self.scheduler.skips(), false);
            let before = self.revision;
            self.follow(ROUND, Until::Once)?;
            if !self.method.is_certifying() {
                return Ok(false);
            }
            let mut is_last = self.revision == before;
            if let Some(at) = ends.iter().position(|end| *end == self.text.best) {
                self.return_to_simplest(&ends[at..])?;
                is_last = true;
            }
            if is_last {
                // What was stopped early may be interesting: it is asked about once more, by a round.
                if !self.scheduler.retry_early_timeouts() {
                    return Ok(self.is_without_gap());
                }
                ends.clear();
            }
            ends.push(self.text.best.clone());
            self.scheduler.begin_round(&self.text.best);
        }
    }

    /// Whether the round has left out nothing: what the user has skipped, or parts that could not be reduced.
    fn is_without_gap(&self) -> bool {
        self.scheduler.skips() == self.skips && !self.has_gap
    }

    /// Notes that no token can be removed from the best candidate, unless this is a part of it.
    fn certify(&mut self) {
        if self.text.outside.is_nothing() && self.is_without_gap() {
            let tokens = self.counted_tokens();
            self.recorder.certify(tokens);
        }
    }

    /// Follows steps of a plan.
    pub(super) fn follow(&mut self, steps: &'static [Step], until: Until) -> Result<(), Halted> {
        let (began, mut before) = (self.revision, self.revision);
        for step in steps {
            let last = std::mem::replace(&mut before, self.revision);
            if step.when.iter().all(|when| self.holds(*when, last)) {
                self.repeat(step)?;
            } else {
                before = last;
            }
            if until == Until::Changed && self.revision != began {
                break;
            }
        }
        Ok(())
    }

    /// Takes a step as often as the plan says.
    fn repeat(&mut self, step: &Step) -> Result<(), Halted> {
        loop {
            let before = self.revision;
            let is_over = if let (What::Steps([first @ .., last]), Until::LittleSaved) =
                (step.what, step.until)
            {
                self.follow(first, Until::Once)?;
                self.saves_little(last)?
            } else {
                self.take(step)?;
                self.revision == before || !self.is_repeating()
            };
            if is_over || matches!(step.until, Until::Once | Until::Changed) {
                return Ok(());
            }
        }
    }

    /// Takes a step. Returns whether it has saved little.
    fn saves_little(&mut self, step: &Step) -> Result<bool, Halted> {
        let (before, tokens) = (self.revision, self.tokens());
        self.take(step)?;
        let saved = tokens.saturating_sub(self.tokens());
        Ok(self.revision == before || saved < tokens / LITTLE_SAVED)
    }

    /// Takes a step once.
    fn take(&mut self, step: &Step) -> Result<(), Halted> {
        match step.what {
            What::Pass(pass) => self.take_pass(pass),
            What::Steps(steps) => self.follow(steps, step.until),
            What::Each(parts, steps) => self.each(parts, steps),
            What::Round => self.round(),
        }
    }

    /// Follows the plan of the text.
    fn round(&mut self) -> Result<(), Halted> {
        for (when, steps) in ROUNDS {
            if self.holds(when, self.revision) {
                return self.follow(steps, Until::Once);
            }
        }
        Ok(())
    }

    /// Whether steps are repeated until nothing changes.
    fn is_repeating(&self) -> bool {
        let is_repeated = self.text.strategy.reducer.is_repeated_in_papers();
        self.method.is_certifying() || self.method.is_as_published() && is_repeated
    }

    /// Whether a condition holds; the step before began with a revision.
    fn holds(&mut self, when: When, before: u64) -> bool {
        let (reducer, polish) = (self.text.strategy.reducer, self.text.strategy.polish);
        let is_simplified = polish >= Polish::Tokens;
        let searches_once = is_simplified && reducer == Reducer::Frontier;
        match when {
            When::Always => true,
            When::SomethingChanged => self.revision != before,
            When::NothingChanged => self.revision == before,
            When::IsGuest => self.text.is_guest,
            When::HasFiles => matches!(self.text.structure, Structure::Files),
            When::HasSeveralTexts => self.has_several_texts(),
            When::HasMuchText => self.has_much_text(),
            When::HasRegions => self.has_regions(),
            When::IsTooLarge => self.has_windows(),
            When::IsList => reducer == Reducer::List,
            When::HasOneUnit => self.text.strategy.units.len() == 1,
            When::HasSeveralUnits => self.text.strategy.units.len() > 1,
            When::IsPublished => self.method.is_as_published(),
            When::IsTree => {
                let is_large = self.text.strategy.is_large(&self.text.best);
                reducer != Reducer::List && !is_large && !self.has_regions()
            }
            When::HasLines => {
                reducer == Reducer::Frontier && self.is_read_by_lines() && !self.has_names()
            }
            When::IsMisread => self.is_misread(),
            When::IsSimplified => is_simplified,
            When::IsNotSimplified => !is_simplified,
            When::SearchesOnce => searches_once,
            When::RepeatsSearch => !searches_once,
            When::WasSlow => self.was_slow,
            When::HasTemplates => {
                let replaces = reducer.replaces_itself() || searches_once;
                polish >= Polish::Templates && !replaces
            }
            When::IsCertifying => self.method.is_certifying(),
            When::IsLast => self.text.is_last,
            When::HasNoGrammar => self.is_read_by_lines(),
        }
    }

    fn take_pass(&mut self, pass: Pass) -> Result<(), Halted> {
        match pass {
            Pass::Mark => self.remove_mark(),
            Pass::Compact => self.compact(),
            Pass::Parts => self.remove_parts(),
            Pass::Probe => self.ask("probe", prepare::probe).map(drop),
            Pass::AllComments => self.ask("comments", prepare::all_comments).map(drop),
            Pass::Comments => self.ask("comments", prepare::most_comments).map(drop),
            Pass::Lines => self.ask("lines", prepare::lines).map(drop),
            Pass::EscapedStrings => self.reduce_escaped_strings(),
            Pass::Nesting => self.unnest(),
            Pass::SearchRungs(stage) => self.ask_search_rungs(stage),
            Pass::FirstSearch => self.search(true),
            Pass::Search => self.search(false),
            Pass::NearTemplates => self.near_templates(),
            Pass::Templates => self.templates(),
            Pass::SweepAgain => self.sweep_again(),
            Pass::Freed => self.delete_what_is_freed(),
            Pass::Words => self.remove_words(),
            Pass::SweepWords => self.sweep_words(),
            Pass::Characters => self.remove_characters(),
            Pass::ShortNames => self.shorten_names(),
            Pass::SaveTokens => self.save_tokens(),
            Pass::SaveBytes => self.save_bytes(),
            Pass::Sweep => self.sweep_once(false),
            Pass::SweepAll => self.sweep_once(true),
            Pass::DistinctTokens => self.try_distinct_tokens(),
            Pass::LikelyTokens => self.try_tokens(false),
            Pass::AllTokens => self.try_tokens(true),
            Pass::Brackets => self.remove_brackets(),
            Pass::Statements => self.remove_statements(),
            Pass::Blanks => self.remove_blanks(),
            Pass::Layout => self.lay_out(),
            Pass::Units => self.reduce_units(),
            Pass::SweepUnits => self.sweep_units(),
            Pass::Files => self.remove_files(),
            Pass::Joins => self.join_files(),
            Pass::Certify => {
                self.certify();
                Ok(())
            }
        }
    }
}
