//! Loads a user's grammar: a shared object with tree-sitter's tables, and its `grammar.json`.
//!
//! The symbols of the object are checked before any of its code runs.

#![allow(unsafe_code, reason = "code that is found at run time has no safe interface")]

use crate::grammar::Grammar;
use crate::language::facts::Facts;
use crate::language::loaded::Loaded;
use crate::language::{GrammarSource, Language, Names};
use crate::parser::tables::WrongAbi;
use libloading::Library;
use object::{Object, ObjectKind, ObjectSymbol};
use std::path::{Path, PathBuf};
use tree_sitter_language::LanguageFn;

/// The prefix of the functions that return a grammar's tables; the rest is the grammar's name.
const PREFIX: &str = "tree_sitter_";

/// The part that the names of a scanner's functions have in common.
const SCANNER: &str = "_external_scanner_";

/// If more than one in so many names of the rules is unknown to the tables, the rules belong to
/// another grammar. A few names may be unknown because the generator found them unused.
const MOST_UNKNOWN: usize = 4;

/// Why a grammar could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say it")]
pub enum LoadError {
    #[error("cannot read the grammar `{}`: {cause}", path.display())]
    Unreadable { path: PathBuf, cause: std::io::Error },
    #[error("the grammar `{}` is not a shared object", path.display())]
    NotShared { path: PathBuf },
    #[error("`{}` is not a grammar: it exports no function `tree_sitter_NAME`", path.display())]
    NoGrammar { path: PathBuf },
    #[error("`{}` has several grammars: {}", path.display(), names.join(", "))]
    Several { path: PathBuf, names: Vec<String> },
    #[error("cannot load the grammar `{}`: {cause}", path.display())]
    NotLoaded { path: PathBuf, cause: String },
    #[error(
        "the grammar `{}` has tree-sitter's ABI version {found}; this build knows {} to {}",
        path.display(), wanted.0, wanted.1
    )]
    WrongAbi { path: PathBuf, found: usize, wanted: (usize, usize) },
    #[error("cannot read the rules `{}`: {cause}", path.display())]
    UnreadableRules { path: PathBuf, cause: std::io::Error },
    #[error("`{}` is not a tree-sitter grammar.json: {cause}", path.display())]
    NoRules { path: PathBuf, cause: serde_json::Error },
    #[error("the rules `{}` are those of `{found}`, not of `{wanted}`", path.display())]
    OtherRules { path: PathBuf, found: String, wanted: String },
    #[error(
        "the rules `{}` do not belong to the grammar: its tables do not know {count} of their \
         {all} names, `{example}` for one", path.display()
    )]
    UnknownNames { path: PathBuf, count: usize, all: usize, example: String },
}

impl LoadError {
    /// What the user can do about the error.
    pub fn advice(&self) -> String {
        match self {
            LoadError::Unreadable { .. } => "look at the path".into(),
            LoadError::NotShared { .. } | LoadError::NoGrammar { .. } => {
                "make one of the grammar's C code: cc -shared -fPIC -Isrc -o NAME.so src/*.c".into()
            }
            LoadError::Several { names, .. } => {
                let [name, ..] = names.as_slice() else { return String::new() };
                format!("choose one by the name of the file: a copy or link named {name}.so")
            }
            LoadError::NotLoaded { .. } => "it must be for this machine, and whole: an external \
                                            scanner (src/scanner.c) is linked with src/parser.c"
                .into(),
            LoadError::WrongAbi { wanted, .. } => {
                format!("generate it again: tree-sitter generate --abi {}", wanted.1)
            }
            LoadError::UnreadableRules { .. }
            | LoadError::NoRules { .. }
            | LoadError::OtherRules { .. }
            | LoadError::UnknownNames { .. } => "give the src/grammar.json that stands beside the \
                                                 grammar's parser.c, or leave it out"
                .into(),
        }
    }
}

impl Language {
    /// Loads a language from a shared object with a tree-sitter grammar, and the `grammar.json`
    /// that the object was generated from. Without that file, the removable parts are guessed from
    /// the parse tables ([`Document::is_guess`](crate::Document::is_guess)).
    ///
    /// The code of the object runs in this process and is never unloaded: it is trusted as the
    /// program itself is.
    ///
    /// # Errors
    /// When one of the files has no grammar, or the two have different ones.
    pub fn load(object: &Path, grammar_json: Option<&Path>) -> Result<Language, LoadError> {
        let (name, loaded) = load(object, grammar_json, &Facts::UNKNOWN)?;
        let file = object.file_name().unwrap_or_default().to_string_lossy().into_owned();
        // The object is never unloaded, so its name may live as long.
        let names = Names { name: name.leak(), aliases: &[], extensions: &[], files: &[] };
        let grammar = GrammarSource::File { file, loaded };
        Ok(Language { names, grammar, facts: Facts::UNKNOWN })
    }
}

#[cfg(test)]
impl Language {
    /// A built-in language, as if it were a foreign one without rules.
    pub(crate) fn without_rules(&self) -> Language {
        let GrammarSource::Crate(grammar, _) = &self.grammar else {
            unreachable!("it is built in")
        };
        let loaded =
            Loaded::foreign(grammar.tables, None, &Facts::UNKNOWN).expect("it is built in");
        let names = Names { name: self.name(), aliases: &[], extensions: &[], files: &[] };
        let grammar = GrammarSource::File { file: String::new(), loaded };
        Language { names, grammar, facts: Facts::UNKNOWN }
    }
}

