//! Lua.

use crate::language::facts::Facts;
use crate::language::{CrateGrammar, Language, Names};

pub(super) static LUA: Language = Language::built_in(
    Names { name: "lua", aliases: &[], extensions: &["lua"] },
    CrateGrammar::new(
        "tree-sitter-lua",
        tree_sitter_lua::LANGUAGE,
        include_bytes!("../../../grammars/lua.json.gz"),
    ),
    Facts::NONE,
);
