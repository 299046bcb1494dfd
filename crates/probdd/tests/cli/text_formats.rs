//! Formats that are no programs: which reader they have, and what becomes of them.

use crate::bench::Bench;

#[test]
fn the_languages_that_any_text_has_are_listed_with_their_files() {
    let ran = Bench::new().probdd("languages").exits_with(0);
    for (name, extensions) in [("make", "mk mak"), ("yaml", "yaml yml"), ("proto", "proto")] {
        let is_wanted =
            |line: &&str| line.starts_with(&format!("{name} ")) && line.ends_with(extensions);
        ran.stdout.lines().find(is_wanted).expect(name);
    }
}

#[test]
fn a_file_without_extension_has_the_grammar_of_its_name() {
    let bench = Bench::new();
    bench.file("Dockerfile", b"FROM a\nRUN one \\\n    two\nRUN needle \\\n    three\n");
    bench.script("weak.sh", "grep -q needle Dockerfile");
    bench.probdd("weak.sh Dockerfile --report report.json").exits_with(0);
    let grammar = bench.json("report.json")["grammar"].as_str().unwrap().to_owned();
    assert!(grammar.starts_with("tree-sitter-containerfile"), "{grammar}");
}

#[test]
fn a_module_of_go_is_no_dtd() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q needle go.mod");
    bench.file("go.mod", b"module m\n\nrequire (\n\ta v1\n\tneedle v2\n)\n");
    bench.probdd("test.sh go.mod --report report.json").exits_with(0);
    assert!(bench.json("report.json")["grammar"].is_null());
    assert_eq!(bench.text("go.reduced.mod"), "needle");
}

#[test]
fn a_column_is_removed_from_all_rows_of_a_table() {
    let bench = Bench::new();
    bench.script(
        "test.sh",
        "awk -F, 'NR == 1 { n = NF; for (i = 1; i <= n; i++) at[$i] = i }
            NF != n { exit 1 } NR > 1 && $at[\"price\"] == 7 && $at[\"unit\"] == \"kg\" { found = 1 }
            END { exit !found || !at[\"price\"] || !at[\"unit\"] }' table.csv",
    );
    let row = |n: usize| format!("{n},a{n},{},\"x y\",{},z\n", n % 9, ["g", "kg"][n % 2]);
    let rows: String = (0..40).map(row).collect();
    bench.file("table.csv", format!("id,name,price,note,unit,last\n{rows}").as_bytes());
    bench.probdd("test.sh table.csv --trace trace").exits_with(0);
    assert_eq!(bench.text("table.reduced.csv"), "price,unit\n7,kg");
}

#[test]
fn words_become_letters_and_blanks_that_are_not_needed_go() {
    let bench = Bench::new();
    bench.script(
        "test.sh",
        r#"awk -F' *= *' '/^\[/ { section++ } { value[$1] = $2 }
            section == 1 && match($0, /\$\{[a-z]+\}/) {
                found = value[substr($0, RSTART + 2, RLENGTH - 3)] == "/srv" && /cache *=/ }
            END { exit !found }' a.ini"#,
    );
    bench.file(
        "a.ini",
        b"hay = 1\nroot = /srv\n\n\n; a comment\n[upstream]\n  cache = ${root}\n  more = 2\n",
    );
    bench.probdd("test.sh a.ini --trace trace").exits_with(0);
    assert_eq!(bench.text("a.reduced.ini"), "a=/srv\n[cache=${a}");
}

#[test]
fn the_indentation_of_yaml_becomes_as_small_as_its_meaning_allows() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q '^ *- *needle$' a.yaml && grep -q '^ .*: x$' a.yaml");
    bench.file("a.yaml", b"top:\n        key: x\n        list:\n            - needle\n");
    bench.probdd("test.sh a.yaml").exits_with(0);
    assert_eq!(bench.text("a.reduced.yaml"), "a\n : x\n-needle");
}

#[test]
fn the_line_break_at_the_end_stays_only_where_the_test_needs_it() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q needle a.log && [ \"$(tail -c 1 a.log | wc -l)\" = 1 ]");
    bench.file("a.log", b"a needle\nanother needle\n");
    bench.probdd("test.sh a.log").exits_with(0);
    assert_eq!(bench.text("a.reduced.log"), "needle\n");
}

#[test]
fn a_number_becomes_small_at_all_its_places() {
    let bench = Bench::new();
    bench.script(
        "test.sh",
        r#"begun=$(sed -n 's/.*BEGIN id=\([0-9]\{2,\}\).*/\1/p' a.log) && [ "$begun" ] &&
            grep -q "END id=$begun\$" a.log"#,
    );
    bench.file("a.log", b"one 12\nBEGIN id=48151\ntwo 3\nEND id=48151\n");
    bench.probdd("test.sh a.log").exits_with(0);
    assert_eq!(bench.text("a.reduced.log"), "BEGIN id=48\nEND id=48");
}

#[test]
fn a_name_becomes_short_in_a_string_too() {
    let bench = Bench::new();
    bench.script(
        "test.sh",
        r#"name=$(sed -n 's/^name=\([a-z][a-z]*\)$/\1/p' a.sh) && [ "$name" ] &&
            grep -q "echo \"+\${$name}\"" a.sh"#,
    );
    bench.file("a.sh", b"name=greeting\nother=1\necho \"+${greeting}\"\n");
    bench.probdd("test.sh a.sh").exits_with(0);
    assert_eq!(bench.text("a.reduced.sh"), "name=b\necho \"+${b}\"");
}

#[test]
fn blanks_go_before_what_the_sweep_asks_again() {
    let lines: Vec<String> =
        (0..40).map(|line| format!("    pass{line}   (  {line} )\n")).collect();
    let bench = Bench::new();
    bench.file("passes.txt", lines.concat().as_bytes());
    let has = |part: &str| format!("tr -d ' \\n' <passes.txt | grep -qF '{part}'");
    bench.script("test.sh", &format!("{} && {}", has("pass7(7)"), has("pass21(21)")));
    bench.probdd("test.sh passes.txt -o out --trace trace").exits_with(0);
    assert_eq!(bench.text("out"), "pass7(7)pass21(21)");
    let trace = bench.trace("trace");
    let passes: Vec<&str> = trace.iter().filter_map(|query| query["pass"].as_str()).collect();
    assert!(passes.contains(&"frontier") && !passes.contains(&"sweep"), "{passes:?}");
}
