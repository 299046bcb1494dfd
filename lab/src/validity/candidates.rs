//! The candidates of one source file: the edits, their bytes, and their descriptions.

use super::sampling::{self, Category, Counts};
use crate::corpus::SourceFile;
use anyhow::Result;
use fs_err as fs;
use probdd_core::{Edits, Kept, Kind, NodeId, Tree};
use probdd_syntax::{Document, Language, parse};
use std::ops::Range;

/// How many removed nodes a description of an edit names.
const MOST_NAMED: usize = 6;

/// How many characters of a text a description shows.
const LONGEST_EXCERPT: usize = 160;

/// A parsed source file.
pub(super) struct Source {
    pub(super) file: SourceFile,
    pub(super) document: Document,
    language: &'static Language,
}

/// An edit of a source file.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    /// The number of the source file.
    pub(super) source: usize,
    pub(super) category: Category,
    pub(super) edits: Edits,
}

impl Source {
    /// Reads and parses a file.
    pub(super) fn read(language: &'static Language, file: SourceFile) -> Result<Source> {
        let text = fs::read(&file.path)?;
        Ok(Source { document: parse(language, &text), file, language })
    }

    /// How many nodes of the parse tree have children, and how many of these no rule explains. A tree
    /// that is not the grammar's counts as one unexplained node.
    pub(super) fn nodes(&self) -> (usize, usize) {
        match self.document.fallback() {
            None => (self.document.parsed_nodes(), self.document.unmatched_nodes()),
            Some(_) => (1, 1),
        }
    }

    /// Random edits of this source, the `source`th.
    pub(super) fn candidates(&self, source: usize, counts: Counts, seed: u64) -> Vec<Candidate> {
        let sample = sampling::sample(self.document.tree(), counts, seed).into_iter();
        sample.map(|(category, edits)| Candidate { source, category, edits }).collect()
    }

    /// The bytes of a candidate.
    pub(super) fn rendered(&self, edits: &Edits) -> Vec<u8> {
        let mut kept = Kept::all(self.document.tree());
        kept.apply(self.document.tree(), edits);
        let mut bytes = Vec::new();
        self.document.render(&kept, &mut bytes);
        bytes
    }

    /// An edit by kinds of nodes: `parent -> node`. Large subsets are named by their share.
    fn group(&self, candidate: &Candidate) -> String {
        let tree = self.document.tree();
        let removed = &candidate.edits.removed;
        let described =
            |id: &NodeId| format!("{} -> {}", self.enclosing(tree, *id), self.described(*id));
        match (candidate.category, candidate.edits.replaced.first()) {
            (Category::Subset(share), _) if removed.len() > MOST_NAMED => {
                format!("subset {share} %")
            }
            (_, Some(&(node, by))) => {
                let (outer, inner) = (self.described(node), self.described(by));
                format!("hoist {}: {outer} => {inner}", self.enclosing(tree, node))
            }
            (_, None) => removed.iter().map(described).collect::<Vec<_>>().join(" AND "),
        }
    }

    /// The grammar's name of the nearest node of the grammar around a node.
    fn enclosing(&self, tree: &Tree, node: NodeId) -> &'static str {
        let ancestors = std::iter::successors(tree.parent(node), |id| tree.parent(*id));
        let mut names = ancestors.filter_map(|id| self.name(id));
        names.next().unwrap_or("the root")
    }

    fn name(&self, id: NodeId) -> Option<&'static str> {
        let node = self.document.tree().node(id);
        let is_of_grammar = node.kind != Kind::NONE && !node.is_list();
        let name = is_of_grammar.then(|| self.language.kind_name(node.kind))?;
        (!name.is_empty()).then_some(name)
    }

    /// A node by its kind, or by its role if it has none.
    fn described(&self, id: NodeId) -> String {
        let role = self.document.tree().node(id).role;
        self.name(id).map_or_else(|| format!("{role:?}"), str::to_owned)
    }

    /// The change of the text by an edit, and the judge's message.
    pub(super) fn context(&self, candidate: &Candidate, message: &str) -> String {
        let old = self.document.text();
        let new = self.rendered(&candidate.edits);
        let (removed, left) = difference(old, &new);
        let line = old[..removed.start].split(|byte| *byte == b'\n').count();
        let around = |text: &[u8], range: Range<usize>| {
            let start = range.start.saturating_sub(60);
            let end = (range.end + 60).min(text.len());
            excerpt(&text[start..end], 2 * LONGEST_EXCERPT)
        };
        format!(
            "invalid: {}\n    says: {message}\n    in:   {}:{line}\n    gone: {}\n    \
             was:  {}\n    is:   {}",
            self.group(candidate),
            self.file.label,
            excerpt(&old[removed.clone()], LONGEST_EXCERPT),
            around(old, removed),
            around(&new, left)
        )
    }
}

/// The parts of two texts between their common beginning and their common end.
fn difference(old: &[u8], new: &[u8]) -> (Range<usize>, Range<usize>) {
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let longest = old.len().min(new.len()) - start;
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take(longest).take_while(|(a, b)| a == b).count();
    (start..old.len() - end, start..new.len() - end)
}

/// A text in one line, without the middle if it is long.
fn excerpt(text: &[u8], longest: usize) -> String {
    let text = String::from_utf8_lossy(text).replace('\n', "\\n").replace('\r', "\\r");
    let count = text.chars().count();
    if count <= longest {
        return text;
    }
    let head: String = text.chars().take(longest / 2).collect();
    let tail: String = text.chars().skip(count - longest / 2).collect();
    format!("{head} ... {tail}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_of_two_texts_is_between_what_they_share() {
        assert_eq!(difference(b"f(a, b)", b"f(a)"), (3..6, 3..3));
        assert_eq!(difference(b"aaaa", b"aa"), (2..4, 2..2));
        assert_eq!(difference(b"same", b"same"), (4..4, 4..4));
    }

    #[test]
    fn long_texts_lose_their_middle() {
        assert_eq!(excerpt(b"a\nb", 10), "a\\nb");
        assert_eq!(excerpt(b"abcdefgh", 4), "ab ... gh");
    }
}
