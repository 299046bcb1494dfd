//! Simplifies the jumps and blocks of a three-address text: a jump gets one target or none, a block that only
//! jumps to another one is removed, and two blocks are merged if the first is the only way to the second.

use super::source::{Source, write};
use crate::language::facts::ThreeAddress;
use probdd_core::{Edits, NodeId};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// A jump becomes the end of the function, or else a jump to one of its targets. Blocks that it does not
/// reach any more take no values from it.
pub(super) fn jumps(source: &Source) -> Vec<Edits> {
    let mut offers = Vec::new();
    for function in functions(source) {
        let Function { facts, .. } = function;
        for block in function.blocks.iter().filter(|block| block.is_jump) {
            let targets = function.targets(block);
            let to =
                |token: usize| [facts.jump, b" ", facts.block, b" ", source.token(token)].concat();
            let one = targets.iter().filter(|_| targets.len() > 1);
            let one = one.map(|target| (Some(function.name(*target)), to(*target)));
            let end = (None, facts.end.to_vec());
            for (kept, text) in std::iter::once(end).chain(one) {
                let lost = targets.iter().map(|target| function.name(*target));
                let lost = lost.filter(|target| Some(*target) != kept);
                let lost: Vec<usize> =
                    lost.filter_map(|name| function.named.get(name).copied()).collect();
                let is_lost = |by| lost.iter().any(|at| function.blocks[*at].item == by);
                let taken = function.taken_from(block).iter().filter(|value| is_lost(value.by));
                let removed = taken.filter_map(|value| value.pair).collect();
                let written = vec![write(block.last.clone(), text)];
                offers.push(Edits { removed, written, ..Edits::default() });
            }
        }
    }
    offers
}

/// Merges blocks of which each is the only way to the next: first all of such a chain, then two at a time. Also
/// removes a block that only jumps to another one; the jumps to it lead to that one.
pub(super) fn joined(source: &Source) -> Vec<Edits> {
    let functions = functions(source);
    let mut offers = Vec::new();
    for function in &functions {
        offers.extend(function.chains().iter().filter_map(|chain| function.as_one(chain)));
    }
    for function in &functions {
        for block in &function.blocks {
            offers
                .extend(function.follower(block).and_then(|next| function.as_one(&[block, next])));
            offers.extend(function.without(block));
        }
    }
    offers
}

fn functions<'s, 'a>(source: &'s Source<'a>) -> Vec<Function<'s, 'a>> {
    let Some(facts) = source.three_address() else { return Vec::new() };
    let bodies = source.nodes_of(NodeId::ROOT, facts.body);
    bodies.map(|body| Function::of(source, facts, body)).collect()
}

/// A function and its blocks.
struct Function<'s, 'a> {
    source: &'s Source<'a>,
    facts: &'a ThreeAddress,
    blocks: Vec<Block<'a>>,
    /// The blocks with a name.
    named: HashMap<&'a [u8], usize>,
    /// The tokens that lead to the block of a name.
    leading: HashMap<&'a [u8], Vec<usize>>,
    /// The values that blocks take from the block of a name.
    taken: HashMap<&'a [u8], Vec<Value>>,
}

/// A block of instructions.
struct Block<'a> {
    item: NodeId,
    /// The name without a sign or a colon; empty if it has none.
    name: &'a [u8],
    /// The tokens after the label.
    instructions: Range<usize>,
    /// The tokens of the last instruction.
    last: Range<usize>,
    is_jump: bool,
    /// Whether it takes values from the blocks before it.
    is_merge: bool,
}

/// A value that one block takes from another.
struct Value {
    /// The pair of value and block in the list of these, if it is not the only one.
    pair: Option<NodeId>,
    /// The block that takes it.
    by: NodeId,
    /// The token that is the name of the other.
    name: usize,
}

impl<'s, 'a> Function<'s, 'a> {
    fn of(source: &'s Source<'a>, facts: &'a ThreeAddress, body: NodeId) -> Function<'s, 'a> {
        let (named, leading, taken) = (HashMap::new(), HashMap::new(), HashMap::new());
        let mut function = Function { source, facts, blocks: Vec::new(), named, leading, taken };
        for item in source.items_in(body) {
            function.add(item);
        }
        function
    }

    fn add(&mut self, item: NodeId) {
        let (source, facts) = (self.source, self.facts);
        let tokens = source.tokens(item);
        let Some(last) = source.tree.children(item).last() else { return };
        let label = source.token(tokens.start).strip_suffix(b":");
        let mut is_merge = false;
        for merge in source.nodes_of(item, facts.merge) {
            is_merge = true;
            let names = source.nodes_of(merge, facts.names).filter_map(|id| source.only_token(id));
            for name in names.filter(|at| is_of_block(source, *at)) {
                let pair = source.items_in(merge).find(|id| source.tokens(*id).contains(&name));
                let value = Value { pair, by: item, name };
                self.taken.entry(self.name(name)).or_default().push(value);
            }
        }
        for token in self.targets_in(source.tokens(last)).collect::<Vec<_>>() {
            self.leading.entry(self.name(token)).or_default().push(token);
        }
        if let Some(label) = label {
            self.named.insert(label, self.blocks.len());
        }
        self.blocks.push(Block {
            item,
            name: label.unwrap_or_default(),
            instructions: tokens.start + usize::from(label.is_some())..tokens.end,
            last: source.tokens(last),
            is_jump: source.nodes_of(last, facts.jumps).next().is_some(),
            is_merge,
        });
    }

