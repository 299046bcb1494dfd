//! A list to be reduced, with several tests at a time.

use super::answer::Answer;
use super::error::Error;
use super::reduced::Point;
use super::stopper::Stopper;
use probdd_core::{Algorithm, Edits, NodeId, Over, certifying};
use probdd_exec::{
    Budget, Candidate, CheckPlan, Elements, Event, Halt, Interrupt, Oracle, Outcome, Pass, Render,
    Scheduler, Stop,
};
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The bytes of an element in a candidate.
const WIDTH: usize = size_of::<u32>();

/// A reduction of a list: which elements can be removed?
///
/// [`minimize`](crate::minimize) is the short form of it, for a closure that need not be shared between
/// threads.
///
/// ```
/// use probdd::List;
///
/// let numbers: Vec<u32> = (0..1000).collect();
/// let reduced = List::of(numbers)
///     .test(|kept: &[u32]| kept.contains(&17) && kept.contains(&640))
///     .jobs(4)
///     .run()?;
/// assert_eq!(reduced.items, [17, 640]);
/// assert!(reduced.is_certified && reduced.queries < 40);
/// # Ok::<(), probdd::Error>(())
/// ```
pub struct List<T> {
    items: Arc<[T]>,
    algorithm: Algorithm,
    seed: u64,
    jobs: u32,
    budget: Budget,
    test: Option<Arc<Function<T>>>,
    stopper: Option<Stopper>,
    progress: Option<Progress>,
}

type Function<T> = dyn Fn(&[T]) -> Answer + Send + Sync;
type Progress = Box<dyn FnMut(&[u32], Point) + Send>;

/// What is left of a list.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReducedList<T> {
    /// The elements that are left, in their order.
    pub items: Vec<T>,
    /// Their places in the list, ascending.
    pub places: Vec<u32>,
    /// How many candidates were tested, the whole list included.
    pub queries: u64,
    /// How long it took.
    pub elapsed: Duration,
    /// Whether each element was removed alone from exactly this list, and none of these candidates was
    /// interesting.
    pub is_certified: bool,
    /// Why it stopped before its end, if it did.
    pub stop: Option<Stop>,
    /// The size of the best list over time, in elements.
    pub curve: Vec<Point>,
}

