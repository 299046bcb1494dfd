//! What to tell a user whose persistent process does not find the input interesting.

use probdd_core::Verdict;
use probdd_exec::{End, Outcome};

/// What it did.
pub(crate) fn end(command: &str, outcome: &Outcome) -> String {
    match outcome.end {
        End::Answered if outcome.verdict == Verdict::Uninteresting => {
            format!("`{command}` answered `uninteresting`")
        }
        End::Answered => format!("`{command}` answered `unresolved`"),
        End::Garbled => format!("`{command}` gave an answer that is none"),
        End::Exited(code) => format!("`{command}` exited with {code} instead of answering"),
        End::Signaled(signal) => {
            format!("`{command}` was killed by signal {signal} instead of answering")
        }
        End::TimedOut => format!("`{command}` did not answer in time"),
        End::Interrupted => format!("`{command}` was interrupted"),
        End::OutOfDisk => format!("`{command}` wrote more than --disk allows"),
        End::Lost => format!("`{command}` killed or stopped the process that watches over it"),
    }
}

/// What to do about it.
pub(crate) fn hints(end: End, name: &str) -> Vec<String> {
    let protocol = format!(
        "the process reads lines; each is the path of a directory with nothing but `{name}` in it. \
         For each it writes one line, and nothing else, to its standard output: interesting, \
         uninteresting or unresolved"
    );
    let first = match end {
        End::Exited(126) => "126 means that a command could not be run: look at its permissions",
        End::Exited(127) => {
            "127 means that a command was not found: it is run by `sh -c` in the current directory, \
             so a program that lies here is `./NAME`"
        }
        End::Exited(_) | End::Signaled(_) => {
            "it has to answer one line after another until its standard input ends"
        }
        End::TimedOut => {
            "is each answer flushed, and does it end with a newline? Else give it more time, to \
             start as well: --timeout SECONDS, or auto"
        }
        End::Garbled => "let whatever else it prints go to standard error",
        End::OutOfDisk => "let it write more: --disk SIZE",
        End::Answered | End::Interrupted | End::Lost => "",
    };
    let again = "try it by hand: copy the input alone into an empty directory DIR; `echo DIR | CMD` \
                 should print `interesting`";
    let hints = [first, &protocol, again].into_iter().filter(|hint| !hint.is_empty());
    hints.map(str::to_owned).collect()
}
