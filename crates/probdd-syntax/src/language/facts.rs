//! The facts about a language that its grammar does not tell.

#![allow(dead_code, reason = "a build may leave out the languages that need them")]

pub(crate) use crate::grammar::fits::Fit;
use crate::language::program_kinds::ProgramKinds;
#[allow(unused_imports, reason = "a build may leave out the languages that need it")]
pub(crate) use crate::text::directives::DirectiveSyntax;
#[allow(unused_imports, reason = "a build may leave out the languages that need it")]
pub(crate) use crate::text::layout::{Colon, Layout};
#[allow(unused_imports, reason = "a build may leave out the languages that need it")]
pub(crate) use crate::text::lexis::{Enclosed, Lexis};
#[allow(unused_imports, reason = "a build may leave out the languages that need it")]
pub(crate) use crate::text::spacing::{Indentation, Spacing};
pub(crate) use crate::text::templates::TemplateSyntax;

/// The facts about a language that its tree-sitter grammar does not tell: most grammars accept more
/// than the language. Kinds have the names that they have in trees, with blanks between several; a
/// test checks every name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// What blanks and newlines mean.
    pub(crate) spacing: Spacing,
    /// How a person lays out a text.
    pub(crate) layout: Layout,
    /// Comments and strings, for what the grammar does not read.
    pub(crate) lexis: Lexis,
    /// The tokens that begin lines that are no part of what stands around them: directives.
    pub(crate) own_lines: &'static [&'static str],
    /// Where pieces of a text that does not parse may stand, besides the place where they are: the
    /// text before and after.
    pub(crate) frames: &'static [(&'static str, &'static str)],
    /// Kinds that belong to the list item after them and are removed with it: attributes,
    /// decorators.
    pub(crate) prefixes: &'static str,
    /// Elements that need the next element while they are kept.
    pub(crate) needs_next: &'static [NeedsNext],
    /// Kinds of elements that need the previous element, unless they have a child of some kinds.
    pub(crate) needs_previous: &'static [(&'static str, &'static str)],
    /// The preprocessor's conditions, where a condition may begin and end in different elements.
    pub(crate) conditions: &'static [Conditions],
    /// How the language writes these directives, where a text is parsed without them if it has
    /// errors with them.
    pub(crate) directives: Option<&'static DirectiveSyntax>,
    /// What the grammar does not read everywhere: statements with errors are parsed without it.
    pub(crate) unread: &'static [Unread],
    /// The tags of templates that may stand in a text, where it is parsed without them if it has
    /// errors with them.
    pub(crate) templates: Option<&'static TemplateSyntax>,
    /// The nodes that hold texts of other languages.
    pub(crate) hosts: &'static [Hosts],
    /// How documentation shows code of the language itself, which is run as a test.
    pub(crate) doc_tests: DocTests,
    /// Other languages whose files have the same extensions.
    pub(crate) sisters: &'static [&'static str],
    /// Kinds that stand between list items and belong to none of them: directives in pairs.
    pub(crate) standalone: &'static str,
    /// Whether the separator after the last element of a list is only removed with the list.
    pub(crate) keeps_trailing_separator: bool,
    /// How deep elements may nest for the text to be parsed, where the grammar's own scanner takes
    /// time for every token that grows with the depth.
    pub(crate) max_depth: Option<usize>,
    /// Kinds in and beside which text in error is kept, because its meaning is not known.
    pub(crate) fragile: &'static str,
    /// The token that ends statements: from text in error, only what lies between two of them is
    /// removed, as a whole. Without one, any token in error is removable.
    pub(crate) statement_end: Option<&'static str>,
    /// Corrections of what may be removed.
    pub(crate) corrections: &'static [Correction],
    /// Corrections of what may replace what.
    pub(crate) fits: &'static [Fit],
    /// Kinds whose nodes are never replaced.
    pub(crate) irreplaceable: &'static str,
    /// Kinds that stand only where the grammar names them, although they are aliases: names that
    /// may be reserved words.
    pub(crate) only_where_named: &'static str,
    /// `(parent, kind)`: a node of the kind under such a parent replaces nothing elsewhere. Some
    /// names are reserved words elsewhere.
    pub(crate) only_inside: &'static [(&'static str, &'static str)],
    /// `(kind, around)`: definitions that the compiler refuses if nothing uses them, so that they go
    /// with their last use: those of a kind that stand inside of another kind.
    pub(crate) must_be_used: &'static [(&'static str, &'static str)],
    /// What the body of a function may become, whatever the function returns, where an empty body will
    /// not do.
    pub(crate) stub: Option<Stub>,
    /// The kinds of functions, statements and declarations, for CHISEL.
    pub(crate) program: Option<&'static ProgramKinds>,
    /// What its instructions consist of, if it is a three-address code.
    pub(crate) three_address: Option<&'static ThreeAddress>,
}

