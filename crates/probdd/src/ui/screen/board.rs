//! What the screen knows of a run. Events only store numbers and an `Arc` here; everything that takes
//! time is done by the thread that draws.

use crate::report::{Size, Tally};
use crate::settings::Settings;
use probdd_exec::{Candidate, Event};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The curve has at most so many points; then every second one goes.
const MOST_POINTS: usize = 2048;

/// How many verdicts the sparkline is made of.
const MOST_VERDICTS: usize = 512;

/// How many changes and messages are kept.
const MOST_CHANGES: usize = 8;
const MOST_MESSAGES: usize = 200;

/// The texts of the changes that are kept have at most so many bytes together.
const MOST_CHANGED: usize = 16 << 20;

/// A text of the run, which is shared.
#[derive(Clone, Debug)]
pub(super) enum Text {
    /// The unmodified input.
    Input(Arc<Settings>),
    /// A candidate.
    Candidate(Arc<Candidate>),
}

impl Text {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Text::Input(settings) => &settings.input.bytes,
            Text::Candidate(candidate) => &candidate.bytes,
        }
    }

    /// Whether both are the same text, found out without comparing them.
    pub(super) fn is(&self, other: &Text) -> bool {
        std::ptr::eq(self.bytes(), other.bytes())
    }
}

/// The size of the best candidate at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) queries: u64,
    pub(super) tokens: usize,
}

/// What passes of one name have asked and earned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Earned {
    pub(super) pass: &'static str,
    pub(super) times: u64,
    pub(super) queries: u64,
    pub(super) interesting: u64,
    /// The tokens that went.
    pub(super) tokens: i64,
}

/// A new best candidate.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) query: u64,
    pub(super) pass: &'static str,
    pub(super) before: Text,
    pub(super) after: Text,
}

/// A line for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Message {
    pub(super) is_warning: bool,
    pub(super) text: Arc<str>,
}

/// The counts that the screen shows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pub(super) input: Size,
    pub(super) best: Size,
    pub(super) queries: u64,
    pub(super) replayed: u64,
    pub(super) interesting: u64,
    pub(super) timed_out: u64,
    pub(super) last_reduction: u64,
    pub(super) is_replaying: bool,
}

/// What is known of a run.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// Grows with every event.
    pub(super) version: u64,
    pub(super) figures: Figures,
    pub(super) best: Text,
    /// When the best candidate was found.
    pub(super) reduced: Option<Instant>,
    /// The candidate that the search waits for.
    pub(super) tried: Option<Text>,
    pub(super) curve: Vec<Point>,
    /// The last verdicts: whether each was interesting.
    pub(super) verdicts: VecDeque<bool>,
    /// The passes so far, in the order in which their names came up.
    pub(super) passes: Vec<Earned>,
    /// The current pass, and its file if that is one of several.
    pub(super) pass: Option<(&'static str, Option<Arc<str>>)>,
    pub(super) changes: VecDeque<Change>,
    pub(super) messages: VecDeque<Message>,
}

impl Board {
    /// Nothing has happened yet. `size` is the size of the input, as far as it is known.
    pub(super) fn new(settings: Arc<Settings>, size: Size) -> Board {
        Board {
            version: 0,
            figures: Figures { input: size, best: size, ..Figures::default() },
            best: Text::Input(settings),
            reduced: None,
            tried: None,
            curve: Vec::new(),
            verdicts: VecDeque::new(),
            passes: Vec::new(),
            pass: None,
            changes: VecDeque::new(),
            messages: VecDeque::new(),
        }
    }

