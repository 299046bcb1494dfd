//! The methods that are compared with each other.

use crate::methods::{DEFAULT, FRONTIER};

/// Pairs of methods, and what a table of their comparisons is about.
pub(crate) struct Pairs {
    pub(crate) title: &'static str,
    pub(crate) pairs: &'static [[&'static str; 2]],
}

/// The claims of the papers, on their algorithms as published and with a sweep; then the project's own
/// searches.
pub(crate) const PAIRS: [Pairs; 6] = [
    Pairs {
        title: "The papers' claims, as published",
        pairs: &[
            ["p-HDD*", "d-HDD*"],
            ["p-Perses", "Perses"],
            ["p-HDD*", "a-HDD*"],
            ["c-HDD*", "p-HDD*"],
            ["c-HDD*", "d-HDD*"],
            ["c-Perses", "p-Perses"],
            ["T-PDD", "Perses"],
            ["T-PDD", "p-Perses"],
        ],
    },
    Pairs {
        title: "CHISEL, on C and C++",
        pairs: &[
            ["p-CHISEL", "d-CHISEL"],
            ["p-CHISEL", "a-CHISEL"],
            ["c-CHISEL", "p-CHISEL"],
            ["c-CHISEL", "d-CHISEL"],
            ["p-CHISEL", "p-HDD*"],
        ],
    },
    Pairs {
        title: "List algorithms alone, on lines",
        pairs: &[
            ["ProbDD", "ddmin"],
            ["ProbDD", "ddmin-complements"],
            ["ProbDD", "ActiveCoarsen"],
            ["CDD", "ProbDD"],
            ["CDD", "ddmin"],
            ["splitting", "ProbDD"],
            ["splitting", "ddmin"],
        ],
    },
    Pairs {
        title: "The same with a sweep",
        pairs: &[
            ["p-HDD*+sweep", "d-HDD*+sweep"],
            ["p-Perses+sweep", "Perses+sweep"],
            ["c-HDD*+sweep", "p-HDD*+sweep"],
            ["T-PDD+sweep", "Perses+sweep"],
            ["T-PDD+sweep", "p-Perses+sweep"],
        ],
    },
    Pairs {
        title: "frontier, which removes and certifies, and the papers' algorithms",
        pairs: &[
            [FRONTIER, "T-PDD"],
            [FRONTIER, "p-HDD*"],
            [FRONTIER, "p-Perses"],
            [FRONTIER, "Perses"],
            [FRONTIER, "T-PDD+sweep"],
            [FRONTIER, "p-HDD*+sweep"],
        ],
    },
    Pairs {
        title: "Replacements, and the tool without options",
        pairs: &[
            ["frontier+templates", "p-Perses+templates"],
            ["frontier+templates", "T-PDD+templates"],
            [DEFAULT, "T-PDD"],
            [DEFAULT, "p-Perses"],
            [DEFAULT, "splitting"],
        ],
    },
];
