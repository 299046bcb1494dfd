//! What users are told about a property that is made from commands.

use crate::error::Failure;
use crate::property::Property;
use crate::settings::Settings;
use probdd_exec::Companion;
use std::fmt::Write as _;
use std::path::Path;

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

/// Adds to an error about a command what it may miss in the directory of a query: files that its
/// output names, and that lie beside the input.
pub(crate) fn missing_file(mut failure: Failure, settings: &Settings) -> Failure {
    let output = failure.output.clone().unwrap_or_default();
    let is_end = |c: char| c.is_whitespace() || "\"'`‘’:;,()<>[]".contains(c);
    let named = output.split(is_end).filter(|word| word.len() > 1 && *word != "..");
    let mut missing: Vec<&str> = named
        .filter(|word| {
            let path = Path::new(word);
            let is_given = settings.with.iter().any(|with| with.place == path);
            let is_input = settings.input.name == path.as_os_str();
            path.is_relative() && !is_given && !is_input && settings.input.dir.join(path).exists()
        })
        .collect();
    missing.dedup();
    missing.truncate(5);
    if !missing.is_empty() {
        let options: Vec<String> = missing.iter().map(|name| format!("--with {name}")).collect();
        failure.hints.insert(
            0,
            format!(
                "the command runs in a fresh directory with only the candidate; it may need {}",
                options.join(" ")
            ),
        );
    }
    failure
}