/// Loads the grammar of a shared object, with rules if there are any. Returns its name, too.
pub(crate) fn load(
    object: &Path,
    grammar_json: Option<&Path>,
    facts: &Facts,
) -> Result<(String, Loaded), LoadError> {
    let name = exported_name(object)?;
    let rules = grammar_json.map(|path| rules(path, &name)).transpose()?;
    let tables = tables(object, &name)?;
    let loaded =
        Loaded::foreign(tables, rules.as_ref(), facts).map_err(|WrongAbi { found, wanted }| {
            LoadError::WrongAbi { path: object.to_owned(), found, wanted }
        })?;
    if let (Some(path), Some(rules)) = (grammar_json, &rules) {
        check_names(path, rules, &loaded)?;
    }
    Ok((name, loaded))
}

/// The name of the grammar that a shared object exports.
fn exported_name(path: &Path) -> Result<String, LoadError> {
    let bytes = std::fs::read(path)
        .map_err(|cause| LoadError::Unreadable { path: path.to_owned(), cause })?;
    let not_shared = || LoadError::NotShared { path: path.to_owned() };
    let file = object::File::parse(bytes.as_slice()).map_err(|_| not_shared())?;
    if file.kind() != ObjectKind::Dynamic {
        return Err(not_shared());
    }
    let exported = file.dynamic_symbols().filter(ObjectSymbol::is_definition);
    let names: Vec<&str> = exported
        .filter_map(|symbol| symbol.name().ok()?.strip_prefix(PREFIX))
        .filter(|name| !name.contains(SCANNER))
        .collect();
    chosen(path, names)
}

/// Chooses among the names of grammars by the name of the file.
fn chosen(path: &Path, mut names: Vec<&str>) -> Result<String, LoadError> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().replace('-', "_");
    let stem = stem.strip_prefix("lib").unwrap_or(&stem);
    let stem = stem.strip_prefix(PREFIX).unwrap_or(stem);
    names.sort_unstable();
    match names.as_slice() {
        [] => Err(LoadError::NoGrammar { path: path.to_owned() }),
        [name] => Ok((*name).to_owned()),
        names if names.contains(&stem) => Ok(stem.to_owned()),
        names => {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Err(LoadError::Several { path: path.to_owned(), names })
        }
    }
}

/// The function that returns the tables of a grammar. The shared object is never unloaded.
fn tables(path: &Path, name: &str) -> Result<LanguageFn, LoadError> {
    type Tables = unsafe extern "C" fn() -> *const ();
    let not_loaded = |cause: String| LoadError::NotLoaded { path: path.to_owned(), cause };
    let failed = |error: &libloading::Error| not_loaded(innermost(error));
    // A path with a slash is not searched among the system's libraries.
    let absolute = std::path::absolute(path).map_err(|error| not_loaded(error.to_string()))?;
    // SAFETY: opening runs the object's initialisers. A generated grammar has none; that this one
    // is what its users take it for is their responsibility, as for every program they run.
    let library = unsafe { Library::new(absolute) }.map_err(|error| failed(&error))?;
    // SAFETY: a function of this name has this type in all that tree-sitter generates.
    let tables = unsafe { library.get::<Tables>(format!("{PREFIX}{name}")) };
    let tables = *tables.map_err(|error| failed(&error))?;
    // Trees and parsers use the tables from now on: the object must stay loaded.
    std::mem::forget(library);
    // SAFETY: as above; it takes nothing and has no effect.
    if unsafe { tables() }.is_null() {
        return Err(not_loaded("it has no tables".into()));
    }
    // SAFETY: as above. What it returns is looked at no further than its version before that is
    // known to be one of the parser's.
    Ok(unsafe { LanguageFn::from_raw(tables) })
}

/// The message of the innermost error.
fn innermost(error: &dyn std::error::Error) -> String {
    error.source().map_or_else(|| error.to_string(), innermost)
}

/// Reads the rules of a grammar.
fn rules(path: &Path, name: &str) -> Result<Grammar, LoadError> {
    let owned = || path.to_owned();
    let text =
        std::fs::read(path).map_err(|cause| LoadError::UnreadableRules { path: owned(), cause })?;
    let grammar: Grammar = serde_json::from_slice(&text)
        .map_err(|cause| LoadError::NoRules { path: owned(), cause })?;
    if grammar.name != name {
        let (found, wanted) = (grammar.name, name.to_owned());
        return Err(LoadError::OtherRules { path: owned(), found, wanted });
    }
    Ok(grammar)
}

/// Checks that the tables know the names in the rules.
fn check_names(path: &Path, rules: &Grammar, loaded: &Loaded) -> Result<(), LoadError> {
    let unknown: std::collections::BTreeSet<&String> = loaded.model.unknown().iter().collect();
    let (count, all) = (unknown.len(), rules.rules.len().max(unknown.len()));
    match unknown.first() {
        Some(example) if count > all / MOST_UNKNOWN => {
            let (path, example) = (path.to_owned(), (*example).clone());
            Err(LoadError::UnknownNames { path, count, all, example })
        }
        _ => Ok(()),
    }
}
