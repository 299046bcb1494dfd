//! Names in a three-address code, such as LLVM IR, whose signs tell what defines each: a name before `=`, a
//! label, a parameter, the name of a function. Blocks and functions are used before they are defined as
//! often as after, so the order in the text tells nothing.

use super::items::Items;
use crate::document::Document;
use crate::grammar::Model;
use crate::language::facts::ThreeAddress;
use probdd_core::{Kind, Links, NodeId};
use std::collections::HashMap;

/// The links of a three-address code.
pub(super) fn links(document: &Document, model: &Model, facts: &ThreeAddress) -> Links {
    let code = Code::new(document, model, facts);
    let names = code.names();
    let mut definitions: HashMap<(Option<NodeId>, Signed<'_>), u32> = HashMap::new();
    for name in names.iter().filter(|name| name.defined_by.is_some()) {
        definitions.insert((name.function, name.signed), name.token);
    }
    let definition = |name: &Name<'_>| {
        let scopes = [name.function, None];
        scopes.into_iter().find_map(|scope| definitions.get(&(scope, name.signed)).copied())
    };
    let uses = names.iter().filter(|name| name.defined_by.is_none());
    let mut links: Vec<(u32, u32)> =
        uses.filter_map(|name| Some((definition(name)?, name.token))).collect();
    links.extend(code.jumps_after_first_blocks(&links));
    let items = names.iter().filter_map(|name| Some((name.token, name.defined_by?)));
    Links::new(links).with_definitions_in(items.collect())
}

/// A sign and a name. A label `x:` is the name of the block `%x`.
type Signed<'a> = (u8, &'a [u8]);

/// An occurrence of a name.
struct Name<'a> {
    token: u32,
    signed: Signed<'a>,
    /// The function inside of which the name stands, and outside of which it is not known if it is defined
    /// there.
    function: Option<NodeId>,
    /// The item that defines the name here.
    defined_by: Option<NodeId>,
}

/// A document of a three-address code.
struct Code<'a> {
    document: &'a Document,
    items: Items<'a>,
    kinds: Kinds,
    /// The sign of values and blocks.
    sign: u8,
}

/// The kinds that tell what a name is.
struct Kinds {
    names: Vec<Kind>,
    labels: Vec<Kind>,
    functions: Vec<Kind>,
    headers: Vec<Kind>,
    bodies: Vec<Kind>,
    operands: Vec<Kind>,
}

impl<'a> Code<'a> {
    fn new(document: &'a Document, model: &Model, facts: &ThreeAddress) -> Code<'a> {
        let kinds = |names| model.kinds().of_words(names).map(Kind).collect();
        let kinds = Kinds {
            names: kinds(facts.names),
            labels: kinds(facts.label),
            functions: kinds(facts.function),
            headers: kinds(facts.header),
            bodies: kinds(facts.body),
            operands: kinds(facts.operand),
        };
        Code { document, items: Items::new(&document.tree), kinds, sign: facts.sign }
    }

    /// The names, in order.
    fn names(&self) -> Vec<Name<'a>> {
        let tree = self.items.tree;
        let (mut function, mut header) = (None, None);
        let mut names = Vec::new();
        for (id, node) in tree.nodes() {
            let around = |outer: Option<NodeId>| outer.filter(|outer| tree.contains(*outer, id));
            if self.kinds.functions.contains(&node.kind) {
                function = Some(id);
            } else if self.kinds.headers.contains(&node.kind) {
                header = Some(id);
            } else if self.kinds.names.contains(&node.kind) {
                names.extend(self.name(id, around(function), around(header)));
            }
        }
        names
    }

    /// Links from the first block of each function to the jumps in others: where the first block goes, the next
    /// one takes its place, and nothing may jump there. It is known by its last instruction, without which no
    /// block can be.
    fn jumps_after_first_blocks(&self, links: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let tree = self.items.tree;
        let is_label = |token: u32| self.document.token(token as usize).ends_with(b":");
        let mut jumps: Vec<u32> =
            links.iter().filter(|(name, _)| is_label(*name)).map(|(_, by)| *by).collect();
        jumps.sort_unstable();
        let mut found = Vec::new();
        let bodies = tree.nodes().filter(|(_, node)| self.kinds.bodies.contains(&node.kind));
        for (body, node) in bodies {
            let blocks = tree.children(body).find(|id| tree.node(*id).is_list());
            let first = blocks.and_then(|list| tree.children(list).next());
            let last_instruction = first.and_then(|block| tree.children(block).last());
            let (Some(first), Some(last)) = (first, last_instruction) else { continue };
            let at = |token: usize| jumps.partition_point(|by| (*by as usize) < token);
            let after = at(tree.node(first).tokens().end)..at(node.tokens().end);
            found.extend(jumps[after].iter().map(|by| (tree.node(last).first_token, *by)));
        }
        found
    }

