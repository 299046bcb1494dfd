//! Which transformers a run has, from what was typed and what is installed.

use super::strategy::{Polish, Strategy};
use crate::command_line::args::ReduceArgs;
use crate::error::{self, Failure};
use crate::transformers::{Chosen, clang_delta};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// The word for none but those that are named.
const NONE: &str = "none";

/// The transformers: those that were named, and `clang_delta`, where it is and has something to do.
pub(super) fn transformers(
    args: &ReduceArgs,
    strategy: &Strategy,
    is_fixpoint: bool,
) -> Result<Vec<Chosen>, Failure> {
    let named: Vec<&OsStr> = args.transformer.iter().map(OsString::as_os_str).collect();
    let polish = strategy.polish();
    let has_ladder = polish >= Polish::Tokens && is_fixpoint;
    let is_c = matches!(strategy.language(), Some("c" | "c++"));
    let here = std::env::current_dir();
    let here = here.map_err(|cause| error::io("cannot find the current directory", cause))?;
    let mut chosen = Vec::new();
    for name in named.iter().filter(|name| **name != NONE) {
        if !has_ladder {
            return Err(without_ladder(polish));
        }
        if *name == clang_delta::NAME {
            chosen.push(clang_delta(is_c)?);
        } else if name.as_bytes().trim_ascii().is_empty() {
            return Err(Failure::usage("--transformer names no command"));
        } else {
            chosen.push(Chosen::Command((*name).to_owned(), here.clone()));
        }
    }
    let is_automatic =
        has_ladder && polish == Polish::Full && is_c && !named.contains(&NONE.as_ref());
    if is_automatic && !named.contains(&clang_delta::NAME.as_ref()) {
        chosen.extend(clang_delta::find().map(Chosen::ClangDelta));
    }
    let mut distinct: Vec<Chosen> = Vec::new();
    for transformer in chosen {
        if !distinct.contains(&transformer) {
            distinct.push(transformer);
        }
    }
    Ok(distinct)
}

fn without_ladder(polish: Polish) -> Failure {
    let message = if polish >= Polish::Tokens {
        "--transformer has no effect on one pass: transformers are asked after the search"
            .to_owned()
    } else {
        let polish = polish.name();
        format!(
            "--transformer has no effect with --polish {polish}: transformers are asked after the search"
        )
    };
    Failure::usage(message).hint("use --polish full, or leave it out")
}

fn clang_delta(is_c: bool) -> Result<Chosen, Failure> {
    if !is_c {
        let message = "--transformer clang_delta has no effect: it knows C and C++ only";
        return Err(Failure::usage(message).hint("leave it out"));
    }
    clang_delta::find().map(Chosen::ClangDelta).ok_or_else(|| {
        let message = "cannot find clang_delta: neither on PATH nor where packages put it";
        Failure::usage(message).hint("install C-Vise or C-Reduce, or leave it out")
    })
}
