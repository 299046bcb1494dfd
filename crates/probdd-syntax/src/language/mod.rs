//! A language: its names, its grammar, and the facts that its grammar does not tell.

/// The grammar of a crate: its name, its parse tables, and its vendored rules.
#[allow(unused_macros, reason = "a build may leave out all grammars")]
macro_rules! crate_grammar {
    ($crate_name:literal, $tables:expr, $rules:literal) => {
        $crate::language::CrateGrammar {
            crate_name: $crate_name,
            tables: $tables,
            rules: include_str!(concat!("../../../grammars/", $rules, ".json")),
        }
    };
}

mod detection;
#[cfg(feature = "sexpr")]
pub(crate) mod dialect;
pub(crate) mod facts;
pub(crate) mod foreign;
mod languages;
pub(crate) mod loaded;
pub(crate) mod program_kinds;

use crate::document::Document;
use crate::document::tidy::kinds::{Kinds, Manner};
#[cfg(feature = "sexpr")]
use dialect::Dialect;
#[allow(unused_imports, reason = "a build may leave out the languages that need it")]
use facts::{Facts, Layout};
use loaded::Loaded;
use probdd_core::Kind;
use std::sync::OnceLock;
use tree_sitter_language::LanguageFn;

/// What trees consist of where there is no grammar.
pub(crate) const ANY_TEXT: &str = "brackets, indentation, lines, tokens";

/// The names of a language and of its files.
#[derive(Debug)]
pub(crate) struct Names {
    pub(crate) name: &'static str,
    /// Other usual names, in lower case.
    pub(crate) aliases: &'static [&'static str],
    /// The extensions of its files, without the dot.
    pub(crate) extensions: &'static [&'static str],
    /// The names of files that need no extension to tell the language.
    pub(crate) files: &'static [&'static str],
}

/// A grammar that is built in.
pub(crate) struct CrateGrammar {
    pub(crate) crate_name: &'static str,
    pub(crate) tables: LanguageFn,
    /// The rules, as `xtask grammars` wrote them.
    pub(crate) rules: &'static str,
}

/// Where a language's trees come from.
pub(crate) enum GrammarSource {
    /// tree-sitter's tables and rules, loaded at the first use.
    #[allow(dead_code, reason = "a build may leave out all grammars")]
    Crate(CrateGrammar, OnceLock<Loaded>),
    /// tree-sitter's tables, perhaps with rules, from the user's files.
    File {
        /// The shared object, without its folder.
        file: String,
        loaded: Loaded,
    },
    /// Our own reader of S-expressions, for one dialect.
    #[cfg(feature = "sexpr")]
    Expressions(&'static Dialect),
    /// The reader of any text.
    AnyText,
}

/// A language that inputs are parsed as.
pub struct Language {
    names: Names,
    pub(crate) grammar: GrammarSource,
    pub(crate) facts: Facts,
}

impl Language {
    /// A language with a grammar that is built in.
    #[allow(clippy::large_types_passed_by_value, reason = "the compiler evaluates it")]
    #[allow(dead_code, reason = "a build may leave out all grammars")]
    pub(crate) const fn built_in(names: Names, grammar: CrateGrammar, facts: Facts) -> Language {
        Language { names, grammar: GrammarSource::Crate(grammar, OnceLock::new()), facts }
    }

    /// A language whose texts are S-expressions.
    #[cfg(feature = "sexpr")]
    pub(crate) const fn expressions(names: Names, dialect: &'static Dialect) -> Language {
        let facts = Facts { layout: Layout::LISP, ..Facts::NONE };
        Language { names, grammar: GrammarSource::Expressions(dialect), facts }
    }

    /// A language whose texts are read without a grammar.
    pub(crate) const fn any_text(names: Names) -> Language {
        Language { names, grammar: GrammarSource::AnyText, facts: Facts::NONE }
    }

