//! Erlang.

use crate::language::facts::{Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static ERLANG: Language = Language::built_in(
    Names {
        name: "erlang",
        aliases: &["erl"],
        extensions: &["erl", "hrl", "escript", "xrl", "yrl"],
        files: &["rebar.config"],
    },
    crate_grammar!("tree-sitter-erlang", tree_sitter_erlang::LANGUAGE, "erlang"),
    Facts {
        // The dot that ends a form has a blank or a newline after it.
        spacing: Spacing::MEANINGFUL,
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &["%"], ..Lexis::NONE };
