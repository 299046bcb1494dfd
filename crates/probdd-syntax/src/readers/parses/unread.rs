//! Constructs that a grammar does not read everywhere, such as the extensions of compilers. Without
//! them, it reads the rest of their statement.

use super::masks::touch;
use crate::language::facts::Unread;
use crate::parser::masks::Mask;
use crate::text::brackets::group;
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
    let is_at_error = |bytes: Range<usize>| errors.iter().any(|error| touch(error, &bytes));
    let mut masks: Vec<Mask> = Vec::new();
    for at in 0..tokens.all.len() {
        let Some(bytes) = unread.iter().find_map(|construct| tokens.find(construct, at)) else {
            continue;
        };
        let is_free = masks.last().is_none_or(|last| last.bytes.end <= bytes.start);
        if is_free && is_at_error(tokens.statement(at)) {
            masks.push(Mask::construct(bytes));
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
            "(...)" => {
                let tokens = (at..self.all.len().min(at + NEAR)).filter_map(|at| self.get(at));
                (self.get(at)? == b"(").then(|| group(tokens))?.map(|count| at + count)
            }
            _ => (self.get(at)? == wanted.as_bytes()).then_some(at + 1),
        })
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
    fn what_stands_after_a_construct_is_no_part_of_it() {
        let unread = Unread { construct: "extern", after: "template" };
        let text = "extern template class A<int>; extern int x;";
        assert_eq!(masked(unread, text, 0..text.len()), ["extern"]);
    }

    #[test]
    fn only_statements_with_errors_are_looked_at() {
        let unread = Unread { construct: "= WORD", after: ";" };
        let text = "void f() = delete; void g() = default; void h() = delete;";
        let error = text.find('g').expect("it is there");
        assert_eq!(masked(unread, text, error..error + 1), ["= default"]);
    }
}
