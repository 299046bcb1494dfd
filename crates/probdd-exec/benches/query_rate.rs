//! Queries per second with a trivial compiled test, compared with a bare loop: make a directory, write
//! the candidate, start the test with the standard library's `Command`, wait, remove the directory.
//! Run by `cargo bench -p probdd-exec`; the goal is at least 0.7 of the bare loop.
//!
//! Rounds of both alternate, so that a busy machine affects both alike; the median round counts.

#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "it measures processes, and prints what it finds"
)]

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use probdd_exec::{Check, Confinement, Form, Interrupt, Limits, Protection, Sandbox, Surroundings};

const ROUNDS: usize = 15;
const QUERIES: u32 = 300;
/// The size of a candidate in the middle of a reduction.
const BYTES: usize = 20_000;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let program = PathBuf::from("/bin/true").canonicalize()?;
    let candidate = vec![b'x'; BYTES];
    let input_dir = std::env::temp_dir().canonicalize()?;
    let limits = Limits { timeout: Some(Duration::from_secs(10)), ..Limits::default() };
    let surroundings = Surroundings::new(input_dir.clone(), Form::file("input.c".into()), limits);
    let check = Check::new(program.clone(), surroundings);
    let never = Interrupt::never();
    let mut sandboxes = Vec::new();
    for protection in [Protection::None, Protection::Write, Protection::Full] {
        // Not every kernel has every protection.
        let confinement = Confinement { protection, ..Confinement::default() };
        let name = format!("protection {protection:?}");
        sandboxes.extend(Sandbox::new(&confinement).map(|sandbox| (name, sandbox)));
    }
    // Nor may everybody have a private `/tmp`.
    let private = Confinement { private_tmp: Some(Vec::new()), ..Confinement::default() };
    let mut private = Sandbox::new(&private)?;
    if check.run(&mut private, &candidate, &never).is_ok() {
        sandboxes.push(("a private /tmp".into(), private));
    }
    let (mut ours, mut bare) = (vec![Vec::new(); sandboxes.len()], Vec::new());
    for _ in 0..ROUNDS {
        for ((_, sandbox), rates) in sandboxes.iter_mut().zip(&mut ours) {
            rates.push(rate(|_| Ok(check.run(sandbox, &candidate, &never).map(drop)?))?);
        }
        bare.push(rate(|query| Ok(bare_query(&program, &input_dir, query, &candidate)?))?);
    }
    let bare = median(bare);
    println!("bare loop {bare:.0}/s");
    for ((name, _), rates) in sandboxes.iter().zip(ours) {
        let ours = median(rates);
        println!("{name}: {ours:.0}/s, ratio {:.2}", ours / bare);
    }
    Ok(())
}

/// Queries per second in one round.
fn rate(mut query: impl FnMut(u32) -> Result<(), Failure>) -> Result<f64, Failure> {
    let start = Instant::now();
    for number in 0..QUERIES {
        query(number)?;
    }
    Ok(f64::from(QUERIES) / start.elapsed().as_secs_f64())
}

fn bare_query(program: &Path, temporary: &Path, query: u32, candidate: &[u8]) -> io::Result<()> {
    let home = temporary.join(format!("bare-{}-{query}", std::process::id()));
    fs::create_dir(&home)?;
    let path = home.join("input.c");
    fs::write(&path, candidate)?;
    Command::new(program)
        .arg(&path)
        .current_dir(&home)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?
        .wait()?;
    fs::remove_dir_all(&home)
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
