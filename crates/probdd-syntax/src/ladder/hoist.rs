//! A node by something inside of it: as it is where it fits, or else in the smallest frame that the
//! grammar has for it there. A conditional becomes its condition and a semicolon, an object an array
//! of its member's value. What saves least comes first: where nothing can go any more, most of what
//! is there is needed.

use super::derive::{Derivations, Frame};
use super::source::Source;
use probdd_core::{Edits, Kind, NodeId, Slot, Written};
use std::cmp::Reverse;
use std::collections::HashMap;

/// How many tokens a frame has at most.
const LARGEST: usize = 3;

/// How many frames with words are tried.
const WORDED: usize = 3;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut frames = Frames { derivations: Derivations::new(source), known: HashMap::new() };
    let mut offers: Vec<(usize, Edits)> = Vec::new();
    let mut worded = Vec::new();
    for place in source.places() {
        let mut parts: Vec<NodeId> = source.parts(place).collect();
        parts.sort_by_key(|id| (Reverse(source.weight(*id)), *id));
        for part in parts.iter().copied() {
            let kind = source.tree.node(part).kind;
            let fits = source.fits(place, kind);
            let room = (source.weight(place) - source.weight(part)) as usize;
            if fits {
                offers.push((room, Edits::replacement(place, part)));
            }
            // What fits as it is gets a frame only where nothing lies between the two.
            let is_near = || {
                let mut around = source.around(part).skip(1);
                around.find(|id| source.fits(*id, kind)) == Some(place)
            };
            if !fits || is_near() {
                let frame = frames.around(source, place, kind);
                let frame = frame.and_then(|around| around.plain.as_ref());
                let smaller =
                    frame.filter(|frame| frame.tokens < room && !(fits && frame.tokens == 0));
                offers.extend(
                    smaller.map(|frame| (room - frame.tokens, framed(source, place, part, frame))),
                );
            }
        }
        worded.extend(with_words(source, place, &parts, &mut frames));
    }
    offers.sort_by_key(|(saved, _)| *saved);
    offers.into_iter().map(|(_, offer)| offer).chain(worded).collect()
}

/// The heaviest part that only fits in a frame with words: a conditional becomes the return of its
/// condition.
fn with_words(source: &Source, place: NodeId, parts: &[NodeId], frames: &mut Frames) -> Vec<Edits> {
    let weight = |id: NodeId| source.weight(id) as usize;
    for part in parts.iter().copied().filter(|part| weight(*part) > 1) {
        let kind = source.tree.node(part).kind;
        let is_smaller = |frame: &&Frame| frame.tokens + weight(part) < weight(place);
        let around = frames.around(source, place, kind).filter(|_| !source.fits(place, kind));
        let smaller = around.iter().flat_map(|around| &around.worded).filter(is_smaller);
        let offers: Vec<Edits> = smaller.map(|frame| framed(source, place, part, frame)).collect();
        if !offers.is_empty() {
            return offers;
        }
    }
    Vec::new()
}

/// The frames that were looked for, by position and kind.
struct Frames<'a> {
    derivations: Option<Derivations<'a>>,
    known: HashMap<(Slot, Kind), Around>,
}

/// What makes something that fits somewhere of a node of a kind.
struct Around {
    /// The smallest frame of signs.
    plain: Option<Frame>,
    /// The smallest frames with words, which say more than that something is around something else.
    worded: Vec<Frame>,
}

impl Frames<'_> {
    /// The smallest frames that make something that fits a place of a node of a kind.
    fn around(&mut self, source: &Source, place: NodeId, kind: Kind) -> Option<&Around> {
        let derivations = self.derivations.as_mut()?;
        let kinds = source.model.map_or(0, |model| model.kinds().len() as u16);
        let known = self.known.entry((source.tree.node(place).slot, kind)).or_insert_with(|| {
            let fits = (0..kinds).filter(|outer| source.fits(place, Kind(*outer)));
            let frames = fits.filter_map(|outer| derivations.frame(outer, kind.0));
            let mut frames: Vec<Frame> = frames.filter(|frame| frame.tokens <= LARGEST).collect();
            frames.sort();
            frames.dedup();
            let has_words = |frame: &Frame| {
                let mut bytes = frame.before.iter().chain(&frame.after);
                bytes.any(u8::is_ascii_alphanumeric)
            };
            let (mut worded, plain): (Vec<Frame>, Vec<Frame>) =
                frames.into_iter().partition(has_words);
            worded.truncate(WORDED);
            Around { plain: plain.into_iter().next(), worded }
        });
        Some(known)
    }
}

/// Puts a frame and a part in a node's place.
fn framed(source: &Source, place: NodeId, part: NodeId, frame: &Frame) -> Edits {
    let (outer, inner) = (source.tokens(place), source.tokens(part));
    let mut written = Vec::new();
    let mut write = |tokens: std::ops::Range<usize>, text: Vec<u8>| {
        written.push(Written { tokens: Source::range(&tokens), text });
    };
    let (mut first, mut last) = (Vec::new(), Vec::new());
    if outer.start < inner.start {
        write(outer.start..inner.start, frame.before.clone());
    } else {
        first.clone_from(&frame.before);
    }
    if inner.end < outer.end {
        write(inner.end..outer.end, frame.after.clone());
    } else {
        last.clone_from(&frame.after);
    }
    // Where the part begins or ends as the node does, its own token takes the frame in.
    let ends = [inner.start, inner.end - 1];
    if ends[0] == ends[1] && !(first.is_empty() && last.is_empty()) {
        let text = [&first, source.token(ends[0]), &last].concat();
        write(ends[0]..ends[0] + 1, text);
    } else {
        if !first.is_empty() {
            write(ends[0]..ends[0] + 1, [&first, source.token(ends[0])].concat());
        }
        if !last.is_empty() {
            write(ends[1]..ends[1] + 1, [source.token(ends[1]), &last].concat());
        }
    }
    Edits { written, ..Edits::default() }
}
