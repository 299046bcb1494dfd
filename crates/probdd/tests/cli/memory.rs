//! An input for which there is too little memory is refused before it is read.

use crate::bench::{Bench, Ran};
use std::fs::File;

/// Runs a line of shell with two gigabytes of address space.
fn with_little_memory(bench: &Bench, line: &str) -> Ran {
    bench.script("test.sh", "true");
    let mut shell = bench.shell(&format!("ulimit -v 2000000; {line}"));
    Ran::new(&shell.output().unwrap())
}

/// A file of 400 MB that takes no place on the disk.
fn large_file(bench: &Bench, name: &str) {
    File::create(bench.path(name)).unwrap().set_len(400_000_000).unwrap();
}

#[test]
fn a_file_for_which_there_is_too_little_memory_is_refused() {
    let bench = Bench::new();
    large_file(&bench, "a.txt");
    let ran = with_little_memory(&bench, "probdd test.sh a.txt").exits_with(1);
    ran.says("too large for the memory")
        .says("400,000,000 bytes take about 3.3 GB")
        .says("ulimit -v");
}

#[test]
fn so_are_directories_and_standard_input() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("all")).unwrap();
    large_file(&bench, "all/a.txt");
    let ran = with_little_memory(&bench, "probdd test.sh all").exits_with(1);
    ran.says("too large for the memory");
    let line = "head -c 400000000 /dev/zero | probdd test.sh -";
    with_little_memory(&bench, line)
        .exits_with(1)
        .says("the input `-` is too large for the memory");
}

#[test]
fn a_small_input_is_reduced_however_little_there_is() {
    let bench = Bench::new();
    bench.file("a.txt", b"needed\n");
    with_little_memory(&bench, "probdd test.sh a.txt").exits_with(0);
}
