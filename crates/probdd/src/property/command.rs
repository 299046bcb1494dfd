//! A command as it was typed, made to run in the directory of a query.
//!
//! Each query has a directory of its own, with the candidate under its own name. So what names an
//! input becomes the candidate, programs and directories of headers that were named relative to the
//! current directory get their absolute paths, and other files get a place beside the candidate.

use super::shell::quoted;
use crate::error::{Failure, current_directory};
use crate::files::{is_executable, same_file, search_path};
use probdd_exec::{CheckCommand, Companion};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

/// Options that are followed by what the command writes.
const OUTPUT_OPTIONS: [&str; 7] = ["-o", "-d", "-B", "--output", "--out", "-outdir", "--outdir"];

/// Options with a directory that is searched, which may be attached to them.
const SEARCH_OPTIONS: [&str; 8] =
    ["-I", "-L", "-F", "-isystem", "-iquote", "-idirafter", "--sysroot=", "-B"];

/// Files that programs read without being told, if they lie in the current directory.
const CONFIGURATIONS: [(&[&str], &[&str]); 9] = [
    (&["make", "gmake"], &["Makefile", "makefile", "GNUmakefile"]),
    (&["ninja"], &["build.ninja"]),
    (&["cargo"], &["Cargo.toml", "Cargo.lock"]),
    (&["go", "gofmt"], &["go.mod", "go.sum"]),
    (&["tsc", "ts-node"], &["tsconfig.json"]),
    (&["npm", "npx", "node", "jest"], &["package.json", "jest.config.js"]),
    (&["pytest", "py.test"], &["conftest.py", "pytest.ini", "setup.cfg", "pyproject.toml"]),
    (
        &["mypy", "flake8", "ruff"],
        &["mypy.ini", ".flake8", "ruff.toml", "setup.cfg", "pyproject.toml"],
    ),
    (&["eslint"], &["eslint.config.js", ".eslintrc.json", "package.json"]),
];

/// What separates the words of a shell command.
const SEPARATORS: &[u8] = b" \t\n'\"`;&|<>()";

/// A command as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed {
    /// One text, for the shell.
    Line(OsString),
    /// A program and its arguments.
    Words(Vec<OsString>),
}

/// A command that runs in the directory of a query.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    /// What runs.
    pub(crate) runs: CheckCommand,
    /// The same as a line for the shell, in which `$1` is the candidate.
    pub(crate) line: OsString,
    /// Files that it needs besides the candidate.
    pub(crate) companions: Vec<Companion>,
}

impl Typed {
    /// What the words after `--` mean. One word is for the shell, like that of `sh -c`.
    pub(crate) fn of(words: &[OsString]) -> Typed {
        match words {
            [line] => Typed::Line(line.clone()),
            words => Typed::Words(words.to_vec()),
        }
    }

    /// The command that runs, for these inputs.
    ///
    /// # Errors
    /// When there is no such program, or `{3}` is used with two inputs.
    pub(crate) fn command(&self, inputs: &[&Path]) -> Result<Command, Failure> {
        let mut adapter = Adapter::new(inputs)?;
        match self {
            Typed::Line(line) if line.as_bytes().trim_ascii().is_empty() => {
                Err(Failure::usage("the command is empty"))
            }
            Typed::Line(line) => {
                let line = OsString::from_vec(adapter.line(line.as_bytes())?);
                let runs = CheckCommand::Shell(line.clone());
                Ok(Command { runs, line, companions: adapter.companions })
            }
            Typed::Words(words) => match script_of(words) {
                Some((shell, script)) => adapter.script(shell, script),
                None => adapter.words(words),
            },
        }
    }
}

/// Shells, whose option `-c` is followed by a script.
const SHELLS: [&str; 5] = ["sh", "bash", "dash", "zsh", "ksh"];

/// The words up to the script, and the script, of a command such as `bash -o pipefail -c SCRIPT`.
fn script_of(words: &[OsString]) -> Option<(&[OsString], &OsString)> {
    let (script, shell) = words.split_last()?;
    let name = Path::new(shell.first()?).file_name()?.to_str()?;
    let option = shell.last()?.to_str()?;
    let is_script = option.starts_with('-') && !option.starts_with("--") && option.ends_with('c');
    (SHELLS.contains(&name) && shell.len() > 1 && is_script).then_some((shell, script))
}

