//! A language: its names, its grammar, and the facts that its grammar does not tell.

#[cfg(feature = "sexpr")]
pub(crate) mod dialect;
pub(crate) mod experience;
pub(crate) mod facts;
pub(crate) mod foreign;
mod languages;
pub(crate) mod loaded;
pub(crate) mod program_kinds;

#[cfg(feature = "sexpr")]
use dialect::Dialect;
use facts::Facts;
use loaded::Loaded;
use probdd_core::Kind;
use std::sync::OnceLock;
use tree_sitter_language::LanguageFn;

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
    crate_name: &'static str,
    /// The crate's parse tables.
    tables: LanguageFn,
    /// The crate's rules, as `xtask grammars` wrote them.
    rules: &'static [u8],
}

impl CrateGrammar {
    /// A grammar by the name of its crate, its parse tables and its vendored rules.
    pub(crate) const fn new(
        crate_name: &'static str,
        tables: LanguageFn,
        rules: &'static [u8],
    ) -> CrateGrammar {
        CrateGrammar { crate_name, tables, rules }
    }
}

/// Where a language's trees come from.
pub(crate) enum GrammarSource {
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

/// A language that inputs are parsed as.
pub struct Language {
    names: Names,
    pub(crate) grammar: GrammarSource,
    pub(crate) facts: Facts,
}

impl Language {
    /// An entry of the table.
    #[allow(clippy::large_types_passed_by_value, reason = "the compiler evaluates it")]
    pub(crate) const fn built_in(names: Names, grammar: CrateGrammar, facts: Facts) -> Language {
        Language { names, grammar: GrammarSource::Crate(grammar, OnceLock::new()), facts }
    }

    #[cfg(feature = "sexpr")]
    /// An entry of the table whose texts are S-expressions.
    pub(crate) const fn expressions(names: Names, dialect: &'static Dialect) -> Language {
        Language { names, grammar: GrammarSource::Expressions(dialect), facts: Facts::NONE }
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
            GrammarSource::Crate(grammar, loaded) => {
                let loaded = self.load_built_in(grammar, loaded);
                format!("{} {}", grammar.crate_name, loaded.model.version())
            }
            GrammarSource::File { file, loaded } => format!("{file} {}", loaded.tables.version()),
            #[cfg(feature = "sexpr")]
            GrammarSource::Expressions(_) => "s-expressions".to_owned(),
        }
    }

    /// The name of a kind of nodes in this language's trees; empty where the grammar has none.
    pub fn kind_name(&self, kind: Kind) -> &str {
        match &self.grammar {
            #[cfg(feature = "sexpr")]
            GrammarSource::Expressions(_) => dialect::kind_name(kind),
            _ => self.loaded().map_or("", |loaded| loaded.model.kinds().name(kind.0)),
        }
    }

    /// Whether it is known how its programs are built ([`Language::program`]).
    pub fn has_programs(&self) -> bool {
        self.facts.program.is_some()
    }

    /// How many syntax errors a text has; counted no further than `most`. S-expressions have none.
    pub fn errors(&self, text: &[u8], most: usize) -> usize {
        self.loaded().map_or(0, |loaded| loaded.tables.errors(text, most))
    }

    /// The model of its grammar, where it has one.
    #[cfg(test)]
    pub(crate) fn model(&self) -> Option<&crate::grammar::Model> {
        self.loaded().map(|loaded| &loaded.model)
    }

    /// Parse tables and model of its grammar, where it has them.
    pub(crate) fn loaded(&self) -> Option<&Loaded> {
        match &self.grammar {
            GrammarSource::Crate(grammar, loaded) => Some(self.load_built_in(grammar, loaded)),
            GrammarSource::File { loaded, .. } => Some(loaded),
            #[cfg(feature = "sexpr")]
            GrammarSource::Expressions(_) => None,
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
