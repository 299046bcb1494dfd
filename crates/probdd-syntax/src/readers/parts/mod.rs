//! A large text in a bounded number of parts, without its tokens: what is removed before anything
//! else looks at the text.
//!
//! A part is a run of neighbouring items of one list: lines with the lines that are indented
//! further, what commas separate in brackets, statements, elements between tags. An item that is much longer than a part
//! is a list itself. So most candidates are as well-formed as the text. Which lists there are, only
//! lines, brackets and strings decide; time and memory are those of a few passes over the bytes.

mod cuts;
mod marks;

use crate::document::Document;
use crate::document::Fallback;
use crate::document::builder::DocumentBuilder;
use crate::document::joints::Joining;
use crate::text::tokens::{count_tokens, tokens};
use cuts::{Rule, begins_line, closes_block};
use marks::Marks;
use probdd_core::{Kept, Kind, NodeId, Role, Slot};
use std::ops::Range;

/// Lists inside of this many others are not divided.
const DEEPEST: usize = 64;

/// What is shorter between two windows is a separator.
const SHORTEST_WINDOW: usize = 8;

/// A text in parts.
#[derive(Clone, Debug)]
pub struct Parts {
    document: Document,
    /// The number of words, strings and other characters in each token of the document.
    counts: Vec<u32>,
}

/// The document of a text in parts of `length` bytes or a little more. When `stop` returns true, the
/// parts are larger.
pub fn divided(text: &[u8], length: usize, stop: &dyn Fn() -> bool) -> Document {
    let marks = Marks::of(text, stop);
    let out = DocumentBuilder::new(text, Kind::NONE, Role::Regular);
    let mut divider = Divider { marks: &marks, length: length.max(1), out };
    divider.divide(0..text.len(), false, 0);
    divider.skip_to(text.len());
    let document = divider.out.finish([].into(), |_, _| Joining::Concatenated);
    document.with_fallback(Fallback::Large)
}

/// Ranges of about so many bytes, or of up to twice as many, which parts of a text and what lies
/// between its lists are. Together with separators they are the text.
pub fn windows(text: &[u8], length: usize, stop: &dyn Fn() -> bool) -> Vec<Range<usize>> {
    let document = divided(text, length, stop);
    let tokens = (0..document.tree().token_count()).map(|token| document.tokens.bytes(token));
    tokens.filter(|bytes| bytes.len() >= SHORTEST_WINDOW).collect()
}

impl Parts {
    /// Divides a text as [`divided`] does, and counts the tokens of the parts.
    pub fn new(text: &[u8], length: usize, stop: &dyn Fn() -> bool) -> Parts {
        let document = divided(text, length, stop);
        let mut starts = tokens(text).map(|token| token.start).peekable();
        let ends = (0..document.tree().token_count()).map(|part| document.tokens.bytes(part).end);
        // A word that is longer than a part counts where it begins.
        let count = |end: usize| {
            let mut count = 0;
            let is_stopped = stop();
            while !is_stopped && starts.next_if(|start| *start < end).is_some() {
                count += 1;
            }
            count
        };
        let counts = ends.map(count).collect();
        Parts { document, counts }
    }

    /// A document whose tokens are parts. Those that count have the tokens of their text.
    pub(crate) fn counted(document: Document, counts: &dyn Fn(usize) -> bool) -> Parts {
        let count = |part| if counts(part) { count_tokens(document.token(part)) as u32 } else { 0 };
        let counts = (0..document.tree().token_count()).map(count).collect();
        Parts { document, counts }
    }

    /// The text and its tree. A token of the tree is a part, or what lies between two lists.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The parts: nodes that do not contain each other.
    pub fn nodes(&self) -> Vec<NodeId> {
        let tree = self.document.tree();
        let is_part =
            |id: NodeId| tree.node(id).role == Role::Item && tree.children(id).next().is_none();
        tree.nodes().map(|(id, _)| id).filter(|id| is_part(*id)).collect()
    }

    /// How many tokens [`count_tokens`] finds in the kept parts, apart from strings that are cut.
    pub fn token_count(&self, kept: &Kept) -> usize {
        kept.tokens().ones().map(|token| self.counts[token] as usize).sum()
    }
}

/// Divides ranges of a text into lists of parts.
struct Divider<'a> {
    marks: &'a Marks<'a>,
    /// The least length of a part.
    length: usize,
    out: DocumentBuilder<'a>,
}

