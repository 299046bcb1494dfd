//! Globs of options, which choose files and directories as the lines of a `.gitignore` do.

use crate::error::Failure;
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use std::path::Path;

/// The globs of an option.
#[derive(Clone, Debug)]
pub(crate) struct Globs(Gitignore);

impl Globs {
    /// Reads the globs of an option, which messages name.
    pub(crate) fn new(option: &str, globs: &[String]) -> Result<Globs, Failure> {
        let mut all = GitignoreBuilder::new("");
        all.allow_unclosed_class(false);
        for glob in globs {
            all.add_line(None, glob).map_err(|cause| no_glob(option, glob, &cause))?;
        }
        all.build().map(Globs).map_err(|cause| no_glob(option, &globs.join(" "), &cause))
    }

    /// Whether a path is chosen, or a directory that it lies in. The path is relative to the
    /// directory that all inputs lie in.
    pub(crate) fn choose(&self, path: &Path, is_directory: bool) -> bool {
        self.0.matched_path_or_any_parents(path, is_directory).is_ignore()
    }
}

fn no_glob(option: &str, glob: &str, cause: &ignore::Error) -> Failure {
    let message = format!("`{glob}` of {option} is no glob: {cause}");
    Failure::usage(message)
        .hint("write it like a line of a .gitignore file, such as '*.o' or /build")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_choose_like_lines_of_a_gitignore() {
        let globs = ["*.o", "/build", "!keep.o"].map(String::from);
        let globs = Globs::new("--exclude", &globs).expect("these are globs");
        let chooses = |path: &str| globs.choose(Path::new(path), false);
        assert!(chooses("a.o") && chooses("d/a.o") && chooses("build/a.c"));
        assert!(!chooses("a.c") && !chooses("d/build/a.c") && !chooses("d/keep.o"));
        assert!(Globs::new("--keep", &["[".into()]).is_err());
    }
}
