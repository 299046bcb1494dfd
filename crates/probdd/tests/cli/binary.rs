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
