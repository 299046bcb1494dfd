//! A large text of which no part can be removed is reduced in windows.

use super::scripted::{Bench, Property};
use std::sync::Arc;

/// How many calls the text has.
const CALLS: usize = 40;

/// Above this a text is large.
const LARGE: usize = 1 << 10;

/// Calls with a long name each, which is needed, and words that are not.
fn text() -> String {
    let name = |n: usize| format!("keep_{n:02}_{}", "0123456789".repeat(14));
    let call = |n: usize| format!("  {}(drop, {n}, (drop + {n}) * 2);\n", name(n));
    (0..CALLS).map(call).collect()
}

/// Whether all names are there, as they were.
fn has_names(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let digits = "0123456789".repeat(14);
    (0..CALLS).all(|n| text.contains(&format!("keep_{n:02}_{digits}")))
}

#[test]
fn a_large_text_is_reduced_to_its_end_although_all_parts_are_needed() {
    let (bench, text) = (Bench::with_large(LARGE), text());
    let property: Property = Arc::new(has_names);
    for name in ["input.c", "input.txt"] {
        let reduced = bench.reduce(name, text.as_bytes(), "", &property);
        let best = String::from_utf8_lossy(&reduced.best).into_owned();
        assert!(best.len() > LARGE && !best.contains("drop"), "{best}");
        let again = bench.reduce(name, &reduced.best, "", &property);
        assert_eq!(best, String::from_utf8_lossy(&again.best));
    }
}

/// How many functions are defined at the beginning of a program and called at its end.
const PAIRS: usize = 6;

/// A program between whose beginning and end much is needed.
fn program() -> String {
    let defined = (0..PAIRS).map(|n| format!("int drop_{n}(void) {{ return {n}; }}\n"));
    let kept = (0..20).map(|n| format!("int keep_{n:02}_{}(void);\n", "0123456789".repeat(10)));
    let called = (0..PAIRS).map(|n| format!("int call_{n}(void) {{ return drop_{n}(); }}\n"));
    defined.chain(kept).chain(called).collect()
}

/// Whether the middle of the program is there, and every function is defined as long as it is called,
/// and called as long as it is defined.
fn is_program(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let digits = "0123456789".repeat(10);
    (0..20).all(|n| text.contains(&format!("keep_{n:02}_{digits}")))
        && (0..PAIRS).all(|n| text.matches(&format!("drop_{n}")).count() != 1)
}

#[test]
fn what_a_large_program_defines_goes_with_its_distant_uses() {
    let (bench, text) = (Bench::with_large(LARGE), program());
    assert!(text.len() > 2 * LARGE);
    let reduced = bench.reduce("input.c", text.as_bytes(), "", &(Arc::new(is_program) as Property));
    let best = String::from_utf8_lossy(&reduced.best);
    assert!(!best.contains("drop"), "{best}");
}
