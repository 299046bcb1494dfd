//! Texts without a grammar, and the options of the list reducer.

use crate::bench::{Bench, RING_C};

const TEXT: &[u8] = b"one (two three)\nfour \"five six\" {\n  seven\n  eight [nine]\n}\nten\n";

/// Reduces a text to a word that the test needs. Returns the result.
#[track_caller]
fn reduced(options: &str, needed: &str) -> String {
    let bench = Bench::new();
    bench.file("text.txt", TEXT);
    bench.script("test.sh", &format!("grep -q '{needed}' text.txt"));
    bench.probdd(&format!("test.sh text.txt {options}")).exits_with(0);
    bench.text("text.reduced.txt")
}

#[test]
fn an_unknown_language_is_a_tree_of_brackets_lines_and_tokens() {
    assert_eq!(reduced("", "nine"), "nine");
    assert_eq!(reduced("--language none", "five"), "five");
    assert_eq!(reduced("--reducer list", "nine"), "nine\n");
}

#[test]
fn a_list_is_what_has_options_of_a_list() {
    let settings = |text: &[u8], options: &str| {
        let bench = Bench::new();
        bench.file("text.txt", text);
        bench.script("test.sh", "grep -aq nine text.txt");
        bench.probdd(&format!("test.sh text.txt {options} --trace trace")).exits_with(0);
        let settings = bench.trace("trace")[0]["settings"].clone();
        ["reducer", "polish"].map(|name| settings[name].as_str().unwrap().to_owned())
    };
    let list = ["list", "none"];
    assert_eq!(settings(TEXT, ""), ["frontier", "full"]);
    assert_eq!(settings(TEXT, "--reducer tpdd --sigma .4"), ["tpdd", "full"]);
    assert_eq!(settings(b"one\0two\nnine\n", ""), ["frontier", "none"]);
    for options in ["--minimizer probdd", "--sigma .2", "--order backward", "--granularity bracket"]
    {
        assert_eq!(settings(TEXT, options), list, "{options}");
    }
}

#[test]
fn lines_stay_whole() {
    assert_eq!(reduced("--language none --granularity line", "nine"), "  eight [nine]\n");
}

#[test]
fn tokens_are_words_and_strings_and_single_characters() {
    assert_eq!(reduced("--language none --granularity token", "three"), "three\n");
}

#[test]
fn characters_and_bytes_go_one_by_one() {
    assert_eq!(reduced("--language none --granularity char", "ve s"), "ve s");
    assert_eq!(reduced("--language none --granularity byte", "ve s"), "ve s");
}

#[test]
fn bracketed_groups_go_from_the_outside_in() {
    let result = reduced("--language none --granularity bracket", "seven");
    assert!(!result.contains("eight") && !result.contains("one"), "{result}");
}

#[test]
fn random_ties_repeat_with_their_seed() {
    let traced = |seed: &str| {
        let bench = Bench::with_text(40);
        bench.probdd(&format!("test.sh text.txt --tie random {seed} --trace trace")).exits_with(0);
        let removed = |line: &serde_json::Value| line["removed"].clone();
        bench.trace("trace").iter().map(removed).collect::<Vec<_>>()
    };
    assert_eq!(traced("--seed 3"), traced("--seed 3"));
    assert_ne!(traced("--seed 3"), traced("--seed 4"));
    assert_eq!(traced(""), traced("--seed 0"));
}

#[test]
fn sigma_may_be_a_fraction_and_sets_the_size_of_the_first_candidate() {
    let bench = Bench::with_text(40);
    bench.probdd("test.sh text.txt --sigma 1/4 --trace trace --granularity line").exits_with(0);
    let trace = bench.trace("trace");
    assert_eq!(trace[0]["settings"]["sigma"], 0.25);
    assert_eq!(trace[2]["removed"], "0-3");
}

#[test]
fn a_c_file_can_be_reduced_as_a_list() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --reducer list").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), "dividend / zero\n");
    assert_eq!(bench.read("ring.c"), RING_C);
}

