//! When a check holds: how it ends, and what it prints.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use probdd_core::Verdict;
use regex::bytes::Regex;

use super::outcome::EXIT_UNRESOLVED;
use crate::process::End;

/// How much of each stream is searched for patterns.
pub(super) const MOST_BYTES: u64 = 16 << 20;

/// Over how many lines a match extends that is excepted.
const MOST_LINES: usize = 4;

/// Shells add this to a signal's number to make it an exit code.
const OF_SIGNAL: i32 = 128;

/// When a check holds.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// How it ends.
    pub end: ExpectedEnd,
    /// The output meets all of these.
    pub patterns: Vec<Pattern>,
    /// Whether the check holds if the rest is *not* as described. A run without an answer, such as
    /// one that ran out of time, has none in either case.
    pub is_negated: bool,
}

/// How a check has to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpectedEnd {
    /// The exit code is one of these. A check that a signal killed has 128 and the signal's number.
    Code(Vec<i32>),
    /// The exit code is not 0, or a signal killed it.
    Failure,
    /// It ends.
    Any,
    /// It is still running at its deadline.
    Hang,
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
    /// A match does not count if one of this begins on the same line.
    pub except: Option<Regex>,
}

/// What is searched of the output of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// Standard output, then standard error: at least one of them matches, each alone.
    Either,
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
        Expectation { end: ExpectedEnd::Code(vec![0]), patterns: Vec::new(), is_negated: false }
    }
}

impl Expectation {
    /// Whether the output has to be in files.
    pub(super) fn has_patterns(&self) -> bool {
        !self.patterns.is_empty()
    }

    /// Whether a run that ends like this may hold, whatever it prints.
    pub(super) fn may_hold(&self, end: End) -> bool {
        let by_end = self.end(end).0;
        let is_decided_by_end = self.patterns.is_empty();
        match by_end {
            Verdict::Interesting => !(self.is_negated && is_decided_by_end),
            Verdict::Uninteresting => self.is_negated,
            Verdict::Unresolved => false,
        }
    }

    /// Judges a run by its end, and by the output in the files of this name.
    pub(super) fn judge(&self, end: End, printed: &Path) -> Judged {
        let texts = if self.has_patterns() { printed_texts(printed) } else { Vec::new() };
        self.judge_texts(end, texts)
    }

    /// Judges a run by its end, and by standard output and standard error.
    pub(super) fn judge_texts(&self, end: End, texts: Vec<Vec<u8>>) -> Judged {
        let (verdict, fault) = match self.end(end) {
            (Verdict::Interesting, _) => match self.mismatch(&texts) {
                None => (Verdict::Interesting, None),
                fault => (Verdict::Uninteresting, fault),
            },
            (verdict, fault) => (verdict, Some(fault)),
        };
        let (verdict, fault) = match verdict {
            Verdict::Interesting if self.is_negated => {
                (Verdict::Uninteresting, Some("does what rejects a candidate".to_owned()))
            }
            Verdict::Uninteresting if self.is_negated => (Verdict::Interesting, None),
            verdict => (verdict, fault),
        };
        Judged { verdict, fault, texts }
    }

    fn end(&self, end: End) -> (Verdict, String) {
        let by_code = |code: i32, what: String| {
            let is_wanted = match &self.end {
                ExpectedEnd::Code(codes) => codes.contains(&code),
                ExpectedEnd::Failure => code != 0,
                ExpectedEnd::Any => true,
                ExpectedEnd::Hang => false,
            };
            let verdict = match code {
                _ if is_wanted => Verdict::Interesting,
                EXIT_UNRESOLVED => Verdict::Unresolved,
                _ => Verdict::Uninteresting,
            };
            (verdict, what)
        };
        match end {
            End::TimedOut if self.end == ExpectedEnd::Hang => {
                (Verdict::Interesting, "did not end in time".into())
            }
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
            let mut texts = texts.iter().zip([Stream::Stdout, Stream::Stderr]);
            let has_match = texts.any(|(text, stream)| {
                [stream, Stream::Either].contains(&pattern.stream) && pattern.is_in(text)
            });
            has_match != pattern.is_wanted
        };
        self.patterns.iter().find(is_wrong).map(|Pattern { stream, is_wanted, regex, except }| {
            let name = stream.name();
            let how = if *is_wanted { "does not match" } else { "matches" };
            let but = except.as_ref().map(|except| format!(" and not `{except}`"));
            format!("printed to {name} what {how} `{regex}`{}", but.unwrap_or_default())
        })
    }
}

impl Pattern {
    /// Whether a text has a match that counts.
    fn is_in(&self, text: &[u8]) -> bool {
        let Some(except) = &self.except else { return self.regex.is_match(text) };
        self.regex.find_iter(text).any(|found| !is_excepted(except, text, found.start()))
    }
}

/// Whether a match of `except` begins on the line of this place, and ends on it or soon after it.
fn is_excepted(except: &Regex, text: &[u8], place: usize) -> bool {
    let start = text[..place].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let lines: Vec<&[u8]> = text[start..].splitn(MOST_LINES + 1, |byte| *byte == b'\n').collect();
    let length = lines[0].len();
    let slice = lines.iter().take(MOST_LINES).map(|line| line.len() + 1).sum::<usize>();
    let slice = &text[start..text.len().min(start + slice)];
    except.find(slice).is_some_and(|found| found.start() <= length)
}

