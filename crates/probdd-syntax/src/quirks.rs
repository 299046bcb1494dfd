//! What the grammars do not say: prefixes of items, lists that may not be emptied, comments.
//!
//! Applied to the shapes that the matcher found, before anything is built from them.

use crate::kinds::KindTable;
use crate::language::Facts;
use crate::shape::{Mark, NO_SEPARATOR, Shape, Step};

/// The facts of one language, by kind.
#[derive(Debug)]
pub(crate) struct Quirks {
    prefixes: Vec<u16>,
    keeps_one: Vec<u16>,
    nests: Vec<u16>,
    fixed: Vec<u16>,
    comments: Vec<u16>,
    directives: Vec<u16>,
}

impl Quirks {
    /// The facts of a language.
    pub(crate) fn new(facts: &Facts, kinds: &KindTable) -> Self {
        let ids = |names: &[&str]| {
            names.iter().filter_map(|name| kinds.id(name, true)).collect::<Vec<u16>>()
        };
        let is_comment = |id: &u16| {
            let name = kinds.name(*id).to_ascii_lowercase();
            kinds.is_named(*id) && name.split('_').next_back() == Some("comment")
        };
        Quirks {
            prefixes: ids(facts.prefixes),
            keeps_one: ids(facts.keeps_one),
            nests: ids(facts.nests),
            fixed: ids(facts.fixed),
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
        let shape = if self.keeps_one.contains(&kind) { keeping_one(&shape) } else { shape };
        let shape = if self.nests.contains(&kind) { nesting_options(&shape) } else { shape };
        let is_fixed = children.first().is_some_and(|first| self.fixed.contains(first));
        if is_fixed { without_first_item(shape) } else { shape }
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

/// A shape whose first item is no item of its list, but stands before it.
fn without_first_item(shape: Shape) -> Shape {
    let [list @ Step::Mark(Mark::Star(_)), Step::Mark(Mark::Item { .. }), rest @ ..] = &shape[..]
    else {
        return shape;
    };
    let Some(end) = rest.iter().position(|step| *step == Step::Mark(Mark::Close)) else {
        return shape;
    };
    [&rest[..end], &[*list], &rest[end + 1..]].concat()
}

/// A shape whose lists and options together, where they follow each other, keep one element.
fn keeping_one(shape: &[Step]) -> Shape {
    let mut out = Shape::new();
    for run in runs(shape) {
        match &run[..] {
            [part] if part.len() == 1 => out.extend_from_slice(part),
            [[Step::Mark(Mark::Star(separator) | Mark::Plus(separator)), rest @ ..]] => {
                out.push(Step::Mark(Mark::Plus(*separator)));
                out.extend_from_slice(rest);
            }
            parts => {
                out.push(Step::Mark(Mark::Plus(NO_SEPARATOR)));
                for part in parts {
                    out.extend(items_of(part));
                }
                out.push(Step::Mark(Mark::Close));
            }
        }
    }
    out
}

/// The items of a list, or an option as an item.
fn items_of(part: &[Step]) -> Shape {
    match part {
        [Step::Mark(Mark::Optional), rest @ ..] => {
            [&[Step::Mark(Mark::Item { is_separated: false })], rest].concat()
        }
        [_, items @ .., _] => items.to_vec(),
        _ => part.to_vec(),
    }
}

/// A shape in which an option goes with the option before it.
fn nesting_options(shape: &[Step]) -> Shape {
    let mut out = Shape::new();
    for run in runs(shape) {
        let are_options = run.iter().all(|part| part[0] == Step::Mark(Mark::Optional));
        if !are_options {
            out.extend(run.concat());
            continue;
        }
        for part in &run {
            out.extend_from_slice(&part[..part.len() - 1]);
        }
        out.extend(run.iter().map(|_| Step::Mark(Mark::Close)));
    }
    out
}

/// The parts of a shape at its top level: children, and runs of virtual nodes.
fn runs(shape: &[Step]) -> Vec<Vec<&[Step]>> {
    let mut runs: Vec<Vec<&[Step]>> = Vec::new();
    let (mut start, mut depth) = (0, 0_usize);
    for (index, step) in shape.iter().enumerate() {
        match step {
            Step::Mark(Mark::Close) => depth -= 1,
            Step::Mark(Mark::EndSeparator) | Step::Child(_) => {}
            Step::Mark(_) => depth += 1,
        }
        if depth > 0 {
            continue;
        }
        let part = &shape[start..=index];
        start = index + 1;
        match runs.last_mut().filter(|run| part.len() > 1 && run[0].len() > 1) {
            Some(run) => run.push(part),
            None => runs.push(vec![part]),
        }
    }
    runs
}
