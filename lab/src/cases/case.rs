//! One case: an input, its test, and the options of the run.

use crate::tool::write_script;
use anyhow::Result;
use fs_err as fs;
use std::path::{Path, PathBuf};

/// An input that was hard for the tool.
pub(super) struct Case {
    /// What is special about it, in a few words; no two cases have the same.
    pub(super) name: &'static str,
    /// The name of the input file, which tells its language.
    pub(super) file: &'static str,
    /// Makes the input.
    pub(super) input: fn() -> Vec<u8>,
    /// The interestingness test, for `sh`. It reads the candidate `"$1"`.
    pub(super) test: &'static str,
    /// Options of the run, besides those that every case has.
    pub(super) options: &'static [&'static str],
    /// After how many queries a run ends, because the test is slow.
    pub(super) max_queries: u64,
}

impl Case {
    /// A case without options.
    pub(super) const fn new(
        name: &'static str,
        file: &'static str,
        input: fn() -> Vec<u8>,
        test: &'static str,
    ) -> Case {
        Case { name, file, input, test, options: &[], max_queries: 20_000 }
    }

    /// Writes the input and the test to a folder, and returns their paths.
    pub(super) fn write(&self, folder: &Path) -> Result<(PathBuf, PathBuf)> {
        let input = folder.join(self.file);
        fs::write(&input, (self.input)())?;
        let test = folder.join("test.sh");
        write_script(&test, self.test)?;
        Ok((input, test))
    }
}
