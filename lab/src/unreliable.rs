//! Reductions with a test that is interesting in some runs only: is the result still interesting?
//!
//! The command reduces one text with `--hit-rate RATE`, once for each seed of the test, and then runs the
//! test on the result 200 times. There are two tests. The first needs some lines and is interesting at RATE
//! as long as it has them. The second is interesting less often when it loses others, down to half as
//! often; it takes long, so it is run with a quarter of the seeds.
//!
//! The test is this program, as a persistent process: `lab flaky-test --rate RATE --seed SEED`.

use crate::records::{Earlier, Log, RecordFile};
use crate::table::plain;
use crate::tool::{Report, built, quoted, this};
use anyhow::{Result, bail};
use fs_err as fs;
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde::{Deserialize, Serialize};
use std::io::BufRead;
use std::path::Path;
use std::process::Command;

/// How often the test runs on the result.
const LOOKS: u32 = 200;

/// The share of the wanted rate that a good result reaches.
const GOOD: f64 = 0.25 / 0.3;

/// The lines of the text. One in NEEDED is needed, one in HELPFUL helps.
const LINES: usize = 400;
const NEEDED: usize = 50;
const HELPFUL: usize = 40;

/// Reduce with a test that is interesting in some runs only
#[derive(clap::Args)]
pub(crate) struct Options {
    /// The share of runs in which the test is interesting
    #[arg(default_value_t = 0.3)]
    rate: f64,
    /// How many seeds the test has
    #[arg(default_value_t = 20)]
    seeds: u64,
    #[command(flatten)]
    records: RecordFile,
}

/// A test that is a matter of chance; as a command, it answers on stdout one line after another.
#[derive(Clone, Debug, clap::Args, Serialize, Deserialize)]
pub(crate) struct Flaky {
    #[arg(long = "fading")]
    is_fading: bool,
    #[arg(long)]
    rate: f64,
    #[arg(long)]
    seed: u64,
}

impl Flaky {
    /// How often the test is interesting on a text.
    fn rate_on(&self, text: &str) -> f64 {
        let count = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        if count("needed") < LINES / NEEDED {
            return 0.0;
        }
        let all_helpful = (0..LINES).filter(|number| line(*number).starts_with("helpful")).count();
        let helping = count("helpful") as f64 / all_helpful as f64;
        if self.is_fading { self.rate * (0.5 + 0.5 * helping) } else { self.rate }
    }

    fn is_interesting(&self, text: &str, chance: &mut Pcg32) -> bool {
        f64::from(chance.next_u32()) / 2_f64.powi(32) < self.rate_on(text)
    }

    /// The test: reads directories from stdin, and answers each with a verdict.
    pub(crate) fn answer_lines(&self) -> Result<()> {
        let mut chance = chance(self.seed);
        for directory in std::io::stdin().lock().lines() {
            let text = fs::read_to_string(directory? + "/text.txt")?;
            let is_interesting = self.is_interesting(&text, &mut chance);
            println!("{}", if is_interesting { "interesting" } else { "uninteresting" });
        }
        Ok(())
    }
}

/// The line with a number.
fn line(number: usize) -> String {
    let word = match number {
        n if n % NEEDED == NEEDED / 2 => "needed",
        n if n % HELPFUL == HELPFUL / 4 => "helpful",
        _ => "line",
    };
    format!("{word} {number}\n")
}

fn chance(seed: u64) -> Pcg32 {
    Pcg32::new(seed, 0)
}

/// What one reduction needed and reached.
#[derive(Serialize, Deserialize)]
struct Record {
    test: Flaky,
    runs: u64,
    lines: usize,
    /// How often the test is interesting on the result: in theory, and in LOOKS runs.
    rate: f64,
    hits: u32,
}

