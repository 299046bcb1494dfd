//! What the tool would try on a document, one change at a time.

use crate::squeezed::squeeze;
use probdd_core::tree::{Sweep, Templates};
use probdd_core::{Edits, Kept, Search, Verdict};
use probdd_syntax::Document;
use std::collections::HashSet;
use std::sync::Arc;

/// The texts that a sweep and the templates ask about when no answer is yes, without blanks.
pub(crate) struct Offered(HashSet<String>);

impl Offered {
    pub(crate) fn by(document: &Document) -> Offered {
        let mut texts = HashSet::new();
        collect(document, Sweep::new(Arc::clone(document.tree())), &mut texts);
        collect(document, Templates::new(Arc::clone(document.tree())), &mut texts);
        Offered(texts)
    }

    pub(crate) fn contains(&self, squeezed: &str) -> bool {
        self.0.contains(squeezed)
    }
}

fn collect(
    document: &Document,
    mut search: impl Search<Change = Edits>,
    texts: &mut HashSet<String>,
) {
    let mut bytes = Vec::new();
    while let Some(query) = search.ask() {
        let mut kept = Kept::all(document.tree());
        kept.apply(document.tree(), &query.change);
        document.render(&kept, &mut bytes);
        texts.insert(squeeze(&String::from_utf8_lossy(&bytes)));
        search.tell(Verdict::Uninteresting);
    }
}
