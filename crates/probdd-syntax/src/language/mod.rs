//! A language: what it is called, its grammar, and the facts that no grammar tells.

pub(crate) mod experience;
pub(crate) mod foreign;
mod languages;
pub(crate) mod program_kinds;

use crate::document::Document;
use crate::language::foreign::LoadError;
use crate::language::languages::{LANGUAGES, LEFT_OUT};
use crate::language::program_kinds::ProgramKinds;
use crate::names::program;
use crate::parser::parse::Loaded;
#[cfg(feature = "sexpr")]
use crate::readers::sexpr::{self, Dialect};
use probdd_core::Kind;
use probdd_core::tree::{Experience, Program};
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

/// What blanks between two tokens mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spaces {
    /// They only separate.
    Free,
    /// It matters whether there are any: `a .b` is not `a.b` in CSS.
    #[allow(dead_code, reason = "a build may leave out the languages that need it")]
    Significant,
}

/// What indentation means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum Indentation {
    /// Nothing.
    Free,
    /// Lines stand inside those that are indented less.
    Lines,
    /// The same, and a block may begin in the middle of a line.
    Columns {
        /// The tokens after which one does.
        openers: &'static [&'static str],
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

/// Where a language's trees come from.
pub(crate) enum Grammar {
    /// tree-sitter's tables and rules; loaded at the first use.
    Crate(CrateGrammar, OnceLock<Loaded>),
    /// tree-sitter's tables, perhaps with rules, that the user brought.
    File {
        /// The shared object, without its folder.
        file: String,
        /// What was in it.
        loaded: Loaded,
    },
    /// Our own reader of S-expressions.
    #[cfg(feature = "sexpr")]
    Expressions(&'static Dialect),
}

/// What tree-sitter's grammar does not tell about its language, which it takes for larger than it
/// is. Kinds are called as in its trees; a test knows every name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// Which newlines separate.
    pub(crate) newlines: Newlines,
    /// What blanks mean.
    pub(crate) spaces: Spaces,
    /// Tokens that touch what follows them, if they did.
    pub(crate) tight: &'static [&'static str],
    /// What indentation means.
    pub(crate) indentation: Indentation,
    /// Kinds that belong to the list item after them and go with it: attributes, decorators.
    pub(crate) prefixes: &'static [&'static str],
    /// Kinds that belong to the list item before them and go with it.
    pub(crate) suffixes: &'static [&'static str],
    /// Elements that go no later than the one after them.
    pub(crate) reaching: &'static [Reach],
    /// Kinds of elements that go with the one before them, where they have no child of some kinds.
    pub(crate) dependent: &'static [(&'static str, &'static [&'static str])],
    /// The preprocessor's conditions, where they are nodes that may lie in different elements.
    pub(crate) conditions: &'static [Conditions],
    /// Kinds that stand between list items and go with none of them: directives in pairs.
    pub(crate) between: &'static [&'static str],
    /// Whether the separator after the last element of a list goes only when the list does.
    pub(crate) keeps_trailing: bool,
    /// How deep elements may nest for the text to be parsed, where the grammar's own scanner takes
    /// time that grows with the depth for every token.
    pub(crate) deepest: Option<usize>,
    /// Kinds in which text in error stays, and what stands beside it, ends before it or lies right in
    /// it: it is not known what the text says there.
    pub(crate) fragile: &'static [&'static str],
    /// The token that ends statements: of text in error, what lies between two of them goes
    /// together, and nothing else. Without one, any token may go.
    pub(crate) error_end: Option<&'static str>,
    /// Corrections of what may be removed.
    pub(crate) corrections: &'static [Correction],
    /// Corrections of what may replace what.
    pub(crate) fits: &'static [Fit],
    /// Kinds whose nodes nothing replaces.
    pub(crate) whole: &'static [&'static str],
    /// Kinds that stand only where the grammar names them, though they are other names of what
    /// stands elsewhere too: names that may be reserved words.
    pub(crate) unlike: &'static [&'static str],
    /// Kinds, each after that of a parent, that replace nothing outside of such a parent: names
    /// that are reserved words elsewhere.
    pub(crate) inner: &'static [(&'static str, &'static str)],
    /// How its programs are built of functions and statements, where that is known.
    pub(crate) program: Option<&'static ProgramKinds>,
    /// What frontier has learned of its nodes, as `experience.rs` describes it.
    pub(crate) experience: &'static str,
}

