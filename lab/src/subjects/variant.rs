//! Methods with other settings: the initial probability, and random ties by several seeds; the tool without
//! parts of it.

use crate::methods::{DEFAULT, Method, by_name};
use crate::suite::Suite;
use anyhow::Result;

/// A method with further options of the tool.
#[derive(Clone, Debug)]
pub(crate) struct Variant {
    /// The method's name, and the setting.
    pub(crate) name: String,
    pub(crate) method: &'static Method,
    options: Vec<String>,
    /// The suite that it is for; none if it is for all that the method is for.
    suite: Option<Suite>,
}

impl Variant {
    /// A method as it is.
    pub(crate) fn plain(method: &'static Method) -> Variant {
        Variant { name: method.name.to_owned(), method, options: Vec::new(), suite: None }
    }

    fn with(method: &'static Method, setting: &str, options: &[&str]) -> Variant {
        let options = options.iter().map(|word| (*word).to_owned()).collect();
        Variant { name: format!("{}, {setting}", method.name), method, options, suite: None }
    }

    /// Whether it is for the subjects of a suite.
    pub(crate) fn is_for(&self, suite: Suite) -> bool {
        self.method.is_for(suite) && self.suite.is_none_or(|only| only == suite)
    }

    /// Everything that tells the tool how to reduce.
    pub(crate) fn arguments(&self) -> Vec<String> {
        self.method.arguments().into_iter().chain(self.options.iter().cloned()).collect()
    }
}

/// Methods, the initial probabilities that their papers try beside the default (.1 for sets, .5 for
/// trees), and seeds.
const SIGMAS: [(&str, &[&str], &[&str]); 3] = [
    ("p-HDD*", &SIGMAS_OF_SETS, &SEEDS),
    ("p-Perses", &SIGMAS_OF_SETS, &SEEDS),
    ("T-PDD", &[".3", ".4", ".6", ".7"], &[]),
];

/// The initial probabilities of sets.
const SIGMAS_OF_SETS: [&str; 5] = [SIGMA_OF_XML, ".01", ".05", ".2", ".3"];

/// The paper has it for XML, and for nothing else.
const SIGMA_OF_XML: &str = ".0025";

/// The seeds of random ties, which T-PDD does not have.
const SEEDS: [&str; 5] = ["1", "2", "3", "4", "5"];

/// Each of some methods as it is, and then its variants.
pub(crate) fn sweep() -> Result<Vec<Vec<Variant>>> {
    let of = |(name, sigmas, seeds): (&str, &[&str], &[&str])| {
        let method = by_name(name)?;
        let sigma = |sigma: &str| Variant {
            suite: (sigma == SIGMA_OF_XML).then_some(Suite::Xml),
            ..Variant::with(method, &format!("sigma {sigma}"), &["--sigma", sigma])
        };
        let seeded = |seed: &str| {
            Variant::with(method, &format!("seed {seed}"), &["--tie", "random", "--seed", seed])
        };
        let plain = std::iter::once(Variant::plain(method));
        let sigmas = sigmas.iter().map(|value| sigma(value));
        Ok(plain.chain(sigmas).chain(seeds.iter().map(|seed| seeded(seed))).collect())
    };
    SIGMAS.into_iter().map(of).collect()
}

/// The parts of the tool's default search, and the options that leave them out.
const PARTS: [(&str, &[&str]); 5] = [
    ("no names", &["--without", "names"]),
    ("no tails", &["--without", "tails"]),
    ("no reach", &["--without", "reach"]),
    ("no order of use", &["--without", "order-of-use"]),
    ("no doubts", &["--without", "refusals"]),
];

/// The tool without options as it is, then without each of its parts, then without all of them.
pub(crate) fn parts() -> Result<Vec<Vec<Variant>>> {
    let method = by_name(DEFAULT)?;
    let mut variants = vec![Variant::plain(method)];
    variants.extend(PARTS.map(|(setting, options)| Variant::with(method, setting, options)));
    let all: Vec<&str> = PARTS.iter().flat_map(|(_, options)| *options).copied().collect();
    variants.push(Variant::with(method, "none of these", &all));
    Ok(vec![variants])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_variants_do_the_same() {
        let all = [sweep(), parts()].map(|all| all.expect("the methods are known").concat());
        let all: Vec<Variant> = all.concat();
        assert_eq!(all.len(), 27 + 7);
        for (place, variant) in all.iter().enumerate() {
            for other in &all[..place] {
                assert_ne!(variant.name, other.name);
                assert_ne!(variant.arguments(), other.arguments());
            }
        }
        assert!(all[1].is_for(Suite::Xml) && !all[1].is_for(Suite::C) && all[2].is_for(Suite::C));
        assert!(all[1].arguments().ends_with(&["--sigma".to_owned(), ".0025".to_owned()]));
    }
}
