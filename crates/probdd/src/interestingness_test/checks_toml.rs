//! `checks.toml`: a test that consists of several checks.

use super::check_entry::{EXAMPLE, Entry, Place, Source};
use crate::error::{Failure, cannot};
use probdd_exec::{CheckSpec, MOST_CHECKS, in_order};
use std::path::{Path, PathBuf};

/// The extension of a file that describes checks.
const EXTENSION: &str = "toml";

/// A test that consists of checks.
#[derive(Clone, Debug)]
pub(crate) struct ChecksFile {
    /// The file's absolute path.
    pub(crate) path: PathBuf,
    /// The directory that contains it.
    pub(crate) dir: PathBuf,
    /// The checks, in the order of the file.
    pub(crate) specs: Vec<CheckSpec>,
    /// For each check, whether the user has declared it to be redundant or not.
    pub(crate) redundant: Vec<Option<bool>>,
    /// The files that the checks are known to use, the description first.
    pub(crate) files: Vec<PathBuf>,
}

impl ChecksFile {
    /// Whether a test is a description of checks, judged by its name.
    pub(crate) fn is_one(path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == EXTENSION)
    }

    /// Reads the file at an absolute path.
    pub(crate) fn read(path: &Path) -> Result<ChecksFile, Failure> {
        let text = std::fs::read_to_string(path).map_err(cannot("read the checks", path))?;
        let mut source = Source::new(path, &text);
        let entries = source.entries()?;
        check_names(&source, &entries)?;
        let mut specs = Vec::new();
        for entry in &entries {
            let after = dependencies(&source, entry, &entries)?;
            specs.push(source.spec(entry, after)?);
        }
        check_order(&source, &specs, &entries)?;
        let redundant = entries.iter().map(|entry| entry.redundant).collect();
        let dir = path.parent().unwrap_or(Path::new("/")).to_path_buf();
        Ok(ChecksFile { path: path.to_path_buf(), dir, specs, redundant, files: source.files })
    }
}

fn check_names(source: &Source, entries: &[Entry]) -> Result<(), Failure> {
    let end = Place(source.len());
    if entries.is_empty() {
        return Err(source.mistake(end, "there is no check", EXAMPLE));
    }
    if entries.len() > MOST_CHECKS {
        let message =
            format!("there are {} checks; at most {MOST_CHECKS} are supported", entries.len());
        return Err(source.mistake(end, &message, "combine some of them"));
    }
    for (number, entry) in entries.iter().enumerate() {
        let (name, place) = entry.name();
        if name.trim().is_empty() || name.contains(['\n', '\r']) {
            let message = "the name of a check is one line that is not blank";
            let hint = "name it after what holds, for example \"compiles\"";
            return Err(source.mistake(place, message, hint));
        }
        let mut before = entries[..number].iter().map(Entry::name);
        if let Some((_, first)) = before.find(|(other, _)| *other == name) {
            let line = source.line(first);
            let message = format!("line {line} already defines a check `{name}`");
            return Err(source.mistake(place, &message, "rename one of them"));
        }
    }
    Ok(())
}

/// The indices of the checks whose files a check uses.
fn dependencies(source: &Source, entry: &Entry, entries: &[Entry]) -> Result<Vec<usize>, Failure> {
    let number = |(name, place): (&str, Place)| {
        let found = entries.iter().position(|other| other.name().0 == name);
        found.ok_or_else(|| {
            let names: Vec<&str> = entries.iter().map(|other| other.name().0).collect();
            let message = format!("`after` names `{name}`, but there is no such check");
            source.mistake(place, &message, &format!("the checks are: {}", names.join(", ")))
        })
    };
    entry.after().map(number).collect()
}

