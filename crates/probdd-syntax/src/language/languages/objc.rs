//! Objective-C.

use crate::language::facts::{DirectiveSyntax, Facts, Layout, Lexis, Spacing, Unread};
use crate::language::{Language, Names};

pub(super) static OBJC: Language = Language::built_in(
    Names {
        name: "objective-c",
        aliases: &["objc", "objectivec"],
        extensions: &["m", "mm"],
        files: &[],
    },
    crate_grammar!("tree-sitter-objc", tree_sitter_objc::LANGUAGE, "objc"),
    Facts {
        spacing: Spacing::DIRECTIVES,
        layout: Layout {
            lines: "\
                case_statement class_implementation class_interface compound_statement \
                declaration_list field_declaration_list protocol_declaration",
            bodies: "\
                do_statement else_clause for_statement if_statement labeled_statement \
                while_statement",
            touching: "initializer_list",
            tight: ". ->",
            ..Layout::C
        },
        directives: Some(&DirectiveSyntax::C),
        unread: &[
            Unread { construct: "__attribute__ (...)", ..Unread::NONE },
            Unread { construct: "__extension__", ..Unread::NONE },
        ],
        // A `.mm` file has code of C++.
        sisters: &["c++"],
        own_lines: &["#"],
        lexis: Lexis::C,
        ..Facts::NONE
    },
);
