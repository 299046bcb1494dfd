//! Tables in Markdown.

/// A table whose columns are not padded. `head` is the first line as it is written.
pub(crate) fn plain(head: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let columns = head.matches('|').count() - 1;
    let line = |row: Vec<String>| format!("| {} |\n", row.join(" | "));
    let rows: String = rows.into_iter().map(line).collect();
    format!("{head}\n|{}\n{rows}", "---|".repeat(columns))
}

/// A table whose columns are padded, to be read as it is. The first column holds words, the others
/// numbers.
pub(crate) fn padded(head: &[String], rows: &[Vec<String>]) -> String {
    let escaped = |row: &Vec<String>| -> Vec<String> {
        row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect()
    };
    let rows: Vec<Vec<String>> = std::iter::once(&head.to_vec()).chain(rows).map(escaped).collect();
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..head.len()).map(|column| width(column).unwrap_or(0)).collect();
    let line = |row: &Vec<String>| {
        let cell = |(column, width): (usize, &usize)| {
            let text = row.get(column).map_or("", String::as_str);
            if column == 0 { format!(" {text:<width$} |") } else { format!(" {text:>width$} |") }
        };
        format!("|{}\n", widths.iter().enumerate().map(cell).collect::<String>())
    };
    let rule = |(column, width): (usize, &usize)| {
        let dashes = "-".repeat(*width + 1);
        if column == 0 { format!("{dashes}-|") } else { format!("{dashes}:|") }
    };
    let rules: String = widths.iter().enumerate().map(rule).collect();
    let mut lines: Vec<String> = rows.iter().map(line).collect();
    lines.insert(1, format!("|{rules}\n"));
    lines.concat()
}

/// What a program has written, as a part of a sentence: it may not begin a tag.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('<', "\\<")
}

/// A number with commas between its thousands.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_padded_and_bars_escaped() {
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let text = padded(&row(&["method", "n"]), &[row(&["a|b", "1,234"]), row(&["ü"])]);
        let expected = "| method |     n |\n\
                        |--------|------:|\n\
                        | a\\|b   | 1,234 |\n\
                        | ü      |       |\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
