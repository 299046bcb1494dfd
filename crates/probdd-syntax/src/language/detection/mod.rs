//! Which language a file is written in: by its name, its extension, its first lines or its code.

mod first_lines;
mod names;
mod signs;

use crate::language::Language;
use std::path::Path;

impl Language {
    /// The language of a file: by its name or its extension, and by the text where languages share
    /// the extension (`.h` is C or C++, `.inc` may be anything).
    ///
    /// Where these say nothing, by a `#!` line, a mode for Emacs (`-*- C++ -*-`), the first bytes
    /// (`<?xml`), or the extension before one that says nothing (`config.h.in`). A template of which
    /// nothing tells what it makes (`list.erb`) is HTML if it has tags of HTML. A name without an
    /// extension is C++ if the text begins with the directives of a header.
    pub fn of_file(path: &Path, text: &[u8]) -> Option<&'static Language> {
        let path = &names::original(path);
        if names::is_other(path) {
            return None;
        }
        match Language::by_path(path) {
            Some(by_path) => signs::among_sharing(path, by_path, text),
            None => by_text(path, text),
        }
    }

    /// The language of a file, by its name or its extension.
    pub fn by_path(path: &Path) -> Option<&'static Language> {
        let path = &names::original(path);
        if names::is_other(path) {
            return None;
        }
        names::by_file_name(path.file_name()?.to_str()?).or_else(|| names::by_extension(path))
    }
}

