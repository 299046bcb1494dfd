//! Python.

use crate::language::facts::{Correction, Facts, Then, When};
use crate::language::{CrateGrammar, Language, Names};
use crate::text::spacing::{Indentation, Spacing};

pub(super) static PYTHON: Language = Language::built_in(
    Names { name: "python", aliases: &["py", "python3"], extensions: &["py", "pyi", "pyw"] },
    CrateGrammar::new(
        "tree-sitter-python",
        tree_sitter_python::LANGUAGE,
        include_bytes!("../../../grammars/python.json.gz"),
    ),
    Facts {
        spacing: Spacing { indentation: Indentation::Lines, ..Spacing::statements(b"([{") },
        // A bare `*` needs a parameter after it.
        prefixes: &["keyword_separator"],
        // After `f(a=1` no positional argument may follow.
        whole: &["keyword_argument"],
        corrections: &[
            // `(*x)` is no tuple without its comma.
            Correction::of("tuple", Then::KeepsTrailing).when(When::Has("list_splat")),
            // A suite has at least one statement.
            Correction::of("block", Then::KeepsOne),
            Correction::of("try_statement", Then::KeepsOneOf(&["except_clause", "finally_clause"])),
            // `raise from x` lacks what is raised.
            Correction::of("raise_statement", Then::Nests),
        ],
        ..Facts::NONE
    },
);
