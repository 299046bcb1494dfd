//! What lies in several inputs: every file, link and directory, as entries of a bundle.
//!
//! A directory is walked without hidden files, and without what `.ignore` and `.gitignore` leave out.
//! What is named as an input is never left out.

use super::files::{Files, is_deleted};
use super::limit::{MOST_BYTES, too_large};
use super::memory::Memory;
use crate::error::{Exit, Failure, cannot};
use crate::files::Globs;
use ignore::{DirEntry, WalkBuilder};
use probdd_core::bundle::{Entry, EntryKind};
use probdd_exec::Argument;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

/// Reads several inputs. Entries are in the order of their paths, part by part, so that a directory
/// stands before what lies in it.
pub(super) fn collect(files: &Files, exclude: &Globs) -> Result<Vec<Entry>, Failure> {
    let mut collected = Collected { files, found: Found::new(), bytes: 0, memory: Memory::now() };
    for argument in &files.arguments {
        collected.add_argument(argument, exclude)?;
    }
    Ok(collected.found.into_iter().map(entry).collect())
}

/// Reads a directory with everything that lies in it, as if it had another path. A file is read as
/// well.
pub(crate) fn everything(directory: &Path, path: &Path) -> Result<Vec<Entry>, Failure> {
    let mut found = Found::new();
    for there in WalkBuilder::new(directory).standard_filters(false).build() {
        let there = there.map_err(|cause| unreadable(directory, cause))?;
        let below = there.path().strip_prefix(directory).unwrap_or(there.path());
        let path: PathBuf = [path, below].iter().filter(|part| part.as_os_str() != "").collect();
        let cannot_read = cannot("read", there.path());
        let metadata = there.path().symlink_metadata().map_err(cannot_read)?;
        if path.as_os_str() != "" && (metadata.is_dir() || is_copied(&metadata)) {
            found.insert(path, read(there.path(), &metadata).map_err(cannot_read)?);
        }
    }
    Ok(found.into_iter().map(entry).collect())
}

/// Whether something is a file or a link.
fn is_copied(metadata: &Metadata) -> bool {
    metadata.is_file() || metadata.is_symlink()
}

/// The kind and the content of a directory, a link or a file.
fn read(place: &Path, metadata: &Metadata) -> io::Result<(EntryKind, Vec<u8>)> {
    let mode = metadata.permissions().mode() & 0o7777;
    if metadata.is_dir() {
        Ok((EntryKind::Directory { mode }, Vec::new()))
    } else if metadata.is_symlink() {
        Ok((EntryKind::Link, fs::read_link(place)?.into_os_string().into_vec()))
    } else {
        Ok((EntryKind::File { mode }, fs::read(place)?))
    }
}

fn entry((path, (kind, content)): (PathBuf, (EntryKind, Vec<u8>))) -> Entry {
    Entry { path: path.into_os_string().into_vec(), kind, content }
}

/// Entries by their paths.
type Found = BTreeMap<PathBuf, (EntryKind, Vec<u8>)>;

/// What was found so far.
struct Collected<'f> {
    files: &'f Files,
    found: Found,
    /// The size of all contents.
    bytes: u64,
    /// The memory before anything was read.
    memory: Memory,
}

