//! The output of `probdd languages`.

use probdd_syntax::Language;
use std::io::Write;

/// Prints the built-in languages.
pub(crate) fn languages() {
    let mut out = std::io::stdout().lock();
    let mut line = |name: &str, extensions: &str, grammar: &str| {
        // A closed pipe is the reader's choice.
        let _ = writeln!(out, "{name:<15} {extensions:<34} {grammar}");
    };
    line("NAME", "EXTENSIONS", "QUANTIFIERS FROM");
    for language in Language::all() {
        let extensions = language.extensions().join(" ");
        line(language.name(), &extensions, &language.grammar());
    }
    line("none", "any other", "brackets, indentation, lines, tokens");
    for (name, feature) in Language::left_out() {
        line(name, "", &format!("not built in: cargo install with --features {feature}"));
    }
}
