//! Large results: they are written while the search goes on, and the file is complete at every moment.

use crate::bench::{Bench, Ran};
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How many lines are needed; the last one of them is the end of the text.
const NEEDED: usize = 150;

const OPTIONS: &str = "test.sh big.log -j1 --language none --max-queries 12";

/// A log of three megabytes that cannot be cut down quickly, and a test that counts what is needed.
///
/// While there is a file `hold`, all tests hang after so many as it says: then a run cannot end before
/// it is killed, however late that is.
fn bench() -> Bench {
    let bench = Bench::new();
    let lines = 45_000 / NEEDED;
    let line = |n: usize| match n % lines {
        0 => format!("2026-11-22 12:30:00 ERROR needed {}\n", n / lines),
        _ => format!(
            "2026-11-22 12:30:{:02} INFO worker {n} says that nothing is wrong here\n",
            n % 60
        ),
    };
    let text: String = (1..=NEEDED * lines).map(line).collect();
    assert!(text.len() > 5 << 19);
    bench.file("big.log", text.as_bytes());
    let dir = bench.dir().display().to_string();
    bench.script(
        "test.sh",
        &format!(
            "echo >>'{dir}/asked'
             if test -e '{dir}/hold' && test $(wc -l <'{dir}/asked') -gt $(cat '{dir}/hold')
             then sleep 60
             fi
             test $(grep -c needed big.log) = {NEEDED}"
        ),
    );
    bench
}

/// The result, which has to be complete.
#[track_caller]
fn result(bench: &Bench) -> Option<Vec<u8>> {
    let result = fs::read(bench.path("big.reduced.log")).ok()?;
    let needed = String::from_utf8_lossy(&result).matches("needed").count();
    assert_eq!(needed, NEEDED, "{} bytes", result.len());
    assert!(result.ends_with(format!("needed {NEEDED}\n").as_bytes()), "{} bytes", result.len());
    Some(result)
}

/// How many bytes the result has. Its end has to be there: this is quick enough to look often.
#[track_caller]
fn complete_size(bench: &Bench) -> Option<u64> {
    let mut file = File::open(bench.path("big.reduced.log")).ok()?;
    let end = format!("needed {NEEDED}\n");
    let mut found = Vec::new();
    let from = file.seek(SeekFrom::End(0)).unwrap().saturating_sub(end.len() as u64);
    file.seek(SeekFrom::Start(from)).unwrap();
    file.read_to_end(&mut found).unwrap();
    assert_eq!(String::from_utf8_lossy(&found), end, "after {from} bytes");
    Some(from)
}

#[test]
fn a_large_result_is_complete_at_every_moment_and_a_killed_run_goes_on() {
    let expected = bench();
    expected.probdd(OPTIONS).exits_with(3);
    let expected = result(&expected).unwrap();
    assert!(expected.len() > 1 << 20, "{} bytes", expected.len());
    let bench = bench();
    let mut sizes = vec![u64::MAX];
    for (pause, tests) in [(40, "8"), (250, "11")] {
        bench.file("hold", tests.as_bytes());
        let mut run = bench.spawn(OPTIONS);
        let (began, before) = (Instant::now(), sizes.len());
        while run.try_wait().unwrap().is_none() {
            let size = complete_size(&bench).unwrap_or(u64::MAX);
            if size != sizes[sizes.len() - 1] {
                sizes.push(size);
            }
            let is_seen = sizes.len() > before && began.elapsed() > Duration::from_millis(pause);
            if is_seen || began.elapsed() > Duration::from_secs(10) {
                run.kill().unwrap();
            }
            sleep(Duration::from_micros(100));
        }
        bench.assert_nothing_is_left_soon();
        result(&bench);
    }
    assert!(sizes.is_sorted_by(|a, b| a > b), "a result only shrinks: {sizes:?}");
    assert!(sizes.len() > 2, "results are written while the search goes on: {sizes:?}");
    fs::remove_file(bench.path("hold")).unwrap();
    bench.probdd(OPTIONS).exits_with(3);
    assert_eq!(result(&bench), Some(expected));
}

/// Runs in a separate mount namespace, if allowed, where the directory is a small file system.
#[test]
fn a_disk_that_is_full_of_a_large_result_keeps_the_one_before() {
    let expected = bench();
    expected.probdd(OPTIONS).exits_with(3);
    let mut endings = [0, 0];
    // Beside the input, there is no room for a result; room for one, but not for the next.
    for megabytes in [4, 7] {
        let bench = bench();
        let copy = bench.dir().with_file_name("copy");
        let script = format!(
            "cp -a . '{copy}' && mount -t tmpfs -o size={megabytes}m none '{dir}' && cd '{dir}' && \
             cp -a '{copy}/.' . || exit 99; \"$@\"; code=$?; rm -rf '{copy}'; cp -a . '{copy}'; \
             exit $code",
            copy = copy.display(),
            dir = bench.dir().display()
        );
        let tool = bench.command(OPTIONS.split_whitespace());
        let mut command = Command::new("unshare");
        command.args(["-rm", "/bin/sh", "-c", &script, "sh"]);
        command.arg(tool.get_program()).args(tool.get_args());
        for (name, value) in tool.get_envs() {
            command.env(name, value.unwrap());
        }
        command.current_dir(bench.dir()).stdin(Stdio::null());
        let Ok(output) = command.output() else { return };
        let ran = Ran::new(&output);
        if matches!(ran.code, Some(99)) || !copy.exists() {
            // Namespaces are not allowed.
            return;
        }
        fs::remove_dir_all(bench.dir()).unwrap();
        fs::rename(copy, bench.dir()).unwrap();
        let ran = ran.exits_with(1).says("No space left on device");
        assert_eq!(ran.stderr.matches("error:").count(), 1, "{}", ran.stderr);
        endings[usize::from(result(&bench).is_some())] += 1;
        bench.probdd(OPTIONS).exits_with(3);
        assert_eq!(result(&bench), result(&expected));
    }
    assert_eq!(endings, [1, 1]);
}
