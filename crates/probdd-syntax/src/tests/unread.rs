//! What a grammar does not read everywhere: it reads the rest of the statement, and what it does not
//! read is removed as a whole.

use super::removals;
use crate::{Language, parse};

/// The programs, and the construct in each that the grammar does not read.
const PROGRAMS: &[(&str, &str)] = &[
    (
        "namespace a {\ninline namespace b __attribute__((c (\"d\"))) { }\n}\nint e;\n",
        "__attribute__((c (\"d\")))",
    ),
    ("__extension__ template <class T> using A = __b(T);\nint c;\n", "__extension__"),
    ("extern template class A<char>;\nint b;\n", "extern"),
    ("struct A { [[b]] friend bool f(A) { return true; } };\nint c;\n", "[[b]]"),
    ("void f(int) = delete;\nint a;\n", "= delete"),
    ("template <class T, class C> struct A<T C::*> {};\nint b;\n", "C::"),
    ("int f(A a) { return a.operator->()->b; }\nint b;\n", ".operator->"),
    ("int f(A *a) { return a->operator->()->b; }\nint b;\n", "->operator->"),
];

#[test]
fn a_construct_that_the_grammar_does_not_read_is_removed_as_a_whole() {
    for (text, construct) in PROGRAMS {
        let document = parse(Language::by_name("c++").expect("built in"), text.as_bytes());
        assert_eq!(document.error_bytes(), 0, "{text}");
        let blankless = |text: &str| text.replace([' ', '\n'], "");
        let rest = blankless(&text.replacen(construct, "", 1));
        let removals: Vec<String> =
            removals(&document).iter().map(|removal| blankless(removal)).collect();
        assert!(removals.contains(&rest), "{text}{removals:#?}");
        let is_torn = |removal: &&String| {
            !removal.contains(&blankless(construct)) && removal.len() > rest.len()
        };
        assert_eq!(removals.iter().find(is_torn), None, "{text}");
    }
}
