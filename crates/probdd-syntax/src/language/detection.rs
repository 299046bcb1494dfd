//! Which language a file is written in: by its name, its extension, or its first lines.

use crate::language::Language;
use crate::text::tokens::BYTE_ORDER_MARK;
use std::path::{Path, PathBuf};

/// Files of no built-in language whose extension is that of one.
const OTHERS: &[&str] = &["go.mod", "go.work"];

/// How much of a text tells its language.
const FIRST_BYTES: usize = 4_096;

/// The languages of the programs that `#!` lines name, where the names differ.
const INTERPRETERS: [(&str, &str); 5] =
    [("sh", "bash"), ("dash", "bash"), ("ksh", "bash"), ("node", "javascript"), ("make", "make")];

/// The languages of Emacs's modes, where the names differ.
const MODES: [(&str, &str); 2] = [("shell-script", "bash"), ("sh", "bash")];

impl Language {
    /// The language of a file: by its name, by its extension, or where these say nothing, by a
    /// `#!` line, a mode for Emacs (`-*- C++ -*-`) or the directives that a header of C++ begins
    /// with. Such a mode also tells whether a `.h` file is C++.
    pub fn of_file(path: &Path, text: &[u8]) -> Option<&'static Language> {
        let path = &original(path);
        let by_path = Language::by_path(path);
        let is_header = path.extension().is_some_and(|extension| extension == "h");
        if by_path.is_some() && !is_header || is_other(path) {
            return by_path;
        }
        let lines = first_lines(text);
        if path.extension().is_none() {
            by_interpreter(&lines).or_else(|| by_mode(&lines)).or_else(|| by_directives(&lines))
        } else {
            by_mode(&lines).filter(|_| is_header).or(by_path)
        }
    }

    /// The language of a file, by its name or its extension.
    pub fn by_path(path: &Path) -> Option<&'static Language> {
        let path = &original(path);
        if is_other(path) {
            return None;
        }
        by_file_name(path.file_name()?.to_str()?).or_else(|| by_extension(path))
    }
}

/// The path of the input whose result this one names: `STEM.EXT` for `STEM.reduced.EXT`, `NAME` for
/// `NAME.reduced`.
fn original(path: &Path) -> PathBuf {
    let is_mark = |path: &Path| path.extension().is_some_and(|extension| extension == "reduced");
    let stem = path.with_extension("");
    match path.extension() {
        Some(_) if is_mark(path) => original(&stem),
        Some(extension) if is_mark(&stem) => original(&stem.with_extension(extension)),
        _ => path.to_path_buf(),
    }
}

fn is_other(path: &Path) -> bool {
    path.file_name().is_some_and(|name| OTHERS.iter().any(|other| name == *other))
}

/// The language of a whole name, also with something after it: `Dockerfile.dev`.
fn by_file_name(name: &str) -> Option<&'static Language> {
    let matches = |file: &str| {
        let rest = name.strip_prefix(file);
        let is_variant = !file.contains('.') && rest.is_some_and(|rest| rest.starts_with('.'));
        rest == Some("") || is_variant
    };
    Language::all().find(|language| language.names.files.iter().any(|file| matches(file)))
}

fn by_extension(path: &Path) -> Option<&'static Language> {
    let extension = path.extension()?.to_str()?;
    let has =
        |wanted: &str| Language::all().find(|language| language.extensions().contains(&wanted));
    has(extension).or_else(|| has(&extension.to_ascii_lowercase()))
}

/// The first lines of a text, without blanks around them.
fn first_lines(text: &[u8]) -> Vec<String> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let first = String::from_utf8_lossy(&text[..text.len().min(FIRST_BYTES)]);
    first.lines().map(|line| line.trim().to_owned()).collect()
}

/// The language of a `#!` line: `#!/usr/bin/env python3`.
fn by_interpreter(lines: &[String]) -> Option<&'static Language> {
    let line = lines.first()?.strip_prefix("#!")?;
    let mut words = line.split_ascii_whitespace().filter(|word| !word.starts_with('-'));
    let program = |word: &str| word.rsplit('/').next().map(str::to_owned);
    let first = words.next().and_then(program)?;
    let name = if first == "env" { words.next().and_then(program)? } else { first };
    let name = name.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
    named(name, &INTERPRETERS)
}

/// The language of a mode for Emacs, which stands in the first line or after a `#!` line.
fn by_mode(lines: &[String]) -> Option<&'static Language> {
    let modes = lines.iter().take(2).filter_map(|line| line.split("-*-").nth(1));
    let modes = modes.flat_map(|mode| mode.split(';'));
    let names = modes.filter_map(|part| match part.split_once(':') {
        Some((key, value)) => key.trim().eq_ignore_ascii_case("mode").then_some(value),
        None => Some(part),
    });
    let mut names = names.map(|name| name.trim().to_ascii_lowercase());
    names.find_map(|name| named(&name, &MODES))
}