impl Facts {
    /// Nothing: the grammar tells everything.
    pub(crate) const NONE: Facts = Facts {
        newlines: Newlines::Free,
        spaces: Spaces::Free,
        tight: &[],
        indentation: Indentation::Free,
        prefixes: &[],
        suffixes: &[],
        reaching: &[],
        dependent: &[],
        conditions: &[],
        between: &[],
        keeps_trailing: false,
        deepest: None,
        fragile: &[],
        error_end: None,
        corrections: &[],
        fits: &[],
        whole: &[],
        unlike: &[],
        inner: &[],
        program: None,
        experience: "",
    };

    /// Of a language that nobody told anything about: any newline may matter.
    pub(crate) const UNKNOWN: Facts =
        Facts { newlines: Newlines::Statements { free_inside: b"" }, ..Facts::NONE };
}

/// Elements that need the one after them, by how they end, but for an `#endif`, and how what comes
/// next begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Their kind.
    pub(crate) node: &'static str,
    pub(crate) end: &'static [u8],
    pub(crate) next: &'static [u8],
}

/// The directives of a preprocessor that begin, divide and end conditions, by how they begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// The kind of all of them.
    pub(crate) node: &'static str,
    pub(crate) begin: &'static [&'static str],
    pub(crate) divide: &'static [&'static str],
    pub(crate) end: &'static [&'static str],
}

/// A correction of what may be removed from nodes of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correction {
    pub(crate) node: &'static str,
    pub(crate) when: When,
    pub(crate) then: Then,
}

impl Correction {
    /// A correction of all nodes of a kind.
    pub(crate) const fn of(node: &'static str, then: Then) -> Correction {
        Correction { node, when: When::Always, then }
    }

    /// A correction of some nodes of a kind.
    pub(crate) const fn when(self, when: When) -> Correction {
        Correction { when, ..self }
    }
}

/// Which nodes a correction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum When {
    /// All of the kind.
    Always,
    /// Those with a child of a kind.
    Has(&'static str),
    /// Those without one.
    Lacks(&'static str),
    /// Those whose first child is of a kind.
    Begins(&'static str),
    /// Those whose parent is of a kind.
    Under(&'static str),
    /// Those whose parent has a child of a kind.
    ParentHas(&'static str),
    /// Those with an ancestor of a kind.
    Inside(&'static str),
    /// Those right after a sibling with this text: what is called by it.
    Follows(&'static str),
    /// Those right after a sibling whose text begins so.
    FollowsAs(&'static str),
    /// Those with a child with this text.
    Says(&'static str),
    /// Those whose parent's parent has one.
    AroundSays(&'static str),
}

impl When {
    /// Whether it depends on what is around a node or on its text, and not only on its children.
    pub(crate) fn is_of_surroundings(self) -> bool {
        !matches!(self, When::Always | When::Has(_) | When::Lacks(_) | When::Begins(_))
    }

    /// The kind that it names.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            When::Always
            | When::Follows(_)
            | When::FollowsAs(_)
            | When::Says(_)
            | When::AroundSays(_) => None,
            When::Has(name)
            | When::Lacks(name)
            | When::Begins(name)
            | When::Under(name)
            | When::Inside(name)
            | When::ParentHas(name) => Some(name),
        }
    }
}

/// What is true of the lists and options that a node consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum Then {
    /// One element of them stays, of neighbours together.
    KeepsOne,
    /// One element stays of those that hold a child of these kinds.
    KeepsOneOf(&'static [&'static str]),
    /// Those that hold a child of these kinds stay.
    Keeps(&'static [&'static str]),
    /// All stay.
    KeepsAll,
    /// All stay but those that hold a child of these kinds.
    KeepsAllBut(&'static [&'static str]),
    /// The first element of the first list stays.
    KeepsFirst,
    /// The elements of lists are blocks, which begin at elements of these kinds: the elements in
    /// between belong to the one before them. A block's last element stays as long as the block
    /// does, and one block stays.
    Blocks(&'static [&'static str]),
    /// An option needs the option before it.
    Nests,
    /// The elements of a list go together.
    GoesWhole,
    /// No list with a separator is empty, not in options either.
    Fills,
    /// Of a list with a separator, right after the first child, the first element stays and one of
    /// the others.
    KeepsHead,
    /// The separator after the last element of a list goes only when the list does.
    KeepsTrailing,
    /// What these kinds separate between the first child and the last are the elements of a list,
    /// of which one stays.
    Divides(&'static [&'static str]),
    /// Options that end in options, each after a separator, are the elements of one list: what a
    /// rule is that calls itself at its end.
    Lists,
}

impl Then {
    /// The kinds that it names.
    pub(crate) fn names(self) -> &'static [&'static str] {
        match self {
            Then::KeepsOneOf(names)
            | Then::Keeps(names)
            | Then::KeepsAllBut(names)
            | Then::Divides(names)
            | Then::Blocks(names) => names,
            Then::KeepsOne
            | Then::KeepsAll
            | Then::KeepsFirst
            | Then::Nests
            | Then::GoesWhole
            | Then::Fills
            | Then::KeepsHead
            | Then::KeepsTrailing
            | Then::Lists => &[],
        }
    }
}

