//! What the grammars do not say, applied to the shapes that the matcher found, before anything is
//! built from them: prefixes of items, lists that may not be emptied, parts that need each other.

use crate::grammar::kinds::KindTable;
use crate::language::{Correction, Facts, Then, When};
use crate::shape::affixes::{is_item, with_prefixes, with_suffixes};
use crate::shape::bonds::Bonds;
use crate::shape::conditions;
use crate::shape::labelled_blocks;
use crate::shape::lists;
use crate::shape::parts::{self, Group, Part};
use crate::shape::steps::{Mark, NO_SEPARATOR, Shape};

/// The facts of one language, by kind.
#[derive(Debug)]
pub(crate) struct Quirks {
    prefixes: Vec<u16>,
    suffixes: Vec<u16>,
    between: Vec<u16>,
    keeps_trailing: bool,
    corrections: Vec<Resolved>,
    /// The kinds whose shapes depend on their parents.
    looking_up: Vec<u16>,
    fragile: Vec<u16>,
    error_end: Option<&'static str>,
    whole: Vec<u16>,
    /// Kinds of parents, and of children that replace nothing outside of them.
    inner: Vec<(u16, u16)>,
    comments: Vec<u16>,
    directives: Vec<u16>,
}

/// A correction, its names resolved.
#[derive(Debug)]
struct Resolved {
    node: u16,
    when: When,
    /// The kinds that the condition names.
    condition: Vec<u16>,
    then: Then,
    /// The kinds that the consequence names.
    kinds: Vec<u16>,
}

/// What is known of the parent of a node, and of its place there.
pub(crate) struct Parent<'a> {
    /// Its kind.
    pub(crate) kind: u16,
    /// The kinds of all of its children.
    pub(crate) children: Vec<u16>,
    /// The text of its child right before the node.
    pub(crate) before: &'a [u8],
    /// The texts of the children of its own parent.
    pub(crate) around: Vec<&'a [u8]>,
    /// The texts of the node's own children.
    pub(crate) own: Vec<&'a [u8]>,
    /// Whether the node is inside of one of some kinds.
    pub(crate) is_inside: &'a dyn Fn(&[u16]) -> bool,
}

impl Quirks {
    /// The facts of a language.
    pub(crate) fn new(facts: &Facts, kinds: &KindTable) -> Self {
        let ids =
            |names: &[&str]| names.iter().flat_map(|name| kinds.all(name)).collect::<Vec<u16>>();
        let pairs = |(parent, kind): &(&str, &str)| {
            let kinds = ids(&[*kind]);
            let of_parent = |parent: u16| kinds.iter().map(move |kind| (parent, *kind));
            ids(&[*parent]).into_iter().flat_map(of_parent).collect::<Vec<_>>()
        };
        let is_comment = |id: &u16| {
            let name = kinds.name(*id).to_ascii_lowercase();
            kinds.is_named(*id) && name.split('_').next_back() == Some("comment")
        };
        let resolved = |correction: &Correction| Resolved {
            node: kinds.id(correction.node, true).unwrap_or(u16::MAX),
            when: correction.when,
            condition: ids(&correction.when.name().into_iter().collect::<Vec<_>>()),
            then: correction.then,
            kinds: ids(correction.then.names()),
        };
        let looks_up = |correction: &&Correction| correction.when.is_of_surroundings();
        let looking_up =
            facts.corrections.iter().filter(looks_up).map(|correction| correction.node);
        Quirks {
            looking_up: ids(&looking_up.collect::<Vec<_>>()),
            prefixes: ids(facts.prefixes),
            suffixes: ids(facts.suffixes),
            between: ids(facts.between),
            keeps_trailing: facts.keeps_trailing,
            corrections: facts.corrections.iter().map(resolved).collect(),
            fragile: ids(facts.fragile),
            error_end: facts.error_end,
            whole: ids(facts.whole),
            inner: facts.inner.iter().flat_map(pairs).collect(),
            comments: (0..kinds.len() as u16).filter(is_comment).collect(),
            directives: ids(&["preproc_call"]),
        }
    }

    /// Whether nodes of a kind are comments.
    pub(crate) fn is_comment(&self, kind: u16) -> bool {
        self.comments.contains(&kind)
    }

    /// Whether nodes of a kind go with no list item.
    pub(crate) fn is_between(&self, kind: u16) -> bool {
        self.between.contains(&kind)
    }

