//! The transformers of a run: the ones that the user named, and `clang_delta` if it is installed.

use super::Strategy;
use crate::command_line::{Fixpoint, Polish, ReduceArgs, Value};
use crate::error::{Failure, current_directory};
use crate::transformers::{CLANG_DELTA, Transformer, find_clang_delta};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// The word for no transformers except the named ones.
const NONE: &str = "none";

/// Chooses the transformers.
pub(super) fn transformers(
    args: &ReduceArgs,
    strategy: &Strategy,
    fixpoint: Option<Fixpoint>,
) -> Result<Vec<Transformer>, Failure> {
    let has_ladder = strategy.polish >= Polish::Tokens && fixpoint == Some(Fixpoint::Full);
    let is_c = matches!(strategy.language(), Some("c" | "c++"));
    let is_named = |word: &str| args.transformer.iter().any(|name| name == word);
    let mut chosen = Vec::new();
    for name in args.transformer.iter().filter(|name| *name != NONE) {
        if !has_ladder {
            return Err(without_ladder(strategy.polish));
        }
        let transformer = named(name, is_c)?;
        if !chosen.contains(&transformer) {
            chosen.push(transformer);
        }
    }
    let is_automatic = has_ladder && strategy.polish == Polish::Full && is_c && !is_named(NONE);
    if is_automatic && !is_named(CLANG_DELTA) {
        chosen.extend(find_clang_delta().map(Transformer::ClangDelta));
    }
    Ok(chosen)
}

/// The transformer that a user named.
fn named(name: &OsStr, is_c: bool) -> Result<Transformer, Failure> {
    if name == CLANG_DELTA {
        return clang_delta(is_c);
    }
    if name.as_bytes().trim_ascii().is_empty() {
        return Err(Failure::usage("--transformer names no command"));
    }
    Ok(Transformer::Command { command: name.to_owned(), directory: current_directory()? })
}

fn without_ladder(polish: Polish) -> Failure {
    let message = if polish >= Polish::Tokens {
        "--transformer has no effect on one pass: transformers run after the search".to_owned()
    } else {
        let polish = polish.word();
        format!(
            "--transformer has no effect with --polish {polish}: transformers run after the search"
        )
    };
    Failure::usage(message).hint("use --polish full, or leave it out")
}

fn clang_delta(is_c: bool) -> Result<Transformer, Failure> {
    if !is_c {
        let message = "--transformer clang_delta has no effect: it supports C and C++ only";
        return Err(Failure::usage(message).hint("leave it out"));
    }
    find_clang_delta().map(Transformer::ClangDelta).ok_or_else(|| {
        let message = "cannot find clang_delta, neither on PATH nor where packages install it";
        Failure::usage(message).hint("install C-Vise or C-Reduce, or leave it out")
    })
}
