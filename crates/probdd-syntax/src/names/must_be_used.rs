//! Definitions that a compiler refuses if nothing uses them, as Go does imports and local variables.

use super::named_tree::NamedTree;
use super::words::name_of_path;
use crate::document::Document;
use crate::language::Language;
use probdd_core::{MustBeUsed, NodeId, Word};
use std::sync::Arc;

/// How many tokens of the removable node may stand around the definition: a separator, and a word such as
/// `import`.
const AROUND: usize = 2;

impl Document {
    /// The same document, whose tree knows which definitions must be used.
    pub(crate) fn with_must_be_used(mut self, language: &Language) -> Document {
        let kinds = language.facts.must_be_used;
        let model = language.loaded().map(|loaded| &loaded.model);
        let Some(model) = model.filter(|_| !kinds.is_empty()) else { return self };
        let (table, text, kinds_table) = (&self.tokens, &self.text, model.kinds());
        let source = NamedTree { tree: &self.tree, table, text, kinds: kinds_table };
        let links = self.links(Some(language));
        let must_be_used = |node: NodeId| {
            let tokens = self.tree.node(node).tokens();
            let links = links.of(tokens.clone()).iter();
            let outside = links.filter(|(_, by)| *by as usize >= tokens.end);
            let (names, uses): (Vec<u32>, Vec<u32>) = outside.copied().unzip();
            let word = |token: u32| Word::of(name_of_path(source.word(token)));
            MustBeUsed { node, uses, names: names.into_iter().map(word).collect() }
        };
        let is_refused = |node: &NodeId| {
            let kind = source.kind(*node);
            let is_inside =
                |around: &str| self.tree.ancestors(*node).any(|id| source.kind(id) == around);
            kinds.iter().any(|(name, around)| *name == kind && is_inside(around))
        };
        let definitions = self.tree.nodes().map(|(id, _)| id).filter(is_refused);
        let removable = definitions.filter_map(|node| removable(source, node));
        let found: Vec<MustBeUsed> =
            removable.map(must_be_used).filter(|definition| !definition.uses.is_empty()).collect();
        let tree = Arc::unwrap_or_clone(self.tree);
        self.tree = Arc::new(tree.with_must_be_used(found));
        self
    }
}

/// The removable node that consists of a definition and little else.
fn removable(source: NamedTree<'_>, definition: NodeId) -> Option<NodeId> {
    let tree = source.tree;
    let size = tree.node(definition).tokens().len();
    let around = std::iter::once(definition).chain(tree.ancestors(definition));
    let mut around = around.take_while(|id| tree.node(*id).tokens().len() <= size + AROUND);
    around.find(|id| tree.is_removable(*id))
}

#[cfg(all(test, feature = "go"))]
mod tests {
    use crate::{Language, parse};
    use probdd_core::Word;

    const TEXT: &str = "\
package a

import \"io\"
import \"os\"
import (
\t\"fmt\"
\tother \"example.org/log/v2\"
\t\"unicode/utf8\"
\t\"example.org/yaml/v3\"
)

var global = 1

func f(b []byte) {
\tx := utf8.RuneCount(b)
\tif y := yaml.Parse(b); y > 0 {
\t\tprint(y)
\t}
\tvar z = fmt.Sprint(x)
\tg := func(a int) int { return a }
\tother.Print(z, global, io.EOF, g)
}
";

    #[test]
    fn imports_and_local_variables_must_be_used_with_all_that_defines_them() {
        let language = Language::by_name("go").expect("built in");
        let document = parse(language, TEXT.as_bytes());
        let tree = document.tree();
        let text = |tokens: std::ops::Range<usize>| {
            let bytes = document.tokens.bytes(tokens.start).start
                ..document.tokens.bytes(tokens.end - 1).end;
            &TEXT[bytes]
        };
        let found = tree.must_be_used().iter().map(|definition| {
            let uses: Vec<&str> =
                definition.uses.iter().map(|by| text(*by as usize..*by as usize + 1)).collect();
            (text(tree.node(definition.node).tokens()).trim(), uses.join(" "))
        });
        let found: Vec<(&str, String)> = found.collect();
        let wanted = [
            ("import \"io\"", "io"),
            ("\"fmt\"", "fmt"),
            ("other \"example.org/log/v2\"", "other"),
            ("\"unicode/utf8\"", "utf8"),
            ("\"example.org/yaml/v3\"", "yaml"),
            ("x := utf8.RuneCount(b)", "x"),
            ("y := yaml.Parse(b);", "y y"),
            ("var z = fmt.Sprint(x)", "z"),
            ("g := func(a int) int { return a }", "g"),
        ];
        assert_eq!(found, wanted.map(|(node, uses)| (node, uses.to_owned())));
        let names = &tree.must_be_used()[3].names;
        assert_eq!(names[..], [Word::of(b"utf8")]);
    }
}
