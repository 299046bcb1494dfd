//! The record of transformers' answers. No question is asked twice, and a resumed run gets the same
//! answers even if a transformer has changed.
//!
//! Each record is a line of JSON, written before the answer is used. If the machine crashes and the
//! last lines are lost or torn, those questions are asked again.

use super::answer::Page;
use crate::error::{Failure, cannot};
use crate::files::OsText;
use probdd_exec::Key;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// An answer: suggestions, or the reason why the transformer is dismissed.
pub(super) type Answer = Result<Page, String>;

/// The answers of a run.
#[derive(Debug, Default)]
pub(super) struct Answers {
    known: HashMap<Question, Recorded>,
    file: Option<(File, PathBuf)>,
}

/// A question: which transformer, which text, and how many suggestions to skip.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Question {
    transformer: String,
    /// The key of the text.
    text: String,
    skip: usize,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Record {
    #[serde(flatten)]
    question: Question,
    #[serde(flatten)]
    answer: Recorded,
}

/// An answer in which each text is stored as a change of the old text.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Recorded {
    Page(Vec<Change>, bool),
    Fault(String),
}

/// A changed range of a text, from and up to, and its new content.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Change(usize, usize, OsText);

impl Answers {
    /// Reads the answers in a file, to which new ones are appended. Without a file, answers are
    /// kept in memory.
    pub(super) fn new(path: Option<&Path>) -> Result<Answers, Failure> {
        let Some(path) = path else { return Ok(Answers::default()) };
        let (known, file) = read(path).map_err(cannot("read or write", path))?;
        Ok(Answers { known, file: Some((file, path.into())) })
    }

    /// The recorded answer to a question.
    pub(super) fn find(&self, question: &Question, text: &[u8]) -> Option<Answer> {
        match self.known.get(question)? {
            Recorded::Fault(fault) => Some(Err(fault.clone())),
            Recorded::Page(changes, has_more) => {
                let texts: Option<_> = changes.iter().map(|change| change.apply(text)).collect();
                Some(Ok(Page { texts: texts?, has_more: *has_more }))
            }
        }
    }

    /// Records an answer.
    pub(super) fn add(
        &mut self,
        question: Question,
        text: &[u8],
        answer: Answer,
    ) -> Result<Answer, Failure> {
        let recorded = match &answer {
            Ok(Page { texts, has_more }) => {
                let changes = texts.iter().map(|other| Change::between(text, other));
                Recorded::Page(changes.collect(), *has_more)
            }
            Err(fault) => Recorded::Fault(fault.clone()),
        };
        if let Some((file, path)) = &mut self.file {
            let record = Record { question: question.clone(), answer: recorded.clone() };
            write(file, &record).map_err(cannot("write", path))?;
        }
        self.known.insert(question, recorded);
        Ok(answer)
    }
}

impl Question {
    pub(super) fn new(transformer: &str, text: &[u8], skip: usize) -> Question {
        Question { transformer: transformer.into(), text: Key::of(text).to_string(), skip }
    }
}

impl Change {
    fn between(old: &[u8], new: &[u8]) -> Change {
        let start = old.iter().zip(new).take_while(|(old, new)| old == new).count();
        let (old_rest, new_rest) = (&old[start..], &new[start..]);
        let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
        let same = pairs.take_while(|(old, new)| old == new).count();
        let text = &new_rest[..new_rest.len() - same];
        Change(start, old.len() - same, OsText::new(text))
    }

    fn apply(&self, old: &[u8]) -> Option<Vec<u8>> {
        let Change(start, end, text) = self;
        let (before, after) = (old.get(..*start)?, old.get(*end..)?);
        Some([before, text.as_bytes(), after].concat())
    }
}

fn read(path: &Path) -> io::Result<(HashMap<Question, Recorded>, File)> {
    let mut options = OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).open(path)?;
    let mut text = Vec::new();
    file.read_to_end(&mut text)?;
    if !text.is_empty() && !text.ends_with(b"\n") {
        file.write_all(b"\n")?;
    }
    let lines = text.split(|byte| *byte == b'\n');
    let records = lines.filter_map(|line| serde_json::from_slice::<Record>(line).ok());
    Ok((records.map(|Record { question, answer }| (question, answer)).collect(), file))
}

fn write(file: &mut File, record: &Record) -> io::Result<()> {
    let mut line = serde_json::to_vec(record)?;
    line.push(b'\n');
    file.write_all(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_answered_is_found_again_also_by_another_run() {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        let path = dir.path().join("answers");
        let texts = [&b"ab"[..], b"", b"xabcdefx", b"ab\xffcd", b"abcdabcd"].map(<[u8]>::to_vec);
        let page = Page { texts: texts.to_vec(), has_more: true };
        let mut first = Answers::new(Some(&path)).expect("it can be written");
        for (text, answer) in [(&b"abcd"[..], Ok(page.clone())), (b"", Err("died".into()))] {
            let added = first
                .add(Question::new("one", text, 0), text, answer.clone())
                .expect("it can be written");
            assert_eq!(added, answer);
            assert_eq!(first.find(&Question::new("one", text, 0), text), Some(answer));
        }
        // Killed in the middle of a line.
        let mut torn = OpenOptions::new().append(true).open(&path).expect("it is there");
        torn.write_all(b"{\"transformer\":\"one\",\"te").expect("it can be written");
        for _ in 0..2 {
            let mut again = Answers::new(Some(&path)).expect("it can be read");
            assert_eq!(
                again.find(&Question::new("one", b"abcd", 0), b"abcd"),
                Some(Ok(page.clone()))
            );
            assert_eq!(again.find(&Question::new("one", b"", 0), b""), Some(Err("died".into())));
            for (name, text, skip) in
                [("two", &b"abcd"[..], 0), ("one", b"abcd", 5), ("one", b"x", 0)]
            {
                assert_eq!(again.find(&Question::new(name, text, skip), text), None);
            }
            let added = again.add(Question::new("one", b"more", 0), b"more", Ok(Page::default()));
            assert!(added.is_ok_and(|answer| answer == Ok(Page::default())));
        }
    }
}
