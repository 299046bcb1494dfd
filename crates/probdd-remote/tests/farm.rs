//! A test that runs on servers which answer, fail and lie in every way.

#![allow(clippy::disallowed_methods, reason = "tests start processes")]

mod support;

use probdd_core::Verdict;
use probdd_exec::{End, Error, Interrupt, Oracle};
use probdd_remote::testing::{Config, Fault, TestServer};
use std::time::{Duration, Instant};
use support::{Setup, function, script, servers};
use tonic::Code;

/// Asks about some candidates, and checks every answer: those with an `x` are interesting.
fn ask(setup: &Setup, candidates: u32) {
    ask_from(setup, 0..candidates);
}

fn ask_from(setup: &Setup, candidates: std::ops::Range<u32>) {
    let mut oracle = setup.oracle();
    for number in candidates {
        let text = format!("{number}{}", if number % 3 == 0 { " x" } else { "" });
        let outcome = oracle.query(text.as_bytes(), &Interrupt::never()).expect("an answer");
        let (verdict, code) = match number % 3 {
            0 => (Verdict::Interesting, 0),
            _ => (Verdict::Uninteresting, 1),
        };
        assert_eq!((outcome.verdict, outcome.end), (verdict, End::Exited(code)), "{text}");
    }
}

fn has_x() -> Config {
    Config { worker: function(|text| i32::from(!text.contains(&b'x'))), ..Config::default() }
}

#[test]
fn a_process_sees_the_candidate_and_what_goes_with_it() {
    let server = TestServer::start(Config::default());
    let mut setup = Setup::new(&[&server]);
    setup.test = script(
        "set -e\ncat \"$1\"\n[ \"$PWD/a.c\" = \"$1\" ]\n[ -d \"$TMPDIR\" ]\n[ \"$A\" = 1 ]\n\
         grep -q with inc/with.h\ntest -z \"$B\"\necho changed >>a.c\necho note >&2\n\
         echo 'first held' >>\"$PROBDD_FEEDBACK\"\nexit 7\n",
    );
    setup.with("inc/with.h", "with\n");
    let outcome = setup.query(b"int a;\n").expect("an answer");
    assert_eq!(outcome.end, End::Exited(7), "{}", String::from_utf8_lossy(&outcome.output));
    assert_eq!(String::from_utf8_lossy(&outcome.output), "int a;\nnote\n");
    assert_eq!((&*outcome.checks[0].name, outcome.checks[0].has_held), ("first", true));
    assert!(outcome.wall > Duration::ZERO && outcome.wall < Duration::from_secs(60));
}

#[test]
fn every_exit_status_is_that_of_the_test() {
    let server = TestServer::start(Config::default());
    let mut setup = Setup::new(&[&server]);
    setup.test = script("exit $(cat \"$1\")\n");
    for (text, verdict) in [
        ("0", Verdict::Interesting),
        ("1", Verdict::Uninteresting),
        ("120", Verdict::Uninteresting),
        ("125", Verdict::Unresolved),
        ("255", Verdict::Uninteresting),
    ] {
        let outcome = setup.query(text.as_bytes()).expect("an answer");
        let code = text.parse().expect("a number");
        assert_eq!((outcome.verdict, outcome.end), (verdict, End::Exited(code)));
    }
}

#[test]
fn a_test_is_killed_at_its_time_limit_and_a_killed_one_is_asked_once_more() {
    let server = TestServer::start(Config::default());
    let mut setup = Setup::new(&[&server]);
    setup.timeout = Some(Duration::from_secs(1));
    setup.test = script("grep -q slow \"$1\" && exec sleep 600\nkill -9 $$\n");
    let outcome = setup.query(b"slow").expect("an answer");
    assert_eq!((outcome.verdict, outcome.end), (Verdict::Unresolved, End::TimedOut));
    let before = server.executed();
    let outcome = setup.query(b"fast").expect("an answer");
    assert_eq!(outcome.end, End::Exited(137));
    assert_eq!(server.executed(), before + 2);
}

#[test]
fn interesting_answers_are_remembered_and_a_fresh_one_is_not() {
    let server = TestServer::start(has_x());
    let setup = Setup::new(&[&server]);
    ask(&setup, 9);
    assert_eq!((server.executed(), server.remembered()), (9, 0));
    ask(&setup, 9);
    assert_eq!((server.executed(), server.remembered()), (15, 3));
    let mut oracle = setup.oracle();
    oracle.set_fresh(true);
    oracle.query(b"0 x", &Interrupt::never()).expect("an answer");
    assert_eq!((server.executed(), server.remembered()), (16, 3));
}

