//! The offers of the rungs for small texts of several languages, as texts without blanks.

mod any_text;
mod search_rungs;

use super::{RUNGS, SEARCH_RUNGS};
use crate::{Document, Language, parse};
use probdd_core::{Edits, Kept};

/// The texts that a rung offers, without blanks.
fn offered(language: &str, text: &str, rung: &str) -> Vec<String> {
    let language = Language::by_name(language).expect("built in");
    let document = parse(language, text.as_bytes());
    assert!(document.fallback().is_none(), "{text}");
    let rung = RUNGS.iter().chain(&SEARCH_RUNGS).find(|known| known.name == rung).expect("a rung");
    let offers = rung.offers(&document, Some(language));
    offers.iter().map(|edits| without_blanks(&document, edits)).collect()
}

/// A text after some edits, without blanks.
fn without_blanks(document: &Document, edits: &Edits) -> String {
    let mut kept = Kept::all(document.tree());
    kept.apply(document.tree(), edits);
    let mut written: Vec<_> =
        edits.written.iter().filter(|written| !written.text.is_empty()).collect();
    written.sort_by_key(|written| written.tokens.start);
    let texts =
        written.iter().map(|written| (written.tokens.start as usize, written.text.as_slice()));
    let mut bytes = Vec::new();
    document.with_texts(texts).render(&kept, &mut bytes);
    let text = String::from_utf8(bytes).expect("the languages' tokens are whole");
    text.split_whitespace().collect()
}

/// Whether a rung offers a text.
fn offers(language: &str, text: &str, rung: &str, wanted: &str) -> bool {
    let wanted: String = wanted.split_whitespace().collect();
    let offered = offered(language, text, rung);
    let is_offered = offered.contains(&wanted);
    if !is_offered {
        eprintln!("{wanted} is none of {offered:#?}");
    }
    is_offered
}

#[test]
fn a_definition_goes_with_its_uses() {
    let c = "int a; int f() { a = 1; return 2; } int g() { a++; return 3; }";
    assert!(offers("c", c, "couple", "int f() { return 2; } int g() { return 3; }"));
    let rust = "trait A { type B; fn c() -> Self::B; fn d(); } impl A for u8 { type B = u8; fn c() -> Self::B {} fn d() {} }";
    let wanted = "trait A { fn c(); fn d(); } impl A for u8 { fn c() {} fn d() {} }";
    assert!(offers("rust", rust, "couple", wanted));
    let python = "import os\nx = 1\nprint(os.name)\n";
    assert!(offers("python", python, "couple", "x = 1"));
}

#[test]
fn equal_parts_and_equal_signs_go_together() {
    let xml = "<a><b c=\"1\"/><d c=\"1\"/></a>";
    assert!(offers("xml", xml, "couple", "<a><b/><d/></a>"));
    let c = "char *a; int f() { return *a; }";
    assert!(offers("c", c, "couple", "char a; int f() { return a; }"));
}

#[test]
fn an_alias_becomes_what_it_names_and_a_variable_its_value() {
    let c = "typedef signed char i8; i8 a; i8 b;";
    assert!(offers("c", c, "inline", "signed char a; signed char b;"));
    let rust = "type A = u8; fn f(a: A) -> A { a }";
    assert!(offers("rust", rust, "inline", "fn f(a: u8) -> u8 { a }"));
    let python = "x = g(1)\nprint(x)\n";
    assert!(offers("python", python, "inline", "print(g(1))"));
}

#[test]
fn a_definition_goes_and_its_uses_become_constants_and_basic_types() {
    let c = "int a = g(); int h() { a = 2; return a + 1; }";
    assert!(offers("c", c, "substitute", "int h() { ; return 0 + 1; }"));
    let java = "import b.C; class A { C d; }";
    assert!(offers("java", java, "substitute", "class A { int d; }"));
    let c = "int a; int h() { a = 2; }";
    assert!(offered("c", c, "substitute").is_empty(), "`couple` offers this");
}

