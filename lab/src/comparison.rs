//! Comparisons of two methods, or of a method and a peer, over subjects: geometric means of ratios,
//! with Wilcoxon's signed-rank test of their logarithms.

use crate::statistics::{geometric_mean, wilcoxon};
use crate::suite::Suite;
use crate::table::padded;

/// A run as comparisons see it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run<'a> {
    pub(crate) subject: &'a str,
    pub(crate) method: &'a str,
    pub(crate) input_tokens: u64,
    pub(crate) result_tokens: u64,
    pub(crate) queries: u64,
    pub(crate) tokens_tested: u64,
    /// How many checks have run, of a test that is made of checks.
    pub(crate) checks: u64,
    /// CPU time of the run with its tests.
    pub(crate) seconds: f64,
    /// Whether a limit ended the run.
    pub(crate) is_stopped: bool,
}

/// What is compared: in the papers, `Result` is R, `Seconds` T and `Speed` S.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Measure {
    /// Tokens of the smallest interesting text, of runs that were stopped as well.
    Result,
    /// The same, of runs that ended.
    Ended,
    Queries,
    TokensTested,
    Checks,
    Seconds,
    /// Tokens that are removed in a second.
    Speed,
}

impl Measure {
    /// Those of the tables of methods.
    pub(crate) const ALL: [Measure; 6] = [
        Measure::Result,
        Measure::Ended,
        Measure::Queries,
        Measure::TokensTested,
        Measure::Seconds,
        Measure::Speed,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Measure::Result => "result (R)",
            Measure::Ended => "R where both ended",
            Measure::Queries => "queries",
            Measure::TokensTested => "tokens tested",
            Measure::Checks => "checks run",
            Measure::Seconds => "seconds (T)",
            Measure::Speed => "tokens/s (S)",
        }
    }

    /// The number of a run; none where a run that was stopped has none. A number is at least 1, or
    /// a millisecond, so that ratios are defined.
    fn of(self, run: &Run) -> Option<f64> {
        let ended = |number: f64| (!run.is_stopped).then_some(number);
        let seconds = run.seconds.max(0.001);
        let removed = run.input_tokens.saturating_sub(run.result_tokens);
        match self {
            Measure::Result => Some(run.result_tokens.max(1) as f64),
            Measure::Ended => ended(run.result_tokens.max(1) as f64),
            Measure::Speed => Some(removed.max(1) as f64 / seconds),
            Measure::Queries => ended(run.queries.max(1) as f64),
            Measure::TokensTested => ended(run.tokens_tested.max(1) as f64),
            Measure::Checks => ended(run.checks.max(1) as f64),
            Measure::Seconds => ended(seconds),
        }
    }

    /// How numbers are called that are better, and those that are worse.
    fn words(self) -> [&'static str; 2] {
        match self {
            Measure::Result | Measure::Ended => ["smaller", "larger"],
            Measure::Speed => ["higher", "lower"],
            _ => ["fewer", "more"],
        }
    }

    /// Whether a ratio is of a better number to a worse one.
    fn is_better(self, ratio: f64) -> bool {
        if self == Measure::Speed { ratio > 1.0 } else { ratio < 1.0 }
    }
}

/// The ratios of one method's numbers to another's, by subject.
#[derive(Debug, PartialEq)]
pub(crate) struct Comparison {
    measure: Measure,
    pub(crate) ratios: Vec<f64>,
}

impl Comparison {
    /// Compares two methods on the subjects of a suite, or on all, that have a number of both.
    pub(crate) fn new(
        runs: &[Run],
        [method, other]: [&str; 2],
        measure: Measure,
        suite: Option<Suite>,
    ) -> Comparison {
        let number = |subject: &str, method: &str| {
            measure.of(runs.iter().find(|run| run.subject == subject && run.method == method)?)
        };
        let own = runs.iter().filter(|run| run.method == method);
        let own = own.filter(|run| suite.is_none_or(|suite| suite == Suite::of(run.subject)));
        let ratio = |run: &Run| Some(measure.of(run)? / number(run.subject, other)?);
        Comparison { measure, ratios: own.filter_map(ratio).collect() }
    }

