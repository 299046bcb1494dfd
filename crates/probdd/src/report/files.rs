//! What a run has made of each of several files, for the trace, the report and the summary.

use crate::files::OsText;
use probdd_core::bundle::{Placed, entries};
use serde::Serialize;
use std::collections::BTreeMap;

/// A file of the input in the first line of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileHeader {
    path: OsText,
    bytes: usize,
}

/// A file in the report.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct FileReport {
    path: OsText,
    /// The size in the input; none for a file that was there under another name.
    before: Option<usize>,
    /// The size in the result; none for a file that was deleted or has another name.
    after: Option<usize>,
}

/// The number and the size of the files of a bundle; of any other text, one and its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) files: usize,
    pub(crate) bytes: usize,
}

impl Content {
    pub(crate) fn of_bundle(text: &[u8]) -> Content {
        let files = files(text);
        Content { files: files.len(), bytes: files.iter().map(|file| file.content.len()).sum() }
    }
}

impl FileHeader {
    pub(crate) fn all(input: &[u8]) -> Vec<FileHeader> {
        let header =
            |file: &Placed| FileHeader { path: OsText::new(&file.path), bytes: file.content.len() };
        files(input).iter().map(header).collect()
    }
}

impl FileReport {
    /// All files of the input and of the result, sorted by their paths.
    pub(super) fn all(input: &[u8], result: &[u8]) -> Vec<FileReport> {
        let mut sizes: BTreeMap<Vec<u8>, [Option<usize>; 2]> = BTreeMap::new();
        for (side, text) in [input, result].into_iter().enumerate() {
            for file in files(text) {
                sizes.entry(file.path).or_default()[side] = Some(file.content.len());
            }
        }
        let report = |(path, [before, after]): (Vec<u8>, [Option<usize>; 2])| FileReport {
            path: OsText::new(&path),
            before,
            after,
        };
        sizes.into_iter().map(report).collect()
    }
}

/// The files of a bundle, and its links.
fn files(text: &[u8]) -> Vec<Placed> {
    entries(text).into_iter().filter(|entry| !entry.is_directory()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{Entry, EntryKind, bundle};

    fn bundle_of(files: &[(&str, &str)]) -> Vec<u8> {
        let entry = |(path, content): &(&str, &str)| Entry {
            path: (*path).into(),
            kind: EntryKind::File { mode: 0o644 },
            content: (*content).into(),
        };
        bundle(&files.iter().map(entry).collect::<Vec<_>>())
    }

    #[test]
    fn a_report_has_the_files_of_the_input_and_of_the_result() {
        let input = bundle_of(&[("a", "123"), ("b", "12")]);
        let result = bundle_of(&[("a", "1"), ("c", "")]);
        let text = serde_json::to_string(&FileReport::all(&input, &result)).expect("it is JSON");
        let expected = r#"[{"path":"a","before":3,"after":1},{"path":"b","before":2,"after":null},{"path":"c","before":null,"after":0}]"#;
        assert_eq!(text, expected);
        assert_eq!(Content::of_bundle(&input), Content { files: 2, bytes: 5 });
    }
}
