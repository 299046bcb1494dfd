//! Links: which names refer to which, found without knowing the language.
//!
//! A leaf of the tree that is a word may be a name. Its *context* is its kind, the kinds of the two nodes
//! around it, and whether it is the last part of the inner one of these. Most names are defined before
//! they are used, so a context is one of definitions if most of its words occur there first. An
//! occurrence in such a context is a definition; any other one refers to a definition before it that it
//! can see: of its own kind if there is one, since a type is not a constructor; of those to the one in
//! the nearest scope, by the scopes' names; of those to the last. A word without such a context is
//! defined by its first occurrence, and by those in the same context.
//!
//! Two kinds of words need care:
//!
//! * Names of parameters, local variables and members. Their *scope* is the innermost list item around
//!   the definition, beside its own, in which names of this context are mostly used next. Where names
//!   of a context are often defined again in another scope of the same kind, they are only seen in
//!   their own. Scopes of one kind and name are one: a namespace may be opened again.
//! * Words that are no names, such as `int` and `self`. They are "defined" many times in one list,
//!   and few other words are in their context.
//!
//! A wrong link costs queries, and never a result.

use super::any_text;
#[cfg(feature = "sexpr")]
use super::expressions::literals;
use super::items::Items;
use super::paths::Paths;
use super::three_address;
use super::visibility::Scopes;
use super::words::{Occurrence, Purpose, Word, leaves, words};
use crate::document::Document;
use crate::language::Language;
use crate::text::token_table::TokenTable;
use probdd_core::{Kind, Links, NodeId, Tree};
use std::collections::{BTreeMap, HashMap};

/// So many definitions that a use sees are looked at to find one of its own kind.
const LOOKED_AT: usize = 64;

impl Document {
    /// The links between names, as far as they can be found without knowing more of the language than
    /// which leaves its grammar spells out; of a text without a grammar, by where the names stand on their
    /// lines.
    pub fn links(&self, language: Option<&Language>) -> Links {
        let model = language.and_then(Language::loaded).map(|loaded| &loaded.model);
        #[cfg(feature = "sexpr")]
        if language.is_some_and(Language::is_of_expressions) {
            let is_literal = literals(&self.tree, &self.tokens, &self.text);
            return links(&self.tree, &self.tokens, &self.text, is_literal);
        }
        if self.is_of_lines() {
            return any_text::links(self);
        }
        let three_address = language.and_then(|language| language.facts.three_address);
        if let (Some(model), Some(facts)) = (model, three_address) {
            return three_address::links(self, model, facts);
        }
        let is_literal = |node: NodeId, word: &[u8]| {
            let kind = self.tree.node(node).kind.0;
            let word = std::str::from_utf8(word);
            model.is_some_and(|model| word.is_ok_and(|word| model.is_literal(kind, word)))
        };
        links(&self.tree, &self.tokens, &self.text, is_literal)
    }
}

/// The links between the names of a tree, of which some leaves are literals.
fn links(
    tree: &Tree,
    table: &TokenTable,
    text: &[u8],
    is_literal: impl Fn(NodeId, &[u8]) -> bool,
) -> Links {
    let mut numbers: HashMap<&[u8], usize> = HashMap::new();
    let mut leaves_by_word: Vec<(NodeId, usize)> = Vec::new();
    let names = leaves(tree, table, text).filter(|(node, word)| !is_literal(*node, word));
    for (node, word) in names {
        let next = numbers.len();
        leaves_by_word.push((node, *numbers.entry(word).or_insert(next)));
    }
    let items = Items::new(tree);
    let words = words(&items, &leaves_by_word, numbers.len());
    let paths = Paths::new(&items, &words);
    let scopes = Scopes::new(&items, &paths, &words);
    let token = |node: NodeId| tree.node(node).first_token;
    let found: Vec<(NodeId, NodeId)> =
        words.iter().flat_map(|word| links_of(word, &scopes, &paths)).collect();
    let word_before = |node: NodeId| {
        let before = token(node).checked_sub(1)?;
        Some(&text[table.bytes(before as usize)])
    };
    let completions = completions(&found, &items, &paths, tree, word_before);
    let completions = completions.into_iter().map(|(name, by)| (token(name), token(by)));
    let pairs = found.iter().map(|(definition, by)| (token(*definition), token(*by)));
    let links = Links::new(pairs.collect()).with_completions(completions);
    // An item that is only a word to which nothing refers is a part of something, as the C of
    // `extern "C"`.
    let is_more = |node: NodeId| tree.node(items.item(node)).tokens().len() > 1;
    let is_definition = |occurrence: &&Occurrence| {
        occurrence.purpose == Purpose::Definition && is_more(occurrence.node)
    };
    let definitions = words.iter().flatten().filter(is_definition);
    let again = words.iter().flat_map(|word| again(word, &paths));
    let again = again.map(|(name, first)| (token(name), token(first)));
    links
        .with_definitions(definitions.map(|occurrence| token(occurrence.node)))
        .with_names_again(again)
}

