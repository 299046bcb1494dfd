//! Hostile texts: a reader that looks at everything for each token would take minutes.

use super::round_trip::language;
use crate::parse;
use probdd_core::Kept;

fn reads(name: &str, text: &str) {
    let document = parse(language(name), text.as_bytes());
    let mut out = Vec::new();
    document.render(&Kept::all(document.tree()), &mut out);
    assert!(out == text.as_bytes(), "{name}");
}

#[test]
fn children_whose_shape_depends_on_their_siblings_take_linear_time() {
    reads("c", &"#if A\nint a;\n#endif\n".repeat(50_000));
}
