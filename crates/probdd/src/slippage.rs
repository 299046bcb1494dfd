//! What says, beside the verdicts, that the result may have another property than the input: it fails in
//! another known way; a candidate that should not hang nearly does.

use crate::messages::warnings;
use crate::property::{Context, Property, Signature, Signatures};
use crate::settings::Settings;
use probdd_core::Verdict;
use probdd_exec::Event;

/// What was seen so far.
#[derive(Debug, Default)]
pub(crate) struct Slippage {
    /// What the test printed about the input.
    of_input: Vec<u8>,
    /// What it printed about the last interesting candidate.
    of_last: Vec<u8>,
    /// Whether the user knows of a candidate that nearly hangs.
    is_told: bool,
}

impl Slippage {
    /// Takes note of an event. Returns what the user should know.
    pub(crate) fn on(&mut self, event: &Event, settings: &Settings) -> Option<String> {
        match event {
            Event::Baseline(answer, _) => {
                self.of_input.clone_from(&answer.outcome.output);
                None
            }
            Event::Committed(committed) => match committed.outcome.verdict {
                Verdict::Interesting => {
                    self.of_last.clone_from(&committed.outcome.output);
                    None
                }
                Verdict::Uninteresting if !self.is_told => {
                    let hang = settings.test.property().and_then(Property::wanted_hang)?;
                    let warning = warnings::nearly_hangs(committed.outcome.wall, hang)?;
                    self.is_told = true;
                    Some(warning)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The warning about a result that fails in a known way that is none of the input's.
    pub(crate) fn of_result(&self, settings: &Settings) -> Option<String> {
        if self.of_input.is_empty() || self.of_last.is_empty() {
            return None;
        }
        let signatures = Signatures::new(settings.signatures()).ok()?;
        let context = Context::of(&settings.input.bytes, &settings.input.shown_name());
        let of = |output| signatures.all_in(output, &context).collect::<Vec<Signature>>();
        let [before, after] = [of(&self.of_input), of(&self.of_last)];
        let is_old = |new: &Signature| before.iter().any(|old| old.regex == new.regex);
        match (&before[..], &after[..]) {
            ([old, ..], [new, ..]) if !after.iter().any(is_old) => {
                Some(warnings::fails_otherwise(&old.shown, &new.shown))
            }
            _ => None,
        }
    }
}