    /// A name without its sign.
    fn name(&self, token: usize) -> &'a [u8] {
        self.source.token(token).get(1..).unwrap_or_default()
    }

    /// The tokens that name a block as the target of some tokens.
    fn targets_in(&self, tokens: Range<usize>) -> impl Iterator<Item = usize> {
        tokens.skip(1).filter(|at| self.source.token(at - 1) == self.facts.block)
    }

    /// The blocks to which one may jump, each once, as tokens.
    fn targets(&self, block: &Block<'a>) -> Vec<usize> {
        let mut targets: Vec<usize> = Vec::new();
        for token in self.targets_in(block.last.clone()) {
            if targets.iter().all(|other| self.name(*other) != self.name(token)) {
                targets.push(token);
            }
        }
        targets
    }

    /// What leads to a block.
    fn leading_to(&self, block: &Block<'a>) -> &[usize] {
        self.leading.get(block.name).map_or(&[], Vec::as_slice)
    }

    /// What blocks take from a block.
    fn taken_from(&self, block: &Block<'a>) -> &[Value] {
        let taken = self.taken.get(block.name).filter(|_| !block.name.is_empty());
        taken.map_or(&[], Vec::as_slice)
    }

    /// The only block to which one jumps, whatever happens.
    fn next(&self, block: &Block<'a>) -> Option<&Block<'a>> {
        let mut words = block.last.clone().map(|token| self.source.token(token));
        let words = [words.next()?, words.next()?];
        let is_plain = words == [self.facts.jump, self.facts.block] && block.last.len() == 3;
        let target = is_plain.then(|| self.name(block.last.end - 1))?;
        let next = &self.blocks[*self.named.get(target)?];
        (next.item != block.item).then_some(next)
    }

    fn is_first(&self, block: &Block<'a>) -> bool {
        block.item == self.blocks[0].item
    }

    /// What leads to a block leads to the one to which it jumps, if it does nothing else.
    fn without(&self, block: &Block<'a>) -> Option<Edits> {
        let next = self.next(block).filter(|_| block.last == block.instructions)?;
        if self.is_first(block) || next.is_merge {
            return None;
        }
        let name = self.source.token(block.last.end - 1);
        let written = self.leading_to(block).iter().map(|at| write(*at..at + 1, name));
        Some(Edits { removed: vec![block.item], written: written.collect(), ..Edits::default() })
    }

    /// The block that could be the end of another one.
    fn follower(&self, block: &Block<'a>) -> Option<&Block<'a>> {
        let next = self.next(block).filter(|next| !next.is_merge)?;
        (self.leading_to(next).len() == 1).then_some(next)
    }

    /// Three or more blocks that follow each other.
    fn chains(&self) -> Vec<Vec<&Block<'a>>> {
        let followers = self.blocks.iter().filter_map(|block| Some(self.follower(block)?.item));
        let followers: HashSet<NodeId> = followers.collect();
        let first = self.blocks.iter().filter(|block| !followers.contains(&block.item));
        first.map(|block| self.chain_from(block)).filter(|chain| chain.len() > 2).collect()
    }

    fn chain_from<'b>(&'b self, first: &'b Block<'a>) -> Vec<&'b Block<'a>> {
        std::iter::successors(Some(first), |block| self.follower(block)).collect()
    }

    /// Blocks that follow each other become the first one.
    fn as_one(&self, chain: &[&Block<'a>]) -> Option<Edits> {
        let (first, others) = chain.split_first()?;
        let (last, between) = others.split_last()?;
        let between = between
            .iter()
            .map(|block| self.source.text(block.instructions.start..block.last.start));
        let mut texts: Vec<&[u8]> = between.filter(|text| !text.is_empty()).collect();
        texts.push(self.source.text(last.instructions.clone()));
        let mut written = vec![write(first.last.clone(), texts.join(&b"\n"[..]))];
        for Value { name, .. } in self.taken_from(last) {
            let renamed = [&self.source.token(*name)[..1], first.name].concat();
            written.push((!first.name.is_empty()).then(|| write(*name..name + 1, renamed))?);
        }
        let removed = others.iter().map(|block| block.item).collect();
        Some(Edits { removed, written, ..Edits::default() })
    }
}

/// Whether a token of an instruction that takes values names a block: `[ 1, %a ]`.
fn is_of_block(source: &Source, token: usize) -> bool {
    source.token(token - 1) == b"," && source.token(token + 1) == b"]"
}
