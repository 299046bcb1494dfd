//! The language of a file's name.

use crate::language::Language;
use std::path::{Path, PathBuf};

/// Files of no built-in language whose extension is that of one.
const OTHERS: &[&str] = &["go.mod", "go.work"];

/// The path of the input whose result this one names: `STEM.EXT` for `STEM.reduced.EXT`, `NAME` for
/// `NAME.reduced`.
pub(super) fn original(path: &Path) -> PathBuf {
    let is_mark = |path: &Path| path.extension().is_some_and(|extension| extension == "reduced");
    let stem = path.with_extension("");
    match path.extension() {
        Some(_) if is_mark(path) => original(&stem),
        Some(extension) if is_mark(&stem) => original(&stem.with_extension(extension)),
        _ => path.to_path_buf(),
    }
}

pub(super) fn is_other(path: &Path) -> bool {
    path.file_name().is_some_and(|name| OTHERS.iter().any(|other| name == *other))
}

/// Names that are those of other files with something after them: `BUILD.md`.
const WITHOUT_VARIANTS: &[&str] = &["BUILD", "WORKSPACE"];

/// The language of a whole name, also with something after it: `Dockerfile.dev`.
pub(super) fn by_file_name(name: &str) -> Option<&'static Language> {
    let matches = |file: &str| {
        let rest = name.strip_prefix(file);
        let has_variants = !file.contains('.') && !WITHOUT_VARIANTS.contains(&file);
        let is_variant = has_variants && rest.is_some_and(|rest| rest.starts_with('.'));
        rest == Some("") || is_variant
    };
    Language::all().find(|language| language.names.files.iter().any(|file| matches(file)))
}

/// Extensions of templates, which may make files of any language.
const TEMPLATES: &[&str] = &[
    "ejs",
    "erb",
    "gohtml",
    "gotmpl",
    "handlebars",
    "hbs",
    "j2",
    "jinja",
    "jinja2",
    "liquid",
    "mustache",
    "njk",
    "tmpl",
    "tpl",
    "twig",
];

pub(super) fn is_template(path: &Path) -> bool {
    path.extension().is_some_and(|extension| TEMPLATES.iter().any(|other| extension == *other))
}

pub(super) fn by_extension(path: &Path) -> Option<&'static Language> {
    let extension = path.extension()?.to_str()?;
    let has =
        |wanted: &str| Language::all().find(|language| language.extensions().contains(&wanted));
    has(extension).or_else(|| has(&extension.to_ascii_lowercase()))
}
