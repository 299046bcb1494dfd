//! Commands other than a reduction.

use crate::bench::Bench;

#[test]
fn languages_are_listed() {
    let ran = Bench::new().probdd("languages").exits_with(0);
    for language in
        ["c", "c++", "rust", "java", "javascript", "typescript", "python", "go", "json", "xml"]
    {
        let has_name = |line: &str| line.split_whitespace().next() == Some(language);
        assert!(ran.stdout.lines().any(has_name), "{language}");
    }
    // Names, grammars and extensions stand in columns.
    let starts = |line: &str| line.as_bytes()[15] == b' ' && line.as_bytes()[52] == b' ';
    assert!(ran.stdout.lines().all(|line| line.len() < 53 || starts(line)), "{}", ran.stdout);
    assert_eq!(ran.stderr, "");
}

#[test]
fn help_and_version_are_no_errors() {
    let bench = Bench::new();
    for option in ["--help", "-h", "help", "languages --help"] {
        bench.probdd(option).exits_with(0).prints("Usage: probdd");
    }
    let ran = bench.probdd("--version").exits_with(0);
    assert_eq!(ran.stdout, format!("probdd {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_command_takes_nothing_else() {
    Bench::new().probdd("languages c").exits_with(1).says("unexpected argument 'c'");
}

#[test]
fn a_test_that_is_called_like_a_command_is_written_with_a_slash() {
    let bench = Bench::with_text(3);
    bench.script("languages", "grep -q keep text.txt");
    bench.probdd("./languages text.txt").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn the_manual_page_and_completions_name_every_option() {
    let bench = Bench::new();
    bench.probdd("man").exits_with(0).prints(".TH probdd 1").prints("keep\\-finds");
    for shell in ["bash", "zsh", "fish"] {
        bench.probdd(&format!("completions {shell}")).exits_with(0).prints("keep-finds");
    }
    bench.probdd("completions tcsh").exits_with(1);
}

#[test]
fn colours_are_used_where_the_user_says() {
    let bench = Bench::with_ring();
    let has_colour = |options: &str| {
        let ran = bench.probdd(&format!("test.sh ring.c --expect exit=1 {options}"));
        ran.exits_with(1).stderr.contains('\u{1b}')
    };
    assert!(has_colour("--color always"));
    assert!(!has_colour("--color never") && !has_colour(""));
}

#[test]
fn the_options_of_other_reducers_are_understood() {
    let bench = Bench::with_ring();
    let ran = bench.probdd("--drop-in cvise --n 2 --sllooww --timeout 20 test.sh ring.c");
    ran.exits_with(0).says("`--sllooww` of cvise has no effect");
    assert_eq!(bench.text("ring.c"), crate::bench::RING_C_REDUCED);
    assert_eq!(bench.read("ring.c.orig"), crate::bench::RING_C);
    bench.probdd("--drop-in perses test.sh ring.c").exits_with(1).says("creduce or cvise");
}