    /// Whether nothing replaces nodes of a kind.
    pub(crate) fn is_whole(&self, kind: u16) -> bool {
        self.whole.contains(&kind)
    }

    /// Whether text in error stays in nodes of a kind, and all beside it.
    pub(crate) fn is_fragile(&self, kind: u16) -> bool {
        self.fragile.contains(&kind)
    }

    /// The token between which text in error goes together, if not any token of it may.
    pub(crate) fn error_end(&self) -> Option<&'static str> {
        self.error_end
    }

    /// Whether nodes of a kind under a parent of a kind replace nothing elsewhere.
    pub(crate) fn is_inner(&self, parent: u16, kind: u16) -> bool {
        self.inner.contains(&(parent, kind))
    }

    /// Whether nodes of a kind may be the preprocessor's line markers.
    pub(crate) fn is_directive(&self, kind: u16) -> bool {
        self.directives.contains(&kind)
    }

    /// Whether the shape of a node depends on its parent.
    pub(crate) fn looks_up(&self, kind: u16) -> bool {
        self.looking_up.contains(&kind)
    }

    /// Which corrections apply to a node, as far as its parent tells: what a remembered shape
    /// depends on beside the node's own children.
    pub(crate) fn context(&self, kind: u16, parent: &Parent<'_>) -> u16 {
        let of_node = self.corrections.iter().filter(|correction| correction.node == kind);
        of_node.enumerate().fold(0, |context, (index, correction)| {
            let holds = match correction.when {
                When::Under(_) => correction.condition.contains(&parent.kind),
                When::ParentHas(_) => has(&parent.children, &correction.condition),
                When::Inside(_) => (parent.is_inside)(&correction.condition),
                When::Follows(text) => parent.before.eq_ignore_ascii_case(text.as_bytes()),
                When::FollowsAs(text) => parent.before.starts_with(text.as_bytes()),
                When::Says(text) => parent.own.contains(&text.as_bytes()),
                When::AroundSays(text) => parent.around.contains(&text.as_bytes()),
                _ => false,
            };
            context | u16::from(holds) << index
        })
    }

    /// Corrects the shape of a node by what is known of its language, and of its children: their
    /// kinds, and their bonds if any has one.
    pub(crate) fn apply(
        &self,
        (kind, context): (u16, u16),
        (children, bonds): (&[u16], &[Bonds]),
        shape: Shape,
    ) -> Shape {
        let of_node = self.corrections.iter().filter(|correction| correction.node == kind);
        let applying: Vec<&Resolved> = of_node
            .enumerate()
            .filter(|(index, correction)| match correction.when {
                When::Always => true,
                When::Has(_) => has(children, &correction.condition),
                When::Lacks(_) => !has(children, &correction.condition),
                When::Begins(_) => has(&children[..1.min(children.len())], &correction.condition),
                _ => context >> index & 1 == 1,
            })
            .map(|(_, correction)| correction)
            .collect();
        let all = bonds.iter().fold(Bonds::NONE, |all, bonds| all.then(*bonds));
        let has_prefix = all.needs_next || has(children, &self.prefixes);
        let has_suffix = all.needs_previous || has(children, &self.suffixes);
        let has_condition = bonds.iter().any(|bonds| !bonds.may_go());
        let has_affix = has_prefix || has_suffix || has_condition;
        if applying.is_empty() && !has_affix && !self.keeps_trailing {
            return shape;
        }
        let mut parts = parts::parts(&shape, children, bonds);
        if has_prefix {
            let is_prefix = |part: &Part| part.is_just(&self.prefixes) || part.bonds().needs_next;
            parts = each_list(parts, &|items| with_prefixes(items, &is_prefix));
        }
        if has_suffix {
            let is_suffix = |part: &Part| part.holds(&self.suffixes) || part.bonds().needs_previous;
            parts = each_list(parts, &|items| with_suffixes(items, &is_suffix));
            parts = with_suffixes(parts, &is_suffix);
        }
        if self.keeps_trailing {
            parts = each_list(parts, &without_options);
        }
        for correction in applying {
            parts = correction.apply(parts);
        }
        if has_condition {
            parts = conditions::with_conditions(parts);
        }
        parts::shape(&parts)
    }
}

fn has(children: &[u16], kinds: &[u16]) -> bool {
    children.iter().any(|child| kinds.contains(child))
}