fn named(name: &str, others: &[(&str, &'static str)]) -> Option<&'static Language> {
    let other = others.iter().find(|(other, _)| *other == name);
    Language::by_name(other.map_or(name, |(_, language)| language))
}

/// C++ for a header without an extension: comments aside, it begins with a directive that only C
/// and C++ have.
fn by_directives(lines: &[String]) -> Option<&'static Language> {
    let mut is_comment = false;
    let mut code = lines.iter().filter(|line| {
        is_comment |= line.starts_with("/*");
        let is_code = !is_comment && !line.is_empty() && !line.starts_with("//");
        is_comment &= !line.ends_with("*/");
        is_code
    });
    let first = code.next()?;
    let guarded = || {
        let guard = first.strip_prefix("#ifndef ")?.trim();
        (code.next()?.strip_prefix("#define ")?.trim() == guard).then_some(())
    };
    let is_include = ["#include <", "#include \""].iter().any(|start| first.starts_with(start));
    let is_header = is_include || first == "#pragma once" || { guarded }().is_some();
    Language::by_name("c++").filter(|_| is_header)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str, text: &str) -> Option<&'static str> {
        Language::of_file(Path::new(path), text.as_bytes()).map(Language::name)
    }

    #[test]
    fn languages_are_found_by_name_alias_and_extension() {
        for (name, path) in [("C++", "a.cpp"), ("js", "dir/a.mjs"), ("ts", "a.ts"), ("c", "a.h")] {
            let by_name = Language::by_name(name).map(Language::name);
            assert!(by_name.is_some(), "{name}");
            assert_eq!(by_name, Language::by_path(Path::new(path)).map(Language::name));
        }
        assert!(Language::by_name("cobol").is_none());
        assert!(Language::by_path(Path::new("README")).is_none());
    }

    #[test]
    fn a_capital_c_is_cplusplus_and_other_capitals_do_not_matter() {
        assert_eq!(of("a.C", ""), Some("c++"));
        assert_eq!(of("A.JSON", ""), Some("json"));
    }

    #[test]
    fn some_files_are_known_by_their_whole_name() {
        assert_eq!(of("dir/Rakefile", ""), Some("ruby"));
        assert_eq!(of("Rakefile.local", ""), Some("ruby"));
        assert_eq!(of("composer.lock", ""), Some("json"));
        assert_eq!(of("yarn.lock", ""), None);
    }

    #[test]
    fn go_mod_is_no_dtd() {
        assert_eq!(of("go.mod", "module example.com/a\n"), None);
        assert_eq!(of("calstblx.mod", ""), Some("dtd"));
    }

    #[test]
    fn a_result_is_in_the_language_of_its_input() {
        assert_eq!(of("CMakeLists.reduced.txt", ""), of("CMakeLists.txt", ""));
        assert_eq!(of("go.reduced.mod", ""), None);
        assert_eq!(of("tool.reduced", "#!/bin/sh\n"), Some("bash"));
        assert_eq!(of("dir.reduced/a.reduced.reduced.c", ""), Some("c"));
        assert_eq!(of("reduced.c", ""), Some("c"));
    }

    #[test]
    fn a_first_line_may_name_the_program_or_the_mode() {
        assert_eq!(of("tool", "#!/usr/bin/env -S python3.12 -u\n"), Some("python"));
        assert_eq!(of("tool", "#!/usr/bin/ruby\n"), Some("ruby"));
        assert_eq!(of("tool", "#!/opt/unheard-of\n"), None);
        assert_eq!(of("vector", "// <vector> -*- C++ -*-\n"), Some("c++"));
        assert_eq!(of("bits/stl_map.h", "// Map -*- mode: C++; coding: utf-8 -*-\n"), Some("c++"));
        assert_eq!(of("a.txt", "// -*- C++ -*-\n"), None);
    }

    #[test]
    fn a_header_without_extension_is_cplusplus() {
        let guarded = "/* A\n * licence */\n\n#ifndef QLIST\n#define QLIST\nclass Q;\n#endif\n";
        assert_eq!(of("QList", guarded), Some("c++"));
        assert_eq!(of("Core", "// Eigen\n#pragma once\n"), Some("c++"));
        assert_eq!(of("QWidget", "#include \"qwidget.h\"\n"), Some("c++"));
        assert_eq!(of("notes", "#include is a directive\n"), None);
        assert_eq!(of("c.h", "#pragma once\n"), Some("c"));
    }
}