#[test]
fn a_call_becomes_the_body_of_its_function() {
    let c = "int p(); void f(int a, int b) { g = a; p(b); } int main() { h(); f(1, x); return 0; }";
    assert!(offers("c", c, "inline", "int p(); int main() { h(); g = 1; p(x); return 0; }"));
    assert!(offers("c", c, "inline", "int p(); int main() { h(); { g = 1; p(x); } return 0; }"));
    let c = "void f(int a) { int b = a; } int g() { f(1); f(2); }";
    assert!(offers("c", c, "inline", "int g() { { int b = 1; } { int b = 2; } }"));
    let c = "int f() { return g() * 2; } int main() { int a = f(); return a; }";
    assert!(offers("c", c, "inline", "int main() { int a = g() * 2; return a; }"));
    let c = "int f(int a, int b) { return a * h(b); } int main() { return f(x + 1, y + 1); }";
    assert!(offers("c", c, "inline", "int main() { return (x + 1) * h(y + 1); }"));
    let rust = "fn f(a: u8) -> u8 { a + 1 } fn g() { let b = f(h(2)); }";
    assert!(offers("rust", rust, "inline", "fn g() { let b = h(2) + 1; }"));
    let python = "def f(a):\n    print(a)\n\nf(1)\n";
    assert!(offers("python", python, "inline", "print(1)"));
    let javascript = "function f(a) { b(a); c(); } d(); f([]);";
    assert!(offers("javascript", javascript, "inline", "d(); b([]); c();"));
    let java = "class A { void f(int a) { g(a); } void h() { this.f(1); } }";
    assert!(offers("java", java, "inline", "class A { void h() { g(1); } }"));
    let go = "package a\nfunc f(a int) { g(a) }\nfunc h() { f(1) }";
    assert!(offers("go", go, "inline", "package a func h() { g(1) }"));
}

#[test]
fn a_function_may_be_declared_and_called_before_it_is_defined() {
    let c = "void f(); void g() { f(1); } void f(int a) { h(a); } int main() { g(); f(2); }";
    assert!(offers("c", c, "inline", "void g() { h(1); } int main() { g(); h(2); }"));
    let javascript = "f(1); function f(a) { b(a); }";
    assert!(offers("javascript", javascript, "inline", "b(1);"));
    let javascript = "if (f(1)) { a; } function f(x) { return x; }";
    assert!(offers("javascript", javascript, "inline", "if (1) { a; }"));
}

#[test]
fn a_function_without_a_name_becomes_its_body_where_it_is_called() {
    let javascript = "(function (a, b) { c.d = b(a); }(this, function () { return 1; }));";
    let wanted = "(c.d = function () { return 1; }(this));";
    assert!(offers("javascript", javascript, "inline", wanted));
    for javascript in
        ["x(); (function (a) { b(a); c(); })(1);", "x(); (function (a) { b(a); c(); }(1));"]
    {
        assert!(offers("javascript", javascript, "inline", "x(); b(1); c();"));
    }
    let javascript = "let x = ((a) => a * 2)(y + 1);";
    assert!(offers("javascript", javascript, "inline", "let x = (y + 1) * 2;"));
    let cpp = "int f() { return [](int a) { return a; }(1); }";
    assert!(offers("cpp", cpp, "inline", "int f() { return 1; }"));
    for python in ["x = a(b).c(d)\n", "x = (a).c(d)\n"] {
        assert!(!offered("python", python, "inline").contains(&"x=c".to_owned()));
    }
}

#[test]
fn what_a_function_does_before_its_last_statement_moves_before_the_statement_of_its_call() {
    let c = "int f(int a) { g(a); h(); return a * 2; } int main() { x(); y = f(1) + 3; }";
    let wanted = "int main() { x(); g(1); h(); y = 1 * 2 + 3; }";
    assert!(offers("c", c, "inline", wanted));
    let c = "int f(int a) { g(a); return a; } int main() { x(); f(1); }";
    assert!(offers("c", c, "inline", "int main() { x(); g(1); 1; }"));
    let javascript = "x(); var a = function () { var b = 1; return b; }().c();";
    assert!(offers("javascript", javascript, "inline", "x(); var b = 1; var a = b.c();"));
}

#[test]
fn a_function_stays_that_calls_itself_or_is_not_called_somewhere() {
    let becomes = |c: &str, wanted: &str| offered("c", c, "inline").contains(&wanted.to_owned());
    assert!(becomes("int f() { return 1; } int g() { f(); }", "intg(){return1;}"));
    assert!(!becomes("int f() { return f(); } int g() { f(); }", "intg(){returnf();}"));
    let value = "int f() { return 1; } int g() { f(); h(f); }";
    assert!(!becomes(value, "intg(){1;h(f);}") && becomes(value, "intg(){1();h(1);}"));
    let nested = "int f(int a) { return a; } int g() { f(f(1)); }";
    assert!(!becomes(nested, "intg(){f(1);}") && !becomes(nested, "intg(){1;}"));
}

#[test]
fn statements_come_where_there_is_room_for_them_and_no_name_is_declared_twice() {
    let becomes = |c: &str, wanted: &str| offered("c", c, "inline").contains(&wanted.to_owned());
    let one = "void f(int a) { g(a); h(); } int main() { if (x) f(1); }";
    assert!(
        becomes(one, "intmain(){if(x){g(1);h();}}") && !becomes(one, "intmain(){if(x)g(1);h();}")
    );
    let two = "void f(int a) { int b = a; h(b); } int g() { f(1); f(2); }";
    assert!(!becomes(two, "intg(){intb=1;h(b);intb=2;h(b);}"));
}

