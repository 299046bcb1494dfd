//! Tidying only changes blanks, and lays texts out as a person would.

use super::round_trip::{EXAMPLES, Example, language};
use crate::parse;

fn tidied(name: &str, text: &str) -> String {
    let document = parse(language(name), text.as_bytes());
    let tidied = language(name).tidied(&document).expect("it has a layout");
    String::from_utf8(tidied).expect("a text")
}

#[track_caller]
fn becomes(name: &str, text: &str, wanted: &str) {
    assert_eq!(tidied(name, text), wanted);
    assert_eq!(tidied(name, wanted), wanted, "it is tidy already");
}

#[test]
fn the_tree_stays_and_what_is_tidy_is_left_alone() {
    for example in EXAMPLES.iter() {
        let (language, name) = (example.language, example.language.name());
        let Some(once) = language.tidied(&example.document) else { continue };
        let again = parse(language, &once);
        assert!(again.is_same_but_for_blanks(&example.document), "{name}");
        let twice = language.tidied(&again).expect("it could be tidied before");
        assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once), "{name}");
    }
}

#[test]
fn of_broken_texts_too_only_blanks_change_and_once_is_enough() {
    let solid = |text: &[u8]| -> Vec<u8> {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    };
    for Example { language, document, .. } in EXAMPLES.iter() {
        let text = document.text();
        let lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let pieces = (0..lines.len()).step_by(3).map(|from| lines[from..].iter().take(7));
        let pieces = pieces.map(|piece| piece.copied().collect::<Vec<_>>().concat());
        let cuts = (1..8).map(|part| text.len() * part / 8);
        let halves = cuts.flat_map(|cut| [text[..cut].to_vec(), text[cut..].to_vec()]);
        for text in pieces.chain(halves) {
            let before = parse(language, &text);
            let Some(once) = language.tidied(&before) else { continue };
            assert_eq!(solid(&once), solid(&text), "{}", language.name());
            let after = parse(language, &once);
            if after.is_same_but_for_blanks(&before) {
                let [once, twice] = [Some(once), language.tidied(&after)]
                    .map(|text| String::from_utf8_lossy(&text.unwrap_or_default()).into_owned());
                assert_eq!(twice, once, "{}", language.name());
            }
        }
    }
}

#[test]
fn where_columns_mean_something_a_text_stays() {
    let text = b"main = do\n  a\n";
    assert!(language("haskell").tidied(&parse(language("haskell"), text)).is_none());
}

#[test]
fn c() {
    becomes(
        "c",
        "#define A(b) b+1\nstruct a {\nint b; char\n*c; };\nenum { A,\nB };\nint d[] = { 1,\n2 };\n\n\n\
         int\nmain(int a,\nchar **b)\n{\nint c = b [ 0 ]+a *2, *e=&c;\nreturn\n6854775807 -a < 0;\n\
         {b =\nc;}\nfor(;;) a++;\nif ( a )\n b( ) ;\nelse\n{ c=(int) b ? a:b->c . d; }\n\
         switch(a) { case 1: c(1 ,2) ; break;\ndefault: ; }\n#if 1\ndo {a--;} while (a) ;\n#endif\n}\n",
        "#define A(b) b+1\n\
         struct a {\n    int b;\n    char *c;\n};\n\
         enum { A, B };\n\
         int d[] = {1, 2};\n\n\
         int main(int a, char **b) {\n    \
             int c = b[0] + a * 2, *e = &c;\n    \
             return 6854775807 - a < 0;\n    \
             { b = c; }\n    \
             for (;;) a++;\n    \
             if (a)\n        b();\n    \
             else { c = (int) b ? a : b->c.d; }\n    \
             switch (a) {\n        \
                 case 1:\n            c(1, 2);\n            break;\n        \
                 default: ;\n    }\n\
         #if 1\n    do { a--; } while (a);\n#endif\n}\n",
    );
}

#[test]
fn cpp_and_csharp() {
    becomes(
        "c++",
        "template < typename a >\nstruct b:c<a>{ a\nd; public : b( ):d( 1 ) {\n} };\n\
         auto h=[ & ](int&a)\n{ return a; };\n",
        "template <typename a>\nstruct b : c<a> {\n    a d;\npublic:\n    b() : d(1) {}\n};\n\
         auto h = [&](int &a) { return a; };\n",
    );
    becomes(
        "c#",
        "[A]\nclass C<T>:D where T:class { public int P { get ;set ; } [B] void F ( int x )\n{ \
         var z=x=>x+1 ;\nF ( y:1 ) ; } }\n",
        "[A]\nclass C<T> : D where T : class {\n    public int P { get; set; }\n    \
         [B] void F(int x) {\n        var z = x => x + 1;\n        F(y: 1);\n    }\n}\n",
    );
}