impl Divider<'_> {
    /// Adds the lists of a range that is not a part.
    fn divide(&mut self, range: Range<usize>, is_in_brackets: bool, depth: usize) {
        if depth > DEEPEST || !self.is_large(&range) {
            return;
        }
        if let Some(rule) = Rule::of(self.marks, &range, is_in_brackets) {
            return self.list(range, rule, depth);
        }
        if let Some(block) = self.block(&range) {
            return self.divide(block, false, depth + 1);
        }
        let brackets = self.large_brackets(range.clone());
        if brackets.is_empty() {
            return self.list(range, Rule::Words { length: self.length }, depth);
        }
        for inside in brackets {
            self.divide(inside, true, depth + 1);
        }
    }

    fn is_large(&self, range: &Range<usize>) -> bool {
        range.len() > 2 * self.length
    }

    /// The lines below a header, without the last one if it ends the block.
    fn block(&self, range: &Range<usize>) -> Option<Range<usize>> {
        let text = self.marks.text;
        let is_newline = |at: &usize| text[*at] == b'\n';
        let start = self.marks.outermost(range.clone()).find(is_newline)? + 1;
        let content = text[..range.end].trim_ascii_end().len();
        let last = memchr::memrchr(b'\n', &text[..content]).map_or(0, |at| at + 1);
        let has_closer = closes_block(text[last..content].trim_ascii_start());
        let end = if has_closer { last } else { range.end };
        (begins_line(self.marks, range.start) && start < end).then_some(start..end)
    }

    /// The insides of large pairs of brackets that do not contain each other.
    fn large_brackets(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut start = 0;
        let insides = self.marks.outermost(range).filter_map(|at| {
            if self.marks.is_opening(at) {
                start = at;
            }
            self.marks.is_closing(at).then(|| self.marks.inside(start, at))
        });
        insides.filter(|inside| self.is_large(inside)).collect()
    }

    /// Adds a range as a list: neighbouring items as parts, each large item as one with lists of
    /// its own.
    fn list(&mut self, range: Range<usize>, rule: Rule, depth: usize) {
        self.skip_to(range.start);
        self.out.open(Kind::NONE, Role::Star, Slot::NONE);
        let marks = self.marks;
        let (mut part, mut item) = (range.start, range.start);
        for end in rule.cuts(marks, range.clone()).chain([range.end]) {
            if self.is_large(&(item..end)) {
                self.item(part..item, rule, None);
                self.item(item..end, rule, Some(depth + 1));
                part = end;
            } else if end - part >= self.length {
                self.item(part..end, rule, None);
                part = end;
            }
            item = end;
        }
        self.item(part..range.end, rule, None);
        self.out.close();
    }

    /// Adds an item, with lists of its own if a depth is given.
    fn item(&mut self, range: Range<usize>, rule: Rule, depth: Option<usize>) {
        if range.is_empty() {
            return;
        }
        self.out.open(Kind::NONE, Role::Item, Slot::NONE);
        let mut inside = range.clone();
        if rule == Rule::Commas && self.marks.text[range.start] == b',' {
            inside.start += 1;
            self.skip_to(inside.start);
            self.out.end_of_separator();
        }
        if let Some(depth) = depth {
            self.divide(inside, false, depth);
        }
        self.skip_to(range.end);
        self.out.close();
    }

    /// Makes what no part contains so far a token.
    fn skip_to(&mut self, end: usize) {
        let span = self.out.covered()..end;
        if !span.is_empty() {
            self.out.token(span, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, Unit};
    use probdd_core::Edits;

    /// Candidates without every second part, without the first half, and so on.
    fn candidates(text: &str, length: usize) -> Vec<String> {
        let parts = Parts::new(text.as_bytes(), length, &|| false);
        let (nodes, tree) = (parts.nodes(), parts.document().tree());
        let chosen = |step: usize, skip: usize| nodes.iter().skip(skip).step_by(step).copied();
        let removals = [(1, 0), (2, 0), (2, 1), (1, nodes.len() / 2), (3, 0), (1, 1)];
        let candidate = |(step, skip): (usize, usize)| {
            let mut kept = Kept::all(tree);
            kept.apply(tree, &Edits::removal(chosen(step, skip).collect()));
            let mut bytes = Vec::new();
            parts.document().render(&kept, &mut bytes);
            String::from_utf8(bytes).expect("characters stay whole")
        };
        removals.into_iter().map(candidate).collect()
    }

    /// Whether candidates have no syntax errors and are not all empty.
    fn assert_well_formed(language: &str, text: &str) {
        let language = Language::by_name(language).expect("a built-in language");
        assert_eq!(language.errors(text.as_bytes(), 9), 0, "{text}");
        let candidates = candidates(text, text.len() / 50);
        assert!(candidates.iter().any(|candidate| candidate.len() > text.len() / 3));
        for candidate in candidates {
            assert_eq!(language.errors(candidate.as_bytes(), 9), 0, "{candidate}");
        }
    }

    #[test]
    fn json_stays_json_on_one_line_and_on_many() {
        let element = |n: usize| format!("{{\"n\": {n}, \"s\": \"a, ] b\", \"l\": [1, {{}}]}}");
        let elements: Vec<String> = (0..200).map(element).collect();
        let line = format!("{{\"a\": 1, \"data\": [{}], \"end\": 2}}", elements.join(", "));
        assert_well_formed("json", &line);
        let lines = format!("{{\n  \"data\": [\n    {}\n  ]\n}}\n", elements.join(",\n    "));
        assert_well_formed("json", &lines);
    }

    #[test]
    fn declarations_stay_whole() {
        let function = |n: usize| format!("int f{n}(int a)\n{{\n  a += {n};\n  return a;\n}}\n\n");
        assert_well_formed("c", &(0..200).map(function).collect::<String>());
        let method = |n: usize| format!("  int f{n}(int a) {{\n    return a;\n  }}\n");
        let methods: String = (0..200).map(method).collect();
        assert_well_formed("java", &format!("class A {{\n{methods}}}\n"));
        let method = |n: usize| format!("  def f{n}(a):\n    return a\n");
        let methods: String = (0..200).map(method).collect();
        assert_well_formed("python", &format!("import x\n\nclass A:\n  b = 1\n{methods}"));
    }

    #[test]
    fn an_element_stays_whole() {
        let item = |n: usize| format!("  <item>\n    <n>{n}</n>\n  </item>\n");
        let items: String = (0..200).map(item).collect();
        assert_well_formed("xml", &format!("<all>\n{items}</all>\n"));
    }

    #[test]
    fn elements_on_one_line_stay_whole() {
        let item = |n: usize| format!("<item n='{n}'><b>it's, (</b><c d=\">\"/></item>");
        let items: String = (0..200).map(item).collect();
        assert_well_formed("xml", &format!("<?xml version='1.0'?><all><x/>{items}</all>"));
        assert_well_formed("html", &format!("<!DOCTYPE html><body><div>{items}</div></body>"));
    }

    #[test]
    fn statements_on_one_line_stay_whole() {
        let function = |n: usize| {
            format!(
                "function f{n}(a,b){{var c=/[\"'(]/.test(a);return c?'{{':b/2}}g({n},[1,{{}}]);"
            )
        };
        let functions: String = (0..200).map(function).collect();
        let script = format!("!function(e,t){{\"use strict\";{functions}}}(this,1);");
        assert_well_formed("javascript", &script);
        assert_well_formed("html", &format!("<html><script>{script}</script></html>"));
    }

    #[test]
    fn the_number_of_parts_is_bounded_and_everything_belongs_to_one() {
        let texts = [
            "(a can't [b, ".repeat(3000),
            "word ".repeat(8000),
            "x".repeat(40_000),
            "[1,2],\n".repeat(5000),
            "\"\\".repeat(10_000),
            "{".repeat(20) + &"a;b\n".repeat(9000) + &"}".repeat(20),
        ];
        for text in texts {
            let parts = Parts::new(text.as_bytes(), text.len() / 100, &|| false);
            let nodes = parts.nodes().len();
            assert!((20..=400).contains(&nodes), "{nodes} parts of {}", &text[..20]);
            let all = Kept::all(parts.document().tree());
            let mut bytes = Vec::new();
            parts.document().render(&all, &mut bytes);
            assert_eq!(bytes, text.as_bytes());
        }
    }

    #[test]
    fn windows_are_parts_and_what_lies_between_lists() {
        let text = format!("{{\"version\": 1, \"data\": [{}0]}}", "[1, 2, 3], ".repeat(100));
        let found = windows(text.as_bytes(), 400, &|| false);
        let texts: Vec<&str> = found.iter().map(|window| &text[window.clone()]).collect();
        assert_eq!(texts[..2], ["\"version\": 1", " \"data\": ["]);
        assert_eq!(texts.len(), 5, "{texts:?}");
        assert!(texts[2..].iter().all(|text| text.trim_start().starts_with("[1, 2, 3]")));
    }

    #[test]
    fn tokens_are_counted_as_in_a_list_of_tokens() {
        let text = "a b(c);\n".repeat(1000);
        let parts = Parts::new(text.as_bytes(), 100, &|| false);
        let count = parts.token_count(&Kept::all(parts.document().tree()));
        assert_eq!(count, crate::units(Unit::Token, text.as_bytes()).token_count());
    }
}
