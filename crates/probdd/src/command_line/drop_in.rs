//! `--drop-in creduce|cvise`: their options, as this tool knows them.
//!
//! Both replace the input and keep the original beside it, and so does a drop-in.

use crate::error::Failure;
use std::ffi::OsString;

/// The option that turns the others into those of another reducer.
const OPTION: &str = "--drop-in";

/// The reducers whose options are known.
const REDUCERS: [&str; 2] = ["creduce", "cvise"];

/// What an option of theirs means here.
#[derive(Clone, Copy)]
enum Meaning {
    /// These options, with its value after them if it has one.
    Is(&'static [&'static str]),
    /// Nothing, for this reason.
    Nothing(&'static str),
    /// The command that is the test, in place of a script.
    Test,
}

/// Options of C-Reduce and C-Vise: their names, how many values follow, and what they mean.
const OPTIONS: &[(&[&str], usize, Meaning)] = &[
    (&["-n", "--n"], 1, Meaning::Is(&["--jobs"])),
    (&["--timeout"], 1, Meaning::Is(&["--timeout"])),
    (&["-c", "--commands"], 1, Meaning::Test),
    (&["--not-c"], 0, Meaning::Is(&["--transformer", "none"])),
    (&["--no-clang-delta"], 0, Meaning::Is(&["--transformer", "none"])),
    (&["--shaddap"], 0, Meaning::Is(&["--quiet"])),
    (&["--print-diff", "--debug"], 0, Meaning::Is(&["--verbose"])),
    (&["--tidy", "--no-backup"], 0, Meaning::Nothing("the original is always kept")),
    (&["--sllooww", "--slow"], 0, Meaning::Nothing("everything is tried anyway")),
    (&["--no-give-up", "--no-kill", "--no-cache", "--die-on-pass-bug"], 0, NOT_HERE),
    (&["--skip-initial-passes", "--skip-after-init", "--no-default-passes"], 0, NO_PASSES),
    (&["--remove-pass", "--start-with-pass", "--pass-group", "--pass-group-file"], 1, NO_PASSES),
    (&["--add-pass"], 3, NO_PASSES),
    (&["--max-improvement", "--skip-key-off"], 1, NOT_HERE),
    (&["--save-temps"], 0, Meaning::Nothing("--trace PATH records every query")),
    (&["--timing", "--no-timing", "--timestamp", "--renaming", "--to-utf8"], 0, NOT_HERE),
    (
        &["--skip-interestingness-test-check"],
        0,
        Meaning::Nothing("the input is always tested first"),
    ),
    (&["--log-level", "--log-file"], 1, Meaning::Nothing("-v prints every query")),
    (&["--clang-delta", "--clang-delta-std", "--clex"], 1, Meaning::Nothing("it is found on PATH")),
    (&["--also-interesting"], 1, Meaning::Nothing("--keep-finds DIR keeps other failures")),
];

const NOT_HERE: Meaning = Meaning::Nothing("there is nothing like it here");
const NO_PASSES: Meaning = Meaning::Nothing("there are no passes to choose: see --polish");

/// A command line in the options of this tool.
#[derive(Debug)]
pub(crate) struct DropIn {
    pub(crate) arguments: Vec<OsString>,
    /// What users should know: options that have no meaning.
    pub(crate) notes: Vec<String>,
}

/// Translates a command line that begins with `--drop-in`; `None` if it does not.
///
/// # Errors
/// When the reducer or one of the options is not known.
pub(crate) fn drop_in(arguments: &[OsString]) -> Result<Option<DropIn>, Failure> {
    let name = match arguments.get(1).and_then(|first| first.to_str()) {
        Some(OPTION) => arguments.get(2).and_then(|name| name.to_str()),
        Some(first) => match first.strip_prefix(OPTION).and_then(|rest| rest.strip_prefix('=')) {
            Some(name) => Some(name),
            None => return Ok(None),
        },
        None => return Ok(None),
    };
    let Some(name) = name.filter(|name| REDUCERS.contains(name)) else {
        let message = format!("{OPTION} needs the name of a reducer: {}", REDUCERS.join(" or "));
        return Err(Failure::usage(message));
    };
    let used = if arguments[1] == *OPTION { 3 } else { 2 };
    translate(name, &arguments[0], &arguments[used..]).map(Some)
}

fn translate(name: &str, program: &OsString, typed: &[OsString]) -> Result<DropIn, Failure> {
    let mut translated = vec![program.clone(), "--in-place".into()];
    let (mut notes, mut files, mut test) = (Vec::new(), Vec::new(), None);
    let mut rest = typed.iter();
    while let Some(word) = rest.next() {
        let shown = word.to_string_lossy();
        if !shown.starts_with('-') || shown == "-" {
            files.push(word.clone());
            continue;
        }
        let (option, attached) = match shown.split_once('=') {
            Some((option, value)) => (option, Some(OsString::from(value))),
            None => (&*shown, None),
        };
        let Some((_, values, meaning)) = OPTIONS.iter().find(|(names, ..)| names.contains(&option))
        else {
            let message = format!("`{option}` is not known as an option of {name}");
            return Err(Failure::usage(message).hint("leave it out, or use probdd's own options"));
        };
        let more = values - usize::from(attached.is_some()).min(*values);
        let values: Vec<OsString> =
            attached.into_iter().chain(rest.by_ref().take(more).cloned()).collect();
        match meaning {
            Meaning::Is(options) => {
                translated.extend(options.iter().map(OsString::from));
                translated.extend(values);
            }
            Meaning::Nothing(why) => {
                notes.push(format!("`{option}` of {name} has no effect: {why}"));
            }
            Meaning::Test => test = values.into_iter().next(),
        }
    }
    match test {
        Some(command) => {
            translated.extend(["--expect".into(), "exit=zero".into()]);
            translated.extend(files);
            translated.extend(["--".into(), command]);
        }
        None => translated.extend(files),
    }
    Ok(DropIn { arguments: translated, notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(typed: &str) -> Result<Option<(String, usize)>, Failure> {
        let typed: Vec<OsString> = typed.split(' ').map(OsString::from).collect();
        let text = |drop_in: DropIn| {
            let words: Vec<String> =
                drop_in.arguments.iter().map(|argument| argument.display().to_string()).collect();
            (words.join(" "), drop_in.notes.len())
        };
        Ok(drop_in(&typed)?.map(text))
    }

    #[test]
    fn their_options_become_ours() {
        for (typed, wanted, notes) in [
            ("p --drop-in creduce t.sh x.c", "p --in-place t.sh x.c", 0),
            ("p --drop-in=cvise --n 4 t.sh x.c y.c", "p --in-place --jobs 4 t.sh x.c y.c", 0),
            (
                "p --drop-in cvise --timeout=9 --not-c t x",
                "p --in-place --timeout 9 --transformer none t x",
                0,
            ),
            ("p --drop-in creduce --add-pass a b 5 --tidy t x", "p --in-place t x", 2),
            ("p --drop-in cvise -c ./t x.c", "p --in-place --expect exit=zero x.c -- ./t", 0),
        ] {
            let found = translated(typed).expect(typed).expect(typed);
            assert_eq!(found, (wanted.to_owned(), notes), "{typed}");
        }
        assert!(translated("p t.sh x.c").expect("it is sound").is_none());
        for wrong in ["p --drop-in", "p --drop-in perses t x", "p --drop-in cvise --bogus t x"] {
            assert!(translated(wrong).is_err(), "{wrong}");
        }
    }
}
