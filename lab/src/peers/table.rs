//! The table of all runs of peers.

use super::record::{Outcome, Record};
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

#[cfg(test)]
mod tests {
    use super::super::record::Figures;
    use super::*;

    fn record(peer: &str, outcome: Outcome) -> Record {
        let (subject, peer) = ("c-x".to_owned(), peer.to_owned());
        Record { subject, peer, version: String::new(), arguments: Vec::new(), outcome }
    }

    #[test]
    fn a_run_without_figures_has_a_reason() {
        let figures = Figures {
            input_tokens: 1000,
            queries: 20,
            stopped: Some("max-time".to_owned()),
            ..Figures::default()
        };
        let missing = Outcome::Skipped("no `b` on PATH".to_owned());
        let failed = Outcome::Failed("exit status: 1: near <end>".to_owned());
        let records =
            [record("a", Outcome::Reduced(figures)), record("b", missing), record("c", failed)];
        let expected = "\
            | subject, peer         |   tests | tokens tested | result | bytes | test s | own s |   s |\n\
            |-----------------------|--------:|--------------:|-------:|------:|-------:|------:|----:|\n\
            | **c-x**, 1,000 tokens |         |               |        |       |        |       |     |\n\
            | a                     |    > 20 |             0 |      0 |     0 |    0.0 |   0.0 | 0.0 |\n\
            | b                     | skipped |               |        |       |        |       |     |\n\
            | c                     |  failed |               |        |       |        |       |     |\n\
            \n\
            - a on c-x stopped by max-time\n\
            - b on c-x skipped: no `b` on PATH\n\
            - c on c-x failed: exit status: 1: near \\<end>\n";
        assert_eq!(table(&records), expected);
    }
}
