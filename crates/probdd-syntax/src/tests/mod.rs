//! Tests of the whole crate: text to tree and back.

mod brackets;
#[cfg(feature = "c")]
mod chisel;
#[cfg(all(feature = "c", feature = "cpp", feature = "csharp", feature = "verilog"))]
mod conditions;
mod golden;
mod guesses;
mod hostile;
mod pieces;
mod round_trip;
mod seams;
#[cfg(feature = "sexpr")]
mod sexpr;
mod tidy;
mod twins;
#[cfg(feature = "cpp")]
mod unread;

use crate::Document;
use probdd_core::{Node, Role};

/// The texts after every single removal.
#[cfg(feature = "cpp")]
fn removals(document: &Document) -> Vec<String> {
    let tree = document.tree();
    let removable = tree.nodes().map(|(id, _)| id).filter(|id| tree.is_removable(*id));
    let without = |id| {
        let mut kept = probdd_core::Kept::all(tree);
        kept.apply(tree, &probdd_core::Edits::removal(vec![id]));
        let mut out = Vec::new();
        document.render(&kept, &mut out);
        String::from_utf8(out).expect("tokens are whole")
    };
    removable.map(without).collect()
}

/// The tree of a document as an S-expression. Nodes are named by role and kind: `*` star, `+` plus,
/// `i` item, `?` optional, `#` extra. A `~` ends a separator; tokens are copied.
fn dump(document: &Document, language: Option<&crate::Language>) -> String {
    let tree = document.tree();
    let name = |node: &Node| {
        let role = match node.role {
            Role::Regular => "",
            Role::Star => "*",
            Role::Plus => "+",
            Role::Item => "i",
            Role::Optional => "?",
            Role::Extra => "#",
        };
        let kind = language.map_or("", |language| language.kind_name(node.kind));
        format!("{role}{kind}")
    };
    let mut out = String::new();
    let mut open: Vec<&Node> = Vec::new();
    let mut nodes = tree.nodes().map(|(_, node)| node).peekable();
    for token in 0..=tree.token_count() {
        while open.last().is_some_and(|node| node.end_token as usize == token) {
            out.push(')');
            open.pop();
        }
        while let Some(node) = nodes.next_if(|node| node.first_token as usize == token) {
            out.push_str(" (");
            out.push_str(&name(node));
            open.push(node);
        }
        if token < tree.token_count() {
            out.push(' ');
            out.push_str(&String::from_utf8_lossy(&document.text[document.tokens.bytes(token)]));
            let is_end_of_separator = open.iter().any(|node| {
                node.lead > 0 && node.first_token as usize + node.lead as usize == token + 1
            });
            if is_end_of_separator {
                out.push('~');
            }
        }
    }
    out.trim_start().to_owned()
}
