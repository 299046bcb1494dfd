//! Opening brackets and tags that wait for their partners.

/// A bracket inside of this many open ones counts as an ordinary character.
const MOST_OPEN: usize = 1 << 16;

/// What closes a bracket or a tag: the closing byte, or more than that for the name of a tag.
pub(crate) type Closer = u16;

/// What is open at a place in a text.
#[derive(Debug)]
pub(crate) struct Pairs {
    /// Where the open brackets and tags stand, and what closes them.
    open: Vec<(usize, Closer)>,
    /// The number of open ones for each closer.
    waiting: Vec<u32>,
}

impl Pairs {
    pub(crate) fn new() -> Pairs {
        Pairs { open: Vec::new(), waiting: vec![0; usize::from(Closer::MAX) + 1] }
    }

    /// How many are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// What closes those that are open, the innermost first.
    pub(crate) fn closers(&self) -> impl Iterator<Item = Closer> {
        self.open.iter().rev().map(|(_, closer)| *closer)
    }

    pub(crate) fn open(&mut self, at: usize, closer: Closer) {
        if self.open.len() < MOST_OPEN {
            self.open.push((at, closer));
            self.waiting[usize::from(closer)] += 1;
        }
    }

    /// Closes one, and returns where it stands. Those that were opened after it have no partner.
    pub(crate) fn close(&mut self, closer: Closer) -> Option<usize> {
        while self.waiting[usize::from(closer)] > 0
            && let Some((start, wanted)) = self.open.pop()
        {
            self.waiting[usize::from(wanted)] -= 1;
            if wanted == closer {
                return Some(start);
            }
        }
        None
    }
}
