//! The methods that are compared: the papers' names, the options they stand for, and which are
//! compared with which.

/// A way to reduce.
#[derive(Debug)]
pub(in crate::evaluate) struct Method {
    /// As in the papers.
    pub(in crate::evaluate) name: &'static str,
    /// What the tool is told, beside what every run is told.
    pub(super) options: &'static [&'static str],
    pub(super) kind: Kind,
}

/// What a method may do; only methods of one kind can be ranked by their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Removes lines and tokens, without a tree.
    List,
    /// Removes subtrees.
    Deleting,
    /// Also puts smaller subtrees in the place of larger ones.
    Replacing,
}

const fn method(kind: Kind, name: &'static str, options: &'static [&'static str]) -> Method {
    Method { name, options, kind }
}

/// Ours.
pub(super) const FRONTIER: &str = "frontier";

/// All methods, in the order of the tables. The star says that HDD is repeated until nothing
/// changes, as everything here is.
pub(super) const METHODS: [Method; 14] = [
    method(Kind::List, "list", &["--reducer", "list"]),
    method(Kind::Deleting, "d-HDD*", &["--reducer", "hdd-star", "--minimizer", "ddmin"]),
    method(Kind::Deleting, "p-HDD*", &["--reducer", "hdd-star", "--minimizer", "probdd"]),
    method(Kind::Deleting, "c-HDD*", &["--reducer", "hdd-star", "--minimizer", "cdd"]),
    method(Kind::Deleting, "HDDr", &["--reducer", "hddr"]),
    method(Kind::Deleting, "coarse-HDD", &["--reducer", "coarse-hdd"]),
    method(Kind::Deleting, "Perses", &["--reducer", "perses", "--minimizer", "ddmin"]),
    method(Kind::Deleting, "p-Perses", &["--reducer", "perses", "--minimizer", "probdd"]),
    method(Kind::Deleting, "Pardis", &["--reducer", "pardis"]),
    method(Kind::Deleting, "T-PDD", &["--reducer", "tpdd"]),
    method(Kind::Deleting, FRONTIER, &["--reducer", "frontier"]),
    method(
        Kind::Replacing,
        "p-Perses+templates",
        &["--reducer", "perses", "--minimizer", "probdd"],
    ),
    method(Kind::Replacing, "T-PDD+templates", &["--reducer", "tpdd"]),
    method(Kind::Replacing, "frontier+templates", &["--reducer", "frontier"]),
];

/// The method of a name, whatever its letters' case.
pub(in crate::evaluate) fn by_name(name: &str) -> Result<&'static Method, String> {
    let known = || METHODS.map(|method| method.name).join(", ");
    let found = METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| format!("no method `{name}`; there are {}", known()))
}

impl Method {
    /// Everything that the tool is told about how to reduce.
    pub(in crate::evaluate) fn arguments(&self) -> Vec<&'static str> {
        let polish = if self.kind == Kind::Replacing { "templates" } else { "none" };
        let mut arguments = self.options.to_vec();
        arguments.extend(["--polish", polish, "--fixpoint"]);
        arguments
    }
}

/// What a method is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    /// Another method.
    One(&'static str),
    /// Of all other methods of the same kind, the best in each measure.
    Best,
}

/// A number that is compared; less is better.
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

/// A comparison.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) method: &'static str,
    pub(super) opponent: Opponent,
    /// What the ratio should be at most, for some measures.
    pub(super) targets: &'static [(Measure, f64)],
}

impl Pair {
    /// What the table calls it.
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

/// The claims of the papers, and what frontier is for.
pub(super) const PAIRS: [Pair; 9] = [
    pair("p-HDD*", "d-HDD*", &[]),
    pair("p-Perses", "Perses", &[]),
    pair("c-HDD*", "p-HDD*", &[]),
    pair("T-PDD", "Perses", &[]),
    pair("T-PDD", "p-Perses", &[]),
    pair(FRONTIER, "T-PDD", &[(Measure::Queries, 0.60), (Measure::TokensTested, 0.40)]),
    pair(FRONTIER, "p-HDD*", &[(Measure::Queries, 0.45), (Measure::TokensTested, 0.10)]),
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

    #[test]
    fn every_pair_is_of_methods_of_the_table() {
        for pair in &PAIRS {
            assert!(by_name(pair.method).is_ok(), "{}", pair.name());
            if let Opponent::One(other) = pair.opponent {
                assert!(by_name(other).is_ok(), "{}", pair.name());
            }
        }
    }

    #[test]
    fn names_are_found_in_any_case_and_no_two_methods_do_the_same() {
        assert_eq!(by_name("t-pdd").expect("there is T-PDD").name, "T-PDD");
        assert!(by_name("q-PDD").expect_err("there is no such method").contains("p-HDD*"));
        for (i, method) in METHODS.iter().enumerate() {
            for other in &METHODS[..i] {
                assert_ne!(method.name, other.name);
                assert_ne!(method.arguments(), other.arguments());
            }
        }
    }
}
