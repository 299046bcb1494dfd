//! Guests: texts of other languages inside of a document, such as the scripts of an HTML page.
//!
//! What a leaf holds follows from the node that it stands in, such as `<script>`. A string or a comment may
//! hold JSON or SQL, if all of it parses. Documentation holds examples.

mod doc_tests;
mod guest;
mod stated;

use super::inside::contents_of_texts;
use super::parse::parse_until;
use crate::document::Document;
use crate::language::Language;
use crate::language::facts::Hosts;
use crate::text::tokens::is_blank;
use doc_tests::doc_tests;
use guest::SHORTEST;
use probdd_core::{Kind, NodeId, Role};
use stated::{known_as, stated_language};
use std::ops::Range;

pub use guest::Guest;

/// The words with which statements of SQL begin that strings hold.
const STATEMENTS: [&[u8]; 8] =
    [b"select", b"insert", b"update", b"delete", b"create", b"alter", b"drop", b"with"];

/// The texts of other languages inside of a document of a language, in order.
pub fn guests(
    language: &'static Language,
    document: &Document,
    stop: &(dyn Fn() -> bool + Sync),
) -> Vec<Guest> {
    let finder = Finder { language, document };
    let mut all: Vec<Guest> = finder.hosted().collect();
    let examples = doc_tests(language, document.text(), &finder.documentation());
    all.extend(
        examples
            .into_iter()
            .filter(|example| is_sound(&parse_until(example.language, &example.text, stop))),
    );
    let is_taken = |bytes: &Range<usize>| {
        all.iter().any(|guest| bytes.start < guest.bytes.end && guest.bytes.start < bytes.end)
    };
    let strings = contents_of_texts(document).filter(|bytes| bytes.len() >= SHORTEST);
    let strings = strings.filter_map(|bytes| {
        let text = &document.text()[bytes.clone()];
        let language = guess(text).filter(|_| !is_taken(&bytes))?;
        let parsed = parse_until(language, text, stop);
        // After a comment, it may need a newline.
        let is_guest = is_sound(&parsed) && !has_comments(&parsed);
        is_guest.then(|| Guest::plain(document.text(), bytes, language))
    });
    let strings: Vec<Guest> = strings.collect();
    all.extend(strings);
    all.sort_by_key(|guest| guest.bytes.start);
    all
}

/// Whether a text was read whole.
fn is_sound(document: &Document) -> bool {
    document.error_bytes() == 0 && document.fallback().is_none()
}

fn has_comments(document: &Document) -> bool {
    document.tree().nodes().any(|(_, node)| node.role == Role::Extra)
}

struct Finder<'a> {
    language: &'a Language,
    document: &'a Document,
}

