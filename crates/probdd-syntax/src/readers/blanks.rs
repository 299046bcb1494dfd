//! The blanks of a document that may be too many: empty lines, indentation, blanks between tokens and
//! inside of them, line breaks.
//!
//! The reader makes a document of which only blanks can be removed. Two words never touch: of the
//! blanks between them one stays.

use crate::document::Document;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::readers::inside::{Groups, contents};
use crate::text::lines::indentation;
use crate::text::tokens::{is_blank, is_word};
use probdd_core::{Kind, NodeId, Role, Slot};
use std::ops::Range;
use std::sync::Arc;

/// Lines are joined as long as they have at most this many bytes together.
const LINE: usize = 80;

/// Which blanks may be too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// Empty lines, blanks at the ends of lines, and columns of indentation: from all lines that are
    /// indented so far, one blank.
    Indentation,
    /// Blanks between tokens of a line, and inside of strings and comments.
    BetweenTokens,
    /// Line breaks, and the indentation of single lines.
    Lines,
    /// Line breaks, together with the marks that the next line repeats: `> ` in Markdown.
    Marks,
    /// The line break at the end of the text.
    End,
}

impl Blanks {
    /// All but [`Blanks::End`]; each makes the next simpler.
    pub const INNER: [Blanks; 4] =
        [Blanks::Indentation, Blanks::BetweenTokens, Blanks::Lines, Blanks::Marks];
}

/// The blanks of a kind that may be removed from a document, and which of them together; `None` if
/// there are none.
pub fn blanks(document: &Document, blanks: Blanks) -> Option<Groups> {
    let Joining::Seams(_) = &document.joining else { return None };
    let gaps = Gaps { document, text: document.text() };
    let cuts = match blanks {
        Blanks::Indentation => gaps.indentation(),
        Blanks::BetweenTokens => gaps.between_tokens(),
        Blanks::Lines => gaps.lines(),
        Blanks::Marks => gaps.marks(),
        Blanks::End => gaps.end(),
    };
    (!cuts.is_empty()).then(|| document_of(document.text(), &cuts))
}

/// What is cut out of a text together.
type Cut = Vec<Range<usize>>;

/// The text between the tokens of a document.
struct Gaps<'a> {
    document: &'a Document,
    text: &'a [u8],
}

/// A gap with a line break, in parts.
struct Break {
    /// Blanks at the end of the line, and empty lines.
    surplus: Range<usize>,
    newline: Range<usize>,
    indentation: Range<usize>,
}

