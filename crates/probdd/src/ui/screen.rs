//! The screen: a run as one likes to watch it, and keys that change the run.
//!
//! The search stores what happens on the board, and nothing else. A thread of its own draws and reads
//! keys ([`watching`]); a frame is a function ([`draw`](mod@draw)) of plain data ([`view`]).

mod board;
mod comparisons;
mod difference;
mod draw;
mod escapes;
mod keyboard;
mod keys;
mod look;
mod outside;
mod rows;
mod run_view;
mod terminal;
mod view;
mod watching;

use super::print;
use crate::report::{Size, Tally};
use board::{Board, lock};
use probdd_exec::Event;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::thread::JoinHandle;
use watching::Watching;

pub(crate) use run_view::RunView;

/// The least columns and rows of a terminal on which the screen comes by itself.
const LEAST: (u16, u16) = (60, 15);

/// The screen of a run.
#[derive(Debug)]
pub(super) struct Screen {
    board: Arc<Mutex<Board>>,
    is_over: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

/// Whether the terminal is large enough for the screen, and takes keys for this process.
pub(super) fn fits() -> bool {
    let is_large = |(columns, rows)| columns >= LEAST.0 && rows >= LEAST.1;
    terminal::size().is_some_and(is_large) && terminal::is_foreground()
}

impl Screen {
    /// Shows the screen. What is printed from here on waits until it closes.
    pub(super) fn open(run: RunView, size: Size) -> io::Result<Screen> {
        restore_on_panic();
        let board = Arc::new(Mutex::new(Board::new(Arc::clone(&run.settings), size)));
        let is_over = Arc::new(AtomicBool::new(false));
        let watching = Watching::new(run, Arc::clone(&board), Arc::clone(&is_over))?;
        print::hold();
        let thread = std::thread::Builder::new().name("screen".into());
        let thread = thread.spawn(move || watching.run()).inspect_err(|_| close())?;
        Ok(Screen { board, is_over, thread: Mutex::new(Some(thread)) })
    }

    /// Notes an event after it was counted.
    pub(super) fn on(&self, event: &Event, tally: &Tally) {
        lock(&self.board).note(event, tally);
    }

    /// Shows a warning or a note.
    pub(super) fn say(&self, is_warning: bool, text: &str) {
        lock(&self.board).say(is_warning, text);
    }

    /// Gives the terminal back, and prints what has waited.
    pub(super) fn close(&self) {
        self.is_over.store(true, Ordering::Release);
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        // The thread may wait for a program of the user, or for a terminal that takes nothing.
        if let Some(thread) = thread {
            thread.thread().unpark();
            let _ = thread.join();
        }
        close();
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.close();
    }
}

/// Gives the terminal back from any thread, and prints what has waited.
pub(crate) fn close() {
    terminal::close();
    print::release();
}

/// A panic prints its message where it can be read.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            close();
            print(panic);
        }));
    });
}
