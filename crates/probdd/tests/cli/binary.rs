//! Binary files: by the parts of their format, or as runs of bytes.

use crate::bench::Bench;
use std::process::Command;

/// Bytes without a pattern, none of them above `most`.
fn noise(len: u32, most: u8) -> Vec<u8> {
    let mixed = (0..len).map(|at| at.wrapping_mul(2_654_435_761) ^ (at >> 7).wrapping_mul(40_503));
    mixed.map(|number| (number >> 16) as u8 % most).collect()
}

fn png_chunk(kind: &[u8], data: &[u8], sum: u32) -> Vec<u8> {
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], kind, data, &sum.to_be_bytes()].concat()
}

#[test]
fn eight_bytes_are_found_by_halving() {
    let bench = Bench::new();
    let mut input = noise(50_000, 240);
    input[..4].fill(0);
    (0..8).for_each(|at| input[3_000 + 5_701 * at] = 0xf0 + at as u8);
    bench.file("input.bin", &input);
    bench.script(
        "process.sh",
        "export LC_ALL=C
        while IFS= read -r d; do
            n=$(tr -cd '\\360-\\367' <\"$d/input.bin\" | wc -c)
            [ $n -eq 8 ] && echo interesting || echo uninteresting
        done",
    );
    let ran = bench.run(["-j1", "--persistent", "./process.sh", "input.bin", "--report", "report"]);
    ran.exits_with(0).prints("certified: no byte can be removed");
    assert_eq!(bench.read("input.reduced.bin"), (0xf0..0xf8).collect::<Vec<u8>>());
    let queries = bench.json("report")["queries"]["committed"].as_u64().unwrap();
    assert!(queries < 250, "{queries}");
}

#[test]
fn a_compressed_file_is_reduced_although_its_checksum_is_checked() {
    let bench = Bench::new();
    let lines: Vec<String> =
        (0..500).map(|at| format!("line {} of a log\n", at * 7919 % 500)).collect();
    let text = bench.file("log", lines.concat().as_bytes());
    assert!(Command::new("gzip").args(["-n", "--keep"]).arg(text).status().unwrap().success());
    bench.script("test.sh", "gzip -dc log.gz 2>e | grep -q 'line 77 ' && [ ! -s e ]");
    bench
        .probdd("test.sh log.gz --report report")
        .exits_with(0)
        .prints("no part of the file's format");
    bench.script("show.sh", "gzip -dc log.reduced.gz >shown");
    assert!(
        Command::new(bench.path("show.sh")).current_dir(bench.dir()).status().unwrap().success()
    );
    assert_eq!(bench.text("shown"), "line 77 ");
    let queries = bench.json("report")["queries"]["committed"].as_u64().unwrap();
    assert!(queries < 80, "{queries}");
}

#[test]
fn the_content_tells_the_format_and_not_the_name() {
    let bench = Bench::new();
    let picture = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        png_chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0], 0x3a7e_9b55),
        png_chunk(b"tEXt", b"Comment\0needle", 1),
        png_chunk(b"IEND", b"", 0xae42_6082),
    ];
    bench.file("picture.c", &picture.concat());
    bench.script(
        "test.sh",
        "head -c 4 picture.c | grep -aq PNG && grep -aq 'tEXt.*needle' picture.c",
    );
    bench.probdd("test.sh picture.c").exits_with(0);
    let expected = [b"\x89PNG\r\n\x1a\n".to_vec(), png_chunk(b"tEXt", b"needle", 1)].concat();
    assert_eq!(bench.read("picture.reduced.c"), expected);
}

#[test]
fn the_format_does_not_matter_where_units_are_asked_for() {
    let bench = Bench::new();
    bench.file("data", b"\0\x01needle\x02\x03");
    bench.script("test.sh", "grep -aq needle data");
    bench.probdd("test.sh data --granularity byte --trace trace").exits_with(0);
    assert_eq!(bench.text("data.reduced"), "needle");
    assert_eq!(bench.trace("trace")[0]["settings"]["reducer"], "list");
}

/// A number of lines, and then lines: as many as the number says, or the test rejects them.
fn counted() -> Bench {
    let bench = Bench::new();
    let lines: Vec<String> = (0..10).map(|at| format!("line {at}\n")).collect();
    bench.file("counted.txt", format!("10\n{}", lines.concat()).as_bytes());
    bench.script(
        "test.sh",
        "echo ran >>\"${0%/*}/ran\"
        read -r n <counted.txt; [ \"$(tail -n +2 counted.txt | wc -l)\" = \"$n\" ] && grep -q 'line 7$' counted.txt",
    );
    bench
}

#[test]
fn a_program_of_the_user_puts_candidates_right() {
    let bench = counted();
    bench.script(
        "fix.sh",
        "lines=$(tail -n +2; echo .); lines=${lines%.}
        printf '%s' \"$lines\" | wc -l | tr -d ' '; printf '%s' \"$lines\"",
    );
    bench.probdd("test.sh counted.txt -j1 --no-state --polish none").exits_with(0);
    assert!(bench.text("counted.reduced.txt").lines().count() > 9, "it needs a fixer");
    bench
        .run([
            "test.sh",
            "counted.txt",
            "--restart",
            "--fixup",
            "./fix.sh",
            "--report",
            "report",
            "-o",
            "fixed",
        ])
        .exits_with(0);
    assert_eq!(bench.text("fixed"), "1\nline 7\n");
    let report = bench.json("report");
    assert_eq!(report["settings"]["fixup"], "./fix.sh");
    assert_eq!(report["result"]["bytes"], 9);
}

#[test]
fn a_candidate_that_cannot_be_put_right_is_not_tested() {
    let bench = counted();
    let fixup = "c=$(cat; echo .); case $c in *'line 3'*) printf %s \"${c%.}\";; *) echo bad >&2; exit 3;; esac";
    let options =
        ["test.sh", "counted.txt", "-j1", "--no-state", "--polish", "none", "--fixup", fixup];
    let ran = bench.run(options).exits_with(0);
    assert!(bench.text("counted.reduced.txt").contains("line 3"));
    assert!(!ran.stderr.contains("--fixup"), "{}", ran.stderr);
    let bench = counted();
    let once = "cat >c; cmp -s c \"$PROBDD_INPUT_DIR/counted.txt\" && cat c || { echo bad >&2; false; }; s=$?; rm c; exit $s";
    let options =
        ["test.sh", "counted.txt", "-j1", "--no-state", "--polish", "none", "--fixup", once];
    let ran = bench.run(options).exits_with(0);
    ran.says("exited with 1 (bad) for every candidate: none was tested");
    assert_eq!(bench.text("ran").lines().count(), 3);
}

#[test]
fn a_fixer_that_does_not_work_on_the_input_is_an_error() {
    let bench = counted();
    let run = |fixup: &str| bench.run(["test.sh", "counted.txt", "--no-state", "--fixup", fixup]);
    run("false").exits_with(1).says("--fixup `false` exited with 1 for the unmodified input");
    run("date +%N").exits_with(1).says("writes different bytes for the same input");
    run(" ").exits_with(1).says("--fixup names no command");
    run("echo 1").exits_with(2).says("the input is not interesting after --fixup `echo 1`");
    assert!(!bench.names().contains("counted.reduced.txt.probdd"));
}
