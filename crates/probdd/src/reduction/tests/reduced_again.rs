//! A result that is reduced again stays as it is, byte for byte: random pieces of the examples of
//! `probdd-syntax/recall`, random properties, the default run and others.
//!
//! `PROBDD_AGAIN=N` runs N cases for each language and each set of options, `PROBDD_AGAIN_ONLY=NAME`
//! those of one language, and prints what each took.

use super::scripted::{Bench, Property};
use crate::settings::Structure;
use probdd_core::{Edits, Kept};
use probdd_syntax::Language;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many bytes of an example are reduced at most.
const MOST_BYTES: usize = 240;

/// How many cases each language has by default.
const CASES: u64 = 7;

/// A generator of pseudo-random numbers (xorshift64*).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound.max(1)
    }
}

/// The examples, sorted, one for each language.
fn examples() -> Vec<PathBuf> {
    let recall = Path::new(env!("CARGO_MANIFEST_DIR")).join("../probdd-syntax/recall");
    let entries = fs::read_dir(recall).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter_map(|folder| fs::read_dir(folder).ok());
    let files = files.flat_map(|files| files.map(|file| file.unwrap().path()));
    let mut examples: Vec<PathBuf> =
        files.filter(|path| path.file_stem() == Some("example".as_ref())).collect();
    examples.sort();
    examples
}

/// Some neighbouring lines of a text.
fn piece(text: &str, random: &mut Random) -> String {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut piece = String::new();
    for line in &lines[random.below(lines.len() * 3 / 4)..] {
        if !piece.is_empty() && piece.len() + line.len() > MOST_BYTES {
            break;
        }
        piece += line;
    }
    piece
}

