//! `xtask layering`: the architecture's invariants, checked on manifests and sources.
//!
//! Which crate may depend on which is read from the manifests. What each part of the code may name
//! is read from the sources, without comments, strings and test code. It is a check of words: it
//! does not resolve names, and does not see what a macro makes.

mod manifest;
mod source;

use source::{Token, code_tokens, test_modules};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The crates of the workspace, and those of them that each may depend on.
const CRATES: [(&str, &[&str]); 4] = [
    ("probdd-core", &[]),
    ("probdd-syntax", &["probdd-core"]),
    ("probdd-exec", &["probdd-core"]),
    ("probdd", &["probdd-exec", "probdd-core", "probdd-syntax"]),
];

/// Something that most of the code may not name.
struct Rule {
    /// Where it holds: every path that begins with one of these, from the root of the workspace.
    within: &'static [&'static str],
    /// Where it does not.
    except: &'static [&'static str],
    forbidden: &'static [Pattern],
    why: &'static str,
}

/// What a rule looks for in the code.
enum Pattern {
    /// These tokens in a row.
    Tokens(&'static [&'static str]),
    /// A word that begins with this.
    Prefix(&'static str),
    /// A module of the standard library, by path or inside `std::{...}`.
    Std(&'static str),
}

use Pattern::{Prefix, Std, Tokens};

const RULES: [Rule; 8] = [
    Rule {
        within: &["crates/probdd-core/src"],
        except: &[],
        forbidden: &[
            Std("fs"),
            Std("io"),
            Std("net"),
            Std("process"),
            Std("thread"),
            Std("time"),
            Std("env"),
            Std("*"),
            Tokens(&["Instant"]),
            Tokens(&["SystemTime"]),
        ],
        why: "a search is pure: no I/O, clock, threads or environment in probdd-core",
    },
    Rule {
        within: &["crates/probdd-core/src"],
        except: &[],
        forbidden: &[
            Tokens(&[".", "exp", "("]),
            Tokens(&[".", "exp2", "("]),
            Tokens(&[".", "exp_m1", "("]),
            Tokens(&[".", "ln", "("]),
            Tokens(&[".", "ln_1p", "("]),
            Tokens(&[".", "log", "("]),
            Tokens(&[".", "log2", "("]),
            Tokens(&[".", "log10", "("]),
            Tokens(&[".", "powf", "("]),
            Tokens(&[".", "powi", "("]),
        ],
        why: "platforms round it differently, and a query must not depend on the platform",
    },
    Rule {
        within: &["crates/"],
        except: &["crates/probdd-syntax/src/parser/"],
        forbidden: &[Tokens(&["tree_sitter"])],
        why: "only parser/ of probdd-syntax knows tree-sitter",
    },
    Rule {
        within: &["crates/"],
        except: &["crates/probdd-syntax/src/language/", "crates/probdd-syntax/src/parser/"],
        forbidden: &[Prefix("tree_sitter_")],
        why: "grammar crates are named where their languages are",
    },
    Rule {
        within: &["crates/"],
        except: &["crates/probdd-exec/src/process/"],
        forbidden: &[
            Tokens(&["Command", ":", ":", "new"]),
            Tokens(&["process", ":", ":", "Command"]),
            Prefix("posix_spawn"),
        ],
        why: "only probdd-exec/src/process starts processes",
    },
    Rule {
        within: &["crates/"],
        except: &[
            "crates/probdd-exec/src/process/",
            "crates/probdd-syntax/src/language/foreign.rs",
        ],
        forbidden: &[Tokens(&["unsafe"]), Tokens(&["unsafe_code"]), Tokens(&["libloading"])],
        why: "only probdd-exec/src/process and probdd-syntax/src/language/foreign.rs are unsafe",
    },
    Rule {
        within: &["crates/"],
        // The result itself may be asked for on stdout: `-o -`.
        except: &[
            "crates/probdd/src/ui.rs",
            "crates/probdd/src/ui/",
            "crates/probdd/src/output.rs",
        ],
        forbidden: &[Tokens(&["stdout", "("])],
        why: "only the ui prints",
    },
    Rule {
        within: &["crates/"],
        except: &["crates/probdd/src/ui.rs", "crates/probdd/src/ui/"],
        forbidden: &[
            Tokens(&["print", "!"]),
            Tokens(&["println", "!"]),
            Tokens(&["eprint", "!"]),
            Tokens(&["eprintln", "!"]),
            Tokens(&["dbg", "!"]),
            Tokens(&["stderr", "("]),
        ],
        why: "only the ui prints",
    },
];

/// A place in the workspace that breaks a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Violation {
    path: String,
    line: usize,
    message: String,
}

