//! What a short command line leaves out: `probdd bug.c` has no command, `probdd -- gcc bug.c` no input.
//! What is meant is filled in where there is only one answer.

use super::Usage;
use super::args::command;
use crate::error::Failure;
use crate::files::{is_executable, search_path};
use clap::error::ErrorKind;
use probdd_syntax::Language;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Compilers of a language, of which the first that is installed is meant, and what follows them.
/// They do not run what they compile.
const COMPILERS: [(&[&str], &[&str], &[&str]); 6] = [
    (&["c"], &["gcc", "clang", "cc"], &["-c"]),
    (&["c++", "cpp"], &["g++", "clang++", "c++"], &["-c"]),
    (&["rust"], &["rustc"], &["--emit=metadata"]),
    (&["go"], &["go"], &["vet"]),
    (&["java"], &["javac"], &[]),
    (&["typescript"], &["tsc"], &["--noEmit"]),
];

/// Programs that run a text of a language. Candidates can do anything, so that the user has to ask for
/// it.
const INTERPRETERS: [(&str, &str); 9] = [
    ("python", "python3"),
    ("javascript", "node"),
    ("bash", "bash"),
    ("perl", "perl"),
    ("ruby", "ruby"),
    ("php", "php"),
    ("lua", "lua"),
    ("awk", "awk -f"),
    ("tcl", "tclsh"),
];

/// Options before the name of a file that a command writes.
const OUTPUT_OPTIONS: [&str; 4] = ["-o", "-d", "--output", "--out"];

/// The command line that is meant by one in which a part is missing, and what to tell the user about it.
/// `None` if nothing is missing that could be filled in.
///
/// # Errors
/// When there are several answers, or none.
pub(crate) fn completed(
    arguments: &[OsString],
    usage: &Usage,
) -> Result<Option<(Vec<OsString>, String)>, Failure> {
    if usage.kind() != ErrorKind::MissingRequiredArgument {
        return Ok(None);
    }
    let Ok(matches) = command().ignore_errors(true).try_get_matches_from(arguments) else {
        return Ok(None);
    };
    if matches.subcommand().is_some() {
        return Ok(None);
    }
    let words = matches.get_many::<OsString>("command").into_iter().flatten();
    let words: Vec<OsString> = words.cloned().collect();
    match (matches.get_one::<PathBuf>("test"), words.is_empty()) {
        (None, false) => with_input(arguments, &words).map(Some),
        (Some(input), true) if input.is_file() && !is_executable(input) => {
            with_command(arguments, input).map(Some)
        }
        _ => Ok(None),
    }
}

/// The command line with the input that its command names.
fn with_input(
    arguments: &[OsString],
    words: &[OsString],
) -> Result<(Vec<OsString>, String), Failure> {
    let place = arguments.iter().position(|word| word == "--").unwrap_or(arguments.len());
    let files = named_files(words);
    let [input] = files.as_slice() else {
        let message = match files.as_slice() {
            [] => "the command names no file that could be reduced".to_owned(),
            several => {
                let names: Vec<String> =
                    several.iter().map(|path| format!("`{}`", path.display())).collect();
                format!("the command names several files: {}", names.join(", "))
            }
        };
        let hint = "name the one to reduce before the `--`: probdd INPUT -- CMD";
        return Err(Failure::usage(message).hint(hint));
    };
    let mut completed = arguments.to_vec();
    completed.insert(place, input.clone().into_os_string());
    Ok((completed, format!("the input is `{}`, the file that the command names", input.display())))
}

/// The files that the arguments of a command name, each once, without what it writes. Of several, those
/// in a known language.
fn named_files(words: &[OsString]) -> Vec<PathBuf> {
    let words: Vec<String> = match words {
        [line] => {
            let is_end = |c: char| c.is_whitespace() || "'\"`;&|<>()=".contains(c);
            line.to_string_lossy().split(is_end).map(str::to_owned).collect()
        }
        words => words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
    };
    let arguments = words.windows(2).filter(|pair| !OUTPUT_OPTIONS.contains(&&*pair[0]));
    let mut files: Vec<PathBuf> = arguments.map(|pair| PathBuf::from(&pair[1])).collect();
    files.retain(|path| path.is_file() && !is_executable(path));
    files.sort();
    files.dedup();
    let is_known = |path: &&PathBuf| Language::by_path(path).is_some();
    let known: Vec<PathBuf> = files.iter().filter(is_known).cloned().collect();
    if files.len() > 1 && known.len() == 1 { known } else { files }
}

/// The command line with the compiler of its input.
fn with_command(arguments: &[OsString], input: &Path) -> Result<(Vec<OsString>, String), Failure> {
    let language = Language::by_path(input).map_or("", Language::name);
    let name = input.display();
    let missing = |example: &str| {
        Failure::usage(format!("it is not known what `{name}` does wrong"))
            .hint(format!("name the command that fails on it: probdd {name} -- {example}"))
    };
    let Some((_, programs, options)) =
        COMPILERS.iter().find(|(languages, ..)| languages.contains(&language))
    else {
        let interpreter = INTERPRETERS.iter().find(|(known, _)| *known == language);
        return Err(missing(
            &interpreter
                .map_or_else(|| format!("CMD {name}"), |(_, program)| format!("{program} {name}")),
        ));
    };
    let is_installed =
        |program: &&&str| search_path().iter().any(|place| is_executable(&place.join(program)));
    let program =
        programs.iter().find(is_installed).ok_or_else(|| missing(&format!("CMD {name}")))?;
    let words = std::iter::once(program).chain(*options).map(OsString::from);
    let words: Vec<OsString> = words.chain([input.as_os_str().to_owned()]).collect();
    let told: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut completed = arguments.to_vec();
    completed.push("--".into());
    completed.extend(words);
    Ok((completed, format!("the command is `{}`; another one stands after `--`", told.join(" "))))
}
