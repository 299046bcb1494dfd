//! A transformer that is a process: it reads questions and writes answers, each a line of JSON.

use super::answer::{Page, Reply, TransformerSettings};
use crate::error::Failure;
use crate::process_end::of_conversation;
use probdd_exec::{End, Form, Heard, Persistent, Surroundings, Transformer};
use serde::Deserialize;
use serde_json::json;
use std::ffi::OsStr;
use std::path::Path;

/// How many suggestions a question asks for.
const MOST: usize = 16;

/// How many characters of the process's last line on standard error are shown.
const SHOWN: usize = 80;

/// The process, started at the first question.
#[derive(Debug)]
pub(super) struct Process {
    settings: TransformerSettings,
    started_by: Persistent,
    running: Option<Transformer>,
}

/// An answer.
#[derive(Debug, Deserialize)]
struct Answer {
    offers: Vec<Offer>,
    #[serde(default)]
    more: bool,
}

/// A suggestion.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Offer {
    /// The whole new text.
    Text(String),
    /// The changes of the text.
    Edits(Vec<Edit>),
}

/// A range of bytes, and the text that replaces it.
#[derive(Debug, Deserialize)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

impl Process {
    /// Prepares the process that a shell command starts in a directory.
    pub(super) fn new(command: &OsStr, directory: &Path, settings: TransformerSettings) -> Process {
        let TransformerSettings { input_dir, input_name, limits, .. } = settings.clone();
        let surroundings = Surroundings::new(input_dir, Form::file(input_name), limits);
        let started_by = Persistent::new(command.into(), directory.into(), surroundings);
        Process { started_by, settings, running: None }
    }

    /// Asks for suggestions, except the first `skip` ones.
    pub(super) fn ask(&mut self, text: &[u8], skip: usize) -> Result<Reply, Failure> {
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                let TransformerSettings { confinement, interrupt, .. } = self.settings.clone();
                none.insert(Transformer::new(self.started_by.clone(), &confinement, interrupt)?)
            }
        };
        let line = |path: &Path| {
            let (path, language) = (path.to_string_lossy(), &self.settings.language);
            let question = json!({"path": path, "language": language, "skip": skip, "most": MOST});
            question.to_string().into_bytes()
        };
        let asked = match running.ask(text, line)? {
            Heard::Line(line) => page(&line, text).map_or_else(Reply::Fault, Reply::Page),
            Heard::Noise => Reply::Fault("answered with more than one line".into()),
            Heard::Ended(End::Interrupted, _) => Reply::Interrupted,
            Heard::Ended(end, output) => Reply::Fault(of_conversation(end) + &last_line(&output)),
        };
        if !matches!(asked, Reply::Page(_)) {
            self.running = None;
        }
        Ok(asked)
    }
}

/// The suggestions in an answer about a text, or what is wrong with the answer.
fn page(line: &[u8], text: &[u8]) -> Result<Page, String> {
    let answer: Answer = serde_json::from_slice(line)
        .map_err(|error| format!("gave an invalid answer ({error})"))?;
    let has_more = answer.more && !answer.offers.is_empty();
    let texts = answer.offers.into_iter().map(|offer| match offer {
        Offer::Text(other) => Ok(other.into_bytes()),
        Offer::Edits(edits) => edited(text, edits),
    });
    Ok(Page { texts: texts.collect::<Result<_, String>>()?, has_more })
}

/// Applies some edits to a text.
fn edited(text: &[u8], mut edits: Vec<Edit>) -> Result<Vec<u8>, String> {
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let mut other = Vec::new();
    let mut at = 0;
    for Edit { start, end, text: new } in &edits {
        let before = text.get(at..*start).filter(|_| start <= end && *end <= text.len());
        let Some(before) = before else {
            let length = text.len();
            return Err(format!(
                "suggested an edit of bytes {start} to {end} of {length}, or overlapping edits"
            ));
        };
        other.extend_from_slice(before);
        other.extend_from_slice(new.as_bytes());
        at = *end;
    }
    other.extend_from_slice(&text[at..]);
    Ok(other)
}

/// The last line that the process wrote to standard error.
fn last_line(output: &[u8]) -> String {
    let lines = output.trim_ascii().rsplit(|byte| *byte == b'\n');
    let line = lines.map(<[u8]>::trim_ascii).next().filter(|line| !line.is_empty());
    let Some(line) = line else { return String::new() };
    let text: String = String::from_utf8_lossy(line).chars().take(SHOWN).collect();
    format!(" (`{}`)", text.escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(answer: &str, text: &str) -> Result<Vec<String>, String> {
        let page = page(answer.as_bytes(), text.as_bytes())?;
        let text = |text: Vec<u8>| String::from_utf8(text).map_err(|error| error.to_string());
        page.texts.into_iter().map(text).collect()
    }

    #[test]
    fn an_offer_is_some_edits_or_a_whole_text() {
        let edits = r#"[{"start":4,"end":5,"text":""},{"start":0,"end":1,"text":"xy"}]"#;
        let answer = format!(r#"{{"offers":[{edits},"z",[]],"more":true,"why":"no"}}"#);
        assert_eq!(
            texts(&answer, "abcde").as_deref(),
            Ok(&["xybcd".into(), "z".into(), "abcde".into()][..])
        );
        let both = r#"{"offers":[[{"start":1,"end":1,"text":"x"},{"start":1,"end":2,"text":""}]]}"#;
        assert_eq!(texts(both, "abc").as_deref(), Ok(&["axc".into()][..]));
    }

    #[test]
    fn who_offers_nothing_has_nothing_more() {
        let page = |answer: &str| page(answer.as_bytes(), b"a").map(|page| page.has_more);
        assert_eq!(page(r#"{"offers":[],"more":true}"#), Ok(false));
        assert_eq!(page(r#"{"offers":["b"],"more":true}"#), Ok(true));
        assert_eq!(page(r#"{"offers":["b"]}"#), Ok(false));
    }

    #[test]
    fn edits_that_cannot_be_made_are_a_fault() {
        for (start, end) in [(0, 4), (4, 4), (2, 1), (9, 9)] {
            let answer = format!(r#"{{"offers":[[{{"start":{start},"end":{end},"text":""}}]]}}"#);
            assert!(texts(&answer, "abc").is_err(), "{start} {end}");
        }
        let twice = r#"[{"start":0,"end":2,"text":""},{"start":1,"end":3,"text":""}]"#;
        assert!(texts(&format!(r#"{{"offers":[{twice}]}}"#), "abc").is_err());
        for other in ["", "{}", "[]", "null", r#"{"offers":1}"#, r#"{"offers":[1]}"#, "yes"] {
            assert!(texts(other, "abc").is_err(), "{other}");
        }
        let negative = r#"{"offers":[[{"start":-1,"end":1,"text":""}]]}"#;
        assert!(texts(negative, "abc").is_err());
    }
}
