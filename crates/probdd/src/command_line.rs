//! What was typed.

pub mod args;
