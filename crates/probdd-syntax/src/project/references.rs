//! Which file refers to which: `#include "x.h"`, `import x`, `mod x;`, `require("./x")`.
//!
//! No language is known here. A line refers to a file if it has a word that languages use for that,
//! or is in a build file, and the name of the file. A wrong reference costs queries and nothing else.

use crate::text::tokens::is_word;
use memchr::memchr_iter;
use probdd_core::bundle::Placed;
use std::collections::BTreeMap;
use std::ops::Range;

/// The words of lines that refer to files.
const WORDS: [&[u8]; 11] = [
    b"include", b"import", b"from", b"require", b"mod", b"use", b"load", b"source", b"export",
    b"using", b"input",
];

/// The names of files that stand for their directories.
const INDEXES: [&[u8]; 4] = [b"__init__", b"mod", b"index", b"lib"];

/// So many files of one name are referred to; of more it is not clear which.
const NAMESAKES: usize = 8;

/// What is longer is no line that refers to a file.
const LONGEST: usize = 400;

/// A line that refers to a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The entry that the line is in.
    pub from: usize,
    /// The line in the bundle, without the newline.
    pub line: Range<usize>,
    /// The entry that it refers to.
    pub to: usize,
}

/// The lines of files that refer to other files, in the order of the bundle.
pub fn references(bundle: &[u8], entries: &[Placed]) -> Vec<Reference> {
    let names = names(entries);
    let files = entries.iter().enumerate().filter(|(_, entry)| entry.is_file());
    let mut found = Vec::new();
    for (from, entry) in files {
        let content = &bundle[entry.content.clone()];
        let is_build_file = is_build_file(last(&entry.path));
        for line in lines(content) {
            let text = &content[line.clone()];
            if !is_build_file && !refers(text) {
                continue;
            }
            let start = entry.content.start;
            let line = start + line.start..start + line.end;
            for to in named(text, &names, entries, from) {
                found.push(Reference { from, line: line.clone(), to });
            }
        }
    }
    found
}

/// The files of a bundle in an order in which a file comes before those that it refers to; larger
/// files first.
pub fn order(bundle: &[u8], entries: &[Placed]) -> Vec<usize> {
    let mut users = vec![Vec::new(); entries.len()];
    for reference in references(bundle, entries) {
        users[reference.to].push(reference.from);
    }
    let mut rest: Vec<usize> = (0..entries.len()).filter(|at| entries[*at].is_file()).collect();
    rest.sort_by_key(|at| std::cmp::Reverse(entries[*at].content.len()));
    let (mut done, mut is_done) = (Vec::new(), vec![false; entries.len()]);
    while !rest.is_empty() {
        let is_next = |file: &usize| users[*file].iter().all(|user| is_done[*user]);
        // In a circle the largest comes first.
        let next = rest.iter().position(is_next).unwrap_or(0);
        let file = rest.remove(next);
        is_done[file] = true;
        done.push(file);
    }
    done
}

/// The entries by the name without an extension; a file that stands for its directory has its name.
fn names(entries: &[Placed]) -> BTreeMap<&[u8], Vec<usize>> {
    let mut names: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.is_file()) {
        let mut name = stem(last(&entry.path));
        if INDEXES.contains(&name)
            && let Some(parent) = parent(&entry.path)
        {
            name = last(parent);
        }
        names.entry(name).or_default().push(at);
    }
    names.retain(|name, files| !name.is_empty() && files.len() <= NAMESAKES);
    names
}

