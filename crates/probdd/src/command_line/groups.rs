//! The options by purpose, in the order of `--help`; those that matter first come first.

use clap::Command;

/// The headings, and the options below each.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "Most used",
        &[
            "output", "in_place", "jobs", "timeout", "max_time", "language", "expect", "with",
            "keep", "help", "version",
        ],
    ),
    (
        "The property",
        &["also", "reject", "compare", "guard", "signatures", "keep_finds", "persistent"],
    ),
    (
        "What is reduced, and what stays",
        &[
            "exclude",
            "keep_files",
            "keep_match",
            "keep_region",
            "granularity",
            "grammar",
            "grammar_json",
        ],
    ),
    ("Changes besides removals", &["polish", "format", "transformer", "fixup"]),
    (
        "What is seen and recorded",
        &["progress", "color", "quiet", "verbose", "trace", "report", "html"],
    ),
    (
        "Limits, and tests that are hard to run",
        &["max_queries", "memory", "disk", "sandbox", "private_tmp", "confirm", "hit_rate"],
    ),
    ("Going on", &["state_dir", "no_state", "restart", "continues"]),
    (
        "Remote",
        &[
            "remote",
            "remote_jobs",
            "remote_platform",
            "remote_env",
            "remote_header",
            "remote_tls",
            "remote_patience",
            "remote_fallback",
        ],
    ),
    (
        "Research",
        &[
            "reducer",
            "minimizer",
            "sigma",
            "least_gain",
            "tie",
            "order",
            "fixpoint",
            "no_fixpoint",
            "batch",
            "feedback",
            "after_fail",
            "check_cost",
            "chisel",
            "seed",
        ],
    ),
];

/// The options that `-h` shows; `--help` shows all.
const SHORT: &[&str] = &[
    "output",
    "in_place",
    "jobs",
    "timeout",
    "max_time",
    "language",
    "expect",
    "with",
    "keep",
    "help",
    "version",
    "also",
    "reject",
    "compare",
    "guard",
    "persistent",
    "exclude",
    "keep_match",
    "keep_region",
    "polish",
    "quiet",
    "verbose",
    "report",
    "html",
    "memory",
    "sandbox",
    "confirm",
    "restart",
    "continues",
    "remote",
];

/// Gives each option its heading and its place.
pub(super) fn grouped(command: Command) -> Command {
    let mut command = command.disable_help_flag(false);
    let mut order = 0;
    for (heading, options) in GROUPS {
        for option in *options {
            order += 1;
            let is_there = command.get_arguments().any(|arg| arg.get_id() == option);
            if is_there {
                let is_long = !SHORT.contains(option);
                command = command.mut_arg(*option, |arg| {
                    arg.help_heading(*heading).display_order(order).hide_short_help(is_long)
                });
            }
        }
    }
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_option_has_one_place() {
        let mut placed: Vec<&str> =
            GROUPS.iter().flat_map(|(_, options)| *options).copied().collect();
        let count = placed.len();
        placed.sort_unstable();
        placed.dedup();
        assert_eq!(placed.len(), count, "no option is listed twice");
        let placed: BTreeSet<&str> = placed.into_iter().collect();
        let command = crate::command_line::command();
        let options = command.get_arguments().filter(|arg| arg.get_long().is_some());
        let shown = options.filter(|arg| !arg.is_hide_set()).map(|arg| arg.get_id().as_str());
        let missing: Vec<&str> = shown.filter(|id| !placed.contains(id)).collect();
        assert!(missing.is_empty(), "{missing:?} have no place in --help");
    }
}