impl Display for Typed {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Typed::Line(line) => to.write_str(&line.to_string_lossy()),
            Typed::Words(words) => {
                let words: Vec<Vec<u8>> =
                    words.iter().map(|word| quoted(word.as_bytes())).collect();
                to.write_str(&String::from_utf8_lossy(&words.join(&b' ')))
            }
        }
    }
}

/// A word of a command, changed.
enum Word {
    /// As it was typed.
    Same,
    /// Another text.
    Text(Vec<u8>),
    /// A text before the candidate of this number, and one after it.
    Candidate(Vec<u8>, usize, Vec<u8>),
}

/// Changes words so that they mean the same in the directory of a query.
struct Adapter<'a> {
    inputs: &'a [&'a Path],
    here: PathBuf,
    companions: Vec<Companion>,
    /// What the command writes: a query makes it, whatever lies in the current directory.
    outputs: Vec<PathBuf>,
}

impl<'a> Adapter<'a> {
    fn new(inputs: &'a [&'a Path]) -> Result<Adapter<'a>, Failure> {
        let here = current_directory()?;
        Ok(Adapter { inputs, here, companions: Vec::new(), outputs: Vec::new() })
    }

    /// A program and its arguments. With a candidate among the arguments, the shell inserts it.
    fn words(mut self, words: &[OsString]) -> Result<Command, Failure> {
        let program = find_program(words.first().map_or(OsStr::new(""), |word| word))?;
        self.configure(program.file_name().unwrap_or_default().as_bytes());
        let mut line = b"exec ".to_vec();
        line.extend(quoted(program.as_os_str().as_bytes()));
        let (mut arguments, mut has_candidate) = (Vec::new(), false);
        let mut before: &[u8] = b"";
        for word in &words[1..] {
            let word = word.as_bytes();
            line.push(b' ');
            match self.word(word, before, false)? {
                Word::Same => {
                    line.extend(quoted(word));
                    arguments.push(OsStr::from_bytes(word).to_owned());
                }
                Word::Text(text) => {
                    line.extend(quoted(&text));
                    arguments.push(OsString::from_vec(text));
                }
                Word::Candidate(start, number, end) => {
                    has_candidate = true;
                    line.extend(quoted_unless_empty(&start));
                    line.extend(format!("\"${{{number}}}\"").bytes());
                    line.extend(quoted_unless_empty(&end));
                }
            }
            before = word;
        }
        let line = OsString::from_vec(line);
        let runs = if has_candidate {
            CheckCommand::Shell(line.clone())
        } else {
            CheckCommand::Program(program, arguments)
        };
        Ok(Command { runs, line, companions: self.companions })
    }

    /// A shell with a script, which has the candidates as its arguments.
    fn script(mut self, shell: &[OsString], script: &OsString) -> Result<Command, Failure> {
        let program = find_program(&shell[0])?;
        let script = self.line(script.as_bytes())?;
        let options = shell[1..].iter().map(|word| word.as_bytes().to_vec());
        let words = std::iter::once(program.as_os_str().as_bytes().to_vec()).chain(options);
        let words: Vec<Vec<u8>> = words.chain([script]).map(|word| quoted(&word)).collect();
        let line = [b"exec ", &words.join(&b' ')[..], b" sh \"$@\""].concat();
        let line = OsString::from_vec(line);
        Ok(Command { runs: CheckCommand::Shell(line.clone()), line, companions: self.companions })
    }

    /// A line for the shell. Only words without signs that the shell replaces are changed.
    fn line(&mut self, line: &[u8]) -> Result<Vec<u8>, Failure> {
        self.outputs = outputs_of(line);
        let (mut changed, mut at) = (Vec::new(), 0);
        let (mut quote, mut is_first, mut is_output) = (None, true, false);
        let mut before: &[u8] = b"";
        while at < line.len() {
            let byte = line[at];
            if SEPARATORS.contains(&byte) {
                match (quote, byte) {
                    (None, b'\'' | b'"') => quote = Some(byte),
                    (Some(open), byte) if open == byte => quote = None,
                    (None, b';' | b'&' | b'|' | b'(' | b'\n') => is_first = true,
                    _ => {}
                }
                is_output = byte == b'>' || is_output && byte == b' ';
                changed.push(byte);
                at += 1;
                continue;
            }
            let length = line[at..].iter().position(|byte| SEPARATORS.contains(byte));
            let word = &line[at..at + length.unwrap_or(line.len() - at)];
            let is_plain = !word.iter().any(|byte| b"$*?[\\~".contains(byte));
            if is_first {
                self.configure(word);
            }
            let is_changed = is_plain && !std::mem::take(&mut is_output);
            let new = if is_changed { self.word(word, before, is_first)? } else { Word::Same };
            match new {
                Word::Same => changed.extend(word),
                Word::Text(text) if quote.is_some() => changed.extend(text),
                Word::Text(text) => changed.extend(quoted(&text)),
                Word::Candidate(start, number, end) => {
                    let candidate = match quote {
                        None => format!("\"${{{number}}}\""),
                        Some(b'\'') => format!("'\"${{{number}}}\"'"),
                        Some(_) => format!("${{{number}}}"),
                    };
                    changed.extend([start, candidate.into_bytes(), end].concat());
                }
            }
            // A variable that is set before a command is not the command.
            is_first &= word.contains(&b'=');
            before = word;
            at += word.len();
        }
        Ok(changed)
    }

    /// What a word means in the directory of a query.
    fn word(&mut self, word: &[u8], before: &[u8], is_program: bool) -> Result<Word, Failure> {
        if let Some(found) = self.placeholder(word)? {
            return Ok(found);
        }
        let is_output = OUTPUT_OPTIONS.iter().any(|option| option.as_bytes() == before);
        if is_output {
            return Ok(Word::Same);
        }
        let (option, path) = divide(word);
        if path.is_empty() {
            return Ok(Word::Same);
        }
        let named = Path::new(OsStr::from_bytes(path));
        if let Some(number) = self.input(named) {
            return Ok(Word::Candidate(option.to_vec(), number + 1, Vec::new()));
        }
        let is_output = self.outputs.contains(&plain(named));
        let is_here = named.is_relative() && named.exists() && !is_output;
        if !is_here {
            return Ok(Word::Same);
        }
        let is_search = SEARCH_OPTIONS.iter().any(|search| {
            let search = search.trim_end_matches('=').as_bytes();
            option.starts_with(search) || before == search
        });
        let is_script = is_program && path.contains(&b'/');
        if is_search && named.is_dir() || is_script || has_parent(named) {
            return Ok(Word::Text([option, self.absolute(named).as_os_str().as_bytes()].concat()));
        }
        // A bare word that is the name of a program or a directory as well is not taken for a file.
        if is_program || (named.is_dir() && option.is_empty() && !path.contains(&b'/')) {
            return Ok(Word::Same);
        }
        self.accompany(named);
        Ok(Word::Same)
    }

    /// The place of `{}` or `{2}` in a word.
    fn placeholder(&self, word: &[u8]) -> Result<Option<Word>, Failure> {
        for start in (0..word.len()).filter(|at| word[*at] == b'{') {
            let digits = word[start + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
            let end = start + 1 + digits;
            if word.get(end) != Some(&b'}') {
                continue;
            }
            let digits = String::from_utf8_lossy(&word[start + 1..end]);
            let number = if digits.is_empty() { 1 } else { digits.parse().unwrap_or(0) };
            if !(1..=self.inputs.len()).contains(&number) {
                let message =
                    format!("`{{{digits}}}` stands for no input: there are {}", self.inputs.len());
                return Err(Failure::usage(message).hint("{1} is the first input, {2} the second"));
            }
            return Ok(Some(Word::Candidate(
                word[..start].to_vec(),
                number,
                word[end + 1..].to_vec(),
            )));
        }
        Ok(None)
    }

    /// The number of the input that a path names, unless the path is the candidate's as well.
    fn input(&self, path: &Path) -> Option<usize> {
        let number = self.inputs.iter().position(|input| same_file(input, path))?;
        let is_own_name = self.inputs.len() == 1 && Some(path.as_os_str()) == path.file_name();
        (!is_own_name).then_some(number)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        let path = self.here.join(path);
        path.canonicalize().unwrap_or(path)
    }

    /// Gives every query the files that a program reads without being told.
    fn configure(&mut self, program: &[u8]) {
        let is_it = |name: &&&str| name.as_bytes() == program;
        let rows =
            CONFIGURATIONS.iter().filter(|(programs, _)| programs.iter().any(|name| is_it(&name)));
        for name in rows.flat_map(|(_, names)| names.iter()).map(Path::new) {
            if name.is_file() {
                self.accompany(name);
            }
        }
    }

    /// Gives every query a file or directory of the current directory.
    fn accompany(&mut self, path: &Path) {
        let place = plain(path);
        let source = self.absolute(path);
        // What is reduced is the candidate's, and a query must not see the original.
        let is_of_input = self
            .inputs
            .iter()
            .map(|input| self.absolute(input))
            .any(|input| input.starts_with(&source) || source.starts_with(&input));
        let is_known = self
            .companions
            .iter()
            .any(|other| other.place.starts_with(&place) || place.starts_with(&other.place));
        if !is_known && !is_of_input && place.as_os_str() != "" {
            self.companions.push(Companion { source, place });
        }
    }
}

