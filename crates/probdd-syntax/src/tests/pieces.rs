//! Texts that a grammar reads in pieces only.

use super::dump;
use crate::{Document, Fallback, Language, brackets, parse};
use probdd_core::Kept;

fn language(name: &str) -> &'static Language {
    Language::by_name(name).expect("built in")
}

fn tree_of(name: &str, text: &str) -> String {
    let document = parse(language(name), text.as_bytes());
    assert_comes_back(&document, text);
    dump(&document, Some(language(name)))
}

fn assert_comes_back(document: &Document, text: &str) {
    let mut out = Vec::new();
    document.render(&Kept::all(document.tree()), &mut out);
    assert_eq!(String::from_utf8_lossy(&out), text);
}

const CLASS: &str = "class A(x: Int) : B by C(1) where {\n  // Sum.\n  fun f() = 1 + 2\n\n  actual ] frob (\n\n  \
    fun g(a: Int) {\n    println(a)\n  }\n}\n";

#[cfg(feature = "sql")]
#[test]
fn a_statement_of_another_dialect_leaves_the_others_whole() {
    let text = "select a from b;\nALTER DOMAIN x frob (y), (z);\nselect c;\n";
    assert_eq!(
        tree_of("sql", text),
        "(program (* (i (statement (select (keyword_select select) (select_expression (term \
         (field (identifier a))))) (? (from (keyword_from from) (relation (object_reference \
         (identifier b)))))) ;) (i (* (i (* (i ALTER) (i DOMAIN) (i x) (i frob) (i ( (* (i \
         (select_expression (term (field (identifier y)))))) )))) (i (* (i ,) (i ( (* (i \
         (select_expression (term (field (identifier z)))))) )) (i ;))))) (i (statement (select \
         (keyword_select select) (select_expression (term (field (identifier c)))))) ;)))"
    );
}

#[cfg(feature = "css")]
#[test]
fn a_tag_of_a_template_at_the_end_of_a_text_goes_with_its_partner() {
    let tree = tree_of("css", "a { b: c }\n{% if y %}\nd { e: f }\n{% endif %}\n");
    assert!(tree.contains("(i { % if y % } (* (i (rule_set"), "{tree}");
    assert!(tree.ends_with(" { % endif % })))"), "{tree}");
}

#[cfg(feature = "c")]
#[test]
fn a_bracket_in_a_line_of_its_own_has_no_partner_outside() {
    let function = "int f(void) {\n  return 1;\n}\n";
    for text in [
        format!("#define BEGIN {{\nint frob ] ( BEGIN 1 x\n}}\n{function}"),
        format!("#define END }}\nfrob ] {{ END 1 x\n{function}"),
        format!("frob ] {{\n#define END }}\n1 ] x\n}}\n{function}"),
        format!("#dd(int left) {{\n  return left +;\n}}\nfrob ] 1;\n{function}"),
    ] {
        let tree = tree_of("c", &text);
        assert!(tree.contains("(function_definition (primitive_type int)"), "{text}{tree}");
    }
}

#[cfg(feature = "kotlin")]
#[test]
fn a_member_in_error_leaves_the_others_whole() {
    let tree = tree_of("kotlin", CLASS);
    assert!(tree.contains("(i (# // Sum.) (function_declaration fun (identifier f)"), "{tree}");
    assert!(tree.contains("(i (function_declaration fun (identifier g)"), "{tree}");
}

#[cfg(feature = "sql")]
#[test]
fn the_body_of_a_function_is_a_group() {
    let text = "CREATE FROB f() AS $x$\nFROB 1 BY;\nselect 1;\n$x$ FROB;\n";
    let tree = tree_of("sql", text);
    assert!(tree.contains("(i $ x $ (* (i"), "{tree}");
    assert!(tree.contains("(select (keyword_select select)"), "{tree}");
}

#[cfg(feature = "c")]
#[test]
fn a_text_of_which_no_piece_parses_is_read_by_brackets() {
    let text = "] ] 1 2 3 ( a ; /* b ( */ x y z 5 6 ) ] ] 7 8 9\n".repeat(3);
    let document = parse(language("c"), text.as_bytes());
    assert!(matches!(document.fallback(), Some(Fallback::Errors { .. })));
    assert_comes_back(&document, &text);
}

#[cfg(feature = "c")]
#[test]
fn brackets_know_comments_strings_and_conditions_of_the_language() {
    let text = "a /* ( x\n y */ b\n#ifdef X\nc ( d\n#endif\nf \"// g\"\n";
    let document = brackets(language("c"), text.as_bytes());
    assert_comes_back(&document, text);
    assert_eq!(
        dump(&document, None),
        "(* (i (* (i a) (i /* ( x\n y */) (i b))) (i # ifdef X (* (i c) (i () (i d)) # endif) (i (* \
         (i f) (i \"// g\"))))"
    );
}

#[cfg(feature = "sql")]
#[test]
fn many_pieces_in_error_take_linear_time() {
    for text in ["frob ( frob ( 1 2 3;\n", "select ( ( ( ;\n", "frob (1, 2 (3, 4 5), 6 7), 8;\n"] {
        let text = text.repeat(5_000);
        assert_comes_back(&parse(language("sql"), text.as_bytes()), &text);
    }
    let nested = "frob (".repeat(20_000) + &")".repeat(20_000);
    assert_comes_back(&parse(language("sql"), nested.as_bytes()), &nested);
}

#[cfg(feature = "html")]
#[test]
fn the_tags_of_a_template_are_elements_beside_text_and_tags_of_html() {
    let text = "<ul <% if a %>id=b<% end %>>\n  Hello <%= name %>!\n</ul>\n";
    let tree = tree_of("html", text);
    assert_eq!(parse(language("html"), text.as_bytes()).error_bytes(), 0);
    assert!(tree.contains("(* (i (text Hello)) (i (* (i <) (i %) (i =) (i name)"), "{tree}");
    assert!(tree.contains("(* (i < % if a % > (* (i (attribute"), "{tree}");
}

#[cfg(feature = "sql")]
#[test]
fn a_tag_that_stands_for_a_value_is_a_name() {
    let text = "{% if a %}\nselect {{ b('c') }} from d;\n{% endif %}\n";
    let document = parse(language("sql"), text.as_bytes());
    assert_eq!(document.error_bytes(), 0);
    let tree = tree_of("sql", text);
    assert!(tree.contains("(identifier {{ b('c') }})"), "{tree}");
}

#[cfg(feature = "json")]
#[test]
fn a_null_byte_in_a_string_is_no_error() {
    let text = "[\"a\0b\", 1]\n";
    assert_eq!(
        tree_of("json", text),
        "(document (array [ (*, (i (string \" (* (i (string_content a\u{0}b))) \")) (i ,~ (number 1))) ]))"
    );
}

#[cfg(feature = "graphql")]
#[test]
fn a_string_that_the_grammar_does_not_read_leaves_the_rest_whole() {
    let text = "\"\"\"\nA \\\"\"\" b.\n\"\"\"\ntype Query {\n  c: D\n}\n";
    let document = parse(language("graphql"), text.as_bytes());
    assert_eq!((document.error_bytes(), document.fallback()), (0, None));
    assert_comes_back(&document, text);
}
