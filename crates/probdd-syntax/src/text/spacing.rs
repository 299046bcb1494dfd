//! What blanks and newlines mean in a language.

/// Which newlines of a language separate what stands on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Newlines {
    /// None but those that end a line comment.
    Free,
    /// Those around preprocessor lines.
    Directives,
    /// Those between statements, except inside brackets of some kinds.
    Statements {
        /// The opening brackets inside which newlines are free.
        free_inside: &'static [u8],
    },
}

/// What indentation means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "a build may leave out the languages that need one")]
pub(crate) enum Indentation {
    /// Nothing.
    Free,
    /// A line belongs to the nearest line above that is indented less.
    Lines,
    /// As `Lines`, and a block may begin in the middle of a line.
    Columns {
        /// The tokens after which a block begins.
        openers: &'static [&'static str],
    },
}

/// What blanks and newlines mean in a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spacing {
    /// Which newlines separate.
    pub(crate) newlines: Newlines,
    /// Whether a blank between two tokens can change their meaning: `a .b` is not `a.b` in CSS.
    pub(crate) has_meaning: bool,
    /// Tokens that must keep touching what follows them.
    pub(crate) tight: &'static [&'static str],
    /// What indentation means.
    pub(crate) indentation: Indentation,
    /// Whether results have as few blanks as the test accepts, rather than the layout of programs.
    pub(crate) is_dense: bool,
}

#[allow(dead_code, reason = "a build may leave out the languages that need one")]
impl Spacing {
    /// Blanks and newlines only separate tokens.
    pub(crate) const FREE: Spacing = Spacing {
        newlines: Newlines::Free,
        has_meaning: false,
        tight: &[],
        indentation: Indentation::Free,
        is_dense: false,
    };

    /// Blanks can change the meaning of the tokens beside them.
    pub(crate) const MEANINGFUL: Spacing = Spacing { has_meaning: true, ..Spacing::FREE };

    /// Directives of a preprocessor have lines of their own.
    pub(crate) const DIRECTIVES: Spacing =
        Spacing { newlines: Newlines::Directives, ..Spacing::FREE };

    /// Newlines end statements, except inside parentheses and square brackets.
    pub(crate) const STATEMENTS: Spacing = Spacing::statements(b"([");

    /// Newlines end statements, except inside brackets of some kinds.
    pub(crate) const fn statements(free_inside: &'static [u8]) -> Spacing {
        Spacing { newlines: Newlines::Statements { free_inside }, ..Spacing::FREE }
    }

    /// The same for texts that are data rather than programs.
    pub(crate) const fn dense(self) -> Spacing {
        Spacing { is_dense: true, ..self }
    }

    /// Whether newlines between statements matter.
    pub(crate) fn has_statement_lines(&self) -> bool {
        matches!(self.newlines, Newlines::Statements { .. })
    }

    /// Whether lines may be directives, in which blanks matter.
    pub(crate) fn has_directives(&self) -> bool {
        self.newlines == Newlines::Directives
    }

    /// Whether the indentation of lines matters.
    pub(crate) fn is_indented(&self) -> bool {
        self.indentation != Indentation::Free
    }
}

impl Default for Spacing {
    fn default() -> Self {
        Spacing::FREE
    }
}
