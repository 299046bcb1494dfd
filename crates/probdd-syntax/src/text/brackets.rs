//! Brackets and their partners.

/// Whether a token is a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// No bracket.
    None,
    /// An opening bracket, by the byte that closes it.
    Open(u8),
    /// A closing bracket.
    Close(u8),
}

impl Bracket {
    /// The bracket that a token is.
    pub(crate) fn of(text: &[u8]) -> Bracket {
        match text {
            b"(" => Bracket::Open(b')'),
            b"[" => Bracket::Open(b']'),
            b"{" => Bracket::Open(b'}'),
            [close @ (b')' | b']' | b'}')] => Bracket::Close(*close),
            _ => Bracket::None,
        }
    }
}

/// How many tokens a group has that begins with an opening bracket, up to the bracket that closes it;
/// `None` if the tokens do not begin with one, or end before it is closed.
pub(crate) fn group<'a>(tokens: impl Iterator<Item = &'a [u8]>) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.enumerate() {
        match Bracket::of(token) {
            Bracket::Open(_) => depth += 1,
            Bracket::Close(_) => depth = depth.checked_sub(1)?,
            Bracket::None => {}
        }
        if depth == 0 {
            return (at > 0).then_some(at + 1);
        }
    }
    None
}

/// The brackets that have a partner; those without one become [`Bracket::None`].
pub(crate) fn paired(children: &[Bracket]) -> Vec<Bracket> {
    let mut paired = vec![Bracket::None; children.len()];
    let mut open: Vec<(usize, u8)> = Vec::new();
    // The number of open brackets for each closing byte. If it is 0, there is nothing to search for.
    let mut waiting = [0_usize; 256];
    for (index, child) in children.iter().enumerate() {
        match child {
            Bracket::Open(close) => {
                open.push((index, *close));
                waiting[*close as usize] += 1;
            }
            Bracket::Close(close) if waiting[*close as usize] > 0 => {
                while let Some((start, wanted)) = open.pop() {
                    waiting[wanted as usize] -= 1;
                    if wanted == *close {
                        paired[start] = Bracket::Open(*close);
                        paired[index] = *child;
                        break;
                    }
                }
            }
            Bracket::None | Bracket::Close(_) => {}
        }
    }
    paired
}
