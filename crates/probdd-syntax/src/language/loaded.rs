//! A grammar that was loaded: its parse tables, and the model of its rules.

use crate::grammar::{self, Model};
use crate::language::facts::Facts;
use crate::parser::tables::{Tables, WrongAbi};
use tree_sitter_language::LanguageFn;

/// A grammar that was loaded.
#[derive(Debug)]
pub(crate) struct Loaded {
    pub(crate) tables: Tables,
    pub(crate) model: Model,
    /// Whether there are no rules, so that the model explains nothing.
    pub(crate) is_guessing: bool,
}

impl Loaded {
    /// Loads a grammar that is built in.
    ///
    /// # Panics
    /// When the rules are unreadable. A test loads every language.
    pub(crate) fn new(tables: LanguageFn, rules: &str, facts: &Facts) -> Loaded {
        let tables = Tables::new(tables);
        let rules = grammar::vendored(rules)
            .expect("the vendored grammars are readable: every one is loaded by a test");
        let model = Model::new(&rules, tables.kinds(), facts.fits, facts.only_where_named);
        Loaded { tables, model, is_guessing: false }
    }

    /// Loads a grammar that is not built in, with its rules if there are any.
    pub(crate) fn foreign(
        tables: LanguageFn,
        rules: Option<&grammar::Grammar>,
        facts: &Facts,
    ) -> Result<Loaded, WrongAbi> {
        let tables = Tables::foreign(tables)?;
        let none = grammar::Grammar::default();
        let model =
            Model::new(rules.unwrap_or(&none), tables.kinds(), facts.fits, facts.only_where_named);
        Ok(Loaded { tables, model, is_guessing: rules.is_none() })
    }
}
