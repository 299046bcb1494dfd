//! Rows of a table that need a process of their own, because they measure its memory.

use crate::records::Log;
use crate::tool::this;
use anyhow::{Context, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::process::{Command, Stdio};

/// Runs `lab evaluate TABLE --row NAME` for each name, which prints a record, and adds the records.
pub(super) fn each_alone<T: Serialize + DeserializeOwned>(
    log: &Log,
    table: &str,
    names: &[String],
) -> Result<()> {
    let this = this()?;
    for name in names {
        let mut row = Command::new(&this);
        row.args(["evaluate", table, "--row", name]).stderr(Stdio::inherit());
        let record: T = serde_json::from_slice(&row.output()?.stdout)
            .with_context(|| format!("the row {name}"))?;
        log.add(&record)?;
    }
    Ok(())
}

/// Prints the record of a row to the process that asked for it.
pub(super) fn print(record: &impl Serialize) -> Result<()> {
    println!("{}", serde_json::to_string(record)?);
    Ok(())
}
