//! Runs a search on a property and records what it asks.

use crate::properties::{Property, Told, properties};
use fixedbitset::FixedBitSet;
use probdd_core::list::Subset;
use probdd_core::{Edits, Feedback, Kept, Search, Tree};

/// A search that takes more queries than this does not end.
const MOST_QUERIES: usize = 100_000;

/// What a search did.
pub(crate) struct Row {
    name: String,
    /// The number of queries and of kept elements for each property.
    runs: Vec<(usize, usize)>,
    order: Fnv,
}

impl Row {
    /// Runs a search on every property of a tree's tokens; the elements of a list are tokens, too.
    pub(crate) fn new<S>(name: &str, tree: &Tree, told: Told, make: impl Fn() -> S) -> Row
    where
        S: Search,
        S::Change: Change,
    {
        let mut order = Fnv::default();
        let mut of = |property: &Property| {
            run(make(), tree, &mut order, |kept| property.feedback(kept, told))
        };
        let runs = properties(tree.token_count()).iter().map(&mut of).collect();
        Row { name: name.to_owned(), runs, order }
    }

    /// The row of the table.
    pub(crate) fn cells(self) -> Vec<String> {
        let runs = self.runs.into_iter().map(|(queries, kept)| format!("{queries}/{kept}"));
        let order = format!("{:016x}", self.order.0);
        std::iter::once(self.name).chain(runs).chain([order]).collect()
    }
}

/// Runs a search to its end: the number of queries and of kept elements.
fn run<S>(
    mut search: S,
    tree: &Tree,
    order: &mut Fnv,
    test: impl Fn(&FixedBitSet) -> Feedback,
) -> (usize, usize)
where
    S: Search,
    S::Change: Change,
{
    let mut kept = S::Change::all(tree);
    let mut queries = 0;
    while let Some(query) = search.ask() {
        queries += 1;
        assert!(queries < MOST_QUERIES, "the search ends");
        order.text(query.class.name());
        order.number(query.probability.map_or(u64::MAX, f64::to_bits));
        query.change.add_to(order);
        let mut candidate = kept.clone();
        query.change.apply(tree, &mut candidate);
        let feedback = test(S::Change::elements(&candidate));
        if feedback.is_interesting() {
            kept = candidate;
        }
        search.tell(&feedback);
    }
    search.best().add_to(order);
    (queries, S::Change::elements(&kept).count_ones(..))
}

/// What a query changes.
pub(crate) trait Change {
    /// The kept parts of the input.
    type Kept: Clone;

    /// The whole input.
    fn all(tree: &Tree) -> Self::Kept;

    /// Makes the change.
    fn apply(&self, tree: &Tree, kept: &mut Self::Kept);

    /// The kept elements.
    fn elements(kept: &Self::Kept) -> &FixedBitSet;

    /// Adds the change to a hash.
    fn add_to(&self, order: &mut Fnv);
}

impl Change for Subset {
    type Kept = FixedBitSet;

    fn all(tree: &Tree) -> FixedBitSet {
        (0..tree.token_count()).collect()
    }

    fn apply(&self, _: &Tree, kept: &mut FixedBitSet) {
        self.0.iter().for_each(|element| kept.remove(*element as usize));
    }

    fn elements(kept: &FixedBitSet) -> &FixedBitSet {
        kept
    }

    fn add_to(&self, order: &mut Fnv) {
        order.numbers(self.0.iter().copied());
    }
}

impl Change for Edits {
    type Kept = Kept;

    fn all(tree: &Tree) -> Kept {
        Kept::all(tree)
    }

    fn apply(&self, tree: &Tree, kept: &mut Kept) {
        kept.apply(tree, self);
    }

    fn elements(kept: &Kept) -> &FixedBitSet {
        kept.tokens()
    }

    fn add_to(&self, order: &mut Fnv) {
        order.numbers(self.removed.iter().map(|node| node.0));
        order.numbers(self.replaced.iter().flat_map(|(node, by)| [node.0, by.0]));
        for written in &self.written {
            order.numbers([written.tokens.start, written.tokens.end]);
            order.numbers(written.text.iter().copied().map(u32::from));
        }
    }
}

/// The 64-bit FNV-1a hash.
#[derive(Debug)]
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        let add = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        self.0 = bytes.iter().fold(self.0, add);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn number(&mut self, number: u64) {
        self.bytes(&number.to_le_bytes());
    }

    /// Adds some numbers, and a mark after them.
    fn numbers(&mut self, numbers: impl IntoIterator<Item = u32>) {
        numbers.into_iter().for_each(|number| self.number(number.into()));
        self.number(u64::MAX);
    }
}