impl Facts {
    /// No facts: the grammar tells everything.
    pub(crate) const NONE: Facts = Facts {
        spacing: Spacing::FREE,
        layout: Layout::OWN,
        lexis: Lexis::NONE,
        own_lines: &[],
        frames: &[],
        prefixes: "",
        needs_next: &[],
        needs_previous: &[],
        conditions: &[],
        directives: None,
        unread: &[],
        templates: None,
        hosts: &[],
        doc_tests: DocTests::None,
        sisters: &[],
        standalone: "",
        keeps_trailing_separator: false,
        max_depth: None,
        fragile: "",
        statement_end: None,
        corrections: &[],
        fits: &[],
        irreplaceable: "",
        only_where_named: "",
        only_inside: &[],
        must_be_used: &[],
        stub: None,
        program: None,
        three_address: None,
    };

    /// The facts about a foreign language: any newline may matter.
    pub(crate) const UNKNOWN: Facts = Facts { spacing: Spacing::statements(b""), ..Facts::NONE };
}

/// A construct that the grammar does not read everywhere, as tokens with blanks between them: `WORD`
/// stands for any word, `SIGNS` for up to three characters that are no words, and `(...)` for
/// parentheses with what is inside.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unread {
    pub(crate) construct: &'static str,
    /// What stands after it.
    pub(crate) after: &'static str,
}

impl Unread {
    pub(crate) const NONE: Unread = Unread { construct: "", after: "" };
}

/// A kind of nodes of which a leaf holds a text of another language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hosts {
    pub(crate) node: &'static str,
    pub(crate) leaf: &'static str,
    /// The language, unless the attributes of a tag name another one.
    pub(crate) language: &'static str,
}

/// How documentation shows code of the language itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DocTests {
    None,
    /// Between fences that name no language, as rustdoc reads it.
    Fences,
    /// After prompts, as Python's doctest reads it.
    Prompts,
}

/// What the instructions of a three-address code consist of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreeAddress {
    /// The kinds of notes for the compiler.
    pub(crate) annotations: &'static str,
    /// The kinds of tokens that are a sign and a name or a number, or a name or a number and a colon,
    /// which define a block.
    pub(crate) names: &'static str,
    /// The kind of those that define a block.
    pub(crate) label: &'static str,
    /// The sign of values and blocks.
    pub(crate) sign: u8,
    pub(crate) function: &'static str,
    /// What names a function that is defined or declared, and holds its parameters.
    pub(crate) header: &'static str,
    /// The word before the header of a function that is only declared.
    pub(crate) declaration: &'static [u8],
    /// The body of a function, which begins with a bracket. The number of its first block may be
    /// hidden.
    pub(crate) body: &'static str,
    /// The kind of operands, and the text that may stand for any.
    pub(crate) operand: &'static str,
    pub(crate) undefined: &'static [u8],
    /// The text for zero of any type.
    pub(crate) zero: &'static [u8],
    /// The word before the name of a block that is an operand.
    pub(crate) block: &'static [u8],
    /// The kind of instructions that take a value from the block before, in a list of pairs that end with
    /// the name of the block and a bracket.
    pub(crate) merge: &'static str,
    /// The kinds of jumps.
    pub(crate) jumps: &'static str,
    /// The word for a jump to one block, and the text that ends a function.
    pub(crate) jump: &'static [u8],
    pub(crate) end: &'static [u8],
}

/// Elements of a kind need the next one if they end with one text, not counting an `#endif`, and
/// the next one begins with another text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NeedsNext {
    pub(crate) node: &'static str,
    pub(crate) end: &'static [u8],
    pub(crate) next: &'static [u8],
}

