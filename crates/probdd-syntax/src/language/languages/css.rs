//! CSS.

use crate::language::facts::{Correction, Facts, Fit, Spacing, Then, When};
use crate::language::{Language, Names};

pub(super) static CSS: Language = Language::built_in(
    Names { name: "css", aliases: &[], extensions: &["css"] },
    crate_grammar!("tree-sitter-css", tree_sitter_css::LANGUAGE, "css"),
    Facts {
        spacing: Spacing::MEANINGFUL,
        corrections: &[
            // `var()` has a name first.
            Correction::of("arguments", Then::KeepsFirst).when(When::Follows("var")),
            // A number is part of the token that its unit ends.
            Correction::of("integer_value", Then::KeepsAll),
            Correction::of("float_value", Then::KeepsAll),
        ],
        fits: &[
            // The grammar takes declarations for statements, but they stand in blocks only.
            Fit::never("stylesheet", &["declaration"]),
            Fit::never("block", &["declaration"]),
            // The blocks of these hold rules, those of rules declarations.
            Fit::never("media_statement", &["block"]),
            Fit::never("supports_statement", &["block"]),
            Fit::never("scope_statement", &["block"]),
            Fit::never("at_rule", &["block"]),
            // As a selector, a string is none of CSS.
            Fit::never("selectors", &["string_value"]),
        ],
        ..Facts::NONE
    },
);