/// Runs the reductions, and prints the tables.
pub(crate) fn run(options: &Options) -> Result<()> {
    let Options { rate, seeds, records } = options;
    let measure = |log: &Log| {
        let probdd = built()?;
        for (is_fading, seeds) in [(false, *seeds), (true, seeds / 4)] {
            for seed in 1..=seeds {
                log.add(&reduce(&probdd, Flaky { is_fading, rate: *rate, seed })?)?;
            }
        }
        Ok(())
    };
    let records: Vec<Record> = records.records("unreliable", Earlier::Replaced, measure)?;
    for records in records.chunk_by(|one, other| one.test.is_fading == other.test.is_fading) {
        print_table(records);
    }
    Ok(())
}

fn print_table(records: &[Record]) {
    let Flaky { is_fading, rate: wanted, .. } = records[0].test;
    let row = |Record { test, runs, lines, rate, hits }: &Record| {
        let rate = format!("{rate:.3}");
        vec![
            test.seed.to_string(),
            runs.to_string(),
            lines.to_string(),
            rate,
            format!("{hits} of {LOOKS}"),
        ]
    };
    let head = "| seed | runs of the test | lines left | rate | shows in |";
    let table = plain(head, records.iter().map(row));
    println!("{}:\n\n{table}", if is_fading { "fading" } else { "constant" });
    let is_good = |record: &&Record| f64::from(record.hits) >= GOOD * wanted * f64::from(LOOKS);
    let (share, good) = (GOOD * wanted * 100.0, records.iter().filter(is_good).count());
    let all = records.len();
    println!("in at least {share:.0} % of the {LOOKS} runs: {good} of {all} results\n");
}

fn reduce(probdd: &Path, test: Flaky) -> Result<Record> {
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    fs::write(at("text.txt"), (0..LINES).map(line).collect::<String>())?;
    let Flaky { is_fading, rate, seed } = test;
    let fading = if is_fading { "--fading" } else { "" };
    let words = format!("{} flaky-test {fading} --rate {rate} --seed {seed}", quoted(&this()?));
    let mut command = Command::new(probdd);
    command.args(["--persistent", &words, "text.txt", "--hit-rate", &rate.to_string()]);
    command.args(["--quiet", "-j1", "--granularity", "line", "--report", "report"]);
    let ended = command.current_dir(folder.path()).status()?;
    // 2: the best candidate is interesting too rarely, and the one checked before is restored.
    if !matches!(ended.code(), Some(0 | 2)) {
        bail!("the reduction with seed {seed} has failed");
    }
    let report =
        if at("report").is_file() { Report::read(&at("report"))? } else { Report::default() };
    let result = fs::read_to_string(at("text.reduced.txt"))?;
    // A seed that the reduction has not used.
    let mut chance = chance(!seed);
    let hits = (0..LOOKS).filter(|_| test.is_interesting(&result, &mut chance)).count() as u32;
    let rate = test.rate_on(&result);
    let runs = report.queries.executed;
    Ok(Record { runs, lines: result.lines().count(), rate, hits, test })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_lines_decide_and_helpful_lines_count_where_the_test_fades() {
        let text: String = (0..LINES).map(line).collect();
        let needed: String = text.split_inclusive('\n').filter(|l| l.starts_with('n')).collect();
        let constant = Flaky { is_fading: false, rate: 0.3, seed: 7 };
        let fading = Flaky { is_fading: true, rate: 0.3, seed: 7 };
        let percent = |flaky: &Flaky, text: &str| (100.0 * flaky.rate_on(text)).round() as i64;
        assert_eq!([&constant, &fading].map(|flaky| percent(flaky, &text)), [30, 30]);
        assert_eq!([&constant, &fading].map(|flaky| percent(flaky, &needed)), [30, 15]);
        assert_eq!(percent(&fading, &needed[1..]), 0);
    }

    #[test]
    fn the_test_is_as_likely_as_its_rate() {
        let (text, mut chance) = ((0..LINES).map(line).collect::<String>(), chance(7));
        let flaky = Flaky { is_fading: false, rate: 0.3, seed: 7 };
        let hits = (0..2000).filter(|_| flaky.is_interesting(&text, &mut chance)).count();
        assert!((540..=660).contains(&hits), "{hits}");
    }
}
