//! A subject: a folder with an input and its test. `docs/evaluation.md` describes the layout.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An input that has a property.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    /// The folder's name.
    pub(crate) name: String,
    pub(crate) input: PathBuf,
    /// Exits with 0 where the property holds.
    pub(crate) test: PathBuf,
    /// What the test runs, if `meta.toml` says so.
    tool: Option<String>,
}

/// The subject in a folder; none where there is no test.
fn subject(folder: &Path) -> Result<Option<Subject>, String> {
    let test = folder.join("test.sh");
    if !test.is_file() {
        return Ok(None);
    }
    let failed = |error: std::io::Error| format!("reading {}: {error}", folder.display());
    let mut inputs = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.file_stem().is_some_and(|stem| stem == "input") {
            inputs.push(path);
        }
    }
    let [input] = inputs.as_slice() else {
        return Err(format!("{} must have one file `input.*`", folder.display()));
    };
    let absolute = |path: &Path| std::fs::canonicalize(path).map_err(failed);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let tool = tool(&folder.join("meta.toml"))?;
    Ok(Some(Subject { name, input: absolute(input)?, test: absolute(&test)?, tool }))
}

/// The tool that a subject's description names; it need not have one.
fn tool(meta: &Path) -> Result<Option<String>, String> {
    let Ok(text) = std::fs::read_to_string(meta) else { return Ok(None) };
    let meta: toml::Table = text.parse().map_err(|error| format!("{}: {error}", meta.display()))?;
    Ok(meta.get("tool").and_then(toml::Value::as_str).map(str::to_owned))
}

impl Subject {
    /// The subjects of a folder by name: all, or the chosen ones.
    pub(crate) fn all(folder: &Path, chosen: &[String]) -> Result<Vec<Subject>, String> {
        let failed = |error: std::io::Error| format!("reading {}: {error}", folder.display());
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            if let Some(subject) = subject(&path)? {
                found.push(subject);
            }
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        for name in chosen {
            if !found.iter().any(|subject| subject.name == *name) {
                return Err(format!("no subject `{name}` in {}", folder.display()));
            }
        }
        if found.is_empty() {
            return Err(format!(
                "no subjects in {}: none of its folders has a test",
                folder.display()
            ));
        }
        found.retain(|subject| chosen.is_empty() || chosen.contains(&subject.name));
        Ok(found)
    }

    /// Finds out that the input has the property here, as a reduction would; else says why not.
    pub(crate) fn check(&self) -> Result<(), String> {
        let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
        let file = self.input.file_name().unwrap_or_default();
        let copy = scratch.path().join(file);
        std::fs::copy(&self.input, &copy).map_err(|error| error.to_string())?;
        let ended = Command::new(&self.test)
            .arg(&copy)
            .current_dir(scratch.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("cannot run {}: {error}", self.test.display()))?;
        if ended.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&ended.stderr);
        let said = said.lines().find(|line| !line.trim().is_empty());
        let said = said.map_or(String::new(), |line| format!(": {line}"));
        let needed = self.tool.as_ref().map_or(String::new(), |tool| format!("; it needs {tool}"));
        Err(format!("not interesting here, {}{said}{needed}", ended.status))
    }

    /// Where the verdicts of a subject are kept. They are of no use to another test.
    pub(super) fn verdicts(&self, cache: &Path) -> Result<PathBuf, String> {
        let failed = |error: std::io::Error| format!("{}: {error}", self.name);
        let digest = blake3::hash(&std::fs::read(&self.test).map_err(failed)?).to_hex();
        let folder = cache.join(format!("{}-{}", self.name, &digest.as_str()[..16]));
        std::fs::create_dir_all(&folder).map_err(failed)?;
        std::fs::canonicalize(folder).map_err(failed)
    }

    /// Writes a script that runs the test through its cache, with this program's `cached-test`.
    pub(super) fn write_cached_test(
        &self,
        script: &Path,
        program: &Path,
        verdicts: &Path,
    ) -> Result<(), String> {
        let [program, verdicts, test] = [program, verdicts, &self.test].map(quoted);
        let lines = format!("#!/bin/sh\nexec {program} cached-test {verdicts} {test} \"$1\"\n");
        let written = std::fs::write(script, lines).and_then(|()| {
            std::fs::set_permissions(script, std::fs::Permissions::from_mode(0o755))
        });
        written.map_err(|error| format!("writing {}: {error}", script.display()))
    }
}

/// A path as a word for the shell.
pub(in crate::evaluate) fn quoted(path: &Path) -> String {
    format!("'{}'", path.display().to_string().replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
            std::fs::write(&path, text).expect("it is written");
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&path, mode).expect("its mode is set");
        }
        folder
    }

    #[test]
    fn a_folder_with_a_test_is_a_subject_and_needs_one_input() {
        let all =
            folder(&[("b/test.sh", ""), ("b/input.c", ""), ("a/test.sh", ""), ("README", "")]);
        let error = Subject::all(all.path(), &[]).expect_err("a has no input");
        assert!(error.ends_with("must have one file `input.*`"), "{error}");
        std::fs::write(all.path().join("a/input.c"), "").expect("it is written");
        let found = Subject::all(all.path(), &[]).expect("both are whole");
        assert_eq!(found.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(Subject::all(all.path(), &["b".to_owned()]).expect("there is b").len(), 1);
        assert!(Subject::all(all.path(), &["c".to_owned()]).is_err());
    }

    #[test]
    fn a_subject_whose_tool_is_missing_says_so() {
        let meta = "tool = \"a compiler\"\n";
        let script = "#!/bin/sh\nno-such-compiler \"$1\" || exit 1\n";
        let all = folder(&[("a/test.sh", script), ("a/input.c", ""), ("a/meta.toml", meta)]);
        let found = Subject::all(all.path(), &[]).expect("it is whole");
        let reason = found[0].check().expect_err("there is no such compiler");
        assert!(reason.contains("exit status: 1"), "{reason}");
        assert!(reason.contains("no-such-compiler"), "{reason}");
        assert!(reason.ends_with("it needs a compiler"), "{reason}");
    }

    #[test]
    fn the_test_gets_the_input_under_its_name_in_an_empty_directory() {
        let script = "#!/bin/sh\n[ \"$(ls)\" = input.c ] && [ \"$1\" = \"$PWD/input.c\" ]\n";
        let all = folder(&[("a/test.sh", script), ("a/input.c", "int x;")]);
        let found = Subject::all(all.path(), &[]).expect("it is whole");
        assert_eq!(found[0].check(), Ok(()));
    }

    #[test]
    fn a_quote_in_a_path_is_a_quote_to_the_shell() {
        let word = quoted(Path::new("it's $HOME"));
        let echoed = Command::new("sh").args(["-c", &format!("printf %s {word}")]).output();
        assert_eq!(echoed.expect("there is a shell").stdout, b"it's $HOME");
    }
}
