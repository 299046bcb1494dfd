//! S-expressions: small trees in full, removals, and texts that are no S-expressions.

use super::dump;
use crate::{Document, Language, parse};
use probdd_core::tree::{self, Perses};
use probdd_core::{Edits, Kept, NodeId, Role, Search, Verdict};
use proptest::prelude::*;

const DIALECTS: [&str; 3] = ["smt-lib", "wat", "lisp"];

const SMT: &str = "; a query\n(set-logic QF_LIA)\n(set-info :source |two\nlines (|)\n(declare-fun f (Int Int) Bool) (declare-const x Int)\n(define-fun g ((a Int) (b Int)) Int (ite (< a b) a (- b)))\n(assert (! (let ((y (+ x 1)) (z 2)) (and (f y z) (not (= x z)))) :named n)) ; why\n(assert (forall ((i Int) (j Int)) (=> (f i j) (distinct \"a\"\"b)\" ((_ extract 1 0) #b01)))))\n(check-sat)\n(get-value (x (g x 1)))\n";

const WAT: &str = "(module $m ;; a module\n  (import \"a\" \"b\" (func $p (param i32)))\n  (; nested (; comment ;) ;)\n  (func $f (export \"f\") (param $x i32) (result i32) (local i32 i64)\n    block $l (result i32)\n      local.get $x\n      i32.const -1\n      i32.load offset=4 align=4\n      br_if $l\n    end $l\n    (if (result i32) (local.get $x) (then (nop) (i32.const 1)) (else (i32.const 2)))\n    i32.add)\n  (memory 1) (data (i32.const 0) \"a\\\"b\" \")\"))\n";

const LISP: &str = "#| a #| nested |# comment |#\n(defun f (a &optional (b 1)) \"doc\\\")\" (let* ((c #\\() (d '(1 2))) (g c #'h :key `(,a ,@b)))) ; why\n#;(gone (too)) (cond ((null x) |a b|) (t [1 {:k v :l w}]))\n(setq x 1 y #(2))\n(lambda (x) x)\n";

fn tree_of(language: &str, text: &str) -> String {
    dump(&document(language, text.as_bytes()), Language::by_name(language))
}

fn document(language: &str, text: &[u8]) -> Document {
    parse(Language::by_name(language).expect("built in"), text)
}

