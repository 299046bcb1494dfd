//! Lua.

use crate::language::facts::{Colon, Enclosed, Facts, Layout, Lexis};
use crate::language::{Language, Names};

pub(super) static LUA: Language = Language::built_in(
    Names { name: "lua", aliases: &[], extensions: &["lua"], files: &[] },
    crate_grammar!("tree-sitter-lua", tree_sitter_lua::LANGUAGE, "lua"),
    Facts {
        layout: Layout {
            step: "  ",
            lines: "block",
            infix: "= == ~= < > <= >= + - * / // % ^ .. & | ~ << >>",
            spaced: "",
            tight: ".",
            colon: Colon::Kept,
            words: "and elseif if in not or return until while",
            ..Layout::BRACES
        },
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    line_comments: &["--"],
    comments: &[Enclosed::Fenced { open: ("--[", "["), close: ("]", "]"), fence: Some(b'=') }],
    strings: &[Enclosed::Fenced { open: ("[", "["), close: ("]", "]"), fence: Some(b'=') }],
    ..Lexis::NONE
};
