//! A bundle: several files and directories as one text, so that everything which reduces one text
//! reduces them.
//!
//! A bundle is a sequence of entries, each a line of its own and then the content. The line begins
//! with a boundary that no file contains, so no length stands in it: the content of an entry can be
//! cut, or replaced, like a window of any other text. Without entries a bundle is the empty text.
//!
//! A directory has an entry before those of what lies in it.

use crate::key::mix;
use std::ops::Range;

/// The number of bytes of every boundary.
const BOUNDARY: usize = 18;

/// What encloses the digits of a boundary: a control character that texts do not contain.
const MARK: u8 = 0x1e;

/// What an entry of a bundle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntryKind {
    /// A file with these permissions.
    File {
        /// The permission bits.
        mode: u32,
    },
    /// A symbolic link; its content is the path that it leads to.
    Link,
    /// A directory with these permissions; it has no content.
    Directory {
        /// The permission bits.
        mode: u32,
    },
}

/// An entry that is to be bundled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The path, relative and without `..`; its parts are separated by `/`.
    pub path: Vec<u8>,
    /// What it is.
    pub kind: EntryKind,
    /// The content.
    pub content: Vec<u8>,
}

impl Entry {
    /// An entry.
    pub fn new(path: impl Into<Vec<u8>>, kind: EntryKind, content: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), kind, content: content.into() }
    }
}

/// Whether a path lies in a directory; every path lies in that without a name.
pub fn is_inside(path: &[u8], directory: &[u8]) -> bool {
    directory.is_empty()
        || path.strip_prefix(directory).is_some_and(|rest| rest.first() == Some(&b'/'))
}

/// An entry in a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The path.
    pub path: Vec<u8>,
    /// What it is.
    pub kind: EntryKind,
    /// Where it begins in the bundle.
    pub start: usize,
    /// Where its content is in the bundle. It ends where the next entry begins.
    pub content: Range<usize>,
}

impl Placed {
    /// The entry's line and its content.
    pub fn whole(&self) -> Range<usize> {
        self.start..self.content.end
    }

    /// Whether the entry is a file.
    pub fn is_file(&self) -> bool {
        matches!(self.kind, EntryKind::File { .. })
    }

    /// Whether the entry is a directory.
    pub fn is_directory(&self) -> bool {
        matches!(self.kind, EntryKind::Directory { .. })
    }
}

/// Puts entries into a bundle, in their order.
pub fn bundle(entries: &[Entry]) -> Vec<u8> {
    let boundary = boundary(entries);
    let mut out = Vec::new();
    for entry in entries {
        put_line(&mut out, &boundary, &entry.path, entry.kind);
        out.extend_from_slice(&entry.content);
    }
    out
}

/// Puts other entries into a bundle, with the boundary of the bundle that they come from.
pub fn rebundle<'e>(
    bundle: &[u8],
    entries: impl IntoIterator<Item = (&'e [u8], EntryKind, &'e [u8])>,
) -> Vec<u8> {
    let Some(boundary) = boundary_of(bundle) else { return Vec::new() };
    let mut out = Vec::with_capacity(bundle.len());
    for (path, kind, content) in entries {
        put_line(&mut out, boundary, path, kind);
        out.extend_from_slice(content);
    }
    out
}

/// The same entries with the boundary that [`bundle`] chooses for them, whatever they come from.
pub fn canonical(text: &[u8]) -> Vec<u8> {
    let entry = |placed: Placed| {
        let content = text[placed.content].to_vec();
        Entry { path: placed.path, kind: placed.kind, content }
    };
    bundle(&entries(text).into_iter().map(entry).collect::<Vec<_>>())
}

/// The entries of a bundle. A text that is no bundle has none.
pub fn entries(bundle: &[u8]) -> Vec<Placed> {
    let Some(boundary) = boundary_of(bundle) else { return Vec::new() };
    let starts: Vec<usize> = memchr::memmem::find_iter(bundle, boundary).collect();
    let ends = starts.iter().skip(1).copied().chain([bundle.len()]);
    let whole = starts.iter().copied().zip(ends);
    whole.filter_map(|(start, end)| placed(bundle, start..end)).collect()
}

fn placed(bundle: &[u8], whole: Range<usize>) -> Option<Placed> {
    let after = whole.start + BOUNDARY;
    let length = memchr::memchr(b'\n', &bundle[after..whole.end])?;
    let line = &bundle[after..after + length];
    let (kind, path) = line.split_at_checked(line.iter().position(|byte| *byte == b' ')?)?;
    Some(Placed {
        path: unescaped(&path[1..]),
        kind: read_kind(kind)?,
        start: whole.start,
        content: after + length + 1..whole.end,
    })
}

