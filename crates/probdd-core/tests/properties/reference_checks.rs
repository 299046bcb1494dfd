//! `ProbDD` with a model for each check, as naively as it can be written.

use probdd_core::{AfterFail, CheckState, Feedback, FeedbackSettings};
use std::collections::HashMap;

const FLOOR: f64 = 1e-3;
const BAND: f64 = 0.4;

/// What is believed of an undecided element, check by check.
#[derive(Clone, Debug)]
struct Element {
    p: Vec<f64>,
    is_cleared: Vec<bool>,
    is_contradicted: Vec<bool>,
}

impl Element {
    fn q(&self) -> f64 {
        union(self.p.iter().copied())
    }
}

/// The probability of one at least, summed up so that nothing cancels.
fn union(probabilities: impl Iterator<Item = f64>) -> f64 {
    probabilities.fold(0.0, |any, p| any + p * (1.0 - any))
}

/// The search. Elements are `0..n`.
pub(crate) struct Reference {
    settings: FeedbackSettings,
    undecided: Vec<Option<Element>>,
    gone: Vec<bool>,
    history: HashMap<Vec<usize>, Feedback>,
}

impl Reference {
    pub(crate) fn new(n: usize, sigma: f64, settings: FeedbackSettings) -> Reference {
        let m = settings.checks;
        let p = if m == 1 { sigma } else { -libm::expm1(libm::log1p(-sigma) / m as f64) };
        let element =
            Element { p: vec![p; m], is_cleared: vec![false; m], is_contradicted: vec![false; m] };
        Reference {
            settings,
            undecided: vec![Some(element); n],
            gone: vec![false; n],
            history: HashMap::new(),
        }
    }

    /// The elements that the next query removes.
    pub(crate) fn ask(&mut self) -> Option<Vec<usize>> {
        loop {
            let candidate = self.candidate();
            if candidate.is_empty() {
                return None;
            }
            match self.history.get(&self.without(&candidate)).cloned() {
                Some(known) => self.fail(&candidate, &known),
                None => return Some(candidate),
            }
        }
    }

    pub(crate) fn tell(&mut self, feedback: &Feedback) {
        let candidate = self.candidate();
        if feedback.is_interesting() {
            for element in candidate {
                self.undecided[element] = None;
                self.gone[element] = true;
            }
        } else {
            self.history.insert(self.without(&candidate), feedback.clone());
            self.fail(&candidate, feedback);
        }
    }

    /// Ever the first element in the order of the list of those that are about as likely needed as
    /// the one that is least so, as long as all of them together are worth it.
    fn candidate(&self) -> Vec<usize> {
        let mut left: Vec<(usize, f64)> =
            self.undecided.iter().enumerate().filter_map(q_of).collect();
        let mut chosen: Vec<(usize, f64)> = Vec::new();
        while let Some(least) = left.iter().map(|(_, q)| *q).min_by(f64::total_cmp) {
            let band = if self.settings.checks == 1 { 0.0 } else { BAND };
            let at =
                left.iter().position(|(_, q)| *q <= least * (1.0 + band)).expect("the least is");
            let next = left.remove(at);
            let most = chosen.iter().map(|(_, q)| *q).fold(next.1, f64::max);
            if !chosen.is_empty() && (chosen.len() + 1) as f64 * most > 1.0 {
                break;
            }
            chosen.push(next);
        }
        chosen.into_iter().map(|(element, _)| element).collect()
    }

    fn fail(&mut self, candidate: &[usize], feedback: &Feedback) {
        if let [only] = candidate {
            self.undecided[*only] = None;
            return;
        }
        let before: Vec<Element> = candidate
            .iter()
            .map(|element| self.undecided[*element].clone().expect("undecided"))
            .collect();
        let all = union(before.iter().map(Element::q));
        for (element, old) in candidate.iter().zip(&before) {
            let mut new = old.clone();
            let blamed = self.condition(&mut new, &before, feedback, all);
            let least = (old.q() / all).min(1.0);
            if let Some(check) = blamed.filter(|_| new.q() < least) {
                let others = new.p.iter().enumerate().filter(|(other, _)| *other != check);
                let held = others.fold(1.0, |held, (_, p)| held * (1.0 - p));
                new.p[check] = (1.0 - (1.0 - least) / held).clamp(new.p[check], 1.0);
            }
            self.undecided[*element] = Some(new);
        }
    }

    /// Conditions each p; the first check that is to blame.
    fn condition(
        &self,
        element: &mut Element,
        all_of_them: &[Element],
        feedback: &Feedback,
        all: f64,
    ) -> Option<usize> {
        let is_known = feedback.checks.contains(&CheckState::Failed);
        let mut blamed = Vec::new();
        for check in 0..self.settings.checks {
            let open = || all_of_them.iter().filter(|other| !other.is_cleared[check]);
            let is_any_open = open().next().is_some();
            let state = if is_known { feedback.checks[check] } else { CheckState::NotRun };
            match state {
                CheckState::NotRun if !is_known => {
                    if !element.is_cleared[check] {
                        element.p[check] = (element.p[check] / all).min(1.0);
                        blamed.push(check);
                    }
                }
                CheckState::Held => {
                    if !element.is_contradicted[check] {
                        element.is_cleared[check] = true;
                        element.p[check] = FLOOR;
                    }
                }
                CheckState::Failed if !is_any_open => {
                    let by = union(all_of_them.iter().map(|other| other.p[check]));
                    element.p[check] = (element.p[check] / by).min(1.0);
                    element.is_cleared[check] = false;
                    element.is_contradicted[check] = true;
                    blamed.push(check);
                }
                CheckState::NotRun if self.settings.after_fail == AfterFail::Unknown => {}
                CheckState::Failed | CheckState::NotRun => {
                    if !element.is_cleared[check] {
                        let by = union(open().map(|other| other.p[check]));
                        element.p[check] = (element.p[check] / by).min(1.0);
                        blamed.push(check);
                    }
                }
            }
        }
        blamed.first().copied()
    }

    /// The configuration that is left when a candidate goes.
    fn without(&self, candidate: &[usize]) -> Vec<usize> {
        (0..self.gone.len())
            .filter(|element| !self.gone[*element] && !candidate.contains(element))
            .collect()
    }
}

fn q_of((element, beliefs): (usize, &Option<Element>)) -> Option<(usize, f64)> {
    beliefs.as_ref().map(|beliefs| (element, beliefs.q()))
}
