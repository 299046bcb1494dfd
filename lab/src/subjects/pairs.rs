//! Which methods are compared with which, in which measures.

use crate::methods::FRONTIER;

/// The opponent of a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Another method.
    One(&'static str),
    /// The best of all other methods of the same kind, in each measure.
    Best,
}

/// A number that is compared; a smaller one is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Queries,
    TokensTested,
    Result,
}

impl Measure {
    pub(super) const ALL: [Measure; 3] = [Measure::Queries, Measure::TokensTested, Measure::Result];

    pub(super) fn name(self) -> &'static str {
        match self {
            Measure::Queries => "queries",
            Measure::TokensTested => "tokens tested",
            Measure::Result => "result",
        }
    }
}

/// Two methods that are compared.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) method: &'static str,
    pub(super) opponent: Opponent,
    /// The greatest ratio that is aimed at, for some measures.
    pub(super) targets: &'static [(Measure, f64)],
}

impl Pair {
    /// The name of the pair in the tables.
    pub(super) fn name(&self) -> String {
        match self.opponent {
            Opponent::One(other) => format!("{} / {other}", self.method),
            Opponent::Best => format!("{} / best of all", self.method),
        }
    }
}

const fn pair(
    method: &'static str,
    opponent: &'static str,
    targets: &'static [(Measure, f64)],
) -> Pair {
    Pair { method, opponent: Opponent::One(opponent), targets }
}

/// The claims of the papers, on the algorithms as published and with the sweep; then the aims of frontier.
pub(super) const PAIRS: [Pair; 18] = [
    pair("p-HDD*", "d-HDD*", &[]),
    pair("p-Perses", "Perses", &[]),
    pair("c-HDD*", "p-HDD*", &[]),
    pair("c-Perses", "p-Perses", &[]),
    pair("T-PDD", "Perses", &[]),
    pair("T-PDD", "p-Perses", &[]),
    pair("p-HDD*+sweep", "d-HDD*+sweep", &[]),
    pair("p-Perses+sweep", "Perses+sweep", &[]),
    pair("c-HDD*+sweep", "p-HDD*+sweep", &[]),
    pair("T-PDD+sweep", "Perses+sweep", &[]),
    pair("T-PDD+sweep", "p-Perses+sweep", &[]),
    pair(FRONTIER, "T-PDD+sweep", &[(Measure::Queries, 0.60), (Measure::TokensTested, 0.40)]),
    pair(FRONTIER, "p-HDD*+sweep", &[(Measure::Queries, 0.45), (Measure::TokensTested, 0.10)]),
    pair(FRONTIER, "T-PDD", &[]),
    pair(FRONTIER, "p-HDD*", &[]),
    pair(FRONTIER, "p-Perses", &[]),
    Pair { method: FRONTIER, opponent: Opponent::Best, targets: &[(Measure::Result, 1.0)] },
    pair(
        "frontier+templates",
        "p-Perses+templates",
        &[(Measure::Queries, 0.50), (Measure::Result, 0.85)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::by_name;

    #[test]
    fn every_pair_is_of_methods_of_the_table() {
        for pair in &PAIRS {
            assert!(by_name(pair.method).is_ok(), "{}", pair.name());
            if let Opponent::One(other) = pair.opponent {
                assert!(by_name(other).is_ok(), "{}", pair.name());
            }
        }
    }
}
