//! Reducing over lists of lines, tokens, characters or bytes.

use super::{Halted, Reduction};
use crate::settings::{Structure, minimizer_name};
use probdd_core::list::{ListSearch, Minimizer};
use probdd_core::tree::{self, Links, Sweep};
use probdd_core::{Edits, NodeId, Role, Search, Tree};
use probdd_exec::{Elements, Oracle};
use probdd_syntax::{Unit, count_tokens};
use std::collections::HashSet;
use std::sync::Arc;

impl<O: Oracle> Reduction<'_, O> {
    /// Passes over each kind of unit (of several kinds, until they change nothing), then a sweep
    /// over each; all of it again as long as the sweeps remove something.
    pub(super) fn reduce_lists(
        &mut self,
        units: &[Unit],
        minimizer: &Minimizer,
    ) -> Result<bool, Halted> {
        let mut origins = Origins::new(&self.best);
        loop {
            let before = self.best.clone();
            for &unit in units {
                self.reduce_units(unit, minimizer, &mut origins)?;
            }
            if !self.settings.is_fixpoint {
                return Ok(false);
            }
            if units.len() > 1 && self.best != before {
                continue;
            }
            let before = self.best.clone();
            for &unit in units {
                self.sweep_units(unit, &mut origins)?;
            }
            if self.best == before {
                return Ok(true);
            }
        }
    }

    fn reduce_units(
        &mut self,
        unit: Unit,
        minimizer: &Minimizer,
        origins: &mut Origins,
    ) -> Result<(), Halted> {
        if unit == Unit::Bracket {
            return self.reduce_brackets(minimizer);
        }
        let name = minimizer_name(minimizer.algorithm);
        self.list_pass(name, unit, origins, |nodes, tree| over(nodes, &tree, minimizer))
    }

    fn sweep_units(&mut self, unit: Unit, origins: &mut Origins) -> Result<(), Halted> {
        if unit == Unit::Bracket {
            return self.sweep_tree(Structure::Units(Unit::Bracket));
        }
        self.list_pass("sweep", unit, origins, |_, tree| {
            tree::search(tree, |start| Sweep::new(start, Links::default()))
        })
    }

    /// The list algorithm over the bracketed groups and lines of one depth after another, the
    /// outermost first.
    fn reduce_brackets(&mut self, minimizer: &Minimizer) -> Result<(), Halted> {
        for depth in 0.. {
            let mut is_bottom = true;
            let name = minimizer_name(minimizer.algorithm);
            self.nodes_pass(name, Structure::Units(Unit::Bracket), |tree| {
                let nodes = items_at(&tree, depth);
                is_bottom = nodes.is_empty();
                over(nodes, &tree, minimizer)
            })?;
            if is_bottom {
                break;
            }
        }
        Ok(())
    }

    /// Runs a search over the units of the best candidate, of which `origins` keeps track.
    fn list_pass<S: Search<Change = Edits>>(
        &mut self,
        name: &'static str,
        unit: Unit,
        origins: &mut Origins,
        search: impl FnOnce(Vec<NodeId>, Arc<Tree>) -> S,
    ) -> Result<(), Halted> {
        let document = probdd_syntax::units(unit, &self.best);
        let tree = Arc::clone(document.tree());
        let nodes = items_at(&tree, 0);
        let origin = origins.of(unit, nodes.len(), &self.best);
        let search = search(nodes, tree);
        let done = self.pass(name, &document, Elements::List { origin }, search)?;
        origins.remove(unit, done.best());
        Ok(())
    }
}

/// The list algorithm over nodes, each as heavy as its tokens.
pub(super) fn over(nodes: Vec<NodeId>, tree: &Tree, minimizer: &Minimizer) -> ListSearch<NodeId> {
    let weights: Vec<u32> = nodes.iter().map(|node| tree.weight(*node)).collect();
    minimizer.search(nodes, &weights)
}

/// The items that are nested in `depth` others.
fn items_at(tree: &Tree, depth: usize) -> Vec<NodeId> {
    let mut depths = vec![0usize; tree.len()];
    let mut found = Vec::new();
    for (id, node) in tree.nodes() {
        let above = depths[node.parent.index()];
        let is_item = node.role == Role::Item;
        depths[id.index()] = above + usize::from(is_item);
        if is_item && above == depth {
            found.push(id);
        }
    }
    found
}

