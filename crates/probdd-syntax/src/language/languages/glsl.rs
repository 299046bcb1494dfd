//! GLSL.

use crate::language::facts::{DirectiveSyntax, Facts, Fit, Layout, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static GLSL: Language = Language::built_in(
    Names {
        name: "glsl",
        aliases: &[],
        // Shaders are named after their stages.
        extensions: &[
            "glsl", "vert", "tesc", "tese", "geom", "frag", "comp", "mesh", "task", "rgen", "rint",
            "rahit", "rchit", "rmiss", "rcall",
        ],
        files: &[],
    },
    crate_grammar!("tree-sitter-glsl", tree_sitter_glsl::LANGUAGE_GLSL, "glsl"),
    Facts {
        spacing: Spacing::DIRECTIVES,
        layout: Layout {
            lines: "\
                case_statement compound_statement declaration_list field_declaration_list",
            bodies: "\
                do_statement else_clause for_statement if_statement labeled_statement \
                while_statement",
            touching: "initializer_list",
            tight: ".",
            ..Layout::C
        },
        directives: Some(&DirectiveSyntax::C),
        fits: &[
            // There are no statements outside functions.
            Fit::only("translation_unit", OUTERMOST),
        ],
        own_lines: &["#"],
        lexis: Lexis::SLASHES,
        ..Facts::NONE
    },
);

/// Kinds that stand outside functions.
const OUTERMOST: &str = "\
    declaration function_definition preproc_call preproc_def preproc_function_def preproc_if \
    preproc_ifdef preproc_include";
