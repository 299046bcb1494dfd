//! `lab wild`: how files of published packages are read, as they are: which fall back to the reader
//! without a grammar, and how much of the others is in error.
//!
//! The list `lab/wild/files.txt` names the packages and their files.

mod cache;
mod list;
pub(crate) mod mended;
mod reading;
mod summary;

use crate::records::{Earlier, RecordFile};
use anyhow::Result;
use reading::Reading;
use std::path::PathBuf;

/// Read real files of published packages, and count those that fall back or have errors
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Keep the files of the packages in DIR
    #[arg(long, value_name = "DIR", required_unless_present = "from")]
    cache: Option<PathBuf>,
    /// Print a line for each file that has no grammar, falls back or has errors
    #[arg(long)]
    errors: bool,
    #[command(flatten)]
    records: RecordFile,
}

/// Reads the files of the list, and prints a table of groups.
pub(crate) fn run(options: &Options) -> Result<()> {
    let readings: Vec<Reading> = options.records.records("wild", Earlier::Replaced, |log| {
        let Some(cache) = &options.cache else { return Ok(()) };
        let list = list::read()?;
        cache::fill(cache, &list)?;
        let mut files =
            list.iter().flat_map(|(package, files)| files.iter().map(move |file| (package, file)));
        files.try_for_each(|(package, file)| match reading::read(cache, package, file)? {
            Some(reading) => log.add(&reading),
            None => Ok(()),
        })
    })?;
    if options.errors {
        readings
            .iter()
            .filter(|reading| reading.is_unknown || reading.has_errors())
            .for_each(|reading| println!("{}", reading.line()));
    }
    println!("{}", summary::markdown(&readings));
    Ok(())
}
