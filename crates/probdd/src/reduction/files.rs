//! Several files: a round removes files, joins those that are left, and reduces each of them.
//!
//! A file is a window of the bundle, which is read in its own language and reduced as if it were the
//! only input; every candidate has the other files around it. So a file is parsed when its turn
//! comes, and of a large project few are. Files come before those that they refer to: what nothing
//! uses any more is easy to remove.
//!
//! With several files left, each is reduced roughly first, then files are joined: what stands in one
//! file is reduced better than what is spread over two.

use super::outside::Outside;
use super::pass::Reduction;
use crate::command_line::Reducer;
use crate::error::Halted;
use crate::settings::Approach;
use probdd_core::bundle::{Placed, entries};
use probdd_core::list::{AllAtOnce, Order, Splitting};
use probdd_core::tree::{self, Frontier, Links, Priors};
use probdd_core::{NodeId, Over};
use probdd_exec::Oracle;
use probdd_syntax::Parts;
use probdd_syntax::project::{
    Removal, files, joins, order, token_count, without_empty_directories,
};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The name of the passes that remove files in traces and reports.
const FILES: &str = "files";

/// The name of the pass that empties files.
const CONTENTS: &str = "contents";

/// So many needed files in a row end the halving: some tests need files that may be empty.
const PATIENCE: usize = 16;

/// Files of no more bytes than this together are not reduced roughly before they are joined.
const SMALL: usize = 1 << 12;

/// Of more files most are not needed, or only have to exist.
const MANY: usize = 64;

impl<O: Oracle> Reduction<'_, O> {
    /// A round over several files. Returns whether all of them are certified if it has changed nothing.
    pub(super) fn round_in_files(&mut self) -> Result<bool, Halted> {
        self.remove_files()?;
        if self.texts().len() > 1 && self.best.len() > SMALL {
            self.each_file(Self::reduce_roughly)?;
            self.remove_files()?;
        }
        self.join_files()?;
        if self.texts().len() > 1 {
            // The last questions are many, so they come when files cannot become fewer any more.
            self.finishes = false;
            self.each_file(Self::reduce_wholly)?;
            self.finishes = true;
            let before = self.best.clone();
            self.remove_files()?;
            self.join_files()?;
            if self.best != before && self.method.is_certifying() {
                return Ok(false);
            }
        }
        let is_certified = self.each_file(Self::reduce_wholly)?;
        if is_certified {
            self.certify();
        }
        Ok(is_certified)
    }

    /// Reduces a file as if it were the only input.
    fn reduce_wholly(&mut self) -> Result<bool, Halted> {
        self.reduce_large()?;
        self.round()
    }

    /// The files that have a text.
    fn texts(&self) -> Vec<Placed> {
        let all = entries(&self.best).into_iter();
        all.filter(|entry| entry.is_file() && !entry.content.is_empty()).collect()
    }

    /// Removes directories and files, and empties others.
    fn remove_files(&mut self) -> Result<(), Halted> {
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
        self.parts_pass("probe", &parts, Over::start(all, AllAtOnce::new)).map(drop)
    }

    /// Removes files, or what is in them, by halving.
    fn halve(&mut self, name: &'static str, removal: Removal) -> Result<(), Halted> {
        let (parts, _) = self.files(removal);
        let tree = parts.document().tree();
        // Files, and directories in which there is nothing.
        let is_element = |id: NodeId| {
            let node = tree.node(id);
            let is_leaf = tree.children(id).all(|it| !tree.node(it).is_list());
            node.is_removable() && !node.is_list() && is_leaf
        };
        let elements: Vec<NodeId> =
            tree.nodes().map(|(id, _)| id).filter(|id| is_element(*id)).collect();
        let splitting = |n| Splitting::with_patience(n, Order::Auto, PATIENCE);
        self.parts_pass(name, &parts, Over::start(elements, splitting)).map(drop)
    }

    /// Removes all directories in which there are no files.
    fn remove_directories(&mut self) -> Result<(), Halted> {
        let (is_kept, best) = (|path: &[u8]| self.method.kept.stays(path), &self.best);
        let without = without_empty_directories(best, &is_kept);
        if without.len() < best.len() { self.ask_about(FILES, without) } else { Ok(()) }
    }

    /// Searches for directories and files that can be removed; those that others refer to come after
    /// them.
    fn search_files(&mut self) -> Result<(), Halted> {
        let (parts, links) = self.files(Removal::Entries);
        let (tree, feedback) = (Arc::clone(parts.document().tree()), self.feedback);
        if tree.nodes().any(|(_, node)| node.is_removable()) {
            let search = tree::search(tree, |start| {
                Frontier::new(start, links, Priors::default(), feedback)
            });
            self.parts_pass(FILES, &parts, search)?;
        }
        Ok(())
    }

    fn files(&self, removal: Removal) -> (Parts, Links) {
        let with_regions = self.files_with_regions();
        let is_kept = |path: &[u8]| {
            self.method.kept.stays(path) || with_regions.iter().any(|with| with == path)
        };
        files(&self.best, removal, &is_kept, &self.scheduler.stopping())
    }

    /// Makes files fewer, their names shorter, and their directories less deep.
    fn join_files(&mut self) -> Result<(), Halted> {
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
            let before = self.best.clone();
            for join in joins(&before, &is_kept, &is_named) {
                if !failed.contains(&join.id) {
                    self.ask_about(join.name, join.bundle)?;
                    if self.best != before {
                        break;
                    }
                    failed.insert(join.id);
                }
            }
            if self.best == before {
                return Ok(());
            }
        }
    }

    /// Removes from a file what one search can.
    fn reduce_roughly(&mut self) -> Result<bool, Halted> {
        self.reduce_large()?;
        let reducer = self.strategy.reducer;
        let is_large = self.strategy.is_large(&self.best);
        if reducer == Reducer::List || is_large || self.has_region() {
            return Ok(false);
        }
        self.probe_empty()?;
        if !self.best.is_empty() {
            self.drop_comments()?;
            self.unnest()?;
            self.search(reducer)?;
        }
        Ok(false)
    }

    /// Reduces one file after another, in its own language. Returns whether all of them are certified.
    /// With the last questions, a file that becomes smaller is the last: the next round asks about the
    /// others.
    fn each_file(&mut self, reduce: fn(&mut Self) -> Result<bool, Halted>) -> Result<bool, Halted> {
        let all = entries(&self.best);
        let paths = order(&self.best, &all).into_iter().map(|file| all[file].path.clone());
        let mut is_certified = true;
        for path in paths.collect::<Vec<_>>() {
            let file = self.texts().into_iter().find(|file| file.path == path);
            if let Some(file) = file.filter(|file| !self.method.kept.stays(&file.path)) {
                let before = self.best.len();
                is_certified &= self.in_file(&file, reduce)?;
                if self.finishes && self.best.len() < before {
                    break;
                }
            }
        }
        Ok(is_certified)
    }

    /// Reduces one file.
    fn in_file(
        &mut self,
        file: &Placed,
        reduce: fn(&mut Self) -> Result<bool, Halted>,
    ) -> Result<bool, Halted> {
        let outside = Outside::around(&file.content, &mut self.best, token_count);
        self.outside = outside.expect("a bundle has more than the text of a file");
        let whole = Approach { strategy: self.strategy.clone(), format: self.text_format };
        self.file = Some(String::from_utf8_lossy(&file.path).into());
        self.take(self.method.approach_to_file(&file.path, &self.best));
        let done = reduce(self);
        self.best = std::mem::take(&mut self.outside).put_around(&self.best);
        self.file = None;
        self.take(whole);
        done
    }
}
