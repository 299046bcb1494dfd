//! The scripts of `examples/`, as the book has them, on small programs with bugs.

use crate::bench::{Bench, Ran};
use std::fs;
use std::path::{Path, PathBuf};

/// A file of `examples/`.
fn example(path: &str) -> PathBuf {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    examples.join(path).canonicalize().unwrap()
}

/// A working directory with programs of `fixtures/recipes/`.
fn bench(programs: &[&str]) -> Bench {
    let bench = Bench::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/fixtures/recipes");
    for name in programs {
        bench.program(name, &fs::read_to_string(fixtures.join(name)).unwrap());
    }
    bench
}

/// Runs a line of shell, in which `EXAMPLES` is the folder of examples.
#[track_caller]
fn shell(bench: &Bench, line: &str) -> Ran {
    Ran::new(&bench.shell(line).env("EXAMPLES", example(".")).output().unwrap())
}

/// Crashes of `target.py` as a fuzzer leaves them: two of one bug, one of another, and no crash.
fn crashes(bench: &Bench) {
    fs::create_dir(bench.path("crashes")).unwrap();
    let numbers: Vec<String> = (0..9).map(|number| format!("numbers {number} 2\n")).collect();
    let many = |last: &str| numbers.concat() + last;
    bench.file("crashes/id:000000,sig:06", many("numbers none of these words is one\n").as_bytes());
    bench.file("crashes/id:000001,sig:06", many("numbers\nnumbers 7 8 9\n").as_bytes());
    bench.file("crashes/id:000002,sig:06", many("name \nname of a person\n").as_bytes());
    bench.file("crashes/id:000003,sig:06", many("").as_bytes());
    bench.file("crashes/README.txt", b"Command line used to find this crash");
}

/// Checks what becomes of `crashes`.
#[track_caller]
fn are_reduced(bench: &Bench, ran: Ran) {
    ran.exits_with(0).prints("4 inputs: 2 different ones in ").prints("reduced, 1 in other.txt");
    assert_eq!(bench.text("reduced/1/id:000001,sig:06").trim(), "numbers");
    assert_eq!(bench.text("reduced/1/inputs.txt"), "id:000001,sig:06\nid:000000,sig:06\n");
    assert!(bench.text("reduced/1/signature.txt").contains("ZeroDivisionError"));
    assert_eq!(bench.text("reduced/2/id:000002,sig:06").trim(), "name");
    assert!(bench.text("reduced/2/signature.txt").contains("IndexError"));
    assert!(bench.text("reduced/other.txt").starts_with("id:000003,sig:06: "));
    assert!(!bench.path("reduced/3").exists());
}

#[test]
fn a_directory_of_crashes_becomes_one_small_input_for_each() {
    let bench = bench(&["target.py"]);
    crashes(&bench);
    let line = "$EXAMPLES/campaign/reduce-all.py crashes reduced -- python3 target.py @@";
    are_reduced(&bench, shell(&bench, line));

    // Again, with a new crash: what is there stays as it is.
    bench.file("reduced/1/id:000001,sig:06", b"mine");
    bench.file("crashes/id:000009,sig:06", b"name\n");
    let again = shell(&bench, line).exits_with(0);
    again.prints("5 inputs: 2 different ones in reduced, 1 in other.txt");
    assert_eq!(bench.text("reduced/1/id:000001,sig:06"), "mine");
    assert_eq!(bench.text("reduced/2/inputs.txt"), "id:000009,sig:06\nid:000002,sig:06\n");
}

#[test]
fn crashes_of_a_target_that_reads_standard_input_are_reduced() {
    let bench = bench(&["target.py"]);
    crashes(&bench);
    let line = "$EXAMPLES/campaign/reduce-all.py crashes reduced -- 'python3 target.py < {}'";
    are_reduced(&bench, shell(&bench, line));
}

#[test]
fn what_cargo_fuzz_has_found_is_reduced() {
    let bench = bench(&["target.py"]);
    crashes(&bench);
    fs::create_dir_all(bench.path("fuzz/artifacts")).unwrap();
    fs::rename(bench.path("crashes"), bench.path("fuzz/artifacts/parse")).unwrap();
    let built = "fuzz/target/x86_64-unknown-linux-gnu/release";
    bench.script(
        "cargo",
        &format!(
            "[ \"$*\" = 'fuzz build parse' ] && mkdir -p {built} &&
            printf '#!/bin/sh\\nexec python3 %s/target.py \"$1\"' \"$PWD\" >{built}/parse &&
            chmod +x {built}/parse"
        ),
    );
    shell(&bench, "$EXAMPLES/campaign/cargo-fuzz.sh parse").exits_with(0);
    assert_eq!(bench.text("fuzz/reduced/parse/1/id:000001,sig:06").trim(), "numbers");
    assert_eq!(bench.text("fuzz/reduced/parse/2/id:000002,sig:06").trim(), "name");
}

