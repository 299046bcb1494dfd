//! Drives a search and checks what must hold of every search, whatever it is told.

use fixedbitset::FixedBitSet;
use probdd_core::{CheckState, Feedback, Query, Search, Verdict};
use proptest::prelude::*;
use std::collections::HashSet;
use std::fmt::Debug;

/// What a search's changes are about: elements of a list, or tokens of a tree.
pub(crate) trait World<Change> {
    /// What is kept.
    type Configuration: Clone + Debug + PartialEq;

    /// The start.
    fn all(&self) -> Self::Configuration;

    /// Makes a change to a configuration.
    fn apply(&self, kept: &mut Self::Configuration, change: &Change);

    /// Whether one change was another one once, and has grown at its end.
    fn has_grown(&self, change: &Change, before: &Change) -> bool;

    /// The elements or tokens that are kept.
    fn members<'a>(&self, kept: &'a Self::Configuration) -> &'a FixedBitSet;
}

/// A property as the interestingness test sees it: a function of what is kept, and of the time.
#[derive(Clone, Debug)]
pub(crate) enum Property {
    /// At least one of these sets is kept: monotone; unambiguous when there is one set.
    KeepsOneOf(Vec<Vec<usize>>),
    /// Any function of what is kept, monotone or not; interesting `percent` times in a hundred.
    Arbitrary { seed: u64, percent: u64 },
    /// A new verdict each time, some of them unresolved.
    Inconsistent { seed: u64, percent: u64 },
    /// If the first is kept, the second is: not monotone.
    Implies(Vec<(usize, usize)>),
    /// All of these hold. They run one after the other until one fails, or all of them.
    Checks { checks: Vec<Property>, all_run: bool },
}

impl Property {
    /// The verdict on a configuration, when it is asked about as the `turn`-th one.
    pub(crate) fn verdict(&self, kept: &FixedBitSet, turn: usize) -> Verdict {
        let holds = match self {
            Property::KeepsOneOf(sets) => {
                sets.iter().any(|set| set.iter().all(|element| kept.contains(*element)))
            }
            Property::Arbitrary { seed, percent } => {
                kept.ones().fold(*seed, |hash, e| mix(hash ^ e as u64)) % 100 < *percent
            }
            Property::Inconsistent { seed, percent } => {
                let dice = mix(seed ^ turn as u64) % 100;
                if dice >= 95 {
                    return Verdict::Unresolved;
                }
                dice < *percent
            }
            Property::Implies(pairs) => {
                pairs.iter().all(|(user, used)| !kept.contains(*user) || kept.contains(*used))
            }
            Property::Checks { checks, .. } => {
                checks.iter().all(|check| check.verdict(kept, turn).is_interesting())
            }
        };
        if holds { Verdict::Interesting } else { Verdict::Uninteresting }
    }
}

impl Property {
    /// The same with what is told of each check.
    pub(crate) fn feedback(&self, kept: &FixedBitSet, turn: usize) -> Feedback {
        let verdict = self.verdict(kept, turn);
        let Property::Checks { checks, all_run } = self else { return verdict.into() };
        let mut runs = true;
        let state = |check: &Property| {
            let is_run = runs;
            let holds = check.verdict(kept, turn).is_interesting();
            runs &= holds || *all_run;
            match (is_run, holds) {
                (false, _) => CheckState::NotRun,
                (true, true) => CheckState::Held,
                (true, false) => CheckState::Failed,
            }
        };
        Feedback { verdict, checks: checks.iter().map(state).collect() }
    }
}

/// Two to eight checks of every sort, some of which say nothing without another one.
pub(crate) fn checks(size: usize) -> BoxedStrategy<Property> {
    let check = prop_oneof![
        4 => monotone(size),
        2 => implications(size),
        1 => (any::<u64>(), 30..100u64)
            .prop_map(|(seed, percent)| Property::Arbitrary { seed, percent }),
    ];
    composed(check.boxed())
}

/// The same, monotone.
pub(crate) fn monotone_checks(size: usize) -> BoxedStrategy<Property> {
    composed(monotone(size))
}

fn composed(check: BoxedStrategy<Property>) -> BoxedStrategy<Property> {
    (prop::collection::vec(check, 2..=8), any::<bool>())
        .prop_map(|(checks, all_run)| Property::Checks { checks, all_run })
        .boxed()
}

/// What uses what, as a compiler sees it.
fn implications(size: usize) -> BoxedStrategy<Property> {
    let element = 0..size.max(1);
    prop::collection::vec((element.clone(), element), 0..=size).prop_map(Property::Implies).boxed()
}

/// Properties of every sort, over the elements `0..size`.
pub(crate) fn any_property(size: usize) -> BoxedStrategy<Property> {
    let percents = prop_oneof![Just(0u64), 5..30u64, 30..90u64, Just(100)];
    prop_oneof![
        monotone(size),
        (any::<u64>(), percents.clone())
            .prop_map(|(seed, percent)| Property::Arbitrary { seed, percent }),
        (any::<u64>(), percents)
            .prop_map(|(seed, percent)| Property::Inconsistent { seed, percent }),
    ]
    .boxed()
}