#[test]
fn java() {
    becomes(
        "java",
        "package a; class A<B extends C>{ int a\n= 1; @D\nvoid b ( )\n{ Runnable c = ( )->{ d( ); } ; \
         if(a == 1) { d(); } else { e (); }\nint[ ] x = { 1,2 }; for(int i:x) { } } }\n",
        "package a;\nclass A<B extends C> {\n    int a = 1;\n    @D\n    void b() {\n        \
         Runnable c = () -> { d(); };\n        if (a == 1) { d(); } else { e(); }\n        \
         int[] x = {1, 2};\n        for (int i : x) {}\n    }\n}\n",
    );
}

#[test]
fn rust() {
    becomes(
        "rust",
        "use a::{ b,c };\n#[ d ]\nstruct A { a : Vec < usize> ,\nb: u8}\n\
         impl<'a> A { fn b ( mut self )->u8 { for c in & self.a { self.d ( ) } \
         match c { 1=>{ a()} , _ => 2 } }\n\nfn d (&mut self) {\n} }\n\
         fn f<T>()\nwhere\nT: C,\n{ let a = [1; 2]; b()\n}\n",
        "use a::{b, c};\n#[d]\nstruct A {\n    a: Vec<usize>,\n    b: u8\n}\nimpl<'a> A {\n    \
         fn b(mut self) -> u8 {\n        for c in &self.a { self.d() }\n        match c {\n            \
         1 => { a() },\n            _ => 2\n        }\n    }\n\n    fn d(&mut self) {}\n}\n\
         fn f<T>() where T: C, {\n    let a = [1; 2];\n    b()\n}\n",
    );
}

#[test]
fn go() {
    becomes(
        "go",
        "package a\nimport ( \"b\"\n\"c\" )\ntype A struct { a int; b string }\n\
         func ( a A ) f( b int) ( int , error) { if a:=1;a>2 { return 1, nil }\nx := [ ]int{1,\n2}\n\
         switch a { case 1: f()\ndefault:\n}\nreturn }\n",
        "package a\nimport (\n\t\"b\"\n\t\"c\"\n)\ntype A struct {\n\ta int;\n\tb string\n}\n\
         func (a A) f(b int) (int, error) {\n\tif a := 1; a > 2 { return 1, nil }\n\t\
         x := []int{1, 2}\n\tswitch a {\n\tcase 1:\n\t\tf()\n\tdefault:\n\t}\n\treturn\n}\n",
    );
}

#[test]
fn javascript_and_typescript() {
    becomes(
        "javascript",
        "const a = ( b , c ) => { return b+\nc } ; function d(){ a( ) ; if(a){ b() } }\n\
         f(function() { a()\nb() }); var o = { a : 1, b , ...c,\nd() {} }\n\
         let t = `a${ b }\n  c`, n = !a\n",
        "const a = (b, c) => { return b + c };\nfunction d() {\n  a();\n  if (a) { b() }\n}\n\
         f(function() {\n  a()\n  b()\n});\nvar o = { a: 1, b, ...c, d() {} }\n\
         let t = `a${ b }\n  c`, n = !a\n",
    );
    becomes(
        "typescript",
        "interface A<T> { a : number ; b?( c: string ) : void }\n\
         type B = { [ K in keyof T ]: T[K] }|string\n",
        "interface A<T> {\n  a: number;\n  b?(c: string): void\n}\n\
         type B = { [K in keyof T]: T[K] } | string\n",
    );
    becomes(
        "tsx",
        "const a=( )=>{ return <div a = \"b\" c={ d }>\n  text { x }\n</div> }\n",
        "const a = () => {\n  return <div a=\"b\" c={d}>\n    text {x}\n  </div>\n}\n",
    );
    becomes("typescript", "let a = { ...this !, b } = {}\n", "let a = { ...this!, b } = {}\n");
}

#[test]
fn python_keeps_its_lines() {
    becomes(
        "python",
        "class A ( B ) :\n  x=1\n  def f( self,a = 1 , * b ) :\n      if a : return a [ 0 ]\n      \
         x = [ 1,\n        2 , { \"a\":b } ]\n      return a +b\n",
        "class A(B):\n  x = 1\n  def f(self, a=1, *b):\n      if a: return a[0]\n      \
         x = [1, 2, {\"a\": b}]\n      return a + b\n",
    );
}

#[test]
fn words_that_end_blocks() {
    becomes(
        "lua",
        "local a = { 1, b=2 } function f ( x , y ) if x==1 then return y else g ( ) end end\n",
        "local a = { 1, b = 2 }\nfunction f(x, y)\n  if x == 1 then return y else g() end\nend\n",
    );
    becomes(
        "verilog",
        "`define A 1\nmodule a ( input b , output reg [7:0] c ) ; wire d = c[0]&b;\n\
         always @ ( posedge b )\nbegin c <= c+1 ; d=0; end endmodule\n",
        "`define A 1\nmodule a (input b, output reg [7:0] c);\n    wire d = c[0] & b;\n    \
         always @(posedge b) begin\n        c <= c + 1;\n        d = 0;\n    end\nendmodule\n",
    );
    becomes(
        "ruby",
        "def f\na\nif b\nc\nend\nend\n",
        "def f\n    a\n    if b\n        c\n    end\nend\n",
    );
}

