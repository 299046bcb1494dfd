//! Random properties of small lists and trees, made of checks, and an oracle that decides them.

use probdd_core::{Edits, Kept, Kind, Links, NodeId, Role, Slot, Tree, TreeBuilder, Verdict};
use probdd_exec::{
    Candidate, CheckRun, End, Error, Interrupt, Manner, Oracle, Outcome, Render, in_order,
};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Pseudo-random numbers: xorshift, multiplied.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        let mut random = Random((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for _ in 0..4 {
            random.below(2);
        }
        random
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn is_one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    List,
    Tree,
}

/// When a check holds for the kept tokens.
#[derive(Clone, Debug)]
enum Want {
    All(Vec<u8>),
    Any(Vec<u8>),
    /// For each `(user, used)`: if the user is kept, so is the used one.
    Uses(Vec<(u8, u8)>),
    AtLeast(usize),
    /// All of these are kept, or none: not monotone.
    Together(Vec<u8>),
}

#[derive(Clone, Debug)]
pub(crate) struct Check {
    pub(crate) name: Arc<str>,
    want: Want,
    pub(crate) after: Vec<usize>,
    pub(crate) cost: f64,
    pub(crate) redundant: Option<bool>,
}

/// A tree, and the checks that have to hold for its kept tokens.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) shape: Shape,
    pub(crate) tree: Arc<Tree>,
    pub(crate) links: Links,
    pub(crate) checks: Vec<Check>,
    /// The checks in their own order, but each after those that it needs.
    pub(crate) order: Vec<usize>,
}

impl Property {
    pub(crate) fn random(random: &mut Random, shape: Shape) -> Property {
        let tree = Arc::new(tree(random, shape));
        let tokens = tree.token_count();
        let count = 2 + random.below(7);
        let places = shuffled(random, count);
        let mut checks: Vec<Check> = Vec::new();
        for check in 0..count {
            let before = (0..count).filter(|other| places[*other] < places[check]);
            let after = before.filter(|_| random.is_one_in(4)).collect();
            let want = match checks.len() {
                // Some checks equal others.
                1.. if random.is_one_in(3) => checks[random.below(checks.len())].want.clone(),
                _ => Want::random(random, tokens),
            };
            let redundant = [None, None, None, Some(true), Some(false)][random.below(5)];
            let cost = f64::from(1 << random.below(8));
            let name = format!("check {check}").into();
            checks.push(Check { name, want, after, cost, redundant });
        }
        let after: Vec<&[usize]> = checks.iter().map(|check| check.after.as_slice()).collect();
        let order = in_order(&after).expect("no check needs itself");
        let uses = checks.iter().flat_map(|check| check.want.uses());
        let links = Links::new(uses.map(|(user, used)| (used.into(), user.into())).collect());
        Property { shape, tree, links, checks, order }
    }

    /// Keeps everything.
    pub(crate) fn left(&self) -> Left {
        Left { kept: Kept::all(&self.tree), tree: Arc::clone(&self.tree) }
    }

    pub(crate) fn asked(&self, manner: Manner) -> Asked {
        let checks = self.checks.clone().into();
        let order = self.order.clone();
        Asked { checks, order, manner, whole: Arc::default(), moment: Arc::default() }
    }

    fn holds(&self, left: &[u8]) -> bool {
        self.checks.iter().all(|check| check.want.holds(left))
    }

    /// Returns a node that is removable alone.
    pub(crate) fn what_can_go(&self, left: &Left) -> Option<(NodeId, Role)> {
        let bytes = left.bytes();
        let can_go = |id: &NodeId| {
            let mut less = left.clone();
            less.take(&Edits::removal(vec![*id]));
            less.bytes() != bytes && self.holds(&less.bytes())
        };
        let mut removable = self.tree.nodes().filter(|(id, _)| self.tree.is_removable(*id));
        let found = removable.find(|(id, _)| !self.is_last_item(left, *id) && can_go(id));
        found.map(|(id, node)| (id, node.role))
    }

    /// Whether a node is the only kept item of a list that keeps one.
    fn is_last_item(&self, left: &Left, id: NodeId) -> bool {
        let list = self.tree.node(id).parent;
        let is_left = |id: &NodeId| left.kept.any(self.tree.node(*id).tokens());
        self.tree.node(list).role == Role::Plus
            && self.tree.children(list).filter(is_left).all(|other| other == id)
    }
}

fn shuffled(random: &mut Random, count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    (1..count).rev().for_each(|i| places.swap(i, random.below(i + 1)));
    places
}

impl Want {
    fn random(random: &mut Random, tokens: usize) -> Want {
        let some = |random: &mut Random| -> Vec<u8> {
            (0..=random.below(3)).map(|_| random.below(tokens) as u8).collect()
        };
        match random.below(6) {
            0 | 1 => Want::All(some(random)),
            2 => Want::Any(some(random)),
            3 => {
                let pair = |random: &mut Random| {
                    let user = 1 + random.below(tokens - 1);
                    (user as u8, random.below(user) as u8)
                };
                Want::Uses((0..tokens).map(|_| pair(random)).collect())
            }
            4 => Want::AtLeast(random.below(tokens / 2)),
            _ => Want::Together(some(random)),
        }
    }

