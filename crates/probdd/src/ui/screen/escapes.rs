//! A frame as the escape sequences that every terminal knows. Colours are the sixteen that have
//! sequences of their own: what terminals with more colours know may mean something else to others.

use ratatui::buffer::Cell;
use ratatui::style::{Color, Modifier};
use std::fmt::Write;

/// The attributes that the screen uses.
const ATTRIBUTES: [(Modifier, &str); 4] = [
    (Modifier::BOLD, ";1"),
    (Modifier::DIM, ";2"),
    (Modifier::UNDERLINED, ";4"),
    (Modifier::REVERSED, ";7"),
];

/// Writes cells at their columns and rows.
pub(super) fn escapes<'a>(cells: impl Iterator<Item = (u16, u16, &'a Cell)>) -> String {
    let mut out = String::new();
    let mut at = None;
    let mut style = None;
    for (x, y, cell) in cells {
        if at != Some((x, y)) {
            // Writing to a string does not fail.
            let _ = write!(out, "\x1b[{};{}H", y + 1, x + 1);
        }
        if style != Some((cell.fg, cell.modifier)) {
            style = Some((cell.fg, cell.modifier));
            out.push_str("\x1b[0");
            let set = ATTRIBUTES.iter().filter(|(attribute, _)| cell.modifier.contains(*attribute));
            set.for_each(|(_, code)| out.push_str(code));
            if let Some(code) = code(cell.fg) {
                let _ = write!(out, ";{code}");
            }
            out.push('m');
        }
        out.push_str(cell.symbol());
        // Only of these it is sure that they take one column.
        at = cell.symbol().is_ascii().then_some((x + 1, y));
    }
    out
}

/// The code of a colour.
fn code(colour: Color) -> Option<u8> {
    let code = match colour {
        Color::Black => 30,
        Color::Red => 31,
        Color::Green => 32,
        Color::Yellow => 33,
        Color::Blue => 34,
        Color::Magenta => 35,
        Color::Cyan => 36,
        Color::Gray => 37,
        Color::DarkGray => 90,
        Color::LightRed => 91,
        Color::LightGreen => 92,
        Color::LightYellow => 93,
        Color::LightBlue => 94,
        Color::LightMagenta => 95,
        Color::LightCyan => 96,
        Color::White => 97,
        Color::Reset | Color::Rgb(..) | Color::Indexed(_) => return None,
    };
    Some(code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::buffer::Buffer;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn only_what_changed_is_written_with_its_colour() {
        let before = Buffer::empty(Rect::new(0, 0, 9, 2));
        let mut after = before.clone();
        after.set_string(2, 1, "ab", Style::new().fg(Color::Red).add_modifier(Modifier::BOLD));
        after.set_string(4, 1, "c", Style::new());
        after.set_string(7, 1, "d", Style::new());
        let written = escapes(before.diff(&after).into_iter());
        assert_eq!(written, "\x1b[2;3H\x1b[0;1;31mab\x1b[0mc\x1b[2;8Hd");
    }
}
