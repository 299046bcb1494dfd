//! Grammars that are loaded at run time, compiled here from the C code of built-in grammars.

use crate::bench::{Bench, Ran};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// A JSON text on one line: only the built-in grammar knows that newlines are white space.
const TEXT: &str =
    r#"{"a": [1, {"b": "needle", "c": [true, null]}, 4], "d": {"e": 1.5, "f": "x"}, "g": []}"#;

/// The directory of a crate's sources in cargo's cache.
fn sources(name: &str) -> PathBuf {
    static METADATA: OnceLock<Value> = OnceLock::new();
    let metadata = METADATA.get_or_init(|| {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let mut command = Command::new(cargo);
        command.args(["metadata", "--locked", "--all-features", "--format-version", "1"]);
        let output = command.arg("--manifest-path").arg(manifest).output().unwrap();
        serde_json::from_slice(&output.stdout).unwrap()
    });
    let packages = metadata["packages"].as_array().unwrap();
    let package = packages.iter().find(|package| package["name"] == name).unwrap();
    Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().join("src")
}

/// Compiles C code to a shared object.
fn compile(code: &Path, headers: &Path, object: &Path) {
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "-I"]).arg(headers).arg("-o").arg(object).arg(code);
    assert!(cc.status().unwrap().success());
}

/// A directory with a JSON text, its grammar with its rules, and a test that needs a word and
/// records its candidates.
fn bench() -> Bench {
    let bench = Bench::new();
    let sources = sources("tree-sitter-json");
    compile(&sources.join("parser.c"), &sources, &bench.path("libtree-sitter-json.so"));
    fs::copy(sources.join("grammar.json"), bench.path("grammar.json")).unwrap();
    bench.file("input.json", TEXT.as_bytes());
    bench.script("test.sh", "(cat \"$1\"; echo) >>\"${0%/*}/asked\"; grep -q needle \"$1\"");
    bench
}

/// A shared object that is not a grammar.
fn library(bench: &Bench, name: &str, code: &str) {
    let code = bench.file(format!("{name}.c"), code.as_bytes());
    compile(&code, &bench.dir(), &bench.path(format!("{name}.so")));
}

#[track_caller]
fn refused(bench: &Bench, options: &str) -> Ran {
    let ran = bench.probdd(&format!("{options} test.sh input.json")).exits_with(1);
    assert!(!bench.path("asked").exists(), "nothing was run");
    assert_eq!(ran.stderr.lines().filter(|line| line.starts_with("error: ")).count(), 1);
    ran.says(" hint: ")
}

#[test]
fn with_its_rules_a_grammar_does_what_a_built_in_one_does() {
    let bench = bench();
    bench.probdd("-j1 test.sh input.json -o own.json --reducer tpdd").exits_with(0);
    let built_in = bench.text("asked");
    fs::remove_file(bench.path("asked")).unwrap();
    let options = "--grammar libtree-sitter-json.so --grammar-json grammar.json --report report \
                   --reducer tpdd";
    bench.probdd(&format!("-j1 {options} test.sh input.json -o user.json")).exits_with(0);
    assert_eq!(bench.text("user.json"), bench.text("own.json"));
    assert_eq!(bench.text("asked"), built_in);
    let report = bench.json("report");
    assert_eq!(report["settings"]["language"], "json");
    assert_eq!(report["grammar"], "libtree-sitter-json.so ABI 14");
}

#[test]
fn without_rules_only_what_parses_is_tested() {
    let bench = bench();
    // The ladder asks about small texts that do not parse, too.
    let options = "--grammar libtree-sitter-json.so --polish templates --report report";
    bench.probdd(&format!("-j1 {options} test.sh input.json")).exits_with(0);
    assert_eq!(bench.text("input.reduced.json"), "\"needle\"");
    for asked in bench.text("asked").lines().filter(|line| !line.is_empty()) {
        assert!(serde_json::from_str::<Value>(asked).is_ok(), "{asked}");
    }
    let report = bench.json("report");
    assert!(report["queries"]["rejected"].as_u64().unwrap() > 0);
    assert_eq!(report["one_minimal"]["certified"], true);
}

