//! Tests made of checks: what the search learns, and when all checks run.

use super::*;

/// Each word is a check, which holds if one of its letters is kept.
#[derive(Clone)]
struct Checks {
    words: &'static [&'static str],
    /// Whether all run, and not only those up to the first that fails.
    runs_all: bool,
    order: Vec<usize>,
    /// The candidates for which all words held in one run.
    whole: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Checks {
    fn new(words: &'static [&'static str], runs_all: bool) -> Checks {
        Checks { words, runs_all, order: (0..words.len()).collect(), whole: Arc::default() }
    }

    fn holds(word: &str, candidate: &[u8]) -> bool {
        word.bytes().any(|letter| candidate.contains(&letter))
    }

    fn hold(&self, candidate: &[u8]) -> bool {
        self.words.iter().all(|word| Checks::holds(word, candidate))
    }
}

impl Oracle for Checks {
    fn query(&mut self, candidate: &[u8], _: &Interrupt) -> Result<Outcome, Error> {
        let run = |check: &usize| {
            CheckRun::reported(self.words[*check], Checks::holds(self.words[*check], candidate))
        };
        let mut checks: Vec<CheckRun> = self.order.iter().map(run).collect();
        let failed = checks.iter().position(|check| !check.has_held);
        if let Some(first) = failed.filter(|_| !self.runs_all) {
            checks.truncate(first + 1);
        }
        if failed.is_none() && checks.len() == self.words.len() {
            self.whole.lock().expect("nobody panics").push(candidate.to_vec());
        }
        let outcome = outcome(End::Exited(i32::from(failed.is_some())));
        Ok(Outcome { checks, ..outcome })
    }

    fn set_order(&mut self, order: &[usize]) {
        self.order = order.to_vec();
    }
}

/// Asks about one node after another, in an order that depends on everything that it was told.
#[derive(Clone)]
struct Nosy {
    left: Vec<u32>,
    told: blake3::Hasher,
    query: Option<Query<Edits>>,
    best: Edits,
}

impl Nosy {
    fn new(nodes: u32) -> Nosy {
        let (told, best) = (blake3::Hasher::new(), Edits::removal(Vec::new()));
        let mut nosy = Nosy { left: (1..=nodes).collect(), told, query: None, best };
        nosy.choose();
        nosy
    }

    fn choose(&mut self) {
        let number = usize::from(self.told.finalize().as_bytes()[0]);
        let node = (!self.left.is_empty()).then(|| self.left.remove(number % self.left.len()));
        let change = node.map(|node| Edits::removal(vec![NodeId(node)]));
        let ask = |change| Query { change, class: Class::Complement, probability: None };
        self.query = change.map(ask);
    }
}

impl Search for Nosy {
    type Change = Edits;

    fn ask(&self) -> Option<&Query<Edits>> {
        self.query.as_ref()
    }

    fn tell(&mut self, feedback: &Feedback) {
        self.told.update(format!("{feedback:?}").as_bytes());
        let query = self.query.take().expect("it has not ended");
        if feedback.is_interesting() {
            self.best.removed.extend(query.change.removed);
        }
        self.choose();
    }

    fn best(&self) -> &Edits {
        &self.best
    }
}

/// What happened in a pass of a search that depends on the check states.
#[derive(Debug, Default, PartialEq)]
struct Told {
    committed: Vec<(u64, Vec<u8>, CheckStates)>,
    reduced: Vec<Vec<u8>>,
    verified: usize,
    refuted: usize,
    best: Vec<NodeId>,
}

impl Told {
    fn hear(&mut self, event: Event) {
        match event {
            Event::Committed(committed) => {
                self.committed.push((
                    committed.query,
                    committed.candidate.bytes.clone(),
                    committed.states,
                ));
            }
            Event::Reduced(candidate) => self.reduced.push(candidate.bytes.clone()),
            Event::Verified(_) => self.verified += 1,
            Event::Refuted(..) => self.refuted += 1,
            _ => {}
        }
    }
}

fn ask_by_checks(jobs: usize, plan: CheckPlan, oracle: &Checks) -> Told {
    let oracles = vec![oracle.clone(); jobs];
    let mut scheduler = Scheduler::new(oracles, ENDLESS, Interrupt::never());
    scheduler.set_plan(plan);
    let pass = Pass::new("nosy", Elements::Tree { tree: 0 });
    let mut told = Told::default();
    for _ in 0..2 {
        let render = Letters(ALPHABET.iter().copied().map(Some).collect(), None);
        let hear = |event: Event<'_>| {
            told.hear(event);
            Ok::<(), ()>(())
        };
        let ended = scheduler.pass(&pass, Nosy::new(ALPHABET.len() as u32), render, hear);
        let search = ended.expect("nothing stops it");
        told.best.extend(&search.best().removed);
    }
    told
}

fn names(words: &[&str]) -> Vec<Arc<str>> {
    words.iter().copied().map(Arc::from).collect()
}

#[test]
fn searches_are_told_the_same_check_states_with_any_number_of_jobs() {
    const WORDS: &[&str] = &["d", "q", "x", "B", "M"];
    for runs_all in [false, true] {
        let oracle = Checks::new(WORDS, runs_all);
        let plan = |is_told| CheckPlan::new(names(WORDS), is_told);
        let alone = ask_by_checks(1, plan(true), &oracle);
        for jobs in [2, 3, 8] {
            assert_eq!(ask_by_checks(jobs, plan(true), &oracle), alone, "{jobs}");
        }
        assert_ne!(ask_by_checks(1, plan(false), &oracle), alone);
    }
}

#[test]
fn redundant_checks_run_for_few_candidates_and_hold_for_every_accepted_one() {
    // The second and the last check follow from others; `kAc` decides once, late.
    const WORDS: &[&str] = &["d", "dq", "x", "kAc", "B", "BM"];
    let expenses = |costs: [f64; 6], known: Option<bool>| -> Vec<Expense> {
        let expense = |cost| Expense { cost, after: Vec::new(), redundant: None };
        let mut all: Vec<Expense> = costs.map(expense).into();
        all[3].redundant = known;
        all[1].after = vec![0];
        all
    };
    let costs = [[1.0; 6], [32.0, 16.0, 8.0, 4.0, 2.0, 1.0], [1.0, 1.0, 1.0, 9.0, 1.0, 9.0]];
    for (costs, known) in
        costs.into_iter().flat_map(|costs| [None, Some(true)].map(|known| (costs, known)))
    {
        let plan = || CheckPlan::new(names(WORDS), true).economical(expenses(costs, known), true);
        let oracle = Checks::new(WORDS, false);
        let alone = ask_by_checks(1, plan(), &oracle);
        assert!(alone.verified > 1, "{alone:?}");
        assert!(alone.refuted > 0 || known.is_none(), "{alone:?}");
        let whole = oracle.whole.lock().expect("nobody panics").clone();
        assert!(alone.reduced.iter().all(|bytes| oracle.hold(bytes) && whole.contains(bytes)));
        let interesting = alone.committed.iter().filter(|(_, bytes, _)| oracle.hold(bytes)).count();
        assert!(alone.reduced.len() * 2 < interesting, "{alone:?}");
        let numbers: Vec<u64> = alone.committed.iter().map(|(number, ..)| *number).collect();
        assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
        for jobs in [2, 3, 8] {
            assert_eq!(ask_by_checks(jobs, plan(), &oracle), alone, "{jobs}");
        }
    }
}
