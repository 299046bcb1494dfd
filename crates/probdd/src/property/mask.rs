//! What of a signature is left open, because it differs from run to run or comes from the input.
//!
//! Numbers and addresses, the directories of files, and what is quoted from the input. A word of the
//! input that stands there without quotes counts as quoted if it looks like a name.

use probdd_core::{Word, words};
use regex::{Captures, Regex};
use std::collections::HashSet;
use std::sync::LazyLock;

/// What is known about the input of a signature.
#[derive(Debug, Default)]
pub(crate) struct Context {
    words: HashSet<Word>,
    /// The name of the input's file.
    name: String,
}

/// What may have to be left open: a quotation, an address, a path, a name, a number.
static PARTS: LazyLock<Regex> = LazyLock::new(|| {
    let quotation = r#"'[^'\n]*'|"[^"\n]*"|`[^`'\n]*[`']|‘[^’\n]*’"#;
    let rest =
        r"\b0x[0-9a-f]+|(?:/[\w.+-]+){2,}|[\w.+-]+(?:/[\w.+-]+)+|[\w%$@~]+(?:(?:::|\.|->)[\w$~]+)*";
    Regex::new(&format!("{quotation}|{rest}")).expect("it is a regular expression")
});

impl Context {
    /// The context of an input with this text and file name.
    pub(crate) fn of(input: &[u8], name: &str) -> Context {
        Context { words: words(input).map(Word::of).collect(), name: name.to_owned() }
    }

    /// Whether a text has a word, and all its words are of the input.
    fn is_quoted(&self, text: &str) -> bool {
        let mut words = words(text.as_bytes()).map(Word::of).peekable();
        words.peek().is_some() && words.all(|word| self.words.contains(&word))
    }

    fn has_any_word(&self, text: &str) -> bool {
        words(text.as_bytes()).map(Word::of).any(|word| self.words.contains(&word))
    }
}

/// The regular expression for the text of a group of a signature. `file` is the text of the group for
/// the file, if there is one.
pub(super) fn mask(group: &str, text: &str, file: Option<&str>, context: &Context) -> String {
    let is_of_input = file.is_some_and(|file| file == context.name);
    match group {
        // A function of the input can have any name.
        "function" if is_of_input && context.has_any_word(text) => ".*".into(),
        "name" if context.has_any_word(text) => ".*".into(),
        "function" | "expression" | "exception" | "type" | "place" | "code" | "option" => {
            escape(text)
        }
        "file" => escape_path(text),
        _ => open(text, context),
    }
}

/// Leaves open what differs from run to run, or comes from the input.
fn open(text: &str, context: &Context) -> String {
    let mut regex = String::new();
    let mut end = 0;
    for found in PARTS.captures_iter(text).filter_map(|found: Captures| found.get(0)) {
        regex.push_str(&escape(&text[end..found.start()]));
        regex.push_str(&open_part(found.as_str(), context));
        end = found.end();
    }
    regex.push_str(&escape(&text[end..]));
    regex
}

fn open_part(part: &str, context: &Context) -> String {
    let mut chars = part.chars();
    match (chars.next(), chars.next_back()) {
        (Some(quote @ ('\'' | '"' | '`' | '‘')), Some(end)) => {
            let inside = chars.as_str();
            let inside =
                if context.has_any_word(inside) { ".*".to_owned() } else { open(inside, context) };
            format!("{quote}{inside}{end}")
        }
        _ if part.contains('/') => escape_path(part),
        _ if part.starts_with("0x") => "0x[0-9a-f]+".into(),
        _ if part.contains(looks_like_name) && context.is_quoted(part) => ".*".into(),
        _ => open_numbers(part),
    }
}

/// Whether a word with this character is a name rather than a word of a sentence.
fn looks_like_name(c: char) -> bool {
    "_%$@~.:>".contains(c)
}

/// A path without its directories, if it is absolute: they differ from machine to machine.
fn escape_path(path: &str) -> String {
    match path.strip_prefix('/').and_then(|path| path.rsplit('/').next()) {
        Some(name) => format!("[^ ]*{}", escape(name)),
        None => escape(path),
    }
}

/// A word in which numbers that stand alone are left open: `3` and `3.5`, but not `x86` or `v2i32`.
fn open_numbers(word: &str) -> String {
    let is_number = |piece: &str| !piece.is_empty() && piece.bytes().all(|b| b.is_ascii_digit());
    let open = |piece: &str| if is_number(piece) { "[0-9]+".to_owned() } else { escape(piece) };
    word.split('.').map(open).collect::<Vec<_>>().join("\\.")
}