fn rendered(document: &Document, edits: &Edits) -> String {
    let mut kept = Kept::all(document.tree());
    kept.apply(document.tree(), edits);
    let mut out = Vec::new();
    document.render(&kept, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// The texts after the removal of each removable node.
fn removals(document: &Document) -> Vec<String> {
    let tree = document.tree();
    let is_last = |id: NodeId| {
        tree.parent(id).is_some_and(|list| {
            tree.node(list).role == Role::Plus && tree.children(list).count() == 1
        })
    };
    let is_removable = |id: &NodeId| *id != NodeId::ROOT && tree.is_removable(*id) && !is_last(*id);
    let nodes = tree.nodes().map(|(id, _)| id).filter(is_removable);
    nodes.map(|id| rendered(document, &Edits::removal(vec![id]))).collect()
}

/// The candidates of the templates for a document.
fn replacements(document: &Document) -> Vec<String> {
    let mut search = tree::search(document.tree().clone(), Perses::templates);
    let mut tried = Vec::new();
    while let Some(query) = search.ask() {
        tried.push(rendered(document, &query.change));
        search.tell(&Verdict::Uninteresting.into());
    }
    tried
}

/// Whether brackets outside strings, symbols and comments match.
fn is_balanced(language: &str, text: &str) -> bool {
    let document = document(language, text.as_bytes());
    let tree = document.tree();
    // A bracket without a partner is an atom, or a list without its last bracket.
    tree.nodes().filter(|(_, node)| node.role == Role::Regular).skip(1).all(|(_, node)| {
        let token = |at: usize| &document.text()[document.tokens.bytes(at)];
        let (first, last) = (token(node.tokens().start), token(node.tokens().end - 1));
        match first {
            b"(" => last == b")" && node.tokens().len() > 1,
            b")" => false,
            _ => true,
        }
    })
}

macro_rules! golden {
    ($($test:ident: $language:literal, $text:literal => $expected:literal;)*) => {
        $(#[test]
        fn $test() {
            assert_eq!(tree_of($language, $text), $expected);
        })*
    };
}

golden! {
    a_call_of_an_unknown_function_may_lose_arguments:
        "smt-lib", "(assert (f x 1))" => "( (* (i (other ( assert (list ( (head f) (+ (i (atom x)) (i (atom 1))) )) )))))";
    a_declaration_keeps_its_name_and_sort:
        "smt-lib", "(declare-fun f (Int (Array Int Int)) Bool)" => "( (* (i (other ( declare-fun (name f) (other ( (* (i (name Int)) (i (other ( (name Array) (name Int) (name Int) )))) )) (name Bool) )))))";
    a_let_keeps_a_binding_and_its_body:
        "smt-lib", "(assert (let ((x 1) (y z)) (not x)))" => "( (* (i (other ( assert (list ( let (other ( (+ (i (other ( (name x) (atom 1) ))) (i (other ( (name y) (atom z) )))) )) (list ( not (atom x) )) )) )))))";
    an_attribute_is_one_item:
        "smt-lib", "(assert (! t :named n :pattern (f x)))" => "( (* (i (other ( assert (list ( ! (atom t) (+ (i (other :named) (atom n)) (i (other :pattern) (list ( (head f) (+ (i (atom x))) )))) )) )))))";
    a_list_as_head_stays:
        "smt-lib", "(assert (= ((_ extract 7 0) x) y))" => "( (* (i (other ( assert (list ( = (+ (i (list ( (other ( (name _) (name extract) (name 7) (name 0) )) (atom x) ))) (i (atom y))) )) )))))";
    comments_go_with_what_they_stand_beside:
        "smt-lib", "; one\n; two\n(exit) ; three\n; four\n(reset)\n; five\n" => "( (* (i (#other ; one) (#other ; two) (list ( (head exit) )) (#other ; three)) (i (#other ; four) (list ( (head reset) )))) (#other ; five))";
    a_folded_instruction_keeps_its_operands:
        "wat", "(func $f (param $x i32) (i32.add (local.get $x) (i32.const 1)))" => "( (+ (i (other ( func (name $f) (* (i (other ( param (name $x) (+ (i (name i32))) ))) (i (list ( i32.add (list ( local.get (name $x) )) (list ( i32.const (name 1) )) )))) )))))";
    operands_stay_with_an_instruction_that_is_not_known:
        "wat", "(func (odd $x 1 (nop) (nop)))" => "( (+ (i (other ( func (* (i (list ( (head odd) (name $x) (name 1) (* (i (list ( nop ))) (i (list ( nop )))) )))) )))))";
    flat_instructions_take_their_operands:
        "wat", "(func block $l (result i32) i32.const 1 br_if $l drop end $l nop)" => "( (+ (i (other ( func (* (i (list block (name $l) (? (other ( result (+ (i (name i32))) ))) (* (i (atom i32.const (name 1))) (i (atom br_if (name $l))) (i (atom drop))) end (name $l))) (i (atom nop))) )))))";
    an_else_among_flat_instructions_is_no_instruction:
        "wat", "(func if nop else drop end)" => "( (+ (i (other ( func (* (i (list if (* (i (atom nop)) (i (other else)) (i (atom drop))) end))) )))))";
    branches_of_an_if_are_told_apart:
        "wat", "(func (if (result i32) (local.get 0) (then nop) (else nop)))" => "( (+ (i (other ( func (* (i (list ( if (? (other ( result (+ (i (name i32))) ))) (list ( local.get (name 0) )) (other ( then (* (i (atom nop))) )) (? (other ( else (* (i (atom nop))) ))) )))) )))))";
    a_field_of_a_struct_keeps_its_word_and_a_type:
        "wat", "(type $s (struct (field $x i32) (field (mut i8) i32)))" => "( (+ (i (other ( type (name $s) (other ( struct (* (i (other ( field (name $x) (+ (i (name i32))) ))) (i (other ( field (+ (i (other ( (name mut) (name i8) ))) (i (name i32))) )))) )) )))))";
    strings_of_a_module_are_what_it_says_they_are:
        "wat", "(module quote \"(func)\" \"\") (module $m binary \"\")" => "( (+ (i (other ( module (name quote) (* (i (atom \"(func)\")) (i (atom \"\"))) ))) (i (other ( module (name $m) (name binary) (* (i (atom \"\"))) )))))";
    a_quoted_list_has_no_head:
        "lisp", "(f 'a '(b c) #'d `(e ,f))" => "( (* (i (list ( (head f) (* (i (atom ' a)) (i (list ' ( (* (i (atom b)) (i (atom c))) ))) (i (atom #' d)) (i (list ` ( (* (i (atom e)) (i (atom , f))) )))) )))))";
    a_function_keeps_its_name:
        "lisp", "(defun f (a b) (g a) b)" => "( (* (i (list ( defun (name f) (other ( (* (i (atom a)) (i (atom b))) )) (* (i (list ( (head g) (* (i (atom a))) ))) (i (atom b))) )))))";
    brackets_and_braces_are_lists:
        "lisp", "(let [a 1 b 2] {:c 3, :d [4 5]} #{6})" => "( (* (i (list ( let (list [ (* (i (atom a) (atom 1)) (i (atom b) (atom 2))) ]) (* (i (list { (* (i (other :c) (atom 3)) (i (other :d) (list [ (* (i (atom 4)) (i (atom 5))) ]))) })) (i (list # { (* (i (atom 6))) }))) )))))";
    bindings_in_square_brackets_are_bindings:
        "lisp", "(let ([a 1] [b 2]) a)" => "( (* (i (list ( let (other ( (* (i (other [ (name a) (atom 1) ])) (i (other [ (name b) (atom 2) ]))) )) (* (i (atom a))) )))))";
    characters_are_no_brackets:
        "lisp", "(f #\\( ?\\) |)| \"\\\")\")" => "( (* (i (list ( (head f) (* (i (atom #\\()) (i (atom ?\\))) (i (atom |)|)) (i (atom \"\\\")\"))) )))))";
    what_is_there_if_features_are_is_one_item:
        "lisp", "(f #+(or a b) (g) #-c d)" => "( (* (i (list ( (head f) (* (i (list (? #+(or a b)) ( (head g) ))) (i (atom (? #-c) d))) )))))";
    the_tail_of_a_list_goes_with_its_last_item_or_before_it:
        "lisp", "(f (a b . c) (:k . (d)) (define (g . h) i))" => "( (* (i (list ( (head f) (* (i (list ( (head a) (* (i (atom b) (? . (atom c)))) ))) (i (list ( (* (i (other :k) (? . (list ( (head d) ))))) ))) (i (list ( define (list ( (head g) (? . (atom h)) )) (* (i (atom i))) )))) )))))";
    a_dot_that_begins_a_list_or_ends_it_is_an_atom:
        "lisp", "(. a b) '(. a) (b .)" => "( (* (i (list ( (head .) (* (i (atom a)) (i (atom b))) ))) (i (list ' ( (* (i (atom .)) (i (atom a))) ))) (i (list ( (head b) (* (i (atom .))) )))))";
    a_datum_comment_is_one_comment:
        "lisp", "(f #;(g (h)) i)" => "( (* (i (list ( (head f) (* (i (#other #;(g (h))) (atom i))) )))))";
    a_list_that_is_not_closed_ends_with_the_one_around_it:
        "lisp", "(f [a (b) c) d (e" => "( (* (i (list ( (head f) (* (i (list [ (* (i (atom a)) (i (list ( (head b) ))) (i (atom c)))))) ))) (i (atom d)) (i (list ( (head e)))))";
    a_bracket_that_closes_nothing_is_an_atom:
        "lisp", ") (f ]) (g)" => "( (* (i (atom ))) (i (list ( (head f) (* (i (atom ]))) ))) (i (list ( (head g) )))))";
}

#[test]
fn what_is_left_is_balanced() {
    for (language, text) in DIALECTS.into_iter().zip([SMT, WAT, LISP]) {
        assert!(is_balanced(language, text), "{language}");
        let document = document(language, text.as_bytes());
        let left = [removals(&document), replacements(&document)].concat();
        assert!(left.len() > 40, "{language}: {}", left.len());
        for left in left {
            assert!(is_balanced(language, &left), "{language}: {left}");
        }
    }
}

#[test]
fn a_term_is_replaced_by_a_term_in_it_and_a_command_is_not() {
    let document = document("smt-lib", b"(assert (and (not a) (let ((x 1)) (f x))))");
    let tried = replacements(&document);
    for wanted in [
        "(assert (not a))",
        "(assert (let ((x 1)) (f x)))",
        "(assert (f x))",
        "(assert (and (not a) (f x)))",
        "(assert (and a (let ((x 1)) (f x))))",
    ] {
        assert!(tried.iter().any(|text| text == wanted), "{wanted}: {tried:#?}");
    }
    for unwanted in ["(and (not a) (let ((x 1)) (f x)))", "(assert (x 1))"] {
        assert!(!tried.iter().any(|text| text == unwanted), "{unwanted}");
    }
}

#[test]
fn what_has_a_comma_stays_within_a_backquote() {
    let document = document("lisp", b"(f `(a (b (c ,d)) ,(e (g `(h ,(i (j k)))))))");
    let tried = replacements(&document);
    for wanted in [
        "(f `(a (b ,d) ,(e (g `(h ,(i (j k)))))))",
        "(f `(a (b (c ,d)) (g `(h ,(i (j k))))))",
        "(f `(a (b (c ,d)) ,(e (g (j k)))))",
        "(f (g `(h ,(i (j k)))))",
    ] {
        assert!(tried.iter().any(|text| text == wanted), "{wanted}: {tried:#?}");
    }
    for text in &tried {
        assert_eq!(commas_without_backquote(text), 0, "{text}");
    }
}

#[test]
fn commas_outside_of_backquotes_restrict_nothing() {
    let document = document("lisp", b"(f `a (g ,(b c)))");
    let tried = replacements(&document);
    assert!(tried.iter().any(|text| text == "(f `a ,(b c))"), "{tried:#?}");
}

/// Counts the commas outside backquotes in a text without strings.
fn commas_without_backquote(text: &str) -> usize {
    let (mut bad, mut level, mut pending, mut open) = (0, 0, 0, Vec::new());
    for byte in text.bytes() {
        match byte {
            b'`' => pending += 1,
            b',' => pending -= 1,
            b'(' => {
                open.push(level);
                level += std::mem::take(&mut pending);
            }
            b')' => level = open.pop().expect("balanced"),
            _ => pending = 0,
        }
        bad += usize::from(level + pending < 0);
    }
    bad
}

#[test]
fn atoms_do_not_fuse() {
    let document = document("lisp", b"(+(f)y\"s\"-)");
    let left = removals(&document);
    assert!(left.contains(&"(+ y\"s\"-)".to_owned()), "{left:?}");
    assert!(left.contains(&"(+(f)y -)".to_owned()), "{left:?}");
}

#[test]
fn a_line_comment_ends_with_its_line() {
    let document = document("wat", b"(func nop ;; a\n drop)");
    let left = removals(&document);
    assert!(left.contains(&"(func nop ;; a\n )".to_owned()), "{left:?}");
}

#[test]
fn texts_nest_as_deep_as_they_like() {
    let pieces = [
        (200_000, "(", ")"),
        (20_000, "(f ", ")"),
        (20_000, "(", ""),
        (20_000, "", ")"),
        (20_000, "'", ""),
        (20_000, "#;", ""),
    ];
    for (deep, open, close) in pieces {
        let text = format!("{}x{}", open.repeat(deep), close.repeat(deep));
        for language in DIALECTS {
            let document = document(language, text.as_bytes());
            assert_eq!(rendered(&document, &Edits::default()), text);
        }
    }
}

#[test]
fn hostile_texts_take_linear_time() {
    let many = 30_000;
    for piece in
        ["\"", "\"\\", "|", "(;", "#|", "; a\n", "(]", "[)", "#;(", ",", "block ", "(f ;\n"]
    {
        let text = piece.repeat(many);
        for language in DIALECTS {
            let document = document(language, text.as_bytes());
            assert_eq!(rendered(&document, &Edits::default()), text);
        }
    }
}

proptest! {
    #[test]
    fn pieces_of_expressions_come_back(
        pieces in proptest::collection::vec(
            prop::sample::select(vec![
                "(", ")", "[", "]", "{", "}", " ", "\n", "a", "let", "\"", "\\", "|", ";", "#;",
                "#|", "|#", "(;", ";)", ";;", ":k", "'", ",@", "#", "block", "end", "if", "$x",
                "assert", "!", "_", "declare-fun", "cond", "\r\n", "é", "\0",
            ]),
            0..60,
        ),
        removed in proptest::collection::vec(any::<u32>(), 1..5),
    ) {
        let text = pieces.concat();
        for language in DIALECTS {
            let document = document(language, text.as_bytes());
            prop_assert_eq!(rendered(&document, &Edits::default()), text.as_str());
            let tree = document.tree();
            let removed = removed.iter().map(|at| NodeId(at % tree.len() as u32)).collect();
            let left = rendered(&document, &Edits::removal(removed));
            let solid = |text: &str| text.chars().filter(|c| !c.is_whitespace()).count();
            prop_assert!(solid(&left) <= solid(&text));
        }
    }
}
