//! `lab document`: writes `docs/evaluation.md`, and the comparison with other reducers of the README and
//! of `docs/comparison.md`, from the records that are checked in.

mod boxes;
mod lines;
mod published;

use crate::ablations::{self, record::Record as Ablation};
use crate::comparison::{self, Comparison, Measure, Run};
use crate::curves::{self, Curve};
use crate::feedback::comparisons::Modes;
use crate::methods::{DEFAULT, FRONTIER, METHODS, Method};
use crate::peers;
use crate::records::{latest, read, read_if_there};
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

/// What stands before and behind a document's comparison with other reducers.
const HEAD_TO_HEAD: [&str; 2] = [
    "<!-- head-to-head: written by `cargo run -p lab -- document` -->\n",
    "<!-- end of head-to-head -->",
];

/// The drawings of the page.
const DRAWINGS: [&str; 5] =
    ["calibration.svg", "sigma.svg", "results.svg", "queries.svg", "curves.svg"];

/// The subjects and the reducers whose curves are drawn: one of each language that has peers.
const DRAWN_SUBJECTS: [&str; 6] = [
    "c-sparse-assert",
    "rust-rustc-asynclend",
    "javascript-tree-undefined",
    "python-tree-none",
    "json-jq-object",
    "smt-z3-order",
];
const DRAWN_REDUCERS: [&str; 6] = [DEFAULT, "p-Perses", "T-PDD", "cvise", "shrinkray", "picire"];

/// Write docs/evaluation.md, its drawings and the tables of README.md and docs/comparison.md from the records that are checked in
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Folder of records [default: the latest in lab/record]
    records: Option<PathBuf>,
}

/// Writes the page, the drawings and the tables.
pub(crate) fn run(options: &Options) -> Result<()> {
    let records = Records::read(&options.records.clone().map_or_else(latest_folder, Ok)?)?;
    fs::write(docs("evaluation.md"), records.page()?)?;
    for name in DRAWINGS {
        fs::write(docs(name), records.drawing(name)?)?;
    }
    for name in WITH_HEAD_TO_HEAD {
        let text = fs::read_to_string(docs(name))?;
        let text = with_head_to_head(&text, &records.head_to_head());
        fs::write(docs(name), text.with_context(|| format!("writing into {name}"))?)?;
    }
    Ok(())
}

/// The documents that compare probdd with other reducers, as seen from the documentation.
const WITH_HEAD_TO_HEAD: [&str; 2] = ["../README.md", "comparison.md"];

/// A document with another comparison with other reducers.
fn with_head_to_head(text: &str, table: &str) -> Result<String> {
    let [start, end] = HEAD_TO_HEAD;
    let missing = |mark: &str| format!("the line `{}` is missing", mark.trim());
    let (before, rest) = text.split_once(start).with_context(|| missing(start))?;
    let (_, after) = rest.split_once(end).with_context(|| missing(end))?;
    Ok(format!("{before}{start}\n{table}\n{end}{after}"))
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
    /// The tool without parts of its search.
    parts: Vec<subjects::record::Record>,
    /// Tests that are made of checks.
    modes: Modes,
    ablations: Vec<Ablation>,
}

impl Records {
    fn read(folder: &Path) -> Result<Records> {
        let date = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let subjects = read(&folder.join("subjects.jsonl"))?;
        let subjects = latest(subjects, |record: &subjects::record::Record| {
            (record.subject.clone(), record.method.clone())
        });
        let peers = read(&folder.join("peers.jsonl"))?;
        let peers = latest(peers, |record: &peers::record::Record| {
            (record.subject.clone(), peers::place(&record.peer))
        });
        let sweep = read(&folder.join("sweep.jsonl"))?;
        let parts = read_if_there(&folder.join("parts.jsonl"))?;
        let modes = Modes::new(read_if_there(&folder.join("feedback.jsonl"))?);
        let ablations = read_if_there(&folder.join("ablations.jsonl"))?;
        Ok(Records { date, subjects, peers, sweep, parts, modes, ablations })
    }