/// Where in the input the elements come from that are left.
///
/// Lines and tokens are followed through each other's passes; characters and bytes only through
/// their own, as nothing else runs beside them.
#[derive(Debug)]
struct Origins {
    /// The input's line of each of its tokens.
    line_of: Vec<u32>,
    /// The index in the input of every line that is left.
    lines: Vec<u32>,
    /// The index in the input of every token that is left.
    tokens: Vec<u32>,
    /// The index in the input of every character or byte that is left, once such a pass has begun.
    finest: Option<Vec<u32>>,
}

impl Origins {
    fn new(input: &[u8]) -> Origins {
        let mut line_of = Vec::new();
        let lines = lines(input);
        for (index, line) in lines.iter().enumerate() {
            line_of.resize(line_of.len() + count_tokens(line), index as u32);
        }
        Origins {
            lines: (0..lines.len() as u32).collect(),
            tokens: (0..line_of.len() as u32).collect(),
            line_of,
            finest: None,
        }
    }

    /// The origins of the `n` units that are left in a text.
    fn of(&mut self, unit: Unit, n: usize, text: &[u8]) -> Vec<u32> {
        let origin = match unit {
            Unit::Line => {
                self.follow_lines(text);
                &self.lines
            }
            Unit::Token => &self.tokens,
            Unit::Char | Unit::Byte | Unit::Bracket => {
                self.finest.get_or_insert_with(|| (0..n as u32).collect())
            }
        };
        // A removal can change how the rest falls into tokens (a quote without its partner). Then
        // nothing is left of the input's numbers but their order.
        if origin.len() == n { origin.clone() } else { (0..n as u32).collect() }
    }

    /// After a pass over units: what it removed is gone.
    fn remove(&mut self, unit: Unit, edits: &Edits) {
        let is_root = |node: &NodeId| *node == NodeId::ROOT;
        let all = edits.removed.iter().any(is_root);
        let places: HashSet<usize> = edits
            .removed
            .iter()
            .filter(|node| !is_root(node))
            .map(|node| node.index() - 1)
            .collect();
        let left = |origin: &[u32]| -> Vec<u32> {
            let numbered = origin.iter().enumerate();
            numbered.filter(|(i, _)| !all && !places.contains(i)).map(|(_, o)| *o).collect()
        };
        match unit {
            Unit::Line => {
                self.lines = left(&self.lines);
                let lines: HashSet<u32> = self.lines.iter().copied().collect();
                self.tokens.retain(|token| lines.contains(&self.line_of[*token as usize]));
            }
            Unit::Token => self.tokens = left(&self.tokens),
            Unit::Char | Unit::Byte | Unit::Bracket => {
                self.finest = self.finest.as_deref().map(left);
            }
        }
    }

    /// After tokens went: a line is the one that its first token came from; an empty one follows
    /// the line before it.
    fn follow_lines(&mut self, text: &[u8]) {
        let lines = lines(text);
        if lines.len() == self.lines.len() {
            return;
        }
        let mut token = 0;
        let mut next = 0;
        self.lines.clear();
        for line in lines {
            let count = count_tokens(line);
            let first = self.tokens.get(token).filter(|_| count > 0);
            let origin = first.map_or(next, |first| self.line_of[*first as usize]);
            self.lines.push(origin);
            next = origin + 1;
            token += count;
        }
    }
}

/// The lines of a text, each with its newline.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removal(elements: &[u32]) -> Edits {
        Edits::removal(elements.iter().map(|element| NodeId(element + 1)).collect())
    }

    #[test]
    fn tokens_are_followed_through_a_pass_over_lines() {
        let mut origins = Origins::new(b"a b\nc\nd e\n");
        assert_eq!(origins.of(Unit::Line, 3, b"a b\nc\nd e\n"), [0, 1, 2]);
        origins.remove(Unit::Line, &removal(&[1]));
        assert_eq!(origins.of(Unit::Token, 4, b"a b\nd e\n"), [0, 1, 3, 4]);
    }

    #[test]
    fn lines_are_followed_through_a_pass_over_tokens() {
        let mut origins = Origins::new(b"a b\nc\nd e\n");
        origins.remove(Unit::Token, &removal(&[2, 3]));
        assert_eq!(origins.of(Unit::Line, 2, b"a b\ne\n"), [0, 2]);
        assert_eq!(origins.of(Unit::Token, 3, b"a b\ne\n"), [0, 1, 4]);
    }
}
