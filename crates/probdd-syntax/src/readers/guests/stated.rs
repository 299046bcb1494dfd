//! Which language a text is in, by what stands before it.

/// What an attribute of a tag says about the language of the element.
pub(super) fn stated_language(attribute: &[u8]) -> Option<String> {
    let (name, value) = str::from_utf8(attribute).ok()?.split_once('=')?;
    let is_wanted = ["type", "lang"].contains(&name.trim().to_ascii_lowercase().as_str());
    let value = value.trim().trim_matches(['"', '\'']).to_ascii_lowercase();
    is_wanted.then_some(value).filter(|value| !value.is_empty())
}

/// The language that an attribute of an element names: `text/javascript`, `ts`.
pub(super) fn known_as(stated: &str) -> Option<&str> {
    match stated.rsplit(['/', '+', '-', '.']).next()? {
        "module" | "babel" | "ecmascript" => Some("javascript"),
        "importmap" | "speculationrules" => Some("json"),
        "template" | "handlebars" => Some("html"),
        name => Some(name),
    }
}
