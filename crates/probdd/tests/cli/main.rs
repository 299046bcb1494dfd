//! End to end: the real binary, real interestingness tests, real processes.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests start processes, and say what they skip"
)]
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that does not work")]

mod again;
mod any_text;
mod bad_input;
mod bench;
mod binary;
mod check_test;
mod checks;
mod chisel;
mod commands;
mod conditions;
mod containment;
mod edited;
mod environment;
mod everyday;
mod examples;
mod faults;
mod figures;
mod files;
mod finishing;
mod fixup;
mod foreign;
mod full_disk;
mod grammar;
mod growth;
mod hostile;
mod html;
mod inside;
mod ladder;
mod large;
mod large_results;
mod library;
mod mark;
mod memory;
mod messages;
mod minimal;
mod mounts;
mod nesting;
mod persistent;
mod pins;
mod property;
mod recipes;
mod reducers;
#[cfg(feature = "remote")]
mod remote;
mod report;
mod resume;
mod screen;
mod several_files;
mod several_in_place;
mod side_by_side;
mod standard_input;
mod stopping;
mod text_formats;
mod tidy;
mod trace;
mod transformers;
mod tutorial;
mod units;
mod unreliable;
