//! CSS.

use crate::language::facts::{
    Correction, Facts, Fit, Layout, Lexis, Spacing, TemplateSyntax, Then, When,
};
use crate::language::{Language, Names};

pub(super) static CSS: Language = Language::built_in(
    Names { name: "css", aliases: &[], extensions: &["css"], files: &[] },
    crate_grammar!("tree-sitter-css", tree_sitter_css::LANGUAGE, "css"),
    Facts {
        spacing: Spacing::MEANINGFUL,
        layout: Layout { step: "  ", lines: "block", joins: true, ..Layout::OWN },
        corrections: &[
            // The first argument of `var()` is a name.
            Correction::of("arguments", Then::KeepsFirst).when(When::AfterText("var")),
            // A number and its unit are one token.
            Correction::of("integer_value", Then::KeepsAll),
            Correction::of("float_value", Then::KeepsAll),
        ],
        fits: &[
            // The grammar accepts declarations as statements, but they stand only in blocks.
            Fit::never("stylesheet", "declaration"),
            Fit::never("block", "declaration"),
            // The blocks of these contain rules; the blocks of rules contain declarations.
            Fit::never("media_statement", "block"),
            Fit::never("supports_statement", "block"),
            Fit::never("scope_statement", "block"),
            Fit::never("at_rule", "block"),
            // A string is no selector in CSS.
            Fit::never("selectors", "string_value"),
        ],
        lexis: LEXIS,
        templates: Some(&TemplateSyntax::CODE),
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &[], ..Lexis::SLASHES };
