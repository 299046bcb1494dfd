//! Languages of S-expressions: what they differ in, as data.

use probdd_core::Kind;

/// A term in brackets.
pub(crate) const LIST: Kind = Kind(0);
/// A term that is one token, or an instruction and its operands.
pub(crate) const ATOM: Kind = Kind(1);
/// Anything that is no term: commands, bindings, keywords.
pub(crate) const OTHER: Kind = Kind(2);
/// The names of these kinds. Terms whose commas need backquotes around them are kinds of their own.
pub(crate) const KIND_NAMES: [&str; 3] = ["list", "atom", "other"];

/// The name of a kind.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    if kind == Kind::NONE { "" } else { KIND_NAMES[kind.0 as usize % KIND_NAMES.len()] }
}

/// A list of which nothing is known: all its elements may go.
pub(crate) static ITEMS: Form = Form::term(&[], Rest::Star(Expect::Any));

/// How the elements of a list group.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// Whether the list is a term, and may stand where others stand.
    pub(crate) is_term: bool,
    /// The heads of lists that are optional wherever they stand among what stays.
    pub(crate) options: &'static [&'static str],
    /// The first elements after the head: they stay.
    pub(crate) stay: &'static [Expect],
    /// The elements after those.
    pub(crate) rest: Rest,
}

/// What the later elements of a list are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rest {
    /// All of them stay.
    Stay(Expect),
    /// All of them may go.
    Star(Expect),
    /// One of them stays.
    Plus(Expect),
    /// They may go two by two.
    Pairs(Expect),
}

/// What is expected at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Expect {
    /// A datum whose head says what it is.
    Any,
    /// A name, a sort, an index: nothing in it may go or be replaced.
    Fixed,
    /// A list without a head.
    List(&'static Form),
}

impl Form {
    /// A term, by what comes after its head.
    pub(crate) const fn term(stay: &'static [Expect], rest: Rest) -> Form {
        Form { is_term: true, options: &[], stay, rest }
    }

    /// What is no term, by what comes after its head.
    pub(crate) const fn other(stay: &'static [Expect], rest: Rest) -> Form {
        Form { is_term: false, options: &[], stay, rest }
    }

    /// The same with optional elements.
    pub(crate) const fn with_options(self, options: &'static [&'static str]) -> Form {
        Form { options, ..self }
    }
}

/// How backslashes and quotes work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// Not at all; a doubled quote in a string is a quote.
    DoubledQuotes,
    /// A backslash escapes the next character of a string.
    InStrings,
    /// A backslash escapes the next character anywhere: `#\(`, `a\ b`.
    Anywhere,
}

/// What a prefix does to the datum after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// Nothing that matters here.
    Plain,
    /// It is data, whose first atom is no head.
    Quote,
    /// It is data but for what is unquoted in it.
    Backquote,
    /// It is unquoted, which only what stands in a backquote can be.
    Comma,
    /// It is there if features are, which are part of the prefix. The prefix may go.
    Condition,
}

/// What languages of S-expressions differ in.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// What begins a comment that ends with its line.
    pub(crate) line_comment: &'static [u8],
    /// What begins and ends a comment that nests.
    pub(crate) block_comment: Option<[&'static [u8]; 2]>,
    /// What makes a comment of the datum after it.
    pub(crate) datum_comments: &'static [&'static [u8]],
    /// How strings are escaped.
    pub(crate) escapes: Escapes,
    /// Whether `|a b|` is a symbol.
    pub(crate) has_bars: bool,
    /// Whether `[]` and `{}` are brackets, and `#` before a bracket or a string a prefix.
    pub(crate) has_more_brackets: bool,
    /// What belongs to the datum after it, longer ones first.
    pub(crate) prefixes: &'static [(&'static [u8], Prefix)],
    /// The atom between the items of a list and its tail.
    pub(crate) dot: &'static str,
    /// What keywords begin with.
    pub(crate) keywords: &'static [&'static [u8]],
    /// Heads of lists that are heads themselves, of terms whose operands stay. They are heads also
    /// where lists without a head are expected.
    pub(crate) heads: &'static [&'static str],
    /// Whether an atom belongs to the atom before it.
    pub(crate) is_operand: fn(&[u8]) -> bool,
    /// Words that begin a list without brackets.
    pub(crate) blocks: &'static [&'static str],
    /// The word that ends it.
    pub(crate) end_of_block: &'static str,
    /// The word that divides it, and is no term.
    pub(crate) divider: &'static str,
    /// What is in it.
    pub(crate) block: &'static Form,
    /// What stands at the top level.
    pub(crate) top: &'static Form,
    /// Whether what stands at the top level may be replaced by what stands in it.
    pub(crate) is_top_replaceable: bool,
    /// What is known of heads.
    pub(crate) forms: &'static [(&'static [&'static str], Form)],
    /// What is known of heads by how they begin.
    pub(crate) families: &'static [(&'static [&'static str], Form)],
    /// What is taken for known of other heads.
    pub(crate) unknown: &'static Form,
}

impl Dialect {
    /// Brackets, strings and `;` comments.
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
