//! The terminal while the screen is up: its modes, what it shows, and the way back.
//!
//! Ctrl-C and Ctrl-Z remain signals, so that they work whatever the thread that draws does. The way
//! back is open to every thread: a panic, or a second Ctrl-C, restores the terminal as well.

use super::escapes::escapes;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use rustix::process::getpgrp;
use rustix::stdio::stderr;
use rustix::termios::{
    LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp, tcgetwinsize,
    tcsetattr,
};
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, Instant};

/// A screen of its own, without a cursor.
const ENTER: &[u8] = b"\x1b[?1049h\x1b[?25l\x1b[2J";

/// Back to the screen that was there.
const LEAVE: &[u8] = b"\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l";

/// Undoes what others may have printed: attributes, another alphabet, the cursor, line wrap.
const SETTLE: &[u8] = b"\x1b[0m\x1b(B\x0f\x1b[?25l\x1b[?7l";

/// The terminal shows what comes between these at once, if it knows them.
const BEGIN_FRAME: &[u8] = b"\x1b[?2026h";
const END_FRAME: &[u8] = b"\x1b[?2026l";

/// Everything is drawn again after this time, because a test may have printed to the terminal.
const REPAINT: Duration = Duration::from_secs(3);

/// What no text contains: a cell with it is always drawn again.
const NOTHING: &str = "\u{E000}";

/// The modes of the terminal.
static MODES: Mutex<Modes> = Mutex::new(Modes::Own);

/// Who the terminal belongs to.
enum Modes {
    /// It is as it was.
    Own,
    /// The screen is up; this is how the terminal was.
    Screen(Termios),
    /// The screen is gone, and does not come again.
    Closed,
}

/// What the terminal shows.
#[derive(Debug)]
pub(super) struct Terminal {
    shown: Buffer,
    painted: Instant,
}

impl Terminal {
    /// Shows an empty screen.
    pub(super) fn enter() -> io::Result<Terminal> {
        let mut modes = modes();
        if let Modes::Own = *modes {
            let before = tcgetattr(stderr())?;
            let mut now = before.clone();
            now.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN);
            now.special_codes[SpecialCodeIndex::VMIN] = 1;
            now.special_codes[SpecialCodeIndex::VTIME] = 0;
            tcsetattr(stderr(), OptionalActions::Now, &now)?;
            *modes = Modes::Screen(before);
            io::stderr().lock().write_all(ENTER)?;
        }
        Ok(Terminal { shown: Buffer::empty(Rect::ZERO), painted: Instant::now() })
    }

    /// Whether it is time to draw everything again.
    pub(super) fn is_stale(&self) -> bool {
        self.painted.elapsed() >= REPAINT
    }

    /// Shows a frame, unless the screen is gone.
    pub(super) fn paint(&mut self, frame: Buffer) -> io::Result<()> {
        let is_whole = self.shown.area != frame.area || self.is_stale();
        let mut out = BEGIN_FRAME.to_vec();
        if is_whole {
            self.shown = Buffer::filled(frame.area, Cell::new(NOTHING));
            self.painted = Instant::now();
            out.extend(SETTLE);
        }
        let changes = self.shown.diff(&frame);
        if changes.is_empty() {
            return Ok(());
        }
        out.extend(escapes(changes.into_iter()).into_bytes());
        out.extend(END_FRAME);
        self.shown = frame;
        let modes = modes();
        match *modes {
            Modes::Screen(_) => io::stderr().lock().write_all(&out),
            Modes::Own | Modes::Closed => Ok(()),
        }
    }
}

/// The columns and rows of the terminal.
pub(super) fn size() -> Option<(u16, u16)> {
    let size = tcgetwinsize(stderr()).ok()?;
    Some((size.ws_col, size.ws_row)).filter(|(columns, rows)| *columns > 0 && *rows > 0)
}

/// Whether keys that are typed come to this process.
pub(super) fn is_foreground() -> bool {
    tcgetpgrp(stderr()).is_ok_and(|group| group == getpgrp())
}

/// Gives the terminal back for a while.
pub(super) fn leave() {
    let mut modes = modes();
    if let Modes::Screen(before) = &*modes {
        restore(before);
        *modes = Modes::Own;
    }
}

/// Gives the terminal back for good. Any thread may call it, also while another one draws.
pub(super) fn close() {
    // A thread that draws may wait for a terminal that takes nothing, for ever, or for a busy machine.
    for _ in 0..200 {
        match MODES.try_lock() {
            Ok(modes) => return close_with(modes),
            Err(TryLockError::Poisoned(modes)) => return close_with(modes.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

fn close_with(mut modes: MutexGuard<'_, Modes>) {
    if let Modes::Screen(before) = &*modes {
        restore(before);
    }
    *modes = Modes::Closed;
}

fn restore(before: &Termios) {
    // Neither failure can be helped. Keys that were typed for the screen go nowhere else.
    let _ = io::stderr().lock().write_all(LEAVE);
    let _ = tcsetattr(stderr(), OptionalActions::Flush, before);
}

fn modes() -> MutexGuard<'static, Modes> {
    MODES.lock().unwrap_or_else(PoisonError::into_inner)
}
