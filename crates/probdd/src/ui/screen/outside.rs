//! What keys do outside of the screen: a pager, a copy of the best candidate.

use super::run_view::RunView;
use crate::files::with_suffix;
use probdd_exec::{run_on_terminal, write_bundle};
use rustix::stdio::stderr;
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

/// Runs `$PAGER` on a text.
pub(super) fn show_in_pager(text: &[u8]) -> io::Result<()> {
    let pager = std::env::var("PAGER").ok().filter(|pager| !pager.trim().is_empty());
    let path = std::env::temp_dir().join(format!("probdd-{}.txt", std::process::id()));
    // A link that somebody has left there is not followed.
    File::create_new(&path)?.write_all(text)?;
    let shown = run_on_terminal(pager.as_deref().unwrap_or("less"), &path, stderr());
    std::fs::remove_file(&path)?;
    shown
}

/// Writes a copy of the best beside the result, under a name that nothing has.
pub(super) fn write_copy(run: &RunView, best: &[u8]) -> io::Result<PathBuf> {
    let settings = &run.settings;
    let place = settings.destination.path().unwrap_or(&settings.input.path);
    for number in 1.. {
        let path = with_suffix(place, &format!(".copy{number}"));
        if path.exists() {
            continue;
        }
        if settings.input.files.is_none() {
            return std::fs::write(&path, best).map(|()| path);
        }
        std::fs::create_dir(&path)?;
        return write_bundle(&path, best).map(|()| path).map_err(|(_, cause)| cause);
    }
    unreachable!("there is always another number")
}
