//! PHP.

use super::{Facts, Language, Names, crate_grammar};

pub(super) static PHP: Language = Language::built_in(
    Names { name: "php", aliases: &[], extensions: &["php", "phtml", "phpt", "inc"] },
    crate_grammar!("tree-sitter-php", tree_sitter_php::LANGUAGE_PHP, "php"),
    Facts::NONE,
);
