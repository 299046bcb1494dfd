//! The kinds of nodes of one language: names and numbers of its grammar's symbols.

use fixedbitset::FixedBitSet;
use std::collections::HashMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct KindName {
    pub(crate) name: String,
    pub(crate) is_named: bool,
}

/// The kinds of nodes of one language.
#[derive(Debug, Default)]
pub(crate) struct KindTable {
    names: Vec<KindName>,
    ids: HashMap<(String, bool), u16>,
}

impl KindTable {
    /// A table of `(id, canonical id of the name, name, whether it is named)`.
    pub(crate) fn new(kinds: impl Iterator<Item = (u16, u16, String, bool)>) -> Self {
        let mut table = KindTable::default();
        for (id, canonical, name, is_named) in kinds {
            let index = usize::from(id);
            if table.names.len() <= index {
                table.names.resize(index + 1, KindName::default());
            }
            table.names[index] = KindName { name: name.clone(), is_named };
            table.ids.entry((name, is_named)).or_insert(canonical);
        }
        table
    }

    pub(crate) fn id(&self, name: &str, is_named: bool) -> Option<u16> {
        self.ids.get(&(name.to_owned(), is_named)).copied()
    }

    /// The numbers of the kinds with a name: one for named nodes, one for tokens.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = u16> {
        [self.id(name, true), self.id(name, false)].into_iter().flatten()
    }

    /// The numbers of the kinds of several names, with blanks between the names.
    pub(crate) fn of_words(&self, names: &str) -> impl Iterator<Item = u16> {
        names.split_ascii_whitespace().flat_map(|name| self.all(name))
    }

    /// One more than the largest number.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The name of a kind; empty for `ERROR`, which is not in the table.
    pub(crate) fn name(&self, id: u16) -> &str {
        self.names.get(usize::from(id)).map_or("", |kind| &kind.name)
    }

    pub(crate) fn is_named(&self, id: u16) -> bool {
        self.names.get(usize::from(id)).is_some_and(|kind| kind.is_named)
    }

    /// The kinds of strings, characters and regular expressions, by the names that grammars give
    /// them.
    pub(crate) fn verbatim(&self) -> FixedBitSet {
        (0..self.len()).filter(|id| is_verbatim_name(self.name(*id as u16))).collect()
    }
}

fn is_verbatim_name(name: &str) -> bool {
    const ENDS: [&str; 10] = [
        "string",
        "string_literal",
        "string_value",
        "string_expression",
        "heredoc",
        "heredoc_body",
        "character",
        "char_literal",
        "character_literal",
        "regex",
    ];
    const WHOLE: [&str; 7] = [
        "char",
        "char_literal",
        "regex_literal",
        "quoted_attribute_value",
        "AttValue",
        "quasiquote",
        "text_interpolation",
    ];
    let is_composed = matches!(name, "concatenated_string" | "chained_string");
    WHOLE.contains(&name) || ENDS.iter().any(|end| name.ends_with(end)) && !is_composed
}
