//! OCaml.

use super::{Facts, Language, Names, Spaces, crate_grammar};

pub(super) static OCAML: Language = Language::built_in(
    Names { name: "ocaml", aliases: &["ml"], extensions: &["ml"] },
    crate_grammar!("tree-sitter-ocaml", tree_sitter_ocaml::LANGUAGE_OCAML, "ocaml"),
    Facts { spaces: Spaces::Significant, ..Facts::NONE },
);

pub(super) static OCAML_INTERFACE: Language = Language::built_in(
    Names { name: "ocaml-interface", aliases: &["mli"], extensions: &["mli"] },
    crate_grammar!(
        "tree-sitter-ocaml",
        tree_sitter_ocaml::LANGUAGE_OCAML_INTERFACE,
        "ocaml_interface"
    ),
    Facts { spaces: Spaces::Significant, ..Facts::NONE },
);
