//! What stays of a run: the trace, a line a query; the report, one object a run.

mod checks;
mod processes;
mod summary;
mod tally;
mod trace;

pub use checks::{CheckHeader, ChecksTally};
pub use processes::{Replaced, note_survivors, survivors_in_all};
pub use summary::{Minimality, Report, Size, Summary};
pub use tally::{Acceptances, Recheck, Tally};
pub use trace::{Header, Trace};