/// Checks the workspace, and prints what is wrong with it.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if !arguments.is_empty() {
        return Err("usage: xtask layering".to_owned());
    }
    let found = violations(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))?;
    for Violation { path, line, message } in &found {
        println!("{path}:{line}: {message}");
    }
    match found.len() {
        0 => {
            println!("the layers are as they should be");
            Ok(())
        }
        count => Err(format!("the architecture is broken in {count} places")),
    }
}

/// What is wrong with the workspace at `root`.
fn violations(root: &Path) -> Result<Vec<Violation>, String> {
    let mut found = Vec::new();
    for folder in entries(&root.join("crates"))? {
        let manifest = folder.join("Cargo.toml");
        found.extend(in_manifest(&relative(root, &manifest), &read(&manifest)?));
        let mut files = Vec::new();
        rust_files(&folder.join("src"), &mut files)?;
        let mut tests = BTreeSet::new();
        let mut sources = Vec::new();
        for file in files {
            let text = read(&file)?;
            tests.extend(test_modules(&file, &text));
            sources.push((file, text));
        }
        for (file, text) in sources {
            if !file.ancestors().any(|path| tests.contains(path)) {
                found.extend(in_source(&relative(root, &file), &text));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Dependencies that a crate may not have.
fn in_manifest(path: &str, text: &str) -> Vec<Violation> {
    let name = manifest::package_name(text);
    let Some((_, allowed)) = CRATES.iter().find(|(known, _)| name == Some(*known)) else {
        let message = "a crate without a place in the layers: give it one in xtask/src/layering.rs";
        return vec![Violation { path: path.to_owned(), line: 1, message: message.to_owned() }];
    };
    let is_wrong = |dependency: &str| {
        let is_ours = CRATES.iter().any(|(known, _)| *known == dependency);
        let is_parser = dependency.starts_with("tree-sitter");
        (is_ours && !allowed.contains(&dependency)) || (is_parser && name != Some("probdd-syntax"))
    };
    manifest::dependencies(text)
        .filter(|(_, dependency)| is_wrong(dependency))
        .map(|(line, dependency)| Violation {
            path: path.to_owned(),
            line,
            message: format!("{} may not depend on {dependency}", name.unwrap_or_default()),
        })
        .collect()
}

/// What a source file names but may not.
fn in_source(path: &str, text: &str) -> Vec<Violation> {
    let tokens = code_tokens(text);
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| path.starts_with(prefix));
    RULES
        .iter()
        .filter(|rule| begins(rule.within) && !begins(rule.except))
        .flat_map(|rule| rule.forbidden.iter().map(move |pattern| (pattern, rule.why)))
        .flat_map(|(pattern, why)| {
            pattern.lines(&tokens).into_iter().map(move |line| (line, pattern.name(), why))
        })
        .map(|(line, name, why)| Violation {
            path: path.to_owned(),
            line,
            message: format!("`{name}`: {why}"),
        })
        .collect()
}

impl Pattern {
    fn name(&self) -> String {
        match self {
            Tokens(words) => words.concat(),
            Prefix(word) => format!("{word}*"),
            Std(module) => format!("std::{module}"),
        }
    }

    /// The lines of the code where it occurs.
    fn lines(&self, tokens: &[Token]) -> Vec<usize> {
        let is_at = |at: &usize| match self {
            Tokens(words) => is_row(&tokens[*at..], words),
            Prefix(word) => tokens[*at].text.starts_with(word),
            Std(module) => {
                is_row(&tokens[*at..], &["std", ":", ":"]) && is_taken(&tokens[*at + 3..], module)
            }
        };
        (0..tokens.len()).filter(is_at).map(|at| tokens[at].line).collect()
    }
}

fn is_row(tokens: &[Token], words: &[&str]) -> bool {
    tokens.len() >= words.len() && tokens.iter().zip(words).all(|(token, word)| token.text == *word)
}

/// Whether what follows `std::` is a module, or a group with it.
fn is_taken(tokens: &[Token], module: &str) -> bool {
    if tokens.first().is_none_or(|token| token.text != "{") {
        return tokens.first().is_some_and(|token| token.text == module);
    }
    let mut depth = 0_usize;
    let mut is_first = false;
    for token in tokens {
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            text if depth == 1 && is_first && text == module => return true,
            _ => {}
        }
        if depth == 0 {
            return false;
        }
        is_first = depth == 1 && matches!(token.text, "{" | ",");
    }
    false
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let failed = |error| format!("reading {}: {error}", folder.display());
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.map(|e| e.path())).collect::<Result<_, _>>().map_err(failed)?;
    paths.sort();
    Ok(paths)
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("reading {}: {error}", path.display()))
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        in_source(path, text).into_iter().map(|violation| violation.line).collect()
    }

    const CORE: &str = "crates/probdd-core/src/search.rs";
    const TOOL: &str = "crates/probdd/src/session.rs";

    #[test]
    fn the_workspace_keeps_its_layers() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(violations(&root), Ok(Vec::new()));
    }

    #[test]
    fn every_file_is_read_but_those_of_tests() {
        let root = std::env::temp_dir().join(format!("probdd-layering-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join("crates/probdd-core").join(path);
            let folder = path.parent().expect("it is in a folder");
            std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(path, text))
                .expect("room");
        };
        write("Cargo.toml", "[package]\nname = \"probdd-core\"\n[dependencies]\nprobdd = \"1\"\n");
        write("src/lib.rs", "mod list;\n#[cfg(test)]\nmod tests;\nuse std::fs::read;\n");
        write("src/list/deep.rs", "fn f() {\n    dbg!(1);\n}\n");
        write("src/tests/mod.rs", "use std::fs;\n");
        write("tests/properties.rs", "use std::fs;\n");
        let found = violations(&root).expect("all can be read");
        std::fs::remove_dir_all(&root).expect("it is ours");
        let places: Vec<_> =
            found.iter().map(|violation| (violation.path.as_str(), violation.line)).collect();
        let expected = [
            ("crates/probdd-core/Cargo.toml", 4),
            ("crates/probdd-core/src/lib.rs", 4),
            ("crates/probdd-core/src/list/deep.rs", 2),
        ];
        assert_eq!(places, expected);
    }

    #[test]
    fn a_search_reads_no_file_and_no_clock() {
        assert_eq!(lines(CORE, "\nuse std::fs::File;"), [2]);
        assert_eq!(lines(CORE, "use std::{sync::Arc,\n time};"), [1]);
        assert_eq!(lines(CORE, "fn f() {\n std::thread::spawn(f); }"), [2]);
        assert_eq!(lines(CORE, "use std::*;"), [1]);
        assert_eq!(lines(CORE, "fn f(at: Instant) {}"), [1]);
        assert_eq!(lines(CORE, "use std::collections::BTreeSet;"), [0; 0]);
        assert_eq!(lines(CORE, "use std::{sync::{Arc, io}};"), [0; 0]);
        assert_eq!(lines(TOOL, "use std::time::Instant;"), [0; 0]);
    }

    #[test]
    fn a_search_takes_no_logarithm() {
        assert_eq!(lines(CORE, "let x = p.ln();"), [1]);
        assert_eq!(lines(TOOL, "let x = p.ln();"), [0; 0]);
    }

    #[test]
    fn one_file_knows_the_parser() {
        assert_eq!(
            lines("crates/probdd-syntax/src/readers/emit.rs", "use tree_sitter::Node;"),
            [1]
        );
        assert_eq!(lines(TOOL, "tree_sitter_c::LANGUAGE"), [1]);
        let languages = "crates/probdd-syntax/src/language/languages/c.rs";
        assert_eq!(lines(languages, "tree_sitter_c::LANGUAGE"), [0; 0]);
        assert_eq!(lines(languages, "use tree_sitter::Node;"), [1]);
        assert_eq!(
            lines("crates/probdd-syntax/src/parser/parse.rs", "use tree_sitter::Node;"),
            [0; 0]
        );
    }

    #[test]
    fn one_folder_starts_processes() {
        assert_eq!(lines(TOOL, "Command::new(\"ls\");"), [1]);
        assert_eq!(lines("crates/probdd-exec/src/check.rs", "libc::posix_spawnp(x)"), [1]);
        assert_eq!(
            lines("crates/probdd-exec/src/process/unix/spawn.rs", "unsafe { posix_spawn(x) }"),
            [0; 0]
        );
        // Clap's are commands as well.
        assert_eq!(lines("crates/probdd/src/args.rs", "pub enum Command { Languages }"), [0; 0]);
    }

    #[test]
    fn nothing_else_is_unsafe() {
        assert_eq!(lines("crates/probdd-exec/src/sandbox.rs", "unsafe { f() }"), [1]);
        assert_eq!(lines(CORE, "#![allow(unsafe_code)]"), [1]);
        assert_eq!(lines("crates/probdd-syntax/src/language/foreign.rs", "unsafe { f() }"), [0; 0]);
        assert_eq!(
            lines("crates/probdd-syntax/src/language/foreign.rs", "Command::new(\"cc\")"),
            [1]
        );
    }

    #[test]
    fn only_the_ui_prints_and_only_the_result_goes_elsewhere_to_stdout() {
        assert_eq!(lines(TOOL, "println!(\"\");\n eprintln!();"), [1, 2]);
        assert_eq!(lines("crates/probdd-exec/src/check.rs", "std::io::stderr().lock()"), [1]);
        assert_eq!(lines("crates/probdd/src/output.rs", "std::io::stdout()"), [0; 0]);
        assert_eq!(lines("crates/probdd/src/output.rs", "std::io::stderr()"), [1]);
        assert_eq!(lines("crates/probdd/src/ui.rs", "println!(); std::io::stderr()"), [0; 0]);
        assert_eq!(lines("crates/probdd/src/ui/status.rs", "eprintln!()"), [0; 0]);
    }

    #[test]
    fn comments_strings_and_tests_may_say_anything() {
        assert_eq!(lines(CORE, "//! no std::fs\n/* println!() */ let s = \"std::io\";"), [0; 0]);
        assert_eq!(lines(CORE, "#[cfg(test)]\nmod tests { use std::fs; }\nuse std::io;"), [3]);
    }

    #[test]
    fn crates_depend_in_the_direction_of_the_data() {
        let manifest = |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\n{rest}");
        let lines = |name: &str, rest: &str| -> Vec<usize> {
            let found = in_manifest("Cargo.toml", &manifest(name, rest));
            found.into_iter().map(|violation| violation.line).collect()
        };
        assert_eq!(lines("probdd-core", "[dependencies]\nprobdd-exec.workspace = true"), [4]);
        assert_eq!(lines("probdd-syntax", "[dependencies]\nprobdd-exec = { path = \"x\" }"), [4]);
        assert_eq!(lines("probdd-exec", "[dependencies.probdd-syntax]\npath = \"x\""), [3]);
        assert_eq!(lines("probdd-exec", "[dependencies]\ntree-sitter = \"1\""), [4]);
        assert_eq!(lines("probdd-exec", "[dependencies]\nx = { package = \"probdd\" }"), [4]);
        assert_eq!(lines("probdd-new", ""), [1]);
        assert_eq!(lines("probdd-core", "[dev-dependencies]\nprobdd-exec = \"1\""), [0; 0]);
        assert_eq!(lines("probdd", "[dependencies]\nprobdd-exec.workspace = true"), [0; 0]);
    }
}
