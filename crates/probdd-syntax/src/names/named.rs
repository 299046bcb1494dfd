//! Where names occur, and which occurrences may be definitions, found without knowing the language.
//!
//! A definition may stand before its uses or after them. Most names are defined once and used often,
//! so a context (see `words`) in which most words occur only once is likely one of definitions. The
//! occurrences of a word in its context of this kind may define it.

use super::words::{Context, context, leaves};
use crate::document::Document;
use probdd_core::{Names, NodeId, Occurrence, Word, words};
use std::collections::HashMap;

impl Document {
    /// Where names occur, and which occurrences may be definitions.
    pub fn names(&self) -> Names {
        let mut found = Vec::new();
        for (node, text) in leaves(&self.tree, &self.tokens, &self.text) {
            if let Some(word) = name(text) {
                found.push(Found { word, context: context(&self.tree, node), node });
            }
        }
        let contexts = Contexts::of(&found);
        let defining = contexts.defining(&found);
        let occurrence = |it: &Found| Occurrence {
            word: it.word,
            token: self.tree.node(it.node).first_token,
            is_definition: defining[&it.word] == it.context,
            context: probdd_core::Context(
                [it.context.0, it.context.1, it.context.2].map(|kind| kind.0),
            ),
        };
        Names::new(found.iter().map(occurrence).collect())
    }
}

/// The name that a token is, without a sign before it, such as `$`.
fn name(text: &[u8]) -> Option<Word> {
    let mut parts = words(text);
    let only = parts.next().filter(|_| parts.next().is_none());
    only.map(Word::of)
}

/// An occurrence of a name.
struct Found {
    word: Word,
    context: Context,
    node: NodeId,
}

/// How many words a context needs before its share of different ones counts much.
const LEANING: f64 = 2.0;

/// For each context, the number of different words, and of all.
struct Contexts(HashMap<Context, (u32, u32)>);

impl Contexts {
    fn of(found: &[Found]) -> Contexts {
        let mut counts: HashMap<(Word, Context), u32> = HashMap::new();
        for it in found {
            *counts.entry((it.word, it.context)).or_default() += 1;
        }
        let mut contexts: HashMap<Context, (u32, u32)> = HashMap::new();
        for ((_, context), count) in counts {
            let (different, all) = contexts.entry(context).or_default();
            *different += 1;
            *all += count;
        }
        Contexts(contexts)
    }

    /// The share of different words among all of a context, which leans to 0 where few are known.
    fn share(&self, context: Context) -> f64 {
        let (different, all) = self.0[&context];
        f64::from(different) / (f64::from(all) + LEANING)
    }

    /// The likeliest context of the definitions of each word; of equally likely ones, the one in which
    /// the word occurs first.
    fn defining(&self, found: &[Found]) -> HashMap<Word, Context> {
        let mut defining: HashMap<Word, Context> = HashMap::new();
        for Found { word, context, .. } in found {
            let known = defining.entry(*word).or_insert(*context);
            if self.share(*context) > self.share(*known) {
                *known = *context;
            }
        }
        defining
    }
}

#[cfg(all(test, feature = "c"))]
mod tests {
    use crate::{Language, parse};
    use probdd_core::Word;

    /// The lines of a C program on which a word may be defined, and those on which it is used.
    fn lines(text: &str, word: &str) -> (Vec<usize>, Vec<usize>) {
        let document = parse(Language::by_name("c").expect("built in"), text.as_bytes());
        let names = document.names();
        let line = |token: u32| {
            let start = document.tokens.bytes(token as usize).start;
            text[..start].matches('\n').count() + 1
        };
        let of = |defines: bool| {
            let occurrences = names.of(Word::of(word.as_bytes())).iter();
            let such = occurrences.filter(|it| it.is_definition == defines);
            such.map(|it| line(it.token)).collect()
        };
        (of(true), of(false))
    }

    #[test]
    fn a_definition_may_stand_before_or_after_its_uses() {
        let text = "int main(void) { f(); g(); f(); return g() + x; }\nint f(void) { return 1; }\n                    int g(void) { return f(); }\nint x = 3;\n";
        assert_eq!(lines(text, "f"), (vec![2], vec![1, 1, 3]));
        assert_eq!(lines(text, "g"), (vec![3], vec![1, 1]));
        let text = "int f(void) { return 1; }\nint g(void) { return f() + f(); }\n";
        assert_eq!(lines(text, "f"), (vec![1], vec![2, 2]));
    }
}
