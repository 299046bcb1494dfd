//! What the list searches need to a certified fixpoint when elements depend on each other: an element
//! is removable only together with all that use it.

use super::property::{Dependencies, cost, needed};
use crate::random::Random;
use crate::statistics::{geometric_mean, median};
use probdd_core::Direction::{Backward, Forward};
use probdd_core::{Algorithm, Fixpoint, Minimizer, Order, list};
use serde::{Deserialize, Serialize};

const SEEDS: u64 = 20;
const ELEMENTS: usize = 1000;
const NEEDED: usize = 20;

type Graph = fn(&mut Random, usize) -> Vec<usize>;

/// The elements that an element uses. Graphs without cycles are not asked about the first element.
const GRAPHS: [(&str, Graph); 6] = [
    ("tree", |random, element| vec![random.below(element)]),
    ("chains of 20", |_, element| if element % 20 == 0 { vec![] } else { vec![element - 1] }),
    ("two parents", |random, element| vec![random.below(element), random.below(element)]),
    ("cycles of 5", |_, element| vec![if element % 5 == 0 { element + 4 } else { element - 1 }]),
    ("cycles, far", |random, _| vec![random.below(ELEMENTS)]),
    ("near parents", |random, element| vec![element - 1 - random.below(element.min(30))]),
];

/// Whether elements come after those that they use, before them, or anywhere.
const PLACES: [&str; 3] = ["uses after", "uses before", "shuffled"];

/// Medians for one graph: sizes of the result, and queries of each search.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    place: usize,
    graph: String,
    size: f64,
    splitting_size: f64,
    forward: f64,
    backward: f64,
    splitting: f64,
    auto: f64,
}

/// Measures all rows, one after the other.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    (0..PLACES.len()).flat_map(|place| GRAPHS.iter().map(move |graph| Row::measured(graph, place)))
}

/// Prints the tables.
pub(super) fn print(rows: &[Row]) {
    println!("{ELEMENTS} elements, {NEEDED} needed, to the fixpoint, medians of {SEEDS} seeds");
    for (place, name) in PLACES.iter().enumerate() {
        println!("{name:<12}     size  ProbDD  ProbDD<-  splitting<-  auto   <-/<-  auto/ProbDD");
        let rows: Vec<&Row> = rows.iter().filter(|row| row.place == place).collect();
        for row in &rows {
            println!("{}", row.line());
        }
        let mean =
            |i: usize| geometric_mean(&rows.iter().map(|row| row.ratios()[i]).collect::<Vec<_>>());
        println!("{:<50}{:>11.2} {:>12.2}\n", "geometric mean", mean(0), mean(1));
    }
}

impl Row {
    fn measured(named: &(&str, Graph), place: usize) -> Row {
        let one = |search: &dyn Fn(&mut Dependencies) -> (usize, Vec<u32>)| {
            let runs = (0..SEEDS).map(|seed| search(&mut dependencies(*named, place, seed)));
            let (queries, sizes): (Vec<_>, Vec<_>) = runs
                .map(|(queries, removed)| (queries as f64, (ELEMENTS - removed.len()) as f64))
                .unzip();
            (median(queries), median(sizes))
        };
        let fixpoint = |algorithm, direction, order| {
            let minimizer = Minimizer { order, ..Minimizer::new(algorithm) };
            let pass = move |elements: Vec<u32>| {
                let weights = vec![1; elements.len()];
                minimizer.search(elements, &weights)
            };
            list::search(ELEMENTS, |n| Fixpoint::new(n, direction, pass))
        };
        let probdd = |direction, order| {
            one(&|property| cost(fixpoint(Algorithm::ProbDd, direction, order), property))
        };
        let splitting = |order| {
            one(&|property| cost(fixpoint(Algorithm::Splitting, Backward, order), property))
        };
        let (forward, _) = probdd(Forward, Order::Forward);
        let (backward, size) = probdd(Backward, Order::Backward);
        let (auto, _) = splitting(Order::Auto);
        let (splitting, splitting_size) = splitting(Order::Backward);
        let graph = named.0.to_owned();
        Row { place, graph, size, splitting_size, forward, backward, splitting, auto }
    }

    fn ratios(&self) -> [f64; 2] {
        [self.splitting / self.backward, self.auto / self.forward.min(self.backward)]
    }

    fn line(&self) -> String {
        let Row { graph, size, splitting_size, forward, backward, splitting, auto, .. } = self;
        let [backward_ratio, auto_ratio] = self.ratios();
        format!(
            "{graph:<12} {splitting_size:>4}/{size:<4} {forward:>6} {backward:>9} {splitting:>12} \
             {auto:>5} {backward_ratio:>7.2} {auto_ratio:>12.2}"
        )
    }
}

fn dependencies((name, graph): (&str, Graph), place: usize, seed: u64) -> Dependencies {
    let mut random = Random::new(seed);
    let mut at: Vec<usize> = (0..ELEMENTS).collect();
    match place {
        0 => {}
        1 => at.reverse(),
        _ => random.shuffle(&mut at),
    }
    let is_cyclic = name.starts_with("cycles");
    let mut users = vec![Vec::new(); ELEMENTS];
    for element in usize::from(!is_cyclic)..ELEMENTS {
        for used in graph(&mut random, element) {
            users[at[used]].push(at[element] as u32);
        }
    }
    let needed = needed(&mut random, ELEMENTS, NEEDED, 1).0;
    Dependencies { needed, users, is_kept: vec![true; ELEMENTS] }
}
