//! What users write who know other tools, and what takes its place here.

use crate::files::{is_executable, search_path};
use std::ffi::OsString;
use std::path::Path;

/// Options of C-Reduce, C-Vise, Shrink Ray, Perses, picire and others, each with advice.
const HABITS: &[(&[&str], &str)] = &[
    (
        &["-n", "--n", "--parallel", "--parallelism", "--threads", "--num-threads"],
        "to run N tests at a time, write -j N or --jobs N",
    ),
    (&["--not-c", "--no-clang-delta"], NO_CLANG),
    (&["--clang-delta"], "clang_delta is found on PATH: --transformer clang_delta"),
    (&["--tidy"], "there is no backup to leave out: INPUT is written only with --in-place"),
    (&["--backup", "--in_place", "--inplace"], "--in-place replaces INPUT and keeps INPUT.orig"),
    (
        &["--save-temps", "--cp_minimal"],
        "--trace PATH records every query; the best candidate is always in the result file",
    ),
    (
        &["--sllooww", "--slow", "--fast", "--skip-initial-passes", "--max-improvement"],
        "--polish none|templates|tokens|full says how much is tried; full is the default",
    ),
    (
        &["--add-pass", "--remove-pass", "--pass-group", "--start-with-pass", "--list-passes"],
        "there are no passes to choose: see --reducer and --polish",
    ),
    (
        &["--no-default-passes", "--no-give-up", "--skip-key-off"],
        "leave it out: there is nothing like it",
    ),
    (&["--also-interesting"], "only exit code 0 is interesting: let the test map others to it"),
    (&["--shaddap", "--no-timing", "--timestamp"], "to print less, write -q or --quiet"),
    (&["--print-diff", "--debug", "--log-level"], "to print every query, write -v or --verbose"),
    (&["--no-cache", "--no-kill", "--die-on-pass-bug"], "leave it out: it cannot be changed"),
    (&["--test", "--test-script", "--interestingness-test"], ORDER),
    (&["--input", "--input-file", "--source", "--testcase"], ORDER),
    (&["--out", "--output-dir"], "to name the result, write -o PATH or --output PATH"),
    (
        &["--char", "--atom", "--lines", "--symbol"],
        "see --granularity line|token|char|byte|bracket",
    ),
    (&["--strategy", "--algorithm"], "see --reducer and --minimizer"),
    (&["--volume", "--verbosity"], "to print less or more, write -q or -v"),
    (
        &["--interesting-exit-code"],
        "only exit code 0 is interesting: let the test map others to it",
    ),
    (&["--temp-dir", "--tmp"], "the environment variable TMPDIR names the directory"),
    (
        &["--time-limit", "--max-seconds"],
        "to stop early, write --max-time TIME; for one query, --timeout TIME",
    ),
];

const NO_CLANG: &str = "for any other text, write --language none; for C without clang_delta, \
                        --transformer none";
const ORDER: &str = "the test and the input are arguments: probdd <TEST> <INPUT>";

/// What to write instead of an option of another reducer.
pub(crate) fn advice(option: &str) -> Option<&'static str> {
    HABITS.iter().find(|(options, _)| options.contains(&option)).map(|(_, advice)| *advice)
}

/// What to write if a command stands in the place of the test or after the input without `--`: a
/// word that names no file but a program on PATH, or several words in one that begin so.
pub(crate) fn misplaced_command(arguments: &[OsString]) -> Option<String> {
    let words = || arguments.iter().skip(1).filter_map(|word| word.to_str());
    if words().any(|word| word == "--") {
        return None;
    }
    let names_program = |word: &&str| {
        let name = word.split_whitespace().next().unwrap_or_default();
        let is_bare = !name.is_empty() && !name.contains('/') && !Path::new(word).exists();
        is_bare && search_path().iter().any(|place| is_executable(&place.join(name)))
    };
    let command = words().filter(|word| !word.starts_with('-')).take(2).find(names_program)?;
    Some(format!("a command stands after the input and `--`: probdd INPUT -- {command}"))
}
