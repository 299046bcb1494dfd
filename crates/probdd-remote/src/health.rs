//! Which servers answer, and since when none does.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a server is left alone after its first failure, and at most after many.
const FIRST: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(5);

/// Trouble that is over sooner than this is not worth a word.
const WORTH_TELLING: Duration = Duration::from_secs(5);

/// Which servers answer.
#[derive(Debug)]
pub(crate) struct Health(Mutex<State>);

#[derive(Debug)]
struct State {
    servers: Vec<ServerState>,
    /// When the first failure was since the last answer of any server, and what the last one was.
    trouble: Option<(Instant, String)>,
    is_told: bool,
}

#[derive(Clone, Debug, Default)]
struct ServerState {
    outstanding: usize,
    failures: u32,
    rests_until: Option<Instant>,
}

/// Where the next action goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    Server(usize),
    /// Nowhere before this moment.
    Later(Instant),
}

/// A change that the user is told.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum News {
    Lost(String),
    Back,
}

impl Health {
    pub(crate) fn new(servers: usize) -> Health {
        let servers = vec![ServerState::default(); servers];
        Health(Mutex::new(State { servers, trouble: None, is_told: false }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Chooses the server that has the least to do, of those that are not left alone; another one than
    /// `avoided` if there is one.
    pub(crate) fn choose(&self, now: Instant, avoided: Option<usize>) -> Choice {
        let mut state = self.state();
        let is_ready = |server: &ServerState| server.rests_until.is_none_or(|until| until <= now);
        let ready = (0..state.servers.len()).filter(|at| is_ready(&state.servers[*at]));
        if let Some(at) =
            ready.min_by_key(|at| (Some(*at) == avoided, state.servers[*at].outstanding))
        {
            state.servers[at].outstanding += 1;
            return Choice::Server(at);
        }
        let soonest = state.servers.iter().filter_map(|server| server.rests_until).min();
        Choice::Later(soonest.unwrap_or(now))
    }

    /// An action of this server has ended, whichever way.
    pub(crate) fn release(&self, server: usize) {
        self.state().servers[server].outstanding -= 1;
    }

    /// A server has answered as it should.
    pub(crate) fn on_answer(&self, server: usize) -> Option<News> {
        let mut state = self.state();
        state.servers[server].failures = 0;
        state.servers[server].rests_until = None;
        state.trouble = None;
        std::mem::take(&mut state.is_told).then_some(News::Back)
    }

    /// A server has failed.
    pub(crate) fn on_failure(&self, server: usize, now: Instant, what: String) -> Option<News> {
        let mut state = self.state();
        let failed = &mut state.servers[server];
        let rest = FIRST * 2_u32.saturating_pow(failed.failures.min(16));
        // Failures at the same time count once.
        if failed.rests_until.is_none_or(|until| until <= now) {
            failed.failures += 1;
            failed.rests_until = Some(now + rest.min(LONGEST));
        }
        let since = state.trouble.as_ref().map_or(now, |(since, _)| *since);
        state.trouble = Some((since, what.clone()));
        let is_news = !state.is_told && now.duration_since(since) > WORTH_TELLING;
        state.is_told |= is_news;
        is_news.then_some(News::Lost(what))
    }

    /// What is wrong, if nothing else has come for so long.
    pub(crate) fn is_given_up(&self, now: Instant, patience: Duration) -> Option<String> {
        let state = self.state();
        let (since, what) = state.trouble.as_ref()?;
        (now.duration_since(*since) >= patience).then(|| what.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_spread_and_a_server_that_failed_is_left_alone_for_a_while() {
        let (health, now) = (Health::new(2), Instant::now());
        assert_eq!(health.choose(now, None), Choice::Server(0));
        assert_eq!(health.choose(now, None), Choice::Server(1));
        assert_eq!(health.choose(now, Some(0)), Choice::Server(1));
        health.release(1);
        health.on_failure(0, now, "gone".into());
        for _ in 0..3 {
            assert_eq!(health.choose(now, None), Choice::Server(1));
        }
        health.on_failure(1, now, "gone".into());
        assert_eq!(health.choose(now, None), Choice::Later(now + FIRST));
        assert_eq!(health.choose(now + FIRST, None), Choice::Server(0));
    }

    #[test]
    fn rests_become_longer_up_to_a_limit_and_an_answer_ends_them() {
        let (health, mut now) = (Health::new(1), Instant::now());
        let mut rests = Vec::new();
        for _ in 0..10 {
            health.on_failure(0, now, "gone".into());
            let Choice::Later(until) = health.choose(now, None) else { panic!("it rests") };
            rests.push((until - now).as_millis());
            now = until;
        }
        assert_eq!(rests, [50, 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000]);
        health.on_answer(0);
        assert_eq!(health.choose(now, None), Choice::Server(0));
    }

    #[test]
    fn trouble_lasts_from_the_first_failure_to_the_next_answer() {
        let (health, now) = (Health::new(2), Instant::now());
        let (later, patience) = (now + Duration::from_secs(60), Duration::from_secs(60));
        assert_eq!(health.on_failure(0, now, "a".into()), None);
        assert_eq!(health.on_failure(1, later, "b".into()), Some(News::Lost("b".into())));
        assert_eq!(health.is_given_up(later, patience), Some("b".into()));
        assert_eq!(health.on_answer(1), Some(News::Back));
        assert_eq!(health.is_given_up(later, patience), None);
        assert_eq!(health.on_answer(1), None);
    }
}
