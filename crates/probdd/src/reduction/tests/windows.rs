//! A large text of which no part can be removed is reduced in windows.

use super::scripted::{Bench, Property};
use std::sync::Arc;

/// How many calls the text has.
const CALLS: usize = 40;

/// Above this a text is large.
const LARGE: usize = 1 << 12;

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
