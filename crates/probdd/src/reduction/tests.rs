//! Whole reductions within this process: real searches and grammars, and a scripted test.

mod files;
mod instructions;
mod lines;
mod names;
mod reduced_again;
mod scripted;
mod unreliable;
mod windows;
