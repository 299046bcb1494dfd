//! A text without a grammar whose lines depend on each other.

use super::scripted::{Bench, Property};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many steps the text has.
const STEPS: usize = 240;

/// The steps that trigger.
const NEEDED: [usize; 3] = [20, 90, 150];

/// The step without which a step fails: like the changes to a program, which apply to what earlier ones
/// left.
fn earlier(step: usize) -> Option<usize> {
    step.checked_sub(1 + step * 7 % 40)
}

/// Whether the steps that trigger are there, and for each step the one that it needs.
fn works(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let steps: Option<BTreeSet<usize>> =
        text.split_whitespace().map(|step| step.strip_prefix("step")?.parse().ok()).collect();
    let Some(steps) = steps else { return false };
    let is_possible = |step: usize| earlier(step).is_none_or(|needed| steps.contains(&needed));
    NEEDED.iter().all(|step| steps.contains(step)) && steps.iter().all(|step| is_possible(*step))
}

/// The steps that trigger, with all that they need.
fn smallest() -> BTreeSet<usize> {
    let chain = |step: usize| std::iter::successors(Some(step), |step| earlier(*step));
    NEEDED.iter().flat_map(|step| chain(*step)).collect()
}

#[test]
fn steps_that_need_earlier_ones_are_removed_from_the_end() {
    let steps: Vec<String> = (0..STEPS).map(|step| format!("step{step}")).collect();
    let property: Property = Arc::new(works);
    let reduced = Bench::new().reduce("input.txt", steps.join("\n").as_bytes(), "", &property);
    let best = String::from_utf8_lossy(&reduced.best).into_owned();
    let steps: BTreeSet<String> = best.split_whitespace().map(str::to_owned).collect();
    let expected: BTreeSet<String> = smallest().iter().map(|step| format!("step{step}")).collect();
    assert_eq!(steps, expected);
    assert!(reduced.tests < STEPS, "{} tests", reduced.tests);
}
