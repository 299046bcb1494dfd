//! How each peer is found and run: a table of data.

use std::path::{Path, PathBuf};

/// A reducer that is compared with probdd.
pub(super) struct Adapter {
    pub(super) name: &'static str,
    /// How it is run; the first form that is for the subject's language.
    pub(super) forms: &'static [Form],
    /// The argument that prints its version; empty if it does not tell.
    pub(super) version: &'static str,
}

/// How a peer is run on inputs of some languages.
pub(super) struct Form {
    pub(super) program: &'static str,
    /// Languages as probdd names them; empty for any text.
    languages: &'static [&'static str],
    pub(super) script: Script,
    /// Words with blanks between them; those in braces stand for files, times and the grammar.
    pub(super) arguments: &'static str,
}

/// The script that a peer runs as the test. In its text, `{counted}` is the command that counts a
/// test, without the candidate, and `{input}` the input's name.
#[derive(Clone, Copy)]
pub(super) struct Script {
    pub(super) name: &'static str,
    pub(super) text: &'static str,
}

/// The candidate has the input's name, in the directory of the test.
const BY_NAME: Script = Script { name: "test.sh", text: "exec {counted} {input}" };

/// The candidate's path is the argument of the test.
const BY_ARGUMENT: Script = Script { name: "test.sh", text: "exec {counted} \"$1\"" };

/// A module for Lithium, to which the first line of a script is a comment. The candidate is the last argument.
const LITHIUM: Script = Script {
    name: "interesting.py",
    text: "import subprocess\n\n\
           def interesting(arguments, prefix):\n    \
           return subprocess.call(['sh', '-c', '''exec {counted} \"$1\"''', 'sh', arguments[-1]]) == 0\n",
};

/// All peers that are known.
pub(super) const PEERS: &[Adapter] = &[
    Adapter { name: "cvise", forms: &c_reduce("cvise"), version: VERSION },
    Adapter { name: "creduce", forms: &c_reduce("creduce"), version: VERSION },
    Adapter {
        name: "shrinkray",
        // Its model would be fetched in the first run.
        forms: &[of_any_text(
            "shrinkray",
            BY_ARGUMENT,
            "--parallelism 1 --ui basic --no-history --no-llm --input-type arg --timeout {patience} {test} {input}",
        )],
        version: VERSION,
    },
    Adapter {
        name: "perses",
        forms: &[of_any_text(
            "perses",
            BY_NAME,
            "--threads 1 --test-script {test} --input-file {input} --output-dir {output}",
        )],
        version: VERSION,
    },
    Adapter {
        name: "picireny",
        forms: &[of_any_text(
            "picireny",
            BY_ARGUMENT,
            "--input {input} --test {test} --grammar {grammar} --start {start} --out {output}",
        )],
        version: VERSION,
    },
    Adapter {
        name: "picire",
        // Lines, then characters.
        forms: &[of_any_text(
            "picire",
            BY_ARGUMENT,
            "--input {input} --test {test} --atom both --out {output}",
        )],
        version: VERSION,
    },
    Adapter {
        name: "treereduce",
        forms: &[
            treereduce("treereduce-c", &["c"]),
            treereduce("treereduce-rust", &["rust"]),
            treereduce("treereduce-java", &["java"]),
            treereduce("treereduce-javascript", &["javascript"]),
        ],
        version: VERSION,
    },
    Adapter {
        name: "lithium",
        forms: &[of_any_text("lithium", LITHIUM, "{test} {input}")],
        version: "",
    },
    Adapter {
        name: "llvm-reduce",
        forms: &[Form {
            languages: &["llvm"],
            ..of_any_text("llvm-reduce", BY_ARGUMENT, "--test={test} -o {output} {input}")
        }],
        version: VERSION,
    },
];

/// What prints most peers' versions.
const VERSION: &str = "--version";

const fn of_any_text(program: &'static str, script: Script, arguments: &'static str) -> Form {
    Form { program, languages: &[], script, arguments }
}

/// C-Reduce and C-Vise.
const fn c_reduce(program: &'static str) -> [Form; 2] {
    let c = of_any_text(program, BY_NAME, "--n 1 --timeout {patience} {test} {input}");
    let any = of_any_text(program, BY_NAME, "--n 1 --not-c --timeout {patience} {test} {input}");
    [Form { languages: &["c", "c++"], ..c }, any]
}

