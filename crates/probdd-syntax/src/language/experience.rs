//! Experience: how often nodes of a language were needed in other inputs, as a table that ships.
//!
//! A table has a line for each class of nodes: the kind, the kind around it, the role, and for each
//! of the four states of the nodes' users, how many nodes were needed of how many. Tokens stand in
//! quotes; `-` stands for no kind. `cargo run -p lab -- priors` writes such a table.

use crate::grammar::kinds::KindTable;
use crate::language::Language;
use probdd_core::tree::{Decided, Experience};
use probdd_core::{Kind, Role};
use std::fmt::Write;

/// The roles of nodes with experience, and their words.
const ROLES: [(Role, &str); 3] =
    [(Role::Star, "list"), (Role::Item, "item"), (Role::Optional, "optional")];

impl Language {
    /// The experience with the language's nodes; empty if no table ships.
    pub fn experience(&self) -> Vec<Experience> {
        let kinds = self.loaded().map(|loaded| loaded.model.kinds());
        kinds.map_or_else(Vec::new, |kinds| read(self.facts.experience, kinds))
    }

    /// The table of some experience with the language's nodes.
    pub fn experience_table(&self, experience: &[Experience]) -> String {
        let kinds = self.loaded().map(|loaded| loaded.model.kinds());
        kinds.map_or_else(String::new, |kinds| write(experience, kinds))
    }
}

/// Reads a table. Lines with unknown kinds are left out.
fn read(table: &str, kinds: &KindTable) -> Vec<Experience> {
    table.lines().filter_map(|line| read_line(line, kinds)).collect()
}

fn read_line(line: &str, kinds: &KindTable) -> Option<Experience> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let (kind, outer) = (read_kind(next()?, kinds)?, read_kind(next()?, kinds)?);
    let word = next()?;
    let (role, _) = ROLES.into_iter().find(|(_, name)| *name == word)?;
    let mut decided = [Decided::default(); 4];
    for state in &mut decided {
        let (needed, nodes) = next()?.split_once('/')?;
        *state = Decided { nodes: nodes.parse().ok()?, needed: needed.parse().ok()? };
    }
    Some(Experience { kind, outer, role, decided })
}

fn read_kind(word: &str, kinds: &KindTable) -> Option<Kind> {
    if word == "-" {
        return Some(Kind::NONE);
    }
    let token = word.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    kinds.id(token.unwrap_or(word), token.is_none()).map(Kind)
}

/// Writes a table, its lines sorted. Classes whose kinds have no name are left out.
fn write(experience: &[Experience], kinds: &KindTable) -> String {
    let mut lines: Vec<String> =
        experience.iter().filter_map(|class| write_line(class, kinds)).collect();
    lines.sort_unstable();
    lines.concat()
}

fn write_line(class: &Experience, kinds: &KindTable) -> Option<String> {
    let (kind, outer) = (write_kind(class.kind, kinds)?, write_kind(class.outer, kinds)?);
    let (_, role) = ROLES.into_iter().find(|(role, _)| *role == class.role)?;
    let mut line = format!("{kind}\t{outer}\t{role}");
    for Decided { nodes, needed } in class.decided {
        let _ = write!(line, "\t{needed}/{nodes}");
    }
    line.push('\n');
    Some(line)
}

fn write_kind(kind: Kind, kinds: &KindTable) -> Option<String> {
    if kind == Kind::NONE {
        return Some("-".to_owned());
    }
    let name = kinds.name(kind.0);
    let can_be_written = !name.is_empty() && !name.contains(['\t', '\n']);
    can_be_written
        .then(|| if kinds.is_named(kind.0) { name.to_owned() } else { format!("\"{name}\"") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let names = [(1, 1, "item"), (2, 2, "list")];
        let nodes = names.map(|(id, one, name)| (id, one, name.to_owned(), true));
        let comma = [(3, 3, ",".to_owned(), false)];
        let kinds = KindTable::new(nodes.into_iter().chain(comma));
        let decided = |nodes, needed| Decided { nodes, needed };
        let experience = [
            Experience {
                kind: Kind(3),
                outer: Kind::NONE,
                role: Role::Star,
                decided: [decided(7, 3), decided(0, 0), decided(1, 1), decided(90, 0)],
            },
            Experience {
                kind: Kind(1),
                outer: Kind(2),
                role: Role::Item,
                decided: [decided(2, 0); 4],
            },
        ];
        let table = write(&experience, &kinds);
        assert_eq!(
            table,
            "\",\"\t-\tlist\t3/7\t0/0\t1/1\t0/90\nitem\tlist\titem\t0/2\t0/2\t0/2\t0/2\n"
        );
        assert_eq!(read(&table, &kinds), experience);
        let with_another = table.replace("item\tlist", "no_such_kind\tlist");
        assert_eq!(read(&with_another, &kinds), experience[..1]);
    }
}
