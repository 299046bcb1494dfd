//! How files become fewer, shorter in name, and less deep: the rungs between files.
//!
//! Each is another bundle, which the test judges. What a language does with it is not known here: a
//! text takes the place of the line that refers to it, in the form that languages with such lines
//! need.

use super::references::{Reference, last, parent, references, stem};
use crate::text::tokens::is_word;
use probdd_core::bundle::{EntryKind, Placed, entries, is_inside, rebundle};
use std::ops::Range;

/// Of more files only those that refer to each other are merged.
const MERGED: usize = 6;

/// A bundle with fewer files, or with shorter paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Join {
    /// What was done, for the trace.
    pub name: &'static str,
    /// What it is about: a join of the same name with the same files has the same.
    pub id: Vec<u8>,
    /// The bundle.
    pub bundle: Vec<u8>,
}

/// What may be joined in a bundle, the most promising first. Files that stay as they are, and those
/// that the test is told, keep their paths.
pub fn joins(
    bundle: &[u8],
    is_kept: &dyn Fn(&[u8]) -> bool,
    is_named: &dyn Fn(&[u8]) -> bool,
) -> Vec<Join> {
    let project = Project::new(bundle, is_kept, is_named);
    let mut all = project.inlined();
    all.extend(project.merged());
    all.extend(project.flattened());
    all.extend(project.renamed());
    all.retain(|join| join.bundle != bundle);
    all
}

/// An entry: its path, what it is, its content.
type Shown<'e> = (&'e [u8], EntryKind, &'e [u8]);

struct Project<'a> {
    bundle: &'a [u8],
    entries: Vec<Placed>,
    references: Vec<Reference>,
    is_kept: &'a dyn Fn(&[u8]) -> bool,
    is_named: &'a dyn Fn(&[u8]) -> bool,
}

