//! What a check runs and when it holds; which checks have to come before others.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::expectation::Expectation;

/// One check of a test.
#[derive(Clone, Debug)]
pub struct CheckSpec {
    /// Its name; no two checks of a test have the same.
    pub name: Arc<str>,
    /// What it runs.
    pub command: CheckCommand,
    /// When it holds.
    pub expectation: Expectation,
    /// Its own deadline; `None` for that of the test.
    pub timeout: Option<Duration>,
    /// The checks that it needs, because it uses their files: it runs only after they held.
    pub after: Vec<usize>,
}

/// What a check runs.
#[derive(Clone, Debug)]
pub enum CheckCommand {
    /// A command of the shell; `$1` is the candidate's path.
    Shell(OsString),
    /// A program, by its absolute path or relative to the query's directory, and its arguments.
    Program(PathBuf, Vec<OsString>),
}

/// Returns the order of checks that need these others: their own order, but each after those that it
/// needs.
///
/// # Errors
/// The first cycle: each check needs the next, the last one the first.
pub fn in_order(after: &[&[usize]]) -> Result<Vec<usize>, Vec<usize>> {
    let mut order = Vec::new();
    while order.len() < after.len() {
        let is_ready = |check: &usize| {
            !order.contains(check) && after[*check].iter().all(|need| order.contains(need))
        };
        match (0..after.len()).find(is_ready) {
            Some(check) => order.push(check),
            None => return Err(cycle(after, &order)),
        }
    }
    Ok(order)
}

/// Returns checks of which each needs the next, when all that are not done need another of them.
fn cycle(after: &[&[usize]], done: &[usize]) -> Vec<usize> {
    let mut chain = Vec::new();
    let mut next = (0..after.len()).find(|check| !done.contains(check));
    while let Some(check) = next {
        if let Some(begin) = chain.iter().position(|other| *other == check) {
            return chain.split_off(begin);
        }
        chain.push(check);
        next = after[check].iter().copied().find(|need| !done.contains(need));
    }
    chain
}

/// Returns how many checks can run at a time, if checks with equally long chains of needs run together.
pub(super) fn width(checks: &[CheckSpec]) -> usize {
    let after: Vec<&[usize]> = checks.iter().map(|check| check.after.as_slice()).collect();
    let mut levels = vec![0; checks.len()];
    for check in in_order(&after).unwrap_or_default() {
        levels[check] = after[check].iter().map(|need| levels[*need] + 1).max().unwrap_or(0);
    }
    let on = |level: usize| levels.iter().filter(|other| **other == level).count();
    (0..checks.len()).map(on).max().unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_comes_after_those_that_it_needs() {
        assert_eq!(in_order(&[&[], &[], &[]]), Ok(vec![0, 1, 2]));
        assert_eq!(in_order(&[&[2], &[], &[]]), Ok(vec![1, 2, 0]));
        assert_eq!(in_order(&[&[1], &[2], &[]]), Ok(vec![2, 1, 0]));
    }

    #[test]
    fn a_cycle_of_needs_is_reported() {
        assert_eq!(in_order(&[&[0]]), Err(vec![0]));
        assert_eq!(in_order(&[&[], &[2], &[3, 0], &[2]]), Err(vec![2, 3]));
    }
}