impl Resolved {
    fn apply(&self, parts: Vec<Part>) -> Vec<Part> {
        match self.then {
            Then::KeepsOne => keeping_one(parts, &|_| true),
            Then::KeepsOneOf(_) => keeping_one(parts, &|part| part.holds(&self.kinds)),
            Then::Keeps(_) => keeping(parts, &|part| part.holds(&self.kinds)),
            Then::KeepsAll => keeping(parts, &|_| true),
            Then::KeepsAllBut(_) => keeping(parts, &|part| !part.holds(&self.kinds)),
            Then::KeepsFirst => keeping_first(parts),
            Then::Blocks(_) => labelled_blocks::in_blocks(parts, &self.kinds),
            Then::Nests => nesting(parts),
            Then::KeepsTrailing => each_list(parts, &without_options),
            Then::Lists => lists::recursive(parts),
            Then::Divides(_) => lists::divided(parts, &self.kinds),
            Then::GoesWhole => parts.into_iter().map(whole).collect(),
            Then::KeepsHead => keeping_head(parts),
            Then::Fills => parts.into_iter().map(lists::filled).collect(),
        }
    }
}

/// Does something to the parts of every list.
pub(crate) fn each_list(parts: Vec<Part>, change: &impl Fn(Vec<Part>) -> Vec<Part>) -> Vec<Part> {
    let changed = |part| match part {
        Part::Group(mut group) => {
            group.parts = each_list(group.parts, change);
            if group.is_list() {
                group.parts = change(group.parts);
            }
            Part::Group(group)
        }
        child @ Part::Child { .. } => child,
    };
    parts.into_iter().map(changed).collect()
}

/// Leading and trailing separators of a list go only when the list does.
fn without_options(items: Vec<Part>) -> Vec<Part> {
    let opened = |part| match part {
        Part::Group(Group { mark: Mark::Optional, parts, .. }) => parts,
        other => vec![other],
    };
    items.into_iter().flat_map(opened).collect()
}

/// Whatever may go and satisfies a predicate stays: options lose their mark, and lists are cut in
/// two where an item does. What is inside of others stays as long as they do.
pub(crate) fn keeping(parts: Vec<Part>, stays: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    for part in parts {
        match part {
            Part::Group(list) if list.is_list() => out.extend(cut(list, stays)),
            Part::Group(group) if stays(&Part::Group(group.clone())) => out.extend(group.parts),
            Part::Group(group) => out.push(Part::Group(keeping_inside(&group, stays))),
            child @ Part::Child { .. } => out.push(child),
        }
    }
    out
}

/// The same for what is inside of an item or an option that may go.
fn keeping_inside(group: &Group, stays: &impl Fn(&Part) -> bool) -> Group {
    let separator = group.parts[..group.separator].to_vec();
    let content = keeping(group.content().to_vec(), stays);
    Group { parts: [separator, content].concat(), ..*group }
}

/// A list cut in two by each item that stays. What comes after such an item keeps its separators,
/// and where there are separators something has to come before it.
fn cut(list: Group, stays: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let (Mark::Star(separator) | Mark::Plus(separator)) = list.mark else { return list.parts };
    let before = match separator {
        NO_SEPARATOR => Mark::Star(NO_SEPARATOR),
        _ => Mark::Plus(separator),
    };
    let mut out = Vec::new();
    let mut run = Vec::new();
    let inside = |part| match part {
        Part::Group(item) if !stays(&Part::Group(item.clone())) => {
            Part::Group(keeping_inside(&item, stays))
        }
        other => other,
    };
    for part in list.parts.into_iter().map(inside) {
        match part {
            Part::Group(item) if stays(&Part::Group(item.clone())) => {
                if !run.is_empty() {
                    out.push(Part::Group(Group::new(before, std::mem::take(&mut run))));
                }
                out.extend(item.parts);
            }
            other if !out.is_empty() => run.push(after_another(other)),
            other => run.push(other),
        }
    }
    let mark = if out.is_empty() { list.mark } else { Mark::Star(NO_SEPARATOR) };
    if !run.is_empty() {
        out.push(Part::Group(Group::new(mark, run)));
    }
    out
}