/// The files that a line names, other than the one it is in. Of several with one name, those whose
/// directory the line names, or else those that are nearest.
fn named(
    line: &[u8],
    names: &BTreeMap<&[u8], Vec<usize>>,
    entries: &[Placed],
    from: usize,
) -> Vec<usize> {
    let words: Vec<&[u8]> = words(line).collect();
    let mut found = Vec::new();
    for word in &words {
        let Some(files) = names.get(word) else { continue };
        let rank = |file: &usize| {
            let path = &entries[*file].path;
            let directory = parent(path).map(last);
            let is_named = directory.is_some_and(|name| words.contains(&name));
            (is_named, common(path, &entries[from].path))
        };
        let best = files.iter().filter(|file| **file != from).map(rank).max();
        let nearest = files.iter().filter(|file| **file != from && Some(rank(file)) == best);
        found.extend(nearest.copied());
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn refers(line: &[u8]) -> bool {
    line.len() <= LONGEST && words(line).any(|word| WORDS.contains(&word))
}

pub(super) fn is_build_file(name: &[u8]) -> bool {
    const ENDS: [&[u8]; 7] = [b".mk", b".cmake", b".toml", b".json", b".am", b".build", b".bazel"];
    let name = name.to_ascii_lowercase();
    name.ends_with(b"makefile")
        || name == b"cmakelists.txt"
        || name == b"build"
        || ENDS.iter().any(|end| name.ends_with(end))
}

/// The words of a line, in which `-` is a letter of file names only.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| !is_word(*byte) && *byte != b'-').filter(|word| !word.is_empty())
}

fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', text).chain([text.len()]);
    ends.map(move |end| {
        let line = start..end.max(start);
        start = end + 1;
        line
    })
}

/// How many directories two paths have in common.
fn common(a: &[u8], b: &[u8]) -> usize {
    let parts =
        |path: &[u8]| path.split(|byte| *byte == b'/').map(<[u8]>::to_vec).collect::<Vec<_>>();
    parts(a).iter().zip(&parts(b)).take_while(|(a, b)| a == b).count()
}

/// The last part of a path.
pub(super) fn last(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or(path)
}

/// The directory of a path.
pub(super) fn parent(path: &[u8]) -> Option<&[u8]> {
    memchr::memrchr(b'/', path).map(|at| &path[..at])
}

/// A name without its extension.
pub(super) fn stem(name: &[u8]) -> &[u8] {
    memchr::memrchr(b'.', name).filter(|at| *at > 0).map_or(name, |at| &name[..at])
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{Entry, EntryKind, bundle, entries};

    fn referring(files: &[(&str, &str)]) -> Vec<(String, String)> {
        let entry = |(path, content): &(&str, &str)| Entry {
            path: path.as_bytes().to_vec(),
            kind: EntryKind::File { mode: 0o644 },
            content: content.as_bytes().to_vec(),
        };
        let text = bundle(&files.iter().map(entry).collect::<Vec<_>>());
        let entries = entries(&text);
        let name = |at: usize| String::from_utf8_lossy(&entries[at].path).into_owned();
        references(&text, &entries)
            .iter()
            .map(|reference| (name(reference.from), name(reference.to)))
            .collect()
    }

    #[test]
    fn includes_imports_modules_and_build_files_refer_to_files() {
        let found = referring(&[
            ("a.c", "#include \"sub/x.h\"\nint x;\n"),
            ("sub/x.h", ""),
            ("m.py", "from .other import y\n"),
            ("other.py", ""),
            ("r/lib.rs", "mod deep;"),
            ("r/deep/mod.rs", ""),
            ("t.js", "const q = require('./part');"),
            ("part.js", "q"),
            ("Makefile", "all: a.c\n"),
        ]);
        let expected = [
            ("a.c", "sub/x.h"),
            ("m.py", "other.py"),
            ("r/lib.rs", "r/deep/mod.rs"),
            ("t.js", "part.js"),
            ("Makefile", "a.c"),
        ];
        let expected = expected.map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(found, expected);
    }

    #[test]
    fn of_files_with_one_name_the_nearest_is_meant_or_that_in_the_directory_named() {
        let files = [
            ("a/u.py", "import z"),
            ("a/z.py", ""),
            ("b/u.py", "from a.z import q"),
            ("b/z.py", ""),
        ];
        let found = referring(&files);
        let expected = [("a/u.py", "a/z.py"), ("b/u.py", "a/z.py")];
        assert_eq!(found, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }

    #[test]
    fn a_file_comes_before_those_that_it_refers_to() {
        let file = |path: &str, content: &str| Entry {
            path: path.as_bytes().to_vec(),
            kind: EntryKind::File { mode: 0o644 },
            content: content.as_bytes().to_vec(),
        };
        let text = bundle(&[
            file("x.h", "#include \"y.h\"\nint large, large, large, large, large;"),
            file("y.h", "int x;"),
            file("z.c", "#include \"x.h\""),
        ]);
        assert_eq!(order(&text, &entries(&text)), [2, 0, 1]);
    }
}