    /// The name that a node is, in a function and its header. The parameters of a declaration name nothing.
    fn name(
        &self,
        node: NodeId,
        function: Option<NodeId>,
        header: Option<NodeId>,
    ) -> Option<Name<'a>> {
        let tree = self.items.tree;
        let token = tree.node(node).first_token as usize;
        let text = self.document.token(token);
        let is_label = self.kinds.labels.contains(&tree.node(node).kind);
        let of_function = header.is_some() && tree.parent(node) == header;
        let mut around = std::iter::successors(tree.parent(node), |id| tree.parent(*id));
        let is_operand =
            around.nth(1).is_some_and(|id| self.kinds.operands.contains(&tree.node(id).kind));
        let is_parameter = header.is_some() && is_operand;
        if is_parameter && function.is_none() {
            return None;
        }
        let is_value = || token + 1 < tree.token_count() && self.document.token(token + 1) == b"=";
        let is_defined = is_label || of_function || is_parameter || is_value();
        let item = self.items.item(node);
        // A label is an item of the block that it names.
        let item = if is_label {
            tree.parent(item).map_or(item, |list| self.items.item(list))
        } else {
            item
        };
        Some(Name {
            token: token as u32,
            signed: if is_label {
                (self.sign, &text[..text.len() - 1])
            } else {
                (text[0], &text[1..])
            },
            function: function.filter(|_| !of_function),
            defined_by: is_defined.then_some(item),
        })
    }
}

#[cfg(all(test, feature = "llvm"))]
mod tests {
    use crate::{Language, parse};

    /// The names of a text that are used, each with the lines where it is defined and used.
    fn links(text: &str) -> Vec<(String, usize, Vec<usize>)> {
        let language = Language::by_name("llvm").expect("built in");
        let document = parse(language, text.as_bytes());
        let line = |token: u32| {
            let start = document.tokens.bytes(token as usize).start;
            text[..start].matches('\n').count() + 1
        };
        let links = document.links(Some(language));
        let mut found: Vec<(String, usize, Vec<usize>)> = Vec::new();
        for of_name in links.of(0..document.token_count()).chunk_by(|a, b| a.0 == b.0) {
            let word = document.token(of_name[0].0 as usize);
            let uses = of_name.iter().map(|(_, by)| line(*by)).collect();
            found.push((String::from_utf8_lossy(word).into_owned(), line(of_name[0].0), uses));
        }
        found
    }

    fn expected(links: &[(&str, usize, &[usize])]) -> Vec<(String, usize, Vec<usize>)> {
        links.iter().map(|(name, line, uses)| ((*name).to_owned(), *line, uses.to_vec())).collect()
    }

    #[test]
    fn blocks_and_functions_are_used_before_and_after_their_definitions() {
        let text = "\
define void @f(%t* %a) {
x:
  call void @g(%t* %a)
  br label %y
y:
  br i1 undef, label %x, label %z
z:
  ret void
}
define void @g(%t* %a) {
  ret void
}
%t = type { i8 }
@t = global i8 0
declare void @h(i8 %t)
";
        // `br` of the first block: if that goes, nothing may jump to the next one.
        let wanted: [(_, _, &[_]); 7] = [
            ("%a", 1, &[3]),
            ("x:", 2, &[6]),
            ("br", 4, &[6, 6]),
            ("y:", 5, &[4]),
            ("z:", 7, &[6]),
            ("@g", 10, &[3]),
            ("%t", 13, &[1, 3, 10]),
        ];
        assert_eq!(links(text), expected(&wanted));
    }

    #[test]
    fn values_are_local_to_their_function() {
        let function = |name: &str| {
            format!("define i8 @{name}(i8 %a) {{\n%b = add i8 %a, %a\nret i8 %b\n}}\n")
        };
        let text = "@g = global i8 0\n".to_owned() + &function("f") + &function("h");
        let wanted: [(_, _, &[_]); 4] =
            [("%a", 2, &[3, 3]), ("%b", 3, &[4]), ("%a", 6, &[7, 7]), ("%b", 7, &[8])];
        assert_eq!(links(&text), expected(&wanted));
    }

    #[test]
    fn a_block_defines_its_label() {
        let text = "define void @f() {\nbr label %x\nx:\nret void\n}\n";
        let language = Language::by_name("llvm").expect("built in");
        let document = parse(language, text.as_bytes());
        let links = document.links(Some(language));
        let label = links.of(0..document.token_count())[0].0;
        let item = links.item_of(label).expect("stated");
        let tokens = document.tree.node(item).tokens();
        let words: Vec<_> = tokens.map(|token| document.token(token)).collect();
        assert_eq!(words, [&b"x:"[..], b"ret", b"void"]);
    }
}
