//! The reference of commands and options, `docs/options.md`, from their definitions. The test below
//! writes it, and fails where the page is not current.

use super::args::command;
use clap::{Arg, Command};
use probdd_syntax::Language;
use std::fmt::Write;

/// The first lines of the page.
const HEAD: &str = "\
<!-- From the definitions; written by
PROBDD_UPDATE_PINS=1 cargo test -p probdd --lib reference -->

# Commands and options

`probdd --help` prints this page in short, and `probdd man` as a manual page. What the words mean is in
the [glossary](glossary.md); what the files are in [files and exit codes](formats.md).

";

/// The whole page.
fn page() -> String {
    let mut command = command();
    command.build();
    let mut page = String::from(HEAD);
    let usage = command.render_usage().to_string();
    page.push_str("```text\n");
    for line in usage.lines() {
        let _ = writeln!(page, "{}", line.trim_start_matches("Usage: ").trim());
    }
    page.push_str("```\n\n");
    about(&mut page, &command);
    arguments(&mut page, &command);
    for (heading, options) in by_heading(&command) {
        let _ = writeln!(page, "## {heading}\n");
        for option in &options {
            described(&mut page, option);
        }
    }
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        let _ = writeln!(page, "## `probdd {}`\n", inner.get_name());
        about(&mut page, inner);
        // Some take what a reduction takes.
        if inner.get_arguments().all(|arg| arg.get_id() != "test") {
            let shown = |arg: &&Arg| {
                !arg.is_hide_set() && arg.get_id() != "help" && !is_known(&command, arg)
            };
            inner.get_arguments().filter(shown).for_each(|arg| described(&mut page, arg));
        }
    }
    languages(&mut page);
    page.truncate(page.trim_end().len());
    page + "\n"
}

/// Whether the tool has the same option; its description stands there.
fn is_known(command: &Command, arg: &Arg) -> bool {
    let same = |other: &Arg| other.get_id() == arg.get_id() && other.get_help() == arg.get_help();
    arg.get_long().is_some() && command.get_arguments().any(same)
}

/// What a command is for.
fn about(page: &mut String, command: &Command) {
    let about = command.get_long_about().or(command.get_about());
    let text = about.map(ToString::to_string).unwrap_or_default();
    let _ = writeln!(page, "{}\n", prose(&text));
}

/// The arguments that are no options.
fn arguments(page: &mut String, command: &Command) {
    for arg in command.get_positionals() {
        described(page, arg);
    }
}

/// The options that are shown, below their headings, in the order of the help.
fn by_heading(command: &Command) -> Vec<(&str, Vec<&Arg>)> {
    let mut options: Vec<&Arg> = command
        .get_arguments()
        .filter(|arg| arg.get_long().is_some() && !arg.is_hide_set())
        .collect();
    options.sort_by_key(|arg| arg.get_display_order());
    let mut headings: Vec<(&str, Vec<&Arg>)> = Vec::new();
    for option in options {
        let heading = option.get_help_heading().unwrap_or("Options");
        match headings.iter_mut().find(|(name, _)| *name == heading) {
            Some((_, below)) => below.push(option),
            None => headings.push((heading, vec![option])),
        }
    }
    headings
}

/// An option with its help, its default and its values.
fn described(page: &mut String, arg: &Arg) {
    let values = arg.get_value_names().unwrap_or_default();
    let takes_value = arg.get_num_args().is_some_and(|range| range.takes_values());
    let values: Vec<String> = values.iter().map(|name| format!(" {name}")).collect();
    let values = values.concat();
    let values = if takes_value { values } else { String::new() };
    let names = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}{values}"),
        (None, Some(long)) => format!("--{long}{values}"),
        _ => values.trim().to_owned(),
    };
    let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
    let _ = writeln!(page, "### `{names}`\n\n{}\n", prose(&help.unwrap_or_default()));
    if takes_value {
        let defaults: Vec<_> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if !defaults.is_empty() {
            let _ = writeln!(page, "Default: `{}`\n", defaults.join(" "));
        }
        let words = arg.get_possible_values();
        for word in words.iter().filter(|word| !word.is_hide_set()) {
            let help = word.get_help().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(page, "- `{}`: {}", word.get_name(), prose(&help));
        }
        if !words.is_empty() {
            page.push('\n');
        }
    }
}

/// Help as Markdown: what stands for something, and patterns, are no marks.
fn prose(text: &str) -> String {
    text.replace('<', "\\<").replace('*', "\\*").replace("$`", "`$")
}

/// The built-in languages.
fn languages(page: &mut String) {
    page.push_str("## The languages\n\n| name | read by | extensions |\n|---|---|---|\n");
    for language in Language::all() {
        let extensions = language.extensions().join(" ");
        let _ = writeln!(page, "| `{}` | {} | {extensions} |", language.name(), language.grammar());
    }
    page.push_str("| `none` | brackets, indentation, lines, tokens | any other |\n");
}

#[test]
fn the_reference_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/options.md");
    let page = page();
    if std::env::var_os("PROBDD_UPDATE_PINS").is_some() {
        std::fs::write(path, &page).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == written,
        "docs/options.md is not current; run PROBDD_UPDATE_PINS=1 cargo test -p probdd --lib reference"
    );
}