impl Stream {
    fn name(self) -> &'static str {
        match self {
            Stream::Stdout => "stdout",
            Stream::Stderr => "stderr",
            Stream::Either => "stdout or stderr",
        }
    }
}

/// Standard output and standard error in the files of this name.
pub(super) fn printed_texts(printed: &Path) -> Vec<Vec<u8>> {
    let read = |suffix: &str| {
        let mut text = Vec::new();
        // Without a file nothing was printed.
        if let Ok(file) = File::open(printed.with_extension(suffix)) {
            let _ = file.take(MOST_BYTES).read_to_end(&mut text);
        }
        text
    };
    ["out", "err"].map(read).into()
}

#[cfg(test)]
mod tests {
    use super::super::observed::Observed;
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
        let crash =
            Expectation { end: ExpectedEnd::Code(vec![125, 139]), ..Expectation::default() };
        for end in [End::Exited(125), End::Exited(139), End::Signaled(11)] {
            assert_eq!(verdict(&crash, end), Verdict::Interesting);
        }
        assert_eq!(verdict(&crash, End::Exited(0)), Verdict::Uninteresting);
    }

    #[test]
    fn an_end_may_be_any_failure_or_a_hang() {
        let expecting = |end| Expectation { end, ..Expectation::default() };
        let failure = expecting(ExpectedEnd::Failure);
        for end in [End::Exited(1), End::Exited(125), End::Signaled(6)] {
            assert_eq!(verdict(&failure, end), Verdict::Interesting);
        }
        assert_eq!(verdict(&failure, End::Exited(0)), Verdict::Uninteresting);
        assert_eq!(verdict(&failure, End::TimedOut), Verdict::Unresolved);
        let hang = expecting(ExpectedEnd::Hang);
        assert_eq!(verdict(&hang, End::TimedOut), Verdict::Interesting);
        assert_eq!(verdict(&hang, End::Exited(0)), Verdict::Uninteresting);
        assert_eq!(verdict(&hang, End::OutOfDisk), Verdict::Unresolved);
    }

    #[test]
    fn a_negated_check_holds_where_the_other_does_not() {
        let not_zero = Expectation { is_negated: true, ..Expectation::default() };
        assert_eq!(verdict(&not_zero, End::Exited(0)), Verdict::Uninteresting);
        assert_eq!(verdict(&not_zero, End::Exited(1)), Verdict::Interesting);
        assert_eq!(verdict(&not_zero, End::TimedOut), Verdict::Unresolved);
    }

    #[test]
    fn an_end_after_which_a_check_cannot_hold_is_told_from_the_others() {
        let zero = Expectation::default();
        let ends = [End::Exited(0), End::Exited(1), End::Exited(125), End::TimedOut];
        let may = |expectation: &Expectation| ends.map(|end| expectation.may_hold(end));
        assert_eq!(may(&zero), [true, false, false, false]);
        let not_zero = Expectation { is_negated: true, ..Expectation::default() };
        assert_eq!(may(&not_zero), [false, true, false, false]);
        let regex = Regex::new("x").expect("it is one");
        let pattern = Pattern { stream: Stream::Stdout, is_wanted: true, regex, except: None };
        let no_x = Expectation { patterns: vec![pattern], ..not_zero };
        assert_eq!(may(&no_x), [true, true, false, false]);
        let hang = Expectation { end: ExpectedEnd::Hang, ..Expectation::default() };
        assert_eq!(may(&hang), [false, false, false, true]);
    }

    #[test]
    fn patterns_match_line_by_line() {
        let regex = |text: &str| {
            regex::bytes::RegexBuilder::new(text).multi_line(true).build().expect("it is one")
        };
        let pattern = |stream, is_wanted, text| Pattern {
            stream,
            is_wanted,
            regex: regex(text),
            except: None,
        };
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
        let patterns =
            vec![pattern(Stream::Either, true, "sum"), pattern(Stream::Either, false, "x")];
        let expectation = Expectation { patterns, ..Expectation::default() };
        let judge = |out: &str, err: &str| {
            std::fs::write(printed.with_extension("out"), out).expect("it can be written");
            std::fs::write(printed.with_extension("err"), err).expect("it can be written");
            expectation.judge(End::Exited(0), &printed).fault
        };
        assert_eq!((judge("sum", ""), judge("", "sum")), (None, None));
        assert!(judge("sum", "x").is_some() && judge("", "").is_some());
    }

    #[test]
    fn a_match_does_not_count_on_a_line_with_an_exception() {
        let regex = |text: &str| {
            regex::bytes::RegexBuilder::new(text).multi_line(true).build().expect("it is one")
        };
        let except = Some(regex(r"^\S+ error: two|error:\n *three"));
        let regex = regex("error:");
        let pattern = Pattern { stream: Stream::Either, is_wanted: false, regex, except };
        let no_other = Expectation { patterns: vec![pattern], ..Expectation::default() };
        let holds = |text: &str| {
            let wall = std::time::Duration::ZERO;
            let (stdout, stderr) = (Vec::new(), text.into());
            Observed { end: End::Exited(0), stdout, stderr, wall }.meets(&no_other)
        };
        assert!(holds("") && holds("x error: two\n") && holds("x error:\n  three\ny error: two"));
        assert!(!holds("x error: one") && !holds("x error: two\nx error: one\nx error: two"));
        assert!(!holds("x error: one\nx error: two"), "the exception is on another line");
        assert!(!holds("x error:\n\n\n\n\nx error: two"));
    }
}
