//! Links: which names refer to which, found without knowing the language.
//!
//! A leaf of the tree that is a word may be a name. Its *context* is its kind and the kinds of the
//! two nodes around it. The first occurrence of a word is a definition, and so is every later one
//! in the same context; all other occurrences refer to the last definition. Two kinds of words need
//! care:
//!
//! * Names of parameters and local variables. In a context where names are often defined again, a
//!   name is only visible inside the list item that separates two of its definitions.
//! * Words that are no names, such as `int` and `self`. They are "defined" many times in the same
//!   list, which names are not.
//!
//! A wrong link costs queries, and never a result.

use crate::document::Document;
use crate::text::token_table::TokenTable;
use probdd_core::tree::Links;
use probdd_core::{Kind, NodeId, Role, Tree};
use std::collections::HashMap;

impl Document {
    /// The links between names, as far as they can be found without knowing the language.
    pub fn links(&self) -> Links {
        links(&self.tree, &self.tokens, &self.text)
    }
}

/// The links between the names of a tree.
fn links(tree: &Tree, table: &TokenTable, text: &[u8]) -> Links {
    let mut names = Words::new(tree);
    leaves(tree, table, text).for_each(|(node, word)| names.add(word, node));
    names.links()
}

/// The leaves of a tree that may be names, in order, with their text.
pub(super) fn leaves<'a>(
    tree: &'a Tree,
    table: &'a TokenTable,
    text: &'a [u8],
) -> impl Iterator<Item = (NodeId, &'a [u8])> {
    tree.nodes().filter_map(move |(node, it)| {
        let is_leaf = it.end.0 == node.0 + 1 && it.tokens().len() == 1;
        let word =
            (is_leaf && it.kind != Kind::NONE).then(|| &text[table.bytes(it.first_token as usize)]);
        Some((node, word.filter(|word| is_word(word))?))
    })
}

fn is_word(text: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || b"_$@%#".contains(byte);
    text.first().is_some_and(|byte| is_letter(byte) || !byte.is_ascii())
}

/// The kinds of a leaf and of the two nodes around it.
pub(crate) type Context = (Kind, Kind, Kind);

/// All words of a text.
struct Words<'a> {
    tree: &'a Tree,
    /// For every node, how many list items are around it, including itself.
    depths: Vec<u32>,
    by_text: HashMap<&'a [u8], Word>,
    contexts: HashMap<Context, Definitions>,
    /// `(definition, use)`.
    uses: Vec<(NodeId, NodeId)>,
}

/// The occurrences of a word.
struct Word {
    /// The context of its definitions.
    context: Context,
    last: NodeId,
    definitions: usize,
    /// How many definitions stand in the same list as the one before.
    repeated: usize,
    /// The indices of its uses in [`Words::uses`].
    uses: Vec<usize>,
}

/// The definitions in one context.
#[derive(Default)]
struct Definitions {
    count: usize,
    /// For each definition of a word that was defined before, how many list items are around both.
    again: Vec<u32>,
}