#[test]
fn without_the_fixpoint_the_algorithm_runs_once() {
    let passes = |option: &str| {
        let bench = Bench::with_ring();
        bench.probdd(&format!("test.sh ring.c {option} --report report")).exits_with(0);
        let passes = bench.json("report")["passes"].clone();
        let names = passes.as_array().unwrap().iter().map(|pass| pass["pass"].clone());
        names.filter(|name| name == "frontier").count()
    };
    assert_eq!(passes("--no-fixpoint"), 1);
    assert!(passes("") > 1);
}

#[test]
fn a_text_without_a_newline_at_its_end_is_reduced_too() {
    let bench = Bench::new();
    bench.file("text", b"a\nb\nkeep");
    bench.script("test.sh", "grep -q keep text");
    bench.probdd("test.sh text").exits_with(0);
    assert_eq!(bench.text("text.reduced"), "keep");
}

#[test]
fn bytes_that_are_no_text_do_not_matter() {
    for name in ["bytes.c", "bytes.bin"] {
        let bench = Bench::new();
        bench.file(
            name,
            b"int a\xff\xfe;\n/* \x80 */\nint keep;\nchar *s = \"\xc3\x28\";\n\x00\x01",
        );
        bench.script("test.sh", "grep -aq keep \"$1\"");
        bench.probdd(&format!("test.sh {name} -o out")).exits_with(0);
        let result = bench.text("out");
        assert!(result.contains("keep") && result.len() <= 10, "{name}: {result}");
    }
}

#[test]
fn line_ends_of_another_system_stay() {
    let bench = Bench::new();
    bench.file("text.txt", b"a\r\nkeep this\r\nb\r\n");
    bench.script("test.sh", "grep -q 'keep this' text.txt");
    bench.probdd("test.sh text.txt --granularity line").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep this\r\n");
}

#[test]
fn every_list_algorithm_reduces_to_a_certified_result() {
    let names = ["ddmin", "opdd", "probdd", "cdd", "weighted", "active-coarsen", "splitting"];
    for name in names {
        for order in ["forward", "backward"] {
            let bench = Bench::with_text(60);
            let args = format!(
                "test.sh text.txt --reducer list --granularity line --minimizer {name} --order {order} \
                 --fixpoint --trace trace --report report"
            );
            bench.probdd(&args).exits_with(0).prints("1-minimal");
            assert_eq!(bench.json("report")["one_minimal"]["certified"], true, "{name}");
            let passes: Vec<_> = bench.trace("trace").into_iter().skip(2).collect();
            assert!(passes.iter().any(|line| line["pass"] == name), "{name}");
            assert!(passes.iter().all(|line| line["pass"] == name || line["pass"] == "sweep"));
        }
    }
}

#[test]
fn options_without_effect_on_a_list_algorithm_are_refused() {
    let bench = Bench::with_text(10);
    for (minimizer, option) in [
        ("ddmin", "--sigma .2"),
        ("splitting", "--sigma .2"),
        ("cdd", "--tie random"),
        ("probdd", "--order auto"),
    ] {
        let args = format!("test.sh text.txt --reducer list --minimizer {minimizer} {option}");
        bench.probdd(&args).exits_with(1).says("has no effect").says(minimizer);
    }
    bench.probdd("test.sh text.txt --reducer tpdd --order backward").exits_with(1).says("--order");
}

#[test]
fn a_compact_result_has_no_blank_too_many_unless_the_test_needs_it() {
    let bench = Bench::with_ring();
    bench.script("test.sh", "grep -Eq 'dividend ?/ ?zero' ring.c");
    bench.probdd("test.sh ring.c --format compact").exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), "dividend/zero\n");
    let bench = Bench::with_ring();
    let run = bench.probdd("test.sh ring.c --format compact");
    run.exits_with(0);
    assert_eq!(bench.text("ring.reduced.c"), crate::bench::RING_C_REDUCED);
}

#[test]
fn a_format_without_an_effect_is_an_error() {
    let bench = Bench::with_ring();
    bench.probdd("test.sh ring.c --reducer list --format compact").exits_with(1);
}
