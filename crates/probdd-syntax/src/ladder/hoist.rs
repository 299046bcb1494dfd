//! Replaces a node by a descendant: as it is where it fits, or else in the smallest frame that the
//! grammar has for it there. A conditional becomes its condition and a semicolon, an object an
//! array of its member's value. The offers that save least come first: where nothing is removable
//! any more, most of the text is needed.

use super::derive::{Derivations, Frame};
use super::source::{Source, write, writing};
use probdd_core::{Edits, Kind, NodeId, Slot};
use std::collections::HashMap;

/// How many tokens a frame has at most.
const LARGEST: usize = 3;

/// How many frames with words are tried.
const WORDED: usize = 3;

pub(super) fn offers(source: &Source) -> Vec<Edits> {
    let mut frames = Frames { derivations: Derivations::new(source), known: HashMap::new() };
    let mut offers: Vec<(usize, Edits)> = Vec::new();
    let mut worded = Vec::new();
    for place in source.places_of_parts() {
        let parts = source.heaviest_first(source.parts(place));
        for part in parts.iter().copied() {
            let kind = source.tree.node(part).kind;
            let fits = source.fits(place, kind);
            let room = (source.weight(place) - source.weight(part)) as usize;
            if fits {
                offers.push((room, Edits::replacement(place, part)));
            }
            // A part that fits as it is gets a frame only where nothing lies between the two.
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

/// The frames in which a node of some kind fits somewhere.
struct Around {
    /// The smallest frame of signs.
    plain: Option<Frame>,
    /// The smallest frames with words.
    worded: Vec<Frame>,
}

impl Frames<'_> {
    /// The smallest frames in which a node of a kind fits a place.
    fn around(&mut self, source: &Source, place: NodeId, kind: Kind) -> Option<&Around> {
        let derivations = self.derivations.as_mut()?;
        let known = self.known.entry((source.tree.node(place).slot, kind)).or_insert_with(|| {
            let outer = source.kinds_at(place);
            let frames = outer.filter_map(|outer| derivations.frame(outer, kind.0));
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
    let (mut first, mut last): (&[u8], &[u8]) = (&[], &[]);
    if outer.start < inner.start {
        written.push(write(outer.start..inner.start, frame.before.clone()));
    } else {
        first = &frame.before;
    }
    if inner.end < outer.end {
        written.push(write(inner.end..outer.end, frame.after.clone()));
    } else {
        last = &frame.after;
    }
    // Where the part begins or ends as the node does, its own token takes the frame in.
    let mut widen = |token: usize, before: &[u8], after: &[u8]| {
        if !(before.is_empty() && after.is_empty()) {
            written.push(write(token..token + 1, [before, source.token(token), after].concat()));
        }
    };
    if inner.len() == 1 {
        widen(inner.start, first, last);
    } else {
        widen(inner.start, first, &[]);
        widen(inner.end - 1, &[], last);
    }
    writing(written)
}
