//! The matcher: runs the automaton of a rule over the children of a node.
//!
//! A bounded backtracker. It tries alternatives in order of preference, and every pair of split and
//! position once: the time is at most (splits x children), in practice near linear. The stack of
//! alternatives is explicit. The first way through gives the shape.

use crate::grammar::{Automaton, Instruction};
use crate::shape::steps::{self, Shape, Step};
use fixedbitset::FixedBitSet;

/// Reusable memory of the matcher.
#[derive(Debug, Default)]
pub(crate) struct Matcher {
    visited: FixedBitSet,
    alternatives: Vec<Alternative>,
    steps: Vec<Step>,
}

#[derive(Clone, Copy, Debug)]
struct Alternative {
    at: u32,
    position: u32,
    steps: u32,
}

impl Matcher {
    /// The shape of children by their kinds, if they match. `sets` are the ones that the
    /// instructions of the automaton accept.
    pub(crate) fn shape(
        &mut self,
        automaton: &Automaton,
        sets: &[FixedBitSet],
        children: &[u16],
    ) -> Option<Shape> {
        self.visited.clear();
        self.visited.grow(automaton.splits as usize * (children.len() + 1));
        self.alternatives.clear();
        self.steps.clear();
        self.alternatives.push(Alternative { at: 0, position: 0, steps: 0 });
        while let Some(alternative) = self.alternatives.pop() {
            self.steps.truncate(alternative.steps as usize);
            if self.run(automaton, sets, children, alternative) {
                return Some(steps::simplified(&self.steps));
            }
        }
        None
    }

    /// Follows one alternative to its end. Returns whether that is a match.
    fn run(
        &mut self,
        automaton: &Automaton,
        sets: &[FixedBitSet],
        children: &[u16],
        from: Alternative,
    ) -> bool {
        let (mut at, mut position) = (from.at, from.position as usize);
        loop {
            match automaton.code[at as usize] {
                Instruction::Accept { set, slot } => {
                    let Some(kind) = children.get(position) else { return false };
                    if !sets[set as usize].contains(usize::from(*kind)) {
                        return false;
                    }
                    self.steps.push(Step::Child(slot));
                    position += 1;
                    at += 1;
                }
                Instruction::Split { number, prefer, other } => {
                    let state = position * automaton.splits as usize + number as usize;
                    if self.visited.put(state) {
                        return false;
                    }
                    let steps = self.steps.len() as u32;
                    let position = position as u32;
                    self.alternatives.push(Alternative { at: other, position, steps });
                    at = prefer;
                }
                Instruction::Jump(target) => at = target,
                Instruction::Mark(mark) => {
                    self.steps.push(Step::Mark(mark));
                    at += 1;
                }
                Instruction::Match => return position == children.len(),
                Instruction::Fail => return false,
            }
        }
    }
}
