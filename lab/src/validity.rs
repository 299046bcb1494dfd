//! `lab validity`: does each language's own parser accept the candidates that the searches would try?
//!
//! For every language, files of the corpus are parsed and edits that the searches would try are sampled;
//! the language's parser judges the candidates. Only syntax counts.

mod candidates;
mod judging;
mod sampling;
mod table;
mod trial;

use crate::corpus::{self, all_or, language};
use crate::records::{Earlier, RecordFile};
use anyhow::{Result, bail};
use candidates::{Candidate, Source};
use fs_err as fs;
use judging::NoJudgement;
use probdd_syntax::Language;
use sampling::Counts;
use std::path::PathBuf;
use table::Row;
use trial::Trial;

/// The seed of the first file's sample; the next file has the next one.
const SEED: u64 = 2026;

/// The edits of `--quick`.
const QUICK: Counts = Counts { singles: 20, subsets: 0, hoists: 0 };

/// The percentage of valid deletions that `--quick` requires of every language.
const LEAST: f64 = 75.0;

/// Judge the candidates that the searches would try, by the languages' own parsers
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Languages [default: all]
    #[arg(value_parser = language)]
    languages: Vec<&'static Language>,
    #[command(flatten)]
    counts: Counts,
    /// Show this many invalid candidates of each kind
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: usize,
    /// Write the table to this file too
    #[arg(long, value_name = "PATH")]
    table: Option<PathBuf>,
    /// Judge 20 deletions in one file of each language, and fail if very many are invalid
    #[arg(long)]
    quick: bool,
    #[command(flatten)]
    records: RecordFile,
}

impl Options {
    fn counts(&self) -> Counts {
        if self.quick { QUICK } else { self.counts }
    }
}

/// Has all languages judged, and prints the table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let rows: Vec<Row> = options.records.records("validity", Earlier::Replaced, |log| {
        all_or(&options.languages)
            .into_iter()
            .try_for_each(|language| log.add(&row(language, options)))
    })?;
    let text = table::markdown(&rows);
    println!("{text}");
    if let Some(path) = &options.table {
        fs::write(path, &text)?;
    }
    if !options.quick {
        return Ok(());
    }
    // That a corpus or judge cannot be had, without the network for example, is no reason to fail.
    let has_failed = |row: &&Row| row.failure.is_none() && row.is_below(LEAST);
    let names: Vec<&str> =
        rows.iter().filter(has_failed).map(|row| row.language.as_str()).collect();
    if names.is_empty() { Ok(()) } else { bail!("too many invalid: {}", names.join(", ")) }
}

/// The row of a language. A failure becomes a remark.
fn row(language: &'static Language, options: &Options) -> Row {
    let mut row = Row::of(language.name());
    if let Err(reason) = fill(&mut row, language, options) {
        row.failure = Some(format!("{reason:#}"));
    }
    row
}

fn fill(row: &mut Row, language: &'static Language, options: &Options) -> Result<()> {
    let sources = sources(row, language, options.quick)?;
    let trial = Trial { language, sources: &sources };
    let cases = cases(&sources, options.counts());
    let verdicts = match trial.verdicts(&cases) {
        Ok(verdicts) => verdicts,
        Err(NoJudgement::Unavailable(what)) => {
            row.skipped = Some(what);
            return Ok(());
        }
        Err(NoJudgement::Failed(what)) => bail!("the judge failed: {what}"),
    };
    row.judge = verdicts.judge;
    row.remarks.extend(verdicts.not_accepted);
    let judged: Vec<Judged> = cases
        .iter()
        .zip(&verdicts.of_cases)
        .filter_map(|(candidate, verdict)| Some((candidate, verdict.as_ref()?)))
        .collect();
    for (candidate, verdict) in &judged {
        row.count(candidate.category.column(), verdict.is_ok());
    }
    if options.show > 0 {
        show(&trial, &judged, options.show);
    }
    Ok(())
}

/// The parsed files of the corpus, whose figures are added to the row.
fn sources(row: &mut Row, language: &'static Language, is_quick: bool) -> Result<Vec<Source>> {
    let mut files = corpus::files(language.name())?;
    if is_quick {
        files.truncate(1);
    }
    if files.is_empty() {
        bail!("no corpus");
    }
    let sources: Vec<Source> =
        files.into_iter().map(|file| Source::read(language, file)).collect::<Result<_>>()?;
    for source in &sources {
        row.add_file(source.document.text().len(), source.nodes());
        if source.document.fallback().is_some() {
            row.remarks.push(format!("{} has no tree of the grammar", source.file.label));
        }
    }
    Ok(sources)
}

/// A candidate of a valid source, and its verdict.
type Judged<'a> = (&'a Candidate, &'a Result<(), String>);

fn cases(sources: &[Source], counts: Counts) -> Vec<Candidate> {
    let of_source = |(index, source): (usize, &Source)| {
        source.candidates(index, counts.share(index, sources.len()), SEED + index as u64)
    };
    sources.iter().enumerate().flat_map(of_source).collect()
}

/// Prints some invalid candidates of each category.
fn show(trial: &Trial, judged: &[Judged], shown: usize) {
    for column in 0..3 {
        let invalid = judged.iter().filter(|(candidate, _)| candidate.category.column() == column);
        let invalid =
            invalid.filter_map(|(candidate, verdict)| Some((candidate, verdict.as_ref().err()?)));
        for (candidate, message) in invalid.take(shown) {
            println!("{}", trial.sources[candidate.source].context(candidate, message));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Typed {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn languages_and_options_may_stand_in_any_order() {
        let words = ["validity", "--singles", "5", "c", "--show", "2", "js"];
        let read = Typed::try_parse_from(words).expect("all is known").options;
        let names: Vec<_> = read.languages.iter().map(|language| language.name()).collect();
        assert_eq!((names, read.counts().singles, read.show), (vec!["c", "javascript"], 5, 2));
    }
}
