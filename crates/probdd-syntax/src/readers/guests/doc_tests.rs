//! Code in comments and strings of documentation: between fences (```` ``` ````), whose language the
//! opening fence names, and after prompts (`>>>`).

use super::guest::{Guest, SHORTEST};
use super::stated::known_as;
use crate::language::Language;
use crate::language::facts::DocTests;
use crate::text::margin::Margin;
use crate::text::tokens::is_blank;
use std::ops::Range;

const FENCE: &[u8] = b"```";

/// What an example begins with, and each further line of it.
const PROMPTS: [&[u8]; 2] = [b">>> ", b"... "];

/// What an opening fence of rustdoc says about code in Rust.
const RUST_WORDS: &[&str] = &[
    "rust",
    "should_panic",
    "no_run",
    "ignore",
    "compile_fail",
    "edition2015",
    "edition2018",
    "edition2021",
    "edition2024",
];

/// The code in comments and strings, which are `places` of a text, in order.
pub(super) fn doc_tests(
    language: &'static Language,
    text: &[u8],
    places: &[Range<usize>],
) -> Vec<Guest> {
    let mut found = Vec::new();
    for place in joined(text, places) {
        let lines = Lines::of(text, &place);
        found.extend(lines.fenced(language));
        if language.facts.doc_tests == DocTests::Prompts {
            found.extend(lines.prompted(language));
        }
    }
    found
}

/// Comments with nothing but blanks between them are one.
fn joined(text: &[u8], places: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut joined: Vec<Range<usize>> = Vec::new();
    for place in places {
        match joined.last_mut() {
            Some(last)
                if last.end <= place.start
                    && text[last.end..place.start].iter().all(|byte| is_blank(*byte)) =>
            {
                last.end = place.end;
            }
            Some(last) if last.end > place.start => {}
            _ => joined.push(place.clone()),
        }
    }
    joined
}

/// The lines of a place, without their ends.
struct Lines<'t> {
    text: &'t [u8],
    lines: Vec<Range<usize>>,
}

impl<'t> Lines<'t> {
    /// The first line begins where the line does on which the place begins.
    fn of(text: &'t [u8], place: &Range<usize>) -> Lines<'t> {
        let mut start = memchr::memrchr(b'\n', &text[..place.start]).map_or(0, |at| at + 1);
        let mut lines = Vec::new();
        while start < place.end {
            let end = memchr::memchr(b'\n', &text[start..place.end]);
            let end = end.map_or(place.end, |at| start + at);
            lines.push(start..end);
            start = end + 1;
        }
        Lines { text, lines }
    }

    fn line(&self, at: usize) -> &'t [u8] {
        &self.text[self.lines[at].clone()]
    }

    /// The code between fences.
    fn fenced(&self, host: &'static Language) -> Vec<Guest> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.lines.len() {
            let Some((margin, info)) = split_margin(self.line(at), FENCE) else {
                at += 1;
                continue;
            };
            let margin = Margin::new(margin.to_vec());
            let is_end = |at: &usize| {
                margin.strip_line(self.line(*at)).is_some_and(|line| line.trim_ascii_end() == FENCE)
            };
            let Some(end) = (at + 1..self.lines.len()).find(is_end) else { break };
            if let Some(language) = language_of(info, host) {
                let has_hidden = language.facts.doc_tests == DocTests::Fences;
                let read = |line| margin.strip_line(line).map(|line| shown(line, has_hidden));
                found.extend(self.guest(at + 1..end, read, (language, &margin)));
            }
            at = end + 1;
        }
        found
    }

    /// The code after prompts.
    fn prompted(&self, language: &'static Language) -> Vec<Guest> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < self.lines.len() {
            let first = at;
            at += 1;
            let Some((before, _)) = split_margin(self.line(first), PROMPTS[0]) else { continue };
            let [begin, margin] = PROMPTS.map(|prompt| Margin::new([before, prompt].concat()));
            while at < self.lines.len() && margin.strip_line(self.line(at)).is_some() {
                at += 1;
            }
            let read = |line| begin.strip_line(line).or_else(|| margin.strip_line(line));
            found.extend(self.guest(first..at, read, (language, &margin)));
        }
        found
    }

    /// The guest on some lines, read one by one, without empty ones at both ends.
    fn guest<'a>(
        &self,
        lines: Range<usize>,
        read: impl Fn(&'t [u8]) -> Option<&'a [u8]>,
        (language, margin): (&'static Language, &Margin),
    ) -> Option<Guest>
    where
        't: 'a,
    {
        let code: Option<Vec<&[u8]>> = lines.clone().map(|at| read(self.line(at))).collect();
        let code = code?;
        let is_empty = |line: &&[u8]| line.trim_ascii().is_empty();
        let first = code.iter().position(|line| !is_empty(line))?;
        let last = code.iter().rposition(|line| !is_empty(line))?;
        let text = code[first..=last].join(&b'\n');
        let start = self.lines[lines.start + first].start + margin.width();
        let bytes = start..self.lines[lines.start + last].end;
        (text.len() >= SHORTEST).then_some(Guest { bytes, language, text, margin: margin.clone() })
    }
}

/// What stands on a line before a mark, if that is only blanks and signs of comments, and after it.
fn split_margin<'t>(line: &'t [u8], mark: &[u8]) -> Option<(&'t [u8], &'t [u8])> {
    let is_margin = |byte: &u8| is_blank(*byte) || b"/!*#-;%".contains(byte);
    let margin = line.iter().take_while(|byte| is_margin(byte)).count();
    let rest = line[margin..].strip_prefix(mark)?;
    Some((&line[..margin], rest))
}

/// The language that an opening fence names.
fn language_of(info: &[u8], host: &'static Language) -> Option<&'static Language> {
    let info = str::from_utf8(info).ok()?.trim();
    let mut words = info.split([',', ' ', '{', '}']).filter(|word| !word.is_empty());
    if host.facts.doc_tests == DocTests::Fences
        && words.clone().all(|word| RUST_WORDS.contains(&word))
    {
        return Some(host);
    }
    let language = Language::by_name(known_as(words.next()?)?);
    language.filter(|language| language.loaded().is_some())
}

/// A line of code as the compiler reads it: rustdoc does not show lines after `# `.
fn shown(line: &[u8], has_hidden: bool) -> &[u8] {
    let code = line.trim_ascii_start();
    match code.strip_prefix(b"#") {
        Some(b"") if has_hidden => b"",
        Some(hidden) if has_hidden && hidden.starts_with(b" ") => &hidden[1..],
        Some(escaped) if has_hidden && escaped.starts_with(b"#") => escaped,
        _ => line,
    }
}