impl<'a> Project<'a> {
    fn new(
        bundle: &'a [u8],
        is_kept: &'a dyn Fn(&[u8]) -> bool,
        is_named: &'a dyn Fn(&[u8]) -> bool,
    ) -> Project<'a> {
        let entries = entries(bundle);
        let references = references(bundle, &entries);
        Project { bundle, entries, references, is_kept, is_named }
    }

    fn content(&self, file: usize) -> &'a [u8] {
        &self.bundle[self.entries[file].content.clone()]
    }

    fn path(&self, file: usize) -> &[u8] {
        &self.entries[file].path
    }

    /// The files whose text may change.
    fn files(&self) -> impl Iterator<Item = usize> {
        let is_free = |at: &usize| self.entries[*at].is_file() && !(self.is_kept)(self.path(*at));
        (0..self.entries.len()).filter(is_free)
    }

    /// The bundle with some contents replaced, and without one file.
    fn with(&self, texts: &[(usize, Vec<u8>)], without: Option<usize>) -> Vec<u8> {
        let kept = (0..self.entries.len()).filter(|at| Some(*at) != without);
        let entry = |at: usize| {
            let other = texts.iter().find(|(file, _)| *file == at);
            let content = other.map_or(self.content(at), |(_, text)| text.as_slice());
            (self.path(at), self.entries[at].kind, content)
        };
        self.without_emptied(kept.map(entry).collect())
    }

    /// A bundle of entries, without directories in which there is nothing any more.
    fn without_emptied(&self, entries: Vec<Shown>) -> Vec<u8> {
        let had_content =
            |path: &[u8]| self.entries.iter().any(|entry| is_inside(&entry.path, path));
        without_directories(self.bundle, entries, &had_content)
    }

    /// Each file that others refer to takes the place of the lines that refer to it.
    fn inlined(&self) -> Vec<Join> {
        let inline = |file: usize| {
            let lines: Vec<&Reference> = self
                .references
                .iter()
                .filter(|line| line.to == file && line.from != file)
                .collect();
            let is_free = lines.iter().all(|line| !(self.is_kept)(self.path(line.from)));
            if lines.is_empty() || !is_free {
                return None;
            }
            let mut texts: Vec<(usize, Vec<u8>)> = Vec::new();
            for line in lines.into_iter().rev() {
                if texts.iter().all(|(from, _)| *from != line.from) {
                    texts.push((line.from, self.content(line.from).to_vec()));
                }
                let (_, text) = texts.iter_mut().find(|(from, _)| *from == line.from)?;
                let start = self.entries[line.from].content.start;
                let line = line.line.start - start..line.line.end - start;
                *text = inlined(text, line, self.path(file), self.content(file));
            }
            Some(Join {
                name: "inline",
                id: id("inline", &[self.path(file)]),
                bundle: self.with(&texts, Some(file)),
            })
        };
        self.files().filter_map(inline).collect()
    }

    /// Two files of one language become one.
    fn merged(&self) -> Vec<Join> {
        let files: Vec<usize> = self.files().filter(|at| !is_build_file(self.path(*at))).collect();
        if files.len() > MERGED {
            return Vec::new();
        }
        let pairs = files.iter().flat_map(|a| files.iter().map(|b| (*a, *b)));
        let alike =
            pairs.filter(|(a, b)| a != b && extension(self.path(*a)) == extension(self.path(*b)));
        let merge = |(into, from): (usize, usize)| {
            let text = lines(&[self.content(from), self.content(into)]);
            Join {
                name: "merge",
                id: id("merge", &[self.path(into), self.path(from)]),
                bundle: self.with(&[(into, text)], Some(from)),
            }
        };
        alike.map(merge).collect()
    }

    /// Each file in the directory above its own.
    fn flattened(&self) -> Vec<Join> {
        let flat = |file: usize| {
            let directory =
                parent(self.path(file)).filter(|directory| !(self.is_named)(directory))?;
            let path = match parent(directory) {
                Some(above) => [above, b"/", last(self.path(file))].concat(),
                None => last(self.path(file)).to_vec(),
            };
            let references = [last(directory), b"/"].concat();
            self.moved(file, &path, &references, b"", "flatten")
        };
        self.files().filter_map(flat).collect()
    }

    /// Each file with a name of one letter.
    fn renamed(&self) -> Vec<Join> {
        let rename = |file: usize| {
            let (path, name) = (self.path(file), last(self.path(file)));
            if stem(name).len() <= 1 {
                return None;
            }
            let ending = &name[stem(name).len()..];
            let taken = |path: &[u8]| self.entries.iter().any(|entry| entry.path == path);
            let path_of = |letter: u8| match parent(path) {
                Some(parent) => [parent, b"/", &[letter], ending].concat(),
                None => [&[letter], ending].concat(),
            };
            let letter = (b'a'..=b'z').find(|letter| !taken(&path_of(*letter)))?;
            self.moved(file, &path_of(letter), stem(name), &[letter], "rename")
        };
        self.files().filter_map(rename).collect()
    }

    /// A file under another path; in the lines that refer to it one text replaces another.
    fn moved(
        &self,
        file: usize,
        path: &[u8],
        old: &[u8],
        new: &[u8],
        name: &'static str,
    ) -> Option<Join> {
        if (self.is_named)(self.path(file)) || self.entries.iter().any(|entry| entry.path == path) {
            return None;
        }
        let mut moved: Vec<(Vec<u8>, EntryKind, Vec<u8>)> = Vec::new();
        for (at, entry) in self.entries.iter().enumerate() {
            let mut content = self.content(at).to_vec();
            let lines = self.references.iter().filter(|line| line.from == at && line.to == file);
            for line in lines.rev().filter(|_| !(self.is_kept)(&entry.path)) {
                let line =
                    line.line.start - entry.content.start..line.line.end - entry.content.start;
                let text = replaced(&content[line.clone()], old, new);
                content.splice(line, text);
            }
            let path = if at == file { path.to_vec() } else { entry.path.clone() };
            moved.push((path, entry.kind, content));
        }
        let moved = moved.iter().map(|(path, kind, text)| (&path[..], *kind, &text[..])).collect();
        let id = id(name, &[self.path(file)]);
        Some(Join { name, id, bundle: self.without_emptied(moved) })
    }
}

/// A bundle without the directories in which there are no files.
pub fn without_empty_directories(bundle: &[u8], is_kept: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let all = entries(bundle);
    let shown =
        all.iter().map(|entry| (&entry.path[..], entry.kind, &bundle[entry.content.clone()]));
    without_directories(bundle, shown.collect(), &|path| !is_kept(path))
}

/// A bundle of entries without those empty directories for which `can_go` is true.
fn without_directories(
    bundle: &[u8],
    mut entries: Vec<Shown>,
    can_go: &dyn Fn(&[u8]) -> bool,
) -> Vec<u8> {
    entries.sort_by(|(a, ..), (b, ..)| parts(a).cmp(parts(b)));
    let mut kept: Vec<Shown> = Vec::new();
    // What lies in a directory stands behind it, so from the end on it is known what is left of it.
    for entry in entries.into_iter().rev() {
        let (path, kind, _) = entry;
        let is_directory = matches!(kind, EntryKind::Directory { .. });
        let is_needed = kept.last().is_some_and(|(next, ..)| is_inside(next, path));
        if !is_directory || is_needed || !can_go(path) {
            kept.push(entry);
        }
    }
    rebundle(bundle, kept.into_iter().rev())
}