#[test]
fn an_input_with_errors_is_reduced_without_rules() {
    let bench = bench();
    bench.file("input.json", TEXT.replace("null", "nil").as_bytes());
    bench.probdd("--grammar libtree-sitter-json.so test.sh input.json").exits_with(0);
    let reduced = bench.text("input.reduced.json");
    assert!(reduced.contains("needle") && reduced.len() < TEXT.len() / 4, "{reduced}");
}

#[test]
fn what_is_no_grammar_is_refused() {
    let bench = bench();
    library(&bench, "empty", "int nothing;");
    library(&bench, "null", "const void *tree_sitter_null(void) { return 0; }");
    library(
        &bench,
        "scanned",
        "void tree_sitter_scanned_external_scanner_create(void);\n\
         void (*scanner)(void) = tree_sitter_scanned_external_scanner_create;\n\
         const void *tree_sitter_scanned(void) { return &scanner; }",
    );
    let two = "const void *tree_sitter_one(void) { return 0; }\n\
               const void *tree_sitter_two(void) { return 0; }";
    library(&bench, "both", two);
    library(&bench, "two", two);
    for (object, said) in [
        ("missing.so", "cannot read the grammar `missing.so`"),
        ("grammar.json", "is not a shared object"),
        ("empty.so", "exports no function `tree_sitter_NAME`"),
        ("null.so", "it has no tables"),
        ("scanned.so", "undefined symbol: tree_sitter_scanned_external_scanner_create"),
        ("both.so", "has several grammars: one, two"),
        // The name of the file chooses among several grammars.
        ("two.so", "it has no tables"),
    ] {
        refused(&bench, &format!("--grammar {object}")).says(said);
    }
}

#[test]
fn a_grammar_of_another_abi_is_refused() {
    let bench = bench();
    let sources = sources("tree-sitter-json");
    let code = fs::read_to_string(sources.join("parser.c")).unwrap();
    for abi in ["12", "99"] {
        let code =
            code.replace("define LANGUAGE_VERSION 14", &format!("define LANGUAGE_VERSION {abi}"));
        compile(&bench.file("parser.c", code.as_bytes()), &sources, &bench.path("json.so"));
        refused(&bench, "--grammar json.so")
            .says(&format!("has tree-sitter's ABI version {abi}; this build knows 13 to 15"))
            .says("tree-sitter generate --abi 15");
    }
}

#[test]
fn rules_of_another_grammar_are_refused() {
    let bench = bench();
    let text = bench.text("grammar.json");
    bench.file("c.json", text.replace(r#""name": "json""#, r#""name": "c""#).as_bytes());
    let rename = |from: &str| (from.to_owned(), format!("{from}_"));
    let renamed = ["pair", "array", "object", "number"].map(rename);
    let other = renamed
        .iter()
        .fold(text, |text, (from, to)| text.replace(&format!("\"{from}\""), &format!("\"{to}\"")));
    bench.file("other.json", other.as_bytes());
    for (rules, said) in [
        ("missing.json", "cannot read the rules `missing.json`"),
        ("input.json", "is not a tree-sitter grammar.json"),
        ("c.json", "are those of `c`, not of `json`"),
        ("other.json", "do not belong to the grammar: its tables do not know 4 of"),
    ] {
        let options = format!("--grammar libtree-sitter-json.so --grammar-json {rules}");
        refused(&bench, &options).says(said);
    }
}

#[test]
fn grammars_without_effect_are_refused() {
    let bench = bench();
    let object = "--grammar libtree-sitter-json.so";
    for (options, said) in [
        (format!("{object} --reducer list"), "--grammar has no effect on a list"),
        (format!("{object} --granularity line"), "--grammar has no effect on a list"),
        ("-l json --reducer list".to_owned(), "--language has no effect on a list"),
        ("-l json --reducer tpdd --granularity bracket".to_owned(), "--language has no effect"),
    ] {
        refused(&bench, &options).says(said);
    }
    for (options, said) in [
        (format!("{object} --language json"), "'--language <NAME>'"),
        ("--grammar-json grammar.json".to_owned(), "--grammar <SO>"),
    ] {
        bench.probdd(&format!("{options} test.sh input.json")).exits_with(1).says(said);
    }
    bench.probdd("-l none --reducer list test.sh input.json").exits_with(0);
}
