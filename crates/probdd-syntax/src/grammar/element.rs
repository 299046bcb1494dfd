//! Elements: what a grammar rule is made of, in a normal form that shows its quantifiers.
//!
//! Elements are interned, so two of them are equal iff their ids are: that is how the two halves
//! of `x, repeat(',', x)` are recognised as one separated list. The constructors normalise:
//! nested sequences and choices are flat, `optional(repeat1(x))` is a star, a star of a star is
//! one star, `x, repeat(x)` is a plus, the stray separators around a list belong to it, and of two
//! alternatives of which one is the other with a part left out, that part is optional.

use std::collections::{HashMap, HashSet};

/// An interned [`Element`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ElementId(pub(crate) u32);

/// A rule of the grammar, by its index in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RuleId(pub(crate) u32);

/// A child as the tree shows it, and the rule or token that it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Symbol(pub(crate) u16);

/// A separated list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Separated {
    pub(crate) item: ElementId,
    pub(crate) separator: ElementId,
    /// Whether the list may be missing altogether.
    pub(crate) may_be_empty: bool,
    /// An optional separator before the first item.
    pub(crate) leading: Option<ElementId>,
    /// An optional separator after the last item.
    pub(crate) trailing: Option<ElementId>,
}

/// What a rule is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Element {
    /// Nothing that the tree shows, such as a hidden token.
    Empty,
    /// One visible child.
    Token(Symbol),
    /// A hidden rule that is still being expanded: recursion.
    Call(RuleId),
    /// One of several.
    Choice(Vec<ElementId>),
    /// One after the other.
    Sequence(Vec<ElementId>),
    /// Any number.
    Star(ElementId),
    /// At least one.
    Plus(ElementId),
    /// At most one, and removable.
    Optional(ElementId),
    /// The element or a hidden token: not removable.
    Silent(ElementId),
    /// A separated list.
    List(Separated),
}

impl Element {
    /// The elements inside this one.
    pub(crate) fn parts(&self) -> Vec<ElementId> {
        match self {
            Element::Empty | Element::Token(_) | Element::Call(_) => Vec::new(),
            Element::Choice(parts) | Element::Sequence(parts) => parts.clone(),
            Element::Star(part)
            | Element::Plus(part)
            | Element::Optional(part)
            | Element::Silent(part) => vec![*part],
            Element::List(list) => {
                [Some(list.item), Some(list.separator), list.leading, list.trailing]
                    .into_iter()
                    .flatten()
                    .collect()
            }
        }
    }
}

/// The elements of one grammar.
#[derive(Debug)]
pub(crate) struct Elements {
    arena: Vec<Element>,
    ids: HashMap<Element, ElementId>,
    /// The named kinds.
    named: HashSet<u16>,
}

impl Default for Elements {
    fn default() -> Self {
        let mut elements =
            Elements { arena: Vec::new(), ids: HashMap::new(), named: HashSet::new() };
        elements.intern(Element::Empty);
        elements
    }
}

impl Elements {
    /// The empty element.
    pub(crate) const EMPTY: ElementId = ElementId(0);

    /// No elements yet, for a grammar with these named kinds.
    pub(crate) fn with_named(named: impl IntoIterator<Item = u16>) -> Elements {
        Elements { named: named.into_iter().collect(), ..Elements::default() }
    }

    pub(crate) fn is_named(&self, symbol: Symbol) -> bool {
        self.named.contains(&symbol.0)
    }

    pub(crate) fn len(&self) -> usize {
        self.arena.len()
    }

    pub(crate) fn get(&self, id: ElementId) -> &Element {
        &self.arena[id.0 as usize]
    }

    fn intern(&mut self, element: Element) -> ElementId {
        if let Some(id) = self.ids.get(&element) {
            return *id;
        }
        let id = ElementId(u32::try_from(self.arena.len()).unwrap_or(u32::MAX));
        self.arena.push(element.clone());
        self.ids.insert(element, id);
        id
    }

    /// A visible child.
    pub(crate) fn token(&mut self, symbol: Symbol) -> ElementId {
        self.intern(Element::Token(symbol))
    }

    /// A recursive use of a hidden rule.
    pub(crate) fn call(&mut self, rule: RuleId) -> ElementId {
        self.intern(Element::Call(rule))
    }