#[test]
fn a_definition_moves_to_its_first_use() {
    let c = "struct s { int a; }; struct s b; struct s c;";
    assert!(offers("c", c, "inline", "struct s { int a; } b; struct s c;"));
}

#[test]
fn of_two_names_that_are_defined_alike_one_goes() {
    let rust = "trait A { type B; type C; fn d() -> Self::C; }";
    assert!(offers("rust", rust, "unify", "trait A { type B; fn d() -> Self::B; }"));
}

#[test]
fn a_parameter_goes_with_its_arguments_and_uses() {
    let c = "int f(int a, int b) { g(a); return b; } int h() { return f(1, 2); }";
    let wanted = "int f(int b) { g(); return b; } int h() { return f(2); }";
    assert!(offers("c", c, "parameters", wanted));
    let c = "int f(int a, int b) { return a + b; } int h() { return f(1, 2); }";
    let wanted = "int f(int b) { return 0 + b; } int h() { return f(2); }";
    assert!(offers("c", c, "parameters", wanted));
    let python = "def f(a, b):\n    return b\nf(1, 2)\n";
    assert!(offers("python", python, "parameters", "def f(b): return b f(2)"));
}

#[test]
fn a_definition_becomes_a_parameter() {
    let c = "long a; int b() { char c; return c < a; }";
    assert!(offers("c", c, "parameters", "int b(long a) { char c; return c < a; }"));
    assert!(offers("c", c, "parameters", "long a; int b(char c) { return c < a; }"));
    let c = "int f(void) { int a; return a; }";
    assert!(offered("c", c, "parameters").is_empty());
}

