//! C.

use crate::language::facts::{
    Correction, DirectiveSyntax, Facts, Fit, Layout, Lexis, NeedsNext, Spacing, Then, Unread, When,
};
use crate::language::program_kinds;
use crate::language::{Language, Names};

pub(super) static C: Language = Language::built_in(
    Names {
        name: "c",
        aliases: &[],
        // ISPC is C but for a few words.
        extensions: &["c", "h", "i", "ispc"],
        files: &[],
    },
    crate_grammar!("tree-sitter-c", tree_sitter_c::LANGUAGE, "c"),
    Facts {
        spacing: Spacing::DIRECTIVES,
        layout: Layout {
            lines: "\
                case_statement compound_statement declaration_list field_declaration_list",
            bodies: "\
                do_statement else_clause for_statement if_statement labeled_statement \
                while_statement",
            touching: "initializer_list",
            tight: ". ->",
            ..Layout::C
        },
        directives: Some(&DirectiveSyntax::C),
        // Extensions of GCC, which may stand nearly anywhere.
        unread: &[
            Unread { construct: "__attribute__ (...)", ..Unread::NONE },
            Unread { construct: "__extension__", ..Unread::NONE },
        ],
        sisters: &["c++"],
        corrections: &[
            // `enum e {}` has no meaning in C.
            Correction::of("enumerator_list", Then::KeepsOne),
            // An `else` before `#endif` is read as an error, because its statement comes after the
            // `#endif`.
            Correction::of("preproc_ifdef", Then::KeepsAll).when(When::HasText("else")),
            Correction::of("preproc_if", Then::KeepsAll).when(When::HasText("else")),
        ],
        needs_next: &[
            NeedsNext { node: "preproc_ifdef", end: b"else", next: b"" },
            NeedsNext { node: "preproc_if", end: b"else", next: b"" },
        ],
        fits: &[
            // There are no statements outside functions.
            Fit::only("translation_unit", OUTERMOST),
            Fit::only("declaration_list", OUTERMOST),
            // A declaration with a body is a function.
            Fit::never("function_definition", NO_FUNCTIONS),
            Fit::never("pointer_declarator", NO_FUNCTIONS).under("function_definition"),
        ],
        program: Some(&program_kinds::C),
        own_lines: &["#"],
        lexis: Lexis::C,
        ..Facts::NONE
    },
);

/// Declarators that declare no function.
const NO_FUNCTIONS: &str = "array_declarator identifier pointer_declarator";

/// Kinds that stand outside functions.
const OUTERMOST: &str = "\
    declaration function_definition linkage_specification preproc_call preproc_def \
    preproc_function_def preproc_if preproc_ifdef preproc_include type_definition";
