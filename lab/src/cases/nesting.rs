//! A word deep inside of brackets that are not needed.

use super::case::Case;

/// Is the word still there?
const TEST: &str = r#"grep -q needle "$1""#;

/// Are both words still there, and do the brackets match?
const BOTH: &str = r#"grep -q first "$1" && grep -q second "$1" &&
test "$(tr -cd '[' <"$1" | wc -c)" = "$(tr -cd ']' <"$1" | wc -c)""#;

pub(super) const CASES: &[Case] = &[
    Case::new("1,000 brackets around a word", "deep.txt", || nested(1000, "(", ")"), TEST),
    Case::new("1,000 JSON arrays around a string", "deep.json", json, TEST),
    Case::new("1,000 parentheses in C", "deep.c", c, TEST),
    Case::new("1,000 brackets of three kinds", "mixed.txt", || nested(333, "([{", "}])"), TEST),
    Case::new("1,000 calls in C", "calls.c", calls, TEST),
    Case::new("1,000 else-ifs in C, the word half-way", "else.c", else_ifs, TEST),
    Case::new("1,000 JSON arrays, of which two are needed", "two.json", two, BOTH),
];

fn nested(depth: usize, open: &str, close: &str) -> Vec<u8> {
    format!("{}needle{}\n", open.repeat(depth), close.repeat(depth)).into_bytes()
}

fn json() -> Vec<u8> {
    format!("{}\"needle\"{}\n", "[".repeat(1000), "]".repeat(1000)).into_bytes()
}

fn c() -> Vec<u8> {
    let (open, close) = ("(".repeat(1000), ")".repeat(1000));
    format!("int f(int needle) {{ return {open}needle{close}; }}\n").into_bytes()
}

fn calls() -> Vec<u8> {
    let (open, close) = ("f(a, ".repeat(1000), ")".repeat(1000));
    format!("int g(int needle) {{ return {open}needle{close}; }}\n").into_bytes()
}

fn else_ifs() -> Vec<u8> {
    let condition = |at: usize| {
        let body = if at == 500 { "needle" } else { "other" };
        format!("if (a == {at}) {body}(); else ")
    };
    let conditions: String = (0..1000).map(condition).collect();
    format!("void f(int a) {{ {conditions} other(); }}\n").into_bytes()
}

fn two() -> Vec<u8> {
    let level = |at: usize| match at {
        300 => "[\"first\", ".to_owned(),
        700 => "[\"second\", ".to_owned(),
        _ => "[1, ".to_owned(),
    };
    let open: String = (0..1000).map(level).collect();
    format!("{open}0{}\n", "]".repeat(1000)).into_bytes()
}
