//! What stays of a run: the trace, a line a query; the report, one object a run.

mod check_counts;
mod json;
mod replaced_processes;
mod tally;
mod trace;

pub use check_counts::{CheckHeader, ChecksTally};
pub use json::{Minimality, Report, Size, Summary};
pub use replaced_processes::{Replaced, note_survivors, survivors_in_all};
pub use tally::{Acceptances, Recheck, Tally};
pub use trace::{Header, Trace};
