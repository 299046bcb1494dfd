//! Ruby.

use super::{Facts, Language, Names, STATEMENTS, Spaces, crate_grammar};

pub(super) static RUBY: Language = Language::built_in(
    Names { name: "ruby", aliases: &["rb"], extensions: &["rb", "rake", "gemspec"] },
    crate_grammar!("tree-sitter-ruby", tree_sitter_ruby::LANGUAGE, "ruby"),
    Facts { spaces: Spaces::Significant, newlines: STATEMENTS, ..Facts::NONE },
);
