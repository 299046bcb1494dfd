//! Where a range of a text may be cut so that its brackets stay together: between lines that are
//! indented alike, at commas, after statements, or between words.

use super::marks::Marks;
use crate::text::tokens::is_blank;
use std::ops::Range;

/// Between what a range is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// Before commas: they separate the parts.
    Commas,
    /// Before lines that are indented this far or less.
    Lines { indentation: usize },
    /// After semicolons and blocks.
    Statements,
    /// After pairs of brackets or tags, where nothing else divides them.
    Brackets,
    /// Between words, where the text has nothing else.
    Words { length: usize },
}

/// What divides a range, outside of its brackets.
#[derive(Debug)]
struct Survey {
    commas: usize,
    statements: usize,
    /// Pairs of brackets, and elements.
    brackets: usize,
    /// The lines that begin in the range, apart from those that continue another one.
    lines: usize,
    /// The smallest indentation of a line, and how many lines have it.
    indentation: usize,
    outermost_lines: usize,
}

impl Rule {
    /// The rule for a range, which may be all that a pair of brackets contains. None if it is one
    /// line without commas and statements, or a line with others below that are indented further.
    pub(super) fn of(marks: &Marks, range: &Range<usize>, is_in_brackets: bool) -> Option<Rule> {
        let survey = Survey::of(marks, range);
        let Survey { commas, statements, lines, indentation, .. } = survey;
        if commas > 0 && statements == 0 && (is_in_brackets || lines <= 1) {
            Some(Rule::Commas)
        } else if survey.outermost_lines > usize::from(begins_line(marks, range.start)) {
            Some(Rule::Lines { indentation })
        } else if statements > 0 && lines <= 1 {
            Some(Rule::Statements)
        } else if survey.brackets > 1 && lines <= 1 {
            Some(Rule::Brackets)
        } else {
            None
        }
    }

    /// The places inside of a range where it is cut, ascending.
    pub(super) fn cuts<'m>(
        self,
        marks: &'m Marks,
        range: Range<usize>,
    ) -> Box<dyn Iterator<Item = usize> + 'm> {
        let text = marks.text;
        let Range { start, end } = range;
        let outermost = marks.outermost(range);
        match self {
            Rule::Commas => Box::new(outermost.filter(move |at| text[*at] == b',' && *at > start)),
            Rule::Lines { indentation } => {
                let lines = outermost.filter(move |at| text[*at] == b'\n').map(|at| at + 1);
                let is_cut = move |line: &usize| {
                    line_indentation(text, *line..end).is_some_and(|columns| columns <= indentation)
                };
                Box::new(lines.filter(is_cut))
            }
            Rule::Statements => {
                let ends = outermost.filter(move |at| ends_statement(text, *at, end));
                Box::new(ends.map(|at| at + 1))
            }
            Rule::Brackets => {
                let ends = outermost.filter(move |at| marks.ends_item(*at) && at + 1 < end);
                Box::new(ends.map(|at| at + 1))
            }
            Rule::Words { length } => Box::new(words(text, start..end, length)),
        }
    }
}

impl Survey {
    fn of(marks: &Marks, range: &Range<usize>) -> Survey {
        let mut survey = Survey {
            commas: 0,
            statements: 0,
            brackets: 0,
            lines: 0,
            indentation: usize::MAX,
            outermost_lines: 0,
        };
        if begins_line(marks, range.start) {
            survey.line(marks.text, range.clone());
        }
        for at in marks.outermost(range.clone()) {
            survey.brackets += usize::from(marks.ends_item(at));
            match marks.text[at] {
                b',' => survey.commas += 1,
                b'\n' => survey.line(marks.text, at + 1..range.end),
                _ if ends_statement(marks.text, at, range.end) => survey.statements += 1,
                _ => {}
            }
        }
        survey
    }

    fn line(&mut self, text: &[u8], from: Range<usize>) {
        let Some(indentation) = line_indentation(text, from) else { return };
        self.lines += 1;
        if indentation < self.indentation {
            (self.indentation, self.outermost_lines) = (indentation, 0);
        }
        self.outermost_lines += usize::from(indentation == self.indentation);
    }
}

pub(super) fn begins_line(marks: &Marks, at: usize) -> bool {
    at == 0 || marks.text[at - 1] == b'\n'
}

