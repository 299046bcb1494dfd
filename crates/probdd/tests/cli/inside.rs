//! The insides of long tokens: strings, comments, heredocs, numbers, names.

use crate::bench::Bench;

/// So many words, with another one in the middle.
fn words_around(word: &str, count: usize) -> String {
    let words = (0..count).map(|at| if at == count / 2 { word.into() } else { format!("w{at}") });
    words.collect::<Vec<_>>().join(" ")
}

/// Reduces an input; returns the result and the number of queries. Reducing the result again changes
/// nothing.
#[track_caller]
fn reduced(file: &str, input: &str, test: &str, options: &str) -> (String, u64) {
    let bench = Bench::new();
    bench.script("test.sh", test);
    bench.file(file, input.as_bytes());
    let args = format!("test.sh {file} {options} --transformer none --in-place --report report");
    bench.probdd(&args).exits_with(0);
    let queries = bench.json("report")["queries"]["committed"].as_u64().unwrap();
    let once = bench.text(file);
    bench.probdd(&args).exits_with(0);
    assert_eq!(bench.text(file), once);
    (once, queries)
}

#[test]
fn of_a_string_without_a_grammar_only_the_needed_word_stays() {
    let input = format!("a: 1\ntext: \"{}\"\n", words_around("needle", 300));
    let test = "grep -q 'text: \".*needle.*\"' a.yaml";
    let (result, queries) = reduced("a.yaml", &input, test, "-l none");
    assert_eq!(result, "text: \"needle\"");
    assert!(queries < 50, "{queries}");
}

#[test]
fn apostrophes_in_prose_are_no_quotes() {
    let input = format!("We don't {} but can't stop\n", words_around("needle", 100));
    let (result, queries) = reduced("a.txt", &input, "grep -q needle a.txt", "");
    assert_eq!(result, "needle");
    assert!(queries < 40, "{queries}");
}

#[test]
fn block_comments_shrink_to_the_needed_word() {
    let input = format!("int x;\n/* {} */\nint main;\n", words_around("needle", 200));
    let test = "grep -q '/[*].*needle.*[*]/' a.c && grep -q main a.c";
    let (result, queries) = reduced("a.c", &input, test, "");
    assert!(result.contains("/*needle*/") && result.len() < 30, "{result}");
    assert!(queries < 80, "{queries}");
    let hints: Vec<String> = (0..60).map(|at| format!("INDEX(t{at} i{at})")).collect();
    let input = format!("SELECT /*+ {} */ a FROM t;\n", hints.join(" "));
    let test = "grep -q '/[*][+].*INDEX(t30 i30).*[*]/' a.sql && grep -q SELECT a.sql";
    let (result, _) = reduced("a.sql", &input, test, "");
    assert!(result.contains("/*+INDEX(t30 i30)*/"), "{result}");
}