impl<'a> Words<'a> {
    fn new(tree: &'a Tree) -> Words<'a> {
        let mut depths: Vec<u32> = Vec::with_capacity(tree.len());
        for (id, node) in tree.nodes() {
            let around = tree.parent(id).map_or(0, |parent| depths[parent.index()]);
            depths.push(around + u32::from(node.role == Role::Item));
        }
        Words { tree, depths, by_text: HashMap::new(), contexts: HashMap::new(), uses: Vec::new() }
    }

    fn add(&mut self, text: &'a [u8], node: NodeId) {
        let context = context(self.tree, node);
        let items_around = |one, other| items_around(self.tree, &self.depths, one, other);
        let Some(word) = self.by_text.get_mut(text) else {
            let word = Word { context, last: node, definitions: 1, repeated: 0, uses: Vec::new() };
            self.by_text.insert(text, word);
            self.contexts.entry(context).or_default().count += 1;
            return;
        };
        if word.context != context {
            word.uses.push(self.uses.len());
            self.uses.push((word.last, node));
            return;
        }
        let shared = items_around(word.last, node);
        let is_same_list = items_around(word.last, word.last) <= shared + 1;
        let definitions = self.contexts.entry(context).or_default();
        definitions.count += 1;
        definitions.again.push(shared);
        word.repeated += usize::from(is_same_list);
        word.definitions += 1;
        word.last = node;
    }

    fn links(self) -> Links {
        let local: HashMap<Context, u32> = self
            .contexts
            .into_iter()
            .filter_map(|(context, definitions)| Some((context, definitions.local_depth()?)))
            .collect();
        let token = |node: NodeId| self.tree.node(node).first_token;
        let items_around = |one, other| items_around(self.tree, &self.depths, one, other);
        let mut links = Vec::new();
        for word in self.by_text.values().filter(|word| word.is_name()) {
            let depth = local.get(&word.context);
            for (definition, by) in word.uses.iter().map(|at| self.uses[*at]) {
                if depth.is_none_or(|depth| items_around(definition, by) > *depth) {
                    links.push((token(definition), token(by)));
                }
            }
        }
        Links::new(links)
    }
}

impl Word {
    fn is_name(&self) -> bool {
        self.repeated <= 1 || self.repeated * 2 <= self.definitions
    }
}

impl Definitions {
    /// For local names, how many list items are around both of two definitions.
    fn local_depth(mut self) -> Option<u32> {
        if self.again.len() * 10 < self.count {
            return None;
        }
        self.again.sort_unstable();
        self.again.get(self.again.len() / 2).copied()
    }
}

pub(crate) fn context(tree: &Tree, node: NodeId) -> Context {
    let is_of_grammar =
        |id: &NodeId| tree.node(*id).kind != Kind::NONE && !tree.node(*id).is_list();
    let mut around = std::iter::successors(tree.parent(node), |id| tree.parent(*id))
        .filter(is_of_grammar)
        .map(|id| tree.node(id).kind);
    let mut next = || around.next().unwrap_or(Kind::NONE);
    (tree.node(node).kind, next(), next())
}

/// How many list items are around both of two nodes. Takes as many steps as there are nodes between
/// the first one and the innermost node around both.
fn items_around(tree: &Tree, depths: &[u32], one: NodeId, other: NodeId) -> u32 {
    let mut around = std::iter::successors(Some(one), |id| tree.parent(*id));
    around.find(|id| tree.contains(*id, other)).map_or(0, |id| depths[id.index()])
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use crate::{Language, parse};

    /// The links of a C program, as words with the lines they stand on.
    fn links(text: &str) -> Vec<(String, usize, usize)> {
        let document = parse(Language::by_name("c").expect("built in"), text.as_bytes());
        let line = |token: u32| {
            let start = document.tokens.bytes(token as usize).start;
            text[..start].matches('\n').count() + 1
        };
        let word =
            |token: u32| String::from_utf8_lossy(document.token(token as usize)).into_owned();
        let links = document.links();
        let links = links.of(0..document.token_count()).iter();
        links.map(|(name, by)| (word(*name), line(*name), line(*by))).collect()
    }

    #[test]
    fn a_call_refers_to_the_function_and_a_variable_to_its_type() {
        let text = "typedef long big;\nint f(void) { return 1; }\nbig x = 3;\nint g(void)\n{\n    \
                    return f() + x;\n}\n";
        let wanted = [("big", 1, 3), ("f", 2, 6), ("x", 3, 6)];
        assert_eq!(links(text), wanted.map(|(word, name, by)| (word.to_owned(), name, by)));
    }

    #[test]
    fn local_names_are_not_seen_elsewhere_and_int_is_no_name() {
        let function = |name: &str| format!("int {name}(int p)\n{{\n    return p;\n}}\n");
        let others = "int d(void)\n{\n    return p;\n}\n".to_owned();
        let text = [function("a"), function("b"), function("c"), others].concat();
        let wanted = [("p", 1, 3), ("p", 5, 7), ("p", 9, 11)];
        assert_eq!(links(&text), wanted.map(|(word, name, by)| (word.to_owned(), name, by)));
    }
}
