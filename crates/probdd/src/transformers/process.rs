//! A transformer that is a process: a line of JSON for each question, a line of JSON for each answer.

use super::{Asked, Page, patience};
use crate::error::Failure;
use crate::settings::Settings;
use probdd_exec::{
    Confinement, End, Heard, Interrupt, Limits, Persistent, Surroundings, Transformer,
};
use serde::Deserialize;
use serde_json::json;
use std::ffi::OsStr;
use std::path::Path;

/// How many offers are asked for at a time.
const MOST: usize = 16;

/// Of what it wrote to standard error, so many characters of the last line are shown.
const SHOWN: usize = 80;

/// The process: started when it is asked first.
#[derive(Debug)]
pub(super) struct Process {
    language: Option<String>,
    confinement: Confinement,
    interrupt: Interrupt,
    started_by: Persistent,
    running: Option<Transformer>,
}

/// What it answers.
#[derive(Debug, Deserialize)]
struct Answer {
    offers: Vec<Offer>,
    #[serde(default)]
    more: bool,
}

/// One thing to try.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Offer {
    /// The whole text as it would be.
    Text(String),
    /// What would change.
    Edits(Vec<Edit>),
}

/// Some bytes, and what comes in their place.
#[derive(Debug, Deserialize)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

impl Process {
    /// The process that a shell command starts in a directory.
    pub(super) fn new(
        settings: &Settings,
        (command, directory): (&OsStr, &Path),
        interrupt: &Interrupt,
    ) -> Process {
        let input = &settings.input;
        let limits = Limits { timeout: Some(patience(settings)), ..Limits::default() };
        let surroundings = Surroundings::new(input.dir.clone(), input.name.clone(), limits);
        Process {
            language: settings.strategy.language().map(Into::into),
            confinement: settings.confinement,
            interrupt: interrupt.clone(),
            started_by: Persistent::new(command.into(), directory.into(), surroundings),
            running: None,
        }
    }

    pub(super) fn ask(&mut self, text: &[u8], skip: usize) -> Result<Asked, Failure> {
        let running = match &mut self.running {
            Some(running) => running,
            none => {
                let (confinement, interrupt) = (self.confinement, self.interrupt.clone());
                none.insert(Transformer::new(self.started_by.clone(), confinement, interrupt)?)
            }
        };
        let line = |path: &Path| {
            let path = path.to_string_lossy();
            let question =
                json!({"path": path, "language": self.language, "skip": skip, "most": MOST});
            question.to_string().into_bytes()
        };
        let asked = match running.ask(text, line)? {
            Heard::Line(line) => page(&line, text).map_or_else(Asked::Fault, Asked::Page),
            Heard::Noise => Asked::Fault("answers more than a line".into()),
            Heard::Ended(End::Interrupted, _) => Asked::Nothing,
            Heard::Ended(end, output) => Asked::Fault(died(end) + &last_line(&output)),
        };
        if !matches!(asked, Asked::Page(_)) {
            self.running = None;
        }
        Ok(asked)
    }
}

/// What an answer says about a text, or what is wrong with it.
fn page(line: &[u8], text: &[u8]) -> Result<Page, String> {
    let answer: Answer = serde_json::from_slice(line)
        .map_err(|error| format!("gives an answer that is none ({error})"))?;
    let has_more = answer.more && !answer.offers.is_empty();
    let texts = answer.offers.into_iter().map(|offer| match offer {
        Offer::Text(other) => Ok(other.into_bytes()),
        Offer::Edits(edits) => edited(text, edits),
    });
    Ok(Page { texts: texts.collect::<Result<_, String>>()?, has_more })
}

/// A text with other bytes in some places.
fn edited(text: &[u8], mut edits: Vec<Edit>) -> Result<Vec<u8>, String> {
    edits.sort_by_key(|edit| (edit.start, edit.end));
    let mut other = Vec::new();
    let mut at = 0;
    for Edit { start, end, text: new } in &edits {
        let before = text.get(at..*start).filter(|_| start <= end && *end <= text.len());
        let Some(before) = before else {
            let length = text.len();
            return Err(format!(
                "offers to edit bytes {start} to {end} of {length}, or some twice"
            ));
        };
        other.extend_from_slice(before);
        other.extend_from_slice(new.as_bytes());
        at = *end;
    }
    other.extend_from_slice(&text[at..]);
    Ok(other)
}

fn died(end: End) -> String {
    match end {
        End::TimedOut => "does not answer in time".into(),
        End::Signaled(signal) => format!("was killed by signal {signal}"),
        End::Exited(code) => format!("exited with {code} instead of answering"),
        End::OutOfDisk => "wrote more than --disk allows".into(),
        _ => "killed what watches over it, or says something that it is not asked".into(),
    }
}

/// The last of what it wrote to standard error.
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
