//! `xtask fuzz`: broken sources through parse, match and render.
//!
//! The sources are random bytes, and the examples of all languages: truncated, spliced with another, with
//! bytes changed or removed. Every text has to be rendered byte for byte, edits must not add anything, and
//! nothing may panic. A text that fails is kept in `target/fuzz/`, as is the current one when the process
//! dies.

use crate::random::Random;
use anyhow::{Result, anyhow};
use fs_err as fs;
use probdd_core::{Edits, Kept, NodeId, Tree};
use probdd_syntax::{Document, Language, Unit, parse, units};
use rustix::time::{ClockId, clock_gettime};
use std::path::{Path, PathBuf};

/// The longest text, in bytes: long enough for every construct, short enough for many texts.
const LONGEST: usize = 20_000;

/// Send broken sources through parse, match and render
#[derive(clap::Args)]
pub(crate) struct Options {
    /// CPU time to spend, shared equally among the languages
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Seed of the texts
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Languages to fuzz [default: all]
    #[arg(value_parser = language)]
    languages: Vec<&'static Language>,
}

fn language(name: &str) -> Result<&'static Language, String> {
    Language::by_name(name).ok_or_else(|| format!("no language `{name}`"))
}

/// Fuzzes until the CPU time is spent, each language for its share.
pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/fuzz");
    fs::create_dir_all(&folder)?;
    let sources = sources()?;
    let languages: Vec<&'static Language> = if options.languages.is_empty() {
        Language::all().collect()
    } else {
        options.languages.clone()
    };
    let share = options.seconds as f64 / languages.len() as f64;
    for language in languages {
        let mut fuzzer = Fuzzer {
            language,
            sources: &sources,
            random: Random::new(options.seed),
            at_work: folder.join(language.name().replace('+', "p")),
        };
        let began = cpu_seconds();
        let mut count = 0;
        while cpu_seconds() - began < share {
            fuzzer.once()?;
            count += 1;
        }
        let _ = fs::remove_file(&fuzzer.at_work);
        println!(
            "{:<16} {count:>7} texts in {:.1} s of CPU",
            language.name(),
            cpu_seconds() - began
        );
    }
    Ok(())
}

/// The CPU time of this process so far.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The examples of the recall checklists: every construct of every language.
fn sources() -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut sources = Vec::new();
    for folder in
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/probdd-syntax/recall"))?
    {
        let folder = folder?.path();
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.file_stem().is_some_and(|stem| stem == "example") {
                sources.push((path.clone(), fs::read(path)?));
            }
        }
    }
    sources.sort();
    Ok(sources)
}

struct Fuzzer<'a> {
    language: &'static Language,
    sources: &'a [(PathBuf, Vec<u8>)],
    random: Random,
    /// The file with the current text.
    at_work: PathBuf,
}

impl Fuzzer<'_> {
    fn once(&mut self) -> Result<()> {
        let text = self.text();
        fs::write(&self.at_work, &text)?;
        let failed = |what: &str| anyhow!("{what}: {}", self.at_work.display());
        let outcome = std::panic::catch_unwind(|| parse(self.language, &text));
        let document = outcome.map_err(|_| failed("parsing panics"))?;
        let choices: Vec<u64> = (0..16).map(|_| self.random.number()).collect();
        for document in [document, units(Unit::Bracket, &text)] {
            check(&document, &text, &choices).map_err(failed)?;
        }
        Ok(())
    }

    fn text(&mut self) -> Vec<u8> {
        let mut text = match self.random.below(8) {
            0 => (0..self.random.below(400)).map(|_| self.random.byte()).collect(),
            1 => self.piece(false),
            2 => [self.piece(true), self.piece(false)].concat(),
            _ => [self.piece(true), self.piece(true)].concat(),
        };
        for _ in 0..self.random.below(4) {
            self.damage(&mut text);
        }
        text.truncate(LONGEST);
        text
    }

    /// A part of an example: of this language, if `is_own` and there is one.
    fn piece(&mut self, is_own: bool) -> Vec<u8> {
        let is_of_language =
            |path: &Path| Language::by_path(path).is_some_and(|l| l.name() == self.language.name());
        let all = self.sources.iter();
        let own: Vec<_> = all.filter(|(path, _)| !is_own || is_of_language(path)).collect();
        let Some(at) = (!own.is_empty()).then(|| self.random.below(own.len())) else {
            return Vec::new();
        };
        let text = &own[at].1;
        let (a, b) = (self.random.below(text.len() + 1), self.random.below(text.len() + 1));
        match self.random.below(3) {
            0 => text[..a].to_vec(),
            1 => text[a..].to_vec(),
            _ => text[a.min(b)..a.max(b)].to_vec(),
        }
    }

    fn damage(&mut self, text: &mut Vec<u8>) {
        if text.is_empty() {
            return;
        }
        let at = self.random.below(text.len());
        let end = (at + 1 + self.random.below(30)).min(text.len());
        match self.random.below(4) {
            0 => text[at] = self.random.byte(),
            1 => text.insert(at, b"(){}[]<>;,\"'`\n\t \\#\0"[self.random.below(19)]),
            2 => drop(text.drain(at..end)),
            _ => {
                let copy = text[at..end].to_vec();
                let to = self.random.below(text.len());
                text.splice(to..to, copy);
            }
        }
    }
}

fn check(document: &Document, text: &[u8], choices: &[u64]) -> Result<(), &'static str> {
    let tree = document.tree();
    let rendered = |edits: &Edits| {
        std::panic::catch_unwind(|| {
            let mut kept = Kept::all(tree);
            kept.apply(tree, edits);
            let mut out = Vec::new();
            document.render(&kept, &mut out);
            out
        })
    };
    let whole = rendered(&Edits::default()).map_err(|_| "rendering panics")?;
    if whole != text {
        return Err("rendering changes the text");
    }
    let solid = |text: &[u8]| text.iter().filter(|byte| !byte.is_ascii_whitespace()).count();
    for edits in [removal(tree, choices), replacement(tree, choices)] {
        let left = rendered(&edits).map_err(|_| "rendering an edit panics")?;
        if solid(&left) > solid(text) {
            return Err("an edit adds text");
        }
    }
    Ok(())
}

fn removal(tree: &Tree, choices: &[u64]) -> Edits {
    let count = 1 + choices[0] as usize % (choices.len() - 1);
    let node = |choice: &u64| NodeId((choice % tree.len() as u64) as u32);
    Edits::removal(choices[1..=count].iter().map(node).collect())
}

/// Replaces a node by one of its descendants.
fn replacement(tree: &Tree, choices: &[u64]) -> Edits {
    let node = NodeId((choices[0] % tree.len() as u64) as u32);
    let outer = tree.node(node);
    let by = NodeId(node.0 + (choices[1] % u64::from(outer.end.0 - node.0)) as u32);
    // A node is not replaced by a part of its separator.
    let is_content = tree.node(by).first_token >= outer.first_token + u32::from(outer.lead);
    if is_content { Edits::replacement(node, by) } else { Edits::removal(vec![node]) }
}