/// The indentation of the line that begins a range; none if the line is blank, opens the block of
/// the line above, or closes it.
fn line_indentation(text: &[u8], range: Range<usize>) -> Option<usize> {
    let line = &text[range];
    let blanks = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let content = &line[blanks..];
    let is_own = content.first().is_some_and(|first| !matches!(first, b'\n' | b'\r' | b'{'));
    (is_own && !closes_block(content)).then_some(blanks)
}

/// Whether a line ends the block above it: `</a>`, `end`, `endmodule`, `\end{a}`.
pub(super) fn closes_block(line: &[u8]) -> bool {
    [&b"</"[..], b"end", b"END", b"\\end"].iter().any(|closer| line.starts_with(closer))
}

/// Whether a marked byte is a semicolon, or a bracket that ends a block with a word after it; and
/// whether anything follows.
fn ends_statement(text: &[u8], at: usize, end: usize) -> bool {
    let next = text[at + 1..end].iter().find(|byte| !is_blank(**byte));
    match (text[at], next) {
        (b';', Some(_)) => true,
        (b'}', Some(next)) => next.is_ascii_alphabetic() || matches!(next, b'_' | b'#' | b'@'),
        _ => false,
    }
}

/// Cuts of a text without structure: every `length` bytes, at the next blank if one is near, and
/// never inside of a character.
fn words(text: &[u8], range: Range<usize>, length: usize) -> impl Iterator<Item = usize> {
    let mut at = range.start;
    std::iter::from_fn(move || {
        let from = at + length;
        let near = text.get(from..range.end.min(from + length))?;
        let is_start = |byte: &u8| !(0x80..0xc0).contains(byte);
        let blank = near.iter().position(|byte| is_blank(*byte)).map(|blank| blank + 1);
        at = from + blank.or_else(|| near.iter().position(is_start)).unwrap_or(0);
        (at < range.end).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, range: Range<usize>, is_in_brackets: bool) -> Option<Vec<&str>> {
        let marks = Marks::of(text.as_bytes(), &|| false);
        let rule = Rule::of(&marks, &range, is_in_brackets)?;
        let cuts: Vec<usize> = rule.cuts(&marks, range.clone()).collect();
        let starts = std::iter::once(range.start).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([range.end]);
        Some(starts.zip(ends).map(|(start, end)| &text[start..end]).collect())
    }

    fn of_all(text: &str) -> Option<Vec<&str>> {
        parts(text, 0..text.len(), false)
    }

    #[test]
    fn lines_that_are_indented_further_belong_to_the_line_above() {
        assert_eq!(of_all("a:\n  b\n  c\nd\n"), Some(vec!["a:\n  b\n  c\n", "d\n"]));
        assert_eq!(of_all("a:\n  b\n"), None);
    }

    #[test]
    fn a_block_belongs_to_its_header() {
        let functions = "int f()\n{\n  a;\n}\n\nint g() {\n}\n";
        assert_eq!(of_all(functions), Some(vec!["int f()\n{\n  a;\n}\n\n", "int g() {\n}\n"]));
    }

    #[test]
    fn commas_separate_what_stands_in_brackets_unless_it_has_statements() {
        assert_eq!(parts("[1,\n [2, 3]]", 1..11, true), Some(vec!["1", ",\n [2, 3]"]));
        assert_eq!(parts("{int a, b;\nc;}", 1..13, true), Some(vec!["int a, b;\n", "c;"]));
    }

    #[test]
    fn one_line_is_cut_at_commas_or_after_statements() {
        assert_eq!(of_all("a, b, c"), Some(vec!["a", ", b", ", c"]));
        let statements = "a(b, c);if(d){e;f}else g()";
        assert_eq!(of_all(statements), Some(vec!["a(b, c);", "if(d){e;f}", "else g()"]));
        assert_eq!(of_all("(a (b)) (c)"), Some(vec!["(a (b))", " (c)"]));
        assert_eq!(of_all("a b"), None);
        assert_eq!(of_all("<a>b, c</a>d<e/>f"), Some(vec!["<a>b, c</a>", "d<e/>", "f"]));
    }

    #[test]
    fn words_and_characters_stay_whole() {
        let text = "alpha beta ggggggggggggg ää";
        let marks = Marks::of(text.as_bytes(), &|| false);
        let cuts: Vec<usize> = Rule::Words { length: 4 }.cuts(&marks, 0..text.len()).collect();
        assert_eq!(cuts, [6, 11, 15, 19, 25]);
        assert!(cuts.iter().all(|cut| text.is_char_boundary(*cut)));
    }
}
