//! Checklists: the removals that a person would try. `recall/README.md` describes the format.

use crate::squeezed::{Squeezed, Step};
use std::ops::Range;

/// The headings that every checklist has.
pub(crate) const HEADINGS: &[&str] = &[
    "statements",
    "declarations",
    "list elements",
    "optional clauses",
    "attributes",
    "arguments",
    "parameters",
    "branches",
    "wrappers",
];

/// The checklist of one example.
pub(crate) struct Checklist {
    pub(crate) entries: Vec<Entry>,
    /// The headings with an entry, or with a reason for having none.
    pub(crate) headings: Vec<String>,
}

/// One line of a checklist.
pub(crate) struct Entry {
    /// The number of the line.
    pub(crate) line: usize,
    pattern: Vec<Step>,
    /// The pieces of the pattern to remove, each alone.
    pieces: Vec<Range<usize>>,
    /// The text that replaces the piece.
    by: Vec<Step>,
    /// Why the change is not offered, if that is known.
    pub(crate) missing: Option<String>,
}

/// The expected result of an entry.
pub(crate) struct Left {
    /// The piece, and the text that replaces it.
    pub(crate) what: String,
    /// The text after the change.
    pub(crate) text: String,
}

impl Checklist {
    pub(crate) fn parse(text: &str) -> Result<Checklist, String> {
        let mut checklist = Checklist { entries: Vec::new(), headings: Vec::new() };
        let mut heading = None;
        for (index, line) in text.lines().enumerate() {
            checklist
                .add(index + 1, line, &mut heading)
                .map_err(|what| format!("line {}: {what}", index + 1))?;
        }
        let unexplained =
            checklist.entries.iter().find(|entry| entry.missing.as_deref() == Some(""));
        match unexplained {
            Some(entry) => Err(format!("line {}: no reason why it is missing", entry.line)),
            None => Ok(checklist),
        }
    }

    fn add<'a>(
        &mut self,
        number: usize,
        line: &'a str,
        heading: &mut Option<&'a str>,
    ) -> Result<(), String> {
        if let Some(name) = line.strip_prefix("## ") {
            *heading = Some(name.trim());
            return Ok(());
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        if let Some(reason) = line.strip_prefix("    ") {
            let entry = self.entries.last_mut().filter(|entry| entry.missing.is_some());
            let entry = entry.ok_or("a reason for nothing")?;
            entry.missing.get_or_insert_default().push_str(reason);
            return Ok(());
        }
        let name = heading.ok_or("no heading")?.to_owned();
        self.headings.push(name);
        if !line.starts_with("none: ") {
            self.entries.push(Entry::parse(number, line)?);
        }
        Ok(())
    }
}

impl Entry {
    fn parse(line: usize, text: &str) -> Result<Entry, String> {
        let (text, missing) = match text.strip_prefix("missing ") {
            Some(text) => (text, Some(String::new())),
            None => (text, None),
        };
        let (from, by) = if let Some(from) = text.strip_prefix("remove: ") {
            (from, "")
        } else {
            let rule = text.strip_prefix("replace: ").ok_or("neither remove nor replace")?;
            rule.split_once(" ~> ").ok_or("no ` ~> `")?
        };
        let (pattern, mut pieces) = marked(from)?;
        if pieces.is_empty() {
            pieces.push(0..pattern.len());
        }
        if !by.is_empty() && pieces.len() > 1 {
            return Err("one piece is replaced at a time".to_owned());
        }
        Ok(Entry { line, pattern, pieces, by: steps(by), missing })
    }

    /// The texts after the removal or replacement of each piece.
    pub(crate) fn expected(&self, text: &Squeezed) -> Result<Vec<Left>, String> {
        let place = text.find(&self.pattern)?;
        let left = |piece: &Range<usize>| {
            let mut anything = (piece.start..piece.end)
                .filter(|at| self.pattern[*at] == Step::Anything)
                .map(|at| text.text(place[at]..place[at + 1]));
            let by: Option<String> = self
                .by
                .iter()
                .map(|step| match step {
                    Step::Letter(letter) => Some(letter.to_string()),
                    Step::Anything => anything.next(),
                })
                .collect();
            let by = by.ok_or("more … than before")?;
            let range = place[piece.start]..place[piece.end];
            let what = format!("{} ~> {}", brief(&text.text(range.clone())), brief(&by));
            Ok(Left { what, text: text.with(range, &by) })
        };
        self.pieces.iter().map(left).collect()
    }
}

/// The beginning of a text, and its end.
fn brief(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    match letters.len() {
        0..60 => text.to_owned(),
        length => letters[..30].iter().chain(['…'].iter()).chain(&letters[length - 20..]).collect(),
    }
}

/// A pattern without its marks, and the pieces that they mark.
fn marked(text: &str) -> Result<(Vec<Step>, Vec<Range<usize>>), String> {
    let (mut pattern, mut pieces, mut open) = (Vec::new(), Vec::new(), Vec::new());
    for letter in text.chars() {
        match letter {
            '«' => open.push(pattern.len()),
            '»' => pieces.push(open.pop().ok_or("» without «")?..pattern.len()),
            _ => pattern.extend(step(letter)),
        }
    }
    if open.is_empty() { Ok((pattern, pieces)) } else { Err("« without »".to_owned()) }
}

fn steps(text: &str) -> Vec<Step> {
    text.chars().filter_map(step).collect()
}

fn step(letter: char) -> Option<Step> {
    match letter {
        '…' => Some(Step::Anything),
        _ => (!letter.is_whitespace()).then_some(Step::Letter(letter)),
    }
}
