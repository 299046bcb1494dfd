//! `--reducer chisel`.

use crate::bench::Bench;
use serde_json::Value;

const MINIMIZERS: [&str; 7] =
    ["ddmin", "opdd", "probdd", "cdd", "weighted", "active-coarsen", "splitting"];

/// The queries of a pass, as lines of the trace.
fn pass<'a>(trace: &'a [Value], name: &str) -> Vec<&'a Value> {
    trace.iter().filter(|line| line["pass"] == name).collect()
}

#[test]
fn every_list_algorithm_reduces_functions_and_statements() {
    for minimizer in MINIMIZERS {
        let bench = Bench::with_ring();
        let test =
            bench.script("test.sh", "grep -q 'push(struct ring' ring.c && grep -q 'sum(&' ring.c");
        let args = format!(
            "test.sh ring.c --reducer chisel --minimizer {minimizer} --trace trace --report report"
        );
        bench.probdd(&args).exits_with(0);
        let result = bench.read("ring.reduced.c");
        assert!(bench.is_interesting(&test, "ring.c", &result), "{minimizer}");
        let left = String::from_utf8_lossy(&result);
        assert!(!left.contains("is_full") && !left.contains("for"), "{minimizer}: {left}");
        assert_eq!(bench.json("report")["one_minimal"]["certified"], true, "{minimizer}");
        let trace = bench.trace("trace");
        assert_eq!(trace[0]["settings"]["minimizer"], minimizer);
        assert!(!pass(&trace, "chisel-global").is_empty(), "{minimizer}");
        assert!(!pass(&trace, "chisel-local").is_empty(), "{minimizer}");
        assert!(pass(&trace, "templates").is_empty() && pass(&trace, "chisel-unused").is_empty());
    }
}

#[test]
fn statements_take_the_place_of_what_is_around_them_unless_polish_is_none() {
    let replacements = |polish: &str| {
        let bench = Bench::with_ring();
        bench.script("test.sh", "grep -q '% CAPACITY' ring.c && grep -q 'count--' ring.c");
        let args = format!("test.sh ring.c --reducer chisel {polish} --trace trace");
        bench.probdd(&args).exits_with(0);
        let trace = bench.trace("trace");
        let in_pass = |name: &str| {
            pass(&trace, name).iter().filter(|line| line["class"] == "replacement").count()
        };
        (in_pass("chisel-local"), in_pass("templates"), bench.text("ring.reduced.c"))
    };
    let (own, templates, kept) = replacements("");
    assert!(own > 0 && templates == 0 && !kept.contains("if"), "{kept}");
    let (own, templates, kept) = replacements("--polish none");
    assert!(own == 0 && templates == 0 && kept.contains("if"), "{kept}");
    let (own, templates, _) = replacements("--polish templates");
    assert!(own > 0 && templates > 0);
}

#[test]
fn unused_declarations_go_all_at_once() {
    let bench = Bench::new();
    let declarations = "  int unused = 1;\n".repeat(9);
    let text = format!("int g;\nint main(void)\n{{\n{declarations}  return 7;\n}}\n");
    bench.file("a.c", text.as_bytes());
    bench.script("test.sh", "grep -q main a.c && grep -q 7 a.c");
    bench.probdd("test.sh a.c --reducer chisel --chisel dce --trace trace").exits_with(0);
    let trace = bench.trace("trace");
    let unused = pass(&trace, "chisel-unused");
    assert_eq!((unused.len(), &unused[0]["verdict"]), (1, &"interesting".into()), "{unused:?}");
    assert!(!bench.text("a.reduced.c").contains("unused"));
}

#[test]
fn dependencies_are_not_broken_but_by_the_sweep() {
    let text = "int main(void)\n{\n  int used = 1;\n  int other = 2;\n  used++;\n  other--;\n  \
                return used;\n}\n";
    let broken = |options: &str| {
        let bench = Bench::new();
        bench.file("a.c", text.as_bytes());
        // Every candidate with an undeclared name adds a line.
        bench.script(
            "test.sh",
            "if grep -q 'used[+;]' a.c && ! grep -q 'int used' a.c; then echo >>\"${0%/*}/ran\"; \
             fi; grep -q 'int used' a.c && grep -q return a.c",
        );
        let args = format!("test.sh a.c --reducer chisel --minimizer ddmin {options}");
        bench.probdd(&format!("{args} --no-fixpoint")).exits_with(0);
        bench.queries()
    };
    assert!(broken("") > 0);
    assert_eq!(broken("--chisel dependencies"), 0);
}

#[test]
fn a_language_without_known_programs_is_refused() {
    let bench = Bench::new();
    bench.script("test.sh", "exit 0");
    for (name, says, hint) in [
        ("a.json", "the input is in json", "use --reducer frontier"),
        ("a.txt", "the input's language is unknown", "--language c"),
    ] {
        bench.file(name, b"[1]\n");
        let ran = bench.probdd(&format!("test.sh {name} --reducer chisel")).exits_with(1);
        ran.says("--reducer chisel reduces programs in c and c++").says(says).says(hint);
    }
}

#[test]
fn options_without_effect_are_refused() {
    for (options, says) in [
        ("--chisel dce", "--chisel has no effect without --reducer chisel"),
        ("--chisel dependencies --reducer tpdd", "--chisel has no effect"),
        ("--reducer chisel --granularity line", "--granularity has no effect on --reducer chisel"),
        ("--reducer chisel --minimizer ddmin --sigma .2", "--sigma has no effect on --minimizer"),
    ] {
        let bench = Bench::with_ring();
        bench.probdd(&format!("test.sh ring.c {options}")).exits_with(1).says(says);
    }
}
