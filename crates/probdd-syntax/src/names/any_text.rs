//! Names in a text without a grammar, such as assembly or a makefile: what defines each, and what uses
//! it.
//!
//! A *name* is a [compound](compounds): a word with the signs that belong to it. Its *context* is
//! where on its line it stands, and what stands before and after it. A context is one of definitions if
//! each of its names occurs there once, and elsewhere, too: a label before `:`, or a value before
//! `=`. Names may be local to the items of some depth, such as functions: then each occurs there once in
//! each of them, and is not used outside of them. A definition may stand before its uses or after them.
//!
//! Of several such contexts of a name, the one with the most names defines it. In assembly, some labels
//! have a line that makes them visible, but all have one that defines them.

mod compounds;
mod contexts;
mod scan;

use crate::document::Document;
use compounds::Tokens;
use contexts::Contexts;
use probdd_core::{Links, NodeId};
use scan::Name;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// A definition of a name, and its uses, by their tokens.
pub(crate) struct Definition {
    pub(crate) name: Range<usize>,
    pub(crate) uses: Vec<Range<usize>>,
    /// The item that defines the name: a line, or a part of one.
    item: NodeId,
    /// The item outside of which the name is not known.
    pub(crate) scope: NodeId,
}

/// The definitions of a text without a grammar, in order. A use belongs to the last definition before it
/// in its scope, or else to the first one.
pub(crate) fn definitions(document: &Document) -> Vec<Definition> {
    let tokens = Tokens { table: &document.tokens, text: &document.text };
    let names = scan::names(&document.tree, tokens);
    let contexts = Contexts::of(&names);
    let mut by_text: HashMap<&[u8], Vec<&Name<'_>>> = HashMap::new();
    for name in &names {
        by_text.entry(name.text).or_default().push(name);
    }
    let mut definitions = Vec::new();
    for of_text in by_text.values() {
        let Some((context, depth)) = contexts.defining(of_text) else { continue };
        let mut scopes: BTreeMap<NodeId, Vec<&Name<'_>>> = BTreeMap::new();
        for name in of_text {
            scopes.entry(name.scope(depth)).or_default().push(name);
        }
        for (scope, in_scope) in &scopes {
            let (defining, uses): (Vec<&Name<'_>>, Vec<&Name<'_>>) =
                in_scope.iter().partition(|name| name.context == context);
            definitions.extend(defined(&defining, &uses, *scope));
        }
    }
    definitions.sort_unstable_by_key(|definition| definition.name.start);
    definitions
}

/// The definitions of one name in a scope, with its uses there.
fn defined(defining: &[&Name<'_>], uses: &[&Name<'_>], scope: NodeId) -> Vec<Definition> {
    let definition = |name: &&Name<'_>| Definition {
        name: name.tokens.clone(),
        uses: Vec::new(),
        item: name.item,
        scope,
    };
    let mut definitions: Vec<Definition> = defining.iter().map(definition).collect();
    for by in uses {
        let before = definitions.partition_point(|other| other.name.start < by.tokens.start);
        if let Some(definition) = definitions.get_mut(before.saturating_sub(1)) {
            definition.uses.push(by.tokens.clone());
        }
    }
    definitions
}

/// The compounds among some tokens, in order.
pub(crate) fn compounds(
    document: &Document,
    among: Range<usize>,
) -> impl Iterator<Item = Range<usize>> {
    Tokens { table: &document.tokens, text: &document.text }.compounds(among)
}

