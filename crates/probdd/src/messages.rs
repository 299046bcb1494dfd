//! Messages to the user during and after a run: errors with hints, and warnings.
//!
//! Errors about the command line and about files are worded where they are detected.

pub(crate) mod check;
pub(crate) mod disturbed;
pub(crate) mod failures;
pub(crate) mod not_interesting;
pub(crate) mod numbers;
pub(crate) mod own_limit;
pub(crate) mod property;
pub(crate) mod reasons;
#[cfg(feature = "remote")]
pub(crate) mod remote;
pub(crate) mod slow;
pub(crate) mod unreliable;
pub(crate) mod warnings;
pub(crate) mod weak_test;