/// The language of a file whose name says nothing.
fn by_text(path: &Path, text: &[u8]) -> Option<&'static Language> {
    let lines = first_lines::first_lines(text);
    let by_words = first_lines::by_interpreter(&lines).or_else(|| first_lines::by_mode(&lines));
    let found = by_words.or_else(|| first_lines::by_first_bytes(text));
    if path.extension().is_some() {
        let inner = path.with_extension("");
        let by_inner = || inner.extension().and_then(|_| Language::of_file(&inner, text));
        let is_page = || names::is_template(path) && signs::is_markup(text);
        let page = || is_page().then(|| Language::by_name("html")).flatten();
        return found.or_else(by_inner).or_else(page);
    }
    found.or_else(|| first_lines::by_directives(&lines))
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
    fn shaders_are_read_by_the_grammars_of_glsl_and_cplusplus() {
        assert_eq!(of("a.frag", ""), Some("glsl"));
        assert_eq!(of("a.hlsl", ""), Some("c++"));
        let glsl = "#version 450\nlayout(location = 0) in vec4 a;\nlayout(set = 0) uniform b { mat4 c; };\n\
                    void main() { for (int i = 0; i < 2; i++) gl_Position = a.xyzw * c; }\n";
        let language = Language::by_name("glsl").expect("built in");
        let document = crate::parse(language, glsl.as_bytes());
        assert!(document.fallback().is_none(), "{} bytes", document.error_bytes());
    }

    #[test]
    fn cython_is_read_by_the_grammar_of_python() {
        assert_eq!(of("a.pyx", ""), Some("python"));
        let cython = "cimport numpy as np\n\ndef f(int a, b):\n    cdef int c = a\n    for i in range(c):\n        \
                      b[i] = g(i, c)\n    return [c for c in b if c > 0]\n";
        let python = Language::by_name("python").expect("built in");
        assert!(crate::parse(python, cython.as_bytes()).fallback().is_none());
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
        assert_eq!(of("pkg/BUILD", ""), Some("python"));
        assert_eq!(of("MODULE.bazel", ""), Some("python"));
        assert_eq!(of("BUILD.md", ""), Some("markdown"));
        assert_eq!(of("build.gradle.kts", ""), Some("kotlin"));
    }

    #[test]
    fn components_and_notebooks_are_known_by_their_extensions() {
        assert_eq!(of("a.vue", ""), Some("html"));
        assert_eq!(of("a.svelte", ""), Some("svelte"));
        assert_eq!(of("a.ipynb", ""), Some("json"));
        assert_eq!(of("tsconfig.jsonc", ""), Some("json5"));
    }

    #[test]
    fn go_mod_is_no_dtd() {
        assert_eq!(of("go.mod", "module example.com/a\n"), None);
        assert_eq!(of("calstblx.mod", "<!ENTITY % a \"b\">\n"), Some("dtd"));
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
        assert_eq!(of("a.txt", "// -*- C++ -*-\n"), Some("c++"));
        assert_eq!(of("search.cgi", "#!/usr/bin/python\n"), Some("python"));
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

    #[test]
    fn code_tells_languages_apart_that_share_an_extension() {
        assert_eq!(of("a.h", "namespace a {\n}\n"), Some("c++"));
        assert_eq!(of("a.h", "#ifdef __cplusplus\nnamespace a {}\n#endif\n"), Some("c"));
        assert_eq!(of("a.inc", "<?php f();\n"), Some("php"));
        assert_eq!(of("a.inc", "#include <vector>\n"), Some("c++"));
        assert_eq!(of("a.inc", "#define A 1\n"), Some("c"));
        assert_eq!(of("a.inc", "mov ax, bx\n"), None);
        assert_eq!(of("a.v", "module m;\nendmodule\n"), Some("verilog"));
        assert_eq!(of("a.v", "Require Import Arith.\n"), None);
        assert_eq!(of("a.cl", "(defun f ())\n"), Some("lisp"));
        assert_eq!(of("a.cl", "__kernel void f() {}\n"), Some("c"));
        assert_eq!(of("a.ll", "%{\n%}\n%%\n"), None);
        assert_eq!(of("a.m", "#import \"a.h\"\n"), Some("objective-c"));
        assert_eq!(of("a.m", "function y = f(x)\n"), None);
        assert_eq!(of("a.h", "@interface A\n@end\n"), Some("objective-c"));
        assert_eq!(of("a.pl", "use strict;\n"), Some("perl"));
        assert_eq!(of("a.pl", ":- module(a, []).\n"), None);
        assert_eq!(of("a.t", "use Test::More;\n"), Some("perl"));
        assert_eq!(of("a.t", "  $ echo a\n"), None);
        assert_eq!(of("a.mod", "MODULE a;\n"), None);
        assert_eq!(of("a.ts", "<?xml version=\"1.0\"?>\n<TS/>\n"), Some("xml"));
        assert_eq!(of("fonts.conf", "<?xml version=\"1.0\"?>\n"), Some("xml"));
        assert_eq!(of("a.ts", "let a: number;\n"), Some("typescript"));
    }

    #[test]
    fn a_file_with_an_unknown_extension_is_known_by_its_beginning_or_the_extension_before() {
        assert_eq!(of("a.ui", "<?xml version=\"1.0\"?>\n"), Some("xml"));
        assert_eq!(of("a.js.map", "{\n  \"version\": 3\n}\n"), Some("json"));
        assert_eq!(of("config.h.in", "#undef A\n"), Some("c"));
        assert_eq!(of("full.sql.postgres", "SELECT 1;\n"), Some("sql"));
        assert_eq!(of("index.html.erb", "<p>\n"), Some("html"));
        assert_eq!(of("_list.erb", "<% for a in b %>\n<p><%= a %></p>\n<% end %>\n"), Some("html"));
        assert_eq!(of("mail.erb", "Dear <%= name %>\n"), None);
        assert_eq!(of("a.sql.j2", "SELECT {{ b }};\n"), Some("sql"));
        assert_eq!(of("a.pc.cmake", "prefix=@PREFIX@\n"), None);
        assert_eq!(of("a.cmake", "# A.\nif(b)\nendif()\n"), Some("cmake"));
        assert_eq!(of("a.unheard-of", "c\n"), None);
        assert_eq!(of("Makefile.in", "all:\n"), Some("make"));
    }
}
