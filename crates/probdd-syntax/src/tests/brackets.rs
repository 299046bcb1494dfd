//! Trees of any text, by brackets, indentation and lines.

use super::dump;
use crate::{Unit, units};

fn tree_of(text: &str) -> String {
    dump(&units(Unit::Bracket, text.as_bytes()), None)
}

macro_rules! golden {
    ($($test:ident: $text:literal => $expected:literal;)*) => {
        $(#[test]
        fn $test() {
            assert_eq!(tree_of($text), $expected);
        })*
    };
}

golden! {
    a_line_is_a_list_of_tokens: "a b\nc\n" => "(* (i (* (i a) (i b))) (i c))";
    a_deeper_line_belongs_to_the_one_before: "a:\n  b\n    c d\n  e\nf\n" => "(* (i (* (i a) (i :)) (* (i (* (i b)) (* (i c) (i d))) (i e))) (i f))";
    a_line_less_deep_than_its_siblings_is_their_sibling: "a\n    b\n  c\nd\n" => "(* (i (* (i a)) (* (i b) (i c))) (i d))";
    a_blank_line_divides_paragraphs: "a\nb\n\nc\n\n\nd\n" => "(* (i (* (i a) (i b))) (i (* (i c))) (i (* (i d))))";
    paragraphs_of_a_block_are_its_own: "a\n  b\n\n  c\nd\n" => "(* (i (* (i a)) (* (i (* (i b))) (i (* (i c))))) (i d))";
    commas_divide_what_is_in_brackets: "f(a, b + 1,\n  c);\n" => "(* (i f) (i ( (* (i a) (i ,~ (* (i b) (i +) (i 1))) (i ,~ (* (i c)))) )) (i ;))";
    semicolons_divide_what_is_in_braces: "f { a; b, c;\n d }\n" => "(* (i f) (i { (* (i (* (i (* (i a) (i ;))) (i b) (i (* (i ,) (i c) (i ;))))) (i d)) }))";
    a_brace_belongs_to_its_header: "f()\n{\n  a\n}\n{ b }\n" => "(* (i (* (i f) (i ( )) (i { (* (i a)) }))) (i { (* (i b)) }))";
    a_bracket_without_a_partner_is_a_token: "a ) b [\n" => "(* (i a) (i )) (i b) (i [))";
}

#[test]
fn brackets_that_do_not_match_take_linear_time() {
    for text in ["([{", ")]}", "(]", "a,\n"] {
        let text = text.repeat(100_000);
        let document = units(Unit::Bracket, text.as_bytes());
        assert_eq!(document.token_count(), crate::count_tokens(text.as_bytes()));
    }
    let text = "(".repeat(100_000) + &"]".repeat(100_000);
    assert_eq!(units(Unit::Bracket, text.as_bytes()).token_count(), 200_000);
}
