use super::super::position::{Ended, Typed};
use super::super::question::Render;
use super::*;
use probdd_core::list::{ListConfiguration, ProbDd, ProbDdSettings};
use probdd_core::{
    Batched, Direction, Driver, NodeId, OneMinimal, Order, Over, Search, Splitting, Strategy,
};
use std::collections::HashMap;

/// Elements; node i + 1 is element i, of two bytes.
#[derive(Clone)]
struct Elements(Vec<bool>);

impl Render for Elements {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        let mut kept = self.clone();
        kept.accept(change);
        let left = kept.0.iter().enumerate().filter(|(_, is_left)| **is_left);
        candidate.bytes = left.flat_map(|(at, _)| (at as u16).to_be_bytes()).collect();
    }

    fn accept(&mut self, change: &Edits) {
        change.removed.iter().for_each(|node| self.0[node.index() - 1] = false);
    }
}

fn position<S>(search: S, n: usize) -> Box<dyn Position<'static>>
where
    S: Search<Change = Edits> + Clone + 'static,
{
    Box::new(Typed { search, render: Elements(vec![true; n]), ended: Ended::default() })
}

/// Returns how many queries a search over `n` elements asks of which every `step`-th one is needed, and
/// in how many rounds this many jobs answer them, if every test takes one round.
fn rounds<S>(search: S, n: usize, step: usize, jobs: usize) -> (usize, usize)
where
    S: Search<Change = Edits> + Clone + 'static,
{
    let needed: Vec<u8> = (0..n).step_by(step).flat_map(|at| (at as u16).to_be_bytes()).collect();
    let is_interesting = |candidate: &Candidate| {
        let left: HashSet<&[u8]> = candidate.bytes.chunks(2).collect();
        needed.chunks(2).all(|element| left.contains(element))
    };
    let mut speculation = Speculation::new(position(search, n), 64 * jobs);
    let mut known: HashMap<Key, PackedFeedback> = HashMap::new();
    let (mut questions, mut rounds) = (0, 0);
    while speculation.question().is_some() {
        rounds += 1;
        let mut running: HashMap<Key, Arc<Candidate>> = HashMap::new();
        while running.len() < jobs {
            let state = |key| match known.get(&key) {
                Some(told) => State::Known(*told),
                None if running.contains_key(&key) => State::Running,
                None => State::Open,
            };
            speculation.prune(&state);
            let Some((question, _)) = speculation.likeliest(&state, &PackedFeedback::UNINTERESTING)
            else {
                break;
            };
            running.insert(question.key, question.candidate);
        }
        for (key, candidate) in running {
            let is_hit = is_interesting(&candidate);
            let verdict = if is_hit { Verdict::Interesting } else { Verdict::Uninteresting };
            known.insert(key, PackedFeedback::from(verdict));
        }
        while let Some(told) = speculation.question().and_then(|question| known.get(&question.key))
        {
            questions += 1;
            speculation.tell(*told);
        }
    }
    (questions, rounds)
}

fn over<S>(n: u32, strategy: impl FnOnce(usize) -> S) -> Over<NodeId, Driver<S>>
where
    S: Strategy<Configuration = ListConfiguration> + Clone,
{
    Over::start((1..=n).map(NodeId).collect::<Vec<_>>(), strategy)
}

fn probdd(n: usize) -> ProbDd {
    ProbDd::new(n, ProbDdSettings::default())
}

/// Returns the rounds for each query.
fn share<S: Search<Change = Edits> + Clone + 'static>(search: S, jobs: usize) -> f64 {
    let (questions, rounds) = rounds(search, 400, 40, jobs);
    assert!(questions > 30, "there is something to be shared");
    rounds as f64 / questions as f64
}

#[test]
fn one_job_answers_one_question_at_a_time() {
    let (questions, rounds) = rounds(over(60, probdd), 60, 20, 1);
    assert_eq!(questions, rounds);
}

#[test]
fn eight_jobs_take_two_fifths_of_the_time_whatever_the_search() {
    let probdd = share(over(400, probdd), 8);
    let splitting = share(over(400, |n| Splitting::new(n, Order::Forward)), 8);
    let sweep = share(over(400, |n| OneMinimal::new(n, Direction::Backward)), 8);
    println!("ProbDD {probdd:.2}, splitting {splitting:.2}, sweep {sweep:.2}");
    assert!([probdd, splitting, sweep].iter().all(|share| *share < 0.4));
}

#[test]
fn a_batch_keeps_as_many_jobs_busy_as_it_is_wide() {
    let alone = || over(400, probdd);
    let (questions, _) = rounds(alone(), 400, 40, 1);
    let (_, batched) = rounds(Batched::new(alone(), 8), 400, 40, 16);
    println!("{questions} questions, {batched} rounds");
    assert!(batched * 5 < questions);
}

#[test]
fn a_test_that_hangs_does_not_let_the_futures_grow_without_limit() {
    let jobs = 2;
    let most_ahead = 64 * jobs;
    let sweep = over(4000, |n| OneMinimal::new(n, Direction::Backward));
    let mut speculation = Speculation::new(position(sweep, 4000), most_ahead);
    let hanging = speculation.question().expect("it asks").key;
    let mut known = HashSet::new();
    loop {
        let state = |key| match key {
            key if key == hanging => State::Running,
            key if known.contains(&key) => State::Known(PackedFeedback::UNINTERESTING),
            _ => State::Open,
        };
        speculation.prune(&state);
        let next = speculation.likeliest(&state, &PackedFeedback::UNINTERESTING);
        let Some((question, _)) = next else { break };
        known.insert(question.key);
        // After each of the two verdicts on the first question, one path of known answers.
        assert!(speculation.futures.len() <= 2 * most_ahead + 1);
    }
    assert!(known.len() >= most_ahead, "the others have enough to do");
}
