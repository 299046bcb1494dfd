//! The keys of the screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Help,
    Pause,
    Quit,
    Skip,
    FewerJobs,
    MoreJobs,
    OpenBest,
    OpenDiff,
    WriteCopy,
    NextView,
    PreviousView,
    Follow,
    /// Scrolls by rows.
    Scroll(isize),
    /// Scrolls by pages.
    Page(isize),
    Top,
    Bottom,
    Redraw,
}

/// The keys as the help lists them.
pub(super) const HELP: [(&str, &str); 14] = [
    ("?", "this help"),
    ("p", "pause: running tests end, nothing new starts"),
    ("q", "stop with the best result so far (exit code 3)"),
    ("s", "skip this pass or rung"),
    ("l L", "run fewer or more tests at a time"),
    ("o", "open the best in $PAGER"),
    ("d", "open the differences to the input in $PAGER"),
    ("w", "write a copy of the best"),
    ("tab", "next view"),
    ("f", "follow what is tried"),
    ("arrows", "scroll; also j k, space b, g G"),
    ("^L", "draw the screen again"),
    ("^Z", "suspend probdd"),
    ("^C", "interrupt; a second one ends probdd at once"),
];

/// The keys that the last line of the screen names.
pub(super) const LEGEND: [(&str, &str); 7] = [
    ("?", "help"),
    ("tab", "view"),
    ("p", "pause"),
    ("s", "skip"),
    ("q", "stop"),
    ("o", "open"),
    ("w", "write"),
];

impl Action {
    /// What a key does, if anything.
    pub(super) fn of(key: KeyEvent) -> Option<Action> {
        if key.kind == KeyEventKind::Release {
            return None;
        }
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return (key.code == KeyCode::Char('l')).then_some(Action::Redraw);
        }
        Some(match key.code {
            KeyCode::Char('?' | 'h') => Action::Help,
            KeyCode::Char('p') => Action::Pause,
            KeyCode::Char('q') => Action::Quit,
            KeyCode::Char('s') => Action::Skip,
            KeyCode::Char('l') => Action::FewerJobs,
            KeyCode::Char('L') => Action::MoreJobs,
            KeyCode::Char('o') => Action::OpenBest,
            KeyCode::Char('d') => Action::OpenDiff,
            KeyCode::Char('w') => Action::WriteCopy,
            KeyCode::Char('f') => Action::Follow,
            KeyCode::Tab => Action::NextView,
            KeyCode::BackTab => Action::PreviousView,
            KeyCode::Up | KeyCode::Char('k') => Action::Scroll(-1),
            KeyCode::Down | KeyCode::Char('j') => Action::Scroll(1),
            KeyCode::PageUp | KeyCode::Char('b') => Action::Page(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => Action::Page(1),
            KeyCode::Home | KeyCode::Char('g') => Action::Top,
            KeyCode::End | KeyCode::Char('G') => Action::Bottom,
            _ => return None,
        })
    }
}
