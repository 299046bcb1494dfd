//! Reductions with a test that shows what is looked for in some runs only: is it still in the result?
//!
//! `xtask unreliable [RATE [SEEDS]]` builds the tool and reduces one text with `--hit-rate RATE`, once
//! for each seed of the test's chance, and then runs the test on the result 200 times. There are two
//! tests: one that needs some lines and shows with RATE as long as it has them, and one that shows
//! less and less when it loses others, half as often in the end. The second takes long, and so it is
//! reduced with a quarter of the seeds.
//!
//! The test is this program, as a persistent process: `xtask flaky-test FADING RATE SEED`.

use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// How often the result is looked at, ...
const LOOKS: u32 = 200;

/// ... and what share of what was asked for is still fine.
const FINE: f64 = 0.25 / 0.3;

/// The text: so many lines, every so manieth of which is needed, and every so manieth helps.
const LINES: usize = 400;
const NEEDED: usize = 50;
const HELPFUL: usize = 40;

/// A test that is a matter of chance.
#[derive(Clone, Copy)]
struct Flaky {
    is_fading: bool,
    rate: f64,
}

impl Flaky {
    /// How often it shows on a text.
    fn rate(self, text: &str) -> f64 {
        let count = |word: &str| text.lines().filter(|line| line.starts_with(word)).count();
        if count("needed") < LINES / NEEDED {
            return 0.0;
        }
        let helping = count("helpful") as f64 / whole("helpful") as f64;
        if self.is_fading { self.rate * (0.5 + 0.5 * helping) } else { self.rate }
    }

    fn shows(self, text: &str, chance: &mut Pcg32) -> bool {
        f64::from(chance.next_u32()) / 2_f64.powi(32) < self.rate(text)
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

/// How many lines of a kind there are.
fn whole(word: &str) -> usize {
    (0..LINES).filter(|number| line(*number).starts_with(word)).count()
}

fn chance(seed: u64) -> Pcg32 {
    Pcg32::new(seed, 0)
}

/// What one reduction came to.
struct Reduced {
    runs: u64,
    lines: usize,
    rate: f64,
    hits: u32,
}

/// Runs the chore.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let usage = || "usage: xtask unreliable [RATE [SEEDS]]".to_owned();
    let rate = arguments.first().map_or(Ok(0.3), |rate| rate.parse()).map_err(|_| usage())?;
    let seeds = arguments.get(1).map_or(Ok(20), |seeds| seeds.parse()).map_err(|_| usage())?;
    let probdd = built()?;
    for (is_fading, seeds) in [(false, seeds), (true, seeds / 4)] {
        let flaky = Flaky { is_fading, rate };
        println!("{}:\n", if is_fading { "fading" } else { "constant" });
        println!(
            "| seed | runs of the test | lines left | rate | shows in |\n|---|---|---|---|---|"
        );
        let mut fine = 0;
        for seed in 1..=seeds {
            let reduced = reduce(&probdd, flaky, seed)?;
            let Reduced { runs, lines, rate: left, hits } = reduced;
            println!("| {seed} | {runs} | {lines} | {left:.3} | {hits} of {LOOKS} |");
            fine += u32::from(f64::from(hits) >= FINE * rate * f64::from(LOOKS));
        }
        let share = FINE * rate * 100.0;
        println!("\nin at least {share:.0} % of the {LOOKS} runs: {fine} of {seeds} results\n");
    }
    Ok(())
}

/// The tool, built for the occasion.
pub(crate) fn built() -> Result<PathBuf, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--release", "--quiet", "--package", "probdd"]);
    match build.status() {
        Ok(status) if status.success() => {}
        _ => return Err("the tool cannot be built".into()),
    }
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let target = this.ancestors().nth(2).ok_or("there is no target directory")?;
    Ok(target.join("release/probdd"))
}

fn reduce(probdd: &Path, flaky: Flaky, seed: u64) -> Result<Reduced, String> {
    let failed = |error: std::io::Error| error.to_string();
    let place = tempfile::tempdir().map_err(failed)?;
    let at = |name: &str| place.path().join(name);
    let whole: String = (0..LINES).map(line).collect();
    std::fs::write(at("text.txt"), whole).map_err(failed)?;
    let this = std::env::current_exe().map_err(failed)?;
    let Flaky { is_fading, rate } = flaky;
    let test = format!("'{}' flaky-test {is_fading} {rate} {seed}", this.display());
    let mut command = Command::new(probdd);
    command.args(["--persistent", &test, "text.txt", "--hit-rate", &rate.to_string()]);
    command.args(["--quiet", "-j1", "--granularity", "line", "--report", "report"]);
    let ended = command.current_dir(place.path()).status().map_err(failed)?;
    // 2: the best candidate shows too little, and the last one that was looked at is put back.
    if !matches!(ended.code(), Some(0 | 2)) {
        return Err(format!("the reduction with seed {seed} has failed"));
    }
    let report = std::fs::read(at("report")).unwrap_or_else(|_| b"{}".to_vec());
    let report: serde_json::Value =
        serde_json::from_slice(&report).map_err(|error| error.to_string())?;
    let result = std::fs::read_to_string(at("text.reduced.txt")).map_err(failed)?;
    // Another chance than that by which it was reduced.
    let mut chance = chance(!seed);
    let hits = (0..LOOKS).filter(|_| flaky.shows(&result, &mut chance)).count();
    Ok(Reduced {
        runs: report["queries"]["executed"].as_u64().unwrap_or(0),
        lines: result.lines().count(),
        rate: flaky.rate(&result),
        hits: u32::try_from(hits).unwrap_or(0),
    })
}

/// The test: answers one line after another.
pub(crate) fn flaky_test(arguments: &[String]) -> ExitCode {
    match answer(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::FAILURE
        }
    }
}

fn answer(arguments: &[String]) -> Result<(), String> {
    let [is_fading, rate, seed] = arguments else {
        return Err("usage: xtask flaky-test FADING RATE SEED".into());
    };
    let wrong = |_| "that is no number".to_owned();
    let is_fading = is_fading == "true";
    let flaky = Flaky { is_fading, rate: rate.parse().map_err(wrong)? };
    let mut chance = chance(seed.parse().map_err(|_| "that is no seed")?);
    for directory in std::io::stdin().lock().lines() {
        let path = directory.map_err(|error| error.to_string())? + "/text.txt";
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let verdict = if flaky.shows(&text, &mut chance) { "interesting" } else { "uninteresting" };
        println!("{verdict}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_decides_and_what_helps_counts_where_it_fades() {
        let text: String = (0..LINES).map(line).collect();
        let needed: String = text.split_inclusive('\n').filter(|l| l.starts_with('n')).collect();
        let constant = Flaky { is_fading: false, rate: 0.3 };
        let fading = Flaky { is_fading: true, rate: 0.3 };
        let percent = |flaky: Flaky, text: &str| (100.0 * flaky.rate(text)).round() as i64;
        assert_eq!([constant, fading].map(|it| percent(it, &text)), [30, 30]);
        assert_eq!([constant, fading].map(|it| percent(it, &needed)), [30, 15]);
        assert_eq!(percent(fading, &needed[1..]), 0);
    }

    #[test]
    fn chance_is_what_it_says() {
        let (text, mut chance) = ((0..LINES).map(line).collect::<String>(), chance(7));
        let flaky = Flaky { is_fading: false, rate: 0.3 };
        let hits = (0..2000).filter(|_| flaky.shows(&text, &mut chance)).count();
        assert!((540..=660).contains(&hits), "{hits}");
    }
}
