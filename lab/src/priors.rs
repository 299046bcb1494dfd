//! `priors DIR`: what frontier learns of each language's nodes from real inputs, as tables that ship.
//!
//! Every subject of a folder (`docs/evaluation.md` describes them) is reduced by one pass of frontier
//! that knows nothing. What it learned is added up by language and written to
//! `probdd-syntax/priors/`, for the languages that have a table there. `--judge` writes nothing:
//! every subject is reduced again with what the other inputs of its language taught.

use crate::evaluate::Subject;
use probdd_core::tree::{self, Decided, Experience, Frontier, Priors, TreeConfiguration};
use probdd_core::{FeedbackSettings, Kept, Search, Verdict};
use probdd_syntax::Language;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const USAGE: &str = "usage: xtask priors DIR [--judge] [--subject NAME]...";

/// Where the tables are.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/probdd-syntax/priors");

/// Writes the tables, or judges them.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let mut folder = None;
    let (mut is_judging, mut chosen) = (false, Vec::new());
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--judge" => is_judging = true,
            "--subject" => chosen.push(arguments.next().ok_or(USAGE)?.clone()),
            path if folder.is_none() && !path.starts_with("--") => {
                folder = Some(PathBuf::from(path));
            }
            _ => return Err(USAGE.to_owned()),
        }
    }
    let lessons = lessons(&folder.ok_or(USAGE)?, &chosen)?;
    if is_judging { judge(&lessons) } else { write_tables(&lessons) }
}

/// A subject, and what it teaches.
struct Lesson {
    bench: Bench,
    blank: Pass,
}

/// What one pass of frontier needed.
struct Pass {
    queries: usize,
    tokens_tested: usize,
    tokens_left: usize,
    learned: Vec<Experience>,
}

/// Reduces all subjects whose language has a table.
fn lessons(folder: &Path, chosen: &[String]) -> Result<Vec<Lesson>, String> {
    let mut lessons = Vec::new();
    for subject in Subject::all(folder, chosen)? {
        let language = Language::by_path(&subject.input);
        let Some(language) = language.filter(|language| table(language).is_file()) else {
            continue;
        };
        if let Err(reason) = subject.check() {
            eprintln!("{} is left out: {reason}", subject.name);
            continue;
        }
        let bench = Bench::new(subject, language)?;
        let blank = bench.pass(Priors::default())?;
        eprintln!("{}: {} queries", bench.subject.name, blank.queries);
        lessons.push(Lesson { bench, blank });
    }
    Ok(lessons)
}

fn table(language: &Language) -> PathBuf {
    Path::new(TABLES).join(format!("{}.tsv", language.name()))
}

fn write_tables(lessons: &[Lesson]) -> Result<(), String> {
    for language in Language::all() {
        let of_it = |lesson: &&Lesson| lesson.bench.language.name() == language.name();
        let taught = sum(lessons.iter().filter(of_it));
        if !taught.is_empty() {
            let path = table(language);
            std::fs::write(&path, language.experience_table(&taught))
                .map_err(|error| format!("writing {}: {error}", path.display()))?;
        }
    }
    Ok(())
}

/// Experience added up, class by class.
fn sum<'a>(lessons: impl Iterator<Item = &'a Lesson>) -> Vec<Experience> {
    let mut classes: BTreeMap<String, Experience> = BTreeMap::new();
    for seen in lessons.flat_map(|lesson| &lesson.blank.learned) {
        let name = format!("{:?} {:?} {:?}", seen.kind, seen.outer, seen.role);
        let class =
            classes.entry(name).or_insert(Experience { decided: Default::default(), ..*seen });
        for (all, more) in class.decided.iter_mut().zip(seen.decided) {
            *all = Decided { nodes: all.nodes + more.nodes, needed: all.needed + more.needed };
        }
    }
    classes.into_values().collect()
}

/// Every subject with what the others taught. Subjects of the same input leave each other out.
fn judge(lessons: &[Lesson]) -> Result<(), String> {
    println!(
        "| subject | queries, empty table | others' table | tokens tested, empty table | others' table | tokens left, empty table | others' table |"
    );
    println!("|---|---|---|---|---|---|---|");
    for Lesson { bench, blank } in lessons {
        let is_other = |lesson: &&Lesson| {
            lesson.bench.language.name() == bench.language.name() && lesson.bench.text != bench.text
        };
        let taught = bench.pass(Priors::new(&sum(lessons.iter().filter(is_other))))?;
        println!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            bench.subject.name,
            blank.queries,
            taught.queries,
            blank.tokens_tested,
            taught.tokens_tested,
            blank.tokens_left,
            taught.tokens_left,
        );
    }
    Ok(())
}

/// A subject whose test can be asked.
struct Bench {
    subject: Subject,
    language: &'static Language,
    text: Vec<u8>,
}

impl Bench {
    fn new(subject: Subject, language: &'static Language) -> Result<Bench, String> {
        let text = std::fs::read(&subject.input);
        let text = text.map_err(|error| format!("{}: {error}", subject.input.display()))?;
        Ok(Bench { subject, language, text })
    }

    /// One pass of frontier over the whole input.
    fn pass(&self, priors: Priors) -> Result<Pass, String> {
        let document = probdd_syntax::parse(self.language, &self.text);
        let tree = document.tree();
        let frontier = |start: &TreeConfiguration| {
            Frontier::new(start, document.links(), priors, FeedbackSettings::BINARY)
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
            let verdict = self.verdict(&bytes)?;
            if verdict == Verdict::Interesting {
                kept = candidate;
            }
            search.tell(&verdict.into());
        }
        let tokens_left = kept.weight(tree);
        let learned = search.strategy().priors().learned().copied().collect();
        Ok(Pass { queries, tokens_tested, tokens_left, learned })
    }

    fn verdict(&self, bytes: &[u8]) -> Result<Verdict, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.subject.name);
        let folder = tempfile::tempdir().map_err(failed)?;
        let candidate = folder.path().join(self.subject.input.file_name().unwrap_or_default());
        std::fs::write(&candidate, bytes).map_err(failed)?;
        let ended = Command::new(&self.subject.test)
            .arg(&candidate)
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(failed)?;
        Ok(if ended.success() { Verdict::Interesting } else { Verdict::Uninteresting })
    }
}
