//! How words are written in a shell.

/// A word as it is written in a shell.
pub(super) fn quoted(word: &[u8]) -> Vec<u8> {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_./=:,+@%".contains(byte);
    if !word.is_empty() && word.iter().all(is_plain) {
        return word.to_vec();
    }
    let inside = word.split(|byte| *byte == b'\'').collect::<Vec<_>>().join(&b"'\\''"[..]);
    [b"'", &inside[..], b"'"].concat()
}

/// The same for a text.
pub(crate) fn word(word: &str) -> String {
    String::from_utf8_lossy(&quoted(word.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_the_shell_are_quoted() {
        for (text, wanted) in
            [("a-b/c.d", "a-b/c.d"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'")]
        {
            assert_eq!(word(text), wanted);
        }
    }
}
