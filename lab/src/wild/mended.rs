//! `lab mended`: files with errors, reduced as they are and as a person mended them. What a grammar
//! does not read should cost little.
//!
//! `lab/wild/mended.toml` names the files, three pieces of text that each result must contain, and
//! the replacements that mend the file. The test needs no compiler.

use super::{cache, list};
use crate::records::{Earlier, Log, RecordFile};
use crate::table::padded;
use crate::tool::{End, Limits, Tool, built, write_script};
use anyhow::{Context, Result, bail};
use fs_err as fs;
use probdd_syntax::{Language, parse};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The limits of each run, which none reaches.
const LIMITS: Limits = Limits { max_queries: 10_000, max_time: 7200, timeout: 60 };

/// Reduce files with errors, as they are and mended by hand
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Keep the files of the packages in DIR
    #[arg(long, value_name = "DIR", required_unless_present = "from")]
    cache: Option<PathBuf>,
    #[command(flatten)]
    records: RecordFile,
}

#[derive(Deserialize)]
struct Cases {
    file: Vec<Case>,
}

/// A file with errors.
#[derive(Deserialize)]
struct Case {
    /// Its path in its package, or the end of it.
    path: String,
    /// What every result must contain, in this order, blanks aside.
    keeps: [String; 3],
    /// What is replaced everywhere to mend it.
    mends: Vec<[String; 2]>,
}

/// What two runs found out about a file.
#[derive(Serialize, Deserialize)]
struct Record {
    path: String,
    language: String,
    bytes: usize,
    as_it_is: Run,
    mended: Run,
}

/// The reduction of one version of a file.
#[derive(Serialize, Deserialize)]
struct Run {
    error_bytes: usize,
    queries: u64,
    tokens: u64,
}

/// Reduces both versions of each file, and prints a table.
pub(crate) fn run(options: &Options) -> Result<()> {
    let records: Vec<Record> =
        options.records.records("mended", Earlier::Replaced, |log| reduce_all(options, log))?;
    print!("{}", table(&records));
    Ok(())
}

fn reduce_all(options: &Options, log: &Log) -> Result<()> {
    let Some(cache) = &options.cache else { return Ok(()) };
    let tool = Tool { program: built()?, limits: LIMITS };
    let cases: Cases = toml::from_str(include_str!("../../wild/mended.toml"))?;
    for case in &cases.file {
        log.add(&reduce(cache, case, &tool).with_context(|| case.path.clone())?)?;
    }
    Ok(())
}

fn reduce(cache: &Path, case: &Case, tool: &Tool) -> Result<Record> {
    let path = fetched(cache, &case.path)?;
    let text = fs::read(&path)?;
    let language = Language::of_file(&path, &text).context("its language is not known")?;
    let mended = case.mended(&String::from_utf8(text.clone())?)?;
    let folder = tempfile::tempdir()?;
    let script = folder.path().join("test.sh");
    write_script(&script, &case.script())?;
    let input = folder.path().join(path.file_name().unwrap_or_default());
    let reduced = |text: &[u8]| -> Result<Run> {
        fs::write(&input, text)?;
        let error_bytes = parse(language, text).error_bytes();
        let arguments = ["--language".to_owned(), language.name().to_owned()];
        match tool.reduce(&input, &script, &arguments)? {
            End::Reduced(reduced) => {
                let (queries, tokens) =
                    (reduced.report.queries.committed, reduced.report.result.tokens);
                Ok(Run { error_bytes, queries, tokens })
            }
            End::Refused(status, message) => bail!("{status}: {message}"),
        }
    };
    Ok(Record {
        path: case.path.clone(),
        language: language.name().to_owned(),
        bytes: text.len(),
        as_it_is: reduced(&text)?,
        mended: reduced(mended.as_bytes())?,
    })
}

/// Where a file of the list lies, after its package was fetched.
fn fetched(cache: &Path, end: &str) -> Result<PathBuf> {
    let mut list = list::read()?;
    for files in list.values_mut() {
        files.retain(|file| file.path.ends_with(end));
    }
    list.retain(|_, files| !files.is_empty());
    cache::fill(cache, &list)?;
    let (package, files) = list.first_key_value().context("it is not on the list of files")?;
    Ok(cache.join(package.folder_name()).join(&files[0].path))
}

impl Case {
    fn mended(&self, text: &str) -> Result<String> {
        self.mends.iter().try_fold(text.to_owned(), |text, [from, to]| {
            if !text.contains(from) {
                bail!("the file does not contain {from:?}");
            }
            Ok(text.replace(from, to))
        })
    }

    /// A test that looks for what must be kept, without blanks.
    fn script(&self) -> String {
        let dense = |text: &String| text.split_ascii_whitespace().collect::<String>();
        let quoted = |text: &String| format!("'{}'", dense(text).replace('\'', r"'\''"));
        let pattern = self.keeps.iter().map(quoted).collect::<Vec<_>>().join("*");
        format!(
            "text=$(tr -d '[:space:]' < \"$1\")\n\
             case $text in *{pattern}*) exit 0 ;; esac\nexit 1"
        )
    }
}

fn table(records: &[Record]) -> String {
    let head = [
        "file", "language", "bytes", "in error", "mended", "queries", "mended", "ratio", "tokens",
        "mended", "ratio",
    ];
    let row = |record: &Record| {
        let Record { as_it_is, mended, bytes, .. } = record;
        let share = |run: &Run| format!("{:.1} %", run.error_bytes as f64 * 100.0 / *bytes as f64);
        let ratio = |a: u64, b: u64| format!("{:.2}", a as f64 / b.max(1) as f64);
        vec![
            record.path.clone(),
            record.language.clone(),
            bytes.to_string(),
            share(as_it_is),
            share(mended),
            as_it_is.queries.to_string(),
            mended.queries.to_string(),
            ratio(as_it_is.queries, mended.queries),
            as_it_is.tokens.to_string(),
            mended.tokens.to_string(),
            ratio(as_it_is.tokens, mended.tokens),
        ]
    };
    padded(&head.map(str::to_owned), &records.iter().map(row).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case() -> Case {
        let keeps = ["it's a", "b", "c d"].map(str::to_owned);
        Case { path: String::new(), keeps, mends: vec![["x".to_owned(), "y".to_owned()]] }
    }

    #[test]
    fn what_is_kept_is_found_whatever_the_blanks() {
        let folder = tempfile::tempdir().expect("a folder");
        let [script, text] = ["test.sh", "text"].map(|name| folder.path().join(name));
        fs::write(&script, case().script()).expect("it is written");
        for (content, holds) in [("it's\ta x b\n(c  d)", true), ("b it's a c d", false)] {
            fs::write(&text, content).expect("it is written");
            let status = std::process::Command::new("sh").arg(&script).arg(&text).status();
            assert_eq!(status.expect("there is a shell").success(), holds, "{content}");
        }
    }

    #[test]
    fn a_replacement_must_have_something_to_replace() {
        assert_eq!(case().mended("x, x").expect("it has an x"), "y, y");
        assert!(case().mended("z").is_err());
    }

    #[test]
    fn the_list_of_files_is_sound() {
        let cases: Cases = toml::from_str(include_str!("../../wild/mended.toml")).expect("a list");
        assert!(cases.file.iter().all(|case| !case.mends.is_empty()));
    }
}
