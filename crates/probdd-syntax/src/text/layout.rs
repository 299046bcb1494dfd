//! How a person lays out a text of a language: where lines break, and where blanks stand. Plain
//! data: `document/tidy/` applies it.

/// How a colon stands that is no part of `a ? b : c`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum Colon {
    /// As it stood.
    Kept,
    /// With a blank after it: `a: b`.
    Before,
    /// With blanks on both sides, unless it ends a label: `class A : B`.
    Between,
}

/// How a person lays out a text. Kinds and words are lists with blanks between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The usual step of indentation, for a text that has none.
    pub(crate) step: &'static str,
    /// Kinds whose elements have lines of their own: blocks. The elements of the root have, too.
    pub(crate) lines: &'static str,
    /// Kinds whose body may begin a line although no bracket does: `if (a)` and a statement.
    pub(crate) bodies: &'static str,
    /// Kinds that begin a line if the innermost node of `clausal` around them is too long for one.
    pub(crate) clauses: &'static str,
    /// Kinds that stand as far left as what they stand in: `public:`, Go's `case`.
    pub(crate) labels: &'static str,
    /// Kinds that consist of clauses.
    pub(crate) clausal: &'static str,
    /// Kinds whose braces, or whose operators, touch what is beside them: `{1, 2}`, `f(a=1)`.
    pub(crate) touching: &'static str,
    /// Words with a blank before a parenthesis.
    pub(crate) words: &'static str,
    /// Operators with blanks on both sides between two operands.
    pub(crate) infix: &'static str,
    /// Operators with blanks on both sides anywhere.
    pub(crate) spaced: &'static str,
    /// Operators that touch the operand after them if there is none before them.
    pub(crate) prefix: &'static str,
    /// Operators that touch both operands.
    pub(crate) tight: &'static str,
    /// How colons stand.
    pub(crate) colon: Colon,
    /// The brackets of lists whose elements get a line each if the list is too long for one.
    pub(crate) wraps: &'static [u8],
    /// Whether the end of a line inside a statement means nothing although it ends statements.
    pub(crate) joins: bool,
    /// Whether brackets are those of S-expressions: they close on the last line of the list.
    pub(crate) is_lisp: bool,
}

#[allow(dead_code, reason = "a build may leave out the languages that need one")]
impl Layout {
    /// Lines and blanks as they stand; only the indentation is a person's.
    pub(crate) const OWN: Layout = Layout {
        step: "    ",
        lines: "",
        bodies: "",
        clauses: "",
        labels: "",
        clausal: "",
        touching: "",
        words: "",
        infix: "",
        spaced: "",
        prefix: "",
        tight: "",
        colon: Colon::Kept,
        wraps: b"",
        joins: false,
        is_lisp: false,
    };

    /// Languages with blocks in braces.
    pub(crate) const BRACES: Layout = Layout {
        words: "if for foreach while switch match catch return when with using lock synchronized",
        infix: "\
            < > <= >= == != === !== && || + - * / % & | ^ << >> >>> ** ?? <=> <- = += -= *= /= \
            %= &= |= ^= <<= >>= >>>= **= ??= &&= ||=",
        spaced: "=> :=",
        prefix: "- + ! ~ ++ -- & && * ** @ ... .. <- . :: ^ # $",
        tight: ". ?. ::",
        colon: Colon::Before,
        wraps: b"([{",
        joins: true,
        ..Layout::OWN
    };

    /// C and its relatives, where a colon stands between names.
    pub(crate) const C: Layout = Layout { colon: Colon::Between, ..Layout::BRACES };

    /// Data in brackets.
    pub(crate) const DATA: Layout =
        Layout { step: "  ", colon: Colon::Before, wraps: b"[{", joins: true, ..Layout::OWN };

    /// S-expressions.
    pub(crate) const LISP: Layout =
        Layout { step: "  ", wraps: b"([{", joins: true, is_lisp: true, ..Layout::OWN };
}

impl Layout {
    /// Whether lines and blanks are those of a person, and not only the indentation.
    pub(crate) fn has_rules(&self) -> bool {
        self.is_lisp || !self.wraps.is_empty() || !self.infix.is_empty() || !self.lines.is_empty()
    }

    /// The kinds that the layout names.
    #[cfg(test)]
    pub(crate) fn kinds(&self) -> [&'static str; 6] {
        [self.lines, self.bodies, self.clauses, self.labels, self.clausal, self.touching]
    }
}