/// A boundary that is in none of the files.
fn boundary(entries: &[Entry]) -> Vec<u8> {
    let mut seed = entries.len() as u64;
    loop {
        let mut boundary = vec![MARK];
        boundary.extend(format!("{:016x}", mix(seed)).bytes());
        boundary.push(MARK);
        let finder = memchr::memmem::Finder::new(&boundary);
        let is_in = |text: &[u8]| finder.find(text).is_some();
        if !entries.iter().any(|entry| is_in(&entry.content) || is_in(&entry.path)) {
            return boundary;
        }
        seed = mix(seed);
    }
}

fn boundary_of(bundle: &[u8]) -> Option<&[u8]> {
    bundle.get(..BOUNDARY).filter(|boundary| boundary[0] == MARK && boundary[BOUNDARY - 1] == MARK)
}

fn put_line(out: &mut Vec<u8>, boundary: &[u8], path: &[u8], kind: EntryKind) {
    out.extend_from_slice(boundary);
    out.extend(
        match kind {
            EntryKind::File { mode } => format!("file:{mode:o} "),
            EntryKind::Directory { mode } => format!("directory:{mode:o} "),
            EntryKind::Link => "link ".to_owned(),
        }
        .bytes(),
    );
    out.extend(escaped(path));
    out.push(b'\n');
}

fn read_kind(text: &[u8]) -> Option<EntryKind> {
    let text = std::str::from_utf8(text).ok()?;
    let mode = |digits: &str| u32::from_str_radix(digits, 8).ok();
    match text.split_once(':') {
        None if text == "link" => Some(EntryKind::Link),
        Some(("file", digits)) => Some(EntryKind::File { mode: mode(digits)? }),
        Some(("directory", digits)) => Some(EntryKind::Directory { mode: mode(digits)? }),
        _ => None,
    }
}

/// A path on one line.
fn escaped(path: &[u8]) -> impl Iterator<Item = u8> {
    path.iter()
        .flat_map(|byte| match byte {
            b'\n' => &b"\\n"[..],
            b'\\' => b"\\\\",
            other => std::slice::from_ref(other),
        })
        .copied()
}

fn unescaped(line: &[u8]) -> Vec<u8> {
    let mut bytes = line.iter();
    let mut out = Vec::with_capacity(line.len());
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'\\' if bytes.next() == Some(&b'n') => b'\n',
            other => *other,
        });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &[u8], content: &[u8]) -> Entry {
        let kind = EntryKind::File { mode: 0o644 };
        Entry { path: path.to_vec(), kind, content: content.to_vec() }
    }

    fn read(bundle: &[u8]) -> Vec<Entry> {
        let entry = |placed: Placed| {
            let content = bundle[placed.content.clone()].to_vec();
            Entry { path: placed.path, kind: placed.kind, content }
        };
        entries(bundle).into_iter().map(entry).collect()
    }

    #[test]
    fn what_goes_into_a_bundle_comes_out_of_it() {
        let given = vec![
            Entry {
                path: b"d".to_vec(),
                kind: EntryKind::Directory { mode: 0o700 },
                content: vec![],
            },
            file(b"d/a\\n b\n", b"no newline at the end"),
            file(b"d/\\", b""),
            file(b"\xff", &[0, MARK, b'\n']),
            Entry { path: b"l".to_vec(), kind: EntryKind::Link, content: b"d/a".to_vec() },
        ];
        assert_eq!(read(&bundle(&given)), given);
        assert_eq!(bundle(&[]), b"");
        assert_eq!(read(b""), []);
        assert_eq!(read(b"a text that is no bundle"), []);
    }

    #[test]
    fn a_file_that_contains_a_bundle_is_a_file() {
        let inner = bundle(&[file(b"a", b"1")]);
        let outer = [file(b"b", &inner)];
        assert_eq!(read(&bundle(&outer)), outer);
    }

    #[test]
    fn contents_can_be_cut_and_entries_removed() {
        let text = bundle(&[file(b"a", b"12"), file(b"b", b"3"), file(b"c", b"4")]);
        let [a, b, _] = entries(&text).try_into().expect("three entries");
        let rest = [&text[..a.content.end - 1], &text[b.whole().end..]].concat();
        assert_eq!(read(&rest), [file(b"a", b"1"), file(b"c", b"4")]);
        let kept = [(&b"c"[..], a.kind, &text[a.content.clone()])];
        assert_eq!(read(&rebundle(&text, kept)), [file(b"c", b"12")]);
    }
}
