//! Candidates that are several files.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use probdd_core::Verdict;
use probdd_core::bundle::{Entry, EntryKind, bundle};
use probdd_exec::{
    Argument, Check, Companion, Confinement, Form, Interrupt, Limits, Sandbox, Surroundings,
};
use tempfile::TempDir;

fn file(path: &str, content: &str) -> Entry {
    Entry::new(path, EntryKind::File { mode: 0o644 }, content)
}

/// A check that is a shell script, told about a directory `p` and a file `x.h`.
fn check(home: &Path, script: &str) -> Check {
    let program = home.join("test.sh");
    fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("it can be written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let argument = |path: &str, is_directory| Argument { path: path.into(), is_directory };
    let form = Form::Bundle(vec![argument("p", true), argument("x.h", false)]);
    Check::new(program, Surroundings::new(home.into(), form, Limits::default()))
}

/// What a script says about a bundle.
fn verdict(script: &str, entries: &[Entry]) -> Verdict {
    let home = TempDir::new().expect("there is a temporary directory");
    let mut sandbox = Sandbox::new(&Confinement::default()).expect("a sandbox can be made");
    let outcome =
        check(home.path(), script).run(&mut sandbox, &bundle(entries), &Interrupt::never());
    outcome.expect("the test can be run").verdict
}

#[test]
fn the_test_sees_files_links_and_permissions_and_is_told_the_inputs() {
    let entries = [
        Entry::new("p", EntryKind::Directory { mode: 0o755 }, ""),
        Entry::new("p/run", EntryKind::File { mode: 0o755 }, "#!/bin/sh\nexit 0\n"),
        Entry::new("p/empty", EntryKind::Directory { mode: 0o500 }, ""),
        Entry::new("p/to", EntryKind::Link, "../x.h"),
        file("x.h", "int x;"),
    ];
    let script = "set -e\n\
                  [ \"$#\" = 2 ] && [ \"$1\" = \"$PWD/p\" ] && [ \"$2\" = \"$PWD/x.h\" ]\n\
                  p/run\n\
                  [ -d p/empty ] && [ \"$(stat -c %a p/empty)\" = 500 ]\n\
                  [ \"$(readlink p/to)\" = ../x.h ] && [ \"$(cat p/to)\" = 'int x;' ]\n\
                  [ \"$(ls)\" = \"$(printf 'p\\nx.h')\" ]";
    assert_eq!(verdict(script, &entries), Verdict::Interesting);
}

#[test]
fn an_input_that_is_a_directory_exists_also_when_all_is_removed() {
    let script = "[ -d \"$1\" ] && [ -z \"$(ls -A \"$1\")\" ] && [ ! -e \"$2\" ]";
    assert_eq!(verdict(script, &[]), Verdict::Interesting);
}

#[test]
fn what_a_test_does_to_its_files_is_not_seen_by_the_next() {
    let home = TempDir::new().expect("there is a temporary directory");
    let mut sandbox = Sandbox::new(&Confinement::default()).expect("a sandbox can be made");
    let entries = [
        Entry::new("p", EntryKind::Directory { mode: 0o755 }, ""),
        file("p/a", "as it was"),
        Entry::new("p/d", EntryKind::Directory { mode: 0o500 }, ""),
        file("p/b", "b"),
    ];
    let check = check(
        home.path(),
        "[ \"$(cat p/a)\" = 'as it was' ] && [ \"$(ls p)\" = \"$(printf 'a\\nb\\nd')\" ] || exit 1\n\
         printf 'is not now' > p/a; rm p/b; mkdir p/new; touch p/new/x; chmod 0 p/new",
    );
    for _ in 0..5 {
        let outcome = check.run(&mut sandbox, &bundle(&entries), &Interrupt::never());
        assert_eq!(outcome.expect("the test can be run").verdict, Verdict::Interesting);
    }
}

/// What each query of one sandbox sees, as lines of `path content`.
fn seen(script: &str, candidates: &[&[Entry]]) -> Vec<String> {
    let home = TempDir::new().expect("there is a temporary directory");
    let mut sandbox = Sandbox::new(&Confinement::default()).expect("a sandbox can be made");
    let see = "find . ! -type d -printf '%P ' -exec cat {} \\; -printf '\\n' 2>&1 | sort";
    let check = check(home.path(), &format!("{see}\n{script}"));
    let run = |candidate: &&[Entry]| {
        let outcome = check.run(&mut sandbox, &bundle(candidate), &Interrupt::never());
        String::from_utf8(outcome.expect("the test can be run").output).expect("it is text")
    };
    candidates.iter().map(run).collect()
}

#[test]
fn a_query_sees_its_own_files_whatever_came_before() {
    let directory = |path| Entry::new(path, EntryKind::Directory { mode: 0o755 }, "");
    let first = [directory("p"), directory("p/d"), file("p/d/a", "1"), file("p/x", "2")];
    let second = [directory("p"), file("p/d", "a file"), file("p/x", "2")];
    let third = [
        directory("p"),
        directory("p/d"),
        file("p/d/a", "3"),
        directory("p/x"),
        file("p/x/y", "4"),
    ];
    let script = "for f in $(find . -type f); do printf z >> $f; done; rm -rf p/d; mkdir -p q/r; touch q/r/s";
    for script in ["", script, "chmod -R 0 .", "cd ..; mv work gone; ln -s / work", "rm -rf $PWD"] {
        let seen = seen(script, &[&first, &second, &third, &[], &first, &first]);
        assert_eq!(seen[0], "p/d/a 1\np/x 2\n", "{script}");
        assert_eq!(seen[1], "p/d a file\np/x 2\n", "{script}");
        assert_eq!(seen[2], "p/d/a 3\np/x/y 4\n", "{script}");
        assert_eq!(seen[3], "", "{script}");
        assert_eq!(seen[4..], [seen[0].clone(), seen[0].clone()], "{script}");
    }
}

#[test]
fn a_change_of_the_same_length_at_the_same_time_is_seen() {
    let files = [file("x.h", "abc"), file("n", "a\0c")];
    let seen = seen("printf xyz > x.h; printf x > n.new; cat n.new > n", &[&files[..]; 20]);
    assert!(seen.iter().all(|text| *text == seen[0]), "{seen:?}");
}

#[test]
fn companions_are_there_and_a_test_that_changes_one_is_noticed() {
    let home = TempDir::new().expect("there is a temporary directory");
    fs::create_dir_all(home.path().join("lib/in")).expect("it can be made");
    fs::write(home.path().join("lib/in/a"), "1").expect("it can be written");
    fs::write(home.path().join("one"), "2").expect("it can be written");
    let mut sandbox = Sandbox::new(&Confinement::default()).expect("a sandbox can be made");
    let companion = |source: &str, place: &str| Companion {
        source: home.path().join(source),
        place: place.into(),
    };
    for form in [Form::Bundle(Vec::new()), Form::file("x.h".into())] {
        let script = home.path().join("test.sh");
        fs::write(
            &script,
            "#!/bin/sh\n[ \"$(cat sub/lib/in/a sub/one)\" = 12 ] || exit 1\n\
             case $(cat x.h) in *change*) echo 3 >> sub/one ;; esac\n",
        )
        .expect("it can be written");
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).expect("it is ours");
        let companions = vec![companion("lib", "sub/lib"), companion("one", "sub/one")];
        let surroundings = Surroundings::new(home.path().into(), form, Limits::default());
        let check = Check::new(script, surroundings.with(companions));
        let mut run = |text: &str| {
            check.run(&mut sandbox, &bundle(&[file("x.h", text)]), &Interrupt::never())
        };
        for _ in 0..3 {
            let outcome = run("int x;").expect("the test can be run");
            assert_eq!(outcome.verdict, Verdict::Interesting);
        }
        run("change").expect("the test can be run");
        let error = run("int x;").expect_err("it is noticed").to_string();
        assert_eq!(error, "the test has changed `sub/one`, which all queries share");
        assert_eq!(fs::read(home.path().join("one")).ok(), Some(b"2".to_vec()));
        sandbox = Sandbox::new(&Confinement::default()).expect("a sandbox can be made");
    }
}
