//! Comparisons of two methods: the ratios of their figures.

use super::pairs::{Measure, Opponent, Pair};
use super::record::{Figures, Record};
use crate::methods::{METHODS, by_name};
use crate::statistics::{geometric_mean, wilcoxon};
use std::collections::{BTreeMap, BTreeSet};

/// The records that tables are made from, found by subject and method.
pub(super) struct Results<'a> {
    pub(super) subjects: Vec<&'a str>,
    records: BTreeMap<(&'a str, &'a str), &'a Record>,
}

/// A figure, which is only a lower bound if the run was stopped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Number {
    pub(super) value: u64,
    /// Whether the run was stopped.
    pub(super) is_least: bool,
}

/// The ratio of two numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ratio {
    pub(super) value: f64,
    pub(super) bound: Bound,
}

/// Whether a ratio is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exactly,
    /// The opponent's run was stopped.
    Below,
    /// The method's run was stopped.
    Above,
}

/// A pair of methods in one measure, over all subjects.
#[derive(Debug)]
pub(super) struct Comparison {
    /// For every subject, the ratio; none where a run is missing or both were stopped.
    pub(super) ratios: Vec<Option<Ratio>>,
    /// The geometric mean of the ratios, if there are any.
    pub(super) mean: Option<Ratio>,
    /// The probability by Wilcoxon's signed-rank test of the ratios' logarithms.
    pub(super) p: Option<f64>,
}

impl<'a> Results<'a> {
    /// Sorts records by subject and method.
    pub(super) fn new(records: &'a [Record]) -> Results<'a> {
        let is_reduced = |record: &&Record| record.figures().is_some();
        let with_results: BTreeSet<&str> =
            records.iter().filter(is_reduced).map(|record| record.subject.as_str()).collect();
        let key = |record: &'a Record| (record.subject.as_str(), record.method.as_str());
        let records = records.iter().map(|record| (key(record), record)).collect();
        Results { subjects: with_results.into_iter().collect(), records }
    }

    /// The record of a method on a subject.
    pub(super) fn record(&self, subject: &str, method: &str) -> Option<&'a Record> {
        self.records.get(&(subject, method)).copied()
    }

    fn number(&self, subject: &str, method: &str, measure: Measure) -> Option<Number> {
        number(self.record(subject, method)?.figures()?, measure)
    }

    /// The best number of all other methods of the same kind whose runs were not stopped.
    fn best(&self, subject: &str, than: &str, measure: Measure) -> Option<Number> {
        let kind = by_name(than).ok()?.kind;
        let others = METHODS.iter().filter(|method| method.kind == kind && method.name != than);
        let numbers = others.filter_map(|method| self.number(subject, method.name, measure));
        numbers.filter(|number| !number.is_least).min_by_key(|number| number.value)
    }

    fn ratio(&self, subject: &str, pair: &Pair, measure: Measure) -> Option<Ratio> {
        let own = self.number(subject, pair.method, measure)?;
        let other = match pair.opponent {
            Opponent::One(other) => self.number(subject, other, measure),
            Opponent::Best => self.best(subject, pair.method, measure),
        }?;
        let bound = match (own.is_least, other.is_least) {
            (false, false) => Bound::Exactly,
            (false, true) => Bound::Below,
            (true, false) => Bound::Above,
            (true, true) => return None,
        };
        // An empty result counts as one token, so that the ratio is defined.
        Some(Ratio { value: own.value.max(1) as f64 / other.value.max(1) as f64, bound })
    }

    /// Compares a pair of methods in one measure.
    pub(super) fn comparison(&self, pair: &Pair, measure: Measure) -> Comparison {
        let ratios: Vec<Option<Ratio>> =
            self.subjects.iter().map(|subject| self.ratio(subject, pair, measure)).collect();
        let known: Vec<Ratio> = ratios.iter().copied().flatten().collect();
        let logarithms: Vec<f64> = known.iter().map(|ratio| ratio.value.ln()).collect();
        Comparison { mean: mean(&known), p: wilcoxon(&logarithms), ratios }
    }
}

/// The figure of one measure. A run that was stopped has no result.
pub(super) fn number(figures: &Figures, measure: Measure) -> Option<Number> {
    let is_least = figures.stopped.is_some();
    match measure {
        Measure::Queries => Some(Number { value: figures.queries, is_least }),
        Measure::TokensTested => Some(Number { value: figures.tokens_tested, is_least }),
        Measure::Result if is_least => None,
        Measure::Result => Some(Number { value: figures.result_tokens, is_least }),
    }
}

