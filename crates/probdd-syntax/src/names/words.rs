//! The words of a text, and which of their occurrences define a name, found without knowing the
//! language.

use super::items::Items;
use crate::text::token_table::TokenTable;
use probdd_core::{Kind, NodeId, Tree};
use std::collections::{HashMap, HashSet};

/// The least share of a context's words that occur in it first if it is one of definitions.
const FIRST: f64 = 0.5;

/// A context has many words if at least this share of its occurrences are of different words.
const DIFFERENT: f64 = 0.3;

/// The least share of different words among the leaves of a kind whose words are mostly names.
const FEW: f64 = 0.02;

/// The leaves of a tree that may be names, in order, with their text.
pub(super) fn leaves<'a>(
    tree: &'a Tree,
    table: &'a TokenTable,
    text: &'a [u8],
) -> impl Iterator<Item = (NodeId, &'a [u8])> {
    tree.nodes().filter_map(move |(id, node)| {
        let is_leaf = node.end.0 == id.0 + 1 && node.tokens().len() == 1;
        let word = (is_leaf && node.kind != Kind::NONE)
            .then(|| &text[table.bytes(node.first_token as usize)]);
        Some((id, name_of_path(word.filter(|word| is_word(word))?)))
    })
}

/// The name under which a text knows what stands at a path: of Go's `"unicode/utf8"` the last part,
/// which is not a version as in `"example.org/yaml/v3"`. Of any other word, the word.
pub(super) fn name_of_path(word: &[u8]) -> &[u8] {
    let is_of_path = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-./".contains(byte);
    if !word.contains(&b'/') || !word.iter().all(is_of_path) {
        return word;
    }
    let is_version =
        |part: &[u8]| matches!(part, [b'v', digits @ ..] if digits.iter().all(u8::is_ascii_digit));
    let mut parts = word.rsplit(|byte| *byte == b'/');
    parts.find(|part| !part.is_empty() && !is_version(part)).unwrap_or(word)
}

/// Whether a leaf may be a name. Text with blanks, such as a directive or a sentence, is none.
fn is_word(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || b"_$@%#".contains(byte);
    text.first().is_some_and(|byte| is_letter(byte) || !byte.is_ascii())
        && !text.iter().any(u8::is_ascii_whitespace)
}

/// The kinds of a leaf and of the two nodes around it, and whether nothing follows the leaf in the
/// first of these: of `typedef long big`, only `big` is a definition.
pub(crate) type Context = (Kind, Kind, Kind, bool);

pub(crate) fn context(tree: &Tree, node: NodeId) -> Context {
    let is_of_grammar =
        |id: &NodeId| tree.node(*id).kind != Kind::NONE && !tree.node(*id).is_list();
    let mut around = std::iter::successors(tree.parent(node), |id| tree.parent(*id))
        .filter(is_of_grammar)
        .map(|id| tree.node(id).kind);
    let mut next = || around.next().unwrap_or(Kind::NONE);
    let is_last = tree.next_siblings(node).next().is_none();
    (tree.node(node).kind, next(), next(), is_last)
}

/// The words of a context.
#[derive(Default)]
struct Counts {
    all: u32,
    different: u32,
    /// How many of the different words occur in it first.
    first: u32,
}

impl Counts {
    fn defines(&self) -> bool {
        f64::from(self.first) >= FIRST * f64::from(self.different)
    }

    fn defines_several(&self) -> bool {
        self.different > 1 && self.defines()
    }

    fn has_many_words(&self) -> bool {
        f64::from(self.different) >= DIFFERENT * f64::from(self.all)
    }
}

/// The occurrences of a word, in order.
pub(super) type Word = Vec<Occurrence>;

/// An occurrence of a word.
#[derive(Clone, Copy)]
pub(super) struct Occurrence {
    pub(super) node: NodeId,
    pub(super) context: Context,
    pub(super) purpose: Purpose,
}

/// The purpose of an occurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Purpose {
    /// It defines a name.
    Definition,
    /// It refers to a name that another occurrence defines.
    Use,
    /// It is no name.
    Neither,
}

