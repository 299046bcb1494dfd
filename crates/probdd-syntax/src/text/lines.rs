//! The lines of a text as a tree: which line stands inside which, by indentation and by syntax.
//!
//! The parent of a line is the nearest line above that is not indented further and on which a node
//! begins that reaches the line. When the parent is removed and the line is kept, the renderer
//! moves the line to the left by the difference between the indentation of the parent and of its
//! content.

use crate::text::token_table::TokenTable;
use fixedbitset::FixedBitSet;
use probdd_core::{Node, NodeId, Role, Tree};

/// The number that stands for no line.
pub(crate) const NONE: u32 = u32::MAX;

/// A line on which a token begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// The first token that begins on the line.
    pub(crate) first_token: u32,
    /// The line around the line, or [`NONE`].
    pub(crate) parent: u32,
    /// The first line below that does not stand inside the line.
    pub(crate) end: u32,
    /// The indentation in columns.
    pub(crate) columns: u32,
    /// The smallest indentation of the lines right inside that are indented further; `columns`
    /// without any.
    pub(crate) inner: u32,
}

/// The lines of a text on which tokens begin, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct LineTable {
    lines: Vec<Line>,
    token_count: u32,
    /// Tokens with a token before them in the same verbatim node.
    inside: FixedBitSet,
}

impl LineTable {
    /// The lines of a text. Newlines inside `verbatim` nodes (strings) begin no line. Lines that
    /// begin with a comment or with an `aside` (a directive) have the parent of the line after
    /// them, whatever their own indentation is.
    pub(crate) fn new(
        (tree, table, text): (&Tree, &TokenTable, &[u8]),
        is_verbatim: impl Fn(&Node) -> bool,
        is_aside: impl Fn(usize) -> bool,
    ) -> LineTable {
        let mut lines = Builder::default();
        lines.inside.grow(table.len());
        let mut nodes = tree.nodes().peekable();
        let mut verbatim = 0..0;
        for token in 0..table.len() {
            let gap = table.gap_before(token);
            let is_inside = verbatim.start < token && token < verbatim.end;
            lines.inside.set(token, is_inside);
            let is_first = token == 0 || !is_inside && text[gap.clone()].contains(&b'\n');
            if is_first {
                let is_aside = !tree.counted().contains(token) || is_aside(token);
                lines.begin(token, columns(indentation(&text[gap])), is_aside);
            }
            while let Some((id, node)) = nodes.next_if(|(_, node)| node.tokens().start <= token) {
                if verbatim.end <= token && is_verbatim(node) {
                    verbatim = node.tokens();
                }
                if node.role == Role::Regular && id != NodeId::ROOT {
                    lines.reach(node.end_token);
                }
            }
        }
        lines.finish(table.len())
    }

    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(crate) fn line(&self, index: usize) -> &Line {
        &self.lines[index]
    }

    /// The first line that begins with a token or after it.
    pub(crate) fn first_from(&self, token: usize) -> usize {
        self.lines.partition_point(|line| (line.first_token as usize) < token)
    }

    /// The line that a token begins on.
    pub(crate) fn of(&self, token: usize) -> usize {
        self.first_from(token + 1).saturating_sub(1)
    }

    /// Whether a token and the one before it belong to the same string.
    pub(crate) fn is_inside_verbatim(&self, token: usize) -> bool {
        self.inside.contains(token)
    }

    /// The tokens that begin on a line.
    pub(crate) fn tokens(&self, index: usize) -> std::ops::Range<usize> {
        let end = self.lines.get(index + 1).map_or(self.token_count, |line| line.first_token);
        self.lines[index].first_token as usize..end as usize
    }
}

#[derive(Default)]
struct Builder {
    lines: Vec<Line>,
    /// The lines that the next one may stand inside, and up to which token each reaches.
    open: Vec<(u32, u32)>,
    reach: u32,
    /// The first of the asides that wait for the line after them.
    asides: Option<usize>,
    inside: FixedBitSet,
}

impl Builder {
    fn begin(&mut self, token: usize, columns: u32, is_aside: bool) {
        self.settle_reach();
        let index = self.lines.len() as u32;
        let first_token = token as u32;
        let line = Line { first_token, parent: NONE, end: index + 1, columns, inner: columns };
        self.lines.push(line);
        if is_aside {
            self.asides.get_or_insert(index as usize);
            return;
        }
        let first = self.asides.take().unwrap_or(index as usize);
        while let Some((open, _)) = self.open.pop_if(|(open, reach)| {
            self.lines[*open as usize].columns > columns || *reach <= first_token
        }) {
            self.lines[open as usize].end = first as u32;
        }
        if let Some((parent, _)) = self.open.last() {
            let outer = &mut self.lines[*parent as usize];
            let is_first = outer.inner == outer.columns;
            if columns > outer.columns {
                outer.inner = if is_first { columns } else { outer.inner.min(columns) };
            }
            self.lines[first..].iter_mut().for_each(|line| line.parent = *parent);
        }
        self.open.push((index, 0));
    }

    /// Notes that a node begins on the current line and ends before a token.
    fn reach(&mut self, end_token: u32) {
        self.reach = self.reach.max(end_token);
    }

    fn settle_reach(&mut self) {
        let reach = std::mem::take(&mut self.reach);
        if self.asides.is_none()
            && let Some((_, last)) = self.open.last_mut()
        {
            *last = reach;
        }
    }

    fn finish(mut self, token_count: usize) -> LineTable {
        for (open, _) in &self.open {
            self.lines[*open as usize].end = self.lines.len() as u32;
        }
        LineTable { lines: self.lines, token_count: token_count as u32, inside: self.inside }
    }
}

/// The blanks after the last newline of a gap.
pub(crate) fn indentation(gap: &[u8]) -> &[u8] {
    let gap = gap.strip_prefix(crate::text::tokens::BYTE_ORDER_MARK).unwrap_or(gap);
    &gap[memchr::memrchr(b'\n', gap).map_or(0, |at| at + 1)..]
}

/// The width of a text without newlines; a tab goes to the next multiple of eight.
pub(crate) fn columns(text: &[u8]) -> u32 {
    text.iter().fold(0, |column, byte| match byte {
        b'\t' => (column / 8 + 1) * 8,
        // One byte of each character counts.
        0x80..0xc0 => column,
        _ => column + 1,
    })
}

/// The column after the end of a text.
pub(crate) fn column(text: &[u8]) -> u32 {
    columns(&text[memchr::memrchr(b'\n', text).map_or(0, |at| at + 1)..])
}

/// Writes the indentation of a line, moved by some columns.
pub(crate) fn push_indentation(columns: u32, shift: i64, blanks: &[u8], out: &mut Vec<u8>) {
    if shift == 0 {
        return out.extend_from_slice(blanks);
    }
    let columns = usize::try_from(i64::from(columns) + shift).unwrap_or(0);
    let tabs = if blanks.first() == Some(&b'\t') { columns / 8 } else { 0 };
    out.resize(out.len() + tabs, b'\t');
    out.resize(out.len() + columns - 8 * tabs, b' ');
}
