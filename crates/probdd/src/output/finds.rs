//! `--keep-finds`: candidates that fail in another known way than the input.
//!
//! A reduction runs the test on thousands of programs that nobody has tried before, so it finds other
//! bugs on its way. Of each kind, the smallest candidate is kept in a directory of its own.

use crate::error::{Failure, cannot};
use crate::files::{sha256, write};
use crate::input::Input;
use crate::property::{Context, Property, Signature, Signatures, signal_of};
use probdd_core::Verdict;
use probdd_exec::{Outcome, write_bundle};
use regex::bytes::Regex;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The file that says what was found.
const NOTE: &str = "signature.txt";

/// How many characters of a signature are part of the name of its directory.
const NAME_LENGTH: usize = 60;

/// How many digits of a hash tell signatures apart that begin alike.
const DIGITS: usize = 8;

/// The candidates that are kept.
#[derive(Debug)]
pub(crate) struct Finds {
    directory: PathBuf,
    signatures: Signatures,
    context: Context,
    /// What the wanted failure prints.
    wanted: Vec<Regex>,
    /// The signals that end the wanted failure.
    wanted_signals: Vec<i32>,
    input: Input,
    known: Mutex<Known>,
}

/// What has been seen so far.
#[derive(Debug, Default)]
struct Known {
    /// How the test fails on the first interesting candidate, usually the input.
    wanted: Option<Signature>,
    /// The sizes of the finds, by the regular expressions of their signatures.
    sizes: HashMap<String, usize>,
}

impl Finds {
    /// Keeps finds in a directory, which is made with the first of them.
    ///
    /// # Errors
    /// When the path is that of a file.
    pub(crate) fn new(
        directory: &Path,
        signatures: Signatures,
        property: Option<&Property>,
        input: &Input,
    ) -> Result<Finds, Failure> {
        if directory.exists() && !directory.is_dir() {
            let message = format!("`{}` of --keep-finds is not a directory", directory.display());
            return Err(Failure::usage(message));
        }
        Ok(Finds {
            directory: std::path::absolute(directory).map_err(cannot("find", directory))?,
            context: Context::of(&input.bytes, &input.shown_name()),
            signatures,
            wanted: property.map(Property::wanted_output).unwrap_or_default(),
            wanted_signals: property.map(Property::wanted_signals).unwrap_or_default(),
            input: input.clone(),
            known: Mutex::default(),
        })
    }

    /// Keeps a candidate if the test failed on it in a known way that is not the wanted one. What
    /// cannot be written is left out.
    pub(crate) fn see(&self, candidate: &[u8], outcome: &Outcome) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let is_interesting = outcome.verdict == Verdict::Interesting;
        if is_interesting && known.wanted.is_some() {
            return;
        }
        let Some(signature) = self.found(outcome) else { return };
        if is_interesting {
            known.wanted = Some(signature);
            return;
        }
        if known.wanted.as_ref().is_some_and(|wanted| wanted.regex == signature.regex) {
            return;
        }
        let place = self.place(&signature);
        let size = known.sizes.get(&signature.regex).copied().or_else(|| size_on_disk(&place));
        if size.is_none_or(|size| candidate.len() < size)
            && self.keep(&place, candidate, &signature).is_ok()
        {
            known.sizes.insert(signature.regex, candidate.len());
        }
    }

    fn found(&self, outcome: &Outcome) -> Option<Signature> {
        let output = &outcome.output;
        if self.wanted.iter().any(|wanted| wanted.is_match(output)) {
            return None;
        }
        let printed = self.signatures.all_in(output, &self.context).next();
        let signal = || {
            let signal =
                signal_of(outcome.end).filter(|signal| !self.wanted_signals.contains(signal))?;
            Some(Signature::of_signal(signal))
        };
        printed.or_else(signal)
    }

    fn place(&self, signature: &Signature) -> PathBuf {
        let shown = signature.shown.chars().map(|c| if c.is_alphanumeric() { c } else { '-' });
        let mut name: String = shown.take(NAME_LENGTH).collect();
        while name.contains("--") {
            name = name.replace("--", "-");
        }
        let hash = sha256(signature.regex.as_bytes());
        self.directory.join(format!("{}-{}", name.trim_matches('-'), &hash[..DIGITS]))
    }

    fn keep(&self, place: &Path, candidate: &[u8], signature: &Signature) -> Result<(), Failure> {
        fs::create_dir_all(place).map_err(cannot("make", place))?;
        let size = candidate.len();
        let note = format!("{}\nmatches {}\n{size} bytes\n", signature.shown, signature.regex);
        if self.input.files.is_some() {
            let files = place.join("files");
            if files.exists() {
                fs::remove_dir_all(&files).map_err(cannot("replace", &files))?;
            }
            fs::create_dir_all(&files).map_err(cannot("make", &files))?;
            write_bundle(&files, candidate)
                .map_err(|(path, cause)| cannot("write", &path)(cause))?;
        } else {
            write(&place.join(&self.input.name), candidate)?;
        }
        write(&place.join(NOTE), note.as_bytes())
    }
}

