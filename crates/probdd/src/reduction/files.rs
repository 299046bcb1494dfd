//! Several files: a round removes files, joins those that are left, and reduces each of them.
//!
//! A file is a window of the bundle, which is read in its own language and reduced as if it were the
//! only input; every candidate has the other files around it. So a file is parsed when its turn
//! comes, and of a large project few are. Files come before those that they refer to: what nothing
//! uses any more is easy to remove.
//!
//! With several files left, each is reduced roughly first, then files are joined: what stands in one
//! file is reduced better than what is spread over two.

use super::ask::LONG_PATIENCE;
use super::state::Reduction;
use crate::error::Halted;
use probdd_core::bundle::{Placed, entries};
use probdd_core::{AllAtOnce, Frontier, Links, NodeId, Order, Over, Splitting, tree};
use probdd_exec::Oracle;
use probdd_syntax::Parts;
use probdd_syntax::project::{Removal, files, joins, without_empty_directories};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the passes that remove files in traces and reports.
const FILES: &str = "files";

/// The name of the pass that empties files.
const CONTENTS: &str = "contents";

/// Files of no more bytes than this together are not reduced roughly before they are joined.
const SMALL: usize = 1 << 12;

/// Of more files most are not needed, or only have to exist.
const MANY: usize = 64;

impl<O: Oracle> Reduction<'_, O> {
    /// The files that have a text.
    pub(super) fn texts(&self) -> Vec<Placed> {
        let all = entries(&self.text.best).into_iter();
        all.filter(|entry| entry.is_file() && !entry.content.is_empty()).collect()
    }

    /// Whether several files have a text.
    pub(super) fn has_several_texts(&self) -> bool {
        self.texts().len() > 1
    }

    /// Whether files have enough text together to be reduced before they are joined.
    pub(super) fn has_much_text(&self) -> bool {
        self.text.best.len() > SMALL
    }

    /// Removes directories and files, and empties others.
    pub(super) fn remove_files(&mut self) -> Result<(), Halted> {
        if self.method.kept.files {
            return self.halve(CONTENTS, Removal::Contents);
        }
        self.probe_files()?;
        if self.texts().len() > MANY {
            self.halve(FILES, Removal::Entries)?;
            self.remove_directories()?;
        }
        if self.texts().len() > MANY {
            self.halve(CONTENTS, Removal::Contents)?;
        }
        self.search_files()
    }

    /// Asks whether anything is needed.
    fn probe_files(&mut self) -> Result<(), Halted> {
        let (parts, _) = self.files(Removal::Entries);
        let all = parts.document().tree().children(NodeId::ROOT);
        let can_go = |id: &NodeId| parts.document().tree().node(*id).is_removable();
        let all: Arc<[NodeId]> = all.filter(can_go).collect();
        self.ask_of_parts("probe", &parts, Over::start(all, AllAtOnce::new))
    }

    /// Removes files, or what is in them, by halving.
    fn halve(&mut self, name: &'static str, removal: Removal) -> Result<(), Halted> {
        let (parts, _) = self.files(removal);
        let tree = parts.document().tree();
        // Files, and directories in which there is nothing.
        let is_element = |id: NodeId| {
            let node = tree.node(id);
            let is_leaf = tree.children(id).all(|child| !tree.node(child).is_list());
            node.is_removable() && !node.is_list() && is_leaf
        };
        let elements: Vec<NodeId> =
            tree.nodes().map(|(id, _)| id).filter(|id| is_element(*id)).collect();
        let splitting = |n| Splitting::with_patience(n, Order::Auto, LONG_PATIENCE);
        self.ask_of_parts(name, &parts, Over::start(elements, splitting))
    }

    /// Removes all directories in which there are no files.
    fn remove_directories(&mut self) -> Result<(), Halted> {
        let (is_kept, best) = (|path: &[u8]| self.method.kept.stays(path), &self.text.best);
        let without = without_empty_directories(best, &is_kept);
        if without.len() < best.len() { self.ask_about(FILES, without) } else { Ok(()) }
    }

    /// Searches for directories and files that can be removed; those that others refer to come after
    /// them.
    fn search_files(&mut self) -> Result<(), Halted> {
        let (parts, links) = self.files(Removal::Entries);
        let tree = Arc::clone(parts.document().tree());
        if tree.nodes().any(|(_, node)| node.is_removable()) {
            let search = tree::search(tree, |start| Frontier::new(start, links));
            self.ask_of_parts(FILES, &parts, search)?;
        }
        Ok(())
    }

    fn files(&self, removal: Removal) -> (Parts, Links) {
        let with_regions = self.files_with_regions();
        let is_kept = |path: &[u8]| {
            self.method.kept.stays(path) || with_regions.iter().any(|with| with == path)
        };
        files(&self.text.best, removal, &is_kept, &self.scheduler.stopping())
    }

    /// Makes files fewer, their names shorter, and their directories less deep.
    pub(super) fn join_files(&mut self) -> Result<(), Halted> {
        if self.method.kept.files {
            return Ok(());
        }
        let method = self.method;
        let with_regions = self.files_with_regions();
        let (is_kept, is_named) = (
            |path: &[u8]| method.kept.stays(path) || with_regions.iter().any(|with| with == path),
            |path: &[u8]| method.names_file(path),
        );
        let mut failed = BTreeSet::new();
        loop {
            let (best, before) = (self.text.best.clone(), self.revision);
            for join in joins(&best, &is_kept, &is_named) {
                if !failed.contains(&join.id) {
                    self.ask_about(join.name, join.bundle)?;
                    if self.revision != before {
                        break;
                    }
                    failed.insert(join.id);
                }
            }
            if self.revision == before {
                return Ok(());
            }
        }
    }
}
