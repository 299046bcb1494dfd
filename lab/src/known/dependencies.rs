//! What the list searches need to a certified fixpoint when elements depend on each other: an element
//! is removable only together with all that use it.

use super::property::{Dependencies, cost, needed};
use crate::random::Random;
use crate::statistics::median;
use crate::table::padded;
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

/// Medians for one graph: sizes of the result, and queries of `ProbDD` from both ends and of splitting.
#[derive(Serialize, Deserialize)]
pub(super) struct Row {
    place: usize,
    graph: String,
    size: f64,
    splitting_size: f64,
    forward: f64,
    backward: f64,
    auto: f64,
}

/// Measures all rows, one after the other.
pub(super) fn rows() -> impl Iterator<Item = Row> {
    (0..PLACES.len()).flat_map(|place| GRAPHS.iter().map(move |graph| Row::measured(graph, place)))
}

/// The table: queries of splitting / of `ProbDD` from the better end, and whether the results are equally large.
pub(super) fn table(rows: &[Row]) -> String {
    let cell = |row: &Row| {
        let sizes = if (row.size - row.splitting_size).abs() < 0.1 { "" } else { ", other sizes" };
        format!("{} / {}{sizes}", row.auto, row.forward.min(row.backward))
    };
    let of_graph = |(graph, _): &(&str, Graph)| {
        let cells = rows.iter().filter(|row| row.graph == *graph).map(cell);
        std::iter::once((*graph).to_owned()).chain(cells).collect()
    };
    let head = std::iter::once("graph").chain(PLACES).map(str::to_owned).collect::<Vec<_>>();
    let title =
        format!("{ELEMENTS} elements, {NEEDED} needed, to the fixpoint, medians of {SEEDS} seeds");
    format!("{title}\n\n{}", padded(&head, &GRAPHS.iter().map(of_graph).collect::<Vec<_>>()))
}

impl Row {
    fn measured(named: &(&str, Graph), place: usize) -> Row {
        let one = |search: &dyn Fn(&mut Dependencies) -> (usize, usize)| {
            let runs = (0..SEEDS).map(|seed| search(&mut dependencies(*named, place, seed)));
            let (queries, sizes): (Vec<_>, Vec<_>) = runs
                .map(|(queries, removed)| (queries as f64, (ELEMENTS - removed) as f64))
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
        let of = |algorithm, direction, order| {
            one(&|property| cost(fixpoint(algorithm, direction, order), property))
        };
        let (forward, _) = of(Algorithm::ProbDd, Forward, Order::Forward);
        let (backward, size) = of(Algorithm::ProbDd, Backward, Order::Backward);
        let (auto, splitting_size) = of(Algorithm::Splitting, Backward, Order::Auto);
        let graph = named.0.to_owned();
        Row { place, graph, size, splitting_size, forward, backward, auto }
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