/// The links of a word: `(definition, use)`.
fn links_of(word: &Word, scopes: &Scopes<'_>, paths: &Paths<'_>) -> Vec<(NodeId, NodeId)> {
    let mut links = Vec::new();
    let mut seen: Vec<Seen> = Vec::new();
    for occurrence in word {
        while seen.last().is_some_and(|last| !last.is_seen_at(occurrence.node)) {
            seen.pop();
        }
        let kind = occurrence.context.0;
        match occurrence.purpose {
            Purpose::Definition => {
                seen.push(Seen {
                    node: occurrence.node,
                    kind,
                    end: scopes.end_of_scope(occurrence),
                });
            }
            Purpose::Use => {
                let place = paths.place_of_use(occurrence.node);
                let visible = seen.iter().rev().take(LOOKED_AT);
                let visible = visible.filter(|seen| seen.is_seen_at(occurrence.node));
                let distance =
                    |seen: &&Seen| (seen.kind != kind, paths.distance(seen.node, &place));
                links.extend(visible.min_by_key(distance).map(|seen| (seen.node, occurrence.node)));
            }
            Purpose::Neither => {}
        }
    }
    links
}

/// The names that are given again, as by a specialization of a template: `(name, first)`, in the same
/// scope by its names.
fn again(word: &Word, paths: &Paths<'_>) -> Vec<(NodeId, NodeId)> {
    let mut firsts: HashMap<(Purpose, Kind, Vec<usize>), NodeId> = HashMap::new();
    let mut again = Vec::new();
    for occurrence in word.iter().filter(|occurrence| occurrence.purpose != Purpose::Use) {
        let key =
            (occurrence.purpose, occurrence.context.0, paths.around(occurrence.node).collect());
        let first = *firsts.entry(key).or_insert(occurrence.node);
        if first != occurrence.node {
            again.push((occurrence.node, first));
        }
    }
    again
}

/// The names that are only declared, each with the same name in the item that completes it: after `template
/// <class F> class function;`, the first specialization of `function`. That is an item of the same kind in
/// the same scope, in which the same word (`class`) stands before the name.
fn completions<'a>(
    links: &[(NodeId, NodeId)],
    items: &Items<'_>,
    paths: &Paths<'_>,
    tree: &Tree,
    word_before: impl Fn(NodeId) -> Option<&'a [u8]>,
) -> BTreeMap<NodeId, NodeId> {
    let tokens = |node: NodeId| tree.node(items.item(node)).tokens();
    let is_last = |node: NodeId| tokens(node).end <= tree.node(node).end_token as usize + 1;
    let is_completion = |name: NodeId, by: NodeId| {
        is_last(name)
            && word_before(name) == word_before(by)
            && items.kind(name) == items.kind(by)
            && paths.around(name).eq(paths.around(by))
    };
    let mut found = BTreeMap::new();
    for (name, by) in links {
        if !found.contains_key(name) && is_completion(*name, *by) {
            found.insert(*name, *by);
        }
    }
    found
}

/// A definition that can be seen.
struct Seen {
    node: NodeId,
    kind: Kind,
    /// Where the scope ends that hides it, if any.
    end: Option<NodeId>,
}

impl Seen {
    fn is_seen_at(&self, node: NodeId) -> bool {
        self.end.is_none_or(|end| node < end)
    }
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use super::*;
    use crate::parse;

    /// The links of a program, as words with the lines they stand on.
    fn links_in(language: &str, text: &str) -> Vec<(String, usize, usize)> {
        let language = Language::by_name(language).expect("built in");
        let document = parse(language, text.as_bytes());
        let line = |token: u32| {
            let start = document.tokens.bytes(token as usize).start;
            text[..start].matches('\n').count() + 1
        };
        let word =
            |token: u32| String::from_utf8_lossy(document.token(token as usize)).into_owned();
        let links = document.links(Some(language));
        let links = links.of(0..document.token_count()).iter();
        links.map(|(name, by)| (word(*name), line(*name), line(*by))).collect()
    }

    fn links(text: &str) -> Vec<(String, usize, usize)> {
        links_in("c", text)
    }

    #[test]
    fn a_call_refers_to_the_function_and_a_variable_to_its_type() {
        let text = "typedef long big;\nint f(void) { return 1; }\nbig x = 3;\nint g(void)\n{\n    \
                    return f() + x;\n}\n";
        let wanted = [("big", 1, 3), ("f", 2, 6), ("x", 3, 6)];
        assert_eq!(links(text), wanted.map(|(word, name, by)| (word.to_owned(), name, by)));
    }

