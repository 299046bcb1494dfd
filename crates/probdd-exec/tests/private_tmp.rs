//! Tests with a `/tmp` of their own.

#![allow(clippy::unwrap_used, reason = "a test that cannot do its work has failed")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use probdd_exec::{
    Check, Confinement, End, Error, Form, Interrupt, Limits, Outcome, Sandbox, Surroundings, TmpLog,
};
use tempfile::TempDir;

/// A script in a directory of its own, which is also the input directory.
struct Script {
    home: TempDir,
}

impl Script {
    /// The file `NAME` of the script is one in the real `/tmp`, with a name of its own.
    fn new(body: &str) -> Script {
        let script = Script { home: tempfile::Builder::new().tempdir_in("/tmp").unwrap() };
        let body = body.replace("NAME", script.outside().to_str().unwrap());
        fs::write(script.program(), format!("#!/bin/sh\n{body}\n")).unwrap();
        fs::set_permissions(script.program(), fs::Permissions::from_mode(0o755)).unwrap();
        script
    }

    fn program(&self) -> PathBuf {
        self.home.path().join("test.sh")
    }

    fn outside(&self) -> PathBuf {
        self.home.path().with_extension("outside")
    }

    fn check(&self) -> Check {
        let limits = Limits { timeout: Some(Duration::from_secs(30)), ..Limits::default() };
        let surroundings =
            Surroundings::new(self.home.path().into(), Form::file("input.c".into()), limits);
        Check::new(self.program(), surroundings)
    }

    /// Runs the script twice in one sandbox; returns both ends, or `None` where this machine allows no
    /// private `/tmp`.
    fn twice(&self, shared: Vec<PathBuf>) -> Option<[Outcome; 2]> {
        self.twice_in(&Confinement { private_tmp: Some(shared), ..Confinement::default() })
    }

    fn twice_in(&self, confinement: &Confinement) -> Option<[Outcome; 2]> {
        let mut sandbox = Sandbox::new(confinement).unwrap();
        let mut run = || self.check().run(&mut sandbox, b"text", &Interrupt::never());
        match run() {
            Err(Error::PrivateTmp(_)) => None,
            first => Some([first.unwrap(), run().unwrap()]),
        }
    }

    fn assert_twice(&self, shared: Vec<PathBuf>) {
        for outcome in self.twice(shared).into_iter().flatten() {
            let printed = String::from_utf8_lossy(&outcome.output);
            assert_eq!(outcome.end, End::Exited(0), "{printed}");
        }
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.outside());
    }
}

#[test]
fn what_one_query_writes_the_next_does_not_see_and_nobody_else() {
    let script = Script::new("set -e; [ ! -e NAME ]; echo x >NAME; mkdir NAME.d; [ -s NAME ]");
    script.assert_twice(vec![]);
    assert!(!script.outside().exists());
}

#[test]
fn what_was_there_can_be_read_and_changed_for_the_query_alone() {
    let script = Script::new("set -e; [ \"$(cat NAME)\" = real ]; echo changed >NAME; rm NAME");
    fs::write(script.outside(), "real\n").unwrap();
    script.assert_twice(vec![]);
    assert_eq!(fs::read_to_string(script.outside()).unwrap(), "real\n");
}

#[test]
fn the_directories_of_the_run_stay_the_real_ones() {
    let script = Script::new("echo ran >>\"${0%/*}/log\"; echo x >own && echo x >\"$TMPDIR/x\"");
    let log = script.home.path().join("log");
    let count = |path: &Path| fs::read_to_string(path).unwrap_or_default().lines().count();
    if script.twice(vec![]).is_some() {
        assert_eq!(count(&log), 0);
        script.assert_twice(vec![script.home.path().into()]);
        assert_eq!(count(&log), 2);
    }
}

#[test]
fn a_daemon_ends_with_its_query_and_the_outputs_of_the_query_are_seen() {
    let script = Script::new(
        "(cd /; setsid sleep 100 <&- >&- 2>&- &)\necho 'compiles held' >\"$PROBDD_FEEDBACK\"",
    );
    for outcome in script.twice(vec![]).into_iter().flatten() {
        assert_eq!(outcome.checks.len(), 1);
        assert!(!outcome.has_survivors);
    }
}

#[test]
fn the_disk_limit_holds_for_the_private_tmp_as_a_whole() {
    let body = "for i in 1 2 3 4 5 6; do head -c 1000000 /dev/zero >NAME.$i || exit 3; done";
    let script = Script::new(body);
    let confinement =
        Confinement { private_tmp: Some(vec![]), disk: Some(3 << 20), ..Confinement::default() };
    let mut sandbox = Sandbox::new(&confinement).unwrap();
    match script.check().run(&mut sandbox, b"text", &Interrupt::never()) {
        Err(Error::PrivateTmp(_)) => {}
        outcome => assert_eq!(outcome.unwrap().end, End::Exited(3)),
    }
}

#[test]
fn what_a_process_writes_in_its_own_tmp_is_on_record_also_what_it_removes() {
    let script = Script::new("echo x >NAME; rm NAME; mkdir -p NAME.d; echo more >>NAME.log");
    let name = |end: &str| PathBuf::from(format!("{}{end}", script.outside().display()));
    fs::write(name(".log"), "one\n").unwrap();
    let log = TmpLog::new().unwrap();
    let confinement = Confinement {
        private_tmp: Some(vec![]),
        tmp_log: Some(log.path()),
        ..Confinement::default()
    };
    let ran = script.twice_in(&confinement);
    fs::remove_file(name(".log")).unwrap();
    if ran.is_some() {
        let wanted = [(name(""), None), (name(".d"), None), (name(".log"), Some(9))].into();
        assert_eq!(log.records().unwrap(), [&wanted, &wanted].map(Clone::clone));
    }
}
