//! The methods that are compared: the papers' names, and the options that they stand for.

use crate::suite::Suite;
use anyhow::{Context, Result};

/// A method of reduction.
#[derive(Debug)]
pub(crate) struct Method {
    /// The papers' name, and what is added to it.
    pub(crate) name: &'static str,
    /// The tool's options that make this method, beside those of every run of its kind.
    options: &'static str,
    pub(crate) kind: Kind,
}

/// What a method may do; only methods of one kind can be ranked by their results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// What its paper repeats, as often as it repeats it, and nothing else. It removes subtrees.
    Published,
    /// The same, of a paper's algorithm that knows the programs of C and C++.
    Chisel,
    /// One list search over the lines, once: the papers' list algorithms alone.
    Lines,
    /// Removes lines and tokens, without a tree.
    List,
    /// Removes subtrees, until a sweep certifies that none can go.
    Deleting,
    /// The same, and replaces subtrees by smaller ones.
    Replacing,
    /// All that the tool does unless it is told otherwise: removes, replaces, rewrites.
    Default,
}

const fn method(kind: Kind, name: &'static str, options: &'static str) -> Method {
    Method { name, options, kind }
}

/// The project's own search.
pub(crate) const FRONTIER: &str = "frontier";

/// The tool without options.
pub(crate) const DEFAULT: &str = "default";

/// All methods, in the order of the tables. The star means that HDD is repeated until nothing
/// changes.
pub(crate) const METHODS: [Method; 36] = [
    method(Kind::Published, "d-HDD*", "--reducer hdd-star --minimizer ddmin"),
    method(Kind::Published, "p-HDD*", "--reducer hdd-star --minimizer probdd"),
    method(Kind::Published, "c-HDD*", "--reducer hdd-star --minimizer cdd"),
    method(Kind::Published, "a-HDD*", "--reducer hdd-star --minimizer active-coarsen"),
    method(Kind::Published, "HDDr", "--reducer hddr"),
    method(Kind::Published, "coarse-HDD", "--reducer coarse-hdd"),
    method(Kind::Published, "Perses", "--reducer perses --minimizer ddmin"),
    method(Kind::Published, "p-Perses", "--reducer perses --minimizer probdd"),
    method(Kind::Published, "c-Perses", "--reducer perses --minimizer cdd"),
    method(Kind::Published, "Pardis", "--reducer pardis"),
    method(Kind::Published, "T-PDD", "--reducer tpdd"),
    method(Kind::Chisel, "d-CHISEL", "--reducer chisel --minimizer ddmin"),
    method(Kind::Chisel, "p-CHISEL", "--reducer chisel --minimizer probdd"),
    method(Kind::Chisel, "c-CHISEL", "--reducer chisel --minimizer cdd"),
    method(Kind::Chisel, "a-CHISEL", "--reducer chisel --minimizer active-coarsen"),
    method(Kind::Lines, "ddmin", "--minimizer ddmin"),
    method(Kind::Lines, "ddmin-complements", "--minimizer ddmin-complements"),
    method(Kind::Lines, "ProbDD", "--minimizer probdd"),
    method(Kind::Lines, "CDD", "--minimizer cdd"),
    method(Kind::Lines, "ActiveCoarsen", "--minimizer active-coarsen"),
    method(Kind::Lines, "splitting", "--minimizer splitting"),
    method(Kind::List, "list", "--reducer list"),
    method(Kind::Deleting, "d-HDD*+sweep", "--reducer hdd-star --minimizer ddmin"),
    method(Kind::Deleting, "p-HDD*+sweep", "--reducer hdd-star --minimizer probdd"),
    method(Kind::Deleting, "c-HDD*+sweep", "--reducer hdd-star --minimizer cdd"),
    method(Kind::Deleting, "HDDr+sweep", "--reducer hddr"),
    method(Kind::Deleting, "coarse-HDD+sweep", "--reducer coarse-hdd"),
    method(Kind::Deleting, "Perses+sweep", "--reducer perses --minimizer ddmin"),
    method(Kind::Deleting, "p-Perses+sweep", "--reducer perses --minimizer probdd"),
    method(Kind::Deleting, "Pardis+sweep", "--reducer pardis"),
    method(Kind::Deleting, "T-PDD+sweep", "--reducer tpdd"),
    method(Kind::Deleting, FRONTIER, "--reducer frontier"),
    method(Kind::Replacing, "p-Perses+templates", "--reducer perses --minimizer probdd"),
    method(Kind::Replacing, "T-PDD+templates", "--reducer tpdd"),
    method(Kind::Replacing, "frontier+templates", "--reducer frontier"),
    method(Kind::Default, DEFAULT, ""),
];

/// The method with a name, in any case of letters.
pub(crate) fn by_name(name: &str) -> Result<&'static Method> {
    let known = || METHODS.map(|method| method.name).join(", ");
    let found = METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name));
    found.with_context(|| format!("no method `{name}`; there are {}", known()))
}

impl Method {
    /// Whether a method is made for the subjects of a suite.
    pub(crate) fn is_for(&self, suite: Suite) -> bool {
        match self.kind {
            Kind::Chisel => matches!(suite, Suite::C | Suite::Debloating),
            // Utilities have thousands of lines, and each test of them takes a second.
            Kind::Lines => suite != Suite::Debloating,
            _ => true,
        }
    }

    /// The arguments of a run that tries what is left of a method's result one by one; none if the
    /// method certifies its result itself.
    pub(crate) fn single(&self) -> Option<Vec<String>> {
        let single = by_name("Pardis").ok()?.arguments().into_iter();
        match self.kind {
            Kind::Published | Kind::Chisel => Some(single.collect()),
            Kind::Lines => {
                Some(single.chain(["--granularity", "line"].map(str::to_owned)).collect())
            }
            _ => None,
        }
    }

    /// Everything that tells the tool how to reduce.
    pub(crate) fn arguments(&self) -> Vec<String> {
        let common = match self.kind {
            Kind::Published | Kind::Chisel => "--polish none --fixpoint=papers",
            Kind::Lines => "--reducer list --granularity line --no-fixpoint",
            Kind::List | Kind::Deleting => "--polish none --fixpoint",
            Kind::Replacing => "--polish templates --fixpoint",
            Kind::Default => "",
        };
        self.options
            .split(' ')
            .chain(common.split(' '))
            .filter(|argument| !argument.is_empty())
            .map(str::to_owned)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case_and_no_two_methods_do_the_same() {
        assert_eq!(by_name("t-pdd").expect("there is T-PDD").name, "T-PDD");
        assert!(
            by_name("q-PDD").expect_err("there is no such method").to_string().contains("p-HDD*")
        );
        for (i, method) in METHODS.iter().enumerate() {
            for other in &METHODS[..i] {
                assert_ne!(method.name, other.name);
                assert_ne!(method.arguments(), other.arguments());
            }
        }
    }
}