#[test]
fn what_does_not_change_is_uploaded_once() {
    let server = TestServer::start(has_x());
    let mut setup = Setup::new(&[&server]);
    setup.with("big.h", &"h".repeat(100_000));
    ask(&setup, 1);
    let (first, _) = server.uploaded();
    ask(&setup, 11);
    let (all, streamed) = server.uploaded();
    // The candidate, three folders and the action.
    assert_eq!(((all - first), streamed), (10 * 5, 0));
}

#[test]
fn large_blobs_are_streams_and_small_ones_fill_batches() {
    let config = Config { most_batch: 4000, ..Config::default() };
    let server = TestServer::start(config);
    let mut setup = Setup::new(&[&server]);
    setup.test = script("cat a.c; tail -c 1 \"$1\" | grep -q x\n");
    let large = [&b"y".repeat(3_000_000)[..], b"x"].concat();
    let outcome = setup.query(&large).expect("an answer");
    assert_eq!(outcome.end, End::Exited(0));
    assert!(server.uploaded().1 >= 1);
    // Of a long output the beginning is kept.
    assert_eq!((outcome.output.len(), outcome.output_truncated), (64 << 10, true));
}

#[test]
fn blobs_may_be_named_by_blake3() {
    let server =
        TestServer::start(Config { is_blake3: true, most_batch: 2000, ..Config::default() });
    let mut setup = Setup::new(&[&server]);
    setup.test = script("test $(wc -c <a.c) = 5000\n");
    let outcome = setup.query(&[b'x'; 5000]).expect("an answer");
    assert_eq!((outcome.end, server.uploaded().1), (End::Exited(0), 1));
}

#[test]
fn no_fault_changes_an_answer() {
    let check = |fault: Fault| {
        // Two failures, then answers.
        let config = Config { faults: vec![fault], probability: 1.0, most_faults: 2, ..has_x() };
        let server = TestServer::start(config);
        ask(&Setup::new(&[&server]), 3);
        assert_eq!(server.failed(), 2, "{fault:?}");
    };
    std::thread::scope(|scope| {
        for fault in Fault::all() {
            scope.spawn(move || check(fault));
        }
    });
}

#[test]
fn all_faults_together_change_no_answer() {
    let config = Config { faults: Fault::all(), probability: 0.1, ..has_x() };
    let server = TestServer::start(config);
    ask(&Setup::new(&[&server]), 120);
    assert!(server.failed() > 5);
}

#[test]
fn another_server_takes_over() {
    let dead = Config { faults: vec![Fault::Call(Code::Unavailable)], probability: 1.0, ..has_x() };
    let (dead, alive) = (TestServer::start(dead), TestServer::start(has_x()));
    ask(&Setup::new(&[&dead, &alive]), 20);
    assert_eq!((dead.executed(), alive.executed() >= 20), (0, true));
}

#[test]
fn actions_are_spread_over_servers() {
    let [a, b] = servers(2, &Config { delay: Duration::from_millis(100), ..has_x() });
    let setup = Setup::new(&[&a, &b]);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| ask(&setup, 6));
        }
    });
    assert!(a.executed() >= 6 && b.executed() >= 6, "{} {}", a.executed(), b.executed());
}

#[test]
fn a_server_that_restarts_is_waited_for() {
    let server = TestServer::start(has_x());
    let (setup, port) = (Setup::new(&[&server]), server.port());
    ask(&setup, 3);
    server.stop();
    let restarting = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        TestServer::start(Config { port, ..has_x() })
    });
    ask(&setup, 6);
    assert!(restarting.join().expect("it starts").executed() >= 6);
}

#[test]
fn a_server_that_is_gone_is_given_up_and_says_why() {
    let server = TestServer::start(has_x());
    let mut setup = Setup::new(&[&server]);
    setup.patience = Duration::from_secs(1);
    let mut oracle = setup.oracle();
    server.stop();
    let began = Instant::now();
    let error = oracle.query(b"x", &Interrupt::never()).expect_err("nobody answers");
    assert!(matches!(&error, Error::Unreachable(what) if what.contains("grpc://")), "{error}");
    assert!(began.elapsed() >= Duration::from_secs(1));
}