/// A word as an option and the path that is attached to it.
fn divide(word: &[u8]) -> (&[u8], &[u8]) {
    let search = SEARCH_OPTIONS.iter().filter(|option| word.starts_with(option.as_bytes()));
    if let Some(option) =
        search.max_by_key(|option| option.len()).filter(|option| option.len() < word.len())
    {
        return word.split_at(option.len());
    }
    let after = |at: usize| word.split_at(at + 1);
    match word.first() {
        Some(b'@') => after(0),
        Some(b'-') => match word.iter().position(|byte| *byte == b'=') {
            Some(at) => after(at),
            None => (word, b""),
        },
        _ => (b"", word),
    }
}

/// The files that a line for the shell writes, as far as its options say it.
fn outputs_of(line: &[u8]) -> Vec<PathBuf> {
    let words: Vec<&[u8]> =
        line.split(|byte| SEPARATORS.contains(byte)).filter(|word| !word.is_empty()).collect();
    let is_output =
        |pair: &&[&[u8]]| OUTPUT_OPTIONS.iter().any(|option| option.as_bytes() == pair[0]);
    let outputs = words.windows(2).filter(is_output);
    outputs.map(|pair| plain(Path::new(OsStr::from_bytes(pair[1])))).collect()
}

/// A path without `.`.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|component| *component != Component::CurDir).collect()
}