impl Finder<'_> {
    /// The leaves of nodes that always hold a text of another language.
    fn hosted(&self) -> impl Iterator<Item = Guest> {
        let hosts = self.language.facts.hosts;
        let nodes = self.document.tree().nodes().filter(move |_| !hosts.is_empty());
        nodes.filter_map(move |(id, _)| {
            let name = self.name(id);
            let host =
                hosts.iter().any(|hosts| hosts.leaf == name).then(|| self.named_parent(id))??;
            let is_host = |hosts: &&Hosts| hosts.leaf == name && hosts.node == self.name(host);
            let language = self.hosted_language(hosts.iter().find(is_host)?, host)?;
            let bytes = trimmed(self.document.text(), self.bytes(id));
            (!bytes.is_empty()).then(|| Guest::plain(self.document.text(), bytes, language))
        })
    }

    /// The comments and the insides of strings, in order.
    fn documentation(&self) -> Vec<Range<usize>> {
        let nodes = self.document.tree().nodes().filter(|(_, node)| node.role == Role::Extra);
        let comments = nodes.map(|(id, _)| self.bytes(id));
        let mut places: Vec<Range<usize>> =
            comments.chain(contents_of_texts(self.document)).collect();
        places.sort_by_key(|bytes| (bytes.start, std::cmp::Reverse(bytes.end)));
        places
    }

    fn name(&self, id: NodeId) -> &str {
        self.language.kind_name(self.document.tree().node(id).kind)
    }

    /// The bytes of a node, which has tokens.
    fn bytes(&self, id: NodeId) -> Range<usize> {
        let (tokens, of) = (self.document.tree().node(id).tokens(), &self.document.tokens);
        if tokens.is_empty() {
            0..0
        } else {
            of.bytes(tokens.start).start..of.bytes(tokens.end - 1).end
        }
    }

    fn named_parent(&self, id: NodeId) -> Option<NodeId> {
        let tree = self.document.tree();
        let parents = std::iter::successors(tree.parent(id), |parent| tree.parent(*parent));
        parents
            .into_iter()
            .find(|parent| !tree.node(*parent).is_list() && tree.node(*parent).kind != Kind::NONE)
    }

    /// The language of the leaf of a node: what the tag names, or the usual one.
    fn hosted_language(&self, hosts: &Hosts, host: NodeId) -> Option<&'static Language> {
        let inside = self.document.tree().node(host).end;
        let ids = (host.0 + 1..inside.0).map(NodeId);
        let mut attributes = ids.filter(|id| self.name(*id) == "attribute");
        let stated = attributes
            .find_map(|attribute| stated_language(&self.document.text()[self.bytes(attribute)]));
        let language = Language::by_name(stated.as_deref().map_or(Some(hosts.language), known_as)?);
        language.filter(|language| language.loaded().is_some())
    }
}

/// The language that a string may hold, by how it begins.
fn guess(text: &[u8]) -> Option<&'static Language> {
    let text = text.trim_ascii();
    let name = match (text.first()?, text.last()?) {
        (b'{', b'}') | (b'[', b']') => "json",
        (first, _) if first.is_ascii_alphabetic() => {
            // A statement has more than its first word; a name such as `create_table` has not.
            let word = text.split(|byte| is_blank(*byte)).next()?;
            let is_statement = word.len() < text.len();
            let is_known = STATEMENTS.iter().any(|statement| statement.eq_ignore_ascii_case(word));
            (is_statement && is_known).then_some("sql")?
        }
        _ => return None,
    };
    Language::by_name(name).filter(|language| language.loaded().is_some())
}

