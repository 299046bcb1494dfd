//! The candidates that the tool would try on a document, one change at a time.

use probdd_core::tree::{self, Perses, TreeConfiguration};
use probdd_core::{Edits, Kept, Links, Search, Sweep, Verdict};
use probdd_syntax::Document;
use std::collections::HashSet;
use std::sync::Arc;

/// The candidates of a sweep and of the templates when none is interesting, without blanks.
pub(crate) struct Offered(HashSet<Vec<u8>>);

impl Offered {
    pub(crate) fn by(document: &Document) -> Offered {
        let mut texts = HashSet::new();
        let tree = || Arc::clone(document.tree());
        let sweep = |start: &TreeConfiguration| Sweep::new(start, Links::default());
        collect(document, tree::search(tree(), sweep), &mut texts);
        collect(document, tree::search(tree(), Perses::templates), &mut texts);
        Offered(texts)
    }

    pub(crate) fn contains(&self, squeezed: &str) -> bool {
        self.0.contains(squeezed.as_bytes())
    }
}

fn collect(
    document: &Document,
    mut search: impl Search<Change = Edits>,
    texts: &mut HashSet<Vec<u8>>,
) {
    let mut bytes = Vec::new();
    while let Some(query) = search.ask() {
        let mut kept = Kept::all(document.tree());
        kept.apply(document.tree(), &query.change);
        document.render(&kept, &mut bytes);
        bytes.retain(|byte| !byte.is_ascii_whitespace());
        texts.insert(bytes.clone());
        search.tell(&Verdict::Uninteresting.into());
    }
}