/// The parts of a path, in the order of which what lies in a directory stands behind it.
fn parts(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|byte| *byte == b'/')
}

/// A text in which the content of a file takes the place of the line, or the call, that refers to it.
fn inlined(text: &[u8], line: Range<usize>, path: &[u8], content: &[u8]) -> Vec<u8> {
    let statement = statement(text, line.clone());
    let whole = &text[statement.clone()];
    let name = stem(last(path));
    if let Some(call) = find_call(whole, b"require") {
        // What a module exports is the value of a function.
        let function = [
            b"(function(){var module={exports:{}},exports=module.exports;\n",
            content,
            b"\nreturn module.exports})()",
        ]
        .concat();
        let call = statement.start + call.start..statement.start + call.end;
        return [&text[..call.start], &function, &text[call.end..]].concat();
    }
    let first: Vec<&[u8]> =
        whole.split(|byte| !is_word(*byte)).filter(|word| !word.is_empty()).collect();
    let is_module = whole.trim_ascii_end().ends_with(b";") && first.contains(&&b"mod"[..]);
    if is_module {
        let end = memchr::memrchr(b';', whole).unwrap_or(whole.len());
        let (before, after) = (&text[..statement.start + end], &text[statement.start + end + 1..]);
        return [before, b" {\n", content, b"\n}", after].concat();
    }
    let is_script = [&b"js"[..], b"ts", b"jsx", b"tsx", b"mjs", b"mts"].contains(&extension(path));
    let content = if is_script { without_exports(content) } else { content.to_vec() };
    let (before, after) = (&text[..statement.start], &text[statement.end..]);
    let is_plain_import = first.first() == Some(&&b"import"[..]) && extension(path) == b"py";
    if is_plain_import {
        // The names of the module are names of the file now.
        let after = replaced(after, &[name, b"."].concat(), b"");
        return [before, &lines(&[&content]), after.trim_ascii_start()].concat();
    }
    let content = content.strip_suffix(b"\n").unwrap_or(&content);
    [before, content, after].concat()
}

/// The lines from the one that opens a bracket to the one that closes it, if brackets of a line are
/// not closed in it.
fn statement(text: &[u8], line: Range<usize>) -> Range<usize> {
    const MOST: usize = 4000;
    let depth = |range: Range<usize>| {
        let (mut depth, mut least) = (0i32, 0);
        for byte in &text[range] {
            match byte {
                b'(' | b'{' | b'[' => depth += 1,
                b')' | b'}' | b']' => depth -= 1,
                _ => {}
            }
            least = least.min(depth);
        }
        (depth, least)
    };
    let (mut start, mut end) = (line.start, line.end);
    while depth(start..end).1 < 0 && start > 0 && line.start - start < MOST {
        start = memchr::memrchr(b'\n', &text[..start - 1]).map_or(0, |at| at + 1);
    }
    while depth(start..end).0 > 0 && end < text.len() && end - line.end < MOST {
        end = memchr::memchr(b'\n', &text[end + 1..]).map_or(text.len(), |at| end + 1 + at);
    }
    if depth(start..end) == (0, 0) { start..end } else { line }
}

/// Where a function is called with one string.
fn find_call(text: &[u8], function: &[u8]) -> Option<Range<usize>> {
    let start = memchr::memmem::find(text, &[function, b"("].concat())?;
    let end = start + memchr::memchr(b')', &text[start..])? + 1;
    Some(start..end)
}

/// A script whose exports are declarations.
fn without_exports(script: &[u8]) -> Vec<u8> {
    let text = replaced(script, b"export default ", b"");
    replaced(&text, b"export ", b"")
}

/// A text in which one text replaces another wherever it stands alone.
fn replaced(text: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut from = 0;
    for at in memchr::memmem::find_iter(text, old) {
        let end = at + old.len();
        let touches = |byte: Option<&u8>, own: Option<&u8>| {
            byte.zip(own).is_some_and(|(byte, own)| is_word(*byte) && is_word(*own))
        };
        let before = at.checked_sub(1).and_then(|at| text.get(at));
        if touches(before, old.first()) || touches(text.get(end), old.last()) {
            continue;
        }
        out.extend_from_slice(&text[from..at]);
        out.extend_from_slice(new);
        from = end;
    }
    out.extend_from_slice(&text[from..]);
    out
}

/// Texts one after the other, each with a newline at its end.
fn lines(texts: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    for text in texts {
        out.extend_from_slice(text);
        if !text.is_empty() && !text.ends_with(b"\n") {
            out.push(b'\n');
        }
    }
    out
}