    #[test]
    fn local_names_are_not_seen_elsewhere_and_int_is_no_name() {
        let function = |name: &str| format!("int {name}(int p)\n{{\n    return p;\n}}\n");
        let others = "int d(void)\n{\n    return p;\n}\n".to_owned();
        let text = [function("a"), function("b"), function("c"), others].concat();
        let wanted = [("p", 1, 3), ("p", 5, 7), ("p", 9, 11)];
        assert_eq!(links(&text), wanted.map(|(word, name, by)| (word.to_owned(), name, by)));
    }

    #[test]
    fn a_use_refers_to_the_last_definition_before_it() {
        let text = "int f(int p);\nint f(int p) { return 1; }\nint g(int p) { return f(p); }\n";
        let links = links(text);
        let is_of = |link: &&(String, usize, usize)| link.0 != "int";
        let found: Vec<_> = links.iter().filter(is_of).map(|(word, ..)| word.as_str()).collect();
        assert_eq!(found, ["f", "p"]);
        assert!(links.contains(&("f".to_owned(), 2, 3)) && links.contains(&("p".to_owned(), 3, 3)));
    }

    #[cfg(feature = "sexpr")]
    #[test]
    fn names_that_are_kept_with_a_list_and_heads_of_lists_are_linked() {
        let texts = [
            (
                "smt-lib",
                "(declare-sort U 0)\n(declare-fun f (U) U)\n(declare-const a U)\n(declare-const b U)\n\
                 (assert (= (f a) #xa))\n(assert (< (f b) #xb a))\n",
            ),
            (
                "wat",
                "(module\n(func $f (result i32) (i32.const 1))\n(func $a (result i32) call $f)\n\
                 (export \"b\" (func $a))\n(start $f))\n",
            ),
            ("lisp", "(defun f (x) (print x))\n(defvar a 1)\n(defun b () (f a))\n(f (b))\n"),
        ];
        let wanted: [&[_]; 3] = [
            &[
                ("U", 1, 2),
                ("U", 1, 2),
                ("U", 1, 3),
                ("U", 1, 4),
                ("f", 2, 5),
                ("f", 2, 6),
                ("a", 3, 5),
                ("a", 3, 6),
                ("b", 4, 6),
            ],
            &[("$f", 2, 3), ("$f", 2, 5), ("$a", 3, 4)],
            &[("f", 1, 3), ("f", 1, 4), ("x", 1, 1), ("a", 2, 3), ("b", 3, 4)],
        ];
        for ((language, text), wanted) in texts.into_iter().zip(wanted) {
            let links = links_in(language, text);
            let found: Vec<_> =
                links.iter().map(|(word, name, by)| (&word[..], *name, *by)).collect();
            assert_eq!(found, wanted, "{language}");
        }
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn names_of_a_namespace_are_seen_everywhere_and_those_of_a_function_are_not() {
        let text = "\
namespace std {
template <class T> constexpr bool odd = false;
template <class T> constexpr bool small = false;
int f(int p) { bool it = p; return it; }
int g(int p) { bool it = p; return it; }
int h(int p) { bool it = p; return it; }
}
namespace std {
int swap(int a, int b) { return a; }
int swap(char a, char b) { return b; }
int swap(long a, long b) { return a; }
int i(int p) { return it + odd<int>; }
}
int j(int p) { return std::small<int> + std::swap(1, 2); }
";
        let links = links_in("c++", text);
        let of = |word: &str| -> Vec<(usize, usize)> {
            let such = links.iter().filter(|(name, ..)| name == word);
            such.map(|(_, name, by)| (*name, *by)).collect()
        };
        assert_eq!(of("odd"), [(2, 12)]);
        assert_eq!(of("small"), [(3, 14)]);
        assert_eq!(of("it"), [(4, 4), (5, 5), (6, 6)]);
        assert_eq!(of("swap"), [(11, 14)]);
    }

