//! `lab document`: writes `docs/evaluation.md` from the records that are checked in.

mod calibration;
mod published;

use crate::comparison::{self, Comparison, Measure, Run};
use crate::methods::{DEFAULT, FRONTIER, METHODS, Method};
use crate::peers;
use crate::records::{latest, read};
use crate::subjects;
use crate::subjects::pairs::PAIRS;
use crate::subjects::table::Tables;
use crate::suite::Suite;
use anyhow::{Context, Result};
use fs_err as fs;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The text around the tables. Its head says what it may use.
const TEMPLATE: &str = include_str!("document/evaluation.md.j2");

/// Write docs/evaluation.md and its drawing from the records that are checked in
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of records [default: the latest in lab/record]
    records: Option<PathBuf>,
}

/// Writes the page and the drawing.
pub(crate) fn run(options: &Options) -> Result<()> {
    let records = Records::read(&options.records.clone().map_or_else(latest_folder, Ok)?)?;
    fs::write(docs("evaluation.md"), records.page()?)?;
    fs::write(docs("calibration.svg"), records.drawing()?)?;
    Ok(())
}

/// A file of the project's documentation.
fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)
}

/// The folder of records with the latest date.
fn latest_folder() -> Result<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("record");
    let folders = fs::read_dir(&all)?.filter_map(|entry| Some(entry.ok()?.path()));
    folders.max().with_context(|| format!("no records in {}", all.display()))
}

/// The records of a folder.
struct Records {
    /// The folder's name, which is the date of the measurement.
    date: String,
    subjects: Vec<subjects::record::Record>,
    peers: Vec<peers::record::Record>,
    /// Methods with other settings.
    sweep: Vec<subjects::record::Record>,
}

impl Records {
    fn read(folder: &Path) -> Result<Records> {
        let date = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let subjects = read(&folder.join("subjects.jsonl"))?;
        let subjects = latest(subjects, |it: &subjects::record::Record| {
            (it.subject.clone(), it.method.clone())
        });
        let peers = read(&folder.join("peers.jsonl"))?;
        let peers = latest(peers, |it: &peers::record::Record| {
            (it.subject.clone(), peers::place(&it.peer))
        });
        let sweep = read(&folder.join("sweep.jsonl"))?;
        Ok(Records { date, subjects, peers, sweep })
    }

    /// The runs of all methods and peers.
    fn runs(&self) -> Vec<Run<'_>> {
        let methods = self.subjects.iter().filter_map(subjects::record::Record::run);
        methods.chain(self.peers.iter().filter_map(peers::record::Record::run)).collect()
    }

    fn page(&self) -> Result<String> {
        let methods: Vec<&'static Method> = METHODS.iter().collect();
        let tables = Tables::new(&self.subjects, &methods);
        let runs = self.runs();
        let peers: BTreeSet<&str> = self.peers.iter().map(|record| record.peer.as_str()).collect();
        let fair = self.fair();
        let peer_pairs: Vec<[&str; 2]> = peers.iter().map(|peer| [DEFAULT, *peer]).collect();
        let measures = [Measure::Result, Measure::Queries, Measure::TokensTested];
        let reduced: BTreeSet<&str> = runs.iter().map(|run| run.subject).collect();
        let of_peers: BTreeSet<&str> =
            self.peers.iter().filter_map(|it| Some(it.run()?.subject)).collect();
        let page = minijinja::Environment::new().render_str(
            TEMPLATE,
            minijinja::context! {
                date => &self.date,
                subjects => reduced.len(),
                comparisons => tables.comparisons,
                published => published::table(&runs)?,
                minimality => tables.minimality,
                classes => tables.classes,
                calibration => tables.calibration,
                runs => tables.runs,
                notes => tables.notes,
                sweep => subjects::sweep_table(&self.sweep)?,
                versions => self.versions(),
                peer_subjects => of_peers.len(),
                peer_comparisons => comparison::table(&fair, &peer_pairs, &measures, &Suite::ALL),
                peer_runs => peers::table::table(&self.peers),
                ratio => ratios(&runs),
            },
        )?;
        // A template loses its last line break.
        Ok(page + "\n")
    }

    /// The runs without those of peers that a limit ended after fewer tests than the tool needs.
    fn fair(&self) -> Vec<Run<'_>> {
        let mut runs = self.runs();
        let own: Vec<Run> = runs.iter().filter(|run| run.method == DEFAULT).copied().collect();
        let needed =
            |run: &Run| own.iter().find(|it| it.subject == run.subject).map(|it| it.queries);
        runs.retain(|run| !run.is_stopped || needed(run).is_some_and(|it| it <= run.queries));
        runs
    }

    /// The versions of the peers, one a line.
    fn versions(&self) -> Vec<String> {
        let known = self.peers.iter().filter(|record| !record.version.is_empty());
        let named = known.map(|record| format!("{}: {}", record.peer, record.version));
        named.collect::<BTreeSet<_>>().into_iter().collect()
    }

    fn drawing(&self) -> Result<String> {
        let methods = ["p-HDD*", "p-Perses", "T-PDD", FRONTIER];
        let line = |method: &&'static str| {
            let records = self.subjects.iter().filter(|record| record.method == *method);
            let counts = records.filter_map(|it| Some(&it.figures()?.calibration));
            (*method, calibration::points(counts))
        };
        let lines: Vec<_> = methods.iter().map(line).collect();
        calibration::drawing(&lines)
    }
}

/// Comparisons by pair and measure, for the text: `ratio["T-PDD / Perses"]["queries"]`.
fn ratios(runs: &[Run]) -> BTreeMap<String, BTreeMap<&'static str, String>> {
    let pairs = PAIRS.iter().flat_map(|table| table.pairs);
    let compared = |pair: &[&str; 2]| {
        let by_measure = |it: Measure| (it.name(), Comparison::new(runs, *pair, it, None).shown());
        (pair.join(" / "), Measure::ALL.map(by_measure).into())
    };
    pairs.map(compared).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_and_its_drawing_are_those_of_the_records() {
        let folder = latest_folder().expect("there are records");
        let records = Records::read(&folder).expect("they are whole");
        let written = |name: &str| fs::read_to_string(docs(name)).expect("it is there");
        let page = records.page().expect("the template is whole");
        assert!(page == written("evaluation.md"), "run `cargo run -p lab -- document`");
        let drawing = records.drawing().expect("it can be drawn");
        assert!(drawing == written("calibration.svg"), "run `cargo run -p lab -- document`");
    }
}
