//! Small trees for tests, written down in a line.

use crate::{Kind, Role, Slot, Tree, TreeBuilder};
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// The tree of a sketch: `x` is a token; a node is its name and its content in brackets. Names: `*`
/// star, `+` plus, `i` item, `?` optional, and two letters for a regular node, its kind and the
/// position it stands at. `fits` lists positions, each followed by the kinds that fit it.
pub(crate) fn tree(sketch: &str, fits: &[&str]) -> Arc<Tree> {
    let mut builder = TreeBuilder::default();
    let mut letters = sketch.chars().filter(|letter| *letter != ' ');
    while let Some(letter) = letters.next() {
        let role = match letter {
            'x' => {
                builder.token(true);
                continue;
            }
            ')' => {
                builder.close();
                continue;
            }
            '*' => Role::Star,
            '+' => Role::Plus,
            'i' => Role::Item,
            '?' => Role::Optional,
            _ => Role::Regular,
        };
        if role == Role::Regular {
            let position = letters.next().expect("a kind is followed by a position");
            builder.open(Kind(number(letter)), role, Slot(number(position)));
        } else {
            builder.open(Kind::NONE, role, Slot::NONE);
        }
        assert_eq!(letters.next(), Some('('), "a name is followed by a bracket");
    }
    let mut table = vec![FixedBitSet::with_capacity(128); 128];
    for row in fits {
        let mut numbers = row.chars().map(|letter| usize::from(number(letter)));
        let slot = numbers.next().expect("a row begins with a position");
        numbers.for_each(|kind| table[slot].insert(kind));
    }
    Arc::new(builder.finish(table.into()))
}

fn number(letter: char) -> u16 {
    u16::try_from(u32::from(letter)).expect("names are ASCII letters")
}
