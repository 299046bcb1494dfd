//! `lab evaluate subjects`: every method on real inputs. `docs/evaluation.md` is its manual.

pub(crate) mod pairs;
pub(crate) mod record;
pub(crate) mod table;
mod variant;

use crate::cached;
use crate::comparison::{self, Measure, Run};
use crate::curves::thinned;
use crate::methods::METHODS;
use crate::parallel::in_parallel;
use crate::plan::Plan;
use crate::records::{Earlier, Log, Outcome, RecordFile, latest};
use crate::subject::Subject;
use crate::suite::Suite;
use crate::tool::{End, Reduced, Tool, commit, copied, this, write_script};
use anyhow::Result;
use fs_err as fs;
use record::{Figures, Record};
use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use table::Tables;
use variant::Variant;

/// Does the runs of a plan, and prints the tables.
pub(crate) fn run(plan: &Plan, file: &RecordFile) -> Result<()> {
    let methods = plan.methods(&METHODS.iter().collect::<Vec<_>>());
    let variants: Vec<Variant> = methods.iter().copied().map(Variant::plain).collect();
    let done = file.done("subjects", Record::name)?;
    let log = |log: &Log| reduce_all(plan, &variants, &done, log);
    let records = file.records("subjects", Earlier::Kept, log)?;
    let mut records =
        latest(records, |record: &Record| (record.subject.clone(), record.method.clone()));
    records.retain(|record| plan.has(&record.subject, &record.method, &methods));
    print!("{}", Tables::new(&records, &methods).text());
    Ok(())
}

/// Reduces with some methods as they are, with other initial probabilities and with random ties, and
/// prints how they compare.
pub(crate) fn run_sweep(plan: &Plan, file: &RecordFile) -> Result<()> {
    run_variants(plan, file, "sweep", &variant::sweep()?)
}

/// Reduces with the tool without options as it is, and without parts of it, and prints how they compare.
pub(crate) fn run_parts(plan: &Plan, file: &RecordFile) -> Result<()> {
    run_variants(plan, file, "parts", &variant::parts()?)
}

fn run_variants(
    plan: &Plan,
    file: &RecordFile,
    name: &'static str,
    variants: &[Vec<Variant>],
) -> Result<()> {
    let done = file.done(name, Record::name)?;
    let log = |log: &Log| reduce_all(plan, &variants.concat(), &done, log);
    let records = file.records(name, Earlier::Kept, log)?;
    print!("{}", variants_table(&records, variants));
    Ok(())
}

/// A row for each variant with another setting, beside the method as it is.
pub(crate) fn sweep_table(records: &[Record]) -> Result<String> {
    Ok(variants_table(records, &variant::sweep()?))
}

/// A row for the tool without each part, beside the tool as it is.
pub(crate) fn parts_table(records: &[Record]) -> Result<String> {
    Ok(variants_table(records, &variant::parts()?))
}

fn variants_table(records: &[Record], variants: &[Vec<Variant>]) -> String {
    let runs: Vec<Run> = records.iter().filter_map(Record::run).collect();
    let pairs = variants
        .iter()
        .flat_map(|all| all[1..].iter().map(|variant| (&variant.name, &all[0].name)));
    let pairs: Vec<[&str; 2]> =
        pairs.map(|(name, plain)| [name.as_str(), plain.as_str()]).collect();
    comparison::table(&runs, &pairs, &Measure::ALL, &[])
}

/// A run that is to be done.
struct Job {
    subject: Subject,
    variant: Variant,
    /// The folder with the verdicts of the subject's test.
    verdicts: PathBuf,
}

