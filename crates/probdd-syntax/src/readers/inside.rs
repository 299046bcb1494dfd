//! The insides of long tokens: strings, comments, heredocs, numbers, names.
//!
//! A reader here makes a document of the text of another one. Only what is inside of its long
//! tokens can be removed; everything else, marks and quotes included, stays. The two readers look
//! at words, with brackets and quotes around them, and at the characters of long words.

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::readers::any_text;
use crate::readers::outline::Blanks;
use crate::readers::units::characters;
use crate::text::content::content;
use crate::text::pieces::pieces;
use probdd_core::{Kind, NodeId, Role, Slot};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Shorter insides have no words: other ways to make a token shorter do as well.
const SHORTEST: usize = 12;

/// Shorter words are not taken apart.
pub(crate) const LONG_WORD: usize = 17;

/// A word of more characters is cut into this many parts at most.
const MOST_PARTS: usize = 1 << 16;

/// The words inside of the long tokens of a document, in lists by lines, brackets, quotes and
/// commas; `None` if there are none. A string with escapes may be several tokens of the document;
/// those of fewer than `least_tokens` are left out.
pub fn words_inside(document: &Document, least_tokens: usize) -> Option<Document> {
    let mut inside = Inside::of(document);
    for content in contents(document, least_tokens).filter(|content| content.len() >= SHORTEST) {
        inside.words(&content);
    }
    inside.finish()
}

/// Whether strings of at least `least_tokens` tokens make up half of a text or more.
pub fn is_mostly_strings(document: &Document, least_tokens: usize) -> bool {
    let bytes: usize = contents(document, least_tokens).map(|content| content.len()).sum();
    bytes * 2 >= document.text().len()
}

/// A document with nodes that are removed in groups.
#[derive(Debug)]
pub struct Groups {
    /// The document.
    pub document: Document,
    /// The nodes that are removed together.
    pub groups: Vec<Arc<[NodeId]>>,
}

/// The characters of the long words of a document, names and numbers included; `None` if there are
/// no long words. Those at the same place of equal words are a group; the longest word comes first.
pub fn characters_inside(document: &Document) -> Option<Groups> {
    let text = document.text();
    let words: Vec<Range<usize>> =
        contents(document, 1).flat_map(|content| long_words(text, &content)).collect();
    let mut inside = Inside::of(document);
    for word in &words {
        inside.parts(word);
    }
    let document = inside.finish()?;
    let groups = groups(&document, &words);
    Some(Groups { document, groups })
}

/// The nodes of the parts of words, grouped by the text of the word and the place in it.
fn groups(document: &Document, words: &[Range<usize>]) -> Vec<Arc<[NodeId]>> {
    let items = document.tree().nodes().filter(|(_, node)| node.role == Role::Item);
    let mut items = items.map(|(id, _)| id);
    let mut equal: BTreeMap<_, Vec<Vec<NodeId>>> = BTreeMap::new();
    for word in words {
        let text = &document.text()[word.clone()];
        let nodes = items.by_ref().take(parts(text).count()).collect();
        equal.entry((Reverse(text.len()), text)).or_default().push(nodes);
    }
    let together = |words: Vec<Vec<NodeId>>| {
        let count = words.first().map_or(0, Vec::len);
        (0..count).map(move |place| words.iter().map(|nodes| nodes[place]).collect())
    };
    equal.into_values().flat_map(together).collect()
}

/// What is inside of each token that may be made shorter. The tokens of a string are one token here.
pub(super) fn contents(
    document: &Document,
    least_tokens: usize,
) -> impl Iterator<Item = Range<usize>> {
    let holders = holders(document).into_iter();
    let long = holders.filter(move |holder| holder.tokens.len() >= least_tokens);
    long.map(|holder| holder.content(document))
}

/// What is inside of strings and comments: of tokens whose kind says that they are one, or that have
/// marks at their ends.
pub(super) fn contents_of_texts(document: &Document) -> impl Iterator<Item = Range<usize>> {
    holders(document).into_iter().filter_map(|holder| {
        let content = holder.content(document);
        let has_marks = content.len() < holder.bytes(document).len();
        (holder.is_text || has_marks).then_some(content)
    })
}

/// Tokens that may be made shorter together.
struct Holder {
    tokens: Range<usize>,
    /// Whether the grammar says that they are a string or a comment.
    is_text: bool,
}

