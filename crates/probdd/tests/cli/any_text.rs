//! Texts without a grammar: statements that are no lines, lines that only go together.

use crate::bench::Bench;

/// Reduces a text as long as it has the same signs as one of several texts, blanks aside. Returns the signs of the result.
fn reduced(input: &str, interesting: &[&str]) -> String {
    let bench = Bench::new();
    bench.file("input.toy", input.as_bytes());
    let signs = |text: &str| text.split_whitespace().collect::<String>();
    let texts = interesting.iter().map(|text| format!("'{}'", signs(text))).collect::<Vec<_>>();
    bench.script(
        "test.sh",
        &format!(
            "case $(tr -d '[:space:]' <input.toy) in {}) exit 0;; esac\nexit 1",
            texts.join("|")
        ),
    );
    let ran = bench.probdd("test.sh input.toy").exits_with(0);
    ran.prints("no token, line, statement or pair of lines can be removed");
    signs(&bench.text("input.reduced.toy"))
}

#[test]
fn a_line_inside_of_brackets_goes_before_line_breaks_do() {
    let full = "f(){\naa=bb.cc;\ndd ee%ff,[]:gg<hh>\nii.jj%kk,%ll:mm<nn>to oo<pp>\nreturn}\n";
    let less = "f(){aa=bb.cc;ddee%ff,[]:gg<hh>return}";
    assert_eq!(reduced(full, &[full, less]), less);
}

#[test]
fn a_statement_goes_that_begins_the_text_and_has_a_line_break() {
    let full = "aa bb cc\ndd;ee ff(gg);hh ii;jj kk;ll mm;\n";
    let less = "eeff(gg);hhii;jjkk;llmm;";
    assert_eq!(reduced(full, &[full, less]), less);
}

#[test]
fn a_statement_goes_that_stands_behind_a_bracket() {
    let less = "export fn i(j:u8)u8{switch(j){d=>return e(d),else=>return 0}}";
    let full = format!("{less}foo(1,2);\n");
    assert_eq!(reduced(&full, &[&full, less]), less.replace(' ', ""));
}

#[test]
fn directives_go_together() {
    let rule =
        "docs-index:docs-pages\ndocs-pages:docs-theme\n\techo pages\ndocs-theme:docs-index\n";
    let full = format!("ifeq (,)\n{rule}endif\n");
    let wanted: String = rule.split_whitespace().collect();
    assert_eq!(reduced(&full, &[&full, rule]), wanted);
}