impl Collected<'_> {
    fn add_argument(&mut self, argument: &Argument, exclude: &Globs) -> Result<(), Failure> {
        let Argument { path, is_directory } = argument;
        let directories = path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
        for directory in directories {
            self.add(directory, true)?;
        }
        let named = self.files.root.join(path);
        if is_deleted(&named) {
            return Ok(());
        }
        if !is_directory {
            return self.add(path, true);
        }
        for entry in walk(&named, &self.files.root, exclude) {
            let entry = entry.map_err(|cause| unreadable(&named, cause))?;
            let relative = entry.path().strip_prefix(&self.files.root).unwrap_or(entry.path());
            self.add(relative, entry.depth() == 0)?;
        }
        Ok(())
    }

    /// Adds a file, a directory or a link. What the user has named is read through a link.
    fn add(&mut self, path: &Path, is_named: bool) -> Result<(), Failure> {
        if self.found.contains_key(path) {
            return Ok(());
        }
        let place = self.files.root.join(path);
        let cannot_read = |cause| {
            let failure = cannot("read the input", &place)(cause);
            if is_named { failure } else { failure.hint(exclude_it(path)) }
        };
        let stat = if is_named { fs::metadata } else { fs::symlink_metadata };
        let metadata = stat(&place).map_err(cannot_read)?;
        if !metadata.is_dir() && !is_copied(&metadata) {
            let message =
                format!("the input `{}` is neither a file nor a directory", place.display());
            return Err(Failure::usage(message).hint(exclude_it(path)));
        }
        if metadata.is_file() {
            self.check_size(&metadata)?;
        }
        let (kind, content) = read(&place, &metadata).map_err(cannot_read)?;
        if kind == EntryKind::Link {
            self.check_link(path, Path::new(OsStr::from_bytes(&content)))?;
        }
        self.found.insert(path.to_path_buf(), (kind, content));
        Ok(())
    }

    fn check_size(&mut self, file: &Metadata) -> Result<(), Failure> {
        self.bytes += file.len();
        let shown = || self.files.named().display().to_string();
        if self.bytes > MOST_BYTES {
            return Err(too_large(&shown(), None));
        }
        self.memory.check(&shown(), self.bytes)
    }

    /// Refuses a link that leads out of the inputs, where a test could change what is no copy.
    fn check_link(&self, link: &Path, target: &Path) -> Result<(), Failure> {
        let lexical = without_dots(&link.with_file_name("").join(target));
        let is_inside = lexical.is_some_and(|led| self.lies_in_an_input(&led, Path::new("")));
        let real = self.files.root.join(link).canonicalize();
        // A link that leads nowhere is kept like any other.
        let is_really_inside =
            real.map_or(true, |led| self.lies_in_an_input(&led, &self.files.root));
        if target.is_relative() && is_inside && is_really_inside {
            return Ok(());
        }
        let message = format!(
            "the link `{}` leads out of the inputs, to `{}`",
            self.files.root.join(link).display(),
            target.display()
        );
        Err(Failure::usage(message).hint(exclude_it(link)))
    }

    /// Whether a path is an input or lies in one. With a root, both are real paths.
    fn lies_in_an_input(&self, path: &Path, root: &Path) -> bool {
        let mut inputs = self.files.arguments.iter().map(|argument| root.join(&argument.path));
        inputs.any(|input| {
            let real = if input.is_absolute() { input.canonicalize().ok() } else { None };
            path.starts_with(real.unwrap_or(input))
        })
    }
}

/// What lies in a directory, itself first.
fn walk(named: &Path, root: &Path, exclude: &Globs) -> ignore::Walk {
    let (root, exclude) = (root.to_path_buf(), exclude.clone());
    let is_wanted = move |entry: &DirEntry| {
        let is_directory = entry.file_type().is_some_and(|kind| kind.is_dir());
        let relative = entry.path().strip_prefix(&root).unwrap_or(entry.path());
        entry.depth() == 0 || !exclude.choose(relative, is_directory)
    };
    let mut walk = WalkBuilder::new(named);
    walk.require_git(false).git_global(false).filter_entry(is_wanted).build()
}

/// A relative path without `.` and `..`; `None` if it leads above its start or is absolute.
fn without_dots(path: &Path) -> Option<PathBuf> {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => out.push(name),
            Component::CurDir => {}
            Component::ParentDir if out.pop() => {}
            _ => return None,
        }
    }
    Some(out)
}

fn unreadable(directory: &Path, cause: ignore::Error) -> Failure {
    let message = format!("cannot read the input `{}`", directory.display());
    let failure = Failure::new(Exit::Usage, anyhow::Error::new(cause).context(message));
    failure.hint("leave out what cannot be read: --exclude GLOB")
}

