//! The kinds and words that a layout names, for one grammar.

use crate::text::layout::Layout;
use fixedbitset::FixedBitSet;
use probdd_core::{Kind, Node};

/// A set of kinds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds(FixedBitSet);

impl Kinds {
    /// Whether a node is of one of the kinds.
    pub(super) fn hold(&self, node: &Node) -> bool {
        node.kind != Kind::NONE && !node.is_list() && self.0.contains(node.kind.0.into())
    }
}

impl FromIterator<u16> for Kinds {
    fn from_iter<I: IntoIterator<Item = u16>>(ids: I) -> Kinds {
        Kinds(ids.into_iter().map(usize::from).collect())
    }
}

/// How a text is tidied: the layout of its language, with kinds as the grammar numbers them.
#[derive(Clone, Debug)]
pub(crate) struct Manner {
    pub(crate) layout: &'static Layout,
    pub(crate) lines: Kinds,
    pub(crate) bodies: Kinds,
    pub(crate) clauses: Kinds,
    pub(crate) clausal: Kinds,
    pub(crate) touching: Kinds,
    pub(crate) labels: Kinds,
    /// Calls, arguments and parameters: their bracket touches the name before it.
    pub(crate) arguments: Kinds,
    /// Expressions like `a ? b : c`, and classes: their colon has blanks on both sides.
    pub(crate) divided: Kinds,
    /// Elements of JSX: blanks in them are text.
    pub(crate) texts: Kinds,
    /// Commas.
    commas: Kinds,
}

impl Manner {
    /// Whether the elements of a list are divided by commas.
    pub(super) fn has_commas(&self, list: &Node) -> bool {
        list.kind != Kind::NONE && self.commas.0.contains(list.kind.0.into())
    }

    /// A layout, with the kinds of some names and those whose name satisfies a condition.
    pub(crate) fn new(
        layout: &'static Layout,
        named: impl Fn(&str) -> Kinds,
        whose_name: impl Fn(&dyn Fn(&str) -> bool) -> Kinds,
    ) -> Manner {
        let has = |name: &str, parts: &[&str]| parts.iter().any(|part| name.contains(part));
        Manner {
            layout,
            lines: named(layout.lines),
            bodies: named(layout.bodies),
            clauses: named(layout.clauses),
            clausal: named(layout.clausal),
            touching: named(layout.touching),
            labels: named(layout.labels),
            arguments: whose_name(&|name| {
                has(name, &["argument", "parameter", "call", "invocation", "function_definition"])
            }),
            divided: whose_name(&|name| {
                let choices = ["conditional_expression", "conditional_type", "ternary"];
                let classes = ["class_declaration", "base_list", "base_class"];
                let others = ["constructor_initializer", "initializer_list", "constraints_clause"];
                has(name, &choices) || has(name, &classes) || has(name, &others)
            }),
            texts: whose_name(&|name| name.starts_with("jsx_") && name.ends_with("element")),
            commas: whose_name(&|name| name == ","),
        }
    }
}

/// Whether a token is one of some words with blanks between them.
pub(super) fn is_among(words: &str, token: &[u8]) -> bool {
    words.split_ascii_whitespace().any(|word| word.as_bytes() == token)
}
