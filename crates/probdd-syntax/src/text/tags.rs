//! Tags, as far as `<`, `>` and quotes tell.

use super::pairs::Closer;
use super::tokens::is_word;
use memchr::{memchr, memchr3, memmem};

/// Elements whose content is a text in another language, up to their closing tag.
const RAW: [&[u8]; 2] = [b"script", b"style"];

/// Text that contains no tags: what begins and ends it.
const OPAQUE: [(&[u8], &[u8]); 4] =
    [(b"<!--", b"-->"), (b"<![CDATA[", b"]]>"), (b"<?", b"?>"), (b"<!", b">")];

/// What begins with `<`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tag {
    /// An opening tag, and what closes it.
    Opening(Closer),
    Closing(Closer),
    /// An element that is one tag.
    Empty,
    /// A comment or the like, or `<` itself.
    Other,
}

/// Whether a text consists of elements: it begins with a tag.
pub(crate) fn has_tags(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text).trim_ascii_start();
    let begins_name = |byte: &u8| byte.is_ascii_alphabetic() || matches!(byte, b'!' | b'?' | b'/');
    text.first() == Some(&b'<') && text.get(1).is_some_and(begins_name)
}

/// What begins with the `<` at a byte, and where it ends.
pub(crate) fn tag(text: &[u8], at: usize) -> (Tag, usize) {
    let rest = &text[at..];
    if let Some((begin, end)) = OPAQUE.iter().find(|(begin, _)| rest.starts_with(begin)) {
        let found = memmem::find(&rest[begin.len()..], end);
        let length = found.map_or(1, |found| begin.len() + found + end.len());
        return (Tag::Other, at + length);
    }
    if rest.starts_with(b"</") {
        let end = memchr(b'>', rest).map_or(at + 1, |found| at + found + 1);
        return (Tag::Closing(closer(name(rest, 2))), end);
    }
    match end_of_tag(text, at) {
        Some(end) if is_empty_tag(text, end - 1) => (Tag::Empty, end),
        Some(end) if !name(rest, 1).is_empty() => (Tag::Opening(closer(name(rest, 1))), end),
        _ => (Tag::Other, at + 1),
    }
}

/// Where the text of an element ends that the tag at a byte begins, if that is no markup.
pub(crate) fn end_of_raw(text: &[u8], tag: usize, content: usize) -> Option<usize> {
    let name = name(&text[tag..], 1);
    let is_raw = RAW.iter().any(|raw| raw.eq_ignore_ascii_case(name));
    let closing = [b"</", name].concat();
    is_raw.then(|| memmem::find(&text[content..], &closing).map(|found| content + found)).flatten()
}

/// The end of the tag that begins at a byte: its first `>` that is not quoted.
pub(crate) fn end_of_tag(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr3(b'>', b'"', b'\'', text.get(at..)?)?;
        let byte = text[at];
        at += 1;
        match byte {
            b'>' => return Some(at),
            quote => at += memchr(quote, &text[at..])? + 1,
        }
    }
}

/// Whether the `>` at a byte ends an element that is one tag.
pub(crate) fn is_empty_tag(text: &[u8], at: usize) -> bool {
    at > 0 && text[at - 1] == b'/'
}

/// The name of a tag that begins with the text.
fn name(tag: &[u8], start: usize) -> &[u8] {
    let is_part = |byte: &&u8| is_word(**byte) || matches!(byte, b'-' | b'.' | b':');
    let length = tag[start..].iter().take_while(is_part).count();
    &tag[start..start + length]
}

/// A number for a name, apart from those of bytes. Two names rarely have the same.
pub(crate) fn closer(name: &[u8]) -> Closer {
    // FNV-1a.
    let mix = |hash: u32, byte: &u8| {
        (hash ^ u32::from(byte.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    };
    let hash = name.iter().fold(0x811c_9dc5, mix);
    (hash ^ hash >> 16) as Closer | 0x100
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Tag, &str) {
        let (tag, end) = tag(text.as_bytes(), 0);
        (tag, &text[..end])
    }

    #[test]
    fn a_tag_ends_outside_of_quotes() {
        let a = closer(b"a");
        assert_eq!(read("<a b='>' c=\">\">x"), (Tag::Opening(a), "<a b='>' c=\">\">"));
        assert_eq!(read("</A >x"), (Tag::Closing(a), "</A >"));
        assert_eq!(read("<a b='1'/>x"), (Tag::Empty, "<a b='1'/>"));
        assert_eq!(read("< a>"), (Tag::Other, "<"));
    }

    #[test]
    fn comments_and_the_like_are_no_tags() {
        for text in ["<!-- <a> -->", "<![CDATA[<a>]]>", "<?a <b>?>", "<!DOCTYPE html>"] {
            assert_eq!(read(&format!("{text}x")), (Tag::Other, text));
        }
        assert_eq!(read("<!-- <a>"), (Tag::Other, "<"));
    }

    #[test]
    fn names_are_told_apart_from_brackets() {
        assert!(["a", "b", "div", "x:y", ""].iter().all(|name| closer(name.as_bytes()) >= 0x100));
        assert_ne!(closer(b"item"), closer(b"items"));
    }
}
