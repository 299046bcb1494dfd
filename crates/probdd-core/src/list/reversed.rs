//! A list search that sees the list from its end.

use super::Subset;
use crate::{Feedback, Query, Search};

/// The search whose first element is the list's last one, and so on.
#[derive(Clone, Debug)]
pub struct Reversed<S> {
    n: u32,
    search: S,
    best: Subset,
    query: Option<Query<Subset>>,
}

impl<S: Search<Change = Subset>> Reversed<S> {
    /// `search` is over `n` elements and at its start.
    pub fn new(n: usize, search: S) -> Reversed<S> {
        let mut reversed = Reversed { n: n as u32, search, best: Subset::default(), query: None };
        reversed.next();
        reversed
    }

    fn next(&mut self) {
        self.query = self.search.ask().map(|query| {
            let change = query.change.0.iter().map(|element| self.n - 1 - element).collect();
            Query { change: Subset(change), class: query.class, probability: query.probability }
        });
    }
}

impl<S: Search<Change = Subset>> Search for Reversed<S> {
    type Change = Subset;

    fn ask(&self) -> Option<&Query<Subset>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        let query = self.query.take().expect("the search has not ended");
        self.search.tell(feedback);
        if feedback.is_interesting() {
            self.best.0.extend(query.change.0);
        }
        self.next();
    }

    fn best(&self) -> &Subset {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::super::script::run;
    use super::super::{Cdd, Direction, OneMinimal};
    use super::*;

    #[test]
    fn chunks_are_cut_from_the_end() {
        let (asked, left) = run(Reversed::new(6, Cdd::new(6, 0.25)), 6, |kept| kept.contains(&0));
        assert_eq!(asked, [vec![5, 4, 3, 2], vec![1, 0], vec![1]]);
        assert_eq!(left, [0]);
    }

    #[test]
    fn reversing_a_forward_sweep_makes_it_a_backward_one() {
        let needed = |kept: &[u32]| kept.contains(&2) && kept.contains(&4);
        let reversed = Reversed::new(6, OneMinimal::new(6, Direction::Forward));
        assert_eq!(
            run(reversed, 6, needed),
            run(OneMinimal::new(6, Direction::Backward), 6, needed)
        );
    }
}
