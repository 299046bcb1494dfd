//! Go.

use super::{CrateGrammar, Facts, Language, Names, Newlines, crate_grammar};

pub(super) static GO: Language = Language::built_in(
    Names { name: "go", aliases: &["golang"], extensions: &["go"] },
    crate_grammar!("tree-sitter-go", tree_sitter_go::LANGUAGE, "go"),
    Facts {
        // A newline ends whatever may end, inside `const (...)` as well.
        newlines: Newlines::Statements { free_inside: b"" },
        // Of parameters that share a type, all have names or none.
        keeps_one: &["parameter_declaration"],
        // A file begins with its package.
        fixed: &["package_clause"],
        ..Facts::NONE
    },
);
