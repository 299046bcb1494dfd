//! Text that is not our own, as it may be printed: names of files, what tests print, what traces say.
//!
//! A terminal obeys some characters. They could change its title, its clipboard or what stands above, and make
//! a line read as something that it does not say. They are shown as escapes.

use std::borrow::Cow;

/// Whether a terminal, or who reads, would take a character for more than itself: control characters except
/// ends of lines and tabs, and those that turn the direction of the text or break a line.
pub(super) fn is_obeyed(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}' => {
            true
        }
        _ => character.is_control(),
    }
}

/// Returns a text in which such characters are written as `\u{1b}`.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if is_obeyed(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_out() {
        for (text, shown) in [
            ("a\tb\nc ä 字 👩‍👩‍👧", "a\tb\nc ä 字 👩‍👩‍👧"),
            ("\x1b]0;title\x07", "\\u{1b}]0;title\\u{7}"),
            ("\u{9b}31m\u{7f}\u{0}", "\\u{9b}31m\\u{7f}\\u{0}"),
            ("a\u{202e}cod.exe\u{2066}\u{200f}", "a\\u{202e}cod.exe\\u{2066}\\u{200f}"),
            ("ok\rwrong\u{2028}", "ok\\rwrong\\u{2028}"),
        ] {
            assert_eq!(plain(text), shown);
        }
    }
}
