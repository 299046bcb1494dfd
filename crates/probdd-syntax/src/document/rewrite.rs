//! The edits that turn one document into another: the tokens in which the two differ.

use super::Document;
use super::joints::Joining;
use imara_diff::{Algorithm, Diff, InternedInput};
use probdd_core::{Edits, Written};
use std::ops::Range;

/// Longer lists of tokens that differ are not compared token by token: that would take long, and
/// find hardly anything.
const MOST: usize = 20_000;

/// Tokens of a document, and the tokens of another one that replace them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Hunk {
    old: Range<usize>,
    new: Range<usize>,
}

impl Document {
    /// The edits that turn the tokens of this document into those of another one, whatever stands
    /// between them. Where tokens are inserted, the token beside them is written again.
    pub fn edits_to(&self, other: &Document) -> Edits {
        let hunks = hunks(&tokens(self), &tokens(other));
        let written = anchored(hunks, self.tokens.len()).into_iter().map(|Hunk { old, new }| {
            let tokens = old.start as u32..old.end as u32;
            Written { tokens, text: other.text_of(new) }
        });
        Edits { written: written.collect(), ..Edits::default() }
    }

    /// Where each token of this document is in another one; `None` for those that are not in it.
    pub fn tokens_in(&self, other: &Document) -> Vec<Option<usize>> {
        let mut places: Vec<Option<usize>> = vec![None; self.tokens.len()];
        let (mut old, mut new) = (0, 0);
        let end = Hunk { old: self.tokens.len()..self.tokens.len(), new: 0..0 };
        for hunk in hunks(&tokens(self), &tokens(other)).into_iter().chain([end]) {
            for place in &mut places[old..hunk.old.start] {
                *place = Some(new);
                new += 1;
            }
            (old, new) = (hunk.old.end, hunk.new.end);
        }
        places
    }

    /// The text of some tokens, with at most one blank between two.
    fn text_of(&self, tokens: Range<usize>) -> Vec<u8> {
        let mut text = Vec::new();
        for token in tokens.clone() {
            if token > tokens.start {
                let gap = &self.text[self.tokens.gap_after(token - 1)];
                let is_kept = gap.contains(&b'\n') && self.has_lines();
                text.extend_from_slice(if is_kept { gap } else { &gap[..gap.len().min(1)] });
            }
            text.extend_from_slice(self.token(token));
        }
        text
    }

    /// Whether it matters where lines end.
    fn has_lines(&self) -> bool {
        match &self.joining {
            Joining::Concatenated | Joining::Repaired(_) => true,
            Joining::Seams(joints) => {
                joints.spacing.has_statement_lines()
                    || joints.spacing.is_indented()
                    || joints.spacing.has_directives() && self.text.contains(&b'#')
                    || (0..self.tokens.len()).any(|token| self.tokens.is_line_comment(token))
            }
        }
    }
}

fn tokens(document: &Document) -> Vec<&[u8]> {
    (0..document.tokens.len()).map(|token| document.token(token)).collect()
}

/// Where two lists differ, from left to right; between two hunks, something is equal.
fn hunks(old: &[&[u8]], new: &[&[u8]]) -> Vec<Hunk> {
    let before = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old_rest, new_rest) = (&old[before..], &new[before..]);
    let pairs = old_rest.iter().rev().zip(new_rest.iter().rev());
    let after = pairs.take_while(|(old, new)| old == new).count();
    let (old, new) = (&old_rest[..old_rest.len() - after], &new_rest[..new_rest.len() - after]);
    if old.is_empty() || new.is_empty() || old.len().max(new.len()) > MOST {
        let hunk = Hunk { old: before..before + old.len(), new: before..before + new.len() };
        return if old.is_empty() && new.is_empty() { Vec::new() } else { vec![hunk] };
    }
    let mut input = InternedInput::default();
    input.update_before(old.iter().copied());
    input.update_after(new.iter().copied());
    let shifted = |range: Range<u32>| before + range.start as usize..before + range.end as usize;
    let hunk =
        |hunk: imara_diff::Hunk| Hunk { old: shifted(hunk.before), new: shifted(hunk.after) };
    Diff::compute(Algorithm::Myers, &input).hunks().map(hunk).collect()
}