#[test]
fn a_campaign_of_random_programs_ends_with_a_small_one_for_each_failure() {
    let bench = bench(&["compiler.sh", "generator.sh"]);
    let line = "GENERATOR=$PWD/generator.sh GUARD=compiles CSMITH_INCLUDE=. \
                $EXAMPLES/campaign/csmith.sh 8 out $PWD/compiler.sh";
    let ran = shell(&bench, line).exits_with(0);
    let ran = ran.prints("8 programs: 2 crashes, 2 wrong results");
    ran.prints("1/1: seed-3.c and 1 like it").prints("2 inputs: 1 different ones in ");
    assert!(bench.text("out/reduced-crashes/1/signature.txt").contains("expand_goto"));
    let crash = bench.text("out/reduced-crashes/1/seed-3.c");
    assert!(crash.contains("goto") && crash.len() < 20, "{crash}");
    // The second result is equal to the first one.
    let wrong = bench.text("out/reduced-wrong/1/seed-4.c");
    assert!(wrong.contains("<<") && wrong.len() < 40, "{wrong}");
    assert_eq!(bench.text("out/reduced-wrong/2/same-as.txt"), "1\n");
}

#[test]
fn a_reproducer_of_clang_is_reduced_by_its_own_command() {
    let bench = bench(&["clang.sh"]);
    let source = "# 1 \"bug.cpp\"\nint unused(int a) { return a; }\n\
                  template <typename T> int apply(T t) { return t(1); }\n\
                  int main() { return apply([](int b) { return b; }); }\n";
    bench.file("bug-1a2b3c.cpp", source.as_bytes());
    let clang = bench.path("clang.sh");
    let script = format!(
        "# Crash reproducer for clang version 14.0.6\n# Driver args: \"-O2\" \"-c\" \"bug.cpp\"\n\
         # Original command:  \"clang-14\" \"-cc1\" \"-x\" \"c++\" \"bug.cpp\"\n \
         \"{}\" \"-cc1\" \"-O2\" \"-x\" \"c++\" \"bug-1a2b3c.cpp\"\n",
        clang.display()
    );
    bench.file("bug-1a2b3c.sh", script.as_bytes());
    let ran = shell(&bench, "$EXAMPLES/clang-reproducer/reduce.sh bug-1a2b3c.sh -j1").exits_with(0);
    ran.says("SemaTemplate.cpp");
    let reduced = bench.text("bug-1a2b3c.reduced.cpp");
    assert!(reduced.contains("template") && reduced.contains("[]"), "{reduced}");
    assert!(reduced.len() < 60, "{reduced}");

    bench.file("bug-1a2b3c.sh", b"clang other.cpp\n");
    let ran = shell(&bench, "$EXAMPLES/clang-reproducer/reduce.sh bug-1a2b3c.sh");
    ran.exits_with(1).says("does not name bug-1a2b3c.cpp");
}

#[test]
fn wrong_rows_are_reduced_with_the_query_that_loses_them() {
    let bench = bench(&["database.py"]);
    let log = "-- Time: 2026/11/24\nCREATE TABLE other(x);\nCREATE TABLE t(a TEXT, b INT);\n\
               INSERT INTO other VALUES (1);\nINSERT INTO t VALUES ('one', 1), ('two', 2);\n\
               CREATE INDEX i ON t(a);\nINSERT INTO t VALUES ('three', 3);\n\
               SELECT t.a, t.b FROM t WHERE (t.a LIKE '%e') AND (t.b > 0 OR 1);\n";
    bench.file("database3.sql", log.as_bytes());
    let line = "DATABASE=\"python3 $PWD/database.py\" \
                probdd --polish templates $EXAMPLES/sql-partition/test.py database3.sql";
    shell(&bench, line).exits_with(0).prints("certified");
    let reduced = bench.text("database3.reduced.sql");
    for word in ["CREATE TABLE", "CREATE INDEX", "INSERT", "SELECT", "WHERE", "LIKE"] {
        assert!(reduced.contains(word), "{reduced}");
    }
    assert!(!reduced.contains("other") && reduced.len() < 130, "{reduced}");
}

#[test]
fn a_correct_database_has_nothing_to_reduce() {
    let bench = bench(&["database.py"]);
    bench.file("a.sql", b"CREATE TABLE t(a);INSERT INTO t VALUES (1);SELECT a FROM t WHERE a > 0");
    let line = "DATABASE=\"python3 $PWD/database.py\" probdd $EXAMPLES/sql-partition/test.py a.sql";
    shell(&bench, line).exits_with(2).says("not interesting");
}

