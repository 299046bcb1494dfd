//! Where several inputs are, and where each will be in the directory of a query.

use crate::error::{Failure, cannot};
use crate::files::with_suffix;
use probdd_exec::Argument;
use std::fs;
use std::path::{Path, PathBuf};

/// What the name of an original ends in that `--in-place` keeps.
pub(crate) const ORIGINAL_SUFFIX: &str = ".orig";

/// Several inputs, or a directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Files {
    /// The deepest directory that all of them lie in. The paths of all entries are relative to it.
    pub(crate) root: PathBuf,
    /// The inputs in the order in which they were given, relative to the root.
    pub(crate) arguments: Vec<Argument>,
}

impl Files {
    /// Finds the inputs. With `--in-place`, an earlier run may have deleted one.
    pub(super) fn new(typed: &[&Path], is_in_place: bool) -> Result<Files, Failure> {
        let found = |typed: &&Path| {
            let path = place(typed)?;
            if !(is_in_place && is_deleted(&path)) {
                fs::metadata(typed).map_err(cannot("read the input", typed))?;
            }
            Ok(path)
        };
        let paths = typed.iter().map(found).collect::<Result<Vec<_>, Failure>>()?;
        for (index, path) in paths.iter().enumerate() {
            if paths[..index].contains(path) {
                let message = format!("the input `{}` is named twice", typed[index].display());
                return Err(Failure::usage(message).hint("name it once"));
            }
        }
        let parents = paths.iter().filter_map(|path| path.parent()).map(Path::to_path_buf);
        let root = parents.reduce(|a, b| common(&a, &b)).unwrap_or_default();
        let argument = |path: &PathBuf| Argument {
            path: path.strip_prefix(&root).unwrap_or(path).to_path_buf(),
            is_directory: path.is_dir(),
        };
        Ok(Files { arguments: paths.iter().map(argument).collect(), root })
    }

    /// The only input, if that is a directory.
    pub(crate) fn only_directory(&self) -> Option<&Path> {
        match self.arguments.as_slice() {
            [Argument { path, is_directory: true }] => Some(path),
            _ => None,
        }
    }

    /// What the result is named after: the only input, or else the directory that all lie in.
    pub(crate) fn named(&self) -> PathBuf {
        self.only_directory().map_or_else(|| self.root.clone(), |only| self.root.join(only))
    }
}

/// Whether a run with `--in-place` has deleted an input: only its original is there.
pub(super) fn is_deleted(place: &Path) -> bool {
    fs::symlink_metadata(place).is_err() && with_suffix(place, ORIGINAL_SUFFIX).exists()
}

/// The absolute path of an input, which need not exist. A symbolic link keeps its own name.
pub(crate) fn place(typed: &Path) -> Result<PathBuf, Failure> {
    let cannot_read = cannot("read the input", typed);
    let path = match typed.file_name() {
        Some(name) => {
            let parent = typed.parent().filter(|parent| !parent.as_os_str().is_empty());
            let parent = parent.unwrap_or(Path::new(".")).canonicalize().map_err(cannot_read)?;
            parent.join(name)
        }
        None => typed.canonicalize().map_err(cannot_read)?,
    };
    if path.file_name().is_none() {
        let message = format!("the input `{}` has no file name", typed.display());
        return Err(Failure::usage(message));
    }
    Ok(path)
}

/// The deepest directory that two directories lie in.
fn common(a: &Path, b: &Path) -> PathBuf {
    let both = a.components().zip(b.components()).take_while(|(a, b)| a == b);
    both.map(|(part, _)| part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The root below a directory with `p/a.c`, `p/q/b.c` and `r/c.c`, and the paths of inputs.
    fn found(typed: &[&str]) -> (PathBuf, Vec<PathBuf>) {
        let dir = tempfile::tempdir().expect("there is a temporary directory");
        for path in ["p/a.c", "p/q/b.c", "r/c.c"] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
            fs::write(path, "text").expect("it can be written");
        }
        let typed: Vec<PathBuf> = typed.iter().map(|typed| dir.path().join(typed)).collect();
        let typed: Vec<&Path> = typed.iter().map(PathBuf::as_path).collect();
        let files = Files::new(&typed, false).expect("they exist");
        let top = dir.path().canonicalize().expect("it exists");
        let root = files.root.strip_prefix(top).expect("it lies below").to_path_buf();
        (root, files.arguments.into_iter().map(|argument| argument.path).collect())
    }

    #[test]
    fn a_directory_has_its_own_name() {
        assert_eq!(found(&["p"]), ("".into(), vec!["p".into()]));
        assert_eq!(found(&["p/q/"]), ("p".into(), vec!["q".into()]));
        assert_eq!(found(&["p/q/.."]), ("".into(), vec!["p".into()]));
    }

    #[test]
    fn files_are_relative_to_their_deepest_directory() {
        assert_eq!(found(&["p/a.c", "p/q/b.c"]), ("p".into(), vec!["a.c".into(), "q/b.c".into()]));
        assert_eq!(
            found(&["p/q/b.c", "r/c.c"]),
            ("".into(), vec!["p/q/b.c".into(), "r/c.c".into()])
        );
    }

    #[test]
    fn directories_and_files_share_a_root() {
        assert_eq!(found(&["p/q", "p/a.c"]), ("p".into(), vec!["q".into(), "a.c".into()]));
        assert_eq!(found(&["p", "p/q/b.c"]), ("".into(), vec!["p".into(), "p/q/b.c".into()]));
    }
}
