//! Large C programs through parse, match, build and render: time, and memory.

use super::property::Random;
use super::scale::{memory, seconds};
use crate::clock::cpu_time;
use probdd_core::{Edits, Kept, NodeId, Tree};
use probdd_syntax::{Language, parse};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

/// The sizes that the rows are about, in bytes of C.
pub(super) const SIZES: [usize; 3] = [1_300_000, 4_000_000, 20_000_000];

/// One row. Memory is the process', so each row is to have its own.
pub(super) fn print(size: usize) -> Result<(), String> {
    let c = Language::by_name("c").ok_or("C is not built in")?;
    let text = program(size);
    parse(c, b"int a;");
    let (began, cpu) = (Instant::now(), cpu_time());
    let document = parse(c, text.as_bytes());
    let (wall, cpu) = (began.elapsed(), cpu_time().saturating_sub(cpu));
    let (peak, after) = (memory("VmHWM:"), memory("VmRSS:"));
    let tree = document.tree();
    println!(
        "{:>10} bytes {:>8} tokens {:>8} nodes: {:.2} s ({:.2} s CPU), peak {peak}, then {after}",
        text.len(),
        tree.token_count(),
        tree.len(),
        seconds(wall),
        seconds(cpu),
    );
    if document.unmatched_nodes() + document.error_bytes() > 0 {
        return Err("the program that was generated does not match its grammar".to_owned());
    }
    let mut random = Random::new(size as u64);
    for holes in [1, 100, 10_000] {
        let edits = Edits::removal(removed(tree, holes, &mut random));
        let mut kept = Kept::all(tree);
        kept.apply(tree, &edits);
        let mut out = Vec::with_capacity(text.len());
        let times = (0..9).map(|_| {
            let began = Instant::now();
            document.render(&kept, &mut out);
            began.elapsed()
        });
        let mut times: Vec<Duration> = times.collect();
        times.sort();
        println!(
            "{:>10} holes: rendered in {:.2} ms (median of 9)",
            holes,
            1e3 * seconds(times[4])
        );
    }
    Ok(())
}

/// Some removable nodes.
fn removed(tree: &Tree, count: usize, random: &mut Random) -> Vec<NodeId> {
    let removable: Vec<NodeId> =
        tree.nodes().map(|(id, _)| id).filter(|id| tree.is_removable(*id)).collect();
    let mut chosen: Vec<NodeId> =
        (0..count).map(|_| removable[random.below(removable.len())]).collect();
    // The whole program is one of them; rendering nothing takes no time.
    chosen.retain(|id| tree.weight(*id) < 100);
    chosen
}

/// A C program of at least `size` bytes: functions of the kind that fuzzers generate.
fn program(size: usize) -> String {
    let mut random = Random::new(7);
    let mut text = String::from("struct s { int a, b[8]; struct s *next; };\n");
    let mut number = 0;
    while text.len() < size {
        number += 1;
        writeln!(text, "static int g_{number} = {};", random.below(1000))
            .and_then(|()| writeln!(text, "int func_{number}(int p_1, struct s *p_2)\n{{"))
            .expect("a string takes any text");
        for _ in 0..random.below(12) {
            statement(&mut text, &mut random, 1);
        }
        text.push_str("  return p_1;\n}\n\n");
    }
    text
}

fn statement(text: &mut String, random: &mut Random, depth: usize) {
    let indent = "  ".repeat(depth);
    text.push_str(&indent);
    match random.below(if depth > 4 { 3 } else { 6 }) {
        0 => text.push_str("int l = "),
        1 => text.push_str("p_2->b[p_1 & 7] += "),
        2 => text.push_str("return "),
        3 => text.push_str("while ("),
        4 => text.push_str("if ("),
        _ => text.push_str("for (int i = 0; i < "),
    }
    let is_simple = text.ends_with("= ") || text.ends_with("return ");
    expression(text, random, 0);
    if is_simple {
        return text.push_str(";\n");
    }
    text.push_str(if text[text.rfind('\n').unwrap_or(0)..].contains("for (") {
        "; i++) {\n"
    } else {
        ") {\n"
    });
    for _ in 0..=random.below(3) {
        statement(text, random, depth + 1);
    }
    text.push_str(&indent);
    text.push_str("}\n");
}

fn expression(text: &mut String, random: &mut Random, depth: usize) {
    match random.below(if depth > 4 { 3 } else { 8 }) {
        0 => text.push_str("p_1"),
        1 => text.push_str("0x7FL"),
        2 => text.push_str("p_2->next->a"),
        3 => {
            text.push_str("(-");
            expression(text, random, depth + 1);
            text.push(')');
        }
        4 => {
            text.push_str("func_1(");
            expression(text, random, depth + 1);
            text.push_str(", p_2)");
        }
        _ => {
            text.push('(');
            expression(text, random, depth + 1);
            text.push_str(" ^ ");
            expression(text, random, depth + 1);
            text.push(')');
        }
    }
}
