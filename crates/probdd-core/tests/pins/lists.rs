//! The searches over lists.

use crate::drive::Row;
use crate::properties::Told;
use crate::worlds;
use probdd_core::list::{self, Subset, Tie};
use probdd_core::{
    AfterFail, Algorithm, AllAtOnce, Direction, Fixpoint, ListSearch, Minimizer, OneMinimal, Order,
    Search, Tree,
};

/// Every list search.
pub(crate) const ALGORITHMS: [(&str, Algorithm); 8] = [
    ("ddmin", Algorithm::Ddmin),
    ("opdd", Algorithm::Opdd),
    ("probdd", Algorithm::ProbDd),
    ("cdd", Algorithm::Cdd),
    ("weighted", Algorithm::Weighted),
    ("active-coarsen", Algorithm::ActiveCoarsen),
    ("splitting", Algorithm::Splitting),
    ("ddmin-complements", Algorithm::DdminComplements),
];

/// Every way to tell a search about checks. The searches have at most eight models, so that some of
/// eleven checks share one.
pub(crate) const CHECKS: [(&str, Told); 4] = [
    ("3 checks", Told::InTurn(3, AfterFail::Failed)),
    ("3 checks unknown", Told::InTurn(3, AfterFail::Unknown)),
    ("3 checks all run", Told::Each(3)),
    ("11 checks", Told::InTurn(11, AfterFail::Failed)),
];

/// The default settings of a list search.
pub(crate) fn minimizer(algorithm: Algorithm) -> Minimizer {
    Minimizer {
        algorithm,
        sigma: 0.1,
        tie: Tie::Index,
        order: Order::Forward,
        seed: 7,
        feedback: Told::Verdict.settings(),
    }
}

pub(crate) fn rows() -> Vec<Row> {
    let list = worlds::list();
    let mut rows = Vec::new();
    for (name, algorithm) in ALGORITHMS {
        let forward = minimizer(algorithm);
        rows.push(of_minimizer(&list, name, forward));
        let backward = Minimizer { order: Order::Backward, ..forward };
        rows.push(of_minimizer(&list, &format!("{name} backward"), backward));
        rows.push(fixpoint(&list, name, Direction::Backward, forward));
    }
    rows.extend(with_other_settings(&list));
    rows.extend(with_checks(&list));
    rows.extend(without_minimizer(&list));
    rows
}

fn with_other_settings(list: &Tree) -> Vec<Row> {
    let mut rows = Vec::new();
    let auto = Minimizer { order: Order::Auto, ..minimizer(Algorithm::Splitting) };
    rows.push(of_minimizer(list, "splitting auto", auto));
    for (name, algorithm) in &ALGORITHMS[2..6] {
        let likely = Minimizer { sigma: 0.3, ..minimizer(*algorithm) };
        rows.push(of_minimizer(list, &format!("{name} sigma 0.3"), likely));
    }
    for (name, algorithm) in [ALGORITHMS[2], ALGORITHMS[4]] {
        let random = Minimizer { tie: Tie::Random { seed: 3 }, ..minimizer(algorithm) };
        rows.push(of_minimizer(list, &format!("{name} random ties"), random));
    }
    let seeded = Minimizer { seed: 8, ..minimizer(Algorithm::ActiveCoarsen) };
    rows.push(of_minimizer(list, "active-coarsen seed 8", seeded));
    rows
}

fn with_checks(list: &Tree) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, algorithm) in &ALGORITHMS[2..5] {
        for (checks, told) in CHECKS {
            let minimizer = Minimizer { feedback: told.settings(), ..minimizer(*algorithm) };
            let make = || search(list, minimizer);
            rows.push(of(list, &format!("{name} {checks}"), told, make));
        }
    }
    rows
}

fn without_minimizer(list: &Tree) -> Vec<Row> {
    let n = list.token_count();
    let probdd = minimizer(Algorithm::ProbDd);
    let one_minimal = |direction| move || list::search(n, |n| OneMinimal::new(n, direction));
    vec![
        fixpoint(list, "probdd forward", Direction::Forward, probdd),
        of(list, "one-minimal forward", Told::Verdict, one_minimal(Direction::Forward)),
        of(list, "one-minimal backward", Told::Verdict, one_minimal(Direction::Backward)),
        of(list, "all-at-once", Told::Verdict, || list::search(n, AllAtOnce::new)),
    ]
}

fn of_minimizer(list: &Tree, name: &str, minimizer: Minimizer) -> Row {
    of(list, name, Told::Verdict, || search(list, minimizer))
}

fn search(list: &Tree, minimizer: Minimizer) -> ListSearch<u32> {
    let n = list.token_count();
    minimizer.search((0..n as u32).collect(), &weights(n))
}

fn fixpoint(list: &Tree, name: &str, direction: Direction, minimizer: Minimizer) -> Row {
    let pass = |elements: Vec<u32>| {
        let weights = weights(elements.len());
        minimizer.search(elements, &weights)
    };
    let make = || list::search(list.token_count(), |n| Fixpoint::new(n, direction, pass));
    of(list, &format!("fixpoint {name}"), Told::Verdict, make)
}

fn of<S: Search<Change = Subset>>(
    list: &Tree,
    name: &str,
    told: Told,
    make: impl Fn() -> S,
) -> Row {
    Row::new(&format!("list: {name}"), list, told, make)
}

/// Weights of elements, which only the weighted search looks at.
fn weights(n: usize) -> Vec<u32> {
    (0..n as u32).map(|element| 1 + element * element % 23).collect()
}