/// How a user leaves out a path.
fn exclude_it(path: &Path) -> String {
    format!("leave it out: --exclude '/{}'", path.as_os_str().as_bytes().escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A directory `p` to collect.
    struct Bench(tempfile::TempDir);

    impl Bench {
        fn new(files: &[&str]) -> Bench {
            let bench = Bench(tempfile::tempdir().expect("there is a temporary directory"));
            for path in files {
                let path = bench.0.path().join(path);
                fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
                fs::write(&path, path.as_os_str().as_bytes()).expect("it can be written");
            }
            bench
        }

        fn link(self, link: &str, target: &str) -> Bench {
            symlink(target, self.0.path().join(link)).expect("it can be made");
            self
        }

        fn collect(&self, typed: &[&str], exclude: &[&str]) -> Result<Vec<Entry>, Failure> {
            let typed: Vec<PathBuf> = typed.iter().map(|typed| self.0.path().join(typed)).collect();
            let typed: Vec<&Path> = typed.iter().map(PathBuf::as_path).collect();
            let exclude: Vec<String> = exclude.iter().map(ToString::to_string).collect();
            let exclude = Globs::new("--exclude", &exclude).expect("these are globs");
            collect(&Files::new(&typed, false)?, &exclude)
        }

        fn paths(&self, typed: &[&str], exclude: &[&str]) -> Vec<String> {
            let entries = self.collect(typed, exclude).expect("they can be read");
            let text = |entry: Entry| String::from_utf8(entry.path).expect("it is UTF-8");
            entries.into_iter().map(text).collect()
        }

        fn refusal(&self, typed: &[&str]) -> String {
            let failure = self.collect(typed, &[]).expect_err("it is refused");
            format!("{:#} {}", failure.error, failure.hints.join(" "))
        }
    }

    #[test]
    fn a_directory_stands_before_its_contents_which_are_sorted() {
        let bench = Bench::new(&["p/d/b.c", "p/d/a.c", "p/d.c", "p/e/x/y"]);
        let all = ["p", "p/d", "p/d/a.c", "p/d/b.c", "p/d.c", "p/e", "p/e/x", "p/e/x/y"];
        assert_eq!(bench.paths(&["p"], &[]), all);
        assert_eq!(bench.paths(&["p", "p/d/a.c"], &[]), all);
        assert_eq!(bench.paths(&["p/d/b.c", "p/e/x/y"], &[]), ["d", "d/b.c", "e", "e/x", "e/x/y"]);
    }

    #[test]
    fn hidden_ignored_and_excluded_files_are_left_out_unless_they_are_named() {
        let bench = Bench::new(&["p/.h/x", "p/.e", "p/a.o", "p/a.c", "p/t/b.c", "p/log"]);
        fs::write(bench.0.path().join("p/.ignore"), "log").expect("it can be written");
        assert_eq!(bench.paths(&["p"], &["*.o", "/p/t"]), ["p", "p/a.c"]);
        let named = bench.paths(&["p", "p/.h", "p/a.o", "p/log"], &["*.o", "/p/t"]);
        assert_eq!(named, ["p", "p/.h", "p/.h/x", "p/a.c", "p/a.o", "p/log"]);
    }

    #[test]
    fn git_leaves_files_out_in_a_repository_and_in_a_copy_of_one() {
        let bench = Bench::new(&["p/a.o", "p/a.c"]);
        fs::write(bench.0.path().join("p/.gitignore"), "*.o").expect("it can be written");
        assert_eq!(bench.paths(&["p"], &[]), ["p", "p/a.c"]);
        fs::create_dir(bench.0.path().join("p/.git")).expect("it can be made");
        assert_eq!(bench.paths(&["p"], &[]), ["p", "p/a.c"]);
    }

    #[test]
    fn links_inside_are_kept_as_links() {
        let bench = Bench::new(&["p/d/a"]).link("p/l", "d/a").link("p/d/up", "../d");
        let bench = bench.link("p/nowhere", "absent");
        let entries = bench.collect(&["p"], &[]).expect("they can be read");
        let links: Vec<_> = entries.iter().filter(|entry| entry.kind == EntryKind::Link).collect();
        let shown: Vec<_> = links.iter().map(|link| (&link.path[..], &link.content[..])).collect();
        assert_eq!(
            shown,
            [(&b"p/d/up"[..], &b"../d"[..]), (b"p/l", b"d/a"), (b"p/nowhere", b"absent")]
        );
    }

    #[test]
    fn links_that_lead_out_are_refused() {
        for target in ["/etc/passwd", "../other", "../../x"] {
            let bench = Bench::new(&["p/a", "other"]).link("p/l", target);
            let says = bench.refusal(&["p"]);
            assert!(says.contains("/p/l` leads out of the inputs"), "{says}");
            assert!(says.ends_with("--exclude '/p/l'"), "{says}");
        }
        let through = Bench::new(&["p/a", "q/r/s"]).link("p/d", "../q/r").link("p/l", "d/../a");
        assert!(through.refusal(&["p"]).contains("leads out"));
        let bench = Bench::new(&["p/a", "other"]).link("p/l", "../other");
        assert_eq!(bench.paths(&["p", "other"], &[]), ["other", "p", "p/a", "p/l"]);
    }

    #[test]
    fn what_is_no_file_is_refused() {
        let bench = Bench::new(&["p/a"]);
        let socket = bench.0.path().join("p/s");
        let _listener = std::os::unix::net::UnixListener::bind(socket).expect("it can be made");
        assert!(bench.refusal(&["p"]).contains("/p/s` is neither a file nor a directory"));
    }

    #[test]
    fn an_input_that_is_absent_or_named_twice_is_refused() {
        let bench = Bench::new(&["p/a"]);
        assert!(bench.refusal(&["p", "q"]).contains("cannot read the input"));
        assert!(bench.refusal(&["p", "p/a/../a", "p/"]).contains("cannot read the input"));
        assert!(bench.refusal(&["p", "p/."]).contains("is named twice"));
    }

    #[test]
    fn permissions_are_kept() {
        let bench = Bench::new(&["p/run"]);
        let path = bench.0.path().join("p/run");
        fs::set_permissions(path, fs::Permissions::from_mode(0o750)).expect("it can be set");
        let entries = bench.collect(&["p"], &[]).expect("they can be read");
        assert_eq!(entries[1].kind, EntryKind::File { mode: 0o750 });
    }
}