impl Holder {
    fn bytes(&self, document: &Document) -> Range<usize> {
        let (first, last) = (self.tokens.start, self.tokens.end - 1);
        document.tokens.bytes(first).start..document.tokens.bytes(last).end
    }

    fn content(&self, document: &Document) -> Range<usize> {
        let Range { start, end } = self.bytes(document);
        let content = content(&document.text[start..end]);
        start + content.start..start + content.end
    }
}

fn holders(document: &Document) -> Vec<Holder> {
    match &document.joining {
        Joining::Concatenated | Joining::Repaired(_) => Vec::new(),
        Joining::Seams(_) if document.tree.node(NodeId::ROOT).kind == Kind::NONE => {
            let alone = |token| Holder { tokens: token..token + 1, is_text: false };
            (0..document.tokens.len()).map(alone).collect()
        }
        Joining::Seams(joints) => {
            let is_string = |kind: Kind| joints.verbatim.contains(kind.0.into());
            holders_of_grammar(document, is_string)
        }
    }
}

/// The tokens of strings, and the tokens that are nodes of the grammar: not keywords and signs.
fn holders_of_grammar(document: &Document, is_string: impl Fn(Kind) -> bool) -> Vec<Holder> {
    let tree = &document.tree;
    let mut found = Vec::new();
    let mut id = NodeId::ROOT;
    while id < tree.node(NodeId::ROOT).end {
        let node = tree.node(id);
        let is_of_grammar = node.kind != Kind::NONE && !node.is_list() || node.role == Role::Extra;
        let is_leaf = node.end.0 == id.0 + 1 && node.tokens().len() == 1;
        let is_whole = is_of_grammar && (is_leaf || is_string(node.kind));
        if is_whole && !node.tokens().is_empty() {
            let is_text = is_string(node.kind) || node.role == Role::Extra;
            found.push(Holder { tokens: node.tokens(), is_text });
        }
        id = if is_whole { node.end } else { NodeId(id.0 + 1) };
    }
    with_texts_between(document, found)
}

/// Adds tokens that are no nodes and have blanks: the text of a recipe of Make between its variables.
fn with_texts_between(document: &Document, mut found: Vec<Holder>) -> Vec<Holder> {
    let mut is_held = vec![false; document.tokens.len()];
    for holder in &found {
        is_held[holder.tokens.clone()].fill(true);
    }
    let texts = (0..document.tokens.len())
        .filter(|token| !is_held[*token] && document.token(*token).trim_ascii().contains(&b' '));
    found.extend(texts.map(|token| Holder { tokens: token..token + 1, is_text: false }));
    found.sort_by_key(|holder| holder.tokens.start);
    found
}

/// The long words inside of a token.
fn long_words(text: &[u8], content: &Range<usize>) -> Vec<Range<usize>> {
    if content.len() < LONG_WORD {
        return Vec::new();
    }
    let (pieces, _) = pieces(&text[content.clone()]);
    let long = pieces.into_iter().filter(|piece| piece.len() >= LONG_WORD);
    long.map(|piece| content.start + piece.start..content.start + piece.end).collect()
}

/// The characters of a word, or runs of as many characters each.
fn parts(word: &[u8]) -> impl Iterator<Item = usize> {
    let characters: Vec<usize> = characters(word).map(|character| character.end).collect();
    let length = characters.len().div_ceil(MOST_PARTS).max(1);
    let last = characters.len() - 1;
    let is_end = move |at: &usize| (at + 1).is_multiple_of(length) || *at == last;
    (0..=last).filter(is_end).map(move |at| characters[at])
}

/// A document in the making, in which everything is fixed but the insides of some tokens.
struct Inside<'a> {
    text: &'a [u8],
    out: DocumentBuilder<'a>,
    is_empty: bool,
}

