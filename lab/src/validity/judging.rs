//! The judges: real parsers, each behind a small program in `lab/judges/`.
//!
//! A judge is started once with a folder of candidates. It prints a line `judge<TAB>NAME AND
//! VERSION`, then for every file `FILE<TAB>ok` or `FILE<TAB>error<TAB>MESSAGE`. A candidate of the
//! file `3-original.x` is called `3-17.x`; `origins.tsv` names the sources of the originals. Exit code 69
//! means that the judge is not on this machine; its stderr says what is missing.

use crate::tool::target;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The exit code of a judge that is not on this machine.
const UNAVAILABLE: i32 = 69;

/// The command of each language's judge: the program, then the script and its options.
const JUDGES: &str = include_str!("../../judges/judges.toml");

/// The verdicts of a judge.
pub(super) struct Judgement {
    /// The judge's name and version.
    pub(super) judge: String,
    /// For each file, none if it is valid, or the judge's message.
    verdicts: BTreeMap<String, Option<String>>,
}

impl Judgement {
    /// Either that a file is valid or the judge's message.
    pub(super) fn of(&self, file: &str) -> Result<(), &str> {
        match self.verdicts.get(file) {
            Some(None) => Ok(()),
            Some(Some(message)) => Err(message),
            None => Err("the judge has no verdict"),
        }
    }
}

/// Why there is no judgement.
pub(super) enum NoJudgement {
    /// The judge is not on this machine.
    Unavailable(String),
    /// The judge itself failed.
    Failed(String),
}

impl From<std::io::Error> for NoJudgement {
    fn from(error: std::io::Error) -> NoJudgement {
        NoJudgement::Failed(error.to_string())
    }
}

fn judges() -> BTreeMap<String, Vec<String>> {
    toml::from_str(JUDGES).expect("a test reads it")
}

/// Has the files of a folder judged.
pub(super) fn judge(language: &str, folder: &Path) -> Result<Judgement, NoJudgement> {
    let no_judge = || NoJudgement::Unavailable("no judge is known".to_owned());
    let words = judges().remove(language).ok_or_else(no_judge)?;
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("judges");
    let tools = absolute(&target().join("judges"));
    let jars = tools.join("jars").to_string_lossy().into_owned();
    let argument = |word: &String| {
        let path = scripts.join(word);
        if path.is_file() { path.into_os_string() } else { word.replace("{jars}", &jars).into() }
    };
    let mut command = Command::new(program(&words[0], &tools));
    command
        .args(words[1..].iter().map(argument))
        .arg(folder)
        .env("NODE_PATH", tools.join("node_modules"))
        .env("PROBDD_JUDGES", &tools)
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    let output = command.output().map_err(|error| {
        NoJudgement::Unavailable(format!("{} does not start: {error}", words[0]))
    })?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let reason = stderr.trim().lines().last().unwrap_or_default().to_owned();
    match output.status.code() {
        Some(0) => Ok(read(&String::from_utf8_lossy(&output.stdout))),
        Some(UNAVAILABLE) => Err(NoJudgement::Unavailable(reason)),
        _ => Err(NoJudgement::Failed(stderr.trim().to_owned())),
    }
}

/// The program that `install.sh` has put beside the other tools, or else the machine's.
fn program(name: &str, tools: &Path) -> PathBuf {
    let own = tools.join("venv/bin").join(name);
    if own.is_file() { own } else { PathBuf::from(name) }
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

fn read(output: &str) -> Judgement {
    let mut judgement = Judgement { judge: String::new(), verdicts: BTreeMap::new() };
    for line in output.lines() {
        let mut fields = line.splitn(3, '\t');
        match (fields.next(), fields.next(), fields.next()) {
            (Some("judge"), Some(name), _) => name.clone_into(&mut judgement.judge),
            (Some(file), Some("ok"), _) => {
                judgement.verdicts.insert(file.to_owned(), None);
            }
            (Some(file), Some("error"), message) => {
                let message = message.unwrap_or_default().to_owned();
                judgement.verdicts.insert(file.to_owned(), Some(message));
            }
            _ => {}
        }
    }
    judgement
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_judge_or_is_known_to_have_none() {
        let without = [
            "swift",
            "ada",
            "bash",
            "elixir",
            "erlang",
            "fortran",
            "glsl",
            "json5",
            "julia",
            "make",
            "nix",
            "objective-c",
            "perl",
            "r",
            "svelte",
            "vhdl",
            "zig",
        ];
        for language in probdd_syntax::Language::all().filter(|language| !language.is_any_text()) {
            let name = language.name();
            assert_ne!(judges().contains_key(name), without.contains(&name), "{name}");
        }
    }

    #[test]
    fn verdicts_are_read_and_a_file_without_one_is_invalid() {
        let judgement = read("judge\tX 1\n0-1.c\tok\nnoise\n0-2.c\terror\tat 1\tx\n");
        assert_eq!(judgement.judge, "X 1");
        assert_eq!(judgement.of("0-1.c"), Ok(()));
        assert_eq!(judgement.of("0-2.c"), Err("at 1\tx"));
        assert!(judgement.of("0-3.c").is_err());
    }
}