/// All words of a text, with the purposes of their occurrences.
pub(super) fn words(items: &Items<'_>, leaves: &[(NodeId, usize)], count: usize) -> Vec<Word> {
    let mut words: Vec<Word> = vec![Vec::new(); count];
    let mut contexts = Contexts::default();
    let mut pairs: HashSet<(usize, Context)> = HashSet::new();
    let mut of_kind: HashSet<(usize, Kind)> = HashSet::new();
    for &(node, word) in leaves {
        let context = context(items.tree, node);
        let counts = contexts.kinds.entry(context.0).or_default();
        counts.all += 1;
        counts.different += u32::from(of_kind.insert((word, context.0)));
        let counts = contexts.contexts.entry(context).or_default();
        counts.all += 1;
        counts.different += u32::from(pairs.insert((word, context)));
        counts.first += u32::from(words[word].is_empty());
        words[word].push(Occurrence { node, context, purpose: Purpose::Use });
    }
    for word in &mut words {
        contexts.set_purposes(word, items);
    }
    words
}

/// The contexts of a text.
#[derive(Default)]
struct Contexts {
    contexts: HashMap<Context, Counts>,
    kinds: HashMap<Kind, Counts>,
}

impl Contexts {
    /// Sets the purposes of the occurrences of a word.
    fn set_purposes(&self, word: &mut Word, items: &Items<'_>) {
        let first = word[0].context;
        if self.is_of_few_words(first.0) && !self.contexts[&first].defines_several() {
            for occurrence in word {
                occurrence.purpose = Purpose::Neither;
            }
            return;
        }
        let is_defined = word.iter().any(|occurrence| self.contexts[&occurrence.context].defines());
        for occurrence in &mut *word {
            let defines = if is_defined {
                self.contexts[&occurrence.context].defines()
            } else {
                occurrence.context == first
            };
            occurrence.purpose = if defines { Purpose::Definition } else { Purpose::Use };
        }
        let repeats = Repeats::of(word, items);
        for occurrence in
            word.iter_mut().filter(|occurrence| occurrence.purpose == Purpose::Definition)
        {
            let repeats = repeats.iter().find(|repeats| repeats.context == occurrence.context);
            if repeats.is_some_and(|repeats| !self.is_name(repeats)) {
                occurrence.purpose = Purpose::Neither;
            }
        }
    }

    /// Whether the same few words of a kind occur again and again, as keywords do.
    fn is_of_few_words(&self, kind: Kind) -> bool {
        let Counts { all, different, .. } = self.kinds[&kind];
        f64::from(different) < FEW * f64::from(all)
    }

    /// Whether names are defined so often.
    fn is_name(&self, repeats: &Repeats) -> bool {
        repeats.same_list <= 1
            || 2 * repeats.same_list <= repeats.all
            || self.contexts[&repeats.context].has_many_words()
    }
}

/// How often a word is defined in a context.
#[derive(Debug)]
struct Repeats {
    context: Context,
    all: u32,
    /// How many definitions stand in the same list as the one before.
    same_list: u32,
    /// The list of the last definition.
    list: NodeId,
}

impl Repeats {
    /// Those of a word, by context.
    fn of(word: &Word, items: &Items<'_>) -> Vec<Repeats> {
        let mut all: Vec<Repeats> = Vec::new();
        for occurrence in word.iter().filter(|occurrence| occurrence.purpose == Purpose::Definition)
        {
            let list = items.list(occurrence.node);
            match all.iter_mut().find(|repeats| repeats.context == occurrence.context) {
                None => {
                    all.push(Repeats { context: occurrence.context, all: 1, same_list: 0, list });
                }
                Some(repeats) => {
                    repeats.all += 1;
                    repeats.same_list += u32::from(repeats.list == list);
                    repeats.list = list;
                }
            }
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::name_of_path;

    #[test]
    fn a_path_has_the_name_of_its_last_part_that_is_no_version() {
        let name = |word: &str| String::from_utf8_lossy(name_of_path(word.as_bytes())).into_owned();
        let paths = ["unicode/utf8", "example.org/utf8/v2", "a/utf8/", "utf8"];
        assert_eq!(paths.map(name), ["utf8"; 4]);
        for other in ["https://a.b/c", "a<b>/c", "v2/", "/"] {
            assert_eq!(name(other), other);
        }
    }
}
