//! Finds the declarations and uses of the names of a program by the scopes of C.

use crate::names::named_tree::NamedTree;
use crate::names::occurrences::{Declaration, Occurrence, occurrence};
use probdd_core::tree::Need;
use probdd_core::{Node, NodeId, Tree};
use std::collections::HashMap;

/// The names of a program.
pub(super) struct SymbolTable<'a> {
    source: NamedTree<'a>,
    symbols: Vec<Symbol>,
    /// The names outside functions.
    globals: HashMap<&'a [u8], usize>,
    /// The scopes around the current node, the innermost last.
    scopes: Vec<Scope<'a>>,
    /// The functions that need a return of a value.
    returns: Vec<Need>,
}

/// A name in a scope, with the tokens of its occurrences.
#[derive(Default)]
struct Symbol {
    is_global: bool,
    declared: Vec<u32>,
    used: Vec<u32>,
    /// Where the value of a variable is used, and where it is set.
    read: Vec<u32>,
    written: Vec<u32>,
}

/// A part of a program in which names are visible.
struct Scope<'a> {
    end: NodeId,
    is_function: bool,
    names: HashMap<&'a [u8], usize>,
    labels: HashMap<&'a [u8], usize>,
    /// For a function, the first token of its body, and where it returns values.
    body: Option<u32>,
    returns: Vec<u32>,
}

impl<'a> SymbolTable<'a> {
    pub(super) fn of(source: NamedTree<'a>) -> SymbolTable<'a> {
        let mut names = SymbolTable {
            source,
            symbols: Vec::new(),
            globals: HashMap::new(),
            scopes: Vec::new(),
            returns: Vec::new(),
        };
        for (id, node) in source.tree.nodes() {
            names.leave(id);
            match source.kind(id) {
                "function_definition" | "lambda_expression" => names.enter(id, true),
                "compound_statement" | "for_statement" | "for_range_loop" => {
                    names.enter(id, false);
                }
                "return_statement" if node.tokens().len() > 2 => names.add_return(node.first_token),
                "identifier" | "type_identifier" => names.add(id),
                "statement_identifier" => names.add_label(id),
                _ => {}
            }
        }
        names.leave(source.tree.node(NodeId::ROOT).end);
        names
    }

    /// The uses of global names, with the declaration that they need: of several in `globals` the
    /// heaviest, and of equally heavy ones the last.
    pub(super) fn references(&self, tree: &Tree, globals: &[NodeId]) -> Vec<Need> {
        let weight = |token: &u32| {
            let after = globals.partition_point(|id| tree.node(*id).first_token <= *token);
            let global = after.checked_sub(1).map(|at| globals[at]);
            global
                .filter(|id| tree.node(*id).tokens().contains(&(*token as usize)))
                .map_or(0, |id| tree.weight(id))
        };
        let globals = self.symbols.iter().filter(|symbol| symbol.is_global);
        let needs = globals.filter_map(|symbol| {
            let main = symbol.declared.iter().copied().max_by_key(weight)?;
            Some(Need { users: symbol.used.clone(), providers: vec![main] })
        });
        needs.filter(|need| !need.users.is_empty()).collect()
    }

    /// The needs inside functions: each use needs a declaration or a label, each read a value, each
    /// function a return of a value.
    pub(super) fn dependencies(self) -> Vec<Need> {
        let mut needs = self.returns;
        for symbol in self.symbols.into_iter().filter(|symbol| !symbol.is_global) {
            needs.push(Need { users: symbol.used, providers: symbol.declared });
            needs.push(Need { users: symbol.read, providers: symbol.written });
        }
        needs.retain(|need| !need.users.is_empty() && !need.providers.is_empty());
        needs
    }

    fn enter(&mut self, node: NodeId, is_function: bool) {
        let Node { first_token, end, .. } = *self.source.tree.node(node);
        if let Some(around) = self.scopes.last_mut().filter(|scope| scope.is_function) {
            around.body.get_or_insert(first_token);
        }
        self.scopes.push(Scope {
            end,
            is_function,
            names: HashMap::new(),
            labels: HashMap::new(),
            body: None,
            returns: Vec::new(),
        });
    }

    /// Closes the scopes that end before a node.
    fn leave(&mut self, node: NodeId) {
        while let Some(scope) = self.scopes.pop_if(|scope| scope.end <= node) {
            let users: Vec<u32> = scope.body.into_iter().collect();
            self.returns.push(Need { users, providers: scope.returns });
        }
    }

    fn add_return(&mut self, token: u32) {
        if let Some(function) = self.function() {
            function.returns.push(token);
        }
    }

    fn function(&mut self) -> Option<&mut Scope<'a>> {
        self.scopes.iter_mut().rev().find(|scope| scope.is_function)
    }

    fn add(&mut self, leaf: NodeId) {
        let token = self.source.tree.node(leaf).first_token;
        let word = self.source.word(token);
        match occurrence(self.source, leaf) {
            Occurrence::Declared { by, has_value } => {
                if let Some(symbol) = self.declare(word, by) {
                    symbol.declared.push(token);
                    symbol.written.extend(has_value.then_some(token));
                }
            }
            Occurrence::Used { is_read, is_written } => {
                let symbol = self.find(word);
                symbol.used.push(token);
                symbol.read.extend(is_read.then_some(token));
                symbol.written.extend(is_written.then_some(token));
            }
        }
    }

    /// The symbol of a declared name. A parameter of a function without a body has none.
    fn declare(&mut self, word: &'a [u8], by: Declaration) -> Option<&mut Symbol> {
        let is_of_function = self.scopes.last().is_some_and(|scope| scope.is_function);
        if by == Declaration::Parameter && !is_of_function {
            return None;
        }
        let skipped = usize::from(by == Declaration::Function && is_of_function);
        let depth = self.scopes.len() - skipped;
        let names = match depth.checked_sub(1) {
            None => &mut self.globals,
            Some(innermost) => &mut self.scopes[innermost].names,
        };
        let number = *names.entry(word).or_insert(self.symbols.len());
        Some(symbol(&mut self.symbols, number, depth == 0))
    }

    /// The symbol of a used name, from the innermost scope out. A name without a declaration is
    /// global.
    fn find(&mut self, word: &'a [u8]) -> &mut Symbol {
        let mut scopes = self.scopes.iter().rev();
        let found = scopes.find_map(|scope| scope.names.get(word)).copied();
        let number =
            found.unwrap_or_else(|| *self.globals.entry(word).or_insert(self.symbols.len()));
        symbol(&mut self.symbols, number, found.is_none())
    }

    fn add_label(&mut self, leaf: NodeId) {
        let token = self.source.tree.node(leaf).first_token;
        let word = self.source.word(token);
        let is_declared = self
            .source
            .tree
            .parent(leaf)
            .is_some_and(|around| self.source.kind(around) == "labeled_statement");
        let new = self.symbols.len();
        let Some(function) = self.function() else { return };
        let number = *function.labels.entry(word).or_insert(new);
        let symbol = symbol(&mut self.symbols, number, false);
        if is_declared { &mut symbol.declared } else { &mut symbol.used }.push(token);
    }
}

/// The symbol with a number; the next number makes a new one.
fn symbol(symbols: &mut Vec<Symbol>, number: usize, is_global: bool) -> &mut Symbol {
    if number == symbols.len() {
        symbols.push(Symbol { is_global, ..Symbol::default() });
    }
    &mut symbols[number]
}
