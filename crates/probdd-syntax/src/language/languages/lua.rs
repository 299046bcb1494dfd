//! Lua.

use crate::language::facts::{Colon, Facts, Layout};
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
        ..Facts::NONE
    },
);
