//! Writes into one part of the screen, row by row.

use super::super::super::foreign::is_obeyed;
use super::super::look::{Look, Role};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// A part of the screen, and the row that is written.
pub(super) struct Pen<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    row: u16,
    look: Look,
}

impl<'a> Pen<'a> {
    pub(super) fn new(buffer: &'a mut Buffer, area: Rect, look: Look) -> Pen<'a> {
        Pen { buffer, area, row: 0, look }
    }

    pub(super) fn look(&self) -> Look {
        self.look
    }

    pub(super) fn width(&self) -> usize {
        self.area.width.into()
    }

    /// The rows that are left, with this one.
    pub(super) fn rows_left(&self) -> usize {
        self.area.height.saturating_sub(self.row).into()
    }

    /// Writes at a column of the row; returns the column behind it.
    pub(super) fn put(&mut self, column: usize, text: &str, role: Role) -> usize {
        self.put_styled(column, text, self.look.style(role))
    }

    /// Writes with a style that is not that of a role.
    pub(super) fn put_styled(&mut self, column: usize, text: &str, style: Style) -> usize {
        if self.rows_left() == 0 || column >= self.width() {
            return column;
        }
        let (x, y) = (self.area.x + column as u16, self.area.y + self.row);
        let left = self.width() - column;
        let is_ascii = !self.look.is_unicode;
        let text = text.replace(|c: char| is_obeyed(c) || is_ascii && !c.is_ascii(), ".");
        let (end, _) = self.buffer.set_stringn(x, y, text, left, style);
        usize::from(end - self.area.x)
    }

    /// Writes at the end of the row.
    pub(super) fn put_last(&mut self, text: &str, role: Role) {
        let column = self.width().saturating_sub(text.chars().count());
        self.put(column, text, role);
    }

    /// Fills the row with a sign.
    pub(super) fn fill(&mut self, sign: &str, role: Role) {
        self.put(0, &sign.repeat(self.width()), role);
    }

    /// Goes on to the next row.
    pub(super) fn next(&mut self) {
        self.row += 1;
    }

    /// Writes figures with what they mean, and goes on to the next row.
    pub(super) fn figures(&mut self, parts: &[(&str, Role)]) {
        let mut column = 1;
        for (text, role) in parts {
            column = self.put(column, text, *role);
        }
        self.next();
    }
}