    /// Notes an event after it was counted.
    pub(super) fn note(&mut self, event: &Event, tally: &Tally) {
        self.version += 1;
        let tokens_before = self.figures.best.tokens;
        self.figures = Figures::of(tally);
        match event {
            Event::Baseline(..) => self.add_point(),
            Event::PassBegan(pass) => {
                self.pass = Some((pass.name, pass.file.clone()));
                self.earned(pass.name).times += 1;
            }
            Event::Asked(candidate) => self.tried = Some(Text::Candidate(Arc::clone(candidate))),
            Event::Committed(committed) => {
                let is_interesting = committed.outcome.verdict.is_interesting();
                self.note_verdict(is_interesting);
                if let Some((name, _)) = self.pass {
                    let earned = self.earned(name);
                    earned.queries += 1;
                    earned.interesting += u64::from(is_interesting);
                }
            }
            Event::Reduced(candidate) => self.reduce(candidate, tokens_before),
            Event::Repeated(_)
            | Event::Rejected
            | Event::Verified(_)
            | Event::Refuted(..)
            | Event::Rechecked(_)
            | Event::Unreliable(_)
            | Event::SteppedBack(..)
            | Event::ReplayEnded
            | Event::Skipped
            | Event::PassEnded => {}
        }
    }

    /// Adds a line for the user.
    pub(super) fn say(&mut self, is_warning: bool, text: &str) {
        self.version += 1;
        self.messages.push_back(Message { is_warning, text: text.into() });
        if self.messages.len() > MOST_MESSAGES {
            self.messages.pop_front();
        }
    }

    fn note_verdict(&mut self, is_interesting: bool) {
        self.verdicts.push_back(is_interesting);
        if self.verdicts.len() > MOST_VERDICTS {
            self.verdicts.pop_front();
        }
    }

    fn earned(&mut self, pass: &'static str) -> &mut Earned {
        let at = self.passes.iter().position(|earned| earned.pass == pass).unwrap_or_else(|| {
            self.passes.push(Earned { pass, times: 0, queries: 0, interesting: 0, tokens: 0 });
            self.passes.len() - 1
        });
        &mut self.passes[at]
    }

    fn reduce(&mut self, candidate: &Arc<Candidate>, tokens_before: usize) {
        let pass = self.pass.as_ref().map_or("", |(name, _)| name);
        let earned = self.earned(pass);
        earned.tokens = earned.tokens.saturating_add_unsigned(tokens_before as u64);
        earned.tokens = earned.tokens.saturating_sub_unsigned(candidate.tokens as u64);
        let after = Text::Candidate(Arc::clone(candidate));
        let before = std::mem::replace(&mut self.best, after.clone());
        self.changes.push_back(Change { query: self.figures.queries, pass, before, after });
        let is_much = |changes: &VecDeque<Change>| {
            let bytes: usize = changes.iter().map(|change| change.before.bytes().len()).sum();
            changes.len() > MOST_CHANGES || changes.len() > 1 && bytes > MOST_CHANGED
        };
        while is_much(&self.changes) {
            self.changes.pop_front();
        }
        self.reduced = Some(Instant::now());
        self.add_point();
    }

    fn add_point(&mut self) {
        let Figures { queries, best, .. } = self.figures;
        self.curve.push(Point { queries, tokens: best.tokens });
        if self.curve.len() > MOST_POINTS {
            let mut at = 0;
            self.curve.retain(|_| {
                at += 1;
                at % 2 == 1
            });
        }
    }
}

impl Figures {
    fn of(tally: &Tally) -> Figures {
        Figures {
            input: tally.input,
            best: tally.best,
            queries: tally.queries.committed,
            replayed: tally.replayed,
            interesting: tally.queries.interesting,
            timed_out: tally.queries.timed_out,
            last_reduction: tally.last_reduction,
            is_replaying: tally.is_replaying,
        }
    }

    /// The queries a second of this run, without those that an earlier run has answered.
    pub(super) fn rate(&self, wall: Duration) -> f64 {
        self.queries.saturating_sub(self.replayed) as f64 / wall.as_secs_f64().max(1e-3)
    }

    /// How much of the input is left, in percent.
    pub(super) fn percent(&self) -> f64 {
        100.0 * self.best.tokens as f64 / self.input.tokens.max(1) as f64
    }
}

/// The board, which two threads share.
pub(super) fn lock(board: &Mutex<Board>) -> MutexGuard<'_, Board> {
    board.lock().unwrap_or_else(PoisonError::into_inner)
}
