//! The output of `probdd languages`.

use probdd_syntax::Language;
use std::io::Write;

/// Prints the built-in languages.
pub(crate) fn languages() {
    let mut out = std::io::stdout().lock();
    let mut line = |name: &str, grammar: &str, extensions: &str| {
        let line = format!("{name:<15} {grammar:<36} {extensions}");
        // A closed pipe is the reader's choice.
        let _ = writeln!(out, "{}", line.trim_end());
    };
    line("NAME", "READ BY", "EXTENSIONS");
    for language in Language::all() {
        line(language.name(), &language.grammar(), &language.extensions().join(" "));
    }
    line("none", "brackets, indentation, lines, tokens", "any other");
    for (name, feature) in Language::left_out() {
        line(name, &format!("not built in: cargo install with --features {feature}"), "");
    }
}
