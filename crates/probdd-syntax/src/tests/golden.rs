//! Small trees, in full.

use super::dump;
use crate::{Language, parse};

/// The dump of a text's tree in a language.
fn tree_of(language: &str, text: &str) -> String {
    let language = Language::by_name(language).expect("built in");
    let document = parse(language, text.as_bytes());
    assert_eq!(document.unmatched_nodes(), 0, "every node matches its rule");
    assert_eq!(document.fallback(), None);
    dump(&document, Some(language))
}

#[test]
fn probe() {
    for (language, text) in [
        (
            "c",
            "int f(int a, char *b) { g(1, x, h()); if (a) return 1; else a = 2; }\nint v[] = {1, 2,};\n",
        ),
        ("json", "{\"a\": [1, true], \"b\": {}}\n"),
        ("xml", "<?xml version=\"1.0\"?>\n<a x=\"1\" y='2'>t<b/> <c>u</c></a>\n"),
        ("python", "@d\ndef f(a, b=1, *c):\n    x = [1, 2]\n    return x\n"),
        (
            "rust",
            "#[a]\n#[b(c)]\nfn f<'a>(x: u8, y: &'a u8) -> u8 { match x { 0 => 1, _ if y => { 2 } _ => 3 } }\n",
        ),
        ("go", "package a\nimport (\n\t\"x\"\n\t\"y\"\n)\nfunc f() { g(1, x...); h() }\n"),
        (
            "js",
            "var a = [1,,2,]; f(b);\nclass A { x = 1; @d y() {} }\ntry { a } catch {} finally {}\n",
        ),
        (
            "java",
            "@A class B { @C public int x = 1, y; void f(int a, B b) { try { a(); } catch (E e) {} } }\n",
        ),
        ("ts", "interface A { x: number; y?: string }\nenum B { A, C = 1 }\n"),
        ("c++", "template <class T, int N> struct A : B, private C { A() : x(1), y{2} {} };\n"),
    ] {
        println!("{}\n", tree_of(language, text));
    }
}