const fn treereduce(program: &'static str, languages: &'static [&'static str]) -> Form {
    let arguments = "--jobs 1 --source {input} --output {output} -- {test} @@";
    Form { program, languages, script: BY_ARGUMENT, arguments }
}

/// A peer that is asked for, and its program or the folder of its programs, if that is named.
#[derive(Clone)]
pub(super) struct Chosen {
    pub(super) adapter: &'static Adapter,
    path: Option<PathBuf>,
}

/// Reads `NAME` or `NAME=PATH`.
pub(super) fn chosen(text: &str) -> Result<Chosen, String> {
    let (name, path) = match text.split_once('=') {
        Some((name, path)) => (name, Some(PathBuf::from(path))),
        None => (text, None),
    };
    let adapter = PEERS.iter().find(|adapter| adapter.name == name).ok_or_else(|| {
        let names: Vec<&str> = PEERS.iter().map(|adapter| adapter.name).collect();
        format!("the peers are {}", names.join(", "))
    })?;
    Ok(Chosen { adapter, path })
}

/// All peers, each found on PATH.
pub(super) fn all() -> Vec<Chosen> {
    PEERS.iter().map(|adapter| Chosen { adapter, path: None }).collect()
}

impl Chosen {
    /// How the peer is run on inputs of a language.
    pub(super) fn form(&self, language: &str) -> Option<&'static Form> {
        let is_for = |form: &&Form| form.languages.is_empty() || form.languages.contains(&language);
        self.adapter.forms.iter().find(is_for)
    }

    /// The command that begins the peer's command line; or what was not found.
    pub(super) fn command(&self, form: &Form) -> Result<Vec<PathBuf>, String> {
        let path = match &self.path {
            Some(path) if path.is_dir() => path.join(form.program),
            Some(path) => path.clone(),
            None => on_path(form.program).ok_or_else(|| {
                let name = self.adapter.name;
                format!("no `{}` on PATH; `--peer {name}=PATH` names one", form.program)
            })?,
        };
        let path = std::path::absolute(&path).unwrap_or(path);
        if !path.is_file() {
            return Err(format!("no file {}", path.display()));
        }
        let is_jar = path.extension().is_some_and(|extension| extension == "jar");
        Ok(if is_jar { vec!["java".into(), "-jar".into(), path] } else { vec![path] })
    }
}

fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// What the words in braces stand for.
pub(super) struct Words<'a> {
    /// The script that is the test.
    pub(super) test: &'a Path,
    /// The input's name.
    pub(super) input: &'a str,
    /// A path that does not exist yet.
    pub(super) output: &'a Path,
    /// Seconds after which a peer may end a test itself: later than the test is ended anyway.
    pub(super) patience: u64,
    pub(super) grammar: Option<&'a Grammar>,
}

/// A grammar for a peer that comes with none.
#[derive(Debug, PartialEq)]
pub(super) struct Grammar {
    files: Vec<PathBuf>,
    /// The name of the rule for a whole text.
    start: String,
}

impl Grammar {
    /// The `*.g4` in a language's folder, where the file `start` names the rule for a whole text.
    pub(super) fn find(grammars: &Path, language: &str) -> Option<Grammar> {
        let folder = std::path::absolute(grammars.join(language)).ok()?;
        let start = fs_err::read_to_string(folder.join("start")).ok()?.trim().to_owned();
        let paths = fs_err::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
        let is_grammar =
            |path: &PathBuf| path.extension().is_some_and(|extension| extension == "g4");
        let mut files: Vec<PathBuf> = paths.filter(is_grammar).collect();
        files.sort();
        Some(Grammar { files, start })
    }
}

impl Form {
    /// Whether the form needs a grammar.
    pub(super) fn needs_grammar(&self) -> bool {
        self.arguments.contains("{grammar}")
    }

    /// The arguments with files and times for the words in braces.
    pub(super) fn arguments(&self, words: &Words) -> Vec<String> {
        self.arguments.split(' ').flat_map(|argument| words.filled(argument)).collect()
    }
}

impl Words<'_> {
    fn filled(&self, argument: &str) -> Vec<String> {
        let shown = |path: &Path| path.display().to_string();
        if argument == "{grammar}" {
            let files = self.grammar.map_or(&[][..], |grammar| &grammar.files);
            return files.iter().map(|file| shown(file)).collect();
        }
        let start = self.grammar.map_or("", |grammar| &grammar.start);
        let filled = argument
            .replace("{test}", &shown(self.test))
            .replace("{input}", self.input)
            .replace("{output}", &shown(self.output))
            .replace("{patience}", &self.patience.to_string())
            .replace("{start}", start);
        vec![filled]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peer_is_chosen_by_name_and_its_program_by_path_or_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for name in ["treereduce-rust", "perses.jar"] {
            fs_err::write(at(name), "").expect("it can be written");
        }
        let choose = |text: String| chosen(&text).expect("it is known");
        let treereduce = choose(format!("treereduce={}", folder.path().display()));
        let form = treereduce.form("rust").expect("it is for Rust");
        assert_eq!(treereduce.command(form), Ok(vec![at("treereduce-rust")]));
        assert!(treereduce.form("python").is_none());
        let missing = treereduce.command(treereduce.form("c").expect("it is for C"));
        assert!(missing.is_err_and(|reason| reason.ends_with("treereduce-c")));
        let perses = choose(format!("perses={}", at("perses.jar").display()));
        let command = perses.command(perses.form("c").expect("it is for any text"));
        assert_eq!(command, Ok(vec!["java".into(), "-jar".into(), at("perses.jar")]));
        assert!(chosen("delta").is_err_and(|reason| reason.contains("cvise, creduce")));
    }
}
