//! Python.

use crate::language::facts::{
    Correction, DocTests, Enclosed, Facts, Indentation, Layout, Lexis, Spacing, Then, When,
};
use crate::language::{Language, Names};

pub(super) static PYTHON: Language = Language::built_in(
    Names {
        name: "python",
        aliases: &["py", "python3"],
        // Cython and Starlark are Python but for a few words.
        extensions: &["py", "pyi", "pyw", "pyx", "pxd", "pxi", "bzl", "bazel", "star"],
        files: &["SConstruct", "SConscript", "wscript", "BUILD", "WORKSPACE", "BUCK", "Tiltfile"],
    },
    crate_grammar!("tree-sitter-python", tree_sitter_python::LANGUAGE, "python"),
    Facts {
        spacing: Spacing { indentation: Indentation::Lines, ..Spacing::statements(b"([{") },
        layout: Layout {
            touching: "default_parameter dictionary dictionary_comprehension keyword_argument \
                keyword_pattern set set_comprehension",
            words: "and assert elif if in is not or return while yield",
            infix: "\
                < > <= >= == != + - * / // % & | ^ << >> ** @ = += -= *= /= //= %= &= |= ^= <<= \
                >>= **= @=",
            spaced: ":= ->",
            tight: ".",
            wraps: b"",
            joins: false,
            ..Layout::BRACES
        },
        // A bare `*` needs a parameter after it.
        prefixes: "keyword_separator",
        // After `f(a=1` no positional argument may follow.
        irreplaceable: "keyword_argument",
        corrections: &[
            // `(*x)` is no tuple without its comma.
            Correction::of("tuple", Then::KeepsTrailing).when(When::Has("list_splat")),
            // A suite needs a statement.
            Correction::of("block", Then::KeepsOne),
            Correction::of("try_statement", Then::KeepsOneOf("except_clause finally_clause")),
            // `raise from x` needs the exception before `from`.
            Correction::of("raise_statement", Then::NestsOptions),
        ],
        doc_tests: DocTests::Prompts,
        lexis: LEXIS,
        ..Facts::NONE
    },
);

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    strings: &[Enclosed::Escaped(r#"""""#, r#"""""#), Enclosed::Escaped("'''", "'''")],
    ..Lexis::HASH
};