/// The first element of a list is none, but stands before it.
fn keeping_first(parts: Vec<Part>) -> Vec<Part> {
    let Some(at) = parts.iter().position(|part| matches!(part, Part::Group(g) if g.is_list()))
    else {
        return parts;
    };
    let mut parts = parts;
    if let Part::Group(list) = &mut parts[at]
        && let Some(Part::Group(first)) = list.parts.first().cloned()
        && is_item(&first)
    {
        list.parts.remove(0);
        list.mark = Mark::Star(NO_SEPARATOR);
        list.parts = std::mem::take(&mut list.parts).into_iter().map(after_another).collect();
        parts.splice(at..at, first.parts);
    }
    parts
}

/// The same where the list has a separator and comes second; what is left of it is not empty.
fn keeping_head(parts: Vec<Part>) -> Vec<Part> {
    let is_separated =
        |part: &Part| matches!(part, Part::Group(item) if is_item(item) && item.separator > 0);
    let is_meant = matches!(parts.get(1), Some(Part::Group(list))
        if list.is_list() && list.parts.get(1).is_some_and(is_separated));
    if !is_meant {
        return parts;
    }
    let mut parts = keeping_first(parts);
    for part in &mut parts {
        if let Part::Group(list) = part
            && list.is_list()
        {
            list.mark = Mark::Plus(NO_SEPARATOR);
        }
    }
    parts
}

/// An item of a list after something that stays: it keeps its separator.
pub(crate) fn after_another(part: Part) -> Part {
    match part {
        Part::Group(item) if is_item(&item) => {
            Part::Group(Group::new(Mark::Item { is_separated: false }, item.parts))
        }
        other => other,
    }
}

/// Lists and options together, where they follow each other, keep one element of those that count.
fn keeping_one(parts: Vec<Part>, counts: &impl Fn(&Part) -> bool) -> Vec<Part> {
    let mut out = Vec::new();
    let mut run: Vec<Group> = Vec::new();
    for part in parts {
        match part {
            Part::Group(group) if !run.is_empty() || counts_as_one(&group, counts) => {
                run.push(group);
            }
            other => {
                out.extend(one_list(std::mem::take(&mut run), counts));
                out.push(other);
            }
        }
    }
    out.extend(one_list(run, counts));
    out
}

fn counts_as_one(group: &Group, counts: &impl Fn(&Part) -> bool) -> bool {
    if group.is_list() {
        group.parts.iter().all(counts)
    } else {
        counts(&Part::Group(group.clone()))
    }
}

/// A list that keeps an element, of the elements of lists and of options. Options that do not count
/// are no elements; they live as long as one does.
fn one_list(run: Vec<Group>, counts: &impl Fn(&Part) -> bool) -> Option<Part> {
    let separator = match &run[..] {
        [] => return None,
        [Group { mark: Mark::Star(separator) | Mark::Plus(separator), .. }] => *separator,
        _ => NO_SEPARATOR,
    };
    let mut items = Vec::new();
    for group in run {
        if group.is_list() {
            items.extend(group.parts);
        } else if counts(&Part::Group(group.clone())) {
            let mark = Mark::Item { is_separated: false };
            items.push(Part::Group(Group { mark, ..group }));
        } else {
            items.push(Part::Group(group));
        }
    }
    Some(Part::Group(Group::new(Mark::Plus(separator), items)))
}

/// A list that may be empty is an option instead, its items no elements.
fn whole(part: Part) -> Part {
    match part {
        Part::Group(list) if matches!(list.mark, Mark::Star(_)) => {
            let opened = |part| match part {
                Part::Group(item) if is_item(&item) => item.parts,
                other => vec![other],
            };
            let parts = list.parts.into_iter().flat_map(opened).collect();
            Part::Group(Group::new(Mark::Optional, parts))
        }
        other => other,
    }
}

/// An option that follows another goes with it.
fn nesting(parts: Vec<Part>) -> Vec<Part> {
    let is_option = |part: &Part| matches!(part, Part::Group(g) if g.mark == Mark::Optional);
    let mut out: Vec<Part> = Vec::new();
    // From the end, so that the innermost is complete when it is moved.
    for part in parts.into_iter().rev() {
        let next = out.last().filter(|next| is_option(&part) && is_option(next));
        match (part, next.is_some()) {
            (Part::Group(mut option), true) => {
                option.parts.extend(out.pop());
                out.push(Part::Group(option));
            }
            (part, _) => out.push(part),
        }
    }
    out.reverse();
    out
}