/// Monotone properties, with up to three ways to hold.
pub(crate) fn monotone(size: usize) -> BoxedStrategy<Property> {
    let ways = prop::collection::vec(some_of(size), 1..=3);
    ways.prop_map(Property::KeepsOneOf).boxed()
}

/// A few of the elements `0..size`.
pub(crate) fn some_of(size: usize) -> BoxedStrategy<Vec<usize>> {
    prop::sample::subsequence((0..size).collect::<Vec<_>>(), 0..=size.min(4)).boxed()
}

/// What a search did.
pub(crate) struct Run<Change, Configuration> {
    /// What it asked, and what that would have kept.
    pub(crate) asked: Vec<(Query<Change>, Configuration)>,
    /// What is kept in the end.
    pub(crate) kept: Configuration,
}

/// Runs a search to its end and checks, at every step:
///
/// - `ask` is pure, and so is a clone: told something else, it leaves the original alone;
/// - a second search from `make`, told the same, asks the same;
/// - a query takes something away, adds nothing, and its configuration is new;
/// - `best` is the start, or the last configuration whose verdict was "interesting"; it only grows,
///   at its end;
/// - there are at most `bound` queries.
pub(crate) fn check<S, W>(
    make: impl Fn() -> S,
    world: &W,
    property: &Property,
    bound: usize,
) -> Run<S::Change, W::Configuration>
where
    S: Search + Clone,
    S::Change: Clone + Debug + PartialEq,
    W: World<S::Change>,
{
    let (mut search, mut twin) = (make(), make());
    let mut kept = world.all();
    let mut seen = HashSet::from([world.members(&kept).clone()]);
    let mut asked = Vec::new();
    while let Some(query) = search.ask().cloned() {
        assert_eq!(search.ask(), Some(&query), "asking twice gives the same query");
        assert_eq!(twin.ask(), Some(&query), "the same verdicts give the same queries");
        assert!(asked.len() < bound, "more than {bound} queries");
        let is_chance = |p: f64| (0.0..=1.0).contains(&p);
        assert!(query.probability.is_none_or(is_chance), "{query:?} has no probability");
        let undecided = search.undecided().unwrap_or_default();
        assert!(undecided.iter().all(|belief| is_chance(belief.needed)), "{undecided:?}");

        let candidate = after(world, kept.clone(), &query.change);
        let members = world.members(&candidate);
        assert!(candidate != kept, "{query:?} asks about the best configuration");
        assert!(members.is_subset(world.members(&kept)), "{query:?} adds something");
        assert!(seen.insert(members.clone()), "{query:?} asks about {candidate:?} again");

        let feedback = property.feedback(members, asked.len());
        let verdict = feedback.verdict;
        let before = search.best().clone();
        search.clone().tell(&opposite(verdict).into());
        assert_eq!(search.ask(), Some(&query), "what a clone is told is its own");
        search.tell(&feedback);
        let mut fork = twin.clone();
        fork.tell(&feedback);
        assert_eq!(fork.ask(), search.ask(), "a clone that is told the same asks the same");
        twin.tell(&feedback);
        if verdict.is_interesting() {
            kept = candidate.clone();
        }
        let best = after(world, world.all(), search.best());
        assert_eq!(best, kept, "the best configuration was observed to be interesting");
        let grown = (search.best(), &before);
        assert!(world.has_grown(grown.0, grown.1), "{grown:?}: the best grows at its end");
        asked.push((query, candidate));
    }
    assert!(twin.ask().is_none(), "the same verdicts end it");
    assert_eq!(search.undecided().unwrap_or_default(), [], "everything is decided at the end");
    Run { asked, kept }
}

fn after<Change, W: World<Change>>(
    world: &W,
    mut kept: W::Configuration,
    change: &Change,
) -> W::Configuration {
    world.apply(&mut kept, change);
    kept
}

fn opposite(verdict: Verdict) -> Verdict {
    if verdict.is_interesting() { Verdict::Unresolved } else { Verdict::Interesting }
}

/// A hash of a number, good enough for verdicts without a pattern.
fn mix(n: u64) -> u64 {
    let z = n.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Every set that can be left when some of `choices` are made, by brute force.
pub(crate) fn every_choice<Choice: Copy>(choices: &[Choice]) -> impl Iterator<Item = Vec<Choice>> {
    assert!(choices.len() <= 12, "brute force has its limits");
    (0u32..1 << choices.len()).map(move |mask| {
        let is_made = |at: &usize| mask & (1 << at) != 0;
        (0..choices.len()).filter(is_made).map(|at| choices[at]).collect()
    })
}

/// The settings of every property test: nothing is written beside the sources.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    let wanted = ProptestConfig::default();
    // PROPTEST_CASES, when it is set, asks for more or fewer than the default of 256.
    let cases = (cases * wanted.cases).div_ceil(256);
    ProptestConfig { cases, failure_persistence: None, max_local_rejects: u32::MAX, ..wanted }
}
