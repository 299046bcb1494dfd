//! What a slot and its supervisor tell each other, a byte each; the shared memory holds the rest.

use std::ffi::CStr;

/// To the supervisor: start the process that is described in the shared memory.
pub(super) const RUN: u8 = b'r';
/// To the supervisor: kill the process and its descendants.
pub(super) const KILL: u8 = b'k';
/// To the supervisor: end.
pub(super) const QUIT: u8 = b'q';
/// From the supervisor: the process has ended, or was not started, and no descendant is left.
pub(super) const ENDED: u8 = b'e';

/// The name of a supervisor's process.
pub(super) const NAME: &CStr = c"probdd-slot";