    /// `inner`, or a hidden token.
    pub(crate) fn silent(&mut self, inner: ElementId) -> ElementId {
        match self.get(inner) {
            Element::Empty | Element::Silent(_) | Element::Optional(_) | Element::Star(_) => inner,
            _ => self.intern(Element::Silent(inner)),
        }
    }

    /// `optional(inner)`.
    pub(crate) fn optional(&mut self, inner: ElementId) -> ElementId {
        match self.get(inner).clone() {
            Element::Empty | Element::Star(_) | Element::Optional(_) => inner,
            Element::Plus(item) => self.intern(Element::Star(item)),
            Element::Silent(inner) => self.optional(inner),
            Element::List(list) => {
                self.intern(Element::List(Separated { may_be_empty: true, ..list }))
            }
            _ => self.intern(Element::Optional(inner)),
        }
    }

    /// `repeat(item)`.
    pub(crate) fn star(&mut self, item: ElementId) -> ElementId {
        match self.repeated(item) {
            Elements::EMPTY => Elements::EMPTY,
            item => self.intern(Element::Star(item)),
        }
    }

    /// `repeat1(item)`.
    pub(crate) fn plus(&mut self, item: ElementId) -> ElementId {
        let may_be_empty =
            matches!(self.get(item), Element::Star(_) | Element::Optional(_) | Element::Silent(_));
        match (self.repeated(item), may_be_empty) {
            (Elements::EMPTY, _) => Elements::EMPTY,
            (item, true) => self.intern(Element::Star(item)),
            (item, false) => self.intern(Element::Plus(item)),
        }
    }

    /// The element that a repetition of `item` repeats: the item without quantifiers of its own.
    fn repeated(&mut self, item: ElementId) -> ElementId {
        match self.get(item).clone() {
            Element::Star(inner)
            | Element::Plus(inner)
            | Element::Optional(inner)
            | Element::Silent(inner) => inner,
            Element::Choice(members) => {
                let members = members.iter().map(|member| self.repeated(*member)).collect();
                self.choice(members)
            }
            _ => item,
        }
    }

    /// `choice(members...)`. An empty member is a hidden token.
    pub(crate) fn choice(&mut self, members: Vec<ElementId>) -> ElementId {
        let mut flat = Vec::new();
        let (mut is_silent, mut is_optional) = (false, false);
        for member in members {
            match self.get(member) {
                Element::Empty => is_silent = true,
                Element::Choice(inner) => flat.extend_from_slice(inner),
                Element::Silent(inner) => {
                    is_silent = true;
                    self.extend_with_alternatives(*inner, &mut flat);
                }
                Element::Optional(inner) => {
                    is_optional = true;
                    self.extend_with_alternatives(*inner, &mut flat);
                }
                _ => flat.push(member),
            }
        }
        let mut seen = HashSet::new();
        flat.retain(|member| seen.insert(*member));
        self.merge_alternatives(&mut flat);
        let chosen = match flat[..] {
            [] => return Elements::EMPTY,
            [only] => only,
            _ => self.intern(Element::Choice(flat)),
        };
        match (is_optional, is_silent) {
            (true, _) => self.optional(chosen),
            (false, true) => self.silent(chosen),
            (false, false) => chosen,
        }
    }

    fn extend_with_alternatives(&self, id: ElementId, flat: &mut Vec<ElementId>) {
        match self.get(id) {
            Element::Choice(inner) => flat.extend_from_slice(inner),
            _ => flat.push(id),
        }
    }

    /// `seq(members...)`.
    pub(crate) fn sequence(&mut self, members: &[ElementId]) -> ElementId {
        let mut flat: Vec<ElementId> = Vec::new();
        for member in members {
            match self.get(*member).clone() {
                Element::Empty => {}
                Element::Sequence(inner) => {
                    for part in inner {
                        self.push_part(&mut flat, part);
                    }
                }
                _ => self.push_part(&mut flat, *member),
            }
        }
        match flat[..] {
            [] => Elements::EMPTY,
            [only] => only,
            _ => self.intern(Element::Sequence(flat)),
        }
    }

    /// Appends to a sequence, merging with the last part when both make one list.
    fn push_part(&mut self, flat: &mut Vec<ElementId>, part: ElementId) {
        flat.push(part);
        while self.merge_tail(flat) {}
    }

