//! `validity`: do the real parsers of each language accept what the trees offer to leave?
//!
//! For every language, files of the corpus are parsed, edits that the searches would try are
//! sampled, and what they leave is judged by the language's own parser. Only syntax counts.

mod candidates;
mod culprits;
mod judging;
mod sampling;
mod settings;
mod table;
mod trial;

use crate::corpus;
use candidates::{Candidate, Source};
use judging::NoJudgement;
use probdd_syntax::Language;
use sampling::Category;
use settings::Settings;
use std::collections::BTreeMap;
use table::Row;
use trial::Trial;

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
    // A corpus or judge that cannot be had, without the network say, is named above and no reason
    // for a quick look to fail.
    let counts = |row: &&Row| !(settings.is_quick && row.failure.is_some());
    let short: Vec<&str> = rows
        .iter()
        .filter(counts)
        .filter(|row| row.is_below(least))
        .map(|row| row.language)
        .collect();
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
        if source.document.fallback().is_some() {
            row.remarks.push(format!("{} has no tree of the grammar", source.file.label));
        }
    }
    let trial = Trial { language, sources: &sources, keeps_files: settings.keeps_files };
    let cases = cases(&sources, settings);
    let verdicts = match trial.verdicts(&cases, &Candidate::place) {
        Ok(verdicts) => verdicts,
        Err(NoJudgement::Unavailable(what)) => {
            row.skipped = Some(what);
            return Ok(());
        }
        Err(NoJudgement::Failed(what)) => return Err(format!("the judge failed: {what}")),
    };
    verdicts.judge.clone_into(&mut row.judge);
    row.remarks.extend(verdicts.not_accepted.clone());
    let judged: Vec<Judged> = cases
        .iter()
        .zip(&verdicts.of_cases)
        .filter_map(|(candidate, verdict)| Some((candidate, verdict.as_ref()?)))
        .collect();
    for (candidate, verdict) in &judged {
        row.count(candidate.category.column(), verdict.is_ok());
    }
    if settings.shown > 0 {
        show(&trial, &judged, settings.shown);
    }
    Ok(())
}

/// A candidate, and whether it is valid or why it is not.
type Judged<'a> = (&'a Candidate, &'a Result<(), String>);

fn cases(sources: &[Source], settings: &Settings) -> Vec<Candidate> {
    let of_source = |(index, source): (usize, &Source)| {
        let counts = settings.counts.share(index, sources.len());
        source.candidates(index, counts, SEED + index as u64)
    };
    sources.iter().enumerate().flat_map(of_source).collect()
}

/// Prints some of the invalid candidates of each category, then how many there are of each group.
/// Of an invalid subset, the part that makes it so is shown.
fn show(trial: &Trial, judged: &[Judged], shown: usize) {
    let mut groups: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut invalid: [Vec<Candidate>; 3] = Default::default();
    for (candidate, verdict) in judged {
        let source = &trial.sources[candidate.source];
        let group = groups.entry(source.group(candidate)).or_default();
        group.1 += 1;
        let Err(message) = verdict else { continue };
        group.0 += 1;
        let column = &mut invalid[candidate.category.column()];
        if column.len() < shown {
            column.push((*candidate).clone());
            if !matches!(candidate.category, Category::Subset(_)) {
                println!("{}", source.context(candidate, message));
            }
        }
    }
    let [_, subsets, _] = invalid;
    let mut culprits: BTreeMap<String, usize> = BTreeMap::new();
    for (culprit, message) in culprits::culprits(trial, subsets) {
        let source = &trial.sources[culprit.source];
        *culprits.entry(source.group(&culprit)).or_default() += 1;
        println!("{}", source.context(&culprit, &message));
    }
    print_groups(groups);
    println!("what makes subsets invalid:");
    print_groups(culprits.into_iter().map(|(group, count)| (group, (count, count))).collect());
}

/// The groups with invalid members, the worst first.
fn print_groups(groups: BTreeMap<String, (usize, usize)>) {
    let mut groups: Vec<_> = groups.into_iter().filter(|(_, (invalid, _))| *invalid > 0).collect();
    groups.sort_by_key(|(_, (invalid, _))| std::cmp::Reverse(*invalid));
    for (group, (invalid, all)) in groups {
        println!("{invalid:>5} of {all:<5} {group}");
    }
}
