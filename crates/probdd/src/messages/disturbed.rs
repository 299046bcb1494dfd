//! Warnings about tests that disturb each other when they run at the same time.

use std::path::PathBuf;

/// The most files that are named.
const NAMED: usize = 3;

/// Every test gets a `/tmp` of its own.
pub(crate) fn private_tmp(files: &[PathBuf]) -> String {
    format!("{}: each test gets a /tmp of its own (--private-tmp off shares it)", why(files))
}

/// Tests run one by one.
pub(crate) fn one_by_one(files: &[PathBuf]) -> String {
    format!(
        "{}: tests run one by one, as with -j 1; to run several at a time, write temporary files in the \
         test's working directory or in $TMPDIR",
        why(files)
    )
}

fn why(files: &[PathBuf]) -> String {
    let disturb = "tests that run at the same time disturb each other";
    if files.is_empty() {
        return format!(
            "{disturb}: on the same text, they answer as they do one by one only sometimes"
        );
    }
    let names: Vec<String> =
        files.iter().take(NAMED).map(|file| format!("`{}`", file.display())).collect();
    let more = if files.len() > NAMED { ", ..." } else { "" };
    format!("{disturb}, because each writes {}{more}", names.join(", "))
}
