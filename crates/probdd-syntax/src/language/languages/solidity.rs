//! Solidity.

use crate::language::facts::{Correction, Facts, Layout, Lexis, Stub, Then, When};
use crate::language::{Language, Names};

pub(super) static SOLIDITY: Language = Language::built_in(
    Names { name: "solidity", aliases: &["sol"], extensions: &["sol"], files: &[] },
    crate_grammar!("tree-sitter-solidity", tree_sitter_solidity::LANGUAGE, "solidity"),
    Facts {
        layout: Layout {
            lines: "block_statement contract_body function_body struct_body",
            bodies: "do_while_statement for_statement if_statement while_statement",
            spaced: "=>",
            ..Layout::BRACES
        },
        corrections: &[
            // `import {} from "x"` and `pragma solidity;` are not allowed.
            Correction::of("import_directive", Then::KeepsOneOf("identifier")).when(When::Has("{")),
            Correction::of("solidity_pragma_token", Then::KeepsOne),
            // `T[]` is a type; an access needs an index.
            Correction::of("array_access", Then::KeepsAll),
            // The braces of `f{value: x}()` and the brackets of `assembly ("memory-safe")` are not
            // empty.
            Correction::of("struct_expression", Then::KeepsOne),
            Correction::of("assembly_flags", Then::KeepsOne),
        ],
        lexis: Lexis::SLASHES,
        stub: Some(Stub {
            functions: "function_definition",
            bodies: "function_body",
            text: "{ revert(); }",
        }),
        ..Facts::NONE
    },
);