impl<T: Clone + Send + Sync + 'static> List<T> {
    /// Begins with a list.
    pub fn of(items: impl Into<Arc<[T]>>) -> List<T> {
        List {
            items: items.into(),
            algorithm: Algorithm::Splitting,
            seed: 0,
            jobs: 1,
            budget: Budget { max_queries: None, max_time: None },
            test: None,
            stopper: None,
            progress: None,
        }
    }

    /// Sets the test, which may be called from several threads at a time. It says the same about the
    /// same elements.
    #[must_use]
    pub fn test<A: Into<Answer>>(
        self,
        test: impl Fn(&[T]) -> A + Send + Sync + 'static,
    ) -> List<T> {
        let function = move |kept: &[T]| test(kept).into();
        List { test: Some(Arc::new(function)), ..self }
    }

    /// Sets the algorithm [default: splitting]. Whatever it is, a sweep follows, until no single element
    /// can be removed.
    ///
    /// ```
    /// use probdd::{List, core::Algorithm};
    ///
    /// let letters: Vec<char> = ('a'..='z').collect();
    /// let list = List::of(letters).algorithm(Algorithm::Ddmin);
    /// let reduced = list.test(|kept: &[char]| kept.contains(&'q')).run()?;
    /// assert_eq!(reduced.items, ['q']);
    /// # Ok::<(), probdd::Error>(())
    /// ```
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> List<T> {
        List { algorithm, ..self }
    }

    /// Sets the seed of algorithms that choose at random [default: 0].
    #[must_use]
    pub fn seed(self, seed: u64) -> List<T> {
        List { seed, ..self }
    }

    /// Runs so many tests at a time [default: 1]. The result does not depend on it.
    #[must_use]
    pub fn jobs(self, jobs: u32) -> List<T> {
        List { jobs, ..self }
    }

    /// Stops after so many queries, the whole list included, with the best list so far.
    #[must_use]
    pub fn max_queries(mut self, most: u64) -> List<T> {
        self.budget.max_queries = Some(most);
        self
    }

    /// Stops after this long with the best list so far.
    #[must_use]
    pub fn max_time(mut self, most: Duration) -> List<T> {
        self.budget.max_time = Some(most);
        self
    }

    /// Lets another thread, or the test, stop the reduction.
    #[must_use]
    pub fn stopped_by(self, stopper: &Stopper) -> List<T> {
        List { stopper: Some(stopper.clone()), ..self }
    }

    /// Calls a function at every new best list, with the places of its elements in the whole list.
    #[must_use]
    pub fn on_improvement(self, progress: impl FnMut(&[u32], Point) + Send + 'static) -> List<T> {
        List { progress: Some(Box::new(progress)), ..self }
    }

    /// Reduces to the end.
    ///
    /// # Errors
    /// When there is no test, the whole list is not interesting, or the test is unreliable.
    ///
    /// # Panics
    /// When the test panics.
    pub fn run(self) -> Result<ReducedList<T>, Error> {
        let List { items, algorithm, seed, jobs, budget, test, stopper, mut progress } = self;
        let test = test.ok_or(Error::NoTest)?;
        if jobs == 0 {
            return Err(Error::refused("no test runs with 0 jobs", "set at least 1"));
        }
        let stopper = stopper.map_or_else(Stopper::new, Ok)?;
        let began = Instant::now();
        let oracle =
            |_| ListOracle { items: Arc::clone(&items), test: Arc::clone(&test), kept: Vec::new() };
        let oracles = (0..jobs).map(oracle).collect();
        let mut scheduler = Scheduler::new(oracles, budget, stopper.interrupt.clone())
            .controlled_by(stopper.controls.clone());
        let all: Vec<u32> = (0..items.len() as u32).collect();
        let mut best = encoded(&all);
        let answer = scheduler.baseline(&best).map_err(Error::of_halt)?;
        let verdict = answer.outcome.verdict;
        if !verdict.is_interesting() {
            let unreliable = answer.runs.are_mixed().then(|| Error::unreliable(answer.runs));
            return Err(unreliable.unwrap_or(Error::NotInteresting(verdict)));
        }
        let names = answer.outcome.checks.iter().map(|check| Arc::clone(&check.name)).collect();
        scheduler.set_plan(CheckPlan::new(names, true));
        let checks = scheduler.plan().told_checks();
        let nodes: Vec<NodeId> = all.iter().map(|element| NodeId(*element)).collect();
        let search = Over::start(nodes, |n| certifying(n, algorithm, seed, checks));
        let pass = Pass::new("list", Elements::List { origin: all.clone() });
        let mut curve = vec![point(began, 1, all.len())];
        let mut queries = 1;
        let mut is_reliable = true;
        let mut listener = |event: Event| {
            match event {
                Event::Unreliable(_) => is_reliable = false,
                Event::Committed(_) => queries += 1,
                Event::Reduced(candidate) => {
                    best.clone_from(&candidate.bytes);
                    let point = point(began, queries, candidate.tokens);
                    curve.push(point);
                    if let Some(progress) = &mut progress {
                        progress(&decoded(&candidate.bytes).collect::<Vec<_>>(), point);
                    }
                }
                _ => {}
            }
            Ok(())
        };
        let how = scheduler.pass(&pass, search, Left(all), &mut listener).map(drop);
        let confirmed = how.and_then(|()| scheduler.conclude(&mut listener));
        let result = match confirmed {
            Err(Halt::Refuted(runs)) => scheduler.step_back(runs, &mut listener).map(|_| false),
            confirmed => confirmed.map(|()| is_reliable),
        };
        let (is_certified, stop) = match result {
            Ok(is_certified) => (is_certified, None),
            Err(Halt::Stopped(stop)) => (false, Some(stop)),
            Err(halt) => return Err(Error::of_halt(halt)),
        };
        let places: Vec<u32> = decoded(&best).collect();
        Ok(ReducedList {
            items: places.iter().map(|place| items[*place as usize].clone()).collect(),
            places,
            queries,
            elapsed: began.elapsed(),
            is_certified,
            stop,
            curve,
        })
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut to = to.debug_struct("List");
        to.field("items", &self.items).field("algorithm", &self.algorithm);
        to.finish_non_exhaustive()
    }
}

fn point(began: Instant, query: u64, elements: usize) -> Point {
    let seconds = began.elapsed().as_secs_f64();
    Point { seconds, query, bytes: elements, tokens: elements }
}

/// Calls the test on the elements that a candidate names.
struct ListOracle<T> {
    items: Arc<[T]>,
    test: Arc<Function<T>>,
    kept: Vec<T>,
}

impl<T: Clone + Send + Sync + 'static> Oracle for ListOracle<T> {
    fn query(&mut self, candidate: &[u8], _: &Interrupt) -> Result<Outcome, probdd_exec::Error> {
        let began = Instant::now();
        self.kept.clear();
        self.kept.extend(decoded(candidate).map(|place| self.items[place as usize].clone()));
        Ok((self.test)(&self.kept).outcome(began.elapsed()))
    }
}

/// The elements that are left, which candidates name by their numbers.
#[derive(Clone)]
struct Left(Vec<u32>);

impl Left {
    fn without(&self, change: &Edits) -> impl Iterator<Item = u32> {
        let mut removed: Vec<u32> = change.removed.iter().map(|node| node.0).collect();
        removed.sort_unstable();
        let mut removed = removed.into_iter().peekable();
        self.0.iter().copied().filter(move |element| removed.next_if_eq(element).is_none())
    }
}

impl Render for Left {
    fn render(&mut self, change: &Edits, candidate: &mut Candidate) {
        candidate.bytes.extend(self.without(change).flat_map(u32::to_le_bytes));
        candidate.tokens = candidate.bytes.len() / WIDTH;
    }

    fn accept(&mut self, change: &Edits) {
        self.0 = self.without(change).collect();
    }
}

fn encoded(elements: &[u32]) -> Vec<u8> {
    elements.iter().flat_map(|element| element.to_le_bytes()).collect()
}

fn decoded(bytes: &[u8]) -> impl Iterator<Item = u32> {
    let (elements, _) = bytes.as_chunks::<WIDTH>();
    elements.iter().map(|element| u32::from_le_bytes(*element))
}
