//! Fortran.

use crate::language::facts::{Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static FORTRAN: Language = Language::built_in(
    Names {
        name: "fortran",
        aliases: &["f90"],
        extensions: &["f", "f90", "f95", "f03", "f08", "for", "F", "F90"],
        files: &[],
    },
    crate_grammar!("tree-sitter-fortran", tree_sitter_fortran::LANGUAGE, "fortran"),
    Facts { spacing: Spacing::statements(b""), lexis: LEXIS, ..Facts::NONE },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &["!"], ..Lexis::NONE };
