//! The keys of the screen.

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

/// The keys that are more than one byte, as terminals send them in either of two modes.
const SEQUENCES: [(&[u8], Action); 15] = [
    (b"\x1b[A", Action::Scroll(-1)),
    (b"\x1bOA", Action::Scroll(-1)),
    (b"\x1b[B", Action::Scroll(1)),
    (b"\x1bOB", Action::Scroll(1)),
    (b"\x1b[5~", Action::Page(-1)),
    (b"\x1b[6~", Action::Page(1)),
    (b"\x1b[H", Action::Top),
    (b"\x1bOH", Action::Top),
    (b"\x1b[1~", Action::Top),
    (b"\x1b[7~", Action::Top),
    (b"\x1b[F", Action::Bottom),
    (b"\x1bOF", Action::Bottom),
    (b"\x1b[4~", Action::Bottom),
    (b"\x1b[8~", Action::Bottom),
    (b"\x1b[Z", Action::PreviousView),
];

/// What the bytes of some keys do.
pub(super) fn actions(mut bytes: &[u8]) -> Vec<Action> {
    let mut actions = Vec::new();
    while let Some((first, rest)) = bytes.split_first() {
        let known = SEQUENCES.iter().find(|(keys, _)| bytes.starts_with(keys));
        if let Some((keys, action)) = known {
            actions.push(*action);
            bytes = &bytes[keys.len()..];
        } else if *first == ESCAPE {
            bytes = behind_sequence(rest);
        } else {
            actions.extend(Action::of(*first));
            bytes = rest;
        }
    }
    actions
}

const ESCAPE: u8 = 0x1b;

/// What follows a sequence that means nothing here, whose first byte was an escape.
fn behind_sequence(bytes: &[u8]) -> &[u8] {
    match bytes {
        [b'[', rest @ ..] => {
            let end = rest.iter().position(|byte| (0x40..0x7f).contains(byte));
            end.map_or(&[], |end| &rest[end + 1..])
        }
        [b'O', _, rest @ ..] | [_, rest @ ..] => rest,
        [] => bytes,
    }
}

impl Action {
    /// What a key of one byte does, if anything.
    fn of(key: u8) -> Option<Action> {
        Some(match key {
            b'?' | b'h' => Action::Help,
            b'p' => Action::Pause,
            b'q' => Action::Quit,
            b's' => Action::Skip,
            b'l' => Action::FewerJobs,
            b'L' => Action::MoreJobs,
            b'o' => Action::OpenBest,
            b'd' => Action::OpenDiff,
            b'w' => Action::WriteCopy,
            b'f' => Action::Follow,
            b'\t' => Action::NextView,
            b'k' => Action::Scroll(-1),
            b'j' => Action::Scroll(1),
            b'b' => Action::Page(-1),
            b' ' => Action::Page(1),
            b'g' => Action::Top,
            b'G' => Action::Bottom,
            0x0c => Action::Redraw,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_several_bytes_are_known_and_others_mean_nothing() {
        let typed = b"p\x1b[A\x1b[1;5Dq\x1bOBx\x1b[6~\x1bs\x1b";
        let expected =
            [Action::Pause, Action::Scroll(-1), Action::Quit, Action::Scroll(1), Action::Page(1)];
        assert_eq!(actions(typed), expected);
    }
}
