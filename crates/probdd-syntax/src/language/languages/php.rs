//! PHP.

use crate::language::facts::{Colon, Correction, Facts, Fit, Hosts, Layout, Lexis, Then, When};
use crate::language::{Language, Names};

pub(super) static PHP: Language = Language::built_in(
    Names { name: "php", aliases: &[], extensions: &["php", "phtml", "phpt", "inc"], files: &[] },
    crate_grammar!("tree-sitter-php", tree_sitter_php::LANGUAGE_PHP, "php"),
    Facts {
        layout: Layout {
            lines: "\
                case_statement compound_statement declaration_list default_statement \
                enum_declaration_list match_block switch_block",
            bodies: "\
                do_statement else_clause for_statement foreach_statement if_statement \
                while_statement",
            infix: "\
                < > <= >= == != === !== && || + - * / % & | ^ << >> ** ?? <=> . = += -= *= /= %= \
                .= &= |= ^= <<= >>= **= ??=",
            spaced: "=>",
            colon: Colon::Before,
            tight: "-> ?-> ::",
            ..Layout::C
        },
        corrections: &[
            // These look like functions, but need an operand.
            Correction::of("arguments", Then::KeepsOne).when(When::AfterText("isset")),
            Correction::of("arguments", Then::KeepsOne).when(When::AfterText("empty")),
            Correction::of("arguments", Then::KeepsOne).when(When::AfterText("eval")),
            // `use` and a name that begins with a backslash would be one name.
            Correction::of("qualified_name", Then::KeepsAll)
                .when(When::Under("namespace_use_clause")),
            Correction::of("qualified_name", Then::Keeps("namespace_name"))
                .when(When::Begins("\\")),
        ],
        // The constants of classes have modifiers.
        fits: &[
            Fit::never("program", "const_declaration"),
            Fit::never("compound_statement", "const_declaration"),
        ],
        // These names may be reserved words as constants.
        only_inside: &[
            ("variable_name", "name"),
            ("function_call_expression", "name"),
            ("member_access_expression", "name"),
            ("member_call_expression", "name"),
            ("nullsafe_member_access_expression", "name"),
            ("nullsafe_member_call_expression", "name"),
            ("scoped_call_expression", "name"),
            ("class_constant_access_expression", "name"),
        ],
        frames: &[("<?php ", "")],
        hosts: &[
            Hosts { node: "program", leaf: "text", language: "html" },
            Hosts { node: "text_interpolation", leaf: "text", language: "html" },
        ],
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &["//", "#"], ..Lexis::SLASHES };