impl<'a> Inside<'a> {
    fn of(document: &'a Document) -> Inside<'a> {
        let text = document.text();
        let out = DocumentBuilder::new(text, Kind::NONE, Role::Regular);
        Inside { text, out, is_empty: true }
    }

    /// Adds the text up to a byte as a token that stays.
    fn fixed(&mut self, until: usize) {
        let start = self.out.covered();
        if start < until {
            self.out.token(start..until, true);
        }
    }

    /// Adds the words of a text, if there are several.
    fn words(&mut self, content: &Range<usize>) {
        let text = &self.text[content.clone()];
        let (pieces, marks) = pieces(text);
        let [first, .., last] = pieces.as_slice() else { return };
        let (start, end) = (content.start + first.start, content.start + last.end);
        self.is_empty = false;
        self.fixed(content.start);
        self.blanks(start);
        self.out.open(Kind::NONE, Role::Star, Slot::NONE);
        let outline = any_text::outline(text, &pieces, &marks);
        let shifted = |piece: &Range<usize>| content.start + piece.start..content.start + piece.end;
        let tokens: Vec<_> = pieces.iter().map(shifted).collect();
        outline.emit(&tokens, Blanks::Tokens, &mut self.out);
        self.fixed(end);
        self.out.close();
        self.blanks(content.end);
    }

    /// Adds the blanks up to a byte, which can be removed.
    fn blanks(&mut self, until: usize) {
        self.out.open(Kind::NONE, Role::Optional, Slot::NONE);
        self.fixed(until);
        self.out.close();
    }

    /// Adds the parts of a word.
    fn parts(&mut self, word: &Range<usize>) {
        self.is_empty = false;
        self.fixed(word.start);
        self.out.open(Kind::NONE, Role::Star, Slot::NONE);
        for end in parts(&self.text[word.clone()]) {
            self.out.open(Kind::NONE, Role::Item, Slot::NONE);
            self.fixed(word.start + end);
            self.out.close();
        }
        self.out.close();
    }

    fn finish(mut self) -> Option<Document> {
        self.fixed(self.text.len());
        let document = self.out.finish([].into(), |_, _| Joining::Concatenated);
        (!self.is_empty).then_some(document)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unit, units};
    use probdd_core::{Edits, Kept};

    /// The candidates that lack one removable node each.
    fn candidates(document: &Document) -> Vec<String> {
        let tree = document.tree();
        let without = |id: NodeId| {
            let mut kept = Kept::all(tree);
            kept.apply(tree, &Edits::removal(vec![id]));
            let mut bytes = Vec::new();
            document.render(&kept, &mut bytes);
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let removable = tree.nodes().filter(|(id, _)| tree.is_removable(*id));
        removable.map(|(id, _)| without(id)).collect()
    }

    fn words(text: &str) -> Vec<String> {
        let document = units(Unit::Bracket, text.as_bytes());
        words_inside(&document, 1).as_ref().map(candidates).unwrap_or_default()
    }

    #[test]
    fn words_go_with_the_blanks_before_them_and_quotes_stay() {
        assert_eq!(
            words("x: \"alpha beta gamma\" y"),
            ["x: \"\" y", "x: \"beta gamma\" y", "x: \"alpha gamma\" y", "x: \"alpha beta\" y",]
        );
    }

    #[test]
    fn an_object_in_a_string_is_a_list_of_pairs() {
        let found = words(r#"f("{\"a\": [1, 2], \"bc\": 3}")"#);
        assert!(found.contains(&r#"f("{\"bc\": 3}")"#.into()), "{found:?}");
        assert!(found.contains(&r#"f("{\"a\": [1, 2]}")"#.into()), "{found:?}");
        assert!(found.contains(&r#"f("{\"a\": [2], \"bc\": 3}")"#.into()), "{found:?}");
    }

    #[test]
    fn short_tokens_and_single_words_have_no_words_inside() {
        assert!(words("x = \"a b c\" + some_long_identifier").is_empty());
    }

    #[test]
    fn everything_else_is_kept_byte_for_byte() {
        let text = b"  x\t= \" two  words, and more \" ;\r\n\n";
        let document = units(Unit::Bracket, text);
        let inside = words_inside(&document, 1).expect("the string has words");
        let mut bytes = Vec::new();
        inside.render(&Kept::all(inside.tree()), &mut bytes);
        assert_eq!(bytes, text);
    }

    #[test]
    fn characters_of_equal_words_are_removed_together() {
        let text = "int abcdefghijklmnopq, b; abcdefghijklmnopq = 0x12345678909876543210;";
        let document = units(Unit::Bracket, text.as_bytes());
        let found = characters_inside(&document).expect("there are long words");
        assert_eq!(found.groups.len(), 22 + 17);
        let tree = found.document.tree();
        let mut kept = Kept::all(tree);
        kept.apply(tree, &Edits::removal(found.groups[22].to_vec()));
        let mut bytes = Vec::new();
        found.document.render(&kept, &mut bytes);
        assert_eq!(String::from_utf8_lossy(&bytes), text.replace("abc", "bc"));
    }
}
