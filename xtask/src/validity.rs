//! `validity`: do the real parsers of each language accept what the trees offer to leave?
//!
//! For every language, files of the corpus are parsed, edits that the searches would try are
//! sampled, and what they leave is judged by the language's own parser. Only syntax counts.

mod candidates;
mod judging;
mod sampling;
mod settings;
mod table;

use crate::corpus;
use candidates::{Candidate, Source};
use judging::{Judgement, NoJudgement, judge};
use probdd_syntax::Language;
use settings::Settings;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use table::Row;

/// The seed of the first file's sample; the next file has the next one.
const SEED: u64 = 2026;

type Outcome<T> = Result<T, String>;

/// Judges, and prints a table.
pub(crate) fn run(arguments: &[String]) -> Outcome<()> {
    let settings = Settings::of(arguments)?;
    let mut rows = Vec::new();
    for language in &settings.languages {
        let row = row(language, &settings);
        println!("{}", row.line());
        rows.push(row);
    }
    let text = table::markdown(&rows);
    println!("\n{text}");
    if let Some(path) = &settings.table {
        std::fs::write(path, &text).map_err(|error| format!("writing {path}: {error}"))?;
    }
    let Some(least) = settings.required() else { return Ok(()) };
    let short: Vec<&str> =
        rows.iter().filter(|row| row.is_below(least)).map(|row| row.language).collect();
    if short.is_empty() { Ok(()) } else { Err(format!("too many invalid: {}", short.join(", "))) }
}

/// What is found of a language; a failure is a remark in its row.
fn row(language: &'static Language, settings: &Settings) -> Row {
    let mut row = Row::of(language.name());
    if let Err(reason) = fill(&mut row, language, settings) {
        row.failure = Some(reason);
    }
    row
}

fn fill(row: &mut Row, language: &'static Language, settings: &Settings) -> Outcome<()> {
    let mut files = corpus::files(language.name())?;
    if settings.is_quick {
        files.truncate(1);
    }
    if files.is_empty() {
        return Err("no corpus".to_owned());
    }
    let sources: Vec<Source> =
        files.into_iter().map(|file| Source::read(language, file)).collect::<Outcome<_>>()?;
    for source in &sources {
        row.add_file(source.document.text().len(), source.nodes());
    }
    let cases = cases(&sources, settings);
    let folder = corpus::target().join("validity").join(language.name());
    let folder = std::path::absolute(folder).map_err(|error| error.to_string())?;
    write_all(&folder, &sources, &cases)?;
    let judgement = judge(language.name(), &folder);
    if !settings.keeps_files {
        std::fs::remove_dir_all(&folder).map_err(|error| error.to_string())?;
    }
    match judgement {
        Ok(judgement) => {
            judgement.judge.clone_into(&mut row.judge);
            tally(row, &sources, &cases, &judgement, settings.shown);
            Ok(())
        }
        Err(NoJudgement::Unavailable(what)) => {
            row.skipped = Some(what);
            Ok(())
        }
        Err(NoJudgement::Failed(what)) => Err(format!("the judge failed: {what}")),
    }
}

/// A candidate, and which source it is of.
struct Case {
    source: usize,
    number: usize,
    candidate: Candidate,
}

fn cases(sources: &[Source], settings: &Settings) -> Vec<Case> {
    let mut cases = Vec::new();
    for (source, read) in sources.iter().enumerate() {
        let counts = settings.counts.share(source, sources.len());
        let candidates = read.candidates(counts, SEED + source as u64);
        let numbered = candidates.into_iter().enumerate();
        cases.extend(numbered.map(|(number, candidate)| Case { source, number, candidate }));
    }
    cases
}

fn write_all(folder: &Path, sources: &[Source], cases: &[Case]) -> Outcome<()> {
    // What an earlier run may have left.
    let _ = std::fs::remove_dir_all(folder);
    let failed = |error| format!("writing to {}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    let mut origins = String::new();
    for (index, source) in sources.iter().enumerate() {
        let name = file_name(source, index, "original");
        std::fs::write(folder.join(name), source.document.text()).map_err(failed)?;
        let absolute = |path: &Path| std::path::absolute(path).map_err(failed);
        let (path, root) = (absolute(&source.file.path)?, absolute(&source.file.root)?);
        // Writing to a string does not fail.
        let _ = writeln!(origins, "{index}\t{}\t{}", path.display(), root.display());
    }
    std::fs::write(folder.join("origins.tsv"), origins).map_err(failed)?;
    for Case { source, number, candidate } in cases {
        let read = &sources[*source];
        let name = file_name(read, *source, &number.to_string());
        std::fs::write(folder.join(name), read.rendered(&candidate.edits)).map_err(failed)?;
    }
    Ok(())
}

fn file_name(source: &Source, index: usize, what: &str) -> String {
    let extension = source.file.path.extension().unwrap_or_default().to_string_lossy();
    format!("{index}-{what}.{extension}")
}

/// Counts verdicts, and prints what is to be shown of the invalid ones.
fn tally(row: &mut Row, sources: &[Source], cases: &[Case], judgement: &Judgement, shown: usize) {
    let mut accepted = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let verdict = judgement.of(&file_name(source, index, "original"));
        if let Err(message) = verdict {
            row.remarks.push(format!("{} is not accepted: {message}", source.file.label));
        }
        accepted.push(verdict.is_ok());
    }
    let mut groups: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut shown_of = [0; 3];
    for case in cases.iter().filter(|case| accepted[case.source]) {
        let source = &sources[case.source];
        let name = file_name(source, case.source, &case.number.to_string());
        let verdict = judgement.of(&name);
        let column = case.candidate.category.column();
        row.count(column, verdict.is_ok());
        if shown == 0 {
            continue;
        }
        let group = groups.entry(source.group(&case.candidate)).or_default();
        group.1 += 1;
        let Err(message) = verdict else { continue };
        group.0 += 1;
        if shown_of[column] < shown {
            shown_of[column] += 1;
            let what = source.group(&case.candidate);
            println!("invalid [{name}]: {what}\n    says: {message}");
            println!("{}", source.context(&case.candidate));
        }
    }
    print_groups(groups);
}

/// The groups with invalid members, the worst first.
fn print_groups(groups: BTreeMap<String, (usize, usize)>) {
    let mut groups: Vec<_> = groups.into_iter().filter(|(_, (invalid, _))| *invalid > 0).collect();
    groups.sort_by_key(|(_, (invalid, _))| std::cmp::Reverse(*invalid));
    for (group, (invalid, all)) in groups {
        println!("{invalid:>5} of {all:<5} {group}");
    }
}
