//! What the user is told.

pub(crate) mod process;
pub(crate) mod unreliable;
pub(crate) mod weak_test;
