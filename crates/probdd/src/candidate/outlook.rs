//! What a search believes of nodes, as what it believes of the tokens of the best candidate.

use probdd_core::{Belief, Kept, NodeId, Tree};
use probdd_exec::Span;

/// No more text than this stands between two tokens, as far as anybody wants to see.
const LONGEST_GAP: usize = 1 << 12;

/// What is believed of each kept token: that of the innermost undecided node around it, and nothing if
/// there is none.
pub(crate) fn needed(tree: &Tree, kept: &Kept, undecided: &[Belief]) -> Vec<(usize, Option<f64>)> {
    let mut beliefs: Vec<&Belief> = undecided.iter().collect();
    // In preorder, a node comes after the nodes around it.
    beliefs.sort_unstable_by_key(|belief| belief.element);
    let mut next = beliefs.into_iter().peekable();
    let mut around: Vec<(usize, f64)> = Vec::new();
    let believed = |token: usize| {
        let begins = |belief: &&Belief| tree.node(NodeId(belief.element)).tokens().start <= token;
        while let Some(belief) = next.next_if(begins) {
            let tokens = tree.node(NodeId(belief.element)).tokens();
            while around.pop_if(|(end, _)| *end <= tokens.start).is_some() {}
            around.push((tokens.end, belief.needed));
        }
        while around.pop_if(|(end, _)| *end <= token).is_some() {}
        (token, around.last().map(|(_, needed)| *needed))
    };
    kept.tokens().ones().map(believed).collect()
}

/// Where tokens lie in a text, one behind another.
pub(crate) fn spans<'t>(
    text: &[u8],
    tokens: impl Iterator<Item = (&'t [u8], Option<f64>)>,
) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut behind = 0;
    for (token, needed) in tokens.filter(|(token, _)| !token.is_empty()) {
        let near = &text[behind..text.len().min(behind + token.len() + LONGEST_GAP)];
        let Some(gap) = memchr::memmem::find(near, token) else { continue };
        let bytes = behind + gap..behind + gap + token.len();
        behind = bytes.end;
        match spans.last_mut() {
            Some(last) if last.needed == needed => {
                (last.bytes.end, last.tokens) = (bytes.end, last.tokens + 1);
            }
            _ => spans.push(Span { bytes, tokens: 1, needed }),
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use probdd_syntax::Document;

    #[test]
    fn a_token_has_the_belief_of_the_innermost_node_around_it() {
        let document: Document = crate::settings::Structure::Units(probdd_syntax::Unit::Bracket)
            .parse(b"{ a { b } } c", &|| false);
        let tree = document.tree();
        let at = |text: &[u8]| {
            let token = (0..tree.token_count())
                .find(|token| document.token(*token) == text)
                .expect("it is there");
            let covers = |tokens: std::ops::Range<usize>| tokens.contains(&token);
            let nodes = tree.nodes().filter(|(id, node)| id.0 > 0 && covers(node.tokens()));
            nodes.map(|(id, _)| id).collect::<Vec<_>>()
        };
        let outermost = at(b"a")[0];
        let inner = *at(b"b").last().expect("a token has a node");
        let undecided = [(inner, 0.9), (outermost, 0.2)]
            .map(|(node, needed)| Belief { element: node.0, needed });
        let kept = Kept::all(tree);
        let mut best = Vec::new();
        document.render(&kept, &mut best);
        let needed = needed(tree, &kept, &undecided);
        let tokens = needed.into_iter().map(|(token, needed)| (document.token(token), needed));
        let spans = spans(&best, tokens);
        let of = |text: &str| {
            let at = String::from_utf8_lossy(&best).find(text).expect("it is there");
            spans.iter().find(|span| span.bytes.contains(&at)).and_then(|span| span.needed)
        };
        assert_eq!([of("a"), of("b"), of("c")], [Some(0.2), Some(0.9), None]);
    }

    #[test]
    fn equal_neighbours_are_one_span_and_gaps_do_not_matter() {
        let tokens = [("a", None), ("b", None), ("b", Some(0.5))];
        let tokens = tokens.iter().map(|(text, needed)| (text.as_bytes(), *needed));
        let spans = spans(b"a  b /* b */ b", tokens);
        let expected = [(0..4, 2, None), (8..9, 1, Some(0.5))];
        let expected = expected.map(|(bytes, tokens, needed)| Span { bytes, tokens, needed });
        // A comment that is no token of the tree is taken for the token; it is a picture.
        assert_eq!(spans[0], expected[0]);
        assert_eq!(spans.len(), 2);
    }
}