    /// The runs of all methods and peers.
    fn runs(&self) -> Vec<Run<'_>> {
        let methods = self.subjects.iter().filter_map(subjects::record::Record::run);
        let peers = self.peers.iter().filter_map(peers::record::Record::run);
        methods.chain(peers).chain(self.modes.runs()).collect()
    }

    fn page(&self) -> Result<String> {
        let methods: Vec<&'static Method> = METHODS.iter().collect();
        let tables = Tables::new(&self.subjects, &methods);
        let runs = self.runs();
        let reduced: BTreeSet<&str> = runs.iter().map(|run| run.subject).collect();
        let [ablated_trees, ablated_checks] = ablations::tables(&self.ablations);
        let of_peers: BTreeSet<&str> =
            self.peers.iter().filter_map(|record| Some(record.run()?.subject)).collect();
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
                parts => subjects::parts_table(&self.parts)?,
                modes => self.modes.table(),
                mode_subjects => self.modes.subjects(),
                ablated_trees,
                ablated_checks,
                versions => self.versions(),
                peer_subjects => of_peers.len(),
                peer_comparisons => self.peer_comparisons(&Suite::ALL),
                peer_runs => peers::table::table(&self.peers),
                says => verdicts(&runs, &MODES),
                against => self.against_peers(),
            },
        )?;
        // A template loses its last line break.
        Ok(page + "\n")
    }

    /// The runs without those of peers that a limit ended after fewer tests than the tool needs.
    fn fair(&self) -> Vec<Run<'_>> {
        let mut runs = self.runs();
        let own: Vec<Run> = runs.iter().filter(|run| run.method == DEFAULT).copied().collect();
        let needed = |run: &Run| {
            own.iter().find(|other| other.subject == run.subject).map(|other| other.queries)
        };
        runs.retain(|run| {
            !run.is_stopped || needed(run).is_some_and(|queries| queries <= run.queries)
        });
        runs
    }

    /// The tool without options against every peer, by suite.
    fn peer_comparisons(&self, suites: &[Suite]) -> String {
        let peers: BTreeSet<&str> = self.peers.iter().map(|record| record.peer.as_str()).collect();
        let pairs: Vec<[&str; 2]> = peers.into_iter().map(|peer| [DEFAULT, peer]).collect();
        let measures = [Measure::Result, Measure::Queries, Measure::TokensTested];
        comparison::table(&self.fair(), &pairs, &measures, suites)
    }

    /// What the text says of the tool without options beside each peer.
    fn against_peers(&self) -> BTreeMap<String, BTreeMap<&'static str, String>> {
        let fair = self.fair();
        let peers: BTreeSet<&str> = self.peers.iter().map(|record| record.peer.as_str()).collect();
        let of = |peer: &str| {
            let verdict = |measure: Measure| {
                (
                    measure.name(),
                    Comparison::new(&fair, [DEFAULT, peer], measure, None).verdict(peer),
                )
            };
            (peer.to_owned(), [Measure::Result, Measure::Queries].map(verdict).into())
        };
        peers.into_iter().map(of).collect()
    }

    /// The comparison with other reducers, without suites.
    fn head_to_head(&self) -> String {
        self.peer_comparisons(&[]).replace("**", "").replace("default / ", "probdd / ")
    }

    /// The versions of the peers, one a line.
    fn versions(&self) -> Vec<String> {
        let known = self.peers.iter().filter(|record| !record.version.is_empty());
        let named = known.map(|record| format!("{}: {}", record.peer, record.version));
        named.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// A drawing of the page.
    fn drawing(&self, name: &str) -> Result<String> {
        let runs = self.runs();
        let pairs = || PAIRS.iter().flat_map(|table| table.pairs).copied().collect::<Vec<_>>();
        match name {
            "sigma.svg" => {
                let sweep: Vec<Run> =
                    self.sweep.iter().filter_map(subjects::record::Record::run).collect();
                let defaults = [("p-HDD*", 0.1), ("p-Perses", 0.1), ("T-PDD", 0.5)];
                lines::sigma(&sweep, &defaults)
            }
            "results.svg" => boxes::drawing(&runs, &pairs(), Measure::Result),
            "queries.svg" => boxes::drawing(&runs, &pairs(), Measure::Queries),
            "curves.svg" => curves::drawing(&self.curves()),
            _ => self.calibration(),
        }
    }

    fn calibration(&self) -> Result<String> {
        let methods = ["p-HDD*", "p-Perses", "T-PDD", FRONTIER];
        let line = |method: &&'static str| {
            let records = self.subjects.iter().filter(|record| record.method == *method);
            let counts = records.filter_map(|record| Some(&record.figures()?.calibration));
            (*method, lines::calibration_points(counts))
        };
        lines::calibration(&methods.iter().map(line).collect::<Vec<_>>())
    }

    /// The curves of the drawn reducers on the drawn subjects, as far as there are records of them.
    fn curves(&self) -> Vec<Curve> {
        let of = |subject: &str, reducer: &str| {
            let own = self
                .subjects
                .iter()
                .find(|record| record.subject == subject && record.method == reducer);
            let peer = self
                .peers
                .iter()
                .find(|record| record.subject == subject && record.peer == reducer);
            let points = own.and_then(|record| Some(record.figures()?.points()));
            let points =
                points.or_else(|| peer.and_then(|record| Some(record.figures()?.points())))?;
            Some(Curve { subject: subject.to_owned(), tool: reducer.to_owned(), points })
        };
        let all = |subject: &&str| DRAWN_REDUCERS.map(|reducer| of(subject, reducer));
        DRAWN_SUBJECTS.iter().flat_map(all).flatten().collect()
    }
}

