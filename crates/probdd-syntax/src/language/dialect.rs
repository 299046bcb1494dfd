//! Dialects: the differences between languages of S-expressions, as data.

use probdd_core::Kind;

/// A term in brackets.
pub(crate) const LIST: Kind = Kind(0);
/// A term that is one token, or an instruction and its operands.
pub(crate) const ATOM: Kind = Kind(1);
/// Anything else: commands, bindings, keywords.
pub(crate) const OTHER: Kind = Kind(2);
/// A word that is kept with what it belongs to: it names something, or refers to it.
pub(crate) const NAME: Kind = Kind(3);
/// The head of a list, if the dialect does not know it: it may refer to something.
pub(crate) const HEAD: Kind = Kind(4);
/// The names of the five kinds, which repeat for terms that need backquotes around them.
pub(crate) const KIND_NAMES: [&str; 5] = ["list", "atom", "other", "name", "head"];

pub(crate) fn kind_name(kind: Kind) -> &'static str {
    if kind == Kind::NONE { "" } else { KIND_NAMES[kind.0 as usize % KIND_NAMES.len()] }
}

/// The form of an unknown list: all elements are removable.
pub(crate) static ITEMS: Form = Form::term(&[], Rest::Star(Expect::Any));

/// How the elements of a list group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Whether the list is a term, which may replace other terms.
    pub(crate) is_term: bool,
    /// The heads of lists that are optional among the elements that are kept.
    pub(crate) options: &'static [&'static str],
    /// The first elements after the head, which are kept.
    pub(crate) kept: &'static [Expect],
    /// The elements after those.
    pub(crate) rest: Rest,
}

/// How the later elements of a list group.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rest {
    /// All are kept.
    Kept(Expect),
    /// All are removable.
    Star(Expect),
    /// One of them is kept.
    Plus(Expect),
    /// They are removable in pairs.
    Pairs(Expect),
}

/// What stands at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expect {
    /// A datum, whose form depends on its head.
    Any,
    /// A name, a sort or an index: nothing inside is removed or replaced.
    Fixed,
    /// A list without a head.
    List(&'static Form),
}

impl Form {
    /// The form of a term, by the elements after its head.
    pub(crate) const fn term(kept: &'static [Expect], rest: Rest) -> Form {
        Form { is_term: true, options: &[], kept, rest }
    }

    /// The form of another list, by the elements after its head.
    pub(crate) const fn other(kept: &'static [Expect], rest: Rest) -> Form {
        Form { is_term: false, options: &[], kept, rest }
    }

    /// Adds optional elements.
    pub(crate) const fn with_options(self, options: &'static [&'static str]) -> Form {
        Form { options, ..self }
    }
}

/// How backslashes and quotes work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// Backslashes are ordinary; a doubled quote in a string is a quote.
    DoubledQuotes,
    /// A backslash escapes the next character of a string.
    InStrings,
    /// A backslash escapes the next character anywhere: `#\(`, `a\ b`.
    Anywhere,
}

/// The meaning of a prefix for the datum after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// No meaning that matters here.
    Plain,
    /// The datum is data, whose first atom is no head.
    Quote,
    /// The datum is data, except where it is unquoted inside.
    Backquote,
    /// The datum is unquoted; it needs a backquote around it.
    Comma,
    /// The datum depends on features, which are part of the prefix. The prefix is removable.
    Condition,
}

/// A dialect of S-expressions.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// The beginning of a comment that ends with its line.
    pub(crate) line_comment: &'static [u8],
    /// The beginning and the end of a comment that nests.
    pub(crate) block_comment: Option<[&'static [u8]; 2]>,
    /// Prefixes that make the datum after them a comment.
    pub(crate) datum_comments: &'static [&'static [u8]],
    pub(crate) escapes: Escapes,
    /// Whether `|a b|` is a symbol.
    pub(crate) has_bars: bool,
    /// Whether `[]` and `{}` are brackets, and `#` before a bracket or a string a prefix.
    pub(crate) has_more_brackets: bool,
    /// Prefixes of data, longer ones first.
    pub(crate) prefixes: &'static [(&'static [u8], Prefix)],
    /// The atom between the items of a list and its tail.
    pub(crate) dot: &'static str,
    /// The beginnings of keywords.
    pub(crate) keywords: &'static [&'static [u8]],
    /// Heads of lists that are heads themselves; the terms around those keep their operands. Such
    /// lists may also stand where lists without a head are expected.
    pub(crate) heads: &'static [&'static str],
    /// Whether an atom belongs to the atom before it.
    pub(crate) is_operand: fn(&[u8]) -> bool,
    /// Words that begin a list without brackets.
    pub(crate) blocks: &'static [&'static str],
    /// The word that ends such a list.
    pub(crate) end_of_block: &'static str,
    /// The word that divides such a list, and is no term.
    pub(crate) divider: &'static str,
    /// The form of such a list.
    pub(crate) block: &'static Form,
    /// The form of the top level.
    pub(crate) top: &'static Form,
    /// Whether the data at the top level may be replaced by terms inside them.
    pub(crate) is_top_replaceable: bool,
    /// The forms of lists by their heads, with blanks between several heads.
    pub(crate) forms: &'static [(&'static str, Form)],
    /// The forms of lists by the beginnings of their heads, likewise.
    pub(crate) families: &'static [(&'static str, Form)],
    /// The form of lists with other heads.
    pub(crate) unknown: &'static Form,
}

impl Dialect {
    /// A dialect with round brackets, strings and `;` comments.
    pub(crate) const PLAIN: Dialect = Dialect {
        line_comment: b";",
        block_comment: None,
        datum_comments: &[],
        escapes: Escapes::InStrings,
        has_bars: false,
        has_more_brackets: false,
        prefixes: &[],
        dot: "",
        keywords: &[],
        heads: &[],
        is_operand: |_| false,
        blocks: &[],
        end_of_block: "",
        divider: "",
        block: &ITEMS,
        top: &ITEMS,
        is_top_replaceable: false,
        forms: &[],
        families: &[],
        unknown: &ITEMS,
    };
}
