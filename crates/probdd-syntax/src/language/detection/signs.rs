//! What the code of a text says about its language, where several languages share an extension.

use super::first_lines;
use crate::language::Language;
use std::path::Path;

/// How much of a text is looked at.
const MOST_BYTES: usize = 65_536;

/// The language of a text whose extension is that of `by_path`, and perhaps of others.
pub(super) fn among_sharing(
    path: &Path,
    by_path: &'static Language,
    text: &[u8],
) -> Option<&'static Language> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let by_mode = || first_lines::by_mode(&first_lines::first_lines(text));
    match extension {
        "h" => by_mode().or_else(|| header(text)).or(Some(by_path)),
        "inc" => by_mode().or_else(|| include(by_path, text)),
        "v" => Some(by_path).filter(|_| !has_line(text, &COQ)),
        "cl" => Some(by_path).filter(|_| !has_line(text, &OPENCL)).or_else(|| header(text)),
        "ll" => Some(by_path).filter(|_| !has_line(text, &LEX)),
        "m" => Some(by_path).filter(|_| has_line(text, &OBJECTIVE_C)),
        "pl" => Some(by_path).filter(|_| !has_line(text, &PROLOG)),
        "t" => Some(by_path).filter(|_| has_line(text, &PERL)),
        // Templates from which `CMake` makes files of other kinds end in `.cmake` too.
        "cmake" => Some(by_path).filter(|_| is_cmake(text)),
        "mod" | "ent" => Some(by_path).filter(|_| text.windows(2).any(|two| two == b"<!")),
        // Translations of Qt, maps of Tiled, configurations.
        _ if by_path.is_any_text() || matches!(extension, "ts" | "tsx") => {
            let is_xml = |other: &&Language| other.name() == "xml";
            first_lines::by_first_bytes(text).filter(is_xml).or(Some(by_path))
        }
        _ => Some(by_path),
    }
}

/// Lines of Coq, which shares `.v` with Verilog, begin with these words.
const COQ: [&str; 6] = ["Require ", "Proof.", "Qed.", "Lemma ", "Theorem ", "Inductive "];

/// Lines of `OpenCL`, which shares `.cl` with Common Lisp, begin with these words.
const OPENCL: [&str; 5] = ["__kernel", "kernel void", "#include", "#define", "#pragma OPENCL"];

/// Lines of Objective-C, which shares `.m` with MATLAB, Mercury and others, begin with these words.
const OBJECTIVE_C: [&str; 10] = [
    "#import",
    "#include",
    "#define",
    "#if",
    "@class",
    "@import",
    "@interface",
    "@implementation",
    "@protocol",
    "//",
];

/// Lines of Prolog, which shares `.pl` with Perl, begin with this sign.
const PROLOG: [&str; 1] = [":-"];

/// Lines of Perl's tests, which share `.t` with the tests of others, begin with these words.
const PERL: [&str; 5] = ["#!/usr/bin/perl", "#!/usr/bin/env perl", "use ", "my ", "BEGIN {"];

/// Lines of the scanner generators, which share `.ll` with LLVM, begin with these signs.
const LEX: [&str; 2] = ["%%", "%{"];

/// Whether a text has a command of `CMake`, or nothing but comments.
fn is_cmake(text: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_command = |line: &[u8]| {
        let name = line.iter().take_while(|byte| is_name(byte)).count();
        name > 0 && line[name..].trim_ascii_start().starts_with(b"(")
    };
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut code = lines.by_ref().filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    code.next().is_none_or(|first| is_command(first) || code.any(is_command))
}

/// Whether a text has an element of HTML: a tag that ends another one or has no end.
pub(super) fn is_markup(text: &[u8]) -> bool {
    let text = &text[..text.len().min(MOST_BYTES)];
    memchr::memmem::find_iter(text, b"<").any(|at| {
        let tag = &text[at + 1..];
        let name = tag.strip_prefix(b"/").unwrap_or(tag);
        name.first().is_some_and(u8::is_ascii_alphabetic) && memchr::memchr(b'>', name).is_some()
    })
}

fn has_line(text: &[u8], beginnings: &[&str]) -> bool {
    let text = &text[..text.len().min(MOST_BYTES)];
    let begins = |line: &[u8]| beginnings.iter().any(|sign| line.starts_with(sign.as_bytes()));
    text.split(|byte| *byte == b'\n').any(begins)
}

/// Objective-C, C++ or C.
fn header(text: &[u8]) -> Option<&'static Language> {
    let is_objective = has_line(text, &["@interface", "@protocol", "@class", "#import"]);
    let objective = || Language::by_name("objective-c").filter(|_| is_objective);
    objective().or_else(|| Language::by_name(if is_cplusplus(text) { "c++" } else { "c" }))
}