#[test]
fn sql_has_a_statement_or_a_clause_in_a_line() {
    let long = "a".repeat(60);
    becomes(
        "sql",
        &format!(
            "CREATE TABLE a ( b int,\nc text ) ; SELECT\nb . c , COUNT( * ) FROM\na \
             WHERE b=1 AND c < -2\n;\nSELECT {long} FROM b WHERE c IN ( SELECT 1 FROM x ) \
             UNION SELECT 2 ;"
        ),
        &format!(
            "CREATE TABLE a (b int, c text);\nSELECT b.c, COUNT(*) FROM a WHERE b = 1 AND c < -2;\n\
             SELECT {long}\nFROM b\nWHERE c IN (SELECT 1 FROM x)\nUNION\nSELECT 2;"
        ),
    );
}

#[test]
fn s_expressions_have_a_list_in_a_line() {
    let long = "a".repeat(60);
    becomes(
        "smt-lib",
        &format!("( set-logic A ) (declare-fun\n a ( ) Int)\n(assert (> {long} ( + b 1\n)))\n"),
        &format!("(set-logic A)\n(declare-fun a () Int)\n(assert\n  (> {long} (+ b 1)))\n"),
    );
}

#[test]
fn instructions_have_lines() {
    becomes(
        "llvm",
        "define i32 @a ( i32 %b ,\n ptr %c ) { d: %e = add i32 %b , 1 br label %f\nf:\n  \
         ret i32 %e }\n!0 = !{ i32 1 , !1}\n",
        "define i32 @a(i32 %b, ptr %c) {\nd:\n  %e = add i32 %b, 1\n  br label %f\nf:\n  \
         ret i32 %e\n}\n!0 = !{i32 1, !1}\n",
    );
}

#[test]
fn data_is_on_one_line_if_it_fits() {
    becomes("json", "[\n  {\n \t  \"a\":  [\n1,2 ]}\n]", "[{\"a\": [1, 2]}]");
    let long = "a".repeat(80);
    becomes(
        "json",
        &format!("{{\"a\": [1,{{\"b\" : \"{long}\"}}], \"c\":{{ }}}}"),
        &format!(
            "{{\n  \"a\": [\n    1,\n    {{\n      \"b\": \"{long}\"\n    }}\n  ],\n  \"c\": {{}}\n}}"
        ),
    );
    becomes(
        "xml",
        "<a>\n      <b>\n  <c/>\n<d/>\n </b>\n</a>\n",
        "<a>\n  <b>\n    <c/>\n    <d/>\n  </b>\n</a>\n",
    );
    becomes(
        "css",
        "a , b > c{color : red;margin:0 1px}\n",
        "a , b > c{\n  color : red;\n  margin:0 1px\n}\n",
    );
}

#[test]
fn a_block_with_one_statement_stays_as_it_is() {
    for text in ["int a() { b(); }\n", "int a() {\n    b();\n}\n"] {
        becomes("c", text, text);
    }
    becomes("c", "int a() { if (b) { c(); } }\n", "int a() {\n    if (b) { c(); }\n}\n");
    becomes("c", "int a() { b(); c(); }\n", "int a() {\n    b();\n    c();\n}\n");
}

#[test]
fn what_is_too_long_for_a_line_is_broken() {
    let sum = format!("int a = {}\n    + 1;\n", "b + ".repeat(20) + "b");
    becomes("c", &sum, &sum);
    let [one, two] = ["b".repeat(40), "c".repeat(40)];
    becomes(
        "c",
        &format!("int x = f({one}, {two});\n"),
        &format!("int x = f(\n    {one},\n    {two}\n);\n"),
    );
    let block = format!("int a() {{ return {one} + {two}; }}\n");
    becomes("c", &block, &format!("int a() {{\n    return {one} + {two};\n}}\n"));
}

#[test]
fn a_step_is_the_smallest_that_there_was() {
    becomes("c", "int a() {\n  b; c; }\n", "int a() {\n  b;\n  c;\n}\n");
    becomes("c", "int a() {\nb; c; }\n", "int a() {\n    b;\n    c;\n}\n");
    becomes("go", "package a\nfunc f() {\nb()\n}\n", "package a\nfunc f() {\n\tb()\n}\n");
}

#[test]
fn comments_strings_and_joined_lines_stay_as_they_are() {
    becomes(
        "c",
        "char *a = \"x  ( y\"\n\"z\";\nint b = 1 \\\n + 2; // c\n/* d */ int e;\n",
        "char *a = \"x  ( y\"\n    \"z\";\nint b = 1 \\\n + 2; // c\n/* d */ int e;\n",
    );
    let php = "a\n<?php\nb();\n?>  <p>\n c\n";
    becomes("php", php, php);
}

#[test]
fn what_touches_only_parts_where_a_rule_knows_it() {
    becomes("c", "int*a, b = -c, d = *e, f = - -g;\n", "int *a, b = -c, d = *e, f = - -g;\n");
    becomes("java", "class A { List<B> c = d <e; }\n", "class A { List<B> c = d < e; }\n");
    becomes("python", "a = b[1:2], c[::3]\n", "a = b[1:2], c[::3]\n");
}