/// The place at the beginning of a line of output.
static PLACE: LazyLock<Regex> = LazyLock::new(|| {
    let place = r"^\s*(?:(?:[\w./+-]+)?\(?:?(?:line )?[0-9]+(?:[:,.][0-9]+)*\)?: ?|[\w./+-]+: )*";
    Regex::new(place).expect("it is a regular expression")
});

/// A line of output as a regular expression for people to type: without its place and the names of the
/// input, and without numbers, unless they are the answer. `None` if too little is left.
pub(super) fn hint(line: &str, context: &Context, is_answer: bool) -> Option<String> {
    if is_answer {
        let line = line.trim();
        return (!line.is_empty()).then(|| escape(line));
    }
    let text = PLACE.replace(line, "");
    let is_of_input = |part: &str| !part.starts_with(char::is_numeric) && context.is_quoted(part);
    let mut regex = String::new();
    let mut end = 0;
    for found in PARTS.find_iter(text.trim_end()) {
        regex.push_str(&escape(&text[end..found.start()]));
        let part = found.as_str();
        regex.push_str(&if is_of_input(part) { ".*".into() } else { open_part(part, context) });
        end = found.end();
    }
    regex.push_str(&escape(text[end..].trim_end()));
    let told = told(&regex);
    let letters = told.chars().filter(|c| c.is_alphabetic()).count();
    (letters >= FEWEST_LETTERS).then_some(regex)
}

/// A pattern with fewer letters says too little.
const FEWEST_LETTERS: usize = 3;

/// A regular expression that [`mask`] has made, for people: `...` stands for what may change.
pub(super) fn told(masked: &str) -> String {
    let mut text = masked.to_owned();
    for open in [".*", "[0-9]+", "0x[0-9a-f]+", "[^ ]*"] {
        let told = if open.starts_with("0x") { "0x\u{0}" } else { "\u{0}" };
        text = text.replace(open, told);
    }
    let mut plain = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') | None => plain.push('\n'),
                Some(c) => plain.push(c),
            },
            '\u{0}' => plain.push_str("..."),
            c => plain.push(c),
        }
    }
    plain
}

/// Writes a text as a regular expression that only this text matches, for this library as well as for
/// `grep -E`.
pub(super) fn escape(text: &str) -> String {
    let mut regex = String::new();
    for c in text.chars() {
        match c {
            '\n' => regex.push_str("\\n"),
            c => {
                if "\\.+*?()|[]{}^$".contains(c) {
                    regex.push('\\');
                }
                regex.push(c);
            }
        }
    }
    regex
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_between_runs_is_left_open() {
        let context = Context::default();
        for (text, masked) in [
            ("index 3 of 12", "index [0-9]+ of [0-9]+"),
            ("v2i32 on x86_64", "v2i32 on x86_64"),
            ("at 0x55ab (took 1.25 s)", r"at 0x[0-9a-f]+ \(took [0-9]+\.[0-9]+ s\)"),
            ("in /tmp/probdd-17/x.c", r"in [^ ]*x\.c"),
            ("a/b", "a/b"),
            ("at config/x3/x3.c", r"at config/x3/x3\.c"),
        ] {
            assert_eq!(open(text, &context), masked, "{text}");
        }
    }

    #[test]
    fn what_comes_from_the_input_is_left_open() {
        let context = Context::of(b"the index of my_list.first is out", "x.py");
        for (text, masked) in [
            ("index out of bounds: the list", "index out of bounds: the list"),
            ("no 'index' here", "no '.*' here"),
            ("no 'other' here", "no 'other' here"),
            ("bad my_list", "bad .*"),
            ("bad my_list.first", "bad .*"),
            ("bad my_list.second", r"bad my_list\.second"),
        ] {
            assert_eq!(open(text, &context), masked, "{text}");
        }
    }

    #[test]
    fn a_function_is_left_open_only_in_the_input() {
        let context = Context::of(b"def first(): pass", "x.py");
        assert_eq!(mask("function", "first", Some("x.py"), &context), ".*");
        assert_eq!(mask("function", "first", Some("y.py"), &context), "first");
        assert_eq!(mask("function", "<module>", Some("x.py"), &context), "<module>");
    }

    #[test]
    fn what_people_are_shown_has_dots_for_what_is_open() {
        let context = Context::of(b"my_list = {'key': 3}", "x.py");
        for (text, shown) in [
            ("no 'key' in my_list.", "no '...' in ...."),
            ("index 3 (of [a]*) at 0x55ab", "index ... (of [a]*) at 0x..."),
            ("in /tmp/probdd-17/x.c, {x}", "in ...x.c, {x}"),
            (r"a\b", r"a\b"),
        ] {
            assert_eq!(told(&open(text, &context)), shown, "{text}");
        }
    }
}