/// Comparisons by pair and measure, for the text: `says["T-PDD / Perses"]["queries"]`.
fn verdicts(runs: &[Run], more: &[[&str; 2]]) -> BTreeMap<String, BTreeMap<&'static str, String>> {
    let pairs = PAIRS.iter().flat_map(|table| table.pairs).chain(more);
    let compared = |pair: &[&str; 2]| {
        let by_measure = |measure: Measure| {
            (measure.name(), Comparison::new(runs, *pair, measure, None).verdict(pair[1]))
        };
        (pair.join(" / "), Measure::ALL.map(by_measure).into())
    };
    pairs.map(compared).collect()
}

/// The pairs of modes of feedback that the text speaks of.
const MODES: [[&str; 2]; 6] = [
    ["p-CHISEL, cov", "p-CHISEL, binary"],
    ["p-CHISEL, parallel", "p-CHISEL, binary"],
    ["p-CHISEL, dedup", "p-CHISEL, binary"],
    ["T-PDD, cov", "T-PDD, binary"],
    ["T-PDD, parallel", "T-PDD, binary"],
    ["T-PDD, dedup", "T-PDD, binary"],
];

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
        for name in DRAWINGS {
            let drawing = records.drawing(name).expect("it can be drawn");
            assert!(drawing == written(name), "run `cargo run -p lab -- document`");
        }
        for name in WITH_HEAD_TO_HEAD {
            let text = written(name);
            let new = with_head_to_head(&text, &records.head_to_head()).expect("it has the lines");
            assert!(new == text, "run `cargo run -p lab -- document`");
        }
    }

    #[test]
    fn only_the_table_of_a_document_is_replaced() {
        let [start, end] = HEAD_TO_HEAD;
        let readme = format!("above\n{start}old\n{end}\nbelow\n");
        let new = with_head_to_head(&readme, "new\n").expect("it has the lines");
        assert_eq!(new, format!("above\n{start}\nnew\n\n{end}\nbelow\n"));
        let error = with_head_to_head("above\n", "new\n").expect_err("there is no place");
        assert!(error.to_string().contains("head-to-head"), "{error}");
    }
}
