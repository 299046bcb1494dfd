//! How deep the elements of a text nest, without a parser.

use crate::text::pairs::{Closer, Pairs};
use crate::text::tags::{Tag, closer, tag};
use memchr::{memchr_iter, memmem};

/// Elements of HTML that consist of one tag, unless the text closes one of them.
const VOID: [&[u8]; 13] = [
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta",
    b"source", b"track", b"wbr",
];

/// Elements of HTML that end where the next one of the same name begins.
const ALONE: [&[u8]; 12] =
    [b"p", b"li", b"dt", b"dd", b"tr", b"td", b"th", b"thead", b"tbody", b"option", b"rt", b"rp"];

/// The greatest number of open elements in a text.
pub(super) fn tag_depth(text: &[u8]) -> usize {
    let (void, alone) = (void(text), ALONE.map(closer));
    let (mut pairs, mut end, mut deepest) = (Pairs::new(), 0, 0);
    for at in memchr_iter(b'<', text) {
        if at < end {
            continue;
        }
        let (found, after) = tag(text, at);
        end = after;
        match found {
            Tag::Opening(closer) if void.contains(&closer) => {}
            Tag::Opening(closer) => {
                if alone.contains(&closer) {
                    end_neighbour(&mut pairs, closer, &alone);
                }
                pairs.open(at, closer);
                deepest = deepest.max(pairs.depth());
            }
            Tag::Closing(closer) => drop(pairs.close(closer)),
            Tag::Empty | Tag::Other => {}
        }
    }
    deepest
}

/// The elements that no tag of this text closes.
fn void(text: &[u8]) -> Vec<Closer> {
    let is_closed = |name: &[u8]| memmem::find(text, &[b"</", name, b">"].concat()).is_some();
    VOID.into_iter().filter(|name| !is_closed(name)).map(closer).collect()
}

/// Closes an element that ends where the next one begins, if only such elements are open inside.
fn end_neighbour(pairs: &mut Pairs, next: Closer, alone: &[Closer]) {
    if pairs.closers().take_while(|closer| alone.contains(closer)).any(|closer| closer == next) {
        pairs.close(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(text: &str) -> usize {
        tag_depth(text.as_bytes())
    }

    #[test]
    fn open_elements_count_until_they_are_closed() {
        assert_eq!(depth(&"<a><b>x</b></a>".repeat(9)), 2);
        assert_eq!(depth(&("<a>".repeat(900) + "x" + &"</a>".repeat(900))), 900);
        assert_eq!(depth("<a b='<c><d>'><e/><!-- <f><g> --></a>"), 1);
        assert_eq!(depth("int a = b < c || d<e> f;"), 1);
    }

    #[test]
    fn elements_without_an_end_do_not_add_up() {
        assert_eq!(depth(&("<body>".to_owned() + &"<p>a<br>b<img src=c>".repeat(900))), 2);
        let table = "<table>".to_owned() + &"<tr><td>a<td>b".repeat(900);
        assert_eq!(depth(&table), 3);
        assert_eq!(depth(&format!("<table><tr><td>{table}")), 6);
        assert_eq!(depth(&("<link>".repeat(9) + &"</link>".repeat(9))), 9);
    }
}
