//! Large C programs through parse, match, build and render: time and memory.

use super::rows::{each_alone, print};
use crate::clock::{cpu_seconds, memory};
use crate::random::Random;
use crate::records::{Earlier, RecordFile};
use crate::statistics::median;
use anyhow::{Context, Result, bail};
use probdd_core::{Edits, Kept, NodeId, Tree};
use probdd_syntax::{Document, Language, parse};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// The sizes of the programs, in bytes.
const SIZES: [usize; 3] = [1_300_000, 4_000_000, 20_000_000];

/// How many nodes are removed before a program is rendered.
const HOLES: [usize; 3] = [1, 100, 10_000];

/// A function of a generated program.
const FUNCTION: &str = include_str!("function.c");

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Sizes of the programs in bytes [default: 1300000, 4000000, 20000000]
    sizes: Vec<usize>,
    #[command(flatten)]
    records: RecordFile,
    /// Measure this size in this process, and print its record
    #[arg(long, hide = true)]
    row: Option<usize>,
}

#[derive(Serialize, Deserialize)]
struct Row {
    bytes: usize,
    tokens: usize,
    nodes: usize,
    seconds: f64,
    cpu_seconds: f64,
    memory_peak: String,
    memory_after: String,
    /// Milliseconds to render the program with each number of holes.
    render_ms: [f64; 3],
}

/// Measures all sizes, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let Some(size) = options.row {
        return print(&measured(size)?);
    }
    let sizes = if options.sizes.is_empty() { &SIZES[..] } else { &options.sizes };
    let names: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    let rows: Vec<Row> = options
        .records
        .records("syntax", Earlier::Replaced, |log| each_alone::<Row>(log, "syntax", &names))?;
    for row in rows {
        println!(
            "{:>10} bytes {:>8} tokens {:>8} nodes: {:.2} s ({:.2} s CPU), peak {}, then {}",
            row.bytes,
            row.tokens,
            row.nodes,
            row.seconds,
            row.cpu_seconds,
            row.memory_peak,
            row.memory_after
        );
        for (holes, ms) in HOLES.iter().zip(row.render_ms) {
            println!("{holes:>10} holes: rendered in {ms:.2} ms (median of 9)");
        }
    }
    Ok(())
}

fn measured(size: usize) -> Result<Row> {
    let c = Language::by_name("c").context("C is not built in")?;
    let text = program(size);
    parse(c, b"int a;");
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let document = parse(c, text.as_bytes());
    let (seconds, cpu_seconds) = (began.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let (memory_peak, memory_after) = (memory("VmHWM:"), memory("VmRSS:"));
    if document.unmatched_nodes() + document.error_bytes() > 0 {
        bail!("the generated program does not match its grammar");
    }
    let mut random = Random::new(size as u64);
    Ok(Row {
        bytes: text.len(),
        tokens: document.tree().token_count(),
        nodes: document.tree().len(),
        seconds,
        cpu_seconds,
        memory_peak,
        memory_after,
        render_ms: HOLES.map(|holes| render_ms(&document, holes, &mut random)),
    })
}

fn render_ms(document: &Document, holes: usize, random: &mut Random) -> f64 {
    let tree = document.tree();
    let mut kept = Kept::all(tree);
    kept.apply(tree, &Edits::removal(removed(tree, holes, random)));
    let mut out = Vec::with_capacity(document.text().len());
    let times = (0..9).map(|_| {
        let began = Instant::now();
        document.render(&kept, &mut out);
        1e3 * began.elapsed().as_secs_f64()
    });
    median(times.collect())
}

/// Some small removable nodes.
fn removed(tree: &Tree, count: usize, random: &mut Random) -> Vec<NodeId> {
    let removable: Vec<NodeId> =
        tree.nodes().map(|(id, _)| id).filter(|id| tree.is_removable(*id)).collect();
    let mut chosen: Vec<NodeId> =
        (0..count).map(|_| removable[random.below(removable.len())]).collect();
    // The whole program is removable too, and to render nothing takes no time.
    chosen.retain(|id| tree.weight(*id) < 100);
    chosen
}

/// A C program of at least `size` bytes: functions of the kind that fuzzers generate.
fn program(size: usize) -> String {
    let mut text = String::from("struct s { int a, b[8]; struct s *next; };\n");
    let mut number = 0;
    while text.len() < size {
        number += 1;
        text.push_str(&FUNCTION.replace("NUMBER", &number.to_string()));
    }
    text
}
