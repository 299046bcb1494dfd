//! Renders candidates of files, parses them again, and compares the tokens:
//!
//!     cargo run --release -p probdd-syntax --example rendering -- LANGUAGE FILE...
//!
//! Candidates are samples of single removals and replacements, and sets of removals. A candidate is
//! *read otherwise* when its text has other tokens than were kept. `RENDERING_DUMP=DIR` writes the
//! candidates with replacements to a directory, for a real parser to judge; `RENDERING_SHOW=N` prints
//! the first N that are read otherwise; `RENDERING_SPEED=1` only measures how long rendering takes.

use probdd_core::tree::{self, Perses};
use probdd_core::{Changes, Edits, Kept, NodeId, Search, Tree, Verdict};
use probdd_syntax::{Document, Format, Language, parse};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SAMPLES: usize = 400;

fn main() -> Result<(), String> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().ok_or("usage: rendering LANGUAGE FILE...")?;
    let language = Language::by_name(&name).ok_or(format!("no language `{name}`"))?;
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse().ok());
    let mut table = Table {
        language,
        rows: ["removals", "replacements", "sets"].map(|name| Row { name, ..Row::default() }),
        show: number("RENDERING_SHOW").unwrap_or(0),
        dump: std::env::var("RENDERING_DUMP").ok(),
        dumped: 0,
    };
    let is_measuring = std::env::var_os("RENDERING_SPEED").is_some();
    for path in arguments {
        let text = std::fs::read(&path).map_err(|error| format!("{path}: {error}"))?;
        if is_measuring {
            speed(&parse(language, &text));
            continue;
        }
        table.file(&text);
    }
    if !is_measuring {
        table.print();
    }
    Ok(())
}

#[derive(Default)]
struct Row {
    name: &'static str,
    rendered: usize,
    otherwise: usize,
    errors: usize,
    time: Duration,
    bytes: usize,
}

struct Table {
    language: &'static Language,
    rows: [Row; 3],
    show: usize,
    dump: Option<String>,
    dumped: usize,
}

impl Table {
    fn file(&mut self, text: &[u8]) {
        let document = parse(self.language, text);
        if document.fallback().is_some() || document.error_bytes() > 0 {
            return;
        }
        let tree = document.tree();
        let mut random = Random(text.len() as u64);
        for (row, all) in [removals(tree), replacements(tree)].into_iter().enumerate() {
            for edits in random.sample(&all, SAMPLES) {
                self.candidate(row, &document, edits);
            }
        }
        let all = removals(tree);
        for percent in [2, 10, 30, 60] {
            for _ in 0..10 {
                let mut edits = Edits::default();
                let chosen = all.iter().filter(|_| random.below(100) < percent);
                chosen.for_each(|one| edits.extend(one));
                self.candidate(2, &document, &edits);
            }
        }
    }

    fn candidate(&mut self, row: usize, document: &Document, edits: &Edits) {
        let tree = document.tree();
        let mut kept = Kept::all(tree);
        kept.apply(tree, edits);
        let mut out = Vec::new();
        let began = Instant::now();
        document.render(&kept, &mut out);
        let time = began.elapsed();
        let again = parse(self.language, &out);
        let wanted: Vec<&[u8]> = kept.tokens().ones().map(|token| document.token(token)).collect();
        let found: Vec<&[u8]> =
            (0..again.tree().token_count()).map(|token| again.token(token)).collect();
        let has_errors = again.fallback().is_some() || again.error_bytes() > 0;
        let row = &mut self.rows[row];
        row.rendered += 1;
        row.time += time;
        row.bytes += out.len();
        row.errors += usize::from(has_errors);
        let is_otherwise = wanted != found && again.fallback().is_none();
        row.otherwise += usize::from(is_otherwise);
        let is_replacement = !edits.replaced.is_empty();
        if is_otherwise && self.show > 0 {
            self.show -= 1;
            show(&wanted, &found, &out);
        }
        if let Some(dir) = self.dump.as_ref().filter(|_| is_replacement) {
            self.dumped += 1;
            std::fs::write(format!("{dir}/{}", self.dumped), &out).expect("writable");
        }
    }

    fn print(&self) {
        println!("{:<14} candidates  with errors  read otherwise  us each", self.language.name());
        for row in &self.rows {
            let each = row.time.as_secs_f64() * 1e6 / row.rendered.max(1) as f64;
            let (all, errors, otherwise) = (row.rendered, row.errors, row.otherwise);
            println!("{:<14} {all:>10} {errors:>12} {otherwise:>15} {each:>8.1}", row.name);
        }
    }
}

/// The time to render all but some removable nodes, the fastest of several runs.
fn speed(document: &Document) {
    let tree = document.tree();
    let all = removals(tree);
    let small: Vec<&Edits> =
        all.iter().filter(|edits| tree.weight(edits.removed[0]) < 100).collect();
    let mut out = Vec::new();
    for format in [Format::Keep, Format::Compact] {
        for holes in [0, 1, 10, 100, 1000, 10_000, 100_000] {
            let mut random = Random(1);
            let mut edits = Edits::default();
            (0..holes).for_each(|_| edits.extend(small[random.below(small.len())]));
            let mut kept = Kept::all(tree);
            kept.apply(tree, &edits);
            let fastest = (0..9).map(|_| {
                let began = Instant::now();
                document.render_as(format, &kept, &mut out);
                began.elapsed()
            });
            let fastest = fastest.min().unwrap_or_default();
            let tokens = tree.token_count();
            println!("{format:?}: {tokens} tokens, {holes} removals, {fastest:.2?}");
        }
    }
}

fn show(wanted: &[&[u8]], found: &[&[u8]], out: &[u8]) {
    let same = wanted.iter().zip(found).take_while(|(a, b)| a == b).count();
    let excerpt = |tokens: &[&[u8]]| {
        let tokens = &tokens[same.saturating_sub(2)..tokens.len().min(same + 3)];
        let words = tokens.iter().map(|token| format!("{:?}", String::from_utf8_lossy(token)));
        words.collect::<Vec<_>>().join(" ")
    };
    let before: usize = found[..same].iter().map(|token| token.len()).sum();
    println!("wanted {}\n found {}", excerpt(wanted), excerpt(found));
    let mut solid = 0;
    let is_solid = |byte: &u8| !byte.is_ascii_whitespace();
    let at = out.iter().position(|byte| {
        solid += usize::from(is_solid(byte));
        solid > before
    });
    let at = at.unwrap_or(out.len());
    let around = &out[at.saturating_sub(80)..out.len().min(at + 60)];
    println!("------\n{}\n======", String::from_utf8_lossy(around));
}

fn removals(tree: &Arc<Tree>) -> Vec<Edits> {
    let removable = (1..tree.len() as u32).map(NodeId).filter(|id| tree.is_removable(*id));
    removable.map(|id| Edits::removal(vec![id])).collect()
}

/// The candidates of the templates.
fn replacements(tree: &Arc<Tree>) -> Vec<Edits> {
    let mut search = tree::search(Arc::clone(tree), Perses::templates);
    let mut found = Vec::new();
    while let Some(query) = search.ask() {
        found.push(query.change.clone());
        search.tell(&Verdict::Uninteresting.into());
    }
    found
}

/// A xorshift generator, good enough for sampling.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }

    fn sample<'a>(&mut self, all: &'a [Edits], count: usize) -> Vec<&'a Edits> {
        let count = if all.is_empty() { 0 } else { count };
        (0..count).map(|_| &all[self.below(all.len())]).collect()
    }
}