    /// Whether the language is written in S-expressions.
    #[cfg(feature = "sexpr")]
    pub(crate) fn is_of_expressions(&self) -> bool {
        matches!(self.grammar, GrammarSource::Expressions(_))
    }

    /// The name of the language.
    pub fn name(&self) -> &'static str {
        self.names.name
    }

    /// The extensions of the language's files, without the dot.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.names.extensions
    }

    /// The name that a text in the language gets if it has none, by the end of a path.
    pub fn file_name(&self, stem: &str) -> String {
        match (self.names.extensions, self.names.files) {
            ([extension, ..], _) => format!("{stem}.{extension}"),
            ([], [name, ..]) => (*name).to_owned(),
            ([], []) => stem.to_owned(),
        }
    }

    /// Where the grammar comes from: the name and version of a crate or a file, or what trees
    /// consist of without one.
    pub fn grammar(&self) -> String {
        match &self.grammar {
            GrammarSource::Crate(grammar, loaded) => {
                let loaded = self.load_built_in(grammar, loaded);
                format!("{} {}", grammar.crate_name, loaded.model.version())
            }
            GrammarSource::File { file, loaded } => format!("{file} {}", loaded.tables.version()),
            #[cfg(feature = "sexpr")]
            GrammarSource::Expressions(_) => "s-expressions".to_owned(),
            GrammarSource::AnyText => ANY_TEXT.to_owned(),
        }
    }

    /// The name of a kind of nodes in the language's trees; empty if it has none.
    pub fn kind_name(&self, kind: Kind) -> &str {
        match &self.grammar {
            #[cfg(feature = "sexpr")]
            GrammarSource::Expressions(_) => dialect::kind_name(kind),
            _ => self.loaded().map_or("", |loaded| loaded.model.kinds().name(kind.0)),
        }
    }

    /// A text of the language as a person would lay it out; `None` where that is not known. Only
    /// blanks between tokens change, which
    /// [`is_same_but_for_blanks`](Document::is_same_but_for_blanks) confirms after a parse. A text
    /// that was tidied is not changed by tidying it again.
    pub fn tidied(&'static self, document: &Document) -> Option<Vec<u8>> {
        let layout = &self.facts.layout;
        let Some(loaded) = self.loaded() else {
            let none = |_: &dyn Fn(&str) -> bool| Kinds::default();
            return document.tidied(&Manner::new(layout, |_| Kinds::default(), none));
        };
        let kinds = loaded.model.kinds();
        let manner = Manner::new(
            layout,
            |names| kinds.of_words(names).collect(),
            |is_wanted| (0..kinds.len() as u16).filter(|id| is_wanted(kinds.name(*id))).collect(),
        );
        document.tidied(&manner)
    }

    /// Whether texts are read without a grammar, as those of unknown languages are.
    pub fn is_any_text(&self) -> bool {
        matches!(self.grammar, GrammarSource::AnyText)
    }

    /// Whether [`Language::program`] knows what the language's programs are built of.
    pub fn has_programs(&self) -> bool {
        self.facts.program.is_some()
    }

    /// Whether texts are three-address code, as of a compiler.
    pub fn has_instructions(&self) -> bool {
        self.facts.three_address.is_some()
    }

    /// Whether there is a body that any function may have.
    pub fn has_stubs(&self) -> bool {
        self.facts.stub.is_some()
    }

    /// The model of the grammar.
    #[cfg(test)]
    pub(crate) fn model(&self) -> Option<&crate::grammar::Model> {
        self.loaded().map(|loaded| &loaded.model)
    }

    /// The parse tables and the model of the grammar, unless the texts are S-expressions.
    pub(crate) fn loaded(&self) -> Option<&Loaded> {
        match &self.grammar {
            GrammarSource::Crate(grammar, loaded) => Some(self.load_built_in(grammar, loaded)),
            GrammarSource::File { loaded, .. } => Some(loaded),
            #[cfg(feature = "sexpr")]
            GrammarSource::Expressions(_) => None,
            GrammarSource::AnyText => None,
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