/// Rejects checks that depend on themselves.
fn check_order(source: &Source, specs: &[CheckSpec], entries: &[Entry]) -> Result<(), Failure> {
    let after: Vec<&[usize]> = specs.iter().map(|spec| spec.after.as_slice()).collect();
    let Err(chain) = in_order(&after) else { return Ok(()) };
    let names: Vec<&str> = chain.iter().chain(&chain[..1]).map(|at| &*specs[*at].name).collect();
    let message = match names.as_slice() {
        [name, _] => format!("the check `{name}` runs after itself"),
        names => format!("no check can run first: {}", names.join(" after ")),
    };
    let next = chain.get(1).unwrap_or(&chain[0]);
    let wrong = entries[chain[0]].after().find(|(name, _)| *name == &*specs[*next].name);
    let (_, place) = wrong.unwrap_or_else(|| entries[chain[0]].name());
    let hint = "remove a name from `after`: it lists the checks whose output files are used";
    Err(source.mistake(place, &message, hint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_exec::ExpectedEnd;

    /// The message about a file with this text, from its line number on, and the hint.
    #[track_caller]
    fn fault(text: &str) -> (String, String) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("checks.toml");
        std::fs::write(&path, text).unwrap();
        let failure = ChecksFile::read(&path).expect_err("it is wrong");
        assert_eq!(failure.hints.len(), 1, "{failure:?}");
        let message = failure.error.to_string();
        let at = format!("{}:", path.display());
        let message = message.strip_prefix(&at).expect("the file is named").to_owned();
        (message, failure.hints[0].clone())
    }

    fn read(text: &str) -> ChecksFile {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("checks.toml");
        std::fs::write(dir.path().join("helper.sh"), "").unwrap();
        std::fs::write(&path, text).unwrap();
        ChecksFile::read(&path).unwrap()
    }

    #[test]
    fn all_fields_have_a_meaning() {
        let file = read(
            "[[check]]\nname = 'a'\nrun = 'true'\n[[check]]\nname = 'b'\nrun = ['sh', '-c', ':']\n\
             after = ['a']\nexit = [1, 139]\nstdout = 'x+'\nnot-stderr = 'y'\ntimeout = 1.5\n\
             redundant = true\n",
        );
        assert_eq!(file.specs.len(), 2);
        let [a, b] = file.specs.as_slice() else { panic!("there are two") };
        assert_eq!((&*a.name, a.after.len()), ("a", 0));
        assert_eq!(a.expectation.end, ExpectedEnd::Code(vec![0]));
        assert_eq!(b.after, [0]);
        assert_eq!(b.expectation.end, ExpectedEnd::Code(vec![1, 139]));
        assert_eq!(b.expectation.patterns.len(), 2);
        assert_eq!(file.redundant, [None, Some(true)]);
        assert_eq!(b.timeout.map(|timeout| timeout.as_millis()), Some(1500));
    }

    #[test]
    fn a_check_may_fail_hang_or_reject() {
        let file = read(
            "[[check]]\nname = 'a'\nrun = 'x'\nexit = 'nonzero'\noutput = 'y'\n[[check]]\n\
             name = 'b'\nrun = 'x'\nhang = 2\n[[check]]\nname = 'c'\nrun = 'x'\nexit = 'any'\n\
             stdout = 'z'\nreject = true\n",
        );
        let ends: Vec<_> = file.specs.iter().map(|spec| spec.expectation.end.clone()).collect();
        assert_eq!(ends, [ExpectedEnd::Failure, ExpectedEnd::Hang, ExpectedEnd::Any]);
        assert_eq!(file.specs[1].timeout.map(|timeout| timeout.as_secs()), Some(2));
        let negated: Vec<bool> =
            file.specs.iter().map(|spec| spec.expectation.is_negated).collect();
        assert_eq!(negated, [false, false, true]);
        let (message, _) = fault("[[check]]\nname='a'\nrun='x'\nhang=2\nexit=1\n");
        assert!(message.contains("does not end"), "{message}");
    }

    #[test]
    fn the_files_that_are_named_are_known() {
        let file = read(
            "[[check]]\nname = 'a'\nrun = 'bash \"$CHECKS_DIR/helper.sh\" x'\n\
             [[check]]\nname = 'b'\nrun = ['./helper.sh']\n[[check]]\nname = 'c'\nafter = ['a']\n\
             run = ['./made']\n",
        );
        let names: Vec<_> = file.files.iter().filter_map(|path| path.file_name()).collect();
        assert_eq!(names, ["checks.toml", "helper.sh"]);
    }

    #[test]
    fn messages_have_a_place_and_a_hint() {
        let with = |more: &str| fault(&format!("[[check]]\nname = 'a'\nrun = 'true'\n{more}"));
        for (more, place, what, remedy) in [
            ("after = ['b']", "4:10", "there is no such check", "the checks are: a"),
            ("after = ['a']", "4:10", "`a` runs after itself", "remove a name"),
            ("stdout = '('", "4:10", "unclosed group", "regular expression"),
            ("not-stderr = '*'", "4:14", "repetition operator", "regular expression"),
            ("exit = 'x'", "4:8", "exit", "exit = 0"),
            ("exit = [1, 300]", "4:8", "exit", "exit = 0"),
            ("exit = []", "4:8", "exit", "exit = 0"),
            ("timeout = 0", "4:11", "timeout", "seconds"),
            ("colour = 1", "4:1", "unknown field `colour`", "`name`, `run`"),
            (
                "[[check]]\nname = 'a'\nrun = 'x'",
                "5:8",
                "line 2 already defines a check `a`",
                "rename",
            ),
            ("[[check]]\nname = 'b'", "4:1", "missing field `run`", "`name`, `run`"),
            ("[[check]]\nname = ' '\nrun = 'x'", "5:8", "not blank", "name"),
            (
                "[[check]]\nname = 'b'\nrun = ['no-such-program-here']",
                "6:7",
                "`no-such-program-here`",
                "PATH",
            ),
            ("[[check]]\nname = 'b'\nrun = ['./gone']", "6:7", "`./gone`", "after"),
            (
                "[[check]]\nname = 'b'\nrun = 'sh $CHECKS_DIR/gone.sh'",
                "6:7",
                "gone.sh",
                "create it",
            ),
            ("[[check]]\nname = 'b'\nrun = '/no/such/tool x'", "6:7", "/no/such/tool", "install"),
            ("[[check]]\nname = 'b'\nrun = ''", "6:7", "runs nothing", "run ="),
            ("[[check]]\nname = 'b'\nrun = 5", "6:7", "run", "run ="),
            ("x = ", "4:5", "", ""),
        ] {
            let (message, hint) = with(more);
            assert!(message.starts_with(&format!("{place}: ")), "{more}: {message}");
            assert!(message.contains(what), "{more}: {message}");
            assert!(hint.contains(remedy), "{more}: {hint}");
        }
    }

    #[test]
    fn a_chain_of_dependencies_is_shown() {
        let check = |name, after| format!("[[check]]\nname='{name}'\nrun='x'\nafter=['{after}']\n");
        let (message, _) = fault(&[check("a", "b"), check("b", "c"), check("c", "a")].concat());
        assert_eq!(message, "4:8: no check can run first: a after b after c after a");
    }

    #[test]
    fn no_check_is_a_mistake() {
        let (message, hint) = fault("# nothing\n");
        assert!(message.ends_with("there is no check"), "{message}");
        assert!(hint.contains("[[check]]"), "{hint}");
    }
}
