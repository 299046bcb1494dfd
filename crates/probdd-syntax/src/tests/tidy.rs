//! Tidying only changes blanks, and indents lines as a person would.

use super::round_trip::{EXAMPLES, language};
use crate::{Document, parse};

fn tidied(name: &str, text: &str) -> String {
    let tidied = parse(language(name), text.as_bytes()).tidied().expect("it may be indented");
    String::from_utf8(tidied).expect("a text")
}

#[track_caller]
fn becomes(name: &str, text: &str, wanted: &str) {
    assert_eq!(tidied(name, text), wanted);
    assert_eq!(tidied(name, wanted), wanted, "it is tidy already");
}

#[test]
fn tokens_stay_and_what_is_tidy_is_left_alone() {
    for example in EXAMPLES.iter() {
        let name = example.language.name();
        let Some(once) = example.document.tidied() else { continue };
        let again = parse(example.language, &once);
        let tokens = |document: &Document| -> Vec<String> {
            let tokens = 0..document.tokens.len();
            tokens
                .map(|token| String::from_utf8_lossy(document.token(token)).into_owned())
                .collect()
        };
        assert_eq!(tokens(&again), tokens(&example.document), "{name}");
        let twice = again.tidied().expect("it could be indented before");
        assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once), "{name}");
    }
}

#[test]
fn of_broken_texts_too_only_blanks_change() {
    let solid = |text: &[u8]| -> Vec<u8> {
        text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    };
    for example in EXAMPLES.iter() {
        let text = example.document.text();
        for part in 1..8 {
            let cut = text.len() * part / 8;
            for text in [&text[..cut], &text[cut..]] {
                if let Some(tidied) = parse(example.language, text).tidied() {
                    assert_eq!(solid(&tidied), solid(text), "{}", example.language.name());
                }
            }
        }
    }
}

#[test]
fn where_indentation_means_something_it_stays() {
    for (name, text) in [("python", "if a:\n  b\n"), ("haskell", "main = do\n  a\n")] {
        assert!(parse(language(name), text.as_bytes()).tidied().is_none(), "{name}");
    }
}

#[test]
fn c_is_indented_by_what_stands_inside_what() {
    becomes(
        "c",
        "\n\nint\na()\n{\n\n\n   struct {\n   int a;\n} a;\n    for ( ; a.a == 1; a.a++ )\n;\n if (a)\n\
         {\nb( 1,\n2 );  c  ( );\n\n}\nelse\nc() ;\n#if 1\n while (1) { a; b; }\n#endif\n}\n",
        "int a()\n{\n    struct {\n        int a;\n    } a;\n    for (; a.a == 1; a.a++)\n        ;\n    \
         if (a)\n    {\n        b(1,\n            2);\n        c ();\n    }\n    else\n        c();\n\
         #if 1\n    while (1) { a; b; }\n#endif\n}\n",
    );
}

#[test]
fn a_step_is_the_smallest_that_there_was() {
    becomes(
        "json",
        "[\n  {\n \t  \"a\":  [\n1,2 ]}\n]",
        "[\n  {\n    \"a\": [\n      1,2]\n  }\n]",
    );
    becomes(
        "go",
        "package a\n\nfunc f() {\n\tif a {\nb()\n\t\t}\n}\n",
        "package a\n\nfunc f() {\n\tif a {\n\t\tb()\n\t}\n}\n",
    );
}

#[test]
fn a_block_of_several_lines_ends_on_one_of_its_own() {
    becomes("rust", "fn f() {\ng()}\nfn g() {f()}\n", "fn f() {\n    g()\n}\nfn g() {f()}\n");
}

#[test]
fn tags_and_ends_close_what_they_belong_to() {
    becomes(
        "xml",
        "<a>\n      <b>\n  <c/>\n<d/>\n </b>\n</a>\n",
        "<a>\n  <b>\n    <c/>\n    <d/>\n  </b>\n</a>\n",
    );
    becomes(
        "ruby",
        "def f\na\nif b\nc\nend\nend\n",
        "def f\n    a\n    if b\n        c\n    end\nend\n",
    );
}

#[test]
fn what_is_annotated_stands_beside_its_annotation() {
    becomes(
        "java",
        "class A {\n@B\nvoid f() {\n\n}\n}\n",
        "class A {\n    @B\n    void f() {}\n}\n",
    );
    becomes(
        "rust",
        "#[b]\nfn f<T>()\nwhere\nT: C,\n{\nlet a = [1; 2]; b()\n}\n",
        "#[b]\nfn f<T>()\n    where\n        T: C,\n{\n    let a = [1; 2];\n    b()\n}\n",
    );
}

#[test]
fn strings_and_joined_lines_stay_as_they_are() {
    becomes(
        "c",
        "char *a = \"x  ( y\"\n\"z\";\nint b = 1 \\\n + 2;\n",
        "char *a = \"x  ( y\"\n    \"z\";\nint b = 1 \\\n + 2;\n",
    );
    let template = "f(`a\n   ${ b }\n  c`)\n";
    becomes("javascript", template, template);
}

#[test]
fn a_statement_that_is_broken_in_the_middle_becomes_one_line() {
    becomes(
        "c",
        "int a() {\n  return\n6854775807 -a < 0;\n  b =\n  c;\n  if (b)\n    c();\n  d(1,\n    2);\n}\n",
        "int a() {\n  return 6854775807 - a < 0;\n  b = c;\n  if (b)\n    c();\n  d(1,\n    2);\n}\n",
    );
    becomes("rust", "fn a() {\n    let b =\n    1;\n}\n", "fn a() {\n    let b = 1;\n}\n");
    becomes("sql", "SELECT\na FROM\nb;\n", "SELECT a FROM b;\n");
}

#[test]
fn what_is_too_long_for_a_line_stays_broken_and_blocks_stay_blocks() {
    let long = format!("int a = {}\n  + 1;\n", "b + ".repeat(20) + "b");
    becomes("c", &long, &long);
    for (name, text) in [
        ("lua", "function f()\n    a()\nend\n"),
        ("java", "class A {\n    @B\n    void c() {}\n}\n"),
        ("rust", "#[a]\nfn b() {}\n"),
        ("verilog", "module a;\n    initial begin\n        b = 1;\n    end\nendmodule\n"),
        ("c", "#define A 1\nint b;\n"),
    ] {
        becomes(name, text, text);
    }
}

#[test]
fn an_operator_has_blanks_on_both_sides_or_on_none() {
    becomes("c", "int a = b+c -d;\n", "int a = b+c - d;\n");
    becomes("c", "int *a, b = -c, d = *e;\n", "int *a, b = -c, d = *e;\n");
    becomes("java", "class A { List<B> c = d <e; }\n", "class A { List<B> c = d < e; }\n");
}
