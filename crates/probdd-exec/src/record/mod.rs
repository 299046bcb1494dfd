//! What is known of a run: its events as they happen, the verdicts by content, the journal on disk.

mod candidate;
mod event;
mod history;
mod journal;
mod journal_record;
mod outlook;

pub use candidate::Candidate;
pub use event::{Committed, Elements, Event, Pass, Repeat};
pub use history::Key;
pub use journal::{Found, Journal};
pub use outlook::{Outlook, Span};

pub(crate) use history::History;
pub(crate) use journal_record::Kind;
