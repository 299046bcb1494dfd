//! The table of languages: names, extensions, grammars, and the facts that no grammar tells.
//!
//! To add a language: an entry here, its crate in `parse.rs`, its rules in `xtask grammars`.

use std::path::Path;

/// Which newlines of a language separate what stands on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newlines {
    /// None but those that end a line comment.
    Free,
    /// Those around preprocessor lines.
    Directives,
    /// Those between statements; inside brackets of these kinds they are free.
    Statements {
        /// The opening brackets.
        free_inside: &'static [u8],
    },
}

/// A language that inputs are parsed as. A static table entry.
#[derive(Debug)]
pub struct Language {
    pub(crate) id: LanguageId,
    name: &'static str,
    aliases: &'static [&'static str],
    extensions: &'static [&'static str],
    crate_name: &'static str,
    pub(crate) newlines: Newlines,
    /// Kinds that belong to the list item after them and go with it: attributes, decorators.
    pub(crate) prefixes: &'static [&'static str],
    /// Kinds that keep at least one element of their list, or one of their options, though the
    /// tree-sitter grammar, more permissive than the language, lets all of them go.
    pub(crate) keeps_one: &'static [&'static str],
    /// Kinds whose options each need the option before them.
    pub(crate) nests: &'static [&'static str],
    /// Kinds that are no elements of the list that they begin.
    pub(crate) fixed: &'static [&'static str],
}

/// The number of a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LanguageId {
    #[cfg(feature = "c")]
    C,
    #[cfg(feature = "cpp")]
    Cpp,
    #[cfg(feature = "go")]
    Go,
    #[cfg(feature = "java")]
    Java,
    #[cfg(feature = "javascript")]
    JavaScript,
    #[cfg(feature = "json")]
    Json,
    #[cfg(feature = "python")]
    Python,
    #[cfg(feature = "rust")]
    Rust,
    #[cfg(feature = "typescript")]
    Tsx,
    #[cfg(feature = "typescript")]
    TypeScript,
    #[cfg(feature = "xml")]
    Xml,
}

/// Statements that newlines end, but not inside parentheses and brackets.
const STATEMENTS: Newlines = Newlines::Statements { free_inside: b"([" };

