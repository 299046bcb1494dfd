//! A word deep inside of brackets that are not needed.

use super::case::Case;

/// Is the word still there?
const TEST: &str = r#"grep -q needle "$1""#;

pub(super) const CASES: &[Case] = &[
    Case::new("1,000 brackets around a word", "deep.txt", || nested(1000, "(", ")"), TEST),
    Case::new("1,000 JSON arrays around a string", "deep.json", json, TEST),
    Case::new("1,000 parentheses in C", "deep.c", c, TEST),
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
