//! Checks that the files, folders and tests that the documents name exist.
//!
//! In every Markdown file of the repository, outside of code blocks, it checks the targets of links
//! and the names between backquotes: paths (`probdd-core/src/search.rs`) and, in ARCHITECTURE.md,
//! tests. A path may begin at the root of the repository, in `crates/`, in a crate, or in a crate's
//! `src/`.

use anyhow::{Context, Result, bail};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Checks that the files and tests named in the documents exist.
#[derive(clap::Args)]
pub(crate) struct Options {}

/// Checks all documents of the repository, and prints each name that does not exist.
pub(crate) fn run(_: &Options) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let repository = Repository::new(&root)?;
    let mut count = 0;
    for document in repository.files.iter().filter(|path| is_markdown(path)) {
        let text = read(&root.join(document))?;
        for (line, name) in repository.missing(document, &text) {
            println!("{}:{line}: {name} does not exist", document.display());
            count += 1;
        }
    }
    match count {
        0 => {
            println!("every name exists");
            Ok(())
        }
        count => bail!("{count} names in documents do not exist"),
    }
}

/// The files of the repository, and the functions that may be tests.
struct Repository {
    /// Files and folders, by their paths from the root.
    files: Vec<PathBuf>,
    /// Every path, from the root and from `crates/`, its crate, and its crate's `src/`.
    paths: HashSet<PathBuf>,
    functions: HashSet<String>,
}

impl Repository {
    fn new(root: &Path) -> Result<Repository> {
        let mut files = Vec::new();
        collect(root, Path::new(""), &mut files)?;
        files.sort();
        let mut functions = HashSet::new();
        for file in
            files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        {
            functions.extend(defined_functions(&read(&root.join(file))?));
        }
        let paths = files.iter().flat_map(|path| seen_from(path)).collect();
        Ok(Repository { files, paths, functions })
    }

    /// The names in a document that do not exist, each with its line.
    fn missing(&self, document: &Path, text: &str) -> Vec<(usize, String)> {
        let is_architecture = document == Path::new("ARCHITECTURE.md");
        let mut missing = Vec::new();
        for (line, prose) in prose_lines(text) {
            for span in code_spans(prose) {
                let is_test = is_architecture && is_test_name(span);
                let is_missing_test = is_test && !self.functions.contains(span);
                if is_missing_test || (is_path(span) && !self.has_path(document, span)) {
                    missing.push((line, span.to_owned()));
                }
            }
            let links = link_targets(prose).filter(|target| !target.contains(':'));
            let links = links.filter_map(|target| target.split('#').next());
            let dead =
                links.filter(|target| !target.is_empty() && !self.has_path(document, target));
            missing.extend(dead.map(|target| (line, target.to_owned())));
        }
        missing
    }

    fn has_path(&self, document: &Path, path: &str) -> bool {
        let path = Path::new(path.trim_end_matches('/'));
        let beside = normal(&document.with_file_name("").join(path));
        self.paths.contains(path) || self.paths.contains(&beside)
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md")
}

/// Whether a span is a path: words joined by slashes, of which the first is one of the repository's
/// folders.
fn is_path(span: &str) -> bool {
    const FOLDERS: [&str; 8] =
        ["crates", "docs", "lab", "xtask", "examples", "src", "tests", "benches"];
    let is_usual = |letter: char| letter.is_ascii_alphanumeric() || "/._-".contains(letter);
    let Some((first, _)) = span.split_once('/') else { return false };
    span.chars().all(is_usual) && (FOLDERS.contains(&first) || first.starts_with("probdd-"))
}

/// Whether a span looks like the name of a test: a sentence of words.
fn is_test_name(span: &str) -> bool {
    let is_usual =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    span.chars().all(is_usual) && span.matches('_').count() >= 3
}

/// The lines of a document outside of its code blocks, with their numbers from 1.
fn prose_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    (1..).zip(text.lines()).filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence && !line.starts_with("    ")
    })
}

fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// A path from the root, and from `crates/`, its crate, and its crate's `src/`.
fn seen_from(path: &Path) -> Vec<PathBuf> {
    let mut seen = vec![path.to_owned()];
    let below = |path: &Path, outer: &str| path.strip_prefix(outer).ok().map(Path::to_owned);
    if let Some(in_crates) = below(path, "crates") {
        let mut parts = in_crates.components();
        parts.next();
        let in_crate = parts.as_path().to_owned();
        seen.extend(below(&in_crate, "src"));
        seen.extend([in_crates, in_crate]);
    }
    seen
}

/// A path without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut parts: Vec<_> = Vec::new();
    for part in path.components() {
        if part.as_os_str() == ".." {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts.into_iter().collect()
}

fn defined_functions(code: &str) -> impl Iterator<Item = String> {
    let names = code.split("fn ").skip(1);
    names.map(|rest| rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect())
}

/// Finds the files and folders below a folder, except hidden ones and `target`.
fn collect(root: &Path, below: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let folder = root.join(below);
    for entry in folder.read_dir().with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "target" || name.to_string_lossy().starts_with('.') && name != ".ci" {
            continue;
        }
        let path = below.join(name);
        if entry.file_type()?.is_dir() {
            collect(root, &path, found)?;
        }
        found.push(path);
    }
    Ok(())
}

fn read(path: &Path) -> Result<String> {
    let bytes = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repository(files: &[&str], functions: &[&str]) -> Repository {
        let files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
        let paths = files.iter().flat_map(|path| seen_from(path)).collect();
        let functions = functions.iter().map(|name| (*name).to_owned()).collect();
        Repository { files, paths, functions }
    }

    #[test]
    fn a_path_may_begin_in_several_places() {
        let repository = repository(&["crates/probdd-core/src/list/cdd.rs", "docs/ladder.md"], &[]);
        let text = "`crates/probdd-core/src/list/cdd.rs`, `probdd-core/src/list/cdd.rs`,\n\
                    `src/list/cdd.rs`, `docs/ladder.md` and [a link](ladder.md#rungs)\n\
                    `src/list/gone.rs`, [another](gone.md), `./test.sh bug.c`, `a/b`";
        let missing = repository.missing(Path::new("docs/page.md"), text);
        assert_eq!(missing, [(3, "src/list/gone.rs".to_owned()), (3, "gone.md".to_owned())]);
    }

    #[test]
    fn tests_are_looked_for_in_the_architecture_only() {
        let repository = repository(&[], &["a_test_that_there_is"]);
        let text = "`a_test_that_there_is` and `a_test_that_there_was`, `--max_time`";
        let missing = repository.missing(Path::new("ARCHITECTURE.md"), text);
        assert_eq!(missing, [(1, "a_test_that_there_was".to_owned())]);
        assert_eq!(repository.missing(Path::new("README.md"), text), []);
    }

    #[test]
    fn code_blocks_may_name_anything() {
        let repository = repository(&[], &[]);
        let text = "```text\n`src/gone.rs`\n```\n    `src/gone.rs`\n`src/gone.rs`";
        assert_eq!(repository.missing(Path::new("a.md"), text), [(5, "src/gone.rs".to_owned())]);
    }
}
