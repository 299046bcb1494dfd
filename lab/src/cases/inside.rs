//! Long tokens of which a small part is needed: strings, comments, heredocs, numbers, names.

use super::case::Case;

/// Is the word still in quotes?
const QUOTED: &str = r#"grep -q "[\"'\`].*needle.*[\"'\`]" "$1""#;

/// Is the word still in a block comment?
const COMMENTED: &str = r#"tr '\n' ' ' <"$1" | grep -q '/[*].*needle.*[*]/' && grep -q main "$1""#;

pub(super) const CASES: &[Case] = &[
    Case {
        options: NONE,
        ..Case::new("300 words in a YAML string, one needed", "text.yaml", yaml, QUOTED)
    },
    Case::new("300 words of prose with apostrophes", "prose.txt", prose, r#"grep -q needle "$1""#),
    Case::new("300 words in a C comment", "comment.c", comment, COMMENTED),
    Case {
        options: NONE,
        ..Case::new("the same without a grammar", "comment.c", comment, COMMENTED)
    },
    Case::new(
        "100 SQL hints, one needed",
        "hints.sql",
        hints,
        r#"grep -q '/[*][+].*INDEX(t50 i50).*[*]/' "$1" && grep -q SELECT "$1""#,
    ),
    Case::new(
        "300 words in a Python docstring",
        "doc.py",
        docstring,
        r#"tr '\n' ' ' <"$1" | grep -q 'def f.*""".*needle.*"""'"#,
    ),
    Case::new(
        "a JSON object in a Python string, one key needed",
        "object.py",
        object,
        r#"test "$(tr -cd '{' <"$1" | wc -c)" = "$(tr -cd '}' <"$1" | wc -c)" &&
grep -q "'{.*\"k30\": {.*}'" "$1""#,
    ),
    Case::new(
        "SQL in a Java string, two words needed",
        "Query.java",
        query,
        r#"grep -q '"SELECT .*c40.* FROM .*"' "$1" && grep -q class "$1""#,
    ),
    Case::new(
        "300 words in a Ruby heredoc",
        "heredoc.rb",
        || heredoc("y = <<~EOF", "EOF"),
        r#"tr '\n' '|' <"$1" | grep -q '<<~\([A-Z]*\)|.*needle.*|\1|'"#,
    ),
    Case::new(
        "300 words in a PHP heredoc",
        "heredoc.php",
        || heredoc("<?php\n$y = <<<EOF", "EOF;"),
        r#"tr '\n' '|' <"$1" | grep -q '<<<\([A-Z]*\)|.*needle.*|\1'"#,
    ),
    Case {
        options: NONE,
        ..Case::new(
            "300 words in a shell heredoc",
            "heredoc.sh",
            || heredoc("cat <<EOF", "EOF"),
            r#"tr '\n' '|' <"$1" | grep -q '<<\([A-Z]*\)|.*needle.*|\1|'"#,
        )
    },
    Case::new(
        "a number of 2,000 digits, eight needed",
        "number.py",
        number,
        r#"grep -q '0x[0-9]*deadbeef' "$1""#,
    ),
    Case::new(
        "a base64 string, seven scattered characters needed",
        "base64.js",
        base64,
        r#"grep -q '".*Q.*U.*J.*Z.*z.*0.*9.*"' "$1""#,
    ),
    Case::new(
        "a name of 120 characters, six needed",
        "name.c",
        name,
        r#"n=$(sed -n 's/^int \([A-Za-z]*Widget[A-Za-z]*\) = 1.*/\1/p' "$1") && test -n "$n" &&
grep -q "return $n;" "$1""#,
    ),
    Case::new(
        "a string of 40 words, all needed",
        "whole.c",
        whole,
        r#"grep -q '".*"' "$1" && test "$(grep -o 'w[0-9]*x' "$1" | wc -l)" = 40"#,
    ),
];

const NONE: &[&str] = &["-l", "none"];

/// 300 words, ten on a line, with `needle` in the middle.
fn words(newline: &str) -> String {
    let word =
        |at: usize| if at == 150 { "needle".into() } else { format!("word{}", at * 7919 % 1000) };
    let words: Vec<String> = (0..300).map(word).collect();
    words.chunks(10).map(|line| line.join(" ")).collect::<Vec<_>>().join(newline)
}

fn yaml() -> Vec<u8> {
    format!("title: \"doc\"\ntext: \"{}\"\nother: 3\n", words(" ")).into_bytes()
}

fn prose() -> Vec<u8> {
    format!("We don't {} and can't stop.\n", words(" ")).into_bytes()
}

fn comment() -> Vec<u8> {
    format!("int x;\n/* {}\n */\nint main(void) {{ return x; }}\n", words("\n * ")).into_bytes()
}

fn hints() -> Vec<u8> {
    let hints: Vec<String> = (0..100).map(|at| format!("INDEX(t{at} i{at})")).collect();
    format!("SELECT /*+ {} */ a, b FROM t WHERE a = 1;\n", hints.join(" ")).into_bytes()
}

fn docstring() -> Vec<u8> {
    let words = words("\n    ");
    format!("def f(x):\n    \"\"\"{words}\n    \"\"\"\n    return x\n").into_bytes()
}

fn object() -> Vec<u8> {
    let pair = |at| format!("\"k{at}\": {{\"id\": {at}, \"tags\": [\"a\", \"t{at}\"]}}");
    let pairs: Vec<String> = (0..60).map(pair).collect();
    format!("import json\nDATA = json.loads('{{{}}}')\n", pairs.join(", ")).into_bytes()
}

fn query() -> Vec<u8> {
    let columns: Vec<String> = (0..80).map(|at| format!("t.c{at} AS x{at}")).collect();
    let rest = "JOIN u ON (t.id = u.id AND u.k IN (1, 2)) WHERE (t.a = 'x' OR t.b = 'y')";
    let query = format!("SELECT {} FROM t {rest} ORDER BY t.c1", columns.join(", "));
    format!("class A {{\n  String q = \"{query}\";\n  void f() {{ run(q); }}\n}}\n").into_bytes()
}

fn heredoc(start: &str, end: &str) -> Vec<u8> {
    format!("{start}\n{}\n{end}\n", words("\n")).into_bytes()
}

fn number() -> Vec<u8> {
    let digits = "0123456789".repeat(100);
    format!("x = 0x{digits}deadbeef{digits}\nprint(x)\n").into_bytes()
}

fn base64() -> Vec<u8> {
    let all = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let letters = (0..2000).map(|at: usize| char::from(all[at * at * 31 % 6101 % all.len()]));
    format!("var d = \"{}\";\nf(atob(d));\n", letters.collect::<String>()).into_bytes()
}

fn name() -> Vec<u8> {
    let name = format!("{}Widget{}", "abcde".repeat(12), "vwxyz".repeat(11));
    format!("int {name} = 1;\nint main(void) {{ return {name}; }}\n").into_bytes()
}

fn whole() -> Vec<u8> {
    let words: Vec<String> = (0..40).map(|at| format!("w{at}x")).collect();
    format!("int x;\nconst char *s = \"{}\";\n", words.join(" ")).into_bytes()
}
