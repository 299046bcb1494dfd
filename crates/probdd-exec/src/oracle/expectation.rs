//! When a check holds: its exit code, and what it prints.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use probdd_core::Verdict;
use regex::bytes::Regex;

use super::outcome::EXIT_UNRESOLVED;
use crate::process::End;

/// How much of each stream is searched for patterns.
const MOST_BYTES: u64 = 16 << 20;

/// Shells add this to a signal's number to make it an exit code.
const OF_SIGNAL: i32 = 128;

/// When a check holds.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The exit code is one of these. A check that a signal killed has 128 and the signal's number.
    pub exit: Vec<i32>,
    /// The output meets all of these.
    pub patterns: Vec<Pattern>,
}

/// What the output of a check has to contain, or must not contain.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The stream that is searched.
    pub stream: Stream,
    /// Whether the stream has to match.
    pub is_wanted: bool,
    /// The regular expression.
    pub regex: Regex,
}

/// An output stream of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
}

/// The judgement of a run.
pub(super) struct Judged {
    pub(super) verdict: Verdict,
    pub(super) fault: Option<String>,
    /// Standard output and standard error, if they were searched.
    pub(super) texts: Vec<Vec<u8>>,
}

impl Default for Expectation {
    /// Exit code 0.
    fn default() -> Expectation {
        Expectation { exit: vec![0], patterns: Vec::new() }
    }
}

impl Expectation {
    /// Whether the output has to be in files.
    pub(super) fn has_patterns(&self) -> bool {
        !self.patterns.is_empty()
    }

    /// Judges a run by its end, and by the output in the files of this name.
    pub(super) fn judge(&self, end: End, printed: &Path) -> Judged {
        let texts: Vec<_> = if self.has_patterns() {
            [Stream::Stdout, Stream::Stderr].map(|stream| stream.read(printed)).into()
        } else {
            Vec::new()
        };
        let (verdict, fault) = match self.exit(end) {
            (Verdict::Interesting, _) => match self.mismatch(&texts) {
                None => (Verdict::Interesting, None),
                fault => (Verdict::Uninteresting, fault),
            },
            (verdict, fault) => (verdict, Some(fault)),
        };
        Judged { verdict, fault, texts }
    }

    fn exit(&self, end: End) -> (Verdict, String) {
        let by_code = |code: i32, what: String| {
            let verdict = match code {
                code if self.exit.contains(&code) => Verdict::Interesting,
                EXIT_UNRESOLVED => Verdict::Unresolved,
                _ => Verdict::Uninteresting,
            };
            (verdict, what)
        };
        match end {
            End::Exited(code) => by_code(code, format!("exited with {code}")),
            End::Signaled(signal) => {
                by_code(OF_SIGNAL + signal, format!("was killed by signal {signal}"))
            }
            End::TimedOut => (Verdict::Unresolved, "did not end in time".into()),
            End::OutOfDisk => (Verdict::Unresolved, "wrote more than --disk allows".into()),
            End::Interrupted => (Verdict::Unresolved, "was interrupted".into()),
            End::Lost | End::Answered | End::Garbled => {
                let what = "killed or stopped the process that watches over it";
                (Verdict::Unresolved, what.into())
            }
        }
    }

    /// Returns the first pattern that the output does not meet.
    fn mismatch(&self, texts: &[Vec<u8>]) -> Option<String> {
        let is_wrong = |pattern: &&Pattern| {
            pattern.regex.is_match(&texts[pattern.stream as usize]) != pattern.is_wanted
        };
        self.patterns.iter().find(is_wrong).map(|Pattern { stream, is_wanted, regex }| {
            let name = stream.name();
            let how = if *is_wanted { "does not match" } else { "matches" };
            format!("printed to {name} what {how} `{regex}`")
        })
    }
}

impl Stream {
    fn name(self) -> &'static str {
        match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
        }
    }

    fn read(self, printed: &Path) -> Vec<u8> {
        let suffix = match self {
            Stream::Stdout => "out",
            Stream::Stderr => "err",
        };
        let mut text = Vec::new();
        // Without a file nothing was printed.
        if let Ok(file) = File::open(printed.with_extension(suffix)) {
            let _ = file.take(MOST_BYTES).read_to_end(&mut text);
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(expectation: &Expectation, end: End) -> Verdict {
        expectation.judge(end, Path::new("/nowhere")).verdict
    }

    #[test]
    fn any_of_several_exit_codes_is_accepted() {
        let zero = Expectation::default();
        assert_eq!(verdict(&zero, End::Exited(0)), Verdict::Interesting);
        assert_eq!(verdict(&zero, End::Exited(1)), Verdict::Uninteresting);
        assert_eq!(verdict(&zero, End::Exited(125)), Verdict::Unresolved);
        assert_eq!(verdict(&zero, End::TimedOut), Verdict::Unresolved);
        let crash = Expectation { exit: vec![125, 139], ..Expectation::default() };
        for end in [End::Exited(125), End::Exited(139), End::Signaled(11)] {
            assert_eq!(verdict(&crash, end), Verdict::Interesting);
        }
        assert_eq!(verdict(&crash, End::Exited(0)), Verdict::Uninteresting);
    }

    #[test]
    fn patterns_match_line_by_line() {
        let regex = |text: &str| {
            regex::bytes::RegexBuilder::new(text).multi_line(true).build().expect("it is one")
        };
        let pattern = |stream, is_wanted, text| Pattern { stream, is_wanted, regex: regex(text) };
        let patterns = vec![
            pattern(Stream::Stdout, true, "^sum = [0-9]+$"),
            pattern(Stream::Stderr, false, "warning"),
        ];
        let expectation = Expectation { patterns, ..Expectation::default() };
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let printed = dir.path().join("check-0");
        let judge = |out: &str, err: &str| {
            std::fs::write(printed.with_extension("out"), out).expect("it can be written");
            std::fs::write(printed.with_extension("err"), err).expect("it can be written");
            expectation.judge(End::Exited(0), &printed).fault
        };
        assert_eq!(judge("x\nsum = 5\n", "note"), None);
        let fault = judge("sum = x\n", "").expect("it does not match");
        assert_eq!(fault, "printed to stdout what does not match `^sum = [0-9]+$`");
        let fault = judge("sum = 5\n", "a warning").expect("it matches");
        assert_eq!(fault, "printed to stderr what matches `warning`");
    }
}
