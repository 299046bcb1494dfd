//! No result is larger than the input, and none of the steps on the way to it adds bytes without saving tokens,
//! but for a layout.

use crate::bench::Bench;

/// Runs probdd on a input, and looks at every candidate that it accepted.
fn never_grows(name: &str, input: &str, test: &str, options: &str) -> String {
    let bench = Bench::new();
    bench.file(name, input.as_bytes());
    bench.script("test.sh", test);
    bench.probdd(&format!("test.sh {name} -o out --trace trace {options}"));
    let (mut bytes, mut tokens) = (input.len() as u64, u64::MAX);
    for line in bench.trace("trace").iter().filter(|line| line["verdict"] == "interesting") {
        let now = [&line["bytes"], &line["tokens"]].map(|size| size.as_u64().unwrap());
        assert!(now[0] <= input.len() as u64, "larger than the input: {line}");
        let is_layout = line["pass"] == "format";
        assert!(now[0] <= bytes || now[1] < tokens || is_layout, "{bytes} bytes before {line}");
        [bytes, tokens] = now;
    }
    bench.text("out")
}

#[test]
fn a_deep_nest_of_data_is_not_laid_out_larger_than_it_was() {
    let input = format!("{}\"K\"{}", "{\"a\":".repeat(120), "}".repeat(120));
    let test = "grep -aq K a.json && [ $(grep -ao '[({[]' a.json | wc -l) -ge 115 ]";
    let result = never_grows("a.json", &input, test, "");
    assert!(result.len() <= input.len(), "{result}");
}

#[test]
fn a_deep_nest_of_expressions_is_reduced_before_it_is_laid_out() {
    let input = format!("{}K{}\n", "(assert ".repeat(300), ")".repeat(300));
    let result = never_grows("a.smt2", &input, "grep -aq K a.smt2", "--max-queries 10");
    assert!(result.len() < input.len() / 2, "{}", result.len());
}

#[test]
fn a_program_of_dense_lines_is_laid_out_only_within_the_size_of_the_input() {
    let needs = "tr -d ' \\n' <a.c | grep -q 'intf(intn){while(n>1){n--;}returnn;}'";
    let dense = "int f(int n){while(n>1){n--;}return n;}";
    let options = "--format tidy --polish templates";
    assert_eq!(never_grows("a.c", dense, needs, options), dense);
    let padded = format!("{dense}{}", "int unused;".repeat(9));
    let laid_out = never_grows("a.c", &padded, needs, options);
    assert!(laid_out.contains("{\n    while (n > 1) { n--; }\n"), "{laid_out}");
}
