//! The options of the tool, for programs.

use super::error::Error;
use crate::command_line::{ReduceArgs, options};
use std::ffi::OsString;

/// Reads options that were written as on the command line.
pub(super) fn read(typed: &[OsString]) -> Result<ReduceArgs, Error> {
    let failure = match options(typed) {
        Ok(args) => return Ok(args),
        Err(failure) => failure,
    };
    Err(failure.into())
}
