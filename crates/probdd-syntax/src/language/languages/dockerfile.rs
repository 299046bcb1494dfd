//! Dockerfiles.

use crate::language::facts::{Correction, Facts, Lexis, Spacing, Then};
use crate::language::{Language, Names};

pub(super) static DOCKERFILE: Language = Language::built_in(
    Names {
        name: "dockerfile",
        aliases: &["docker", "containerfile"],
        extensions: &["dockerfile", "containerfile"],
        files: &["Dockerfile", "Containerfile"],
    },
    crate_grammar!("tree-sitter-containerfile", tree_sitter_containerfile::LANGUAGE, "dockerfile"),
    Facts {
        spacing: Spacing { has_meaning: true, ..Spacing::statements(b"") }.dense(),
        lexis: Lexis::HASH,
        corrections: &[
            // `--from=x` without `from=` would be another parameter.
            Correction::of("param", Then::KeepsAll),
        ],
        ..Facts::NONE
    },
);
