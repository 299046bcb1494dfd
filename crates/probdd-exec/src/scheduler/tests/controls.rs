//! What the user changes while a run goes on.

use super::*;
use crate::record::Journal;

/// A run that the user steers when the listener sees the event number `at`.
fn steered(
    setup: &Setup<Needs>,
    journal: Journal,
    at: usize,
    steer: impl Fn(&Controls),
) -> (Vec<Vec<u8>>, u64) {
    let controls = Controls::default();
    let mut scheduler = setup.scheduler().controlled_by(controls.clone()).with_journal(journal);
    let nodes: Vec<NodeId> = (1..=setup.letters.len() as u32).map(NodeId).collect();
    let search = Over::start(nodes, |n| ProbDd::new(n, ProbDdSettings::default()));
    let pass = Pass::new("probdd", Elements::Tree { tree: 0 });
    let render = Letters(setup.letters.iter().copied().map(Some).collect(), None);
    let mut committed = Vec::new();
    let ended = scheduler.pass(&pass, search, render, |event| {
        if let Event::Committed(query) = event {
            committed.push(query.candidate.bytes.clone());
            if committed.len() == at {
                steer(&controls);
            }
        }
        Ok::<(), ()>(())
    });
    assert!(ended.is_ok());
    (committed, scheduler.skips())
}

#[test]
fn a_skipped_pass_ends_and_a_resumed_run_skips_it_at_the_same_query() {
    let dir = tempfile::tempdir().expect("there is a temporary directory");
    let path = dir.path().join("journal");
    let whole = Setup::new(ALPHABET, Needs::letters(b"dqx")).run().committed;
    for jobs in [1, 4] {
        let oracle = Needs::letters(b"dqx");
        let setup = Setup { jobs, ..Setup::new(ALPHABET, oracle.clone()) };
        let journal = Journal::create(&path).expect("it can be written");
        let first = steered(&setup, journal, 5, Controls::skip);
        assert_eq!(first, (whole[..5].to_vec(), 1));
        let runs = oracle.asked().len();
        let (journal, found) = Journal::open(&path).expect("it is whole");
        assert_eq!(found.queries, 5);
        assert_eq!(steered(&setup, journal, usize::MAX, |_| ()), first);
        assert_eq!(oracle.asked().len(), runs, "no query runs again");
    }
}

#[test]
fn a_skip_during_a_replay_has_no_effect() {
    let dir = tempfile::tempdir().expect("there is a temporary directory");
    let path = dir.path().join("journal");
    let setup = Setup::new(ALPHABET, Needs::letters(b"dqx"));
    let journal = Journal::create(&path).expect("it can be written");
    let first = steered(&setup, journal, usize::MAX, |_| ());
    let (journal, _) = Journal::open(&path).expect("it is whole");
    assert_eq!(steered(&setup, journal, 5, Controls::skip), first);
}

#[test]
fn fewer_jobs_run_fewer_tests_and_ask_the_same() {
    static RUNNING: Mutex<(usize, usize)> = Mutex::new((0, 0));
    let whole = Setup::new(ALPHABET, Needs::letters(b"dqx")).run().committed;
    for most in [1, 2] {
        let mut oracle = Needs::letters(b"dqx");
        oracle.before = |_, _| {
            let change = |by: fn(&mut (usize, usize))| {
                by(&mut RUNNING.lock().expect("nobody panics"));
            };
            change(|(now, most)| (*now, *most) = (*now + 1, (*most).max(*now + 1)));
            sleep(Duration::from_millis(1));
            change(|(now, _)| *now -= 1);
            false
        };
        RUNNING.lock().expect("nobody panics").1 = 0;
        let setup = Setup { jobs: 8, ..Setup::new(ALPHABET, oracle) };
        let controls = Controls::default();
        controls.limit_jobs(most);
        let run = setup.run_on(setup.scheduler().controlled_by(controls));
        assert_eq!(run.committed, whole);
        drop(run.scheduler);
        assert_eq!(RUNNING.lock().expect("nobody panics").1, most);
    }
}

#[test]
fn nothing_starts_during_a_pause() {
    let oracle = Needs::letters(b"d");
    let setup = Setup { jobs: 3, ..Setup::new(ALPHABET, oracle.clone()) };
    let controls = Controls::default();
    let scheduler = setup.scheduler().controlled_by(controls.clone());
    controls.pause(true);
    std::thread::scope(|scope| {
        let run = scope.spawn(|| setup.run_on(scheduler).best);
        sleep(Duration::from_millis(150));
        assert_eq!(oracle.asked().len(), 0);
        controls.pause(false);
        assert_eq!(run.join().expect("it ends"), b"d");
    });
}

#[test]
fn a_run_that_is_asked_to_stop_says_so() {
    for is_paused in [false, true] {
        let interrupt = Interrupt::by_hand().expect("there are descriptors");
        let controls = Controls::default();
        controls.pause(is_paused);
        let setup = Setup::new(ALPHABET, Needs::letters(b"d"));
        let scheduler = Scheduler::new(vec![setup.oracle.clone()], ENDLESS, interrupt.clone());
        controls.quit(&interrupt);
        let run = setup.run_on(scheduler.controlled_by(controls));
        assert_eq!(run.stop, Some(Stop::Asked));
    }
}
