//! `lab priors DIR`: what frontier learns of each language's nodes from real inputs, as tables that ship.
//!
//! One pass of frontier without a table reduces every subject of a folder (`docs/evaluation.md` describes
//! them). The experience of these passes is added up by language and written to `probdd-syntax/priors/`,
//! for the languages that have a table there. `--judge` writes no table: it reduces every subject again,
//! with the experience of the other inputs of its language.

use crate::records::{Earlier, Log, RecordFile};
use crate::subject::Subject;
use crate::table::plain;
use anyhow::{Context, Result};
use fs_err as fs;
use probdd_core::tree::{self, Decided, Experience, Frontier, Priors, TreeConfiguration};
use probdd_core::{FeedbackSettings, Kept, Search, Verdict};
use probdd_syntax::Language;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folder of the tables.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/probdd-syntax/priors");

/// Make the tables with which frontier begins, or judge them
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of subjects
    #[arg(required_unless_present = "from")]
    folder: Option<PathBuf>,
    /// Write no table; compare runs with and without the experience of other inputs
    #[arg(long)]
    judge: bool,
    /// Only this subject; repeatable
    #[arg(long = "subject", value_name = "NAME")]
    subjects: Vec<String>,
    #[command(flatten)]
    records: RecordFile,
}

/// What one pass of frontier needed and reached.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Figures {
    queries: usize,
    tokens_tested: usize,
    tokens_left: usize,
}

/// A subject reduced with an empty table, and with a table from the other inputs.
#[derive(Serialize, Deserialize)]
struct Record {
    subject: String,
    empty: Figures,
    others: Figures,
}

struct Pass {
    figures: Figures,
    learned: Vec<Experience>,
}

/// A subject, and the pass that began without a table.
struct Lesson {
    bench: Bench,
    pass: Pass,
}

/// Writes the tables, or judges them.
pub(crate) fn run(options: &Options) -> Result<()> {
    if let (Some(folder), false) = (&options.folder, options.judge) {
        return write_tables(&lessons(folder, &options.subjects)?);
    }
    let judge = |log: &Log| {
        let folder = options.folder.as_deref().context("name a folder of subjects")?;
        judge(&lessons(folder, &options.subjects)?, log)
    };
    let records = options.records.records("priors", Earlier::Replaced, judge)?;
    print!("{}", table(&records));
    Ok(())
}

/// Reduces all subjects whose language has a table.
fn lessons(folder: &Path, chosen: &[String]) -> Result<Vec<Lesson>> {
    let mut lessons = Vec::new();
    for subject in Subject::all(folder, chosen)? {
        let language = Language::by_path(&subject.input);
        let Some(language) = language.filter(|language| path(language).is_file()) else {
            continue;
        };
        if let Err(reason) = subject.check() {
            eprintln!("{} is left out: {reason}", subject.name);
            continue;
        }
        let bench = Bench { text: fs::read(&subject.input)?, subject, language };
        let pass = bench.pass(Priors::default())?;
        eprintln!("{}: {} queries", bench.subject.name, pass.figures.queries);
        lessons.push(Lesson { bench, pass });
    }
    Ok(lessons)
}

fn path(language: &Language) -> PathBuf {
    Path::new(TABLES).join(format!("{}.tsv", language.name()))
}

fn write_tables(lessons: &[Lesson]) -> Result<()> {
    for language in Language::all() {
        let of_it = |lesson: &&Lesson| lesson.bench.language.name() == language.name();
        let learned = sum(lessons.iter().filter(of_it));
        if !learned.is_empty() {
            fs::write(path(language), language.experience_table(&learned))?;
        }
    }
    Ok(())
}

/// The sum of all experience, class by class.
fn sum<'a>(lessons: impl Iterator<Item = &'a Lesson>) -> Vec<Experience> {
    let mut classes: BTreeMap<String, Experience> = BTreeMap::new();
    for seen in lessons.flat_map(|lesson| &lesson.pass.learned) {
        let name = format!("{:?} {:?} {:?}", seen.kind, seen.outer, seen.role);
        let class =
            classes.entry(name).or_insert(Experience { decided: Default::default(), ..*seen });
        for (all, more) in class.decided.iter_mut().zip(seen.decided) {
            *all = Decided { nodes: all.nodes + more.nodes, needed: all.needed + more.needed };
        }
    }
    classes.into_values().collect()
}

/// Reduces every subject with the experience of the others. Subjects with the same input leave each
/// other out.
fn judge(lessons: &[Lesson], log: &Log) -> Result<()> {
    for Lesson { bench, pass } in lessons {
        let is_other = |lesson: &&Lesson| {
            lesson.bench.language.name() == bench.language.name() && lesson.bench.text != bench.text
        };
        let others = bench.pass(Priors::new(&sum(lessons.iter().filter(is_other))))?.figures;
        log.add(&Record { subject: bench.subject.name.clone(), empty: pass.figures, others })?;
    }
    Ok(())
}

fn table(records: &[Record]) -> String {
    let head = "| subject | queries, empty table | others' table | tokens tested, empty table | \
                others' table | tokens left, empty table | others' table |";
    let row = |Record { subject, empty, others }: &Record| {
        let counts = [
            empty.queries,
            others.queries,
            empty.tokens_tested,
            others.tokens_tested,
            empty.tokens_left,
            others.tokens_left,
        ];
        let subject = std::iter::once(subject.clone());
        subject.chain(counts.map(|count| count.to_string())).collect()
    };
    plain(head, records.iter().map(row))
}

/// A subject, its language and its text.
struct Bench {
    subject: Subject,
    language: &'static Language,
    text: Vec<u8>,
}

impl Bench {
    /// One pass of frontier over the whole input.
    fn pass(&self, priors: Priors) -> Result<Pass> {
        let document = probdd_syntax::parse(self.language, &self.text);
        let tree = document.tree();
        let frontier = |start: &TreeConfiguration| {
            Frontier::new(
                start,
                document.links(Some(self.language)),
                priors,
                FeedbackSettings::BINARY,
            )
        };
        let mut search = tree::search(tree.clone(), frontier);
        let mut kept = Kept::all(tree);
        let (mut queries, mut tokens_tested, mut bytes) = (0, 0, Vec::new());
        while let Some(query) = search.ask() {
            let mut candidate = kept.clone();
            candidate.apply(tree, &query.change);
            bytes.clear();
            document.render(&candidate, &mut bytes);
            queries += 1;
            tokens_tested += candidate.weight(tree);
            let is_interesting = self.subject.test(&bytes)?.status.success();
            if is_interesting {
                kept = candidate;
            }
            let verdict =
                [Verdict::Uninteresting, Verdict::Interesting][usize::from(is_interesting)];
            search.tell(&verdict.into());
        }
        let figures = Figures { queries, tokens_tested, tokens_left: kept.weight(tree) };
        Ok(Pass { figures, learned: search.strategy().priors().learned().copied().collect() })
    }
}
