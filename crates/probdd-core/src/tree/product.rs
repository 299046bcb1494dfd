//! Products over the children of every node, kept up to date.
//!
//! Every node has a segment tree of its children's factors. A change of one factor costs O(log width).
//! The tree only ever multiplies, so a factor may become 0 and change again, which a running quotient
//! would not survive.

use crate::{NodeId, Tree};

/// For every node, the product of its children's factors; all factors are 1 at first.
#[derive(Clone, Debug)]
pub(super) struct ChildProducts {
    /// The start of each node's segment tree in `values`; one more entry marks the end.
    offset: Vec<u32>,
    /// Each node's place among its siblings.
    place: Vec<u32>,
    /// Of a node with `w` children: `[1]` the product of all, `[w..2w]` the factors; none if w = 0.
    values: Vec<f64>,
}

impl ChildProducts {
    /// Products over the children of every node of a tree.
    pub(super) fn new(tree: &Tree) -> ChildProducts {
        let mut width = vec![0u32; tree.len()];
        let mut place = vec![0u32; tree.len()];
        for (id, node) in tree.nodes().skip(1) {
            place[id.index()] = width[node.parent.index()];
            width[node.parent.index()] += 1;
        }
        let mut offset = vec![0];
        offset.extend(width.iter().scan(0u32, |total, width| {
            *total += 2 * width;
            Some(*total)
        }));
        let total = offset[tree.len()] as usize;
        ChildProducts { offset, place, values: vec![1.0; total] }
    }

    /// The product over a node's children.
    pub(super) fn of(&self, id: NodeId) -> f64 {
        let range = self.range(id);
        if range.is_empty() { 1.0 } else { self.values[range.start + 1] }
    }

    /// Sets the factor of a child in its parent's product.
    pub(super) fn set(&mut self, parent: NodeId, child: NodeId, factor: f64) {
        let range = self.range(parent);
        let values = &mut self.values[range];
        let mut at = values.len() / 2 + self.place[child.index()] as usize;
        values[at] = factor;
        while at > 1 {
            at /= 2;
            values[at] = values[2 * at] * values[2 * at + 1];
        }
    }

    fn range(&self, id: NodeId) -> std::ops::Range<usize> {
        self.offset[id.index()] as usize..self.offset[id.index() + 1] as usize
    }
}
