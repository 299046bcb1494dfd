//! What the list searches need to a certified fixpoint when elements depend on each other: one can
//! go only when all that use it are gone.

use super::property::{Dependencies, Random, cost, geometric_mean, median};
use probdd_core::Over;
use probdd_core::list::{self, Algorithm, Direction, Fixpoint, Minimizer, Order, Splitting};

const SEEDS: u64 = 20;
const ELEMENTS: usize = 1000;
const NEEDED: usize = 20;

/// What an element uses. The first element is asked for only where it is in a cycle.
const GRAPHS: [(&str, Graph); 6] = [
    ("tree", |random, element| vec![random.below(element)]),
    ("chains of 20", |_, element| if element % 20 == 0 { vec![] } else { vec![element - 1] }),
    ("two parents", |random, element| vec![random.below(element), random.below(element)]),
    ("cycles of 5", |_, element| vec![if element % 5 == 0 { element + 4 } else { element - 1 }]),
    ("cycles, far", |random, _| vec![random.below(ELEMENTS)]),
    ("near parents", |random, element| vec![element - 1 - random.below(element.min(30))]),
];

type Graph = fn(&mut Random, usize) -> Vec<usize>;

/// Where uses stand: after what they use, before it, or anywhere.
const PLACES: [&str; 3] = ["uses after", "uses before", "shuffled"];

pub(super) fn print() {
    println!("{ELEMENTS} elements, {NEEDED} needed, to the fixpoint, medians of {SEEDS} seeds");
    for (place, name) in PLACES.iter().enumerate() {
        println!("{name:<12}     size  ProbDD  ProbDD<-  splitting<-  auto   <-/<-  auto/ProbDD");
        let rows: Vec<[f64; 2]> = GRAPHS.iter().map(|graph| print_row(graph, place)).collect();
        let mean = |i: usize| geometric_mean(&rows.iter().map(|row| row[i]).collect::<Vec<_>>());
        println!("{:<50}{:>11.2} {:>12.2}\n", "geometric mean", mean(0), mean(1));
    }
}

fn print_row(named: &(&str, Graph), place: usize) -> [f64; 2] {
    let one = |search: &dyn Fn(&mut Dependencies) -> (usize, Vec<u32>)| {
        let runs = (0..SEEDS).map(|seed| search(&mut dependencies(*named, place, seed)));
        let (queries, left): (Vec<_>, Vec<_>) = runs
            .map(|(queries, removed)| (queries as f64, (ELEMENTS - removed.len()) as f64))
            .unzip();
        (median(queries), median(left))
    };
    let probdd = |order| {
        let minimizer = Minimizer { order, ..Minimizer::new(Algorithm::ProbDd) };
        move |elements: Vec<u32>| {
            let weights = vec![1; elements.len()];
            minimizer.search(elements, &weights)
        }
    };
    let fixpoint =
        |direction, order| list::search(ELEMENTS, |n| Fixpoint::new(n, direction, probdd(order)));
    let (forward, _) = one(&|p| cost(fixpoint(Direction::Forward, Order::Forward), p));
    let (backward, size) = one(&|p| cost(fixpoint(Direction::Backward, Order::Backward), p));
    let split =
        |order| move |elements: Vec<u32>| Over::start(elements, |n| Splitting::new(n, order));
    let fixpoint =
        |order| list::search(ELEMENTS, |n| Fixpoint::new(n, Direction::Backward, split(order)));
    let (splitting, left) = one(&|p| cost(fixpoint(Order::Backward), p));
    let (auto, _) = one(&|p| cost(fixpoint(Order::Auto), p));
    let ratios = [splitting / backward, auto / forward.min(backward)];
    println!(
        "{:<12} {left:>4}/{size:<4} {forward:>6} {backward:>9} {splitting:>12} {auto:>5} {:>7.2} {:>12.2}",
        named.0, ratios[0], ratios[1]
    );
    ratios
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
    let needed = random.needed(ELEMENTS, NEEDED, 1).0;
    Dependencies { needed, users, is_left: vec![true; ELEMENTS] }
}