/// The links of a text without a grammar.
pub(super) fn links(document: &Document) -> Links {
    // A name is known by its first word.
    let tokens = Tokens { table: &document.tokens, text: &document.text };
    let word = |name: &Range<usize>| (name.start + usize::from(!tokens.is_word(name.start))) as u32;
    let definitions = definitions(document);
    let links = |definition: &Definition| {
        definition.uses.iter().map(|by| (word(&definition.name), word(by))).collect::<Vec<_>>()
    };
    let links = Links::new(definitions.iter().flat_map(links).collect());
    links.with_definitions_in(
        definitions.iter().map(|definition| (word(&definition.name), definition.item)).collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unit, units};

    /// The definitions of a text, as names with the lines where they are defined and used.
    fn lines(text: &str) -> Vec<(String, usize, Vec<usize>)> {
        let document = units(Unit::Bracket, text.as_bytes());
        let tokens = Tokens { table: &document.tokens, text: text.as_bytes() };
        let line = |name: &Range<usize>| {
            text[..document.tokens.bytes(name.start).start].matches('\n').count() + 1
        };
        let of = |definition: Definition| {
            let name = String::from_utf8_lossy(tokens.text_of(&definition.name)).into_owned();
            (name, line(&definition.name), definition.uses.iter().map(line).collect())
        };
        definitions(&document).into_iter().map(of).collect()
    }

    fn expected(lines: &[(&str, usize, &[usize])]) -> Vec<(String, usize, Vec<usize>)> {
        lines.iter().map(|(name, line, uses)| ((*name).to_owned(), *line, uses.to_vec())).collect()
    }

    #[test]
    fn labels_are_defined_before_or_after_their_uses() {
        let text = "\t.globl\tf\nf:\n\ttest\t%eax, %eax\n\tje\t.L1\n\tcall\tg@PLT\n.L1:\n\t\
                    ret\ng:\n\tmov\tx(%rip), %eax\n\tjmp\tf\nx:\n\t.long\t0\n";
        let wanted: [(_, _, &[_]); 4] =
            [("f", 2, &[1, 10]), (".L1", 6, &[4]), ("g", 8, &[5]), ("x", 11, &[9])];
        assert_eq!(lines(text), expected(&wanted));
    }

    #[test]
    fn rules_use_what_later_lines_define() {
        let text = "all: a.o b.o c.o\na.o: d\nb.o: d\nc.o: all\nd:\n";
        let wanted: [(_, _, &[_]); 5] = [
            ("all", 1, &[4]),
            ("a.o", 2, &[1]),
            ("b.o", 3, &[1]),
            ("c.o", 4, &[1]),
            ("d", 5, &[2, 3]),
        ];
        assert_eq!(lines(text), expected(&wanted));
    }

    #[test]
    fn values_are_local_to_the_function_that_they_stand_in() {
        let function = |name: &str, value: &str| {
            format!(
                "func @{name}(%p: i32) {{\n  %0 = add %p, %p\n  %1 = call {value}(%0)\n  %2 = add %1, %0\n  return %2\n}}\n"
            )
        };
        let text = function("f", "@f") + &function("g", "@f") + &function("h", "@g");
        let found = lines(&text);
        let of = |name: &str| -> Vec<(usize, Vec<usize>)> {
            let of_name = found.iter().filter(|(other, ..)| other == name);
            of_name.map(|(_, line, uses)| (*line, uses.clone())).collect()
        };
        assert_eq!(of("%0"), [(2, vec![3, 4]), (8, vec![9, 10]), (14, vec![15, 16])]);
        assert_eq!(of("%2"), [(4, vec![5]), (10, vec![11]), (16, vec![17])]);
        assert_eq!(of("@f"), [(1, vec![3, 9])]);
        assert_eq!(of("@g"), [(7, vec![15])]);
    }

    #[test]
    fn a_text_without_names_defines_none() {
        let prose = "The first line of a text, and more.\nLines end, as they do, with a full stop.\n\
                     Note: a colon stands here.\nAnd here: the text goes on with more lines.\n";
        assert_eq!(lines(prose), []);
        let steps = "a\nb\nc\nd\na\nb\n";
        assert_eq!(lines(steps), []);
        let settings = "[core]\n\tname = a\n\tpath = b\n[user]\n\tname = a\n\tpath = c\n";
        assert_eq!(lines(settings), []);
    }

    #[test]
    fn of_two_lines_for_each_function_the_one_that_all_labels_have_defines_it() {
        let function = |name: &str| {
            format!("\t.type\t{name}, @function\n{name}:\n\tjmp\t.L{name}\n.L{name}:\n\tret\n")
        };
        let text = ["f", "g", "h"].map(function).concat();
        let wanted: [(_, _, &[_]); 6] = [
            ("f", 2, &[1]),
            (".Lf", 4, &[3]),
            ("g", 7, &[6]),
            (".Lg", 9, &[8]),
            ("h", 12, &[11]),
            (".Lh", 14, &[13]),
        ];
        assert_eq!(lines(&text), expected(&wanted));
    }

    #[test]
    fn words_that_begin_many_lines_are_not_defined_there() {
        let talk = "ann: see bob\nbob: see cat\ncat: see ann\nann: hear cat\nbob: hear ann\ncat: hear bob\n";
        assert_eq!(lines(talk), []);
        // Each line has its own name again, but others use it, too.
        let talk = "ann: ann, bob\nbob: bob, ann\nann: ann, bob\nbob: bob, ann\n";
        assert_eq!(lines(talk), []);
    }

    #[test]
    fn a_few_lines_without_a_sign_define_nothing() {
        let list = "buy apples\nbuy pears\nbuy plums\n";
        let prose = "some like apples more\nothers want pears then\nmost take plums home\n";
        assert_eq!(lines(&(list.to_owned() + &prose.repeat(4))), []);
    }

    #[test]
    fn the_line_of_a_label_defines_it() {
        let text = "a: b, c\nb: c, a\nc: a, b\n";
        let document = units(Unit::Bracket, text.as_bytes());
        let line = |item: NodeId| {
            let tokens = document.tree.node(item).tokens();
            let tokens = Tokens { table: &document.tokens, text: text.as_bytes() }.text_of(&tokens);
            String::from_utf8_lossy(tokens).into_owned()
        };
        let items: Vec<String> =
            definitions(&document).iter().map(|definition| line(definition.item)).collect();
        assert_eq!(items, ["a: b, c", "b: c, a", "c: a, b"]);
    }
}