/// A file that others include: PHP, C++ or C, if it is one of these.
fn include(php: &'static Language, text: &[u8]) -> Option<&'static Language> {
    if text.windows(2).any(|two| two == b"<?") {
        return Some(php);
    }
    let is_cplusplus = is_cplusplus(text);
    let has_directives = has_line(text, &["#include ", "#define ", "#if", "#undef "]);
    (is_cplusplus || has_directives).then(|| header(text)).flatten()
}

/// Whether a text has code that C++ has and C does not. Code for C++ in headers of C, between
/// `#ifdef __cplusplus` and its `#endif`, does not count.
pub(super) fn is_cplusplus(text: &[u8]) -> bool {
    let code = code(&text[..text.len().min(MOST_BYTES)]);
    let mut conditions: Vec<bool> = Vec::new();
    code.lines().map(str::trim).any(|line| {
        let directive = line.strip_prefix('#').map(str::trim_start).unwrap_or_default();
        if directive.starts_with("if") {
            conditions.push(directive.contains("__cplusplus"));
        } else if directive.starts_with("endif") {
            conditions.pop();
        }
        !conditions.contains(&true) && (is_include(directive) || is_cplusplus_line(line))
    })
}

/// Whether a directive includes a header of C++: `include <vector>`.
fn is_include(directive: &str) -> bool {
    let file = directive.strip_prefix("include").map(str::trim_start);
    let name = file.and_then(|file| file.strip_prefix('<')?.strip_suffix('>'));
    name.is_some_and(|name| !name.contains(['.', '/']))
}

/// Whether a line of code is one of C++ only.
fn is_cplusplus_line(line: &str) -> bool {
    let line = line.strip_prefix("inline namespace").map_or(line, |_| &line["inline ".len()..]);
    let (word, rest) = line.split_at(line.find(|c| !is_name(c)).unwrap_or(line.len()));
    let next = rest.trim_start();
    let is_before_name = rest.starts_with(' ') && next.starts_with(is_name);
    let begins = match word {
        "template" => next.starts_with('<'),
        "namespace" => is_before_name || next.is_empty() || next.starts_with('{'),
        "class" | "using" | "virtual" | "explicit" | "friend" => is_before_name,
        "public" | "private" | "protected" => {
            next == ":" || next.strip_prefix("slots").is_some_and(|rest| rest.trim() == ":")
        }
        _ => false,
    };
    begins || has_qualified_name(line)
}

/// Whether `::` stands between two names.
fn has_qualified_name(line: &str) -> bool {
    let is_between = |(at, _): (usize, &str)| {
        line[..at].ends_with(|c| is_name(c) || c == '>') && line[at + 2..].starts_with(is_name)
    };
    line.match_indices("::").any(is_between)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A text of C or C++ with a blank for each comment and without the insides of strings.
fn code(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let (mut rest, mut code) = (&*text, String::new());
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, sign) = rest.split_at(at);
        code.push_str(before);
        let length = match sign.as_bytes() {
            [b'/', b'/', ..] => sign.find('\n').unwrap_or(sign.len()),
            [b'/', b'*', ..] => sign[2..].find("*/").map_or(sign.len(), |end| end + 4),
            [b'/', ..] => 1,
            [quote, ..] => quoted_length(sign, *quote),
            [] => 0,
        };
        code.push(if length == 1 { '/' } else { ' ' });
        rest = &sign[length..];
    }
    code + rest
}

/// The length of a string or character with its quotes. It ends at the end of its line at the
/// latest: the quote may be an apostrophe.
fn quoted_length(text: &str, quote: u8) -> usize {
    let mut is_escaped = false;
    let inside = text.as_bytes().iter().skip(1).take_while(|byte| {
        let goes_on = **byte != b'\n' && (is_escaped || **byte != quote);
        is_escaped = !is_escaped && **byte == b'\\';
        goes_on
    });
    let end = 1 + inside.count();
    let has_quote = text.as_bytes().get(end) == Some(&quote);
    end + usize::from(has_quote)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_of_cplusplus_is_known_by_what_c_does_not_have() {
        for code in [
            "#include <vector>\n",
            "# include <string> // why\n",
            "template <typename T> T f();\n",
            "namespace a {\n",
            "namespace\n{\n",
            "class Q_EXPORT QString\n{\n",
            "struct S {\n  public:\n};\n",
            "private slots:\n",
            "const std::string &name();\n",
            "using Names = int;\n",
            "  virtual void f();\n",
            "inline namespace v1 {\n",
        ] {
            assert!(is_cplusplus(code.as_bytes()), "{code}");
        }
    }

    #[test]
    fn c_is_not_taken_for_cplusplus() {
        for code in [
            "#include <stdio.h>\n#include <sys/types.h>\nint class, namespace;\n",
            "/* class A of\nnamespace b {\n*/\n// template <T>\nint a;\n",
            "#ifdef __cplusplus\nextern \"C\" {\nclass A;\n#else\nnamespace b {\n#endif\nint a;\n",
            "#if defined(__cplusplus) && X\n#if Y\nclass A;\n#endif\nstd::a b;\n#endif\n",
            "asm(\"a::b\");\nchar c = '\"'; char d[] = \"\\\"std::a\";\n",
            "int template = x;\ninline int f(void);\n",
            "x ? y : ::z;\nclass = 1;\nusing(a);\n",
        ] {
            assert!(!is_cplusplus(code.as_bytes()), "{code}");
        }
    }
}
