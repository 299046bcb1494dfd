//! Which contexts are those of definitions, and what the scopes of the names are.

use super::scan::{Context, DEPTH, Name, Place};
use probdd_core::NodeId;
use std::collections::{HashMap, HashSet};

/// A context of definitions has at least so many names, ...
const FEWEST: usize = 3;

/// ... of which at least this share of its occurrences are the only ones in their scopes, ...
const ONCE: f64 = 0.9;

/// ... and at least this share occurs elsewhere, too, ...
const USED: f64 = 0.5;

/// ... mostly in these scopes, ...
const INSIDE: f64 = 0.8;

/// ... and, without a sign that marks it, at least this share of the lines.
const LINES: f64 = 0.25;

/// The contexts of definitions.
pub(super) struct Contexts<'a>(HashMap<Context<'a>, Defining>);

/// What a context defines.
#[derive(Clone, Copy, Debug)]
struct Defining {
    /// How deep the scopes of the names are.
    depth: usize,
    /// How many names it defines.
    names: usize,
}

impl<'a> Contexts<'a> {
    /// Those of a text with some names. Scopes are as large as possible.
    pub(super) fn of(names: &[Name<'a>]) -> Contexts<'a> {
        let lines = names.iter().filter(|name| name.context.place == Place::First).count();
        let mut found = HashMap::new();
        for depth in 0..=DEPTH {
            for (context, names) in at_depth(names, lines, depth) {
                found.entry(context).or_insert(Defining { depth, names });
            }
        }
        Contexts(found)
    }

    /// The context that defines a name, of which these are the occurrences, and the depth of its scopes:
    /// of several the one with the most names, of those the first.
    pub(super) fn defining(&self, of_name: &[&Name<'a>]) -> Option<(Context<'a>, usize)> {
        let known =
            of_name.iter().filter_map(|name| Some((name.context, self.0.get(&name.context)?)));
        let best = known.reduce(|best, next| if next.1.names > best.1.names { next } else { best });
        best.map(|(context, defining)| (context, defining.depth))
    }
}

/// A name in a scope.
type Scoped<'a> = (&'a [u8], NodeId);

/// The occurrences in a context, and of its names elsewhere.
#[derive(Default)]
struct Counts<'a> {
    all: usize,
    names: HashSet<Scoped<'a>>,
    elsewhere: usize,
    /// Those elsewhere that are in the scope of a name.
    inside: usize,
    used: HashSet<Scoped<'a>>,
}

impl Counts<'_> {
    /// Whether each name is there once.
    fn is_once(&self, context: &Context<'_>, lines: usize) -> bool {
        let is_at_least = |share: f64, of: usize, count: usize| count as f64 >= share * of as f64;
        self.names.len() >= FEWEST
            && is_at_least(ONCE, self.all, self.names.len())
            && (context.is_marked() || is_at_least(LINES, lines, self.all))
    }

    /// Whether the names are used, in their scopes.
    fn is_used(&self) -> bool {
        self.inside as f64 >= INSIDE * self.elsewhere as f64
            && self.used.len() as f64 >= USED * self.names.len() as f64
    }
}

/// The contexts of definitions whose scopes are so deep, and how many names each defines.
fn at_depth<'a>(
    names: &[Name<'a>],
    lines: usize,
    depth: usize,
) -> impl Iterator<Item = (Context<'a>, usize)> {
    let mut contexts: HashMap<Context<'a>, Counts<'a>> = HashMap::new();
    for name in names.iter().filter(|name| name.context.may_define()) {
        let counts = contexts.entry(name.context).or_default();
        counts.all += 1;
        counts.names.insert((name.text, name.scope(depth)));
    }
    contexts.retain(|context, counts| counts.is_once(context, lines));
    let mut of_text: HashMap<&[u8], HashSet<Context<'a>>> = HashMap::new();
    for (context, counts) in &contexts {
        for (text, _) in &counts.names {
            of_text.entry(text).or_default().insert(*context);
        }
    }
    for name in names {
        let others = of_text.get(name.text).into_iter().flatten();
        for context in others.filter(|context| **context != name.context) {
            let Some(counts) = contexts.get_mut(context) else { continue };
            let scoped = (name.text, name.scope(depth));
            counts.elsewhere += 1;
            if counts.names.contains(&scoped) {
                counts.inside += 1;
                counts.used.insert(scoped);
            }
        }
    }
    contexts.retain(|_, counts| counts.is_used());
    contexts.into_iter().map(|(context, counts)| (context, counts.names.len()))
}
