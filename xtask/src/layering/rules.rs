//! What each part of the code may not name.
//!
//! It is a check of words: it does not resolve names, and does not see what a macro makes.

use super::source::{Token, flat};
use super::violation::Violation;
use proc_macro2::TokenStream;

/// Something that most of the code may not name.
struct Rule {
    /// Where it holds: every path that begins with one of these, from the root of the workspace.
    within: &'static [&'static str],
    /// The paths in `within` where the rule does not hold.
    except: &'static [&'static str],
    forbidden: &'static [Pattern],
    why: &'static str,
}

/// What a rule looks for in the code.
enum Pattern {
    /// Successive tokens.
    Tokens(&'static [&'static str]),
    /// A word with this beginning.
    Prefix(&'static str),
    /// A module of the standard library, by path or inside `std::{...}`.
    Std(&'static str),
}

use Pattern::{Prefix, Std, Tokens};

const RULES: [Rule; 10] = [
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
        // A server for tests runs actions without a sandbox.
        except: &["crates/probdd-exec/src/process/", "crates/probdd-remote/src/testing/"],
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
        // `-o -` writes the result to stdout.
        except: &[
            "crates/probdd/src/ui.rs",
            "crates/probdd/src/ui/",
            "crates/probdd/src/output/result_writer.rs",
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
    Rule {
        within: &["crates/"],
        except: &["crates/probdd-remote/"],
        forbidden: &[
            Tokens(&["async"]),
            Tokens(&["await"]),
            Tokens(&["tokio"]),
            Tokens(&["tonic"]),
        ],
        why: "only probdd-remote is asynchronous",
    },
    Rule {
        within: &["crates/probdd/src"],
        except: &["crates/probdd/src/command_line.rs", "crates/probdd/src/command_line/"],
        forbidden: &[Tokens(&["clap"])],
        why: "only the command line knows the argument parser",
    },
];

/// The violations in a source file.
pub(super) fn in_source(path: &str, code: TokenStream) -> Vec<Violation> {
    let tokens = flat(code);
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

    /// The lines of the code where the pattern occurs.
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

/// Whether the tokens after `std::` are a module, or a group with it.
fn is_taken(tokens: &[Token], module: &str) -> bool {
    if tokens.first().is_none_or(|token| token.text != "{") {
        return tokens.first().is_some_and(|token| token.text == module);
    }
    let mut depth = 0_usize;
    let mut is_first = false;
    for token in tokens {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            text if depth == 1 && is_first && text == module => return true,
            _ => {}
        }
        if depth == 0 {
            return false;
        }
        is_first = depth == 1 && matches!(token.text.as_str(), "{" | ",");
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layering::source::without_tests;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let code = without_tests(text.parse().expect("tokens"));
        in_source(path, code).into_iter().map(|violation| violation.line).collect()
    }

    const CORE: &str = "crates/probdd-core/src/search.rs";
    const TOOL: &str = "crates/probdd/src/session.rs";

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
            lines("crates/probdd-syntax/src/readers/parse_tree.rs", "use tree_sitter::Node;"),
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
        // Clap has a type `Command` too.
        assert_eq!(
            lines("crates/probdd/src/command_line/args.rs", "pub enum Command { Languages }"),
            [0; 0]
        );
    }

    #[test]
    fn one_crate_is_asynchronous() {
        assert_eq!(lines(TOOL, "async fn f() {}"), [1]);
        assert_eq!(lines(TOOL, "use tokio::time;"), [1]);
        assert_eq!(lines("crates/probdd-exec/src/oracle/mod.rs", "ask().await"), [1]);
        assert_eq!(lines("crates/probdd-remote/src/farm.rs", "async { f().await }"), [0; 0]);
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
    fn only_the_command_line_knows_the_argument_parser() {
        assert_eq!(lines(TOOL, "use clap::Parser;"), [1]);
        assert_eq!(lines("crates/probdd/src/command_line/args.rs", "use clap::Parser;"), [0; 0]);
    }

    #[test]
    fn only_the_ui_prints_and_only_the_result_goes_elsewhere_to_stdout() {
        assert_eq!(lines(TOOL, "println!(\"\");\n eprintln!();"), [1, 2]);
        assert_eq!(lines("crates/probdd-exec/src/check.rs", "std::io::stderr().lock()"), [1]);
        assert_eq!(lines("crates/probdd/src/output/result_writer.rs", "std::io::stdout()"), [0; 0]);
        assert_eq!(lines("crates/probdd/src/output/result_writer.rs", "std::io::stderr()"), [1]);
        assert_eq!(lines("crates/probdd/src/ui.rs", "println!(); std::io::stderr()"), [0; 0]);
        assert_eq!(lines("crates/probdd/src/ui/status.rs", "eprintln!()"), [0; 0]);
    }

    #[test]
    fn comments_strings_and_tests_may_say_anything() {
        assert_eq!(lines(CORE, "//! no std::fs\n/* println!() */ let s = \"std::io\";"), [0; 0]);
        assert_eq!(lines(CORE, "#[cfg(test)]\nmod tests { use std::fs; }\nuse std::io;"), [3]);
    }
}