#[test]
fn a_node_becomes_what_is_inside_in_the_smallest_frame() {
    let c = "int f() { if (a < b) { g(); } }";
    assert!(offers("c", c, "hoist", "int f() { a < b; }"));
    assert!(offers("c", c, "hoist", "int f() { return (a < b); }"));
    assert!(offers("c", c, "hoist", "int f() { g(); }"));
    let json = r#"{"a": {"b": 1}}"#;
    assert!(offers("json", json, "hoist", r#"[{"b": 1}]"#));
    let rust = "fn f() { let a = g(1 + 2); }";
    assert!(offers("rust", rust, "hoist", "fn f() { let a = 1 + 2; }"));
    let python = "if a(1):\n    b()\n";
    assert!(offers("python", python, "hoist", "a(1)"));
}

#[test]
fn code_becomes_no_directive() {
    for rung in ["hoist", "donors"] {
        let found = offered("c", "#define N 1\nint f(int a) { a / 1; }", rung);
        let is_directive = |text: &String| text.matches('#').count() > 1;
        assert!(!found.is_empty() && !found.iter().any(is_directive), "{found:?}");
    }
}

#[test]
fn an_item_becomes_one_of_a_list_around_it_whatever_it_is_called_there() {
    let java = "class A { void f() { int a = 0; g(); } }";
    assert!(offers("java", java, "lift", "class A { int a = 0; }"));
}

#[test]
fn the_smallest_text_that_fits_takes_a_nodes_place() {
    let java = "class A { void f() { g(); } }";
    assert!(offers("java", java, "donors", "class A { void f() { ; } }"));
    let c = "int f() { while (g(1)) { h(); } }";
    assert!(offers("c", c, "donors", "int f() { ; }"));
    assert!(offers("c", c, "donors", "int f() { while (0) { h(); } }"));
    let json = r#"{"a": [1, 2]}"#;
    assert!(offers("json", json, "donors", r#"{"a": 0}"#));
    let rust = "fn f(a: Vec<u8>, b: Vec<u8>) {}";
    assert!(offers("rust", rust, "donors", "fn f(a: u8, b: u8) {}"));
}

#[test]
fn neighbours_that_begin_and_end_alike_become_one() {
    assert!(offers("c", "int a; int b;", "merge", "int a, b;"));
    assert!(offers(
        "java",
        "class A { int a; } class A { f b; }",
        "merge",
        "class A { int a f b; }"
    ));
}

#[test]
fn names_become_short_and_keep_their_case() {
    let c = "int counter; struct Point { int counter; };";
    let named = offered("c", c, "names");
    assert_eq!(named, ["inta;structPoint{inta;};", "intcounter;structA{intcounter;};"]);
    assert!(offered("python", "a = b\n", "names").is_empty());
}

#[test]
fn names_change_where_strings_and_comments_have_them_too_or_else_only_where_they_are_names() {
    let python = "total = 1 # the total\nprint(\"total: subtotal\", total)\n";
    let named = offered("python", python, "names");
    assert_eq!(named.len(), 3, "{named:?}");
    assert_eq!(named[0], "a=1#theaprint(\"a:subtotal\",a)");
    assert_eq!(named[2], "a=1#thetotalprint(\"total:subtotal\",a)");
    let cmake = "macro(say text)\nmessage(\"${text}: done\")\nendmacro()\n";
    assert!(offers("cmake", cmake, "names", "macro(say a) message(\"${a}: done\") endmacro()"));
}

#[test]
fn literals_become_small() {
    let found = offered("c", "int a = 735;", "literals");
    assert_eq!(found, ["inta=0;", "inta=1;", "inta=7;"]);
    assert_eq!(offered("c", "int a = 0;", "literals"), Vec::<String>::new());
}

#[test]
fn equal_tokens_become_small_together_and_then_alone() {
    let c = "int a = 88, b = 88;";
    let found = offered("c", c, "literals");
    let choices = |place: usize| &found[3 * place..3 * place + 3];
    assert_eq!(found.len(), 9);
    assert_eq!(choices(0), ["inta=0,b=0;", "inta=0,b=88;", "inta=88,b=0;"]);
    let found = offered("c", c, "chars");
    assert_eq!(found[0], "inta=8,b=8;");
    assert_eq!(found[found.len() - 2..], ["inta=88,b=8;", "inta=8,b=88;"]);
}

#[test]
fn brackets_go_in_pairs() {
    let found = offered("c", "int a = (1);", "brackets");
    assert_eq!(found, ["inta=;", "inta=1;", "inta=();"]);
}

#[test]
fn every_token_goes_alone() {
    assert_eq!(offered("c", "int a;", "tokens"), ["inta", "int;", "a;"]);
}

#[test]
fn tokens_become_shorter() {
    let found = offered("c", "int abcd;", "chars");
    assert!(
        ["inta;", "intab;", "intcd;", "intabc;", "intbcd;"]
            .iter()
            .all(|text| found.contains(&(*text).to_owned()))
    );
}

#[test]
fn conditions_are_removed_or_replaced_by_a_branch_or_lose_one() {
    let text = "int a;\n#if A\nint b;\n#elif B\nint c;\n#else\nint d;\n#endif\n";
    for wanted in [
        "int a;",
        "int a; int b;",
        "int a; int c;",
        "int a; int d;",
        "int a; #if A #elif B int c; #else int d; #endif",
        "int a; #if A int b; #else int d; #endif",
        "int a; #if A int b; #elif B int c; #endif",
    ] {
        assert!(offers("c", text, "conditions", wanted));
    }
}

#[test]
fn a_macro_is_replaced_by_what_it_stands_for() {
    let text = "#define N 4\n#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint x[N];\nint y = MAX(f(1, 2), 3);\n";
    let max = "#define MAX(a,b)((a)>(b)?(a):(b))";
    let rest = "int x[4]; int y = MAX(f(1, 2), 3);";
    assert!(offers("c", text, "expand", &format!("{max}{rest}")));
    let wanted = "#define N 4 int x[N]; int y = ((f(1, 2)) > (3) ? (f(1, 2)) : (3));";
    assert!(offers("c", text, "expand", wanted));
}

#[test]
fn what_cpp_can_do_without_goes() {
    let goes = |text: &str, wanted: &str| offers("c++", text, "delete", wanted);
    assert!(goes("class A : B, C { int a; };", "class A { int a; };"));
    assert!(goes("template<class T> requires C<T> void f(T);", "template<class T> void f(T);"));
    assert!(goes("template<class T> void f(T) requires C<T>;", "template<class T> void f(T);"));
    assert!(goes("[[nodiscard]] int f();", "int f();"));
    assert!(goes("struct A { A() : a(1), b(2) {} };", "struct A { A() : b(2) {} };"));
    assert!(goes("struct A { A() : a(1), b(2) {} };", "struct A { A() {} };"));
    assert!(goes("auto a = [b, &c](int d) { };", "auto a = [](int d) { };"));
    assert!(goes("auto a = [b](int d) -> int { };", "auto a = [b](int d) { };"));
    assert!(goes("auto a = [b](int d) -> int { };", "auto a = [b] { };"));
    assert!(goes("auto a = []<class T>(T d) { };", "auto a = [](T d) { };"));
    assert!(goes("A<B, C> a;", "A<> a;"));
    assert!(offers("c++", "class A { int a; };", "brackets", "class A;"));
    let function = "template<class T> int f(int a) { return a; }";
    assert!(offers("c++", function, "hoist", "int f(int a) { return a; }"));
}
