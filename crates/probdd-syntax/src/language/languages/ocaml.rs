//! OCaml.

use crate::language::facts::{Correction, Enclosed, Facts, Lexis, NeedsNext, Spacing, Then};
use crate::language::{Language, Names};

/// Only newer compilers accept the type of a functor without the keyword.
const FUNCTOR: Correction = Correction::of("functor_type", Then::Keeps("functor"));

const FACTS: Facts =
    Facts { spacing: Spacing::MEANINGFUL, corrections: &[FUNCTOR], lexis: LEXIS, ..Facts::NONE };

pub(super) static OCAML: Language = Language::built_in(
    Names { name: "ocaml", aliases: &["ml"], extensions: &["ml"], files: &[] },
    crate_grammar!("tree-sitter-ocaml", tree_sitter_ocaml::LANGUAGE_OCAML, "ocaml"),
    Facts {
        corrections: &[
            FUNCTOR,
            // A binding needs a value; the grammar allows punning everywhere.
            Correction::of("let_binding", Then::Keeps("=")),
            // A loop needs a body.
            Correction::of("do_clause", Then::KeepsAll),
            Correction::of("sequence_expression", Then::FlattensOptions),
        ],
        // After the last case of a `match` without brackets, a `;` would continue the case.
        needs_next: &[NeedsNext { node: "match_case", end: b";", next: b"|" }],
        ..FACTS
    },
);

pub(super) static OCAML_INTERFACE: Language = Language::built_in(
    Names { name: "ocaml-interface", aliases: &["mli"], extensions: &["mli"], files: &[] },
    crate_grammar!(
        "tree-sitter-ocaml",
        tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
        "ocaml_interface"
    ),
    FACTS,
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    comments: &[Enclosed::Nested("(*", "*)")],
    strings: &[Enclosed::Escaped("\"", "\"")],
    has_characters: true,
    ..Lexis::NONE
};
