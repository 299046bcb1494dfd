//! What the grammars do not say: prefixes of items, lists that may not be emptied, comments.
//!
//! Rules R3 and R4 of the design notes, applied to the shapes that the matcher found.

use crate::kinds::KindTable;
use crate::language::Language;
use crate::shape::{Mark, NO_SEPARATOR, Shape, Step};

/// The facts of one language, by kind.
#[derive(Debug)]
pub(crate) struct Quirks {
    prefixes: Vec<u16>,
    keeps_one: Vec<u16>,
    comments: Vec<u16>,
    directives: Vec<u16>,
}

impl Quirks {
    /// The facts of a language.
    pub(crate) fn new(language: &Language, kinds: &KindTable) -> Self {
        let ids = |names: &[&str]| {
            names.iter().filter_map(|name| kinds.id(name, true)).collect::<Vec<u16>>()
        };
        let is_comment = |id: &u16| {
            let name = kinds.name(*id).to_ascii_lowercase();
            kinds.is_named(*id) && name.split('_').next_back() == Some("comment")
        };
        Quirks {
            prefixes: ids(language.prefixes),
            keeps_one: ids(language.keeps_one),
            comments: (0..kinds.len() as u16).filter(is_comment).collect(),
            directives: ids(&["preproc_call"]),
        }
    }

    /// Whether nodes of a kind are comments.
    pub(crate) fn is_comment(&self, kind: u16) -> bool {
        self.comments.contains(&kind)
    }

    /// Whether nodes of a kind may be the preprocessor's line markers.
    pub(crate) fn is_directive(&self, kind: u16) -> bool {
        self.directives.contains(&kind)
    }

    /// Corrects the shape of a node by what is known of its language.
    pub(crate) fn apply(&self, kind: u16, children: &[u16], shape: Shape) -> Shape {
        let has_prefix = children.iter().any(|child| self.prefixes.contains(child));
        let shape = if has_prefix { self.with_prefixes(children, &shape) } else { shape };
        if self.keeps_one.contains(&kind) { keeping_one(shape) } else { shape }
    }

    /// Moves items that are prefixes into the item after them, as a list of their own there.
    fn with_prefixes(&self, children: &[u16], shape: &[Step]) -> Shape {
        let mut out = Shape::new();
        let mut run: Vec<Step> = Vec::new();
        let (mut at, mut child) = (0, 0);
        while let Some(step) = shape.get(at) {
            if let Some(prefix) = self.prefix_at(&shape[at..], children.get(child)) {
                run.extend_from_slice(prefix);
                at += prefix.len();
                child += 1;
                continue;
            }
            if !run.is_empty() {
                let is_item = matches!(step, Step::Mark(Mark::Item { is_separated: false }));
                if is_item {
                    out.extend([*step, Step::Mark(Mark::Star(NO_SEPARATOR))]);
                    out.append(&mut run);
                    out.push(Step::Mark(Mark::Close));
                    at += 1;
                    continue;
                }
                out.append(&mut run);
            }
            child += usize::from(matches!(step, Step::Child(_)));
            out.push(*step);
            at += 1;
        }
        out
    }

    /// The item that begins a shape, if it is nothing but a prefix.
    fn prefix_at<'a>(&self, shape: &'a [Step], child: Option<&u16>) -> Option<&'a [Step]> {
        const ITEM: Step = Step::Mark(Mark::Item { is_separated: false });
        let item @ [ITEM, Step::Child(_), Step::Mark(Mark::Close)] = shape.get(..3)? else {
            return None;
        };
        child.is_some_and(|kind| self.prefixes.contains(kind)).then_some(item)
    }
}

/// A shape whose list, or whose options together, keep at least one element.
fn keeping_one(mut shape: Shape) -> Shape {
    let mut depth = 0_usize;
    let mut options = Vec::new();
    for (index, step) in shape.iter_mut().enumerate() {
        match step {
            Step::Mark(Mark::Close) => {
                depth -= 1;
                if depth == 0 && options.last().is_some_and(|(_, end)| *end == 0) {
                    options.pop().into_iter().for_each(|(start, _)| options.push((start, index)));
                }
                continue;
            }
            Step::Mark(Mark::Star(separator)) if depth == 0 => {
                *step = Step::Mark(Mark::Plus(*separator));
            }
            Step::Mark(mark @ Mark::Optional) if depth == 0 => {
                *mark = Mark::Item { is_separated: false };
                options.push((index, 0));
            }
            _ => {}
        }
        let opens = matches!(step, Step::Mark(mark) if *mark != Mark::EndSeparator);
        depth += usize::from(opens);
    }
    if let (Some((start, _)), Some((_, end))) = (options.first(), options.last()) {
        shape.insert(end + 1, Step::Mark(Mark::Close));
        shape.insert(*start, Step::Mark(Mark::Plus(NO_SEPARATOR)));
    }
    shape
}