/// Bytes without the blanks around them.
fn trimmed(text: &[u8], bytes: Range<usize>) -> Range<usize> {
    let inside = &text[bytes.clone()];
    let leading = inside.iter().take_while(|byte| is_blank(**byte)).count();
    let trailing = inside[leading..].iter().rev().take_while(|byte| is_blank(**byte)).count();
    bytes.start + leading..bytes.end - trailing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    /// The guests of a text, each with its language.
    fn found(language: &str, text: &str) -> Vec<(&'static str, String)> {
        let language = Language::by_name(language).expect("built in");
        let document = parse(language, text.as_bytes());
        let guests = guests(language, &document, &|| false).into_iter();
        guests.map(|guest| (guest.language.name(), text[guest.bytes].to_owned())).collect()
    }

    #[cfg(all(feature = "html", feature = "javascript", feature = "typescript", feature = "json"))]
    #[test]
    fn scripts_and_styles_have_the_language_that_their_tags_name() {
        let text = "<p>a</p><script>\n f(1);\n</script><script lang=\"ts\">g()</script>\
                    <script type='application/ld+json'>[1]</script><style> p { q: r } </style>\
                    <script type=\"text/x-unknown\">h()</script><script src=\"a.js\"></script>";
        let expected = [
            ("javascript", "f(1);"),
            ("typescript", "g()"),
            ("json", "[1]"),
            ("css", "p { q: r }"),
        ];
        assert_eq!(found("html", text), expected.map(|(name, text)| (name, text.to_owned())));
    }

    #[cfg(all(feature = "python", feature = "sql", feature = "json"))]
    #[test]
    fn strings_hold_sql_or_json_if_all_of_it_parses() {
        let text = "f('SELECT a, b FROM t')\ng('{\"key\": [1, 2]}')\nh('select one of these files')\n\
                    i('[a b c, or nothing]')\nj('SELECT a FROM t -- b')\n";
        let expected = [("sql", "SELECT a, b FROM t"), ("json", "{\"key\": [1, 2]}")];
        assert_eq!(found("python", text), expected.map(|(name, text)| (name, text.to_owned())));
    }

    #[cfg(all(feature = "python", feature = "sql", feature = "json"))]
    #[test]
    fn names_are_no_sql() {
        let text = "def create_table_if_needed(a):\n    return with_capacity(select_from_everything)\n\
                    f('create_table_if_needed', \"with_capacity\")\n";
        assert_eq!(found("python", text), []);
        assert_eq!(found("sql", "SELECT update_of_everything FROM delete_nothing"), []);
    }

    #[cfg(feature = "rust")]
    #[test]
    fn code_between_fences_of_comments_is_a_guest_without_what_its_lines_begin_with() {
        let text = "/// Adds.\n///\n/// ```\n/// # use a::add;\n///\n/// let x = add(1, 2);\n\
                    /// ```\nfn add() {}\n\n    // ```text\n    // let y = is_no_code();\n    // ```\n\
                    //! ```rust,no_run\n//! #[a]\n//! fn f() { g(1) }\n//! ```\n\
                    /// ```\n/// let let = ) z;\n/// ```\nfn h() {}\n";
        let expected = ["use a::add;\n\nlet x = add(1, 2);", "#[a]\nfn f() { g(1) }"];
        let language = Language::by_name("rust").expect("built in");
        let document = parse(language, text.as_bytes());
        let guests = guests(language, &document, &|| false);
        let texts: Vec<&[u8]> = guests.iter().map(|guest| &guest.text[..]).collect();
        assert_eq!(texts, expected.map(str::as_bytes));
        assert_eq!(text[guests[0].bytes.clone()], *"# use a::add;\n///\n/// let x = add(1, 2);");
        let whole = String::from_utf8(guests[0].in_margin()).expect("text");
        assert_eq!(whole, "use a::add;\n///\n/// let x = add(1, 2);");
    }

    #[cfg(all(feature = "javascript", feature = "json"))]
    #[test]
    fn a_fence_names_the_language() {
        let text = "/**\n * A.\n * ```json\n * {\"key\": [1, 2]}\n * ```\n */\nf()\n";
        assert_eq!(found("javascript", text), [("json", "{\"key\": [1, 2]}".to_owned())]);
    }

    #[cfg(feature = "python")]
    #[test]
    fn examples_after_prompts_are_guests_line_by_line_or_with_the_lines_that_continue_them() {
        let text = "def f(x):\n    \"\"\"Doubles.\n\n    >>> f(1) + f(22)\n    46\n\
                    \u{20}   >>> for x in range(3):\n    ...     print(f(x))\n    ...\n    0\n    \"\"\"\n";
        let language = Language::by_name("python").expect("built in");
        let document = parse(language, text.as_bytes());
        let guests = guests(language, &document, &|| false);
        let texts: Vec<&[u8]> = guests.iter().map(|guest| &guest.text[..]).collect();
        let expected = ["f(1) + f(22)", "for x in range(3):\n    print(f(x))"];
        assert_eq!(texts, expected.map(str::as_bytes));
        for guest in guests {
            assert_eq!(guest.in_margin(), text.as_bytes()[guest.bytes]);
        }
    }

    #[cfg(all(feature = "php", feature = "html"))]
    #[test]
    fn text_outside_of_php_tags_is_html() {
        let text = "<p>a</p>\n<?php f(); ?>\n<b>c</b>\n";
        let expected = [("html", "<p>a</p>"), ("html", "<b>c</b>")];
        assert_eq!(found("php", text), expected.map(|(name, text)| (name, text.to_owned())));
    }
}
