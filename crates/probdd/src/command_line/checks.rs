//! The commands of `INPUT -- CMD` in the order in which they were typed, each with what it has to do.

use super::values::Guard;
use clap::ArgMatches;
use std::ffi::OsString;

/// A check besides the command itself.
#[derive(Clone, Debug)]
pub(crate) struct TypedCheck {
    pub(crate) role: Role,
    /// The values of `--expect` that follow it.
    pub(crate) expects: Vec<String>,
}

/// What a check is for, with its commands.
#[derive(Clone, Debug)]
pub(crate) enum Role {
    /// It has to hold as well.
    Also(OsString),
    /// It must not hold.
    Reject(OsString),
    /// The two commands differ.
    Compare(OsString, OsString),
    /// A check that is known by a word.
    Guard(Guard),
}

/// All checks of a command line.
pub(super) struct Checks {
    /// What is said about the command after `--`.
    pub(super) expect_of_command: Vec<String>,
    pub(super) further: Vec<TypedCheck>,
}

/// A piece of the command line.
enum Piece {
    Check(Role),
    Expect(String),
}

impl Checks {
    /// Collects them: an `--expect` is about the `--also` or `--reject` before it, or else about the
    /// command after `--`.
    pub(super) fn of(matches: &ArgMatches) -> Checks {
        let mut pieces: Vec<(usize, Piece)> = Vec::new();
        let also = placed::<OsString>(matches, "also").map(|(at, line)| (at, Role::Also(line)));
        let reject = placed(matches, "reject").map(|(at, line)| (at, Role::Reject(line)));
        let guard = placed(matches, "guard").map(|(at, guard)| (at, Role::Guard(guard)));
        let lines: Vec<(usize, OsString)> = placed(matches, "compare").collect();
        let compare = lines
            .chunks_exact(2)
            .map(|pair| (pair[0].0, Role::Compare(pair[0].1.clone(), pair[1].1.clone())));
        let checks = also.chain(reject).chain(guard).chain(compare);
        pieces.extend(checks.map(|(at, role)| (at, Piece::Check(role))));
        pieces.extend(placed(matches, "expect").map(|(at, text)| (at, Piece::Expect(text))));
        pieces.sort_by_key(|(at, _)| *at);
        let mut checks = Checks { expect_of_command: Vec::new(), further: Vec::new() };
        for (_, piece) in pieces {
            match (piece, checks.further.last_mut()) {
                (Piece::Check(role), _) => {
                    checks.further.push(TypedCheck { role, expects: Vec::new() });
                }
                (
                    Piece::Expect(text),
                    Some(TypedCheck { role: Role::Also(_) | Role::Reject(_), expects }),
                ) => expects.push(text),
                (Piece::Expect(text), _) => checks.expect_of_command.push(text),
            }
        }
        checks
    }
}

/// The values of an option with their places on the command line.
fn placed<'a, T: Clone + Send + Sync + 'static>(
    matches: &'a ArgMatches,
    option: &str,
) -> impl Iterator<Item = (usize, T)> + use<'a, T> {
    let places = matches.indices_of(option).into_iter().flatten();
    let values = matches.get_many::<T>(option).into_iter().flatten().cloned();
    places.zip(values)
}