impl Gaps<'_> {
    fn count(&self) -> usize {
        self.document.tokens.len()
    }

    /// The blanks before a token, or with the number of tokens, those at the end; `None` if there is
    /// something else, or if they belong to a string.
    fn before(&self, token: usize) -> Option<Range<usize>> {
        let Joining::Seams(joints) = &self.document.joining else { return None };
        let tokens = &self.document.tokens;
        let is_end = token == tokens.len();
        let gap = if is_end { tokens.covered()..self.text.len() } else { tokens.gap_before(token) };
        let is_blank = self.text[gap.clone()].iter().all(|byte| is_blank(*byte));
        let is_inside = !is_end && joints.lines.is_inside_verbatim(token);
        (!gap.is_empty() && is_blank && !is_inside).then_some(gap)
    }

    /// All gaps with a line break, the one before the first line and the last one included, by the
    /// tokens after them.
    fn breaks(&self) -> impl Iterator<Item = (usize, Break)> {
        (0..=self.count()).filter_map(|token| Some((token, self.break_before(token)?)))
    }

    fn break_before(&self, token: usize) -> Option<Break> {
        let gap = self.before(token)?;
        let text = &self.text[gap.clone()];
        let indented = gap.end - indentation(text).len();
        if token == 0 {
            let start = gap.start..gap.start;
            return Some(Break {
                surplus: gap.start..indented,
                newline: start,
                indentation: indented..gap.end,
            });
        }
        let newline = gap.start + memchr::memrchr(b'\n', text)?;
        let is_crlf = self.text[gap.start..newline].ends_with(b"\r");
        let newline = newline - usize::from(is_crlf)..newline + 1;
        Some(Break {
            surplus: gap.start..newline.start,
            indentation: newline.end..gap.end,
            newline,
        })
    }

    fn indentation(&self) -> Vec<Cut> {
        let mut columns: Vec<Cut> = Vec::new();
        let mut cuts: Vec<Cut> = Vec::new();
        for (_, gap) in self.breaks() {
            cuts.extend((!gap.surplus.is_empty()).then(|| vec![gap.surplus]));
            columns.resize(columns.len().max(gap.indentation.len()), Vec::new());
            for (column, at) in columns.iter_mut().zip(gap.indentation) {
                column.push(at..at + 1);
            }
        }
        cuts.extend(columns);
        cuts
    }

    fn between_tokens(&self) -> Vec<Cut> {
        let gaps = (1..self.count()).filter_map(|token| self.before(token));
        let gaps = gaps.filter(|gap| !self.text[gap.clone()].contains(&b'\n'));
        let inside = contents(self.document, 1).flat_map(|content| self.inside(content));
        let cuts = gaps.chain(inside).flat_map(|gap| self.surplus(gap));
        cuts.filter(|cut| !cut.is_empty()).map(|cut| vec![cut]).collect()
    }

    /// The blanks inside of a token.
    fn inside(&self, content: Range<usize>) -> Vec<Range<usize>> {
        let mut gaps = Vec::new();
        let mut at = content.start;
        while at < content.end {
            let is_gap = is_blank(self.text[at]);
            let rest = &self.text[at..content.end];
            let end = at + rest.iter().take_while(|byte| is_blank(**byte) == is_gap).count();
            if is_gap && !self.text[at..end].contains(&b'\n') {
                gaps.push(at..end);
            }
            at = end;
        }
        gaps
    }

    /// All blanks of a gap but one; and that one, unless it stands between words.
    fn surplus(&self, gap: Range<usize>) -> [Range<usize>; 2] {
        let first = gap.start + 1;
        let one = if self.divides_words(&gap) { first..first } else { gap.start..first };
        [first..gap.end, one]
    }

    fn divides_words(&self, blanks: &Range<usize>) -> bool {
        let ends_word = self.text[..blanks.start].last().is_some_and(|byte| is_word(*byte));
        ends_word && self.text.get(blanks.end).is_some_and(|byte| is_word(*byte))
    }

    fn lines(&self) -> Vec<Cut> {
        let (mut breaks, mut indentations) = (Vec::new(), Vec::new());
        for (_, gap) in self.breaks().filter(|(token, _)| *token < self.count()) {
            let is_apart = !gap.indentation.is_empty()
                || !self.divides_words(&(gap.surplus.start..gap.indentation.end));
            if is_apart && !gap.newline.is_empty() && self.are_short(&gap) {
                breaks.push(vec![gap.newline]);
            }
            if !gap.indentation.is_empty() {
                indentations.push(vec![gap.indentation]);
            }
        }
        breaks.extend(indentations);
        breaks
    }

    /// Whether two lines would be a short one if they were joined.
    fn are_short(&self, gap: &Break) -> bool {
        let (before, after) = (&self.text[..gap.surplus.start], &self.text[gap.indentation.end..]);
        let first = before.len() - memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        let second = memchr::memchr(b'\n', after).unwrap_or(after.len());
        second == 0 || first + second <= LINE
    }

    fn marks(&self) -> Vec<Cut> {
        let mut cuts = Vec::new();
        let mut before = 0;
        for (line, gap) in self.breaks() {
            let marks = self.repeated(before, line);
            if marks > 0 && line + marks < self.count() {
                let end = self.document.tokens.bytes(line + marks - 1).end;
                let cut = gap.surplus.start..end;
                cuts.push(vec![cut]);
            }
            before = line;
        }
        cuts
    }

    fn end(&self) -> Vec<Cut> {
        let last = self.break_before(self.count()).map(|gap| gap.newline);
        last.filter(|newline| !newline.is_empty())
            .map(|newline| vec![newline])
            .into_iter()
            .collect()
    }

    /// How many signs a line begins with that the line before begins with, too. Both lines are given
    /// by their first tokens.
    fn repeated(&self, before: usize, line: usize) -> usize {
        let is_repeated = |at: &usize| {
            let sign = self.document.token(line + at);
            sign.iter().all(u8::is_ascii_punctuation) && self.document.token(before + at) == sign
        };
        let most = (self.count() - line).min(line - before);
        (0..most).take_while(is_repeated).count()
    }
}

