//! `lab evaluate`: what searches and methods need, in queries.

use crate::known::{checks, lists};
use crate::plan::Plan;
use crate::records::RecordFile;
use crate::{ablations, feedback, peers, subjects};
use anyhow::Result;
use clap::Subcommand;

/// Count the queries of searches on known properties, and of methods on real inputs
#[derive(Subcommand)]
pub(crate) enum Table {
    /// List searches on random properties and on properties with dependencies
    Lists {
        #[command(flatten)]
        records: RecordFile,
    },
    /// Modes of feedback on known properties that are made of checks
    Checks {
        #[command(flatten)]
        records: RecordFile,
    },
    /// Modes of feedback on the subjects of a folder whose tests are made of checks
    Feedback(feedback::Options),
    /// Deviations from the papers' texts: T-PDD on the subjects of a folder, covProbDD on known properties
    Ablations(ablations::Options),
    /// Other reducers on the subjects of a folder
    Peers(peers::Options),
    /// Initial probabilities, and seeds of random ties, on the subjects of a folder
    Sweep {
        #[command(flatten)]
        plan: Plan,
        #[command(flatten)]
        records: RecordFile,
    },
    /// The tool without options, without each of the parts that make its search, on the subjects of a folder
    Parts {
        #[command(flatten)]
        plan: Plan,
        #[command(flatten)]
        records: RecordFile,
    },
    /// All methods on the subjects of a folder
    Subjects {
        #[command(flatten)]
        plan: Plan,
        #[command(flatten)]
        records: RecordFile,
    },
}

/// Prints the table that is asked for.
pub(crate) fn run(table: &Table) -> Result<()> {
    match table {
        Table::Lists { records } => lists::run(records),
        Table::Checks { records } => checks::run(records),
        Table::Feedback(options) => feedback::run(options),
        Table::Ablations(options) => ablations::run(options),
        Table::Peers(options) => peers::run(options),
        Table::Sweep { plan, records } => subjects::run_sweep(plan, records),
        Table::Parts { plan, records } => subjects::run_parts(plan, records),
        Table::Subjects { plan, records } => subjects::run(plan, records),
    }
}
