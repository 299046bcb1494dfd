//! What users are told about a property that is made from commands.

use super::numbers::time;
use crate::error::{Exit, Failure};
use crate::property::Property;
use crate::settings::Settings;
use probdd_exec::Companion;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

/// The note about a property that a syntax error does not change.
pub(crate) const SYNTAX_ERROR: &str = "the property also holds for the input with a syntax error in \
     it, so the result may have some; --guard compiles, or --also 'CMD', keeps it correct";

/// The warning about a property that many failures have.
pub(crate) const ONLY_AN_END: &str = "the property is only how the command ends: every other failure \
     that ends so has it, too; --expect stderr=REGEX or stdout=REGEX says which failure it is";

/// Says what the result still does, and by which options that could be typed.
pub(crate) fn property(property: &Property, with: &[Companion]) -> String {
    let mut text = format!("property: {property}");
    let options = property.options();
    if !options.is_empty() {
        let _ = write!(text, "\n  by options: {}", options.join(" "));
    }
    if !with.is_empty() {
        let places: Vec<String> =
            with.iter().map(|companion| companion.place.display().to_string()).collect();
        let _ = write!(text, "\n  beside each candidate: {}", places.join(", "));
    }
    text
}

/// Says how long a command has to run that hangs, and why so long.
pub(crate) fn hang(time_of_hang: Duration, longest: Duration) -> String {
    format!(
        "the command hangs if it runs for {}: on harmless texts it ended after {} at most",
        time(time_of_hang),
        time(longest)
    )
}

/// The error about a command that hangs whatever its input is.
pub(crate) fn always_hangs() -> Failure {
    refused("the command does not end on an empty file, garbage, or half of the input either").hint(
        "say how long a run takes that hangs: --expect hang=SECONDS; or find out what the command waits for",
    )
}

/// The error about a command that has to hang, and ends.
pub(crate) fn does_not_hang(wall: Duration, most: Duration) -> Failure {
    let message = format!(
        "the command does not hang on the input: it ended after {}, in less than {}",
        time(wall),
        time(most)
    );
    refused(message).hint("if that is too long, say how long it may take: --expect hang=SECONDS")
}

/// The error about a property that a wrong text has as well.
pub(crate) fn holds_for_wrong_text(what: &str) -> Failure {
    refused(format!("the command does the same on {what} as on the input")).hint(
        "say what only the input does, with --expect before the `--`: for example a part of its output, \
         --expect stderr=REGEX",
    )
}

fn refused(message: impl std::fmt::Display) -> Failure {
    Failure::new(Exit::NotInteresting, anyhow::anyhow!("{message}"))
}

/// What programs say about a file that is not there.
const MISSING: [&str; 9] = [
    "No such file",
    "no such file",
    "not found",
    "No module named",
    "annot find",
    "annot open",
    "an't open",
    "Can't locate",
    "does not exist",
];

/// The error about a command that misses a file that lies beside the input, if its output says so.
pub(crate) fn misses_file(output: &[u8], settings: &Settings) -> Option<Failure> {
    let text = String::from_utf8_lossy(output);
    let says_so = |line: &&str| MISSING.iter().any(|words| line.contains(words));
    let lines = text.lines().filter(says_so).collect::<Vec<_>>().join("\n");
    let missing = siblings_named_in(&lines, settings);
    (!missing.is_empty()).then(|| {
        let mut failure = refused("the command does not find a file that lies beside the input");
        failure.hints.push(needs(&missing));
        failure.output = Some(text.into_owned());
        failure
    })
}

/// Adds to an error about a command what it may miss in the directory of a query: files that its
/// output names, and that lie beside the input.
pub(crate) fn missing_file(mut failure: Failure, settings: &Settings) -> Failure {
    let output = failure.output.clone().unwrap_or_default();
    let missing = siblings_named_in(&output, settings);
    if !missing.is_empty() {
        failure.hints.insert(0, needs(&missing));
    }
    failure
}

fn needs(missing: &[String]) -> String {
    let options: Vec<String> = missing.iter().map(|name| format!("--with {name}")).collect();
    format!(
        "the command runs in a fresh directory with only the candidate; it may need {}",
        options.join(" ")
    )
}

/// Files beside the input that an output names, with or without the extension of the input, and that
/// candidates do not have beside them.
fn siblings_named_in(output: &str, settings: &Settings) -> Vec<String> {
    let is_end = |c: char| c.is_whitespace() || "\"'`‘’:;,()<>[]".contains(c);
    let named = output.split(is_end).filter(|word| word.len() > 1 && *word != "..");
    let extension = Path::new(&settings.input.name).extension().unwrap_or_default();
    // Modules are named without their extension.
    let is_of_modules = output.contains("odule");
    let both = |word: &str| {
        let module = is_of_modules.then(|| Path::new(word).with_extension(extension));
        [Some(Path::new(word).to_owned()), module].into_iter().flatten()
    };
    let is_missing = |path: &std::path::PathBuf| {
        let is_given = settings.with.iter().any(|with| with.place == *path);
        let is_input = settings.input.name == path.as_os_str();
        path.is_relative() && !is_given && !is_input && settings.input.dir.join(path).is_file()
    };
    let mut missing: Vec<String> =
        named.flat_map(both).filter(is_missing).map(|path| path.display().to_string()).collect();
    missing.dedup();
    missing.truncate(5);
    missing
}
