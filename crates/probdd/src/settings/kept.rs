//! What of the input stays: the options `--keep`, `--keep-files`, `--keep-match` and `--keep-region`.

use crate::command_line::ReduceArgs;
use crate::error::Failure;
use crate::files::Globs;
use regex::bytes::Regex;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// What of the input stays.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    globs: Globs,
    /// Whether files are emptied, and never deleted.
    pub(crate) files: bool,
    /// Whether what lies outside of regions between markers stays.
    pub(crate) outside_regions: bool,
    /// The lines that stay.
    pub(crate) lines: Option<Regex>,
}

impl Kept {
    /// Reads the options.
    pub(super) fn new(args: &ReduceArgs) -> Result<Kept, Failure> {
        let lines = args.keep_match.as_deref().map(Regex::new).transpose();
        let lines = lines.map_err(|cause| {
            Failure::usage(format!("--keep-match: {cause}"))
                .hint("write a regular expression as for ripgrep: 'static_assert|printf'")
        })?;
        Ok(Kept {
            globs: Globs::new("--keep", &args.keep)?,
            files: args.keep_files,
            outside_regions: args.keep_region,
            lines,
        })
    }

    /// Whether a file of a bundle stays as it is.
    pub(crate) fn stays(&self, path: &[u8]) -> bool {
        self.globs.choose(Path::new(OsStr::from_bytes(path)), false)
    }
}