#[test]
fn bisection_with_a_reduced_input_finds_the_commit() {
    let bench = bench(&[]);
    bench.script("test.sh", "\"$ROOT/built\" \"$1\" | grep -q '^crash$'");
    bench.file("bug.txt", b"goto\n");
    // The fifth version is the first that has the bug; the third one does not build.
    let history = "export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a GIT_COMMITTER_NAME=a \
         GIT_COMMITTER_EMAIL=a HOME=$PWD; git init -q compiler && cd compiler &&
         for version in 1 2 3 4 5 6 7; do
             printf 'grep -q goto \"$1\" && [ %s -ge 5 ] && echo crash; exit 0\n' $version >source
             [ $version = 3 ] && echo broken >source
             git add source && git commit -qm \"version $version\"
         done
         git bisect start HEAD HEAD~6 &&
         git bisect run $EXAMPLES/bisect/run.sh '
             ! grep -q broken source && { echo \"#!/bin/sh\"; cat source; } >built && chmod +x built
         ' ../test.sh ../bug.txt";
    let ran = shell(&bench, history).exits_with(0);
    assert!(ran.stdout.contains("is the first bad commit"), "{}", ran.stdout);
    assert!(ran.stdout.contains("version 5"), "{}", ran.stdout);
}

#[test]
fn the_tests_that_disturb_another_one_are_found() {
    let bench = bench(&["pytest.py"]);
    let polluter = "import os\ndef test_harmless():\n    pass\n\
                    def test_settings():\n    os.environ['MODE'] = 'fast'\n";
    bench.file("test_a.py", polluter.as_bytes());
    let victim = "import os\ndef test_other():\n    pass\n\
                  def test_total():\n    assert os.environ.get('MODE') != 'fast'\n";
    bench.file("test_b.py", victim.as_bytes());
    let others = "test_a.py::test_harmless\ntest_b.py::test_other\n";
    let order = [others.repeat(10).as_str(), "test_a.py::test_settings\n", others].concat();
    bench.file("order.txt", order.as_bytes());
    let line = "VICTIM=test_b.py::test_total PYTEST='python3 pytest.py' \
                probdd --granularity line $EXAMPLES/test-order/test.sh order.txt";
    shell(&bench, line).exits_with(0).prints("certified");
    assert_eq!(bench.text("order.reduced.txt").trim(), "test_a.py::test_settings");
}

#[test]
fn the_action_shows_reduced_inputs_in_the_summary() {
    let bench = bench(&["target.py"]);
    crashes(&bench);
    let step = "export RUNNER_TEMP=$PWD GITHUB_OUTPUT=$PWD/output GITHUB_STEP_SUMMARY=$PWD/summary
                export COMMAND='python3 target.py {}' OPTIONS='--jobs 1' MINUTES=5
                INPUTS=$1 $EXAMPLES/github-action/reduce.sh";
    let ran = shell(&bench, &format!("set -- crashes; {step}"));
    are_reduced(&bench, ran);
    assert_eq!(bench.text("output").trim(), format!("reduced={}", bench.path("reduced").display()));
    let summary = bench.text("summary");
    assert!(summary.contains("ZeroDivisionError") && summary.contains("\nnumbers\n"), "{summary}");

    // One file, and none at all.
    fs::remove_dir_all(bench.path("reduced")).unwrap();
    shell(&bench, &format!("set -- 'crashes/id:000002,sig:06'; {step}")).exits_with(0);
    assert_eq!(bench.text("reduced/1/id:000002,sig:06").trim(), "name");
    shell(&bench, &format!("set -- gone; {step}")).exits_with(0).prints("nothing to reduce");
}

#[test]
fn the_action_passes_its_inputs_to_the_script() {
    let action = fs::read_to_string(example("github-action/action.yml")).unwrap();
    let script = fs::read_to_string(example("github-action/reduce.sh")).unwrap();
    for (name, variable) in [
        ("inputs", "INPUTS"),
        ("command", "COMMAND"),
        ("options", "OPTIONS"),
        ("minutes", "MINUTES"),
    ] {
        assert!(action.contains(&format!("  {name}:\n    description: ")), "{name}");
        assert!(action.contains(&format!("{variable}: ${{{{ inputs.{name} }}}}\n")), "{variable}");
        assert!(
            script.contains(&format!("${variable}")) || script.contains(&format!("${{{variable}"))
        );
    }
    assert!(script.contains("reduced=$reduced"));
}
