//! The header: how small the best candidate is, what the run does, how fast.

use super::super::board::{Board, Figures};
use super::super::look::Role;
use super::super::view::{Job, Mode, View};
use super::pen::Pen;
use crate::messages::numbers::{count, queries, time};
use crate::messages::slow;

/// How many columns the sparkline of verdicts has.
const SPARKS: usize = 24;

/// How many verdicts one of its columns stands for.
const VERDICTS: usize = 16;

/// Draws the header, as far as there is room.
pub(super) fn header(view: &View, pen: &mut Pen) {
    let board = &view.board;
    title(view, pen);
    size(view, pen);
    asked(view, pen);
    pass(board, pen);
    jobs(view, pen);
}

fn title(view: &View, pen: &mut Pen) {
    let column = pen.put(1, "probdd ", Role::Title);
    pen.put(column, &view.name, Role::Plain);
    let clock = time(view.elapsed);
    let (mode, role) = match view.mode {
        Mode::Running if view.board.figures.is_replaying => ("replaying ", Role::Warning),
        Mode::Running => ("", Role::Plain),
        Mode::Paused => ("PAUSED ", Role::Warning),
        Mode::Stopping => ("stopping ", Role::Warning),
    };
    pen.put_last(&format!("{mode}{clock} "), role);
    pen.next();
}

fn size(view: &View, pen: &mut Pen) {
    let figures = &view.board.figures;
    let Figures { input, best, .. } = figures;
    if input.tokens == 0 {
        pen.figures(&[
            (&count(input.bytes), Role::Figure),
            (" bytes, running the test on the input", Role::Plain),
        ]);
        return;
    }
    pen.figures(&[
        (&count(best.tokens), Role::Figure),
        (
            &format!(" of {} tokens ({:.1} %), ", count(input.tokens), figures.percent()),
            Role::Plain,
        ),
        (&count(best.bytes), Role::Figure),
        (&format!(" of {} bytes{}", count(input.bytes), certificate(view)), Role::Plain),
    ]);
}

/// How far the search is, as far as it has a model.
fn certificate(view: &View) -> String {
    let needed = view.shown_needed().map(|tokens| format!(", {} shown needed", count(tokens)));
    let left = view.queries_left.filter(|left| *left > 0);
    let left = left.map(|left| format!(", at least {} left", queries(left)));
    needed.into_iter().chain(left).collect()
}

fn asked(view: &View, pen: &mut Pen) {
    let figures = &view.board.figures;
    let last = match figures.last_reduction {
        0 => "no reduction yet".to_owned(),
        last => format!("last reduction {} ago", queries(figures.queries.saturating_sub(last))),
    };
    let timed_out = match figures.timed_out {
        0 => String::new(),
        some => format!(", {some} timed out"),
    };
    pen.figures(&[
        (&queries(figures.queries), Role::Figure),
        (&format!(" ({:.1}/s), ", figures.rate(view.elapsed)), Role::Plain),
        (&count(figures.interesting as usize), Role::Good),
        (&format!(" interesting{timed_out}, {last}"), Role::Plain),
    ]);
}

fn pass(board: &Board, pen: &mut Pen) {
    let Some((name, file)) = &board.pass else {
        pen.next();
        return;
    };
    let of_file = file.as_ref().map(|file| format!(" in {file}")).unwrap_or_default();
    let earned = board.passes.iter().find(|earned| earned.pass == *name);
    let earned = earned.map_or(String::new(), |earned| {
        format!(": {}, {} tokens gone", queries(earned.queries), earned.tokens)
    });
    pen.put_last(&format!("{} ", sparkline(board, pen)), Role::Good);
    pen.figures(&[
        ("pass ", Role::Label),
        (name, Role::Figure),
        (&(of_file + &earned), Role::Plain),
    ]);
}

fn jobs(view: &View, pen: &mut Pen) {
    let running: Vec<String> = view.jobs.iter().map(describe).collect();
    let running = match view.computes {
        Some(long) => format!("{} for {}", slow::computing(pass_of(view)), time(long)),
        None if running.is_empty() => "none runs".into(),
        None => running.join(", "),
    };
    pen.figures(&[
        (&format!("{} of {} jobs", view.jobs.len(), view.most_jobs), Role::Figure),
        (&format!(": {running}"), Role::Plain),
    ]);
}

fn pass_of(view: &View) -> Option<&'static str> {
    view.board.pass.as_ref().map(|(name, _)| *name)
}

fn describe(job: &Job) -> String {
    let guess = if job.is_guess { " ahead" } else { "" };
    format!("{}{guess}", time(job.time))
}

/// The share of interesting verdicts, the newest ones last.
fn sparkline(board: &Board, pen: &Pen) -> String {
    let bars = pen.look().bars();
    let columns = board.verdicts.len().div_ceil(VERDICTS).min(SPARKS);
    let newest: Vec<bool> = board.verdicts.iter().rev().take(columns * VERDICTS).copied().collect();
    let bar = |verdicts: &[bool]| {
        let hits = verdicts.iter().filter(|verdict| **verdict).count();
        // One success already shows.
        bars[(hits * 8).div_ceil(verdicts.len())]
    };
    newest.chunks(VERDICTS).rev().map(bar).collect()
}