/// The geometric mean; none if there are bounds in both directions.
fn mean(ratios: &[Ratio]) -> Option<Ratio> {
    let values: Vec<f64> = ratios.iter().map(|ratio| ratio.value).collect();
    let has = |bound| ratios.iter().any(|ratio| ratio.bound == bound);
    let bound = match (has(Bound::Below), has(Bound::Above)) {
        (false, false) => Bound::Exactly,
        (true, false) => Bound::Below,
        (false, true) => Bound::Above,
        (true, true) => return None,
    };
    (!values.is_empty()).then(|| Ratio { value: geometric_mean(&values), bound })
}

impl Ratio {
    /// Whether the ratio is certainly at most a limit, rounded.
    pub(super) fn is_at_most(self, limit: f64) -> bool {
        self.bound != Bound::Above && self.value <= limit + 0.000_5
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::methods::FRONTIER;
    use crate::subjects::pairs::PAIRS;
    use crate::subjects::record::Outcome;

    /// A run of so many queries, ten tokens in each, with a result of so many tokens.
    pub(in crate::subjects) fn reduced(
        subject: &str,
        method: &str,
        (queries, result_tokens): (u64, u64),
    ) -> Record {
        let figures =
            Figures { queries, tokens_tested: 10 * queries, result_tokens, ..Figures::default() };
        Record {
            subject: subject.to_owned(),
            method: method.to_owned(),
            arguments: Vec::new(),
            commit: "c".to_owned(),
            outcome: Outcome::Reduced(figures),
        }
    }

    pub(in crate::subjects) fn stopped(mut record: Record) -> Record {
        if let Outcome::Reduced(figures) = &mut record.outcome {
            figures.stopped = Some("max-queries".to_owned());
        }
        record
    }

    fn pair(name: &str) -> &'static Pair {
        PAIRS.iter().find(|pair| pair.name() == name).expect("there is such a pair")
    }

    fn exactly(value: f64) -> Ratio {
        Ratio { value, bound: Bound::Exactly }
    }

    #[test]
    fn ratios_are_of_subjects_that_both_have_done() {
        let records = [
            reduced("a", FRONTIER, (10, 8)),
            reduced("a", "T-PDD", (40, 8)),
            reduced("b", FRONTIER, (90, 8)),
            reduced("c", "T-PDD", (10, 8)),
            reduced("d", FRONTIER, (40, 8)),
            reduced("d", "T-PDD", (40, 8)),
        ];
        let compared =
            Results::new(&records).comparison(pair("frontier / T-PDD"), Measure::Queries);
        assert_eq!(compared.ratios, [Some(exactly(0.25)), None, None, Some(exactly(1.0))]);
        assert_eq!(compared.mean, Some(exactly(0.5)));
        assert_eq!(compared.p, Some(1.0));
    }

    #[test]
    fn the_best_is_of_the_same_kind_and_not_of_stopped_runs() {
        let records = [
            reduced("a", FRONTIER, (10, 6)),
            reduced("a", "T-PDD+sweep", (40, 8)),
            reduced("a", "p-HDD*+sweep", (50, 4)),
            stopped(reduced("a", "d-HDD*+sweep", (5, 1))),
            reduced("a", "p-HDD*", (1, 1)),
            reduced("a", "list", (1, 1)),
            reduced("a", "frontier+templates", (1, 1)),
        ];
        let results = Results::new(&records);
        let ratio = |measure| results.comparison(pair("frontier / best of all"), measure).ratios[0];
        assert_eq!(ratio(Measure::Queries), Some(exactly(0.25)));
        assert_eq!(ratio(Measure::Result), Some(exactly(1.5)));
    }

    #[test]
    fn a_run_that_was_stopped_bounds_the_ratio() {
        let records = [
            reduced("a", "p-HDD*", (10, 8)),
            stopped(reduced("a", "d-HDD*", (40, 100))),
            stopped(reduced("b", "p-HDD*", (40, 9))),
            reduced("b", "d-HDD*", (10, 8)),
            stopped(reduced("c", "p-HDD*", (40, 9))),
            stopped(reduced("c", "d-HDD*", (40, 8))),
        ];
        let results = Results::new(&records);
        let compared = results.comparison(pair("p-HDD* / d-HDD*"), Measure::Queries);
        let below = Ratio { value: 0.25, bound: Bound::Below };
        let above = Ratio { value: 4.0, bound: Bound::Above };
        assert_eq!(compared.ratios, [Some(below), Some(above), None]);
        assert_eq!(compared.mean, None);
        assert!(below.is_at_most(0.25) && !above.is_at_most(5.0));
        let sizes = results.comparison(pair("p-HDD* / d-HDD*"), Measure::Result);
        assert_eq!(sizes.ratios, [None, None, None]);
    }
}