    /// The geometric mean of the ratios, if there are any.
    pub(crate) fn mean(&self) -> Option<f64> {
        (!self.ratios.is_empty()).then(|| geometric_mean(&self.ratios))
    }

    /// The probability of such ratios if there is no difference; none if all are 1.
    pub(crate) fn p(&self) -> Option<f64> {
        wilcoxon(&self.ratios.iter().map(|ratio| ratio.ln()).collect::<Vec<_>>())
    }

    /// On how many subjects the first method is better, and on how many the second.
    pub(crate) fn wins(&self) -> [usize; 2] {
        let better = |ratio: &&f64| self.measure.is_better(**ratio);
        let worse = |ratio: &&f64| self.measure.is_better(1.0 / **ratio);
        [self.ratios.iter().filter(better).count(), self.ratios.iter().filter(worse).count()]
    }

    /// The mean, who won how often, and the probability: `0.43, 14:3, p .004`.
    pub(crate) fn shown(&self) -> String {
        let Some(mean) = self.mean() else { return "-".to_owned() };
        let [better, worse] = self.wins();
        let p = self.p().map_or(String::new(), |p| format!(", {}", probability(p)));
        format!("{}, {better}:{worse}{p}", ratio(mean))
    }
}

/// The probability below which a difference is taken to be more than chance.
const SIGNIFICANT: f64 = 0.05;

impl Comparison {
    /// What the comparison says of the first method's numbers, as far as its probability allows: `are fewer
    /// than T-PDD's (0.33, 17:3, p < .0001)`. `other` is the second method.
    pub(crate) fn verdict(&self, other: &str) -> String {
        let [better, worse] = self.measure.words();
        let is_significant = self.p().is_some_and(|p| p < SIGNIFICANT);
        let words = match self.mean() {
            None => return NOT_MEASURED.to_owned(),
            Some(mean) if is_significant && self.measure.is_better(mean) => {
                format!("are {better} than")
            }
            Some(_) if is_significant => format!("are {worse} than"),
            Some(_) => "do not differ significantly from".to_owned(),
        };
        // Page and tables are Markdown.
        let other = other.replace('*', r"\*");
        let of = if other.ends_with('s') { "'" } else { "'s" };
        format!("{words} {other}{of} ({})", self.shown())
    }
}

/// What is said where two methods have no number of the same subject.
const NOT_MEASURED: &str = "were not measured";

/// A ratio with two digits that count.
pub(crate) fn ratio(ratio: f64) -> String {
    if ratio < 0.1 { format!("{ratio:.3}") } else { format!("{ratio:.2}") }
}

fn probability(p: f64) -> String {
    match p {
        p if p < 0.0001 => "p < .0001".to_owned(),
        p if p < 0.01 => format!("p {p:.4}").replace("0.", "."),
        p => format!("p {p:.2}").replace("0.", "."),
    }
}

/// A table of comparisons: a row for each pair, over all subjects, and a row for each of some suites.
/// It is empty if no pair has two results.
pub(crate) fn table(
    runs: &[Run],
    pairs: &[[&str; 2]],
    measures: &[Measure],
    suites: &[Suite],
) -> String {
    let mut head = vec!["ratio".to_owned(), "subjects".to_owned()];
    head.extend(measures.iter().map(|measure| measure.name().to_owned()));
    let mut rows = Vec::new();
    for pair in pairs {
        let all = row(runs, *pair, measures, None);
        let of_suites = suites.iter().filter_map(|suite| row(runs, *pair, measures, Some(*suite)));
        let of_suites: Vec<_> = of_suites.collect();
        rows.extend(all);
        // One suite says the same as all.
        if of_suites.len() > 1 {
            rows.extend(of_suites);
        }
    }
    if rows.is_empty() { String::new() } else { padded(&head, &rows) }
}

