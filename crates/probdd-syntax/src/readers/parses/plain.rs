//! Plain strings and comments: what a grammar may not know inside of them becomes letters. The tree
//! has the text as it is.

use crate::text::lexis::Lexis;

/// Signs that end a string or a comment are no longer than this.
const LONGEST_SIGN: usize = 3;

/// A text with a letter for each quote, backslash, control character and byte that is not ASCII
/// inside of a string or a comment.
pub(super) fn plain(text: &[u8], lexis: &Lexis) -> Vec<u8> {
    let mut shown = text.to_vec();
    for token in lexis.tokens(text) {
        let bytes = &mut shown[token];
        let is_quoted = matches!(bytes[0], b'"' | b'\'' | b'`');
        let is_aside = is_quoted || lexis.is_comment(bytes);
        let sign = bytes.iter().take_while(|byte| **byte == bytes[0]).count().min(LONGEST_SIGN);
        if is_aside && bytes.len() > 2 * sign {
            let end = bytes.len() - sign;
            bytes[sign..end].iter_mut().filter(|byte| is_odd(**byte)).for_each(|byte| *byte = b'x');
        }
    }
    shown
}

fn is_odd(byte: u8) -> bool {
    let is_control = byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t');
    is_control || !byte.is_ascii() || matches!(byte, b'"' | b'\'' | b'`' | b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_and_comments_are_plain() {
        let text = b"a = '\\'' \"\x01b'\" # \"c\n\"\"\" \xff \"\"\" \\ \"\"";
        let shown = plain(text, &Lexis { strings: Lexis::TEXT_BLOCKS.strings, ..Lexis::HASH });
        let expected: &[u8] = b"a = 'xx' \"xbx\" # xc\n\"\"\" x \"\"\" \\ \"\"";
        assert_eq!(shown, expected);
    }
}