    /// The lines where a word is defined and used.
    #[cfg(feature = "cpp")]
    fn lines_of(word: &str, text: &str) -> Vec<(usize, usize)> {
        let links = links_in("c++", text).into_iter().filter(|(name, ..)| name == word);
        links.map(|(_, name, by)| (name, by)).collect()
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn a_use_refers_to_the_definition_in_the_scope_that_it_names_or_the_nearest_one() {
        // Most names of the namespace are used outside of it, so they are seen everywhere.
        let lines = |of: &dyn Fn(char) -> String| ('a'..='z').map(of).collect::<String>();
        let text = [
            "namespace std {\n",
            "template <class T> struct vector { T v; };\n",
            "namespace pmr { template <class T> struct vector { T v; }; }\n",
            "vector<int> first;\n",
            &lines(&|name| format!("template <class T> struct {name} {{ T v; }};\n")),
            "}\n",
            &lines(&|name| format!("std::{name}<int> of_{name};\n")),
            "std::vector<int> second;\n",
            "std::pmr::vector<int> third;\n",
        ];
        assert_eq!(lines_of("vector", &text.concat()), [(2, 4), (2, 58), (3, 59)]);
    }

    #[test]
    fn the_type_in_a_typedef_is_used_and_its_last_word_is_defined() {
        let text = "typedef long wide;\ntypedef const wide *wide_list;\ntypedef wide other;\n\
                    wide_list a;\nother b;\n";
        let wanted = [("wide", 1, 2), ("wide", 1, 3), ("wide_list", 2, 4), ("other", 3, 5)];
        assert_eq!(links(text), wanted.map(|(word, name, by)| (word.to_owned(), name, by)));
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn names_are_seen_where_their_namespace_is_opened_again_below_a_line_marker() {
        let first = |name: char| {
            let marker = format!("# {} \"{name}.h\"\n", u32::from(name));
            format!("namespace std {{\n{marker}template <class T> class {name};\n}}\n")
        };
        let again = |name: char| {
            let marker = format!("# {} \"{name}.cc\"\n", u32::from(name));
            let body =
                format!("template <class T> class {name} {{ T v; }};\n{name}<int> of_{name};\n");
            format!("namespace std {{\n{marker}{body}}}\n")
        };
        let text: String = ('a'..='h').map(first).chain(('a'..='h').map(again)).collect();
        let text = text + "namespace std {\na<char> last;\n}\n";
        assert_eq!(lines_of("a", &text), [(35, 36), (35, 74)]);
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn a_word_in_quotes_that_nothing_refers_to_is_no_definition() {
        let text = "extern \"C\" {\nint f();\nint g();\n}\nint h() { return f(); }\n";
        let language = Language::by_name("c++").expect("built in");
        let document = parse(language, text.as_bytes());
        let links = document.links(Some(language));
        let defined = links.definitions().iter().map(|token| document.token(*token as usize));
        let defined: Vec<_> = defined.map(String::from_utf8_lossy).collect();
        assert!(defined.contains(&"f".into()) && !defined.contains(&"C".into()), "{defined:?}");
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn what_the_grammar_spells_out_is_no_name() {
        let text = "int f() { auto a = 1; return a; }\nauto g() { const auto b = true; return b; }\n\
                    const bool c = true;\n";
        for keyword in ["auto", "const", "true"] {
            assert_eq!(lines_of(keyword, text), [], "{keyword}");
        }
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn a_specialization_gives_the_name_of_its_template_again() {
        let text = "\
struct a { int i; };
struct b { int i; };
template <class T> struct less { T v; };
template <> struct less<int> { int v; };
namespace std { struct less { int v; }; }
namespace std { struct d { int i; }; }
";
        let language = Language::by_name("c++").expect("built in");
        let document = parse(language, text.as_bytes());
        let links = document.links(Some(language));
        let all = links.again_in(0..document.token_count());
        let line = |token: u32| {
            let start = document.tokens.bytes(token as usize).start;
            text[..start].matches('\n').count() + 1
        };
        let again: Vec<_> = all.iter().map(|(name, first)| (line(*name), line(*first))).collect();
        assert!(again.contains(&(6, 5)), "the namespace is opened again: {again:?}");
        assert!(!again.contains(&(5, 3)), "another scope has a name of its own: {again:?}");
    }

    #[cfg(feature = "cpp")]
    #[test]
    fn a_specialization_completes_a_template_that_is_only_declared() {
        let text = "\
template <class T> class only_declared;
template <class T> class defined { T v; };
namespace other { template <class T> class only_declared; }
class only_declared<int> *of_another_kind();
template <class T> only_declared<T> *after_another_word(T *t);
namespace another { template <class T> class only_declared<T **> { T **v; }; }
template <class T> class only_declared<T *> { T *v; };
template <class T> class only_declared<T &> { T *v; };
template <class T> class defined<T *> { T *v; };
";
        let language = Language::by_name("c++").expect("built in");
        let document = parse(language, text.as_bytes());
        let line = |token: u32| {
            let start = document.tokens.bytes(token as usize).start;
            text[..start].matches('\n').count() + 1
        };
        let links = document.links(Some(language));
        let all = links.completions_of(0..document.token_count()).iter();
        let all: Vec<_> = all.map(|(name, by)| (line(*name), line(*by))).collect();
        assert_eq!(all, [(1, 7)]);
    }
}
