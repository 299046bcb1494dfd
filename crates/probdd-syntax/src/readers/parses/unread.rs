//! Constructs that a grammar does not read everywhere, such as the extensions of compilers. Without
//! them, it reads the rest of their statement.

use crate::language::facts::Unread;
use crate::parser::masks::{Mask, Masked};
use crate::text::brackets::Bracket;
use crate::text::tokens::{is_word, tokens};
use std::ops::Range;

/// So many tokens of a statement are looked at on each side of a construct.
const NEAR: usize = 200;

/// The constructs in statements with errors, in order, without overlaps.
pub(super) fn masks(text: &[u8], unread: &[Unread], errors: &[Range<usize>]) -> Vec<Mask> {
    if unread.is_empty() || errors.is_empty() {
        return Vec::new();
    }
    let tokens = Tokens { text, all: tokens(text).collect() };
    let is_at_error = |tokens: Range<usize>| {
        let touches = |error: &Range<usize>| error.start <= tokens.end && tokens.start <= error.end;
        errors.iter().any(touches)
    };
    let mut masks: Vec<Mask> = Vec::new();
    for at in 0..tokens.all.len() {
        let Some(bytes) = unread.iter().find_map(|it| tokens.find(it, at)) else { continue };
        let is_free = masks.last().is_none_or(|last| last.bytes.end <= bytes.start);
        if is_free && is_at_error(tokens.statement(at)) {
            masks.push(Mask { bytes, what: Masked::Hidden { head: 0 } });
        }
    }
    masks
}

/// The tokens of a text.
struct Tokens<'a> {
    text: &'a [u8],
    all: Vec<Range<usize>>,
}

impl Tokens<'_> {
    fn get(&self, at: usize) -> Option<&[u8]> {
        self.all.get(at).map(|token| &self.text[token.clone()])
    }

    /// The bytes of a construct that begins at a token.
    fn find(&self, unread: &Unread, at: usize) -> Option<Range<usize>> {
        let before = unread.before.split_whitespace().count();
        self.after(unread.before, at.checked_sub(before)?)?;
        let end = self.after(unread.construct, at)?;
        self.after(unread.after, end)?;
        Some(self.all[at].start..self.all[end - 1].end)
    }

    /// The token after those of a pattern, if they stand at a token.
    fn after(&self, pattern: &str, at: usize) -> Option<usize> {
        pattern.split_whitespace().try_fold(at, |at, wanted| match wanted {
            "WORD" => self.get(at).is_some_and(|token| is_word(token[0])).then_some(at + 1),
            "SIGNS" => {
                let is_sign = |at: &usize| {
                    self.get(*at).is_some_and(|token| !is_word(token[0]) && token != b"(")
                };
                let signs = (at..at + 3).take_while(is_sign).count();
                (signs > 0).then_some(at + signs)
            }
            "(...)" => self.after_parentheses(at),
            _ => (self.get(at)? == wanted.as_bytes()).then_some(at + 1),
        })
    }

    /// The token after parentheses that begin at a token.
    fn after_parentheses(&self, at: usize) -> Option<usize> {
        let mut depth = 0_usize;
        for at in at..self.all.len().min(at + NEAR) {
            match (Bracket::of(self.get(at)?), depth) {
                (Bracket::Open(b')'), _) => depth += 1,
                (Bracket::Close(b')'), 1) => return Some(at + 1),
                (Bracket::Close(b')'), _) => depth = depth.checked_sub(1)?,
                (_, 0) => return None,
                _ => {}
            }
        }
        None
    }

    /// The bytes of the statement around a token, with the token that ends it.
    fn statement(&self, at: usize) -> Range<usize> {
        let is_end = |at: &usize| matches!(self.get(*at), Some(b";" | b"{" | b"}"));
        let first = (at.saturating_sub(NEAR)..at).rev().find(is_end);
        let last = (at..self.all.len().min(at + NEAR)).find(is_end);
        let first = first.map_or(at.saturating_sub(NEAR), |end| end + 1);
        let last = last.unwrap_or_else(|| (at + NEAR).min(self.all.len() - 1));
        self.all[first].start..self.all[last].end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is masked of a text with errors in some places.
    #[track_caller]
    fn masked(unread: Unread, text: &str, errors: Range<usize>) -> Vec<String> {
        let masks = masks(text.as_bytes(), &[unread], std::slice::from_ref(&errors));
        masks.into_iter().map(|mask| text[mask.bytes].to_owned()).collect()
    }

    #[test]
    fn parentheses_are_matched_and_words_and_signs_stand_for_any() {
        let text = "a __attribute__ ((b (\")\"))) c; x.operator->() + x.operator==(y); T C::*p;";
        let found = |construct| {
            let unread = Unread { construct, ..Unread::NONE };
            masked(unread, text, 0..text.len())
        };
        assert_eq!(found("__attribute__ (...)"), ["__attribute__ ((b (\")\")))"]);
        assert_eq!(found(". operator SIGNS"), [".operator->", ".operator=="]);
        assert_eq!(found("WORD : :"), ["C::"]);
    }

    #[test]
    fn what_stands_around_a_construct_is_no_part_of_it() {
        let unread = Unread { before: "friend", construct: "constexpr", after: "WORD" };
        let text = "friend constexpr bool f(); constexpr bool g(); friend constexpr;";
        assert_eq!(masked(unread, text, 0..text.len()), ["constexpr"]);
    }

    #[test]
    fn only_statements_with_errors_are_looked_at() {
        let unread = Unread { before: "f ( ) const", construct: "= delete", after: ";" };
        let text = "void f() const = delete; void f() const = delete; void g() = delete;";
        let error = text.rfind("const").expect("it is there");
        assert_eq!(masked(unread, text, error..error + 1), ["= delete"]);
        assert!(masked(unread, text, text.len()..text.len()).is_empty());
    }
}
