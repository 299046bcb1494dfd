//! C#.

use super::{Correction, Facts, Fit, Language, Names, Newlines, Then, crate_grammar};

pub(super) static CSHARP: Language = Language::built_in(
    Names { name: "c#", aliases: &["csharp", "cs"], extensions: &["cs", "csx"] },
    crate_grammar!("tree-sitter-c-sharp", tree_sitter_c_sharp::LANGUAGE, "csharp"),
    Facts {
        newlines: Newlines::Directives,
        corrections: &[
            // Parameters have types and names.
            Correction::of("parameter", Then::KeepsAllBut(&["attribute_list", "modifier", "="])),
            // `new T` needs one of arguments and initialiser.
            Correction::of("object_creation_expression", Then::KeepsOne),
            Correction::of("accessor_list", Then::KeepsOne),
        ],
        fits: &[
            Fit::never("if_statement", DECLARATIONS),
            Fit::never("for_statement", DECLARATIONS),
            Fit::never("foreach_statement", DECLARATIONS),
            Fit::never("while_statement", DECLARATIONS),
            Fit::never("do_statement", DECLARATIONS),
            Fit::never("using_statement", DECLARATIONS),
            Fit::never("lock_statement", DECLARATIONS),
            // `[i].x` stands after `?` only.
            Fit::never("member_access_expression", &["bracketed_argument_list"]),
        ],
        ..Facts::NONE
    },
);

/// What is no branch without braces.
const DECLARATIONS: &[&str] = &["local_declaration_statement", "local_function_statement"];
