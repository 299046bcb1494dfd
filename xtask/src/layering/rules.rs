//! What each part of the code may not name: modules of the standard library and crates.
//!
//! It looks at the paths as they stand in the code. What is forbidden function by function is in the `clippy.toml`
//! files.

use super::modules::Modules;
use super::violation::Violation;

/// Paths that most of the code may not name.
struct Rule {
    /// Where it holds: in every file whose path, from the root of the workspace, begins with this.
    within: &'static str,
    /// The paths in `within` where the rule does not hold.
    except: &'static [&'static str],
    /// The beginnings of paths.
    forbidden: &'static [&'static str],
    why: &'static str,
}

const RULES: [Rule; 4] = [
    Rule {
        within: "crates/probdd-core/src/",
        except: &[],
        forbidden: &[
            "std::env",
            "std::fs",
            "std::io",
            "std::net",
            "std::process",
            "std::thread",
            "std::time",
        ],
        why: "a search is pure: no I/O, clock, threads or environment in probdd-core",
    },
    Rule {
        within: "crates/",
        except: &["crates/probdd-syntax/src/parser/"],
        forbidden: &["tree_sitter::"],
        why: "only parser/ of probdd-syntax knows tree-sitter",
    },
    Rule {
        within: "crates/",
        except: &["crates/probdd-syntax/src/language/", "crates/probdd-syntax/src/parser/"],
        forbidden: &["tree_sitter_"],
        why: "grammar crates are named where their languages are",
    },
    Rule {
        within: "crates/probdd/src/",
        except: &["crates/probdd/src/command_line.rs", "crates/probdd/src/command_line/"],
        forbidden: &["clap::"],
        why: "only the command line knows the argument parser",
    },
];

/// The violations in the files of a crate.
pub(super) fn violations(modules: &Modules) -> Vec<Violation> {
    let mut found = Vec::new();
    for (file, path) in modules.paths() {
        let named = path.segments.join("::");
        // `use std::fs` names `std::fs`, and `use std::fs::File` what is in it.
        let is_named = |forbidden: &&str| {
            named.starts_with(*forbidden) || format!("{named}::").starts_with(*forbidden)
        };
        let holds = |rule: &&Rule| {
            let is_excepted = rule.except.iter().any(|path| file.starts_with(path));
            file.starts_with(rule.within) && !is_excepted && rule.forbidden.iter().any(is_named)
        };
        found.extend(RULES.iter().filter(holds).map(|rule| Violation {
            path: file.to_owned(),
            line: path.line,
            message: format!("`{named}`: {}", rule.why),
        }));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layering::source::without_tests;
    use std::path::Path;

    fn lines(path: &str, text: &str) -> Vec<usize> {
        let mut modules = Modules::new("ours", "lib.rs");
        let code = without_tests(text.parse().expect("tokens"));
        modules.add(path, Path::new("a.rs"), code).expect("items");
        violations(&modules).into_iter().map(|violation| violation.line).collect()
    }

    const CORE: &str = "crates/probdd-core/src/search.rs";
    const TOOL: &str = "crates/probdd/src/session.rs";

    #[test]
    fn a_search_reads_no_file_and_no_clock() {
        assert_eq!(lines(CORE, "\nuse std::fs::File;"), [2]);
        assert_eq!(lines(CORE, "use std::{sync::Arc,\n time};"), [2]);
        assert_eq!(lines(CORE, "fn f() {\n std::thread::spawn(f); }"), [2]);
        assert_eq!(lines(CORE, "use std::collections::BTreeSet;"), [0; 0]);
        assert_eq!(lines(TOOL, "use std::time::Instant;"), [0; 0]);
    }

    #[test]
    fn one_folder_knows_the_parser() {
        assert_eq!(lines("crates/probdd-syntax/src/readers/a.rs", "use tree_sitter::Node;"), [1]);
        assert_eq!(lines("crates/probdd-syntax/src/parser/a.rs", "use tree_sitter::Node;"), [0; 0]);
        assert_eq!(lines(TOOL, "fn f() { tree_sitter_c::LANGUAGE; }"), [1]);
        let languages = "crates/probdd-syntax/src/language/languages/c.rs";
        assert_eq!(lines(languages, "fn f() { tree_sitter_c::LANGUAGE; }"), [0; 0]);
        assert_eq!(lines(languages, "use tree_sitter::Node;"), [1]);
    }

    #[test]
    fn only_the_command_line_knows_the_argument_parser() {
        assert_eq!(lines(TOOL, "use clap::Parser;"), [1]);
        assert_eq!(lines("crates/probdd/src/command_line/args.rs", "use clap::Parser;"), [0; 0]);
    }

    #[test]
    fn comments_strings_and_tests_may_say_anything() {
        assert_eq!(lines(CORE, "//! no std::fs\nconst S: &str = \"std::io\";"), [0; 0]);
        assert_eq!(lines(CORE, "#[cfg(test)]\nmod tests { use std::fs; }\nuse std::io;"), [3]);
    }
}
