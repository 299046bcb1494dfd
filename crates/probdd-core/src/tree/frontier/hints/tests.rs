//! Programs of items with one token each. Some items use others, by names that no link shows. A test
//! that fails for want of a definition may say its name.

use crate::input::links::Links;
use crate::input::sketch;
use crate::tree::configuration::{TreeConfiguration, search};
use crate::tree::frontier::{Frontier, Priors};
use crate::words::{Context, Names, Occurrence, Word, Words};
use crate::{Feedback, FeedbackSettings, Kept, Search, Verdict};
use std::sync::Arc;

const ITEMS: u32 = 200;

/// What is needed, and `(user, definition)`. Item 150 is not needed.
const NEEDED: [u32; 2] = [190, 199];
const USES: [(u32, u32); 7] =
    [(199, 120), (199, 61), (120, 60), (60, 30), (60, 5), (190, 77), (150, 40)];

/// The name that an item defines.
fn name(item: u32) -> Word {
    Word(1000 + item)
}

fn names() -> Names {
    let occurrence = |item, token, is_definition| Occurrence {
        word: name(item),
        token,
        is_definition,
        context: Context::default(),
    };
    let uses = USES.iter().map(|(user, item)| occurrence(*item, *user, false));
    Names::new((0..ITEMS).map(|item| occurrence(item, item, true)).chain(uses).collect())
}

/// The names that items left use and that nothing left defines.
fn undefined(has: &dyn Fn(u32) -> bool) -> Vec<Word> {
    let missing = USES.iter().filter(|(user, item)| has(*user) && !has(*item));
    missing.map(|(_, item)| name(*item)).collect()
}

/// Runs a search. Returns the number of queries and the items that are left.
fn run(
    with_hints: impl Fn(Frontier) -> Frontier,
    says: impl Fn(&dyn Fn(u32) -> bool) -> Vec<Word>,
) -> (usize, Vec<u32>) {
    let tree = sketch::tree(&format!("aa( *({}) )", "i(x)".repeat(ITEMS as usize)), &[]);
    let mut search = search(Arc::clone(&tree), |start: &TreeConfiguration| {
        let settings = FeedbackSettings::BINARY;
        with_hints(Frontier::new(start, Links::default(), Priors::default(), settings))
    });
    let mut kept = Kept::all(&tree);
    let mut queries = 0;
    while let Some(query) = search.ask().cloned() {
        let mut candidate = kept.clone();
        candidate.apply(&tree, &query.change);
        let has = |item: u32| candidate.contains(item as usize);
        let is_interesting = NEEDED.iter().all(|item| has(*item)) && undefined(&has).is_empty();
        let verdict = if is_interesting { Verdict::Interesting } else { Verdict::Uninteresting };
        let words = Words::new(says(&has));
        if is_interesting {
            kept = candidate;
        }
        search.tell(&Feedback { words, ..Feedback::from(verdict) });
        queries += 1;
    }
    (queries, (0..ITEMS).filter(|item| kept.contains(*item as usize)).collect())
}

fn hinted(frontier: Frontier) -> Frontier {
    frontier.with_hints(names(), &Words::NONE)
}

#[test]
fn definitions_that_the_test_asks_for_need_not_be_found() {
    let (without, left) = run(|frontier| frontier, undefined);
    let (with, left_with) = run(hinted, undefined);
    assert_eq!(left, [5, 30, 60, 61, 77, 120, 190, 199]);
    assert_eq!(left_with, left);
    assert!(2 * with < without, "{with} queries with hints, {without} without");
}

#[test]
fn a_definition_goes_when_its_last_use_has_gone() {
    // The test asks for 40 as long as 150 is there.
    let (_, left) = run(hinted, undefined);
    assert!(!left.contains(&40) && !left.contains(&150));
}

#[test]
fn words_that_the_test_says_of_the_best_or_of_an_interesting_candidate_are_not_heeded() {
    let everything = |_: &dyn Fn(u32) -> bool| (0..ITEMS).map(name).collect::<Vec<_>>();
    let (without, left) = run(|frontier| frontier, everything);
    let all = Words::new((0..ITEMS).map(name).collect());
    let idle = |frontier: Frontier| frontier.with_hints(names(), &all);
    assert_eq!(run(idle, everything), (without, left));
}

#[test]
fn names_without_a_use_in_what_is_left_say_nothing() {
    let unused = |has: &dyn Fn(u32) -> bool| {
        let is_used = |item: u32| USES.iter().any(|(user, used)| has(*user) && *used == item);
        (0..ITEMS).filter(|item| !is_used(*item)).map(name).collect::<Vec<_>>()
    };
    assert_eq!(run(hinted, unused), run(|frontier| frontier, unused));
}

#[test]
fn a_hoist_that_loses_a_definition_which_the_test_asks_for_is_not_tried() {
    // The item with token 0 uses the name that token 1 defines. Nodes 4 and 5 fit in the place of 3,
    // and lack token 1. Node 5 fits in the place of 4 as well.
    let tree = sketch::tree("r-( *( i(x) ) AX( x AX( x AX(x) ) ) )", &["XA"]);
    let hoists = |says: &[Word]| {
        let mut search = search(Arc::clone(&tree), |start: &TreeConfiguration| {
            let settings = FeedbackSettings::BINARY;
            let frontier = Frontier::new(start, Links::default(), Priors::default(), settings);
            let defined = |(token, is_definition)| Occurrence {
                word: name(1),
                token,
                is_definition,
                context: Context::default(),
            };
            let names = Names::new([(1, true), (0, false)].map(defined).into());
            frontier.with_hints(names, &Words::NONE).with_hoists()
        });
        let mut hoists = Vec::new();
        while let Some(query) = search.ask().cloned() {
            hoists.extend(query.change.replaced);
            let words = Words::new(says.to_vec());
            search.tell(&Feedback { words, ..Feedback::from(Verdict::Uninteresting) });
        }
        hoists.into_iter().map(|(node, by)| (node.0, by.0)).collect::<Vec<_>>()
    };
    assert_eq!(hoists(&[]), [(3, 5), (3, 4), (4, 5)]);
    assert_eq!(hoists(&[name(1)]), [(3, 5), (4, 5)]);
}
