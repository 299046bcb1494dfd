//! Draws a view: a header with the figures, one large part, and a line of keys.

mod chart;
mod header;
mod lists;
mod pen;
mod text;

use super::keys::{HELP, LEGEND};
use super::look::Role;
use super::view::{Tab, View};
use pen::Pen;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// From this size on, the curve and the passes stand beside the large part.
const WIDE: (u16, u16) = (100, 20);

/// A place of the screen with this few rows has a short header.
const FEW_ROWS: u16 = 15;

/// The columns of what stands beside the large part.
const SIDE: u16 = 38;

/// The parts of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    header: Rect,
    tabs: Rect,
    pub(super) body: Rect,
    side: Option<Rect>,
    legend: Rect,
}

impl Parts {
    /// Divides a screen.
    pub(super) fn of(area: Rect) -> Parts {
        let header = if area.height < FEW_ROWS { 2.min(area.height) } else { 5 };
        let row = |y: u16, height: u16| Rect { y, height, ..area }.intersection(area);
        let body_rows = area.height.saturating_sub(header + 2);
        let mut body = row(header + 1, body_rows);
        let is_wide = area.width >= WIDE.0 && area.height >= WIDE.1;
        let side = is_wide.then(|| {
            body.width -= SIDE + 1;
            Rect { x: body.right() + 1, width: SIDE, ..body }
        });
        Parts {
            header: row(0, header),
            tabs: row(header, 1),
            body,
            side,
            legend: row(area.height.saturating_sub(1), 1),
        }
    }
}

/// Draws a view on a screen of this size.
pub(super) fn draw(view: &View, area: Rect) -> Buffer {
    let mut buffer = Buffer::empty(area);
    let parts = Parts::of(area);
    header::header(view, &mut Pen::new(&mut buffer, parts.header, view.look));
    if area.height > parts.header.height {
        tabs(view, &mut Pen::new(&mut buffer, parts.tabs, view.look));
    }
    let pen = &mut Pen::new(&mut buffer, parts.body, view.look);
    match view.tab {
        _ if view.shows_help => help(pen),
        Tab::Best => text::best(view, pen),
        Tab::Changes => text::changes(view, pen),
        Tab::Curve => chart::curve(view, pen),
        Tab::Passes => lists::passes(view, pen),
        Tab::Messages => lists::messages(view, pen),
    }
    if let Some(side) = parts.side {
        beside(view, &mut buffer, side);
    }
    if area.height > parts.header.height + 1 {
        legend(view, &mut Pen::new(&mut buffer, parts.legend, view.look));
    }
    buffer
}

/// The curve above the passes, beside the large part.
fn beside(view: &View, buffer: &mut Buffer, side: Rect) {
    let rule = view.look.vertical_rule();
    for y in side.top()..side.bottom() {
        buffer.set_string(side.x - 1, y, rule, view.look.style(Role::Label));
    }
    let curve = Rect { height: side.height / 2, ..side };
    let passes = Rect { y: curve.bottom(), height: side.height - curve.height, ..side };
    chart::curve(view, &mut Pen::new(buffer, curve, view.look));
    lists::passes(view, &mut Pen::new(buffer, passes, view.look));
}

/// The names of the tabs, on a line.
fn tabs(view: &View, pen: &mut Pen) {
    pen.fill(view.look.rule(), Role::Label);
    let mut column = 1;
    for tab in Tab::ALL {
        let is_shown = tab == view.tab && !view.shows_help;
        let role = if is_shown { Role::Key } else { Role::Title };
        column = pen.put(column, &format!(" {} ", tab.title()), role) + 1;
    }
}

fn help(pen: &mut Pen) {
    for (keys, what) in HELP {
        pen.put(1, &format!("{keys:>6}"), Role::Title);
        pen.put(9, what, Role::Plain);
        pen.next();
    }
}

/// The last line: what the last key did, or which keys there are.
fn legend(view: &View, pen: &mut Pen) {
    if let Some(notice) = &view.notice {
        pen.put(1, notice, Role::Good);
        return;
    }
    let mut column = 1;
    for (key, what) in LEGEND {
        column = pen.put(column, key, Role::Key) + 1;
        column = pen.put(column, what, Role::Label) + 2;
    }
}

#[cfg(test)]
mod tests;