    fn uses(&self) -> Vec<(u8, u8)> {
        if let Want::Uses(pairs) = self { pairs.clone() } else { Vec::new() }
    }

    fn holds(&self, left: &[u8]) -> bool {
        match self {
            Want::All(tokens) => tokens.iter().all(|token| left.contains(token)),
            Want::Any(tokens) => tokens.iter().any(|token| left.contains(token)),
            Want::Uses(pairs) => {
                pairs.iter().all(|(user, used)| !left.contains(user) || left.contains(used))
            }
            Want::AtLeast(count) => left.len() >= *count,
            Want::Together(tokens) => {
                let count = tokens.iter().filter(|token| left.contains(token)).count();
                count == 0 || count == tokens.len()
            }
        }
    }
}

/// Makes a list of a few tokens, or a tree of about as many.
fn tree(random: &mut Random, shape: Shape) -> Tree {
    let mut builder = TreeBuilder::default();
    builder.open(Kind::NONE, Role::Regular, Slot::NONE);
    builder.open(Kind::NONE, Role::Star, Slot::NONE);
    for _ in 0..4 + random.below(9) {
        builder.open(Kind(1 + random.below(3) as u16), Role::Item, Slot::NONE);
        builder.token(true);
        if shape == Shape::Tree && random.is_one_in(2) {
            inside(&mut builder, random, 0);
        }
        builder.close();
    }
    (0..2).for_each(|_| builder.close());
    builder.finish(Arc::new([]))
}

fn inside(builder: &mut TreeBuilder, random: &mut Random, depth: usize) {
    let role = [Role::Star, Role::Plus, Role::Optional][random.below(3)];
    builder.open(Kind(4), role, Slot::NONE);
    for _ in 0..=random.below(3) {
        if role == Role::Optional {
            builder.token(true);
            continue;
        }
        builder.open(Kind(5 + random.below(3) as u16), Role::Item, Slot::NONE);
        builder.token(true);
        if depth < 1 && random.is_one_in(3) {
            inside(builder, random, depth + 1);
        }
        builder.close();
    }
    builder.close();
}

/// The kept tokens of a tree; as bytes, the number of every token.
#[derive(Clone)]
pub(crate) struct Left {
    kept: Kept,
    tree: Arc<Tree>,
}

impl Left {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.kept.tokens().ones().map(|token| token as u8).collect()
    }

    pub(crate) fn take(&mut self, change: &Edits) {
        self.kept.apply(&self.tree, change);
    }
}

impl Render for Left {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let mut less = self.clone();
        less.take(change);
        candidate.bytes = less.bytes();
        candidate.tokens = candidate.bytes.len();
    }

    fn accept(&mut self, change: &Edits) {
        self.take(change);
    }
}

/// An oracle that runs the checks in some manner.
#[derive(Clone)]
pub(crate) struct Asked {
    checks: Arc<[Check]>,
    order: Vec<usize>,
    manner: Manner,
    /// The candidates for which all checks held in one run.
    pub(crate) whole: Arc<Mutex<HashSet<Vec<u8>>>>,
    /// Makes outcomes that depend on timing differ from run to run.
    moment: Arc<AtomicU64>,
}

impl Asked {
    /// Returns the checks that run on a candidate, and whether they hold.
    fn ran(&self, left: &[u8]) -> Vec<(usize, bool)> {
        let mut ran: Vec<(usize, bool)> = Vec::new();
        for check in self.order.iter().copied() {
            let Check { want, after, .. } = &self.checks[check];
            let can_run = after.iter().all(|need| ran.contains(&(*need, true)));
            let is_over = ran.iter().any(|(_, holds)| !holds);
            match self.manner {
                Manner::InOrder if is_over => break,
                Manner::SideBySide | Manner::SideBySideUntilFailure if !can_run => continue,
                Manner::SideBySideUntilFailure if is_over && self.is_cut_short() => continue,
                _ => {}
            }
            assert!(can_run, "each check comes after what it needs");
            ran.push((check, want.holds(left)));
        }
        ran
    }

    fn is_cut_short(&self) -> bool {
        !self.moment.fetch_add(1, Ordering::Relaxed).is_multiple_of(3)
    }
}

impl Oracle for Asked {
    fn query(&mut self, candidate: &[u8], _: &Interrupt) -> Result<Outcome, Error> {
        let ran = self.ran(candidate);
        let has_held = ran.len() == self.order.len() && ran.iter().all(|(_, holds)| *holds);
        if has_held && ran.len() == self.checks.len() {
            self.whole.lock().expect("nobody panics").insert(candidate.to_vec());
        }
        let run = |(check, has_held): (usize, bool)| CheckRun {
            name: Arc::clone(&self.checks[check].name),
            has_held,
            runs: 1,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            slowest: Duration::ZERO,
            fault: None,
        };
        let verdict = if has_held { Verdict::Interesting } else { Verdict::Uninteresting };
        let end = End::Exited(i32::from(!has_held));
        let checks = ran.into_iter().map(run).collect();
        Ok(Outcome { checks, ..Outcome::new(verdict, end) })
    }

    fn set_order(&mut self, order: &[usize]) {
        self.order = order.to_vec();
    }
}
