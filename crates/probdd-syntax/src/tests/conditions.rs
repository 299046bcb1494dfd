//! Conditions of a preprocessor that a grammar does not read: they are parsed without their
//! directives, and each is one removable element.

use super::removals;
use crate::{Document, Language, parse};

const GUARDED: &str = "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\nint g(void);\n\
    #ifdef __cplusplus\n}\n#endif\n";

const SPLIT: &str = "int f(int x, int y) {\n#ifdef A\n  if (x) {\n#else\n  if (y) {\n#endif\n    \
    return 1;\n  }\n  return 2;\n}\nint g;\n";

const INITIALIZER: &str = "int a[] = {\n  1,\n#ifdef A\n  2, 3,\n#else\n  4,\n#endif\n  5\n};\n";

const SIGNATURE: &str = "int\n#ifdef A\nf(int a)\n#else\nf(long a)\n#endif\n{\n  return a;\n}\n";

const PROSE: &str = "#if 0\nDon't read this (it is\nno code.\n#endif\nint x = f((1);\nint y;\n";

const CSHARP: &str =
    "class A {\n#if X\n  void F() {\n#else\n  void G() {\n#endif\n    H();\n  }\n}\n";

const VERILOG: &str = "module m(input a,\n`ifdef X\n  input b);\n`else\n  input c);\n`endif\n  \
    assign d = a;\nendmodule\n";

fn document(language: &str, text: &str) -> Document {
    let document = parse(Language::by_name(language).expect("built in"), text.as_bytes());
    assert_eq!(document.fallback(), None, "{text}");
    document
}

/// How many conditions are open at the end of a text; `None` if one ends that has not begun.
fn open_conditions(text: &str) -> Option<usize> {
    let mut open: usize = 0;
    for line in text.lines().map(str::trim_start) {
        open += usize::from(line.starts_with("#if"));
        open = open.checked_sub(usize::from(line.starts_with("#endif")))?;
    }
    Some(open)
}

#[test]
fn a_text_whose_conditions_no_grammar_reads_has_no_errors_without_them() {
    let texts = [
        ("c", GUARDED),
        ("c++", GUARDED),
        ("c", SPLIT),
        ("c", INITIALIZER),
        ("c", SIGNATURE),
        ("c#", CSHARP),
        ("verilog", VERILOG),
    ];
    for (language, text) in texts {
        assert_eq!(document(language, text).error_bytes(), 0, "{language}: {text}");
    }
}

#[test]
fn a_directive_goes_only_together_with_its_partner() {
    let texts = [
        ("c", GUARDED),
        ("c++", GUARDED),
        ("c", SPLIT),
        ("c", INITIALIZER),
        ("c", SIGNATURE),
        ("c", PROSE),
        ("c#", CSHARP),
    ];
    for (language, text) in texts {
        for left in removals(&document(language, text)) {
            assert_eq!(open_conditions(&left), Some(0), "{language}: {left}");
        }
    }
}

#[test]
fn a_condition_is_removed_as_a_whole_and_so_is_what_lies_between_two() {
    let removals = removals(&document("c", GUARDED));
    let has = |wanted: &str| removals.iter().any(|left| left == wanted);
    assert!(has("int f(void);\nint g(void);\n#ifdef __cplusplus\n}\n#endif\n"), "{removals:#?}");
    assert!(has(&GUARDED.replace("int f(void);\n", "")), "{removals:#?}");
}

#[test]
fn a_branch_that_was_not_parsed_is_removed_as_a_whole() {
    let wanted = SPLIT.replace("#else\n  if (y) {\n", "");
    let removals = removals(&document("c", SPLIT));
    assert!(removals.contains(&wanted), "{removals:#?}");
}

#[test]
fn conditions_that_the_grammar_reads_stay_in_the_grammar_s_tree() {
    let document = document("c", "#ifdef A\nint x;\n#else\nint y;\n#endif\nint z;\n");
    let c = Language::by_name("c").expect("built in");
    let kinds: Vec<_> = document.tree().nodes().map(|(_, node)| c.kind_name(node.kind)).collect();
    assert!(kinds.contains(&"preproc_ifdef"), "{kinds:?}");
}

#[test]
fn subtrees_inside_an_error_are_elements() {
    let text = format!("int ) x;\n{}}}\n", "int f(void) { return 1; }\n".repeat(20));
    let document = document("c", &text);
    let one_less = text.replacen("int f(void) { return 1; }\n", "", 1);
    assert!(removals(&document).contains(&one_less), "{text}");
}

const MACROS: &str = "API_EXTERN int API(one)(int a);\nNAMESPACE_BEGIN(x)\n\
    static void two(void) NORETURN;\nint three(int a) NONNULL((1));\nNAMESPACE_END(x)\n\
    API_EXTERN char *API(four)(void) NOTHROW;\n";

#[test]
fn macros_that_stand_for_syntax_are_elements_of_their_own() {
    let document = document("c", MACROS);
    assert_eq!(document.error_bytes(), 0);
    let removals = removals(&document);
    for word in [" NORETURN", " NONNULL((1))", "NAMESPACE_BEGIN(x)\n"] {
        let wanted = MACROS.replacen(word, "", 1);
        assert!(removals.contains(&wanted), "{word}: {removals:#?}");
    }
}

#[test]
fn a_node_with_masked_children_has_not_the_shape_of_one_without() {
    let text = "int f(void) { a(); b(); }\nint g(void) { a(); BEGIN(x) while (1) b(); }\n\
        int h(void) { a(); b(); }\nint k(void) { a(); b(); }\n";
    let removals = removals(&document("c", text));
    for word in [" BEGIN(x)", "int h(void) { a(); b(); }\n"] {
        assert!(removals.contains(&text.replacen(word, "", 1)), "{word}: {removals:#?}");
    }
}