static LANGUAGES: &[Language] = &[
    #[cfg(feature = "c")]
    Language {
        id: LanguageId::C,
        name: "c",
        aliases: &[],
        extensions: &["c", "h", "i"],
        crate_name: "tree-sitter-c",
        newlines: Newlines::Directives,
        prefixes: &[],
        // `enum e {}` has no meaning in C.
        keeps_one: &["enumerator_list"],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "cpp")]
    Language {
        id: LanguageId::Cpp,
        name: "c++",
        aliases: &["cpp", "cxx", "cc"],
        extensions: &["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ii", "C", "H"],
        crate_name: "tree-sitter-cpp",
        newlines: Newlines::Directives,
        prefixes: &[],
        keeps_one: &[],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "go")]
    Language {
        id: LanguageId::Go,
        name: "go",
        aliases: &["golang"],
        extensions: &["go"],
        crate_name: "tree-sitter-go",
        // A newline ends whatever may end, inside `const (...)` as well.
        newlines: Newlines::Statements { free_inside: b"" },
        prefixes: &[],
        // Of parameters that share a type, all have names or none.
        keeps_one: &["parameter_declaration"],
        nests: &[],
        // A file begins with its package.
        fixed: &["package_clause"],
    },
    #[cfg(feature = "java")]
    Language {
        id: LanguageId::Java,
        name: "java",
        aliases: &[],
        extensions: &["java"],
        crate_name: "tree-sitter-java",
        newlines: Newlines::Free,
        prefixes: &[],
        keeps_one: &[],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "javascript")]
    Language {
        id: LanguageId::JavaScript,
        name: "javascript",
        aliases: &["js", "jsx"],
        extensions: &["js", "mjs", "cjs", "jsx"],
        crate_name: "tree-sitter-javascript",
        newlines: STATEMENTS,
        prefixes: &["decorator"],
        // `try {}` needs one of catch and finally.
        keeps_one: &["try_statement"],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "json")]
    Language {
        id: LanguageId::Json,
        name: "json",
        aliases: &[],
        extensions: &["json", "geojson", "webmanifest"],
        crate_name: "tree-sitter-json",
        newlines: Newlines::Free,
        prefixes: &[],
        // A JSON text is a value; the grammar takes any number of them.
        keeps_one: &["document"],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "python")]
    Language {
        id: LanguageId::Python,
        name: "python",
        aliases: &["py", "python3"],
        extensions: &["py", "pyi", "pyw"],
        crate_name: "tree-sitter-python",
        newlines: Newlines::Statements { free_inside: b"([{" },
        prefixes: &[],
        // A suite has at least one statement; `try` needs one of except and finally.
        keeps_one: &["block", "try_statement"],
        // `raise from x` lacks what is raised.
        nests: &["raise_statement"],
        fixed: &[],
    },
    #[cfg(feature = "rust")]
    Language {
        id: LanguageId::Rust,
        name: "rust",
        aliases: &["rs"],
        extensions: &["rs"],
        crate_name: "tree-sitter-rust",
        newlines: Newlines::Free,
        prefixes: &["attribute_item"],
        keeps_one: &[],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "typescript")]
    Language {
        id: LanguageId::Tsx,
        name: "tsx",
        aliases: &[],
        extensions: &["tsx"],
        crate_name: "tree-sitter-typescript",
        newlines: STATEMENTS,
        prefixes: &["decorator"],
        keeps_one: &["try_statement"],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "typescript")]
    Language {
        id: LanguageId::TypeScript,
        name: "typescript",
        aliases: &["ts"],
        extensions: &["ts", "mts", "cts"],
        crate_name: "tree-sitter-typescript",
        newlines: STATEMENTS,
        prefixes: &["decorator"],
        keeps_one: &["try_statement"],
        nests: &[],
        fixed: &[],
    },
    #[cfg(feature = "xml")]
    Language {
        id: LanguageId::Xml,
        name: "xml",
        aliases: &[],
        extensions: &["xml", "xsd", "xsl", "xslt", "svg", "rss", "xhtml", "wsdl"],
        crate_name: "tree-sitter-xml",
        newlines: Newlines::Free,
        prefixes: &[],
        keeps_one: &[],
        nests: &[],
        fixed: &[],
    },
];

impl Language {
    /// All languages that are built in, in order of their names.
    pub fn all() -> &'static [Language] {
        LANGUAGES
    }

    /// The language of a name or a usual other name (`c++` and `cpp`), in any case.
    pub fn by_name(name: &str) -> Option<&'static Language> {
        let name = name.to_ascii_lowercase();
        LANGUAGES
            .iter()
            .find(|language| language.name == name || language.aliases.contains(&name.as_str()))
    }

    /// The language of a file, by its extension.
    pub fn by_path(path: &Path) -> Option<&'static Language> {
        let extension = path.extension()?.to_str()?;
        let has =
            |wanted: &str| LANGUAGES.iter().find(|language| language.extensions.contains(&wanted));
        has(extension).or_else(|| has(&extension.to_ascii_lowercase()))
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Extensions of its files, without the dot.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    /// The crate that its grammar comes from.
    pub fn crate_name(&self) -> &'static str {
        self.crate_name
    }

    /// The version of the crate that its grammar comes from.
    pub fn grammar_version(&self) -> &'static str {
        crate::parse::loaded(self.id).model.version()
    }

    /// The name and version of that crate.
    pub fn grammar(&self) -> String {
        format!("{} {}", self.crate_name(), self.grammar_version())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_are_found_by_name_alias_and_extension() {
        for (name, path) in [("C++", "a.cpp"), ("js", "dir/a.mjs"), ("ts", "a.ts"), ("c", "a.h")] {
            let by_name = Language::by_name(name).map(Language::name);
            assert!(by_name.is_some(), "{name}");
            assert_eq!(by_name, Language::by_path(Path::new(path)).map(Language::name));
        }
        assert!(Language::by_name("cobol").is_none());
        assert!(Language::by_path(Path::new("Makefile")).is_none());
    }

    #[test]
    fn a_capital_c_is_cplusplus_and_other_capitals_do_not_matter() {
        assert_eq!(Language::by_path(Path::new("a.C")).map(Language::name), Some("c++"));
        assert_eq!(Language::by_path(Path::new("A.JSON")).map(Language::name), Some("json"));
    }
}
