//! The tree of a bundle: directories with what lies in them.

use super::references::references;
use crate::document::Fallback;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::readers::parts::Parts;
use crate::text::tokens::count_tokens;
use probdd_core::bundle::{Placed, entries, is_inside};
use probdd_core::{Kind, Links, Role, Slot};
use std::ops::Range;

/// The contents of all files have about so many tokens together: the weight of a file is that of its
/// bytes.
const TOKENS: usize = 1 << 15;

/// What can be removed from a bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// Directories and files.
    Entries,
    /// What is in the files, which stay.
    Contents,
}

/// The tree of a bundle, and which files refer to which. Files that are kept are in none of its nodes
/// that can be removed.
pub fn files(
    bundle: &[u8],
    removal: Removal,
    is_kept: &dyn Fn(&[u8]) -> bool,
    stop: &dyn Fn() -> bool,
) -> (Parts, Links) {
    let entries = entries(bundle);
    let share = (bundle.len() / TOKENS).max(1);
    let root =
        if entries.iter().any(|entry| is_kept(&entry.path)) { Role::Regular } else { Role::Star };
    let out = DocumentBuilder::new(bundle, Kind::NONE, root);
    let mut planter =
        Planter { entries: &entries, removal, is_kept, share, out, first: Vec::new() };
    planter.directory(0, b"", root);
    let Planter { out, first, .. } = planter;
    let document = out.finish([].into(), |_, _| Joining::Concatenated);
    let token = |entry: usize| first[entry] as u32;
    let refer = references(bundle, &entries);
    let links =
        refer.iter().map(|reference| (token(reference.to), token(reference.from))).collect();
    // The line of an entry is not a part of any file.
    let is_content = |token: usize| first.binary_search(&token).is_err();
    let parts = Parts::counted(document.with_fallback(Fallback::Large), &|token| {
        is_content(token) && !stop()
    });
    (parts, Links::new(links))
}

/// The number of tokens in the files of a bundle.
pub fn token_count(bundle: &[u8]) -> usize {
    entries(bundle).iter().map(|entry| count_tokens(&bundle[entry.content.clone()])).sum()
}

struct Planter<'a> {
    entries: &'a [Placed],
    removal: Removal,
    is_kept: &'a dyn Fn(&[u8]) -> bool,
    /// So many bytes are a token.
    share: usize,
    out: DocumentBuilder<'a>,
    /// The first token of each entry.
    first: Vec<usize>,
}

impl Planter<'_> {
    /// Adds what lies in a directory, from an entry on. Returns the entry after it.
    ///
    /// What stays cannot be an item of a list, which goes with its last item. So the other entries of
    /// a directory that has such are options.
    fn directory(&mut self, from: usize, path: &[u8], list: Role) -> usize {
        let role = if list == Role::Star { Role::Item } else { Role::Optional };
        let mut at = from;
        while let Some(entry) = self.entries.get(at).filter(|entry| is_inside(&entry.path, path)) {
            at = self.entry(at, entry, role);
        }
        at
    }

    fn entry(&mut self, at: usize, entry: &Placed, role: Role) -> usize {
        let mut end = at + 1;
        while self.entries.get(end).is_some_and(|inner| is_inside(&inner.path, &entry.path)) {
            end += 1;
        }
        let keeps = self.entries[at..end].iter().any(|inner| (self.is_kept)(&inner.path));
        let is_removable = self.removal == Removal::Entries && !keeps;
        let role = if is_removable { role } else { Role::Regular };
        self.out.open(Kind::NONE, role, Slot::NONE);
        self.first.push(self.out.covered_tokens());
        self.out.token(entry.start..entry.content.start, true);
        if end > at + 1 {
            let list = if keeps { Role::Regular } else { Role::Star };
            self.out.open(Kind::NONE, list, Slot::NONE);
            self.directory(at + 1, &entry.path, list);
        } else {
            let is_emptied = self.removal == Removal::Contents && entry.is_file() && !keeps;
            let role = if is_emptied { Role::Optional } else { Role::Regular };
            self.out.open(Kind::NONE, role, Slot::NONE);
            self.content(entry.content.clone());
        }
        self.out.close();
        self.out.close();
        end
    }

    /// Adds the bytes of a file, as tokens of equal length.
    fn content(&mut self, content: Range<usize>) {
        let mut start = content.start;
        while start < content.end {
            let end =
                if content.end - start < 2 * self.share { content.end } else { start + self.share };
            self.out.token(start..end, true);
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_core::bundle::{Entry, EntryKind, bundle};
    use probdd_core::{Edits, Kept, NodeId};

    /// What is left of some files without each part that can be removed.
    fn candidates(removal: Removal, kept: &[u8]) -> Vec<String> {
        let directory = EntryKind::Directory { mode: 0o755 };
        let file = EntryKind::File { mode: 0o644 };
        let text = bundle(&[
            Entry::new("d", directory, ""),
            Entry::new("d/a", file, "A"),
            Entry::new("d/b", file, "B"),
            Entry::new("e", file, "E"),
        ]);
        let (parts, _) = files(&text, removal, &|path| path == kept, &|| false);
        let (document, tree) = (parts.document(), parts.document().tree());
        let removable = tree.nodes().filter(|(_, node)| node.is_removable()).map(|(id, _)| id);
        let without = |node: NodeId| {
            let (mut left, mut bytes) = (Kept::all(tree), Vec::new());
            left.apply(tree, &Edits::removal([node].into()));
            document.render(&left, &mut bytes);
            let shown = entries(&bytes).into_iter().map(|placed| {
                let path = String::from_utf8_lossy(&placed.path).into_owned();
                path + "=" + &String::from_utf8_lossy(&bytes[placed.content])
            });
            shown.collect::<Vec<_>>().join(" ")
        };
        removable.map(without).collect()
    }

    #[test]
    fn directories_go_with_their_files_and_files_alone() {
        let expected = ["", "e=E", "d= e=E", "d= d/b=B e=E", "d= d/a=A e=E", "d= d/a=A d/b=B"];
        assert_eq!(candidates(Removal::Entries, b""), expected);
    }

    #[test]
    fn a_file_that_stays_keeps_its_directory() {
        let expected = ["d= d/a=A e=E", "d= d/a=A d/b=B"];
        assert_eq!(candidates(Removal::Entries, b"d/a"), expected);
    }

    #[test]
    fn contents_go_and_files_stay() {
        let expected = ["d= d/a=A d/b= e=E", "d= d/a=A d/b=B e="];
        assert_eq!(candidates(Removal::Contents, b"d/a"), expected);
    }
}