/// The document from which cuts can be removed.
fn document_of(text: &[u8], cuts: &[Cut]) -> Groups {
    let mut places: Vec<(usize, &Range<usize>)> = Vec::new();
    for (group, cut) in cuts.iter().enumerate() {
        places.extend(cut.iter().map(|range| (group, range)));
    }
    places.sort_by_key(|(_, range)| range.start);
    let mut out = DocumentBuilder::new(text, Kind::NONE, Role::Regular);
    let fixed = |out: &mut DocumentBuilder<'_>, until: usize| {
        let start = out.covered();
        if start < until {
            out.token(start..until, true);
        }
    };
    for (_, range) in &places {
        fixed(&mut out, range.start);
        out.open(Kind::NONE, Role::Optional, Slot::NONE);
        out.token((*range).clone(), true);
        out.close();
    }
    fixed(&mut out, text.len());
    let document = out.finish([].into(), |_, _| Joining::Concatenated);
    let mut nodes = vec![Vec::new(); cuts.len()];
    let optional = document.tree().nodes().filter(|(_, node)| node.role == Role::Optional);
    for ((group, _), (id, _)) in places.iter().zip(optional) {
        nodes[*group].push(id);
    }
    let groups = nodes.into_iter().map(|nodes: Vec<NodeId>| Arc::from(nodes)).collect();
    Groups { document, groups }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unit, units};
    use probdd_core::{Edits, Kept};

    /// What is left of a text after each cut.
    fn left(text: &str, which: Blanks) -> Vec<String> {
        let document = units(Unit::Bracket, text.as_bytes());
        let Some(found) = blanks(&document, which) else { return Vec::new() };
        let tree = found.document.tree();
        let without = |nodes: &Arc<[NodeId]>| {
            let mut kept = Kept::all(tree);
            kept.apply(tree, &Edits::removal(nodes.to_vec()));
            let mut out = Vec::new();
            found.document.render(&kept, &mut out);
            String::from_utf8(out).unwrap()
        };
        found.groups.iter().map(without).collect()
    }

    #[test]
    fn empty_lines_and_columns_of_indentation_go() {
        assert_eq!(
            left("a:  \n\n  b\n   c", Blanks::Indentation),
            ["a:\n  b\n   c", "a:  \n\n b\n  c", "a:  \n\n b\n  c", "a:  \n\n  b\n  c"]
        );
    }

    #[test]
    fn blanks_between_tokens_go_unless_they_divide_words() {
        assert_eq!(left("a = b  c", Blanks::BetweenTokens), ["a= b  c", "a =b  c", "a = b c"]);
        assert_eq!(left("x(\" a  b\")", Blanks::BetweenTokens), ["x(\"a  b\")", "x(\" a b\")"]);
    }

    #[test]
    fn line_breaks_go_unless_they_divide_words() {
        assert_eq!(left("a\nb\n(c)\n", Blanks::Lines), ["a\nb(c)\n"]);
        assert_eq!(left("a\n  b", Blanks::Lines), ["a  b", "a\nb"]);
        assert!(left(&format!("{}\n(c)", "a".repeat(80)), Blanks::Lines).is_empty());
    }

    #[test]
    fn the_line_break_at_the_end_goes_alone() {
        assert_eq!(left("a\nb\n", Blanks::End), ["a\nb"]);
        assert_eq!(left("a\r\nb\r\n", Blanks::End), ["a\r\nb"]);
        for text in ["a\nb", "", "\n"] {
            assert!(left(text, Blanks::End).is_empty(), "{text:?}");
        }
    }

    #[test]
    fn line_breaks_go_with_the_marks_that_the_next_line_repeats() {
        assert_eq!(left("> 0.\n>   x", Blanks::Marks), ["> 0.   x"]);
        assert_eq!(left(">0.\n> ``x", Blanks::Marks), [">0. ``x"]);
        assert!(left("> 0.\n- x", Blanks::Marks).is_empty());
    }
}