fn has_parent(path: &Path) -> bool {
    path.components().any(|component| component == Component::ParentDir)
}

/// The absolute path of a program, which a shell would find.
fn find_program(name: &OsStr) -> Result<PathBuf, Failure> {
    let missing = || {
        let message = format!("there is no program `{}`", name.display());
        Failure::usage(message).hint("what follows -- is the command that shows the failure")
    };
    let absolute = |path: PathBuf| std::path::absolute(path).ok();
    if name.as_bytes().contains(&b'/') {
        let path = PathBuf::from(name);
        return absolute(path).filter(|path| is_executable(path)).ok_or_else(missing);
    }
    let mut found = search_path().into_iter().map(|dir| dir.join(name));
    found.find(|path| is_executable(path)).and_then(absolute).ok_or_else(missing)
}

fn quoted_unless_empty(word: &[u8]) -> Vec<u8> {
    if word.is_empty() { Vec::new() } else { quoted(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(typed: &str, inputs: &[&str]) -> String {
        let inputs: Vec<&Path> = inputs.iter().map(Path::new).collect();
        let command = Typed::Line(typed.into()).command(&inputs).expect("it is sound");
        command.line.into_string().expect("it is text")
    }

    fn words(typed: &[&str], inputs: &[&str]) -> CheckCommand {
        let inputs: Vec<&Path> = inputs.iter().map(Path::new).collect();
        let words: Vec<OsString> = typed.iter().map(OsString::from).collect();
        Typed::of(&words).command(&inputs).expect("it is sound").runs
    }

    #[test]
    fn a_place_for_the_candidate_is_filled_in_however_it_is_quoted() {
        for (typed, wanted) in [
            ("cc -c {}", "cc -c \"${1}\""),
            ("cc -c '{}' \"{}\"", "cc -c ''\"${1}\"'' \"${1}\""),
            ("cc --in={1} | grep x", "cc --in=\"${1}\" | grep x"),
            ("awk '{ print }' x.c", "awk '{ print }' x.c"),
        ] {
            assert_eq!(line(typed, &["x.c"]), wanted, "{typed}");
        }
        assert_eq!(line("diff {1} {2}", &["a", "b"]), "diff \"${1}\" \"${2}\"");
        let inputs = [Path::new("a")];
        assert!(Typed::Line("x {2}".into()).command(&inputs).is_err());
        assert!(Typed::Line("  ".into()).command(&inputs).is_err());
    }

    // Tests run in the directory of the crate, which has `Cargo.toml`, `src` and `tests`.
    #[test]
    fn the_path_of_an_input_becomes_the_candidate() {
        let input = ["src/lib.rs"];
        assert_eq!(line("cat src/lib.rs", &input), "cat \"${1}\"");
        assert_eq!(line("cat ./src/../src/lib.rs", &input), "cat \"${1}\"");
        assert_eq!(line("cat --in=src/lib.rs", &input), "cat --in=\"${1}\"");
        assert_eq!(line("cat lib.rs", &input), "cat lib.rs");
        assert!(matches!(words(&["cat", "src/lib.rs"], &input), CheckCommand::Shell(line)
            if line.as_bytes().ends_with(b"/cat \"${1}\"")));
        assert!(matches!(words(&["cat", "lib.rs"], &input), CheckCommand::Program(..)));
    }

    #[test]
    fn the_script_of_a_shell_is_a_line_for_the_shell() {
        let typed = ["bash", "-o", "pipefail", "-c", "cat src/lib.rs | ./src/x"];
        let CheckCommand::Shell(line) = words(&typed, &["src/lib.rs"]) else { panic!("a line") };
        let line = line.into_string().expect("it is text");
        assert!(line.ends_with("-o pipefail -c 'cat \"${1}\" | ./src/x' sh \"$@\""), "{line}");
        let typed = ["sh", "-c", "./src/lib.rs x", "name"];
        assert!(matches!(words(&typed, &["y"]), CheckCommand::Program(..)));
    }

    #[test]
    fn what_lies_in_the_current_directory_is_found() {
        let companions = |typed: &str| {
            let inputs = [Path::new("src/lib.rs")];
            let command = Typed::Line(typed.into()).command(&inputs).expect("it is sound");
            let places = command
                .companions
                .into_iter()
                .map(|companion| companion.place.display().to_string());
            (command.line.into_string().expect("it is text"), places.collect::<Vec<_>>())
        };
        let here = std::env::current_dir().expect("there is one").display().to_string();
        assert_eq!(
            companions("cat Cargo.toml"),
            ("cat Cargo.toml".into(), vec!["Cargo.toml".into()])
        );
        assert_eq!(companions("cc -Isrc -I."), (format!("cc -I{here}/src -I{here}"), vec![]));
        assert_eq!(companions("cargo check; x").1, ["Cargo.toml"]);
        assert_eq!(companions("cc -o Cargo.toml"), ("cc -o Cargo.toml".into(), vec![]));
        // The command itself makes the program that it runs, even if one lies here.
        let made = "cc x.c -o tests/cli/main.rs && ./tests/cli/main.rs";
        assert_eq!(companions(made), (made.into(), vec![]));
        assert_eq!(companions("x > Cargo.toml"), ("x > Cargo.toml".into(), vec![]));
        assert_eq!(companions("ls tests/cli").1, ["tests/cli"]);
        // The directory has the input, which a query must not see.
        assert_eq!(companions("ls ./src"), ("ls ./src".into(), vec![]));
    }

    #[test]
    fn a_program_that_is_missing_is_named() {
        let words = [OsString::from("no-such-program-here"), OsString::from("x")];
        let failure = Typed::of(&words).command(&[Path::new("x")]).expect_err("it is missing");
        assert!(failure.error.to_string().contains("`no-such-program-here`"));
    }
}
