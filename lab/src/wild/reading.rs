//! How one file is read: as which language, with which errors, in which time.

use super::list::{self, ListedFile};
use crate::packages::Package;
use crate::usage::own_micros;
use anyhow::{Result, bail};
use fs_err as fs;
use probdd_syntax::{Fallback, Language, parse};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What is known of a file after it was read.
#[derive(Debug, Deserialize, Serialize)]
pub(super) struct Reading {
    pub(super) group: String,
    /// Manager, package, version, path inside the package.
    pub(super) label: String,
    /// Where the file lies.
    path: String,
    /// The language that it is read as, if any is known.
    language: Option<String>,
    pub(super) bytes: usize,
    /// Whether no language with a grammar is known for it.
    pub(super) is_unknown: bool,
    /// Whether it is read without the grammar of its language.
    pub(super) is_fallback: bool,
    pub(super) error_bytes: usize,
    /// The CPU time to parse it and to build the tree.
    pub(super) seconds: f64,
    /// The CPU time to parse it once, as it is.
    pub(super) seconds_once: f64,
}

impl Reading {
    /// Reads a file as the tool does, from its name and its content.
    fn of(path: &Path, text: &[u8], group: &str, label: String) -> Reading {
        let language = Language::of_file(path, text);
        let started = own_micros();
        let errors = language.map(|language| language.errors(text, usize::MAX));
        std::hint::black_box(errors);
        let seconds_once = (own_micros() - started) as f64 / 1e6;
        let started = own_micros();
        let document = language.map(|language| parse(language, text));
        let seconds = (own_micros() - started) as f64 / 1e6;
        let fallback = document.as_ref().and_then(probdd_syntax::Document::fallback);
        let error_bytes = match (&document, fallback) {
            (_, Some(Fallback::Errors { error_bytes })) => error_bytes,
            (Some(document), None) => document.error_bytes(),
            _ => 0,
        };
        Reading {
            group: group.to_owned(),
            label,
            path: path.display().to_string(),
            language: language.map(|language| language.name().to_owned()),
            bytes: text.len(),
            is_unknown: language.is_none_or(Language::is_any_text),
            is_fallback: fallback.is_some(),
            error_bytes,
            seconds,
            seconds_once,
        }
    }

    /// Whether its grammar does not explain all of the file.
    pub(super) fn has_errors(&self) -> bool {
        self.is_fallback || self.error_bytes > 0
    }

    /// Group, `no grammar`, `falls back` or `errors`, the language that the file is read as, the percentage of
    /// bytes in errors, and the path.
    pub(super) fn line(&self) -> String {
        let Reading { group, path, bytes, error_bytes, .. } = self;
        let what = match (self.is_unknown, self.is_fallback) {
            (true, _) => "no grammar",
            (_, true) => "falls back",
            _ => "errors",
        };
        let language = self.language.as_deref().unwrap_or("unknown");
        let percent = *error_bytes as f64 * 100.0 / *bytes as f64;
        format!("{group}\t{what}\t{language}\t{percent:.1} %\t{path}")
    }
}

/// Reads a file of the list, unless its package could not be had.
pub(super) fn read(cache: &Path, package: &Package, file: &ListedFile) -> Result<Option<Reading>> {
    let path = cache.join(package.folder_name()).join(&file.path);
    let label = format!("{package}: {}", file.path);
    if !path.is_file() {
        eprintln!("note: absent: {label}");
        return Ok(None);
    }
    let text = fs::read(&path)?;
    if list::hash(&text) != file.hash {
        bail!("this is not the file of the list: {label} ({})", path.display());
    }
    // The tables of a grammar are loaded at its first use.
    if let Some(language) = Language::of_file(&path, &text) {
        parse(language, b"");
    }
    Ok(Some(Reading::of(&path, &text, &file.group, label)))
}
