//! The code of a source file: its tokens without comments, literals and tests.

use std::path::{Path, PathBuf};

/// A word or a single other character of the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    /// From 1.
    pub(super) line: usize,
}

/// What marks the next item as test code.
const TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

/// The tokens of a file that are not test code.
pub(super) fn code_tokens(text: &str) -> Vec<Token<'_>> {
    let tokens = tokens(text);
    let mut code = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_test(&tokens[at..]) {
            at = end_of_item(&tokens, at + TEST.len());
        } else {
            code.push(tokens[at]);
            at += 1;
        }
    }
    code
}

/// Where the modules lie that a file declares to be tests: each is a file or a folder.
pub(super) fn test_modules(file: &Path, text: &str) -> Vec<PathBuf> {
    let stem = file.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let folder = match stem {
        "lib" | "main" | "mod" => file.with_file_name(""),
        _ => file.with_extension(""),
    };
    let tokens = tokens(text);
    let declared = (0..tokens.len()).filter(|at| is_test(&tokens[*at..])).filter_map(|at| {
        let after = tokens.get(at + TEST.len()..at + TEST.len() + 3)?;
        (after[0].text == "mod" && after[2].text == ";").then_some(after[1].text)
    });
    declared.flat_map(|name| [folder.join(name), folder.join(format!("{name}.rs"))]).collect()
}

fn is_test(tokens: &[Token]) -> bool {
    tokens.len() >= TEST.len() && tokens.iter().zip(TEST).all(|(token, text)| token.text == text)
}

/// The place after the item that begins at a place. An item ends with its first block, or a
/// semicolon; a field, a value or an arm of a match with its comma, or with what is around it.
fn end_of_item(tokens: &[Token], start: usize) -> usize {
    const ITEMS: [&str; 14] = [
        "fn",
        "mod",
        "impl",
        "struct",
        "enum",
        "use",
        "const",
        "static",
        "type",
        "trait",
        "unsafe",
        "extern",
        "async",
        "macro_rules",
    ];
    let mut depth = 0_usize;
    let mut is_item = false;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return at,
            ")" | "]" => depth -= 1,
            "}" => {
                depth -= 1;
                if depth == 0 && is_item {
                    let is_ended = tokens.get(at + 1).is_some_and(|next| next.text == ";");
                    return at + 1 + usize::from(is_ended);
                }
            }
            ";" if depth == 0 => return at + 1,
            "," if depth == 0 && !is_item => return at + 1,
            text if depth == 0 => is_item |= ITEMS.contains(&text),
            _ => {}
        }
    }
    tokens.len()
}

/// All tokens of a file, without comments and literals.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or_default();
        let length = skipped(rest).unwrap_or_else(|| {
            let word = rest.find(|letter| !is_word(letter)).unwrap_or(rest.len());
            let length = word.max(first.len_utf8() * usize::from(word == 0));
            if !first.is_whitespace() {
                tokens.push(Token { text: &rest[..length], line });
            }
            length
        });
        line += rest[..length].matches('\n').count();
        at += length;
    }
    tokens
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// How long the comment or literal is that a text begins with.
fn skipped(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        return Some(block_comment(text));
    }
    if let Some(rest) = text.strip_prefix('\'') {
        return character(rest).map(|length| length + 1);
    }
    let (prefix, rest) = ["br", "cr", "b", "c", "r", ""].into_iter().find_map(|prefix| {
        let rest = text.strip_prefix(prefix)?;
        rest.trim_start_matches('#').starts_with('"').then_some((prefix, rest))
    })?;
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    if prefix.ends_with('r') {
        let end = format!("\"{}", "#".repeat(hashes));
        let content = &rest[hashes + 1..];
        let length = content.find(&end).map_or(content.len(), |found| found + end.len());
        return Some(prefix.len() + hashes + 1 + length);
    }
    (hashes == 0).then(|| prefix.len() + 1 + until_quote(&rest[1..]))
}

/// The length of a comment with those inside it.
fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        if rest.starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest.starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a character literal after its first quote; none if it is a lifetime.
fn character(rest: &str) -> Option<usize> {
    if let Some(escaped) = rest.strip_prefix('\\') {
        let escape = 1 + escaped.chars().next()?.len_utf8();
        return rest[escape..].find('\'').map(|found| escape + found + 1);
    }
    let first = rest.chars().next()?.len_utf8();
    rest[first..].starts_with('\'').then_some(first + 1)
}

/// The length of a string up to and with the quote that ends it.
fn until_quote(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' if !is_escaped => return at + 1,
            _ => is_escaped = byte == b'\\' && !is_escaped,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        let texts: Vec<&str> = code_tokens(text).into_iter().map(|token| token.text).collect();
        texts.join(" ")
    }

    #[test]
    fn literals_and_comments_are_left_out() {
        assert_eq!(code("a /* b /* c */ d */ e // f\ng"), "a e g");
        assert_eq!(
            code(r##"f("x\"y", r#"a"b"#, b"z", c"w", '"', 'u', '\'', '\u{7f}')"##),
            "f ( , , , , , , , )"
        );
        assert_eq!(code("fn f<'a>(x: &'a str) {}"), "fn f < ' a > ( x : & ' a str ) { }");
    }

    #[test]
    fn lines_are_counted_through_strings() {
        assert_eq!(code_tokens("\"a\nb\"\nc"), [Token { text: "c", line: 3 }]);
    }

    #[test]
    fn test_code_is_left_out_and_nothing_else() {
        assert_eq!(code("#[cfg(test)] mod tests { a } b"), "b");
        assert_eq!(code("#[cfg(test)] fn f(a: A, b: B) -> C<D, E> { g(); } b"), "b");
        assert_eq!(code("#[cfg(test)] use a::{b, c}; d"), "d");
        assert_eq!(code("struct S { #[cfg(test)] a: Vec<B>, c: D }"), "struct S { c : D }");
        assert_eq!(code("S { #[cfg(test)] a: f(b, c) }"), "S { }");
    }

    #[test]
    fn modules_of_tests_are_found() {
        let found = test_modules(Path::new("src/lib.rs"), "#[cfg(test)]\nmod tests;\nmod a;");
        assert_eq!(found, [Path::new("src/tests"), Path::new("src/tests.rs")]);
        let found = test_modules(Path::new("src/a.rs"), "#[cfg(test)]\nmod b;");
        assert_eq!(found, [Path::new("src/a/b"), Path::new("src/a/b.rs")]);
    }
}