    /// Replaces the last parts of a sequence by the one list that they are, if they are one.
    fn merge_tail(&mut self, flat: &mut Vec<ElementId>) -> bool {
        if self.merge_separated(flat) {
            return true;
        }
        let [.., before, last] = flat[..] else { return false };
        let Some(merged) = self.merge(before, last) else { return false };
        flat.truncate(flat.len() - 2);
        flat.push(merged);
        true
    }

    fn merge(&mut self, before: ElementId, after: ElementId) -> Option<ElementId> {
        match (self.get(before).clone(), self.get(after).clone()) {
            // `x, repeat(x)` and `repeat(x), x`
            (_, Element::Star(item) | Element::Plus(item)) if item == before => {
                Some(self.plus(item))
            }
            (Element::Star(item), _) if item == after => Some(self.plus(item)),
            // a leading or a trailing separator
            (Element::Optional(leading), Element::List(list))
                if self.is_separator(&list, leading) && list.leading.is_none() =>
            {
                Some(self.intern(Element::List(Separated { leading: Some(leading), ..list })))
            }
            (Element::List(list), Element::Optional(trailing))
                if list.trailing.is_none() && self.is_trailing(&list, trailing) =>
            {
                Some(self.intern(Element::List(Separated { trailing: Some(trailing), ..list })))
            }
            _ => None,
        }
    }

    fn is_separator(&self, list: &Separated, id: ElementId) -> bool {
        let visible = |id: ElementId| match self.get(id) {
            Element::Silent(inner) => *inner,
            _ => id,
        };
        visible(id) == visible(list.separator)
    }

    /// Whether `optional(trailing)` after a list is its separator, perhaps followed by options.
    fn is_trailing(&self, list: &Separated, trailing: ElementId) -> bool {
        if self.is_separator(list, trailing) {
            return true;
        }
        let Element::Sequence(parts) = self.get(trailing) else { return false };
        let is_rest_optional = |parts: &[ElementId]| {
            parts.iter().all(|part| matches!(self.get(*part), Element::Optional(_)))
        };
        parts.first() == Some(&list.separator) && is_rest_optional(&parts[1..])
    }

    /// Merges `x.., repeat(sep.., x..)`; the item may be several parts of the sequence.
    fn merge_separated(&mut self, flat: &mut Vec<ElementId>) -> bool {
        let Some(&repetition) = flat.last() else { return false };
        let (Element::Star(group) | Element::Plus(group)) = *self.get(repetition) else {
            return false;
        };
        let Element::Sequence(group) = self.get(group).clone() else { return false };
        let before = &flat[..flat.len() - 1];
        if before.ends_with(&group) {
            // `x, y, repeat(x, y)`
            flat.truncate(before.len() - group.len());
            let group = self.sequence(&group);
            flat.push(self.plus(group));
            return true;
        }
        let longest = (group.len() - 1).min(before.len());
        let Some(width) =
            (1..=longest).rev().find(|width| before.ends_with(&group[group.len() - width..]))
        else {
            return false;
        };
        let (separator, item) = group.split_at(group.len() - width);
        let separator = self.sequence(separator);
        let item = self.sequence(item);
        flat.truncate(flat.len() - 1 - width);
        let list =
            Separated { item, separator, may_be_empty: false, leading: None, trailing: None };
        flat.push(self.intern(Element::List(list)));
        true
    }

    /// Turns direct left recursion, `a: choice(seq(a, x), y)`, into a repetition:
    /// `seq(y, repeat(x))`.
    pub(crate) fn without_left_recursion(&mut self, rule: RuleId, body: ElementId) -> ElementId {
        let Element::Choice(members) = self.get(body).clone() else { return body };
        let call = self.call(rule);
        let (mut starts, mut steps) = (Vec::new(), Vec::new());
        for member in members {
            match self.get(member).clone() {
                Element::Sequence(parts) if parts[0] == call => {
                    steps.push(self.sequence(&parts[1..]));
                }
                _ => starts.push(member),
            }
        }
        if steps.is_empty() || starts.is_empty() {
            return body;
        }
        let start = self.choice(starts);
        let step = self.choice(steps);
        let steps = self.star(step);
        self.sequence(&[start, steps])
    }
}