fn reduce_all(plan: &Plan, variants: &[Variant], done: &BTreeSet<String>, log: &Log) -> Result<()> {
    let subjects = plan.subjects.all()?;
    let scratch = tempfile::tempdir()?;
    let tool = plan.tool(scratch.path())?;
    let commit = commit();
    let note = |subject: &Subject, variant: &Variant, outcome| {
        let (subject, method, arguments) =
            (subject.name.clone(), variant.name.clone(), variant.arguments());
        log.add(&Record { subject, method, arguments, commit: commit.clone(), outcome })
    };
    let this = copied(&this()?, scratch.path())?;
    let cache = plan.cache("verdicts")?;
    let mut jobs = VecDeque::new();
    for subject in subjects {
        let suite = Suite::of(&subject.name);
        let is_missing =
            |variant: &&Variant| !done.contains(&record::name(&subject.name, &variant.name));
        let variants = variants.iter().filter(|variant| variant.is_for(suite));
        let variants: Vec<&Variant> = variants.filter(is_missing).collect();
        if variants.is_empty() {
            continue;
        }
        if let Err(reason) = subject.check() {
            for variant in variants {
                note(&subject, variant, Outcome::Skipped(reason.to_string()))?;
            }
            continue;
        }
        let verdicts = verdicts(&subject, &cache)?;
        let job = |variant: &Variant| Job {
            subject: subject.clone(),
            variant: variant.clone(),
            verdicts: verdicts.clone(),
        };
        jobs.extend(variants.into_iter().map(job));
    }
    let runner = Runner { tool, this };
    in_parallel(plan.jobs, jobs, |job| note(&job.subject, &job.variant, runner.outcome(&job)))
}

/// The folder with the verdicts of a subject's test. Another test has another folder.
fn verdicts(subject: &Subject, cache: &Path) -> Result<PathBuf> {
    let digest = blake3::hash(&fs::read(&subject.test)?).to_hex();
    let folder = cache.join(format!("{}-{}", subject.name, &digest.as_str()[..16]));
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The tool, and this program, which runs its tests.
struct Runner {
    tool: Tool,
    this: PathBuf,
}

impl Runner {
    fn outcome(&self, job: &Job) -> Outcome<Figures> {
        self.figures(job).unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")))
    }

    fn figures(&self, job: &Job) -> Result<Outcome<Figures>> {
        let input = &job.subject.input;
        let (end, test_seconds) = self.reduce(job, input, &job.variant.arguments())?;
        let reduced = match end {
            End::Reduced(reduced) => *reduced,
            End::Refused(status, message) => {
                return Ok(Outcome::Failed(format!("{status}: {message}")));
            }
        };
        let single = job.variant.method.single().filter(|_| reduced.report.stopped.is_none());
        let after_single = match single {
            Some(arguments) => self.after_single(job, &reduced.result, &arguments)?,
            None => None,
        };
        Ok(Outcome::Reduced(Figures { after_single, ..figures(reduced, test_seconds) }))
    }

    /// Runs the tool on a text, and says how many seconds the tests took.
    fn reduce(&self, job: &Job, text: &Path, arguments: &[String]) -> Result<(End, f64)> {
        let scratch = tempfile::tempdir()?;
        let [script, spent] = ["test.sh", "spent"].map(|name| scratch.path().join(name));
        let paths = [&self.this, &job.verdicts, &spent, &job.subject.test];
        write_script(&script, &cached::script(paths.map(PathBuf::as_path)))?;
        let end = self.tool.reduce(text, &script, arguments)?;
        Ok((end, cached::seconds(&spent)?))
    }

    /// The tokens of a result after what is left of it was tried one by one; none if that took too long.
    fn after_single(&self, job: &Job, result: &[u8], arguments: &[String]) -> Result<Option<u64>> {
        let scratch = tempfile::tempdir()?;
        let text = scratch.path().join(job.subject.input.file_name().unwrap_or_default());
        fs::write(&text, result)?;
        let (end, _) = self.reduce(job, &text, arguments)?;
        Ok(match end {
            End::Reduced(single) if single.report.stopped.is_none() => {
                Some(single.report.result.tokens)
            }
            _ => None,
        })
    }
}

fn figures(reduced: Reduced, test_seconds: f64) -> Figures {
    let Reduced { report, counts, .. } = reduced;
    let points: Vec<(u64, u64)> = report.curve.iter().map(|point| (point.1, point.3)).collect();
    Figures {
        input_tokens: report.input.tokens,
        queries: report.queries.committed,
        to_certificate: report.queries.to_certificate,
        tokens_tested: report.tokens_tested,
        result_tokens: report.result.tokens,
        own_seconds: report.seconds.cpu_outside_per_query * report.queries.executed as f64,
        test_seconds,
        is_certified: report.one_minimal.certified,
        after_single: None,
        stopped: report.stopped,
        repeats: report.queries.repeats,
        classes: counts.classes,
        calibration: counts.calibration,
        singles_in_a_row: Some(counts.singles_in_a_row),
        curve: thinned(&points),
    }
}
