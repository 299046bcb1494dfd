//! The table: one row for each language.

use crate::table::plain;
use serde::{Deserialize, Serialize};

/// The figures of one language.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Row {
    pub(super) language: String,
    files: usize,
    bytes: usize,
    /// How many nodes of the parse trees have children, and how many of these no rule explains.
    nodes: (usize, usize),
    /// How many singles, subsets and hoists are valid, and how many there are.
    counts: [(usize, usize); 3],
    pub(super) judge: String,
    /// Why the judge is not on this machine.
    pub(super) skipped: Option<String>,
    /// What went wrong.
    pub(super) failure: Option<String>,
    pub(super) remarks: Vec<String>,
}

impl Row {
    /// An empty row.
    pub(super) fn of(language: &str) -> Row {
        Row { language: language.to_owned(), ..Row::default() }
    }

    /// Adds a file: its size, and its numbers of nodes.
    pub(super) fn add_file(&mut self, bytes: usize, (all, unmatched): (usize, usize)) {
        self.files += 1;
        self.bytes += bytes;
        self.nodes = (self.nodes.0 + all, self.nodes.1 + unmatched);
    }

    /// Adds a verdict to a column.
    pub(super) fn count(&mut self, column: usize, is_valid: bool) {
        let (valid, all) = &mut self.counts[column];
        *valid += usize::from(is_valid);
        *all += 1;
    }

    /// Whether a language with a judge has a smaller percentage of valid singles than this.
    pub(super) fn is_below(&self, least: f64) -> bool {
        let [(valid, all), ..] = self.counts;
        percent(valid, all).map_or(self.skipped.is_none(), |share| share < least)
    }

    fn shares(&self) -> [String; 3] {
        self.counts.map(|(valid, all)| match percent(valid, all) {
            Some(share) => format!("{} of {all}", shown(share)),
            None => "-".to_owned(),
        })
    }

    fn matched(&self) -> String {
        let (all, unmatched) = self.nodes;
        percent(all - unmatched, all).map_or("-".to_owned(), |share| format!("{share:.2} %"))
    }

    fn note(&self) -> String {
        let mut notes = Vec::new();
        if let Some(what) = &self.failure {
            notes.push(format!("FAILED: {what}"));
        }
        match &self.skipped {
            Some(what) => notes.push(format!("not judged: {what}")),
            None => notes.push(self.judge.clone()),
        }
        notes.extend(self.remarks.iter().cloned());
        notes.retain(|note| !note.is_empty());
        notes.join("; ").replace('|', "\\|").replace('\n', " ")
    }
}

/// All rows, as Markdown.
pub(super) fn markdown(rows: &[Row]) -> String {
    let cells = |row: &Row| {
        let (language, files) = (row.language.clone(), row.files.to_string());
        let mut cells = vec![language, files, (row.bytes / 1000).to_string(), row.matched()];
        cells.extend(row.shares());
        cells.push(row.note());
        cells
    };
    let head = "| language | files | kB | matched | singles valid | subsets valid | hoists valid | judge |";
    plain(head, rows.iter().map(cells))
}

fn percent(part: usize, all: usize) -> Option<f64> {
    (all > 0).then(|| 100.0 * part as f64 / all as f64)
}

/// A share in percent, rounded down so that 100 means all.
fn shown(share: f64) -> String {
    format!("{:.1} %", (share * 10.0).floor() / 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(valid: usize, invalid: usize) -> Row {
        let mut row = Row::of("c");
        (0..valid).for_each(|_| row.count(0, true));
        (0..invalid).for_each(|_| row.count(0, false));
        row
    }

    #[test]
    fn two_invalid_of_twenty_are_enough_and_three_are_too_many() {
        assert!(!judged(18, 2).is_below(90.0));
        assert!(judged(17, 3).is_below(90.0));
    }

    #[test]
    fn a_language_without_verdicts_passes_only_without_a_judge() {
        let mut row = judged(0, 0);
        assert!(row.is_below(90.0));
        row.skipped = Some("no parser".to_owned());
        assert!(!row.is_below(90.0));
    }

    #[test]
    fn the_table_shows_shares_and_what_is_missing() {
        let mut row = judged(1999, 1);
        row.add_file(31_000, (200, 1));
        row.judge = "gcc 12".to_owned();
        let text = markdown(&[row]);
        let last = text.lines().last().expect("there is a row");
        assert_eq!(last, "| c | 1 | 31 | 99.50 % | 99.9 % of 2000 | - | - | gcc 12 |");
    }
}
