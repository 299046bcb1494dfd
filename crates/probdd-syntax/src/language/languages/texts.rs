//! Languages that the reader of any text reads: for some there is no grammar that is small and
//! bears broken texts, and for the others trees of brackets and indentation do as well.

use crate::language::{Language, Names};

pub(super) static ASSEMBLY: Language = Language::any_text(Names {
    name: "assembly",
    aliases: &["asm", "gas"],
    extensions: &["s", "asm", "S"],
    files: &[],
});

pub(super) static CSV: Language = Language::any_text(Names {
    name: "csv",
    aliases: &[],
    extensions: &["csv", "tsv"],
    files: &[],
});

pub(super) static INI: Language = Language::any_text(Names {
    name: "ini",
    aliases: &["cfg", "properties"],
    extensions: &["ini", "cfg", "conf", "properties", "desktop", "service"],
    files: &[".gitconfig", ".editorconfig"],
});

pub(super) static LATEX: Language = Language::any_text(Names {
    name: "latex",
    aliases: &["tex"],
    extensions: &["tex", "sty", "cls", "ltx", "bib"],
    files: &[],
});

pub(super) static MARKDOWN: Language = Language::any_text(Names {
    name: "markdown",
    aliases: &["md"],
    extensions: &["md", "markdown"],
    files: &[],
});

pub(super) static TEXT_PROTO: Language = Language::any_text(Names {
    name: "text-proto",
    aliases: &["textproto", "textpb", "prototxt"],
    extensions: &["textproto", "textpb", "pbtxt", "prototxt", "txtpb"],
    files: &[],
});

pub(super) static YAML: Language = Language::any_text(Names {
    name: "yaml",
    aliases: &["yml"],
    extensions: &["yaml", "yml"],
    files: &[".clang-format", ".clang-tidy"],
});
