//! The figures of `docs/how-it-works.md`: drawn from traces of the real binary, and current.

mod boxes;
mod replay;
mod svg;

use crate::bench::Bench;
use replay::Step;
use std::fs;
use std::path::{Path, PathBuf};

/// The options of each run that has a figure of all its queries.
const SEARCHES: [(&str, &str); 3] = [
    ("probdd.svg", "--reducer list --granularity line --minimizer probdd --fixpoint=papers"),
    ("tpdd.svg", "--reducer tpdd --fixpoint=papers --polish none"),
    ("frontier.svg", "--reducer frontier --no-fixpoint --polish none"),
];

/// A path from the root of the repository.
fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The program of the example.
fn program() -> String {
    fs::read_to_string(repository("examples/how-it-works/mean.c")).unwrap()
}

/// The queries of a run on the example.
fn steps(options: &str) -> Vec<Step> {
    let bench = Bench::new();
    bench.file("mean.c", program().as_bytes());
    let compiler = repository("examples/how-it-works/compiler.py");
    bench.file("compiler.py", &fs::read(compiler).unwrap());
    let run = format!(
        "exec probdd {options} --confirm 1 -j1 --trace trace --progress none \
         --persistent 'python3 compiler.py' mean.c"
    );
    let ran = bench.shell(&run).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    replay::steps(&program(), &bench.trace("trace"))
}

/// Checks that a figure is what it was, or writes it anew.
fn compare(name: &str, drawn: &str, stale: &mut Vec<String>) {
    let path = repository("docs/how-it-works").join(name);
    if std::env::var_os("PROBDD_UPDATE_PINS").is_some() {
        fs::write(&path, drawn).unwrap();
    }
    if fs::read_to_string(&path).unwrap_or_default() != drawn {
        stale.push(name.to_owned());
    }
}

#[test]
fn the_chapter_shows_the_program_of_the_figures() {
    let chapter = fs::read_to_string(repository("docs/how-it-works.md")).unwrap();
    assert!(chapter.contains(&format!("```c\n{}```\n", program())));
}

#[test]
fn the_figures_of_the_book_are_those_of_the_traces() {
    let mut stale = Vec::new();
    compare("tree.svg", &boxes::drawing(&program()), &mut stale);
    for (name, options) in SEARCHES {
        compare(name, &svg::queries(&program(), &steps(options)), &mut stale);
    }
    compare("ladder.svg", &svg::ladder(&steps("--transformer none")), &mut stale);
    let update = "run PROBDD_UPDATE_PINS=1 cargo test -p probdd --test cli figures";
    assert!(stale.is_empty(), "{stale:?} in docs/how-it-works are not current; {update}");
}