/// A correction of what may replace the children of nodes of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fit {
    pub(crate) node: &'static str,
    /// The kind of the nodes' parents, if it is not all the same.
    pub(crate) parent: Option<&'static str>,
    pub(crate) kinds: &'static [&'static str],
    /// Whether nothing but these kinds may, or anything but them.
    pub(crate) is_only: bool,
}

impl Fit {
    /// Only nodes of these kinds may replace a child.
    pub(crate) const fn only(node: &'static str, kinds: &'static [&'static str]) -> Fit {
        Fit { node, parent: None, kinds, is_only: true }
    }

    /// Nodes of these kinds may not replace a child.
    pub(crate) const fn never(node: &'static str, kinds: &'static [&'static str]) -> Fit {
        Fit { node, parent: None, kinds, is_only: false }
    }

    /// The same of children of nodes that stand in one of a kind.
    #[allow(dead_code, reason = "a build may leave out the languages that need it")]
    pub(crate) const fn under(self, parent: &'static str) -> Fit {
        Fit { parent: Some(parent), ..self }
    }
}

/// A language that inputs are parsed as.
pub struct Language {
    names: Names,
    pub(crate) grammar: Grammar,
    pub(crate) facts: Facts,
}

impl Language {
    /// An entry of the table.
    #[allow(clippy::large_types_passed_by_value, reason = "the compiler evaluates it")]
    pub(crate) const fn built_in(names: Names, grammar: CrateGrammar, facts: Facts) -> Language {
        Language { names, grammar: Grammar::Crate(grammar, OnceLock::new()), facts }
    }

    #[cfg(feature = "sexpr")]
    /// An entry of the table whose texts are S-expressions.
    pub(crate) const fn expressions(names: Names, dialect: &'static Dialect) -> Language {
        Language { names, grammar: Grammar::Expressions(dialect), facts: Facts::NONE }
    }

    /// A language whose tree-sitter grammar is in a shared object, with the `grammar.json` that the
    /// object was made from. Without that file, what may be removed is guessed from the parse
    /// tables ([`Document::is_guess`](crate::Document::is_guess)).
    ///
    /// The object's code runs in this process, and stays in it: it is as trusted as the program
    /// itself.
    ///
    /// # Errors
    /// When there is no grammar to be had from these files, or not the same from both.
    pub fn load(object: &Path, grammar_json: Option<&Path>) -> Result<Language, LoadError> {
        let (name, loaded) = foreign::load(object, grammar_json, &Facts::UNKNOWN)?;
        let file = object.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // Names live as long as the object does.
        let names = Names { name: name.leak(), aliases: &[], extensions: &[] };
        let grammar = Grammar::File { file, loaded };
        Ok(Language { names, grammar, facts: Facts::UNKNOWN })
    }

    /// The same, as if nobody knew its rules or anything else about it.
    #[cfg(test)]
    pub(crate) fn without_rules(&self) -> Language {
        let Grammar::Crate(grammar, _) = &self.grammar else { unreachable!("it is built in") };
        let loaded =
            Loaded::foreign(grammar.tables, None, &Facts::UNKNOWN).expect("it is built in");
        let names = Names { name: self.name(), aliases: &[], extensions: &[] };
        let grammar = Grammar::File { file: String::new(), loaded };
        Language { names, grammar, facts: Facts::UNKNOWN }
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

    /// Where its grammar comes from: the name and version of a crate or a file, or a word.
    pub fn grammar(&self) -> String {
        match &self.grammar {
            Grammar::Crate(grammar, loaded) => {
                let loaded = self.load_built_in(grammar, loaded);
                format!("{} {}", grammar.crate_name, loaded.model.version())
            }
            Grammar::File { file, loaded } => format!("{file} {}", loaded.version()),
            #[cfg(feature = "sexpr")]
            Grammar::Expressions(_) => "s-expressions".to_owned(),
        }
    }

    /// The name of a kind of nodes in this language's trees; empty where the grammar has none.
    pub fn kind_name(&self, kind: Kind) -> &str {
        match &self.grammar {
            #[cfg(feature = "sexpr")]
            Grammar::Expressions(_) => sexpr::kind_name(kind),
            _ => self.loaded().map_or("", |loaded| loaded.model.kinds().name(kind.0)),
        }
    }

    /// What frontier has learned of its nodes from other inputs, where a table ships.
    pub fn experience(&self) -> Vec<Experience> {
        let kinds = self.loaded().map(|loaded| loaded.model.kinds());
        kinds.map_or_else(Vec::new, |kinds| experience::read(self.facts.experience, kinds))
    }

    /// A table of experience with its nodes, as it ships.
    pub fn experience_table(&self, experience: &[Experience]) -> String {
        let kinds = self.loaded().map(|loaded| loaded.model.kinds());
        kinds.map_or_else(String::new, |kinds| experience::write(experience, kinds))
    }

    /// Whether it is known how its programs are built ([`Language::program`]).
    pub fn has_programs(&self) -> bool {
        self.facts.program.is_some()
    }

    /// What is a function, a statement or a name in a document of this language, where that is known.
    pub fn program(&self, document: &Document) -> Option<Program> {
        let kinds = self.loaded()?.model.kinds();
        let (tree, table) = (document.tree(), &document.tokens);
        let source = program::Source { tree, table, text: document.text(), kinds };
        Some(program::program(source, self.facts.program?))
    }

    /// How many syntax errors a text has; counted no further than `most`. S-expressions have none.
    pub fn errors(&self, text: &[u8], most: usize) -> usize {
        self.loaded().map_or(0, |loaded| loaded.errors(text, most))
    }

    /// The model of its grammar, where it has one.
    #[cfg(test)]
    pub(crate) fn model(&self) -> Option<&crate::grammar::Model> {
        self.loaded().map(|loaded| &loaded.model)
    }

    /// Parse tables and model of its grammar, where it has them.
    pub(crate) fn loaded(&self) -> Option<&Loaded> {
        match &self.grammar {
            Grammar::Crate(grammar, loaded) => Some(self.load_built_in(grammar, loaded)),
            Grammar::File { loaded, .. } => Some(loaded),
            #[cfg(feature = "sexpr")]
            Grammar::Expressions(_) => None,
        }
    }

    fn load_built_in<'a>(
        &self,
        grammar: &CrateGrammar,
        loaded: &'a OnceLock<Loaded>,
    ) -> &'a Loaded {
        loaded.get_or_init(|| Loaded::new(grammar.tables, grammar.rules, &self.facts))
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
    fn every_kind_that_a_fact_names_is_known_to_the_grammar() {
        for language in Language::all() {
            let facts = &language.facts;
            let corrections = facts.corrections.iter().flat_map(|correction| {
                let names = correction.then.names().iter().copied();
                names.chain(correction.when.name()).chain([correction.node])
            });
            let fits = facts
                .fits
                .iter()
                .flat_map(|fit| fit.kinds.iter().chain([&fit.node]).chain(&fit.parent).copied());
            let plain = [
                facts.prefixes,
                facts.suffixes,
                facts.between,
                facts.fragile,
                facts.whole,
                facts.unlike,
            ]
            .concat();
            let inner = facts.inner.iter().flat_map(|(parent, kind)| [*parent, *kind]);
            let reaching = facts.reaching.iter().map(|reach| reach.node);
            let dependent = facts.dependent.iter();
            let dependent = dependent.flat_map(|(kind, heads)| heads.iter().chain([kind]).copied());
            let conditions = facts.conditions.iter().map(|conditions| conditions.node);
            let bonds = reaching.chain(dependent).chain(conditions);
            let programs = facts.program.iter().flat_map(|program| program.names());
            let others = inner.chain(bonds).chain(programs);
            for name in corrections.chain(fits).chain(plain).chain(others) {
                let is_known =
                    language.model().is_some_and(|model| model.kinds().all(name).next().is_some());
                assert!(is_known, "{}: {name}", language.name());
            }
        }
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
