//! What remains of a run: the trace, one line per query; the report, one object per run.

mod check_counts;
mod difference;
mod files;
mod html;
mod json;
mod replaced_processes;
mod tally;
mod trace;

pub(crate) use files::{Content, FileHeader};
pub(crate) use html::{Fact, ReadTrace, TestRow, Told, write_page};
pub(crate) use json::{Minimality, Summary, write_report};
pub(crate) use tally::{Asked, Point, Tally};
pub(crate) use trace::{CheckHeader, Header, Size, Trace};
