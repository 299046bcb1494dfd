//! Whether a text is rather in another language than in the one that its name tells: C++ in `.h`.

use crate::language::Language;
use crate::parser::flat::Flaws;
use crate::readers::parses::best;
use std::path::Path;

/// Longer texts are not parsed to find out.
const LONGEST: usize = 1 << 22;

/// The language of a file: as [`Language::of_file`] tells, but for a header (`.h`) the language with
/// the fewest errors of those that have such headers.
pub fn language_of(path: &Path, text: &[u8]) -> Option<&'static Language> {
    let language = Language::of_file(path, text)?;
    let is_header = path.extension().is_some_and(|extension| extension == "h");
    let other = if is_header { likelier(language, text) } else { None };
    Some(other.unwrap_or(language))
}

/// The language in which a text has the fewest errors, of those whose files have the same extensions
/// as those of a language; `None` if it is that language.
pub fn likelier(language: &Language, text: &[u8]) -> Option<&'static Language> {
    if language.facts.sisters.is_empty() || text.len() > LONGEST {
        return None;
    }
    let mut least = flaws(language, text)?;
    let mut likelier = None;
    for sister in language.facts.sisters.iter().filter_map(|name| Language::by_name(name)) {
        let flaws = flaws(sister, text);
        if flaws < Some(least) {
            likelier = Some(sister);
            least = flaws.unwrap_or_default();
        }
    }
    likelier
}

/// What the grammar of a language does not explain; `None` if it explains everything.
fn flaws(language: &Language, text: &[u8]) -> Option<Flaws> {
    let loaded = language.loaded()?;
    let first = loaded.tables.parse(text, false, &|| false)?;
    best(first, loaded, &language.facts, text, &|| false).flaws()
}
