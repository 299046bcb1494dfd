//! Programs between the tool and a subject's test, which run the test once for each text.
//!
//! Many methods ask about the same texts, and the test of a subject is deterministic. The number of
//! queries that a method takes is not affected. The tool runs them as hidden commands of this program.

pub(crate) mod check;
pub(crate) mod entry;
pub(crate) mod test;
