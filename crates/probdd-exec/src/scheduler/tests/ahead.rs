//! How far guesses run ahead of a test that hangs.

use super::*;

/// Counts the copies of a search that exist at a time: now, and at most.
#[derive(Default)]
struct Copies(AtomicUsize, AtomicUsize);

/// Asks about one node after another, and counts its copies.
struct Copied {
    nodes: std::ops::RangeInclusive<u32>,
    query: Option<Query<Edits>>,
    best: Edits,
    copies: Arc<Copies>,
}

impl Copied {
    fn new(nodes: u32, copies: &Arc<Copies>) -> Copied {
        let (nodes, best, copies) = (1..=nodes, Edits::removal(Vec::new()), Arc::clone(copies));
        let mut search = Copied { nodes, query: None, best, copies }.clone();
        search.choose();
        search
    }

    fn choose(&mut self) {
        let change = self.nodes.next().map(|node| Edits::removal(vec![NodeId(node)]));
        let ask = |change| Query { change, class: Class::Complement, probability: Some(0.02) };
        self.query = change.map(ask);
    }
}

impl Clone for Copied {
    fn clone(&self) -> Copied {
        let now = self.copies.0.fetch_add(1, Relaxed) + 1;
        self.copies.1.fetch_max(now, Relaxed);
        let (query, best, copies) = (self.query.clone(), self.best.clone(), &self.copies);
        Copied { nodes: self.nodes.clone(), query, best, copies: Arc::clone(copies) }
    }
}

impl Drop for Copied {
    fn drop(&mut self) {
        self.copies.0.fetch_sub(1, Relaxed);
    }
}

impl Search for Copied {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, _: &Feedback) {
        self.choose();
    }

    fn best(&self) -> &Edits {
        &self.best
    }
}

/// The first query hangs until the others come to rest; every candidate is uninteresting.
#[derive(Clone, Default)]
struct Hangs(Arc<AtomicUsize>);

impl Oracle for Hangs {
    fn query(&mut self, _: &[u8], _: &Interrupt) -> Result<Outcome, Error> {
        if self.0.fetch_add(1, Relaxed) == 0 {
            let (began, mut before) = (Instant::now(), 0);
            // On a busy machine the others may pause before they have come far.
            let is_early = |asked| asked < HANG_BOUND && began.elapsed() < Duration::from_secs(20);
            while self.0.load(Relaxed) != before || is_early(before) {
                before = self.0.load(Relaxed);
                sleep(Duration::from_millis(300));
            }
        }
        Ok(outcome(End::Exited(1)))
    }
}

/// How far two jobs run ahead.
const HANG_BOUND: usize = pass::AHEAD_PER_JOB * 2;

#[test]
fn a_test_that_hangs_bounds_how_far_the_others_run_ahead() {
    const NODES: u32 = 3000;
    let copies = Arc::new(Copies(AtomicUsize::new(1), AtomicUsize::new(1)));
    let oracles = vec![Hangs::default(); 2];
    let mut scheduler = Scheduler::new(oracles, ENDLESS, Interrupt::never());
    let pass = Pass::new("copied", Elements::Tree { tree: 0 });
    let render = Letters((0..NODES).map(|node| Some(node as u8)).collect(), None);
    let mut asked = Vec::new();
    let ended = scheduler.pass(&pass, Copied::new(NODES, &copies), render, |event| {
        if let Event::Committed(query) = event {
            asked.extend(query.change.removed.clone());
        }
        Ok::<(), ()>(())
    });
    assert!(ended.is_ok() && asked.iter().copied().eq((1..=NODES).map(NodeId)));
    let most = copies.1.load(Relaxed);
    // Two paths, one for each verdict on the first query, and some futures beside them.
    assert!((HANG_BOUND..=3 * HANG_BOUND).contains(&most), "{most}");
}