/// The directives of a preprocessor that begin, divide and end conditions, by how they begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// The kind of all these directives.
    pub(crate) node: &'static str,
    pub(crate) begin: &'static [&'static str],
    pub(crate) divide: &'static [&'static str],
    pub(crate) end: &'static [&'static str],
}

/// A body that any function may have, because it never returns. It uses nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stub {
    /// The kinds of functions.
    pub(crate) functions: &'static str,
    /// The kinds of their bodies.
    pub(crate) bodies: &'static str,
    pub(crate) text: &'static str,
}

/// A correction of what may be removed from nodes of one kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Correction {
    pub(crate) node: &'static str,
    pub(crate) when: When,
    pub(crate) then: Then,
}

impl Correction {
    /// A correction of all nodes of a kind.
    pub(crate) const fn of(node: &'static str, then: Then) -> Correction {
        Correction { node, when: When::Always, then }
    }

    /// Limits the correction to some nodes of the kind.
    pub(crate) const fn when(self, when: When) -> Correction {
        Correction { when, ..self }
    }
}

/// Which nodes of a kind a correction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// All nodes of the kind.
    Always,
    /// Nodes with a child of a kind.
    Has(&'static str),
    /// Nodes without a child of a kind.
    Lacks(&'static str),
    /// Nodes whose first child is of a kind.
    Begins(&'static str),
    /// Nodes whose parent is of a kind.
    Under(&'static str),
    /// Nodes whose parent has a child of a kind.
    ParentHas(&'static str),
    /// Nodes with an ancestor of a kind.
    Inside(&'static str),
    /// Nodes right after a sibling with a text: the arguments of a function of that name.
    AfterText(&'static str),
    /// Nodes right after a sibling whose text begins so.
    AfterTextWithStart(&'static str),
    /// Nodes with a child with a text.
    HasText(&'static str),
    /// Nodes whose parent's parent has a child with a text.
    GrandparentHasText(&'static str),
}

impl When {
    /// Whether the condition depends on the node's surroundings or text, and not only on the kinds
    /// of its children.
    pub(crate) fn is_of_surroundings(self) -> bool {
        !matches!(self, When::Always | When::Has(_) | When::Lacks(_) | When::Begins(_))
    }

    /// The kind that the condition names; empty if it names none.
    pub(crate) fn kind(self) -> &'static str {
        let (When::Has(kind)
        | When::Lacks(kind)
        | When::Begins(kind)
        | When::Under(kind)
        | When::Inside(kind)
        | When::ParentHas(kind)) = self
        else {
            return "";
        };
        kind
    }
}

/// What a correction says of the lists and options that a node consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Then {
    /// Keep one element; neighbouring lists and options keep one together.
    KeepsOne,
    /// Keep one element of those that hold a child of these kinds.
    KeepsOneOf(&'static str),
    /// Keep the elements that hold a child of these kinds.
    Keeps(&'static str),
    /// Keep everything.
    KeepsAll,
    /// Keep everything but the elements that hold a child of these kinds.
    KeepsAllBut(&'static str),
    /// Keep the first element of the first list.
    KeepsFirst,
    /// Keep the first element of a list with a separator, right after the first child, and another
    /// one.
    KeepsFirstAndAnother,
    /// Keep an element of every list with a separator, also inside options.
    KeepsSeparated,
    /// Keep the separator after the last element of a list with the list.
    KeepsTrailing,
    /// Remove the elements of a list only together.
    AllOrNothing,
    /// Remove an option only with the option after it.
    NestsOptions,
    /// Group the elements of a list into blocks, which begin at elements of these kinds. A block
    /// keeps its last element, and the list keeps a block.
    Blocks(&'static str),
    /// Take what these kinds separate between the first child and the last for the elements of a
    /// list, which keeps one.
    Divides(&'static str),
    /// Take options that end in options, each after a separator, for the elements of one list: the
    /// rule calls itself at its end.
    FlattensOptions,
}

impl Then {
    /// The kinds that the correction names.
    pub(crate) fn kinds(self) -> &'static str {
        let (Then::KeepsOneOf(kinds)
        | Then::Keeps(kinds)
        | Then::KeepsAllBut(kinds)
        | Then::Divides(kinds)
        | Then::Blocks(kinds)) = self
        else {
            return "";
        };
        kinds
    }
}
