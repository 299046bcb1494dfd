//! The facts about a language that its grammar does not tell.

pub(crate) use crate::grammar::fits::Fit;
use crate::language::program_kinds::ProgramKinds;
#[allow(unused_imports, reason = "a build may leave out the languages that need it")]
pub(crate) use crate::text::spacing::{Indentation, Spacing};

/// What tree-sitter's grammar does not tell about its language, which it takes for larger than it
/// is. Kinds are called as in its trees; a test knows every name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts {
    /// What blanks and newlines mean.
    pub(crate) spacing: Spacing,
    /// Kinds that belong to the list item after them and go with it: attributes, decorators.
    pub(crate) prefixes: &'static [&'static str],
    /// Elements that go no later than the one after them.
    pub(crate) reaching: &'static [Reach],
    /// Kinds of elements that go with the one before them, where they have no child of some kinds.
    pub(crate) dependent: &'static [(&'static str, &'static [&'static str])],
    /// The preprocessor's conditions, where they are nodes that may lie in different elements.
    pub(crate) conditions: &'static [Conditions],
    /// Kinds that stand between list items and go with none of them: directives in pairs.
    pub(crate) between: &'static [&'static str],
    /// Whether the separator after the last element of a list goes only when the list does.
    pub(crate) keeps_trailing: bool,
    /// How deep elements may nest for the text to be parsed, where the grammar's own scanner takes
    /// time that grows with the depth for every token.
    pub(crate) deepest: Option<usize>,
    /// Kinds in which text in error stays, and what stands beside it, ends before it or lies right in
    /// it: it is not known what the text says there.
    pub(crate) fragile: &'static [&'static str],
    /// The token that ends statements: of text in error, what lies between two of them goes
    /// together, and nothing else. Without one, any token may go.
    pub(crate) error_end: Option<&'static str>,
    /// Corrections of what may be removed.
    pub(crate) corrections: &'static [Correction],
    /// Corrections of what may replace what.
    pub(crate) fits: &'static [Fit],
    /// Kinds whose nodes nothing replaces.
    pub(crate) whole: &'static [&'static str],
    /// Kinds that stand only where the grammar names them, though they are other names of what
    /// stands elsewhere too: names that may be reserved words.
    pub(crate) unlike: &'static [&'static str],
    /// Kinds, each after that of a parent, that replace nothing outside of such a parent: names
    /// that are reserved words elsewhere.
    pub(crate) inner: &'static [(&'static str, &'static str)],
    /// How its programs are built of functions and statements, where that is known.
    pub(crate) program: Option<&'static ProgramKinds>,
    /// What frontier has learned of its nodes, as `experience.rs` describes it.
    pub(crate) experience: &'static str,
}

impl Facts {
    /// Nothing: the grammar tells everything.
    pub(crate) const NONE: Facts = Facts {
        spacing: Spacing::FREE,
        prefixes: &[],
        reaching: &[],
        dependent: &[],
        conditions: &[],
        between: &[],
        keeps_trailing: false,
        deepest: None,
        fragile: &[],
        error_end: None,
        corrections: &[],
        fits: &[],
        whole: &[],
        unlike: &[],
        inner: &[],
        program: None,
        experience: "",
    };

    /// Of a language that nobody told anything about: any newline may matter.
    pub(crate) const UNKNOWN: Facts = Facts { spacing: Spacing::statements(b""), ..Facts::NONE };
}

/// Elements that need the one after them, by how they end, but for an `#endif`, and how what comes
/// next begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Their kind.
    pub(crate) node: &'static str,
    pub(crate) end: &'static [u8],
    pub(crate) next: &'static [u8],
}

/// The directives of a preprocessor that begin, divide and end conditions, by how they begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// The kind of all of them.
    pub(crate) node: &'static str,
    pub(crate) begin: &'static [&'static str],
    pub(crate) divide: &'static [&'static str],
    pub(crate) end: &'static [&'static str],
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

    /// A correction of some nodes of a kind.
    pub(crate) const fn when(self, when: When) -> Correction {
        Correction { when, ..self }
    }
}

/// Which nodes a correction is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum When {
    /// All of the kind.
    Always,
    /// Those with a child of a kind.
    Has(&'static str),
    /// Those without one.
    Lacks(&'static str),
    /// Those whose first child is of a kind.
    Begins(&'static str),
    /// Those whose parent is of a kind.
    Under(&'static str),
    /// Those whose parent has a child of a kind.
    ParentHas(&'static str),
    /// Those with an ancestor of a kind.
    Inside(&'static str),
    /// Those right after a sibling with this text: what is called by it.
    Follows(&'static str),
    /// Those right after a sibling whose text begins so.
    FollowsAs(&'static str),
    /// Those with a child with this text.
    Says(&'static str),
    /// Those whose parent's parent has one.
    AroundSays(&'static str),
}

impl When {
    /// Whether it depends on what is around a node or on its text, and not only on its children.
    pub(crate) fn is_of_surroundings(self) -> bool {
        !matches!(self, When::Always | When::Has(_) | When::Lacks(_) | When::Begins(_))
    }

    /// The kind that it names.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            When::Always
            | When::Follows(_)
            | When::FollowsAs(_)
            | When::Says(_)
            | When::AroundSays(_) => None,
            When::Has(name)
            | When::Lacks(name)
            | When::Begins(name)
            | When::Under(name)
            | When::Inside(name)
            | When::ParentHas(name) => Some(name),
        }
    }
}

/// What is true of the lists and options that a node consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum Then {
    /// One element of them stays, of neighbours together.
    KeepsOne,
    /// One element stays of those that hold a child of these kinds.
    KeepsOneOf(&'static [&'static str]),
    /// Those that hold a child of these kinds stay.
    Keeps(&'static [&'static str]),
    /// All stay.
    KeepsAll,
    /// All stay but those that hold a child of these kinds.
    KeepsAllBut(&'static [&'static str]),
    /// The first element of the first list stays.
    KeepsFirst,
    /// The elements of lists are blocks, which begin at elements of these kinds: the elements in
    /// between belong to the one before them. A block's last element stays as long as the block
    /// does, and one block stays.
    Blocks(&'static [&'static str]),
    /// An option needs the option before it.
    Nests,
    /// The elements of a list go together.
    GoesWhole,
    /// No list with a separator is empty, not in options either.
    Fills,
    /// Of a list with a separator, right after the first child, the first element stays and one of
    /// the others.
    KeepsHead,
    /// The separator after the last element of a list goes only when the list does.
    KeepsTrailing,
    /// What these kinds separate between the first child and the last are the elements of a list,
    /// of which one stays.
    Divides(&'static [&'static str]),
    /// Options that end in options, each after a separator, are the elements of one list: what a
    /// rule is that calls itself at its end.
    Lists,
}

impl Then {
    /// The kinds that it names.
    pub(crate) fn names(self) -> &'static [&'static str] {
        match self {
            Then::KeepsOneOf(names)
            | Then::Keeps(names)
            | Then::KeepsAllBut(names)
            | Then::Divides(names)
            | Then::Blocks(names) => names,
            Then::KeepsOne
            | Then::KeepsAll
            | Then::KeepsFirst
            | Then::Nests
            | Then::GoesWhole
            | Then::Fills
            | Then::KeepsHead
            | Then::KeepsTrailing
            | Then::Lists => &[],
        }
    }
}
