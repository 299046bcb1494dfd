//! The plainest texts of tokens that grammars describe by patterns.

/// Texts for kinds of every language that has them.
const ANYWHERE: &[(&str, &str)] = &[
    ("number_literal", "0"),
    ("integer_literal", "0"),
    ("decimal_integer_literal", "0"),
    ("int_literal", "0"),
    ("integer", "0"),
    ("number", "0"),
];

/// Texts for kinds that several languages have, with different tokens.
const OF_LANGUAGES: &[(&str, &[(&str, &str)])] = &[
    ("c", &[("primitive_type", "int")]),
    ("c++", &[("primitive_type", "int")]),
    ("rust", &[("primitive_type", "u8")]),
    ("c#", &[("predefined_type", "int")]),
];

/// The plainest texts of a language's tokens, by kind.
pub(super) fn plain(language: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let own = OF_LANGUAGES.iter().filter(move |(name, _)| *name == language);
    own.flat_map(|(_, texts)| texts.iter()).chain(ANYWHERE).copied()
}
