//! Lua.

use crate::language::facts::Facts;
use crate::language::{Language, Names};

pub(super) static LUA: Language = Language::built_in(
    Names { name: "lua", aliases: &[], extensions: &["lua"], files: &[] },
    crate_grammar!("tree-sitter-lua", tree_sitter_lua::LANGUAGE, "lua"),
    Facts::NONE,
);
