//! Verilog, `SystemVerilog` included.

use super::{Facts, Language, Names, Newlines, crate_grammar};

pub(super) static VERILOG: Language = Language::built_in(
    Names {
        name: "verilog",
        aliases: &["systemverilog", "sv"],
        extensions: &["v", "vh", "sv", "svh"],
    },
    crate_grammar!(
        "tree-sitter-systemverilog",
        tree_sitter_systemverilog::LANGUAGE,
        "systemverilog"
    ),
    Facts { newlines: Newlines::Directives, ..Facts::NONE },
);
