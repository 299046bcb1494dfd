//! What a grammar does not read everywhere: it reads the rest of the statement.

use crate::{Language, parse};

#[test]
fn statements_of_c_plus_plus_with_extensions_of_compilers_have_no_errors() {
    let texts = [
        "namespace std __attribute__ ((__visibility__ (\"default\")))\n{\nint f();\n}\nint g();\n",
        "__extension__ template <class T> using A = T;\n",
        "struct A { friend constexpr bool operator==(A, A) { return true; } };\n",
        "void f(int) = delete;\nint g();\n",
        "template <class T, class C> struct A<T C::*> {};\n",
        "int f(A a) { return a.operator->()->b; }\n",
    ];
    for text in texts {
        let document = parse(Language::by_name("c++").expect("built in"), text.as_bytes());
        assert_eq!(document.error_bytes(), 0, "{text}");
    }
}