#[test]
fn a_candidate_that_ends_its_own_worker_is_unresolved_and_others_are_answered() {
    let server = TestServer::start(Config::default());
    let mut setup = Setup::new(&[&server]);
    // The script has no chance to write its end.
    setup.test = script("grep -q bad \"$1\" && rm -rf \"${TMPDIR%/tmp}\"\nexit 1\n");
    setup.meet();
    let outcome = setup.query(b"bad").expect("an answer");
    assert_eq!((outcome.verdict, outcome.end), (Verdict::Unresolved, End::Lost));
    assert_eq!(setup.query(b"good").expect("an answer").end, End::Exited(1));
}

#[test]
fn a_cancelled_query_is_cancelled_there_even_before_its_operation_has_a_name() {
    for name_delay in [Duration::ZERO, Duration::from_secs(1)] {
        let delay = Duration::from_secs(600);
        let server = TestServer::start(Config { delay, name_delay, ..has_x() });
        let setup = Setup::new(&[&server]);
        let cancel = Interrupt::by_hand().expect("there are descriptors");
        let mut oracle = setup.oracle();
        std::thread::scope(|scope| {
            let asking = scope.spawn(|| oracle.query(b"x", &cancel));
            support::wait_until(|| server.executed() == 1);
            cancel.raise();
            let outcome = asking.join().expect("no panic").expect("an outcome");
            assert_eq!(outcome.end, End::Interrupted);
        });
        support::wait_until(|| server.cancelled() == 1);
    }
}

#[test]
fn an_action_that_is_lost_is_asked_again() {
    let config =
        Config { faults: vec![Fault::Silence], probability: 1.0, most_faults: 1, ..has_x() };
    let server = TestServer::start(config);
    let mut setup = Setup::new(&[&server]);
    // The time that a query may wait, besides a minute more than its own limit.
    setup.timeout = Some(Duration::from_millis(1));
    setup.patience = Duration::from_millis(500);
    setup.margin = Duration::from_millis(100);
    ask(&setup, 2);
    assert_eq!(server.failed(), 1);
    support::wait_until(|| server.cancelled() == 1);
}

#[test]
fn a_broken_sandbox_is_noticed_before_the_first_query() {
    let config = Config { faults: vec![Fault::BrokenSandbox], probability: 1.0, ..has_x() };
    let server = TestServer::start(config);
    let error = Setup::new(&[&server]).try_meet().expect_err("nothing runs there");
    assert!(error.to_string().contains("has not run to its end"), "{error}");
    let probdd_remote::Error::NoAnswer { output, .. } = &error else { panic!("{error}") };
    assert!(output.contains("bwrap: cannot mount"), "{output}");
}

#[test]
fn a_server_that_cannot_do_it_is_refused() {
    let refused = |config: Config| {
        let server = TestServer::start(config);
        Setup::new(&[&server]).connect().expect_err("it is refused").to_string()
    };
    let lacking = refused(Config { executes: false, ..has_x() });
    assert!(lacking.contains("does not execute actions"), "{lacking}");
    let token = Some(("authorization", "secret".to_owned()));
    let unknown = refused(Config { token, ..has_x() });
    assert!(unknown.contains("Unauthenticated"), "{unknown}");
    let (sha256, blake3) =
        (TestServer::start(has_x()), TestServer::start(Config { is_blake3: true, ..has_x() }));
    let error = Setup::new(&[&sha256, &blake3]).connect().expect_err("they have nothing in common");
    assert!(error.to_string().contains("as the others do"), "{error}");
    let gone = TestServer::start(has_x());
    let setup = Setup::new(&[&gone]);
    gone.stop();
    let error = setup.connect().expect_err("nobody answers").to_string();
    assert!(error.contains("cannot reach") && error.contains("refused"), "{error}");
}

#[test]
fn a_token_goes_with_every_call_and_is_read_again_when_it_has_changed() {
    let token = |value: &str| Some(("authorization", value.to_owned()));
    let server = TestServer::start(Config { token: token("old"), ..has_x() });
    let port = server.port();
    let mut setup = Setup::new(&[&server]);
    let file = setup.header("Authorization", "old\n");
    ask(&setup, 3);
    let mut oracle = setup.oracle();
    server.stop();
    let _server = TestServer::start(Config { token: token("new"), port, ..has_x() });
    std::fs::write(file, "new\n").expect("there is room");
    let outcome = oracle.query(b"x", &Interrupt::never()).expect("an answer");
    assert!(outcome.verdict.is_interesting());
}