/// The size of a find of an earlier run.
fn size_on_disk(place: &Path) -> Option<usize> {
    let note = fs::read_to_string(place.join(NOTE)).ok()?;
    note.lines().last()?.strip_suffix(" bytes")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_exec::End;

    fn outcome(end: End, output: &str) -> Outcome {
        Outcome { output: output.into(), ..Outcome::new(Verdict::Uninteresting, end) }
    }

    /// The names of the finds, without their hashes, and what is in them.
    fn kept(directory: &Path) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let mut kept: Vec<_> = entries
            .map(|entry| {
                let name = entry.file_name().into_string().expect("it is text");
                let text = fs::read(entry.path().join("x.c")).expect("it is there");
                (name[..name.len() - DIGITS - 1].to_owned(), text)
            })
            .collect();
        kept.sort();
        kept
    }

    #[test]
    fn the_smallest_candidate_of_each_other_failure_is_kept() {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let place = dir.path().join("finds");
        let input = Input {
            path: dir.path().join("x.c"),
            dir: dir.path().to_path_buf(),
            name: "x.c".into(),
            bytes: b"int f();".to_vec(),
            files: None,
        };
        let finds = || {
            let signatures = Signatures::new(&[]).expect("the tables are sound");
            Finds::new(&place, signatures, None, &input).expect("it can be made")
        };
        let seen = finds();
        let ice = |place: &str| format!("internal compiler error: in {place}, at a.c:1");
        seen.see(b"aaaa", &outcome(End::Exited(1), &ice("f")));
        seen.see(b"aaaaa", &outcome(End::Exited(1), &ice("f")));
        seen.see(b"bb", &outcome(End::Exited(1), &ice("g")));
        seen.see(b"c", &outcome(End::Exited(1), "x.c:1: error: no"));
        seen.see(b"dd", &outcome(End::Signaled(11), ""));
        // The failure of the input is none of them.
        let wanted = Outcome { verdict: Verdict::Interesting, ..outcome(End::Signaled(6), "") };
        seen.see(b"input", &wanted);
        seen.see(b"i", &outcome(End::Signaled(6), ""));
        let wanted = |first: &[u8]| {
            let ice = |place| format!("internal-compiler-error-in-{place}-at-a-c");
            vec![
                (ice("f"), first.to_vec()),
                (ice("g"), b"bb".to_vec()),
                ("killed-by-SIGSEGV".into(), b"dd".to_vec()),
            ]
        };
        assert_eq!(kept(&place), wanted(b"aaaa"));
        // A later run keeps what is smaller.
        let seen = finds();
        seen.see(b"eeeee", &outcome(End::Exited(1), &ice("f")));
        assert_eq!(kept(&place), wanted(b"aaaa"));
        seen.see(b"e", &outcome(End::Exited(1), &ice("f")));
        assert_eq!(kept(&place), wanted(b"e"));
    }
}
