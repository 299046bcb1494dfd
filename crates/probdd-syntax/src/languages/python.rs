//! Python.

use super::{CrateGrammar, Facts, Language, Names, Newlines, crate_grammar};

pub(super) static PYTHON: Language = Language::built_in(
    Names { name: "python", aliases: &["py", "python3"], extensions: &["py", "pyi", "pyw"] },
    crate_grammar!("tree-sitter-python", tree_sitter_python::LANGUAGE, "python"),
    Facts {
        newlines: Newlines::Statements { free_inside: b"([{" },
        // A suite has at least one statement; `try` needs one of except and finally.
        keeps_one: &["block", "try_statement"],
        // `raise from x` lacks what is raised.
        nests: &["raise_statement"],
        ..Facts::NONE
    },
);
