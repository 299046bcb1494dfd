//! The signals that end programs: their names and numbers.

use probdd_exec::End;

/// Shells add this to a signal's number to make it an exit code.
pub(super) const OF_SIGNAL: i32 = 128;

/// Signals that a failing program sends to itself, or gets from the system. They say something alone.
pub(super) const TELLING: [i32; 6] = [4, 5, 6, 7, 8, 11];

/// The signals that end programs, and their numbers.
const SIGNALS: [(&str, i32); 14] = [
    ("HUP", 1),
    ("INT", 2),
    ("QUIT", 3),
    ("ILL", 4),
    ("TRAP", 5),
    ("ABRT", 6),
    ("BUS", 7),
    ("FPE", 8),
    ("KILL", 9),
    ("SEGV", 11),
    ("PIPE", 13),
    ("ALRM", 14),
    ("TERM", 15),
    ("SYS", 31),
];

/// The signal that killed a command, or the last command of a shell, if it is one that a failing program
/// sends to itself, or gets from the system.
pub(crate) fn signal_of(end: End) -> Option<i32> {
    let signal = match end {
        End::Signaled(signal) => signal,
        End::Exited(code) => code - OF_SIGNAL,
        _ => return None,
    };
    TELLING.contains(&signal).then_some(signal)
}

/// The number of a signal, by its name or as a number.
pub(super) fn signal_number(text: &str) -> Option<i32> {
    let name = text.to_ascii_uppercase();
    let name = name.strip_prefix("SIG").unwrap_or(&name);
    let known = SIGNALS.iter().find(|(known, _)| *known == name).map(|(_, number)| *number);
    known.or_else(|| name.parse().ok().filter(|number| (1..=64).contains(number)))
}

/// The name of a signal, without `SIG`.
pub(super) fn signal_name(signal: i32) -> String {
    let known = SIGNALS.iter().find(|(_, number)| *number == signal);
    known.map_or_else(|| signal.to_string(), |(name, _)| (*name).to_owned())
}

/// Whether a number is that of a signal that is known by its name.
pub(super) fn is_signal(number: i32) -> bool {
    SIGNALS.iter().any(|(_, known)| *known == number)
}
