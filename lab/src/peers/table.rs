//! The table of all runs of peers.

use super::record::Record;
use crate::records::Outcome;
use crate::table::{escaped, grouped, padded};

/// The head of each column.
const HEAD: [&str; 8] =
    ["subject, peer", "tests", "tokens tested", "result", "bytes", "test s", "own s", "s"];

/// One row for each record, subject after subject, and then why others have no figures.
pub(crate) fn table(records: &[Record]) -> String {
    let head = HEAD.map(str::to_owned);
    let mut rows = Vec::new();
    for runs in records.chunk_by(|one, other| one.subject == other.subject) {
        let tokens = runs.iter().find_map(|run| Some(run.figures()?.input_tokens));
        let tokens = tokens.map_or(String::new(), |count| format!(", {} tokens", grouped(count)));
        rows.push(vec![format!("**{}**{tokens}", runs[0].subject)]);
        rows.extend(runs.iter().map(row));
    }
    let notes: String = records.iter().filter_map(note).collect();
    let gap = if notes.is_empty() { "" } else { "\n" };
    format!("{}{gap}{notes}", padded(&head, &rows))
}

fn row(record: &Record) -> Vec<String> {
    let peer = record.peer.clone();
    let figures = match &record.outcome {
        Outcome::Reduced(figures) => figures,
        Outcome::Skipped(_) => return vec![peer, "skipped".to_owned()],
        Outcome::Failed(_) => return vec![peer, "failed".to_owned()],
    };
    let more = if figures.stopped.is_some() { "> " } else { "" };
    vec![
        peer,
        format!("{more}{}", grouped(figures.queries)),
        grouped(figures.tokens_tested),
        grouped(figures.result_tokens),
        grouped(figures.result_bytes),
        format!("{:.1}", figures.test_seconds),
        format!("{:.1}", figures.cpu_seconds),
        format!("{:.1}", figures.wall_seconds),
    ]
}

/// Why a run has no figures, or ended early.
fn note(record: &Record) -> Option<String> {
    let note = match &record.outcome {
        Outcome::Skipped(reason) => format!("skipped: {}", escaped(reason)),
        Outcome::Failed(reason) => format!("failed: {}", escaped(reason)),
        Outcome::Reduced(figures) => format!("stopped by {}", figures.stopped.as_ref()?),
    };
    Some(format!("- {} on {} {note}\n", record.peer, record.subject))
}
