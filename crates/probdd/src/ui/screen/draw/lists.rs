//! The passes with what they have earned, and the messages.

use super::super::look::Role;
use super::super::view::View;
use super::pen::Pen;

/// Draws the passes, in the order in which their names came up.
pub(super) fn passes(view: &View, pen: &mut Pen) {
    pen.put(1, &format!("{:<14}{:>9}{:>12}", "pass", "queries", "tokens gone"), Role::Label);
    pen.next();
    let current = view.board.pass.as_ref().map(|(name, _)| *name);
    let asked: Vec<_> = view.board.passes.iter().filter(|earned| earned.queries > 0).collect();
    let above = asked.len().saturating_sub(pen.rows_left()).min(view.top);
    for earned in asked.into_iter().skip(above) {
        let role = if current == Some(earned.pass) { Role::Figure } else { Role::Plain };
        let row = format!("{:<14}{:>9}{:>12}", earned.pass, earned.queries, earned.tokens);
        pen.put(1, &row, role);
        pen.next();
    }
}

/// Draws the messages, the newest ones last.
pub(super) fn messages(view: &View, pen: &mut Pen) {
    if view.board.messages.is_empty() {
        pen.put(1, "no messages", Role::Label);
        return;
    }
    let (width, rows) = (pen.width().saturating_sub(2).max(1), pen.rows_left());
    let mut lines = Vec::new();
    for message in &view.board.messages {
        let (label, role) =
            if message.is_warning { ("warning: ", Role::Warning) } else { ("note: ", Role::Plain) };
        let text: Vec<char> = label.chars().chain(message.text.chars()).collect();
        lines.extend(text.chunks(width).map(|line| (line.iter().collect::<String>(), role)));
    }
    let last = lines.len().saturating_sub(rows);
    for (line, role) in lines.into_iter().skip(last.saturating_sub(view.top)).take(rows) {
        pen.put(1, &line, role);
        pen.next();
    }
}
