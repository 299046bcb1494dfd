//! Groups of a text without a grammar: what stands between two delimiters that belong together.
//!
//! Delimiters are brackets; tags, as far as the text closes them (`<b>` and `</b>`); environments
//! (`\begin{x}` and `\end{x}`); and pairs of words that the text teaches: a line that begins with
//! `endif` closes what `if` opens. A pair of words counts only if all of its words match. Where the
//! language is known, there are others: `#if` and `#endif`, with all of their lines.

mod delimiters;
mod words;

use delimiters::{Delimiter, Name, Source};
use std::collections::HashMap;
use std::ops::Range;
use words::Words;
pub(crate) use words::opener;

/// What a token is for the groups of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// No part of a delimiter that has a partner.
    Plain,
    /// The first token of a delimiter that opens a group.
    Open,
    /// The first token of a delimiter that closes a group.
    Close,
    /// A later token of a delimiter.
    Part,
}

/// A delimiter that opens a group and the one that closes it, by their tokens or bytes.
pub(crate) type Group = (Range<usize>, Range<usize>);

/// The delimiters that open and close groups, from left to right as groups end. Some are known, by
/// their bytes.
pub(crate) fn groups(text: &[u8], tokens: &[Range<usize>], known: &[Group]) -> Vec<Group> {
    let source = Source { text, tokens };
    let words = Words::of(&source);
    let closed = source.closed_tags();
    let mut known = known_delimiters(&source, known).into_iter().peekable();
    let mut delimiters = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let found = known.next_if(|known| known.tokens.start == at);
        let found = found.or_else(|| source.bracket(at));
        let found = found.or_else(|| source.tag(at, &closed)).or_else(|| source.environment(at));
        let found = found.or_else(|| words.at(&source, at));
        at = found.as_ref().map_or(at + 1, |found| found.tokens.end);
        delimiters.extend(found);
    }
    paired(delimiters)
}

/// The delimiters of groups that are known by their bytes, in order.
fn known_delimiters<'t>(source: &Source<'t>, known: &[Group]) -> Vec<Delimiter<'t>> {
    let mut delimiters: Vec<Delimiter> = Vec::new();
    for (open, close) in known {
        for (bytes, is_open) in [(open, true), (close, false)] {
            let start = source.tokens.partition_point(|token| token.start < bytes.start);
            let end = source.tokens.partition_point(|token| token.start < bytes.end);
            delimiters.push(Delimiter { tokens: start..end, is_open, name: Name::Known });
        }
    }
    delimiters.retain(|delimiter| !delimiter.tokens.is_empty());
    delimiters.sort_by_key(|delimiter| delimiter.tokens.start);
    delimiters
}

/// What every token of a text is, given its groups.
pub(crate) fn marks(tokens: usize, groups: Vec<Group>) -> Vec<Mark> {
    let mut marks = vec![Mark::Plain; tokens];
    for (open, close) in groups {
        for (delimiter, first) in [(open, Mark::Open), (close, Mark::Close)] {
            marks[delimiter.clone()].fill(Mark::Part);
            marks[delimiter.start] = first;
        }
    }
    marks
}

/// The delimiters that have a partner, with it.
fn paired(delimiters: Vec<Delimiter>) -> Vec<Group> {
    let mut pairs = Vec::new();
    let mut open: Vec<Delimiter> = Vec::new();
    // How many delimiters of each name are open. If it is 0, there is nothing to search for.
    let mut waiting: HashMap<Name, usize> = HashMap::new();
    for delimiter in delimiters {
        let count = waiting.entry(delimiter.name).or_default();
        if delimiter.is_open {
            *count += 1;
            open.push(delimiter);
        } else if *count > 0 {
            while let Some(last) = open.pop() {
                *waiting.entry(last.name).or_default() -= 1;
                if last.name == delimiter.name {
                    pairs.push((last.tokens, delimiter.tokens));
                    break;
                }
            }
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tokens;

    /// The delimiters of a text in angle quotes.
    fn marked(text: &str) -> String {
        let tokens: Vec<_> = tokens::tokens(text.as_bytes()).collect();
        let marks = marks(tokens.len(), groups(text.as_bytes(), &tokens, &[]));
        let mut out = String::new();
        for (at, (token, mark)) in tokens.iter().zip(&marks).enumerate() {
            let ends = !matches!(marks.get(at + 1), Some(Mark::Part));
            let begins = matches!(mark, Mark::Open | Mark::Close);
            let sign = if *mark == Mark::Close { "/" } else { "" };
            out += if begins { " «" } else { " " };
            out += sign;
            out += &text[token.clone()];
            out += if *mark != Mark::Plain && ends { "»" } else { "" };
        }
        out.trim().to_owned()
    }

    #[test]
    fn brackets_without_a_partner_are_plain() {
        assert_eq!(marked("(a]"), "( a ]");
        assert_eq!(marked("(a])"), "«(» a ] «/)»");
    }

    #[test]
    fn tags_count_where_the_text_closes_them() {
        assert_eq!(marked("<b x=1>t<br></b>"), "«< b x = 1 >» t < br > «/< / b >»");
        assert_eq!(marked("a <b> c"), "a < b > c");
        assert_eq!(marked("<p/><p>x</p >"), "< p / > «< p >» x «/< / p >»");
        assert_eq!(marked("<a:b>(</a:b>"), "«< a : b >» ( «/< / a : b >»");
    }

    #[test]
    fn environments_match_by_name() {
        assert_eq!(marked(r"\begin{a*}x\end{a*}"), r"«\ begin { a * }» x «/\ end { a * }»");
        assert_eq!(marked(r"\begin{a}x\end{b}"), r"\ begin { a } x \ end { b }");
    }

    #[test]
    fn words_at_the_ends_of_lines_match_if_all_of_them_do() {
        assert_eq!(marked("begin\nx\nend"), "«begin» x «/end»");
        assert_eq!(marked("#if A\nx\n#endif\n"), "«# if» A x «/# endif»");
        assert_eq!(marked("while a; do\nb\ndone"), "while a ; «do» b «/done»");
        assert_eq!(marked("begin\nx\nend\nend"), "begin x end end");
        assert_eq!(marked("we begin\nat the end"), "we begin at the end");
        assert_eq!(marked("if you\nask\n"), "if you ask");
    }
}
