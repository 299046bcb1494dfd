//! A language: what it is called, its grammar, and the facts that no grammar tells.

use crate::languages::{LANGUAGES, LEFT_OUT};
use crate::parse::Loaded;
use probdd_core::Kind;
use std::path::Path;
use std::sync::OnceLock;
use tree_sitter_language::LanguageFn;

/// Which newlines of a language separate what stands on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newlines {
    /// None but those that end a line comment.
    Free,
    /// Those around preprocessor lines.
    Directives,
    /// Those between statements; inside brackets of these kinds they are free.
    Statements {
        /// The opening brackets.
        free_inside: &'static [u8],
    },
}

/// Statements that newlines end, but not inside parentheses and brackets.
pub(crate) const STATEMENTS: Newlines = Newlines::Statements { free_inside: b"([" };

/// What a language and its files are called.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) name: &'static str,
    /// Usual other names, in lower case.
    pub(crate) aliases: &'static [&'static str],
    /// Extensions of its files, without the dot.
    pub(crate) extensions: &'static [&'static str],
}

/// A grammar that is built in.
pub(crate) struct CrateGrammar {
    /// The crate that it comes from.
    pub(crate) crate_name: &'static str,
    /// The crate's parse tables.
    pub(crate) tables: LanguageFn,
    /// The crate's rules, as `xtask grammars` wrote them.
    pub(crate) rules: &'static [u8],
}

/// What tree-sitter's grammar does not tell about its language, which it takes for larger than it
/// is. Kinds are called as in its trees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Which newlines separate.
    pub(crate) newlines: Newlines,
    /// Kinds that belong to the list item after them and go with it: attributes, decorators.
    pub(crate) prefixes: &'static [&'static str],
    /// Kinds that keep at least one element of their list, or one of their options, though the
    /// grammar lets all of them go.
    pub(crate) keeps_one: &'static [&'static str],
    /// Kinds whose options each need the option before them.
    pub(crate) nests: &'static [&'static str],
    /// Kinds that are no elements of the list that they begin.
    pub(crate) fixed: &'static [&'static str],
}

impl Facts {
    /// Nothing: the grammar tells everything.
    pub(crate) const NONE: Facts =
        Facts { newlines: Newlines::Free, prefixes: &[], keeps_one: &[], nests: &[], fixed: &[] };
}

/// A language that inputs are parsed as.
pub struct Language {
    names: Names,
    grammar: CrateGrammar,
    pub(crate) facts: Facts,
    loaded: OnceLock<Loaded>,
}

impl Language {
    /// An entry of the table.
    pub(crate) const fn built_in(names: Names, grammar: CrateGrammar, facts: Facts) -> Language {
        Language { names, grammar, facts, loaded: OnceLock::new() }
    }

    /// All languages that are built in, in order of their names.
    pub fn all() -> impl Iterator<Item = &'static Language> {
        LANGUAGES.iter().copied()
    }

    /// The names of the languages that this build left out, and the cargo features that add them.
    pub fn left_out() -> &'static [(&'static str, &'static str)] {
        LEFT_OUT
    }

    /// The language of a name or a usual other name (`c++` and `cpp`), in any case.
    pub fn by_name(name: &str) -> Option<&'static Language> {
        let name = name.to_ascii_lowercase();
        Language::all().find(|language| {
            language.names.name == name || language.names.aliases.contains(&name.as_str())
        })
    }

    /// The language of a file, by its extension.
    pub fn by_path(path: &Path) -> Option<&'static Language> {
        let extension = path.extension()?.to_str()?;
        let has = |wanted: &str| {
            Language::all().find(|language| language.names.extensions.contains(&wanted))
        };
        has(extension).or_else(|| has(&extension.to_ascii_lowercase()))
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.names.name
    }

    /// Extensions of its files, without the dot.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.names.extensions
    }

    /// The crate that its grammar comes from.
    pub fn crate_name(&self) -> &'static str {
        self.grammar.crate_name
    }

    /// The version of the crate that its grammar comes from.
    pub fn grammar_version(&self) -> &str {
        self.loaded().model.version()
    }

    /// The name and version of that crate.
    pub fn grammar(&self) -> String {
        format!("{} {}", self.crate_name(), self.grammar_version())
    }

    /// The name of a kind of nodes in this language's trees; empty where the grammar has none.
    pub fn kind_name(&self, kind: Kind) -> &str {
        self.loaded().model.kinds().name(kind.0)
    }

    /// Its parse tables and its model; made at the first use.
    pub(crate) fn loaded(&self) -> &Loaded {
        self.loaded.get_or_init(|| Loaded::new(self.grammar.tables, self.grammar.rules))
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_tuple("Language").field(&self.name()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_name_alias_and_extension() {
        for (name, path) in [("C++", "a.cpp"), ("js", "dir/a.mjs"), ("ts", "a.ts"), ("c", "a.h")] {
            let by_name = Language::by_name(name).map(Language::name);
            assert!(by_name.is_some(), "{name}");
            assert_eq!(by_name, Language::by_path(Path::new(path)).map(Language::name));
        }
        assert!(Language::by_name("cobol").is_none());
        assert!(Language::by_path(Path::new("Makefile")).is_none());
    }

    #[test]
    fn a_capital_c_is_cplusplus_and_other_capitals_do_not_matter() {
        assert_eq!(Language::by_path(Path::new("a.C")).map(Language::name), Some("c++"));
        assert_eq!(Language::by_path(Path::new("A.JSON")).map(Language::name), Some("json"));
    }

    #[test]
    fn the_table_is_in_order_and_no_name_or_extension_stands_twice() {
        let names: Vec<_> = Language::all().map(Language::name).collect();
        assert!(names.is_sorted());
        let extensions: Vec<_> = Language::all().flat_map(Language::extensions).collect();
        let called: Vec<_> = Language::all().flat_map(|l| l.names.aliases).chain(&names).collect();
        for all in [extensions, called] {
            let unique: std::collections::BTreeSet<_> = all.iter().collect();
            assert_eq!(unique.len(), all.len(), "{all:?}");
        }
    }
}