#[test]
fn an_object_in_a_string_loses_its_other_keys_and_its_nested_values() {
    let pairs: Vec<String> =
        (0..40).map(|at| format!(r#""k{at}": {{"id": {at}, "tags": [1, 2, 3]}}"#)).collect();
    let input = format!("import json\nx = json.loads('{{{}}}')\n", pairs.join(", "));
    // As many opening as closing braces, and the key with a value.
    let test = "[ $(tr -cd '{' <a.py | wc -c) = $(tr -cd '}' <a.py | wc -c) ] && \
                grep -q \"'.*\\\"k20\\\": {.*'\" a.py";
    let (result, queries) = reduced("a.py", &input, test, "");
    assert_eq!(result.trim(), r#"'{"k20": {}}'"#);
    assert!(queries < 60, "{queries}");
}

#[test]
fn an_object_with_escaped_quotes_is_reduced_by_its_keys_and_not_by_its_escapes() {
    let pairs: Vec<String> =
        (0..40).map(|at| format!(r#"\"k{at}\": {{\"id\": {at}, \"tags\": [1, 2]}}"#)).collect();
    let input = format!("int x;\nconst char *s = \"{{{}}}\";\nint y;\n", pairs.join(", "));
    let test = "[ $(tr -cd '{' <a.c | wc -c) = $(tr -cd '}' <a.c | wc -c) ] && \
                grep -q '\"{.*[\\]\"k20[\\]\": {.*}\"' a.c";
    let (result, queries) = reduced("a.c", &input, test, "");
    assert!(result.contains(r#""{\"k20\": {}}""#), "{result}");
    assert!(queries < 160, "{queries}");
}

#[test]
fn of_a_long_number_and_a_long_name_the_needed_characters_stay() {
    let digits = |count: usize| "0123456789".repeat(count);
    let input = format!("x = 0x{}beef{}\n", digits(100), digits(100));
    let (result, queries) = reduced("a.py", &input, "grep -q '0x[0-9]*beef' a.py", "");
    assert_eq!(result.trim(), "0xbeef");
    assert!(queries < 80, "{queries}");
    let name = format!("{}Needle{}", "abc".repeat(20), "xyz".repeat(20));
    let input = format!("int {name} = 1;\nint f(void) {{ return {name}; }}\n");
    // The definition and the use have the same name.
    let test = "n=$(sed -n 's/^int \\([A-Za-z]*Needle[A-Za-z]*\\) = 1.*/\\1/p' a.c) && \
                [ -n \"$n\" ] && grep -q \"return $n;\" a.c";
    let (result, queries) = reduced("a.c", &input, test, "");
    assert!(result.contains("return Needle;") && result.contains("int Needle ="), "{result}");
    assert!(queries < 150, "{queries}");
}

#[test]
fn a_string_that_is_needed_as_it_is_takes_few_queries() {
    let input = format!("int x;\nconst char *s = \"{}\";\n", words_around("needle", 12));
    let string = input.split('"').nth(1).unwrap().to_owned();
    let test = format!("grep -qF 's = \"{string}\"' a.c");
    let (result, with) = reduced("a.c", &input, &test, "");
    assert!(result.contains(&string), "{result}");
    let short = input.replace(&string, "needle");
    let (_, without) = reduced("a.c", &short, "grep -qF 's = \"needle\"' a.c", "");
    assert!(with <= without + 40, "{with} and {without} queries");
}

#[test]
fn strings_that_go_with_what_is_around_them_are_not_reduced_before() {
    let string = r#"\"name\": 1, "#.repeat(40);
    let function = |at: usize| format!("int f{at}(int a) {{ return a + {at} * a - 1; }}\n");
    let others: String = (0..60).map(function).collect();
    let input = format!("{others}const char *text(void) {{ return \"{string}\"; }}\nint needle;\n");
    // No word of the string can be removed as long as the function is there.
    let all = r#"[ "$(grep -o name a.c | wc -l)" = 40 ]"#;
    let test = format!("grep -q needle a.c && {{ ! grep -q text a.c || {all}; }}");
    let (result, queries) = reduced("a.c", &input, &test, "");
    assert_eq!(result, "needle\n");
    assert!(queries < 40, "{queries}");
}

#[test]
fn the_script_of_a_page_is_reduced_by_its_own_grammar() {
    let statement = |at: usize| match at {
        101 => "if (deep) { for (var j = 0; j < n; j++) { paint(a[j].needle(17), j); } }".into(),
        _ => format!("var a{at} = f{at}(b{at}, {{k: [{at}, 2]}});"),
    };
    let script: Vec<String> = (0..200).map(statement).collect();
    let input = format!("<p>a</p>\n<script>\n{}\n</script>\n<p>b</p>\n", script.join("\n"));
    let test = "tr '\\n' ' ' <a.html | grep -q '<script>.*for *(.*{.*needle(17).*}.*</script>'";
    let (result, queries) = reduced("a.html", &input, test, "");
    assert_eq!(result.split_whitespace().collect::<String>(), "<script>for(){needle(17)}</script>");
    assert!(queries < 125, "{queries}");
}

#[test]
fn a_query_in_a_string_is_reduced_by_the_grammar_of_sql() {
    let columns: Vec<String> = (0..60).map(|at| format!("t.c{at} AS x{at}")).collect();
    let inner = "SELECT c40 FROM v WHERE v.z > 3 AND v.q = 1";
    let query = format!(
        "SELECT {} FROM t JOIN u ON (t.id = u.id) WHERE (t.a = 'x' OR t.b IN ({inner})) LIMIT 3",
        columns.join(", ")
    );
    let input = format!("import db\nrun(\"{query}\")\n");
    // One string, in which parentheses match.
    let test = "grep -q '\".*SELECT c40 FROM v.*\"' a.py && \
                [ $(tr -cd '(' <a.py | wc -c) = $(tr -cd ')' <a.py | wc -c) ]";
    let (result, queries) = reduced("a.py", &input, test, "");
    assert_eq!(result.trim(), "\"(SELECT c40 FROM v)\"");
    assert!(queries < 60, "{queries}");
}

/// A test that takes the code in fences out of the comments of a.rs. It needs a call in a loop, and
/// brackets with partners.
const NEEDS_A_LOOP_IN_FENCES: &str = "\
    grep -q '^fn f' a.rs && sed -n '/```/,/```/s,^ *///,,p' a.rs | tr -d '\\n' >code && \
    [ $(tr -cd '{' <code | wc -c) = $(tr -cd '}' <code | wc -c) ] && \
    grep -q '```.*for .*{.*needle(17).*}.*```' code";

#[test]
fn an_example_in_comments_is_reduced_by_its_grammar() {
    let loops = (0..40).map(|at| {
        let name = if at == 20 { "needle".to_owned() } else { format!("g{at}") };
        let inner = format!("if x > {at} {{\n///         {name}(17);\n///     }}");
        format!("/// for x in 0..{at} {{\n///     {inner}\n/// }}\n")
    });
    let example = loops.collect::<Vec<_>>().concat();
    let input =
        format!("/// Does it.\n///\n/// ```\n/// # use a::*;\n{example}/// ```\nfn f() {{}}\n");
    let (result, queries) = reduced("a.rs", &input, NEEDS_A_LOOP_IN_FENCES, "");
    let expected = "///```\n///for {\n///needle(17)\n///}\n///```\nfn f\n";
    assert_eq!(result, expected);
    assert!(queries < 200, "{queries}");
}

#[test]
fn a_name_that_begins_like_a_statement_of_sql_is_no_text_of_another_language() {
    let inputs = [
        ("a.py", "def create_table(a):\n    return 1\nx = 3\n", "create_table"),
        ("a.rs", "fn f() -> Vec<u8> {\n    Vec::with_capacity(4)\n}\nfn g() {}\n", "with_capacity"),
        ("a.txt", "one two\nselect_something_long three\n", "select_something_long"),
        ("a.json", "{\"a\": [1, 2], \"update_every_row\": null}\n", "update_every_row"),
        ("a.sql", "SELECT delete_nothing FROM alter_everything;\n", "alter_everything"),
    ];
    for (file, input, word) in inputs {
        let (result, _) = reduced(file, input, &format!("grep -q {word} {file}"), "");
        assert!(result.contains(word) && result.len() <= word.len() + 2, "{file}: {result}");
    }
}

#[test]
fn a_run_that_has_met_such_a_name_can_be_resumed() {
    let bench = Bench::new();
    bench.script("test.sh", "grep -q create_table a.py");
    bench.file("a.py", b"def create_table(a):\n    return 1\nx = 3\n");
    bench.probdd("test.sh a.py --max-queries 5").exits_with(3);
    bench.probdd("resume a.reduced.py.probdd").exits_with(0);
    assert_eq!(bench.text("a.reduced.py").trim_end(), "create_table");
}
