//! C#.

use super::{Facts, Language, Names, Newlines, crate_grammar};

pub(super) static CSHARP: Language = Language::built_in(
    Names { name: "c#", aliases: &["csharp", "cs"], extensions: &["cs", "csx"] },
    crate_grammar!("tree-sitter-c-sharp", tree_sitter_c_sharp::LANGUAGE, "csharp"),
    Facts { newlines: Newlines::Directives, ..Facts::NONE },
);
