//! A subject: a folder with an input and its test. `docs/evaluation.md` describes the layout.

use crate::tool::first_line;
use anyhow::{Context, Result, bail};
use fs_err as fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// An input that has a property.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The folder's name.
    pub(crate) name: String,
    pub(crate) input: PathBuf,
    /// The test's script, which exits with 0 where the property holds.
    pub(crate) test: PathBuf,
    /// The tool that the test runs, if `meta.toml` names it.
    tool: Option<String>,
}

/// Which subjects are reduced.
#[derive(clap::Args)]
pub(crate) struct Selection {
    /// Folder of subjects
    folder: Option<PathBuf>,
    /// Only this subject; repeatable
    #[arg(long = "subject", value_name = "NAME")]
    names: Vec<String>,
}

impl Selection {
    /// The chosen subjects by name.
    pub(crate) fn all(&self) -> Result<Vec<Subject>> {
        let folder = self.folder.as_ref().context("name a folder of subjects, or `--from FILE`")?;
        Subject::all(folder, &self.names)
    }

    /// Whether records of a subject are asked for.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.is_empty() || self.names.iter().any(|other| other == name)
    }
}

/// The subject in a folder; none where there is no test.
fn subject(folder: &Path) -> Result<Option<Subject>> {
    let test = folder.join("test.sh");
    if !test.is_file() {
        return Ok(None);
    }
    let paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let is_input = |path: &&PathBuf| path.file_stem().is_some_and(|stem| stem == "input");
    let inputs: Vec<&PathBuf> = paths.iter().filter(is_input).collect();
    let [input] = inputs.as_slice() else {
        bail!("{} must have one file `input.*`", folder.display());
    };
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let tool = tool(&folder.join("meta.toml"))?;
    Ok(Some(Subject { name, input: fs::canonicalize(input)?, test: fs::canonicalize(test)?, tool }))
}

/// The tool that a subject's description names, if there is one.
fn tool(meta: &Path) -> Result<Option<String>> {
    let Ok(text) = fs::read_to_string(meta) else { return Ok(None) };
    let table: toml::Table = text.parse().with_context(|| meta.display().to_string())?;
    Ok(table.get("tool").and_then(toml::Value::as_str).map(str::to_owned))
}

impl Subject {
    /// The subjects of a folder by name: all, or the chosen ones.
    fn all(folder: &Path, chosen: &[String]) -> Result<Vec<Subject>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder)? {
            found.extend(subject(&entry?.path())?);
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        for name in chosen {
            if !found.iter().any(|subject| subject.name == *name) {
                bail!("no subject `{name}` in {}", folder.display());
            }
        }
        if found.is_empty() {
            bail!("no subjects in {}: none of its folders has a test", folder.display());
        }
        found.retain(|subject| chosen.is_empty() || chosen.contains(&subject.name));
        Ok(found)
    }

    /// The description of the test as checks, if there is one.
    pub(crate) fn checks(&self) -> PathBuf {
        self.test.with_file_name("checks.toml")
    }

    /// Whether the test is described as more than one check.
    pub(crate) fn has_checks(&self) -> bool {
        let text = fs::read_to_string(self.checks()).unwrap_or_default();
        text.lines().filter(|line| line.trim() == "[[check]]").count() > 1
    }

    /// Checks that the input has the property on this machine, as a reduction would.
    pub(crate) fn check(&self) -> Result<()> {
        let output = self.test(&fs::read(&self.input)?)?;
        if output.status.success() {
            return Ok(());
        }
        let message = match first_line(&output.stderr) {
            line if line.is_empty() => line,
            line => format!(": {line}"),
        };
        let needed = self.tool.as_ref().map_or(String::new(), |tool| format!("; it needs {tool}"));
        bail!("not interesting here, {}{message}{needed}", output.status)
    }

    /// Runs the test on a candidate, under the input's name in a directory of its own.
    pub(crate) fn test(&self, bytes: &[u8]) -> Result<Output> {
        let scratch = tempfile::tempdir()?;
        let candidate = scratch.path().join(self.input.file_name().unwrap_or_default());
        fs::write(&candidate, bytes)?;
        let mut test = Command::new(&self.test);
        test.arg(&candidate).current_dir(scratch.path()).stdin(Stdio::null());
        test.output().with_context(|| format!("cannot run {}", self.test.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::write_script;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
            if name.contains("test.sh") {
                write_script(&path, text).expect("it is written");
            } else {
                std::fs::write(&path, text).expect("it is written");
            }
        }
        folder
    }

    #[test]
    fn a_folder_with_a_test_is_a_subject_and_needs_one_input() {
        let all =
            folder(&[("b/test.sh", ""), ("b/input.c", ""), ("a/test.sh", ""), ("README", "")]);
        let error = Subject::all(all.path(), &[]).expect_err("a has no input");
        assert!(error.to_string().ends_with("must have one file `input.*`"), "{error}");
        std::fs::write(all.path().join("a/input.c"), "").expect("it is written");
        let found = Subject::all(all.path(), &[]).expect("both are whole");
        assert_eq!(found.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(Subject::all(all.path(), &["b".to_owned()]).expect("there is b").len(), 1);
        assert!(Subject::all(all.path(), &["c".to_owned()]).is_err());
    }

    #[test]
    fn a_subject_whose_tool_is_missing_says_so() {
        let meta = "tool = \"a compiler\"\n";
        let script = "no-such-compiler \"$1\" || exit 1";
        let all = folder(&[("a/test.sh", script), ("a/input.c", ""), ("a/meta.toml", meta)]);
        let found = Subject::all(all.path(), &[]).expect("it is whole");
        let reason = found[0].check().expect_err("there is no such compiler");
        let reason = reason.to_string();
        assert!(reason.contains("exit status: 1"), "{reason}");
        assert!(reason.contains("no-such-compiler"), "{reason}");
        assert!(reason.ends_with("it needs a compiler"), "{reason}");
    }

    #[test]
    fn the_test_gets_the_input_under_its_name_in_an_empty_directory() {
        let script = "[ \"$(ls)\" = input.c ] && [ \"$1\" = \"$PWD/input.c\" ]\n";
        let all = folder(&[("a/test.sh", script), ("a/input.c", "int x;")]);
        let found = Subject::all(all.path(), &[]).expect("it is whole");
        found[0].check().expect("its test is content");
    }
}
