//! What was typed after `xtask evaluate subjects`.

use super::methods::{METHODS, Method, by_name};
use crate::corpus;
use std::path::PathBuf;

const USAGE: &str = "usage: xtask evaluate subjects DIR [OPTIONS] | --from FILE [OPTIONS]
  --subject NAME     only this subject; repeatable
  --method NAME      only this method; repeatable
  --jobs N           runs at a time (1)
  --cache DIR        where verdicts are kept (target/evaluation/verdicts)
  --to FILE          where results are added (target/evaluation/results.jsonl)
  --from FILE        no runs: tables of the results of a file
  --max-queries N    ends a run (10000)
  --max-time SECONDS ends a run (7200)
  --timeout SECONDS  ends a query (60)
  --probdd PATH      the tool; by default it is built";

/// What is to be done.
#[derive(Debug)]
pub(super) struct Settings {
    pub(super) source: Source,
    /// Names; all subjects if there are none.
    pub(super) subjects: Vec<String>,
    pub(super) methods: Vec<&'static Method>,
    pub(super) jobs: usize,
    pub(super) cache: PathBuf,
    pub(super) to: PathBuf,
    pub(super) limits: Limits,
    pub(super) probdd: Option<PathBuf>,
}

/// Where results come from.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Runs on a folder of subjects.
    Folder(PathBuf),
    /// A file of results.
    File(PathBuf),
}

/// What a run may take, as options of the tool.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) max_queries: u64,
    pub(super) max_seconds: u64,
    pub(super) query_seconds: u64,
}

impl Settings {
    /// Reads the arguments.
    pub(super) fn of(arguments: &[String]) -> Result<Settings, String> {
        let folder = corpus::target().join("evaluation");
        let mut source = None;
        let mut settings = Settings {
            source: Source::File(PathBuf::new()),
            subjects: Vec::new(),
            methods: Vec::new(),
            jobs: 1,
            cache: folder.join("verdicts"),
            to: folder.join("results.jsonl"),
            limits: Limits { max_queries: 10_000, max_seconds: 7200, query_seconds: 60 },
            probdd: None,
        };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if !word.starts_with("--") {
                set_source(&mut source, Source::Folder(word.into()))?;
                continue;
            }
            let value = words.next().ok_or(USAGE)?;
            if word == "--from" {
                set_source(&mut source, Source::File(value.into()))?;
            } else {
                settings.set(word, value)?;
            }
        }
        if settings.methods.is_empty() {
            settings.methods = METHODS.iter().collect();
        }
        Ok(Settings { source: source.ok_or(USAGE)?, ..settings })
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        let number = || -> Result<u64, String> {
            let number = value.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| format!("{option} takes a number, not `{value}`\n{USAGE}"))
        };
        match option {
            "--subject" => self.subjects.push(value.to_owned()),
            "--method" => self.methods.push(by_name(value)?),
            "--jobs" => self.jobs = number()? as usize,
            "--cache" => self.cache = value.into(),
            "--to" => self.to = value.into(),
            "--max-queries" => self.limits.max_queries = number()?,
            "--max-time" => self.limits.max_seconds = number()?,
            "--timeout" => self.limits.query_seconds = number()?,
            "--probdd" => self.probdd = Some(value.into()),
            _ => return Err(format!("no option `{option}`\n{USAGE}")),
        }
        Ok(())
    }
}

fn set_source(source: &mut Option<Source>, given: Source) -> Result<(), String> {
    match source.replace(given) {
        None => Ok(()),
        Some(_) => Err(format!("one folder or one file\n{USAGE}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(words: &[&str]) -> Result<Settings, String> {
        Settings::of(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn a_folder_and_options_may_stand_in_any_order() {
        let words = ["--method", "t-pdd", "there", "--subject", "a", "--max-queries", "5"];
        let read = settings(&words).expect("all is known");
        assert_eq!(read.source, Source::Folder("there".into()));
        assert_eq!((read.methods[0].name, read.limits.max_queries), ("T-PDD", 5));
        assert_eq!(read.subjects, ["a"]);
        let all = settings(&["--from", "results"]).expect("all is known");
        assert_eq!(all.source, Source::File("results".into()));
        assert_eq!(all.methods.len(), METHODS.len());
    }

    #[test]
    fn what_is_wrong_is_said() {
        for words in [
            &[][..],
            &["a", "b"],
            &["a", "--from", "b"],
            &["a", "--jobs"],
            &["a", "--jobs", "0"],
            &["a", "--job", "1"],
            &["a", "--method", "x"],
        ] {
            assert!(settings(words).is_err(), "{words:?}");
        }
    }
}
