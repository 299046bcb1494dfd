//! What the first lines of a text say about its language.

use crate::language::Language;
use crate::text::tokens::BYTE_ORDER_MARK;

/// How much of a text tells its language.
const FIRST_BYTES: usize = 4_096;

/// The languages of the programs that `#!` lines name, where the names differ.
const INTERPRETERS: [(&str, &str); 7] = [
    ("sh", "bash"),
    ("dash", "bash"),
    ("ksh", "bash"),
    ("node", "javascript"),
    ("make", "make"),
    ("Rscript", "r"),
    ("escript", "erlang"),
];

/// The languages of Emacs's modes, where the names differ.
const MODES: [(&str, &str); 2] = [("shell-script", "bash"), ("sh", "bash")];

/// The first lines of a text, without blanks around them.
pub(super) fn first_lines(text: &[u8]) -> Vec<String> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let first = String::from_utf8_lossy(&text[..text.len().min(FIRST_BYTES)]);
    first.lines().map(|line| line.trim().to_owned()).collect()
}

/// The language of a `#!` line: `#!/usr/bin/env python3`.
pub(super) fn by_interpreter(lines: &[String]) -> Option<&'static Language> {
    let line = lines.first()?.strip_prefix("#!")?;
    let mut words = line.split_ascii_whitespace().filter(|word| !word.starts_with('-'));
    let program = |word: &str| word.rsplit('/').next().map(str::to_owned);
    let first = words.next().and_then(program)?;
    let name = if first == "env" { words.next().and_then(program)? } else { first };
    let name = name.trim_end_matches(|last: char| last.is_ascii_digit() || last == '.');
    named(name, &INTERPRETERS)
}

/// The language of a mode for Emacs, which stands in the first line or after a `#!` line.
pub(super) fn by_mode(lines: &[String]) -> Option<&'static Language> {
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

/// The languages whose texts begin in these ways, whatever their files are named.
const BEGINNINGS: [(&str, &str); 4] =
    [("<?xml", "xml"), ("<?php", "php"), ("<!doctype html", "html"), ("<html", "html")];

/// The language of a text that begins with its mark, or like an object of JSON.
pub(super) fn by_first_bytes(text: &[u8]) -> Option<&'static Language> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).trim_ascii_start();
    let begins = |mark: &str| {
        text.get(..mark.len()).is_some_and(|first| first.eq_ignore_ascii_case(mark.as_bytes()))
    };
    let is_object =
        text.strip_prefix(b"{").is_some_and(|rest| rest.trim_ascii_start().starts_with(b"\""));
    let name = BEGINNINGS.iter().find(|(mark, _)| begins(mark)).map(|(_, name)| *name);
    Language::by_name(name.or(is_object.then_some("json"))?)
}

/// C++ for a header without an extension: comments aside, it begins with a directive that only C
/// and C++ have.
pub(super) fn by_directives(lines: &[String]) -> Option<&'static Language> {
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