fn row(
    runs: &[Run],
    pair: [&str; 2],
    measures: &[Measure],
    suite: Option<Suite>,
) -> Option<Vec<String>> {
    let subjects = Comparison::new(runs, pair, Measure::Result, suite).ratios.len();
    let name = match suite {
        None => format!("**{} / {}**", pair[0], pair[1]),
        Some(suite) => suite.name().to_owned(),
    };
    let mut row = vec![name, subjects.to_string()];
    let shown = |measure: &Measure| Comparison::new(runs, pair, *measure, suite).shown();
    row.extend(measures.iter().map(shown));
    (subjects > 0).then_some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<'a>(subject: &'a str, method: &'a str, queries: u64, result_tokens: u64) -> Run<'a> {
        let seconds = queries as f64 / 4.0;
        Run {
            subject,
            method,
            input_tokens: 1000,
            result_tokens,
            queries,
            seconds,
            ..Run::default()
        }
    }

    #[test]
    fn ratios_are_of_subjects_that_both_have_done() {
        let runs = [
            run("c-a", "x", 10, 8),
            run("c-a", "y", 40, 8),
            run("c-b", "x", 90, 8),
            run("c-c", "y", 10, 8),
            run("c-d", "x", 40, 8),
            run("c-d", "y", 40, 8),
        ];
        let compared = Comparison::new(&runs, ["x", "y"], Measure::Queries, None);
        assert_eq!(compared.ratios, [0.25, 1.0]);
        assert_eq!(
            (compared.mean(), compared.p(), compared.wins()),
            (Some(0.5), Some(1.0), [1, 0])
        );
        let faster = Comparison::new(&runs, ["x", "y"], Measure::Speed, None);
        assert_eq!((faster.ratios.as_slice(), faster.wins()), (&[4.0, 1.0][..], [1, 0]));
    }

    #[test]
    fn a_run_that_was_stopped_counts_with_its_smallest_text_only() {
        let stopped = Run { is_stopped: true, ..run("c-a", "x", 10, 50) };
        let runs = [stopped, run("c-a", "y", 40, 100)];
        let ratios = |measure| Comparison::new(&runs, ["x", "y"], measure, None).ratios;
        assert_eq!(ratios(Measure::Result), [0.5]);
        assert_eq!(ratios(Measure::Ended), [0.0; 0]);
        assert_eq!(ratios(Measure::Queries), [0.0; 0]);
        assert_eq!(ratios(Measure::Seconds), [0.0; 0]);
        assert_eq!(ratios(Measure::Speed).len(), 1);
    }

    #[test]
    fn a_verdict_claims_only_what_is_significant() {
        let subjects = ["a", "b", "c", "d", "e", "f"];
        let mut runs: Vec<Run> = subjects.iter().map(|subject| run(subject, "x", 10, 8)).collect();
        runs.extend(subjects.iter().map(|subject| run(subject, "y", 40, 8)));
        let verdict = |runs: &[Run], pair: [&str; 2], measure| {
            Comparison::new(runs, pair, measure, None).verdict(pair[1])
        };
        let better = verdict(&runs, ["x", "y"], Measure::Queries);
        assert_eq!(better, "are fewer than y's (0.25, 6:0, p .03)");
        let worse = verdict(&runs, ["y", "x"], Measure::Queries);
        assert_eq!(worse, "are more than x's (4.00, 0:6, p .03)");
        let equal = verdict(&runs, ["x", "y"], Measure::Result);
        assert_eq!(equal, "do not differ significantly from y's (1.00, 0:0)");
        runs.truncate(11);
        let few = verdict(&runs, ["x", "y"], Measure::Queries);
        assert_eq!(few, "do not differ significantly from y's (0.25, 5:0, p .06)");
        assert_eq!(verdict(&runs, ["x", "z"], Measure::Queries), NOT_MEASURED);
    }
}