/// Makes hunks replace at least one of the `count` tokens of the old list: an insertion takes the
/// token after it in, or else the one before it.
fn anchored(hunks: Vec<Hunk>, count: usize) -> Vec<Hunk> {
    let mut anchored: Vec<Hunk> = Vec::new();
    for Hunk { mut old, mut new } in hunks {
        if old.is_empty() && old.end < count {
            (old.end, new.end) = (old.end + 1, new.end + 1);
        } else if old.is_empty() && old.start > 0 {
            (old.start, new.start) = (old.start - 1, new.start - 1);
        } else if old.is_empty() {
            continue;
        }
        match anchored.last_mut() {
            Some(last) if old.start < last.old.end => {
                (last.old.end, last.new.end) = (old.end, new.end);
            }
            _ => anchored.push(Hunk { old, new }),
        }
    }
    anchored
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Format, Language, Unit, parse, units};
    use probdd_core::Kept;

    /// What the edits from one text to another say, and what they make of the first.
    fn rewritten(old: &Document, new: &Document) -> (Vec<(u32, u32, String)>, String) {
        let edits = old.edits_to(new);
        let says = |written: &Written| {
            let text = String::from_utf8_lossy(&written.text).into_owned();
            (written.tokens.start, written.tokens.end, text)
        };
        let said = edits.written.iter().map(says).collect();
        let mut kept = Kept::all(old.tree());
        kept.apply(old.tree(), &edits);
        let texts = edits.written.iter().filter(|written| !written.text.is_empty());
        let texts = texts.map(|written| (written.tokens.start as usize, written.text.as_slice()));
        let mut bytes = Vec::new();
        old.with_texts(texts).render_as(Format::Keep, &kept, &mut bytes);
        (said, String::from_utf8_lossy(&bytes).into_owned())
    }

    fn in_c(old: &str, new: &str) -> (Vec<(u32, u32, String)>, String) {
        let c = Language::by_name("c").expect("C is built in");
        rewritten(&parse(c, old.as_bytes()), &parse(c, new.as_bytes()))
    }

    #[test]
    fn only_what_differs_is_written() {
        let (said, text) =
            in_c("int a; int b() { return a; }", "int a;\n\n\nint b() {\nreturn 0;}");
        assert_eq!(said, [(9, 10, "0".into())]);
        assert_eq!(text, "int a; int b() { return 0; }");
    }

    #[test]
    fn what_comes_in_takes_a_neighbour_along() {
        let (said, _) = in_c("int a; int b;", "int a; static int b;");
        assert_eq!(said, [(3, 4, "static int".into())]);
        let (said, _) = in_c("int a;", "int a; int b;");
        assert_eq!(said, [(2, 3, "; int b;".into())]);
        let (said, text) = in_c("int a;", "extern int a; int b;");
        assert_eq!(said, [(0, 1, "extern int".into()), (2, 3, "; int b;".into())]);
        assert_eq!(text, "extern int a; int b;");
        let (said, _) = in_c("a;", "b a; b;");
        assert_eq!(said, [(0, 1, "b a".into()), (1, 2, "; b;".into())]);
    }

    #[test]
    fn what_goes_is_not_written() {
        let (said, text) = in_c("int a; int b; int c;", "int a; int c;");
        assert_eq!(said, [(4, 7, String::new())]);
        assert_eq!(text, "int a; int c;");
        assert_eq!(in_c("int a;", "int  a ;").0, []);
    }

    #[test]
    fn lines_stay_where_directives_need_them() {
        let (said, text) = in_c("int a;", "#define b\nint a;\n");
        assert_eq!(said.len(), 1);
        assert!(text.starts_with("#define b\n"), "{text:?}");
    }

    #[test]
    fn tokens_are_found_in_another_text_unless_they_differ() {
        let text = |text: &str| units(Unit::Token, text.as_bytes());
        let places = |old: &str, new: &str| text(old).tokens_in(&text(new));
        assert_eq!(places("a b c d", "a b c d"), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!(places("a b c d", "x a c e d"), [Some(1), None, Some(2), Some(4)]);
        assert_eq!(places("a b", ""), [None, None]);
        assert_eq!(places("", "a b"), []);
    }

    #[test]
    fn every_text_can_be_written() {
        let texts = ["", "a", "a b", "b a", "(a, b)", "(b)", "x\ny", "x y z", "a a a", "b a b a"];
        for unit in [Unit::Bracket, Unit::Token, Unit::Line] {
            for (old, new) in texts.iter().flat_map(|old| texts.map(|new| (*old, new))) {
                let (old, new) = (units(unit, old.as_bytes()), units(unit, new.as_bytes()));
                if tokens(&old).is_empty() {
                    continue;
                }
                let (_, text) = rewritten(&old, &new);
                let again = units(unit, text.as_bytes());
                assert_eq!(tokens(&again), tokens(&new), "{text:?}");
            }
        }
    }
}
