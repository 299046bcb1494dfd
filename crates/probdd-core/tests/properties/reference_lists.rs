//! The list searches without a model, as naively as they can be written: loops that call the property.

use crate::oracle::Property;
use fixedbitset::FixedBitSet;
use std::collections::HashMap;

/// Answers from history or from the property, and notes what it was asked.
pub(crate) struct Oracle<'a> {
    property: &'a Property,
    known: HashMap<Vec<u32>, bool>,
    /// The configurations whose verdict was not known, in order.
    pub(crate) asked: Vec<Vec<u32>>,
}

impl Oracle<'_> {
    pub(crate) fn new(property: &Property, n: usize) -> Oracle<'_> {
        let known = HashMap::from([((0..n as u32).collect(), true)]);
        Oracle { property, known, asked: Vec::new() }
    }

    fn holds(&mut self, kept: &[u32]) -> bool {
        if let Some(verdict) = self.known.get(kept) {
            return *verdict;
        }
        let members: FixedBitSet = kept.iter().map(|e| *e as usize).collect();
        let holds = self.property.verdict(&members, self.asked.len()).is_interesting();
        self.known.insert(kept.to_vec(), holds);
        self.asked.push(kept.to_vec());
        holds
    }
}

fn without(list: &[u32], removed: &[u32]) -> Vec<u32> {
    list.iter().copied().filter(|e| !removed.contains(e)).collect()
}

fn cut_into(list: &[u32], n: usize) -> Vec<Vec<u32>> {
    (0..n).map(|i| list[i * list.len() / n..(i + 1) * list.len() / n].to_vec()).collect()
}

/// Zeller's and Hildebrandt's definition.
pub(crate) fn ddmin(oracle: &mut Oracle, mut list: Vec<u32>) -> Vec<u32> {
    let mut n = 2;
    'again: while !list.is_empty() {
        let chunks = cut_into(&list, n.min(list.len()));
        for chunk in chunks.iter().filter(|chunk| chunk.len() < list.len()) {
            if oracle.holds(chunk) {
                list.clone_from(chunk);
                n = 2;
                continue 'again;
            }
        }
        for chunk in &chunks {
            let complement = without(&list, chunk);
            if oracle.holds(&complement) {
                list = complement;
                n = (n - 1).max(2);
                continue 'again;
            }
        }
        if n >= list.len() {
            break;
        }
        n = (2 * n).min(list.len());
    }
    list
}

/// The same, asking about complements only.
pub(crate) fn ddmin_complements(oracle: &mut Oracle, mut list: Vec<u32>) -> Vec<u32> {
    let mut n = 2;
    'again: while !list.is_empty() {
        for chunk in cut_into(&list, n.min(list.len())) {
            let complement = without(&list, &chunk);
            if oracle.holds(&complement) {
                list = complement;
                n = (n - 1).max(2);
                continue 'again;
            }
        }
        if n >= list.len() {
            break;
        }
        n = (2 * n).min(list.len());
    }
    list
}

/// Tries to remove each chunk once.
fn pass(oracle: &mut Oracle, mut list: Vec<u32>, length: usize) -> Vec<u32> {
    for chunk in list.clone().chunks(length) {
        let rest = without(&list, chunk);
        if oracle.holds(&rest) {
            list = rest;
        }
    }
    list
}

pub(crate) fn opdd(oracle: &mut Oracle, mut list: Vec<u32>) -> Vec<u32> {
    let mut length = (list.len() / 2).max(1);
    loop {
        list = pass(oracle, list, length);
        if length == 1 {
            return list;
        }
        length = (length / 2).min(list.len() / 2).max(1);
    }
}

/// Algorithm 2 of the CDD paper.
pub(crate) fn cdd(oracle: &mut Oracle, mut list: Vec<u32>, p0: f64) -> Vec<u32> {
    let mut p = p0;
    loop {
        let size = (1..=5000u32).rev().find(|s| f64::from(*s) * p <= 1.0).unwrap_or(1);
        list = pass(oracle, list, size as usize);
        if size == 1 {
            return list;
        }
        p *= 1.581_976_706_869_326_5;
    }
}

/// Whole rounds, each from the last element back, until one changes nothing.
pub(crate) fn one_minimal(oracle: &mut Oracle, mut list: Vec<u32>) -> Vec<u32> {
    loop {
        let before = list.len();
        for element in list.clone().into_iter().rev() {
            let rest = without(&list, &[element]);
            if oracle.holds(&rest) {
                list = rest;
            }
        }
        if list.len() == before {
            return list;
        }
    }
}
