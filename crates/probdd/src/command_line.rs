//! The command line: what the user typed, before it is checked against the input. Only this file
//! and its folder know the argument parser.

mod args;
mod parsers;
mod values;

pub(crate) use args::{
    Command, ReduceArgs, ResumeArgs, RunArgs, Usage, parse, parse_reduction, refused_by_resume,
};
pub(crate) use parsers::Timeout;
pub(crate) use values::{FeedbackMode, Polish, Reducer, TextFormat, Value};
