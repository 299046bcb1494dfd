//! What the screen shows at one moment, as plain data.

use super::board::{Board, Change, Text};
use super::difference::Difference;
use super::look::Look;
use super::rows::Rows;
use probdd_exec::Span;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// What the large part of the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    Best,
    Changes,
    Curve,
    Passes,
    Messages,
}

impl Tab {
    pub(super) const ALL: [Tab; 5] =
        [Tab::Best, Tab::Changes, Tab::Curve, Tab::Passes, Tab::Messages];

    pub(super) fn title(self) -> &'static str {
        match self {
            Tab::Best => "best",
            Tab::Changes => "changes",
            Tab::Curve => "curve",
            Tab::Passes => "passes",
            Tab::Messages => "messages",
        }
    }

    /// The tab so many places after this one.
    pub(super) fn after(self, places: usize) -> Tab {
        Tab::ALL[(self as usize + places) % Tab::ALL.len()]
    }
}

/// What the run does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Running,
    Paused,
    Stopping,
}

/// A test that runs: for how long, and whether its candidate may never be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Job {
    pub(super) time: Duration,
    pub(super) is_guess: bool,
}

impl View {
    /// How many tokens of the best were shown to be needed, if the search believes something.
    pub(super) fn shown_needed(&self) -> Option<usize> {
        let shown = self.picture.heat.iter().filter(|span| span.needed.is_none());
        let tokens = shown.map(|span| span.tokens).sum::<usize>();
        (!self.picture.heat.is_empty()).then(|| tokens.min(self.board.figures.best.tokens))
    }
}

/// The best candidate as it is shown. That of a large text may be some seconds old.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    pub(super) text: Text,
    /// Its rows, of this width.
    pub(super) rows: Rows,
    pub(super) width: usize,
    /// What the search believes of it, in order.
    pub(super) heat: Vec<Span>,
    /// What the candidate that runs takes away of it, in order.
    pub(super) tried: Vec<Range<usize>>,
    /// Where something has just gone from it, in order.
    pub(super) fresh: Vec<usize>,
}

/// A moment of the screen.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) board: Board,
    /// The name of the input.
    pub(super) name: String,
    pub(super) elapsed: Duration,
    pub(super) mode: Mode,
    pub(super) jobs: Vec<Job>,
    /// How many tests may run at a time.
    pub(super) most_jobs: usize,
    /// How long the next query has been computed, if that takes long.
    pub(super) computes: Option<Duration>,
    pub(super) tab: Tab,
    pub(super) shows_help: bool,
    /// The first row that the tab shows.
    pub(super) top: usize,
    /// The best candidate.
    pub(super) picture: Arc<Picture>,
    /// The least number of queries that decide the rest, if the search believes something.
    pub(super) queries_left: Option<u64>,
    /// The last changes, the newest one first.
    pub(super) changes: Vec<(Change, Arc<Difference>)>,
    /// What the last key did.
    pub(super) notice: Option<String>,
    pub(super) look: Look,
}
