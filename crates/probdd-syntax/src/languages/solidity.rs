//! Solidity.

use super::{Correction, Facts, Language, Names, Then, When, crate_grammar};

pub(super) static SOLIDITY: Language = Language::built_in(
    Names { name: "solidity", aliases: &["sol"], extensions: &["sol"] },
    crate_grammar!("tree-sitter-solidity", tree_sitter_solidity::LANGUAGE, "solidity"),
    Facts {
        corrections: &[
            // `import {} from "x"` and `pragma solidity;` are nothing.
            Correction::of("import_directive", Then::KeepsOneOf(&["identifier"]))
                .when(When::Has("{")),
            Correction::of("solidity_pragma_token", Then::KeepsOne),
        ],
        ..Facts::NONE
    },
);