fn id(name: &str, paths: &[&[u8]]) -> Vec<u8> {
    let paths = paths.iter().flat_map(|path| [b"\0", *path].concat());
    name.bytes().chain(paths).collect()
}

fn extension(path: &[u8]) -> &[u8] {
    let name = last(path);
    name.get(stem(name).len() + 1..).unwrap_or_default()
}

fn is_build_file(path: &[u8]) -> bool {
    super::references::is_build_file(last(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{Entry, bundle};

    /// Bundles as paths and texts.
    fn joined(name: &str, files: &[(&str, &str)]) -> Vec<Vec<(String, String)>> {
        let entry = |(path, content): &(&str, &str)| Entry {
            path: path.as_bytes().to_vec(),
            kind: EntryKind::File { mode: 0o644 },
            content: content.as_bytes().to_vec(),
        };
        let text = bundle(&files.iter().map(entry).collect::<Vec<_>>());
        let all = joins(&text, &|_| false, &|_| false);
        let read = |join: &Join| {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let pair = |placed: Placed| (text(&placed.path), text(&join.bundle[placed.content]));
            entries(&join.bundle).into_iter().map(pair).collect()
        };
        all.iter().filter(|join| join.name == name).map(read).collect()
    }

    fn files<const N: usize>(files: [(&str, &str); N]) -> Vec<(String, String)> {
        files.map(|(path, text)| (path.to_owned(), text.to_owned())).into()
    }

    #[test]
    fn a_header_takes_the_place_of_its_include_in_every_file() {
        let given = [
            ("a.c", "#include \"x.h\"\nint a;\n"),
            ("b.c", "int b;\n#include \"x.h\"\n"),
            ("x.h", "int x;\n"),
        ];
        let expected = files([("a.c", "int x;\nint a;\n"), ("b.c", "int b;\nint x;\n")]);
        assert_eq!(joined("inline", &given), [expected]);
    }

    #[test]
    fn a_rust_module_gets_braces_and_a_required_script_a_function() {
        let rust = [("lib.rs", "pub mod x;\nfn f() {}\n"), ("x.rs", "fn g() {}\n")];
        let expected = files([("lib.rs", "pub mod x {\nfn g() {}\n\n}\nfn f() {}\n")]);
        assert_eq!(joined("inline", &rust), [expected]);
        let script = [("a.js", "const q = require('./x').q;\n"), ("x.js", "exports.q = 1;\n")];
        let text = "const q = (function(){var module={exports:{}},exports=module.exports;\n\
                    exports.q = 1;\n\nreturn module.exports})().q;\n";
        assert_eq!(joined("inline", &script), [files([("a.js", text)])]);
    }

    #[test]
    fn imports_of_several_lines_are_replaced_as_a_whole() {
        let python = [("a.py", "from x import (\n  f,\n  g,\n)\nf()\n"), ("x.py", "f = g = 1\n")];
        assert_eq!(joined("inline", &python), [files([("a.py", "f = g = 1\nf()\n")])]);
        let module = [("a.py", "import x\nx.f()\nmax.f()\n"), ("x.py", "f = 1\n")];
        assert_eq!(joined("inline", &module), [files([("a.py", "f = 1\nf()\nmax.f()\n")])]);
        let script = [
            ("a.ts", "import {\n  f,\n} from './x';\nf();\n"),
            ("x.ts", "export const f = () => 1;\n"),
        ];
        assert_eq!(joined("inline", &script), [files([("a.ts", "const f = () => 1;\nf();\n")])]);
    }

    #[test]
    fn files_move_up_and_get_short_names_where_they_are_referred_to() {
        let given = [("a.c", "#include \"sub/long.h\"\n"), ("sub/long.h", "int x;")];
        let flat = files([("a.c", "#include \"long.h\"\n"), ("long.h", "int x;")]);
        assert_eq!(joined("flatten", &given), [flat]);
        let short = files([("a.c", "#include \"sub/a.h\"\n"), ("sub/a.h", "int x;")]);
        assert_eq!(joined("rename", &given), [short]);
    }

    #[test]
    fn files_of_one_language_are_merged_in_both_orders() {
        let given = [("a.c", "int a;"), ("b.c", "int b;"), ("n.txt", "n")];
        let merged = joined("merge", &given);
        assert_eq!(merged[0], files([("a.c", "int b;\nint a;\n"), ("n.txt", "n")]));
        assert_eq!(merged[1], files([("b.c", "int a;\nint b;\n"), ("n.txt", "n")]));
        assert_eq!(merged.len(), 2);
    }
}