#[test]
fn several_files_are_a_tree_whose_unchanged_parts_are_not_sent_again() {
    use probdd_core::bundle::{Entry, EntryKind, bundle};
    let server = TestServer::start(Config::default());
    let mut setup = Setup::new(&[&server]);
    setup.bundle("d");
    setup.test = script("cd d && test -x run && ./run && [ \"$(readlink l)\" = sub/a ] && cat l\n");
    let entry = |path: &str, kind, text: &str| Entry::new(path, kind, text);
    let text = |last: &str| {
        bundle(&[
            entry("d", EntryKind::Directory { mode: 0o755 }, ""),
            entry("d/l", EntryKind::Link, "sub/a"),
            entry("d/run", EntryKind::File { mode: 0o755 }, "#!/bin/sh\n"),
            entry("d/sub", EntryKind::Directory { mode: 0o755 }, ""),
            entry("d/sub/a", EntryKind::File { mode: 0o644 }, last),
            entry("d/other", EntryKind::Directory { mode: 0o755 }, ""),
            entry("d/other/b", EntryKind::File { mode: 0o644 }, "b"),
        ])
    };
    let mut oracle = setup.oracle();
    let mut say = |last: &str| {
        let outcome = oracle.query(&text(last), &Interrupt::never()).expect("an answer");
        assert_eq!(outcome.end, End::Exited(0), "{}", String::from_utf8_lossy(&outcome.output));
        String::from_utf8_lossy(&outcome.output).into_owned()
    };
    assert_eq!(say("one"), "one");
    let (before, _) = server.uploaded();
    assert_eq!(say("two"), "two");
    // The file, `sub`, `d`, `in`, the place, the root, and the action.
    assert_eq!(server.uploaded().0 - before, 7);
    assert_eq!(say("one"), "one");
}

#[test]
fn a_server_proves_itself_by_its_certificate() {
    let place = tempfile::tempdir().expect("there is room");
    let path = |name: &str| place.path().join(name);
    let made = std::process::Command::new("openssl")
        .args([
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:prime256v1",
            "-nodes",
        ])
        .args(["-days", "2", "-subj", "/CN=probdd", "-addext", "subjectAltName=IP:127.0.0.1"])
        .args(["-addext", "basicConstraints=critical,CA:FALSE"])
        .arg("-keyout")
        .arg(path("key.pem"))
        .arg("-out")
        .arg(path("cert.pem"))
        .output();
    if !made.is_ok_and(|made| made.status.success()) {
        eprintln!("skipped: there is no openssl that makes a certificate");
        return;
    }
    let read = |name: &str| std::fs::read_to_string(path(name)).expect("it was made");
    let identity = Some((read("cert.pem"), read("key.pem")));
    let server = TestServer::start(Config { identity, ..has_x() });
    let mut setup = Setup::new(&[&server]);
    let error = setup.connect().expect_err("the system does not know it").to_string();
    assert!(error.contains("cannot reach"), "{error}");
    setup.ca = Some(path("cert.pem"));
    ask(&setup, 3);
}

/// A line of `/proc/self/status` in KiB.
fn memory(key: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").expect("this is Linux");
    let line = text.lines().find(|line| line.starts_with(key)).expect("it is there");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

/// The CPU time of this process in milliseconds.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/self/stat").expect("this is Linux");
    let fields: Vec<&str> = text.split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<u64>().expect("a number");
    10 * (ticks(13) + ticks(14))
}

/// Measures what docs/remote.md says: 10,000 queries from 64 threads, on a server in the same process
/// that fails in every way, one time in ten.
#[test]
#[ignore = "it measures, for some minutes: run it alone, with --nocapture"]
fn ten_thousand_queries() {
    let config =
        Config { faults: Fault::all(), probability: 0.1, workers: 200, seed: 7, ..has_x() };
    let server = TestServer::start(config);
    let setup = Setup::new(&[&server]);
    let (began, before) = (Instant::now(), cpu());
    for part in 0..10_u32 {
        std::thread::scope(|scope| {
            for thread in 0..64_u32 {
                let (setup, from) = (&setup, part * 1000 + thread * 16);
                scope.spawn(move || ask_from(setup, from..(from + 16).min((part + 1) * 1000)));
            }
        });
        println!("{} queries: {} KiB", (part + 1) * 1000, memory("VmRSS"));
    }
    println!(
        "{:?}; client and server together {:.2} ms of CPU for each query; {} failures on purpose",
        began.elapsed(),
        (cpu() - before) as f64 / 10_000.0,
        server.failed()
    );
}
