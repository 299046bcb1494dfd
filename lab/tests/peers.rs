//! `lab evaluate peers` with fake peers: scripts that check how they are run, and ask the test.

use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A folder with a subject and a fake peer.
struct Scene(TempDir);

/// Asks the test about some texts, by the path of a file that is not where the peer runs.
const ASK_BY_ARGUMENT: &str = "mkdir ../away
    ask() { echo \"$1\" >../away/candidate; \"$test\" ../away/candidate; }";

/// Asks the test about some texts, by the input's name in another directory.
const ASK_BY_NAME: &str = "mkdir ../away
    ask() { echo \"$1\" >\"../away/$input\"; (cd ../away && \"$test\"); }";

/// Asks the test as Lithium does: a module's function, with the candidate in the input's place.
const ASK_LITHIUM: &str = "
    ask() {
        echo \"$1\" >\"$input\"
        python3 -c \"
import importlib.util, sys
spec = importlib.util.spec_from_file_location('interesting', '$test')
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
sys.exit(not module.interesting(['$input'], 'tmp1/1'))\"
    }";

impl Scene {
    /// A subject in which `bug` has to stay, and a peer that does what a script says.
    fn new(input: &str, program: &str, script: &str) -> Scene {
        let scene = Scene(tempfile::tempdir().expect("a folder"));
        std::fs::create_dir_all(scene.at("subjects/s")).expect("a folder");
        scene.write(&format!("subjects/s/{input}"), "int bug; int more; int most;\n");
        let test = format!("[ \"$(ls)\" = {input} ] && grep -q bug {input}");
        scene.script("subjects/s/test.sh", &test);
        scene.peer(program, script);
        scene
    }

    fn at(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.at(name), text).expect("it can be written");
    }

    fn script(&self, name: &str, text: &str) {
        self.write(name, &format!("#!/bin/sh\n{text}\n"));
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(self.at(name), mode).expect("it may be run");
    }

    /// A peer that tells its version, and else does what a script says.
    fn peer(&self, program: &str, script: &str) {
        let version = "case $1 in --version) echo fake; echo release 1.2; exit;; esac";
        self.script(program, &format!("{version}\n{script}"));
    }

    /// Runs the peer, and returns its record and what was printed.
    fn run(&self, peer: &str, options: &[&str]) -> (Value, String) {
        let mut lab = Command::new(env!("CARGO_BIN_EXE_lab"));
        lab.args(["evaluate", "peers", "--peer", peer]).args(options);
        lab.arg("--to").arg(self.at("records"));
        let output = lab.arg(self.at("subjects")).output().expect("it can be run");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{message}");
        let records = std::fs::read_to_string(self.at("records")).expect("there are records");
        let record = serde_json::from_str(records.trim()).expect("there is one");
        (record, String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Runs a fake peer that checks its arguments with `check`, which sets `test`, `input` and `ask`.
fn reduces(peer: &str, program: &str, input: &str, check: &str) {
    let script = format!(
        "set -e
        fail() {{ echo \"unexpected: $*\" >&2; exit 9; }}
        {check}
        [ -f \"$input\" ] || fail \"$PWD\"
        [ -x \"$test\" ] || fail \"$test\"
        ask 'int bug; int more; int most;' || fail the input
        ask 'int more; int most;' && fail no bug
        ask 'int bug; int most;' || fail less
        ask 'int bug;' || fail least
        ask 'int bug;' || fail again"
    );
    let scene = Scene::new(input, program, &script);
    std::fs::create_dir_all(scene.at("grammars/c")).expect("a folder");
    for (name, text) in [("start", "unit\n"), ("L.g4", ""), ("P.g4", "")] {
        scene.write(&format!("grammars/c/{name}"), text);
    }
    let grammars = scene.at("grammars").display().to_string();
    let named = format!("{peer}={}", scene.at(program).display());
    let (record, printed) = scene.run(&named, &["--grammars", &grammars]);
    let figures = &record["outcome"]["reduced"];
    assert!(figures.is_object(), "{record}");
    let counts = ["input_tokens", "queries", "tokens_tested", "result_tokens"].map(|name| {
        let count = figures[name].as_u64();
        count.unwrap_or_default()
    });
    // To the grammar of LLVM, each text is two errors.
    let (expected, curve) = match input {
        "input.ll" => ([2, 5, 10, 2], serde_json::json!([])),
        _ => ([9, 5, 27, 3], serde_json::json!([[3, 6], [4, 3]])),
    };
    assert_eq!(counts, expected, "{record}");
    assert_eq!(figures["curve"], curve);
    assert_eq!(figures["stopped"], Value::Null);
    assert!(figures["test_seconds"].as_f64() > Some(0.0));
    let version = if peer == "lithium" { "" } else { "release 1.2" };
    assert_eq!(record["version"], version);
    assert!(printed.contains(&format!("| {peer} ")), "{printed}");
}

#[test]
fn cvise_and_creduce_have_the_candidate_in_the_directory_of_the_test() {
    let c = format!(
        "[ \"$1 $2 $3 $4\" = '--n 1 --timeout 180' ] && [ $# = 6 ] || fail \"$@\"
        test=$5 input=$6; {ASK_BY_NAME}"
    );
    let any = format!(
        "[ \"$1 $2 $3 $4 $5\" = '--n 1 --not-c --timeout 180' ] && [ $# = 7 ] || fail \"$@\"
        test=$6 input=$7; {ASK_BY_NAME}"
    );
    for peer in ["cvise", "creduce"] {
        reduces(peer, peer, "input.c", &c);
        reduces(peer, peer, "input.java", &any);
    }
}

#[test]
fn picire_and_picireny_have_the_candidate_as_an_argument() {
    let picire = format!(
        "[ \"$1 $3 $5 $6 $7\" = '--input --test --atom both --out' ] || fail \"$@\"
        test=$4 input=$2; {ASK_BY_ARGUMENT}"
    );
    reduces("picire", "picire", "input.c", &picire);
    let picireny = format!(
        "[ \"$1 $3 $5 $8 $9 ${{10}}\" = '--input --test --grammar --start unit --out' ] || fail \"$@\"
        [ -f \"$6\" ] && [ -f \"$7\" ] || fail \"$@\"
        test=$4 input=$2; {ASK_BY_ARGUMENT}"
    );
    reduces("picireny", "picireny", "input.c", &picireny);
}

#[test]
fn lithium_asks_a_module() {
    let check = format!("[ $# = 2 ] || fail \"$@\"; test=$1 input=$2; {ASK_LITHIUM}");
    reduces("lithium", "lithium", "input.c", &check);
}

#[test]
fn llvm_reduce_is_for_llvm_only() {
    let check = format!(
        "[ \"${{1%%=*}} $2\" = '--test -o' ] && [ ! -e \"$3\" ] || fail \"$@\"
        test=${{1#*=}} input=$4; {ASK_BY_ARGUMENT}"
    );
    reduces("llvm-reduce", "llvm-reduce", "input.ll", &check);
    let scene = Scene::new("input.c", "llvm-reduce", "exit 1");
    let (record, _) = scene.run("llvm-reduce", &[]);
    assert_eq!(record["outcome"]["skipped"], "not for c");
}

#[test]
fn a_peer_that_is_missing_or_fails_says_why() {
    let scene = Scene::new("input.c", "cvise", "echo first; echo it is broken >&2; exit 7");
    let missing = scene.at("nothing").display().to_string();
    let (record, printed) = scene.run(&format!("cvise={missing}"), &[]);
    assert_eq!(record["outcome"]["skipped"], format!("no file {missing}"));
    assert!(printed.contains("- cvise on s skipped: no file "), "{printed}");
    std::fs::remove_file(scene.at("records")).expect("it was written");
    let (record, _) = scene.run(&format!("cvise={}", scene.at("cvise").display()), &[]);
    let reason = "exit status: 7 after 0 tests: it is broken";
    assert_eq!(record["outcome"]["failed"], reason);
}

#[test]
fn the_limit_ends_a_peer_with_all_that_it_has_started() {
    let script = "test=$5
        setsid sh -c 'echo $$ >>\"$0\"; exec sleep 600' PIDS >/dev/null 2>&1 &
        while [ ! -s PIDS ]; do sleep 0.01; done
        while true; do \"$test\"; done";
    let limits = [(["--max-queries", "3"], "max-queries"), (["--max-time", "1"], "max-time")];
    for (options, stopped) in limits {
        let scene = Scene::new("input.c", "cvise", "");
        let pids = scene.at("pids");
        scene.peer("cvise", &script.replace("PIDS", &pids.display().to_string()));
        let (record, _) = scene.run(&format!("cvise={}", scene.at("cvise").display()), &options);
        let figures = &record["outcome"]["reduced"];
        assert_eq!(figures["stopped"], stopped, "{record}");
        assert!(stopped == "max-time" || figures["queries"] == 3, "{record}");
        let pid = std::fs::read_to_string(pids).expect("it was started");
        let process = Path::new("/proc").join(pid.trim()).join("environ");
        let environment = std::fs::read(process).unwrap_or_default();
        assert!(environment.is_empty(), "process {pid} is alive");
    }
}
