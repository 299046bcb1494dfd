//! Whether an occurrence of a name declares it or uses it.

use crate::names::named_tree::NamedTree;
use probdd_core::{NodeId, Role};

/// The purpose of an occurrence of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occurrence {
    /// A declaration, perhaps with a value.
    Declared { by: Declaration, has_value: bool },
    /// A use.
    Used { is_read: bool, is_written: bool },
}

/// What declares a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declaration {
    /// The definition of a function, which is visible outside itself.
    Function,
    /// A parameter.
    Parameter,
    /// A variable.
    Variable,
    /// A type, a constant or a macro.
    Other,
}

impl Occurrence {
    const READ: Occurrence = Occurrence::Used { is_read: true, is_written: false };
}

pub(super) fn occurrence(source: NamedTree<'_>, leaf: NodeId) -> Occurrence {
    declared(source, leaf).unwrap_or_else(|| used(source, leaf))
}

/// Whether the text of a node begins the node around it.
fn begins(source: NamedTree<'_>, node: NodeId, around: NodeId) -> bool {
    source.tree.node(node).first_token == source.tree.node(around).first_token
}

/// The declaration of a name, if the leaf is one: searched from the leaf up through declarators.
fn declared(source: NamedTree<'_>, leaf: NodeId) -> Option<Occurrence> {
    let mut at = leaf;
    let mut has_value = false;
    loop {
        let around = source.tree.parent(at)?;
        let by = match source.kind(around) {
            "" | "pointer_declarator" | "parenthesized_declarator" | "reference_declarator" => None,
            "array_declarator" | "init_declarator" if begins(source, at, around) => {
                has_value = true;
                None
            }
            "function_declarator" | "attributed_declarator" if begins(source, at, around) => None,
            "function_definition" if at != leaf => Some(Declaration::Function),
            "parameter_declaration" if !is_type(source, at, leaf) => Some(Declaration::Parameter),
            "declaration" if !is_type(source, at, leaf) => Some(Declaration::Variable),
            "type_definition" if !is_type(source, at, leaf) => Some(Declaration::Other),
            "enumerator" if begins(source, at, around) => Some(Declaration::Other),
            "preproc_def" | "preproc_function_def" if at == leaf => Some(Declaration::Other),
            "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier"
                if names_body(source, at, around) =>
            {
                Some(Declaration::Other)
            }
            _ => return None,
        };
        if let Some(by) = by {
            has_value |= by == Declaration::Parameter;
            return Some(Occurrence::Declared { by, has_value });
        }
        at = around;
    }
}

/// Whether a node is the name of a structure that has its members here.
fn names_body(source: NamedTree<'_>, name: NodeId, structure: NodeId) -> bool {
    let is_body = |id: NodeId| source.kind(id).ends_with("_list");
    let holds_body = |id: NodeId| is_body(id) || source.tree.children(id).any(is_body);
    let is_name = source.tree.node(name).tokens().len() == 1;
    is_name && source.tree.children(structure).any(holds_body)
}

/// Whether a leaf right inside a declaration is its type: the first child.
fn is_type(source: NamedTree<'_>, at: NodeId, leaf: NodeId) -> bool {
    let mut children = source.tree.children(source.tree.node(at).parent);
    at == leaf && children.find(|id| source.tree.node(*id).role == Role::Regular) == Some(leaf)
}

/// How a name is used. An assignment writes it, and so does taking its address.
fn used(source: NamedTree<'_>, leaf: NodeId) -> Occurrence {
    let mut at = leaf;
    while let Some(around) = source.tree.parent(at) {
        let kind = source.kind(around);
        let first = source.tree.node(around).first_token;
        match kind {
            "subscript_expression" | "field_expression" if begins(source, at, around) => {}
            "assignment_expression" if begins(source, at, around) => {
                let operator = source.word(source.tree.node(at).end_token);
                return Occurrence::Used { is_read: operator != b"=", is_written: true };
            }
            "update_expression" => return Occurrence::Used { is_read: true, is_written: true },
            "pointer_expression" if source.word(first) == b"&" => {
                return Occurrence::Used { is_read: false, is_written: true };
            }
            "" | "parenthesized_expression" | "pointer_expression" => {}
            _ => return Occurrence::READ,
        }
        at = around;
    }
    Occurrence::READ
}