/// The words and signs of a text.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |char: char| char.is_alphanumeric() || char == '_';
        let length = if is_word(first) {
            rest.find(|char| !is_word(char)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        if !first.is_whitespace() {
            tokens.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    tokens
}

/// What a text needs to be interesting.
struct Needs {
    /// These, in this order.
    tokens: Vec<String>,
    /// As many opening as closing brackets.
    is_balanced: bool,
    /// No more syntax errors than the input.
    errors: Option<(&'static Language, usize)>,
    /// A length that leaves this remainder, for a property that is not monotone.
    length: Option<(usize, usize)>,
}

impl Needs {
    fn random(text: &str, path: &Path, random: &mut Random) -> Needs {
        let all = tokens(text);
        let mut places: Vec<usize> =
            (0..=random.below(5)).map(|_| random.below(all.len())).collect();
        places.sort_unstable();
        places.dedup();
        let is_balanced = random.below(3) == 0 && is_balanced(text.as_bytes());
        let language = Language::by_path(path).filter(|_| random.below(3) == 0);
        let modulus = 2 + random.below(2);
        Needs {
            tokens: places.iter().map(|place| all[*place].to_owned()).collect(),
            is_balanced,
            errors: language
                .map(|language| (language, language.errors(text.as_bytes(), usize::MAX - 1))),
            length: (random.below(8) == 0).then_some((modulus, text.len() % modulus)),
        }
    }

    /// Needs some neighbouring tokens, and single ones before them: of two equal tokens, often only one.
    fn neighbours(text: &str, random: &mut Random) -> Needs {
        let all = tokens(text);
        let begin = random.below(all.len());
        let mut places: Vec<usize> = (0..4).map(|_| random.below(begin.max(1))).collect();
        places.extend(begin..(begin + 6).min(all.len()));
        places.sort_unstable();
        places.dedup();
        Needs::only(places.iter().map(|place| all[*place].to_owned()).collect())
    }

    /// Needs these tokens and nothing else.
    fn only(tokens: Vec<String>) -> Needs {
        Needs { tokens, is_balanced: false, errors: None, length: None }
    }

    fn hold(&self, text: &[u8]) -> bool {
        self.is_in_order(text)
            && (!self.is_balanced || is_balanced(text))
            && self.length.is_none_or(|(modulus, rest)| text.len() % modulus == rest)
            && self.errors.is_none_or(|(language, most)| language.errors(text, most + 1) <= most)
    }

    fn is_in_order(&self, text: &[u8]) -> bool {
        let text = String::from_utf8_lossy(text);
        let mut tokens = tokens(&text).into_iter();
        self.tokens.iter().all(|needed| tokens.any(|token| token == needed))
    }
}

fn is_balanced(text: &[u8]) -> bool {
    let count = |bracket: u8| text.split(|byte| *byte == bracket).count();
    [(b'(', b')'), (b'[', b']'), (b'{', b'}')]
        .iter()
        .all(|(open, close)| count(*open) == count(*close))
}

fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// How many cases each language has: `PROBDD_AGAIN`, or else so many.
fn cases_or(default: u64) -> u64 {
    variable("PROBDD_AGAIN").map_or(default, |cases| cases.parse().unwrap())
}

/// Reduces a text, and the result again. Returns what was reduced to what if that made a change.
fn change(
    bench: &Bench,
    file: &str,
    text: &[u8],
    options: &str,
    property: &Property,
) -> Option<String> {
    let once = bench.reduce(file, text, options, property);
    if once.best.is_empty() {
        return None;
    }
    let twice = bench.reduce(file, &once.best, options, property);
    if variable("PROBDD_AGAIN_ONLY").is_some() {
        println!("{} + {} tests, {} bytes", once.tests, twice.tests, once.best.len());
    }
    let [text, first, second] =
        [text, &once.best, &twice.best].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    (first != second).then(|| format!("{text:?}\n -> {first:?}\n -> {second:?}"))
}

/// A token of a text that is no white space, and the text without it, if that has the property as well.
fn removable_token(
    language: &'static Language,
    text: &[u8],
    property: &Property,
) -> Option<String> {
    let document = Structure::Grammar(language).parse(text, &|| false);
    let all = Kept::all(document.tree());
    let mut without = Vec::new();
    document.tree().counted().ones().find_map(|token| {
        let mut kept = all.clone();
        let at = token as u32;
        kept.apply(document.tree(), &Edits::writing(at..at + 1, Vec::new()));
        document.render(&kept, &mut without);
        let token = String::from_utf8_lossy(document.token(token));
        let is_blank = token.trim().is_empty();
        (!is_blank && property(&without))
            .then(|| format!("{token:?}: {:?}", String::from_utf8_lossy(&without)))
    })
}

/// Each token of a result is needed, also where the same text stands elsewhere, and where the grammar does
/// not allow the result without it.
#[test]
fn of_a_result_no_token_can_go() {
    let bench = Bench::new();
    let mut removable = Vec::new();
    for (number, path) in examples().iter().enumerate() {
        let Some(language) = Language::by_path(path) else { continue };
        let text = fs::read_to_string(path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy();
        for case in 0..cases_or(2) {
            let mut random = Random::new(case * 100 + number as u64);
            let piece = piece(&text, &mut random);
            let needs = Needs::neighbours(&piece, &mut random);
            let property: Property = Arc::new(move |text| needs.hold(text));
            let result = bench.reduce(&file, piece.as_bytes(), "", &property).best;
            if let Some(token) = removable_token(language, &result, &property) {
                let result = String::from_utf8_lossy(&result).into_owned();
                removable.push(format!("{file} {case}: of {result:?} {token}"));
            }
        }
    }
    assert!(removable.is_empty(), "{} results:\n{}", removable.len(), removable.join("\n"));
}

/// The same of a result that is too long for a certificate in the middle of a round. The `)` of two statements
/// can go, which the grammar does not allow, and of the first and the last `)`, neither can.
#[test]
fn of_a_long_result_no_token_can_go() {
    let bench = Bench::new();
    let text: Vec<String> = (0..50).map(|at| format!("f(a{at});\n")).collect();
    let text = text.concat();
    let mut needed = tokens(&text).into_iter().map(String::from).collect::<Vec<String>>();
    needed.remove(5 * 30 + 3);
    needed.remove(5 * 20 + 3);
    let needs = Needs::only(needed);
    let property: Property = Arc::new(move |text| needs.hold(text));
    let once = bench.reduce("a.js", text.as_bytes(), "", &property);
    let language = Language::by_path(Path::new("a.js")).unwrap();
    assert_eq!(removable_token(language, &once.best, &property), None);
    let twice = bench.reduce("a.js", &once.best, "", &property);
    assert_eq!(String::from_utf8_lossy(&twice.best), String::from_utf8_lossy(&once.best));
}

/// Reduces pieces of every example, and each result again.
fn results_stay(options: &str, cases: u64) {
    let bench = Bench::new();
    let cases = cases_or(cases);
    let only = variable("PROBDD_AGAIN_ONLY");
    let mut changed = Vec::new();
    for (language, path) in examples().iter().enumerate() {
        let name = path.parent().and_then(Path::file_name).unwrap().to_string_lossy();
        if only.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let text = fs::read_to_string(path).unwrap();
        let file = path.file_name().unwrap().to_string_lossy();
        for case in 0..cases {
            let mut random = Random::new(case * 100 + language as u64);
            let piece = piece(&text, &mut random);
            let needs = Arc::new(Needs::random(&piece, path, &mut random));
            let kept = Arc::clone(&needs);
            let property: Property = Arc::new(move |text| kept.hold(text));
            if let Some(change) = change(&bench, &file, piece.as_bytes(), options, &property) {
                let needed =
                    (&needs.tokens, needs.is_balanced, needs.length, needs.errors.is_some());
                changed.push(format!("{name} {case} {needed:?}: {change}"));
            }
        }
    }
    assert!(changed.is_empty(), "{} changed:\n{}", changed.len(), changed.join("\n"));
}

#[test]
fn the_default_run_leaves_its_results_as_they_are() {
    results_stay("", CASES);
}

#[test]
fn other_runs_leave_their_results_as_they_are() {
    results_stay("--reducer tpdd --polish templates", 1);
    results_stay("--reducer perses", 1);
    results_stay("--reducer list", 1);
    results_stay("--format compact", 1);
    results_stay("--language none", 1);
}

/// Reduces pieces of the Python example under another name, with another beginning, and each result
/// again. The beginning tells how they are read, and goes.
fn results_stay_without(file: &str, beginning: &str, options: &str) {
    let bench = Bench::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.join("../probdd-syntax/recall/python/example.py");
    let text = fs::read_to_string(&path).unwrap();
    for case in 0..CASES {
        let mut random = Random::new(case);
        let piece = piece(&text, &mut random);
        let needs = Needs { length: None, ..Needs::random(&piece, &path, &mut random) };
        let needs = Needs { errors: None, ..needs };
        let property: Property = Arc::new(move |text| needs.hold(text));
        let text = format!("{beginning}{piece}");
        let change = change(&bench, file, text.as_bytes(), options, &property);
        assert_eq!(change, None, "{file} {case}");
    }
}

#[test]
fn results_that_are_read_otherwise_than_their_inputs_stay_as_they_are() {
    results_stay_without("tool", "#!/usr/bin/env python3\n", "");
    results_stay_without("table.h", "// -*- C++ -*-\n", "");
    results_stay_without("data", "\0\u{1}\u{2}\0", "");
    results_stay_without("data", "\0\u{1}\u{2}\0", "--language none");
}
