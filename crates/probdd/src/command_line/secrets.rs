//! A command line as it may be written down.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};

/// The option whose values are secrets unless they say where the secret is.
const HEADER: &[u8] = b"--remote-header";

/// A command line for the record: a header whose value stands in it is there without the value.
pub(crate) fn without_secrets(arguments: &[OsString]) -> Vec<OsString> {
    let mut is_header = false;
    let mut is_command = false;
    let mut cleaned = Vec::new();
    for argument in arguments {
        let bytes = argument.as_bytes();
        is_command |= bytes == b"--";
        let joined = bytes.strip_prefix(HEADER).and_then(|rest| rest.strip_prefix(b"="));
        cleaned.push(match joined {
            _ if is_command => argument.clone(),
            _ if is_header => without_value(bytes),
            Some(header) => {
                let mut whole = OsString::from_vec([HEADER, b"="].concat());
                whole.push(without_value(header));
                whole
            }
            None => argument.clone(),
        });
        is_header = !is_header && bytes == HEADER;
    }
    cleaned
}

/// `NAME=` for a header with its value, unless the value is a place.
fn without_value(header: &[u8]) -> OsString {
    let end = header.iter().position(|byte| *byte == b'=').map_or(header.len(), |at| at + 1);
    let is_place = matches!(header.get(end), Some(b'@' | b'$'));
    OsStr::from_bytes(if is_place { header } else { &header[..end] }).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_recorded_without_its_value_unless_that_is_a_place() {
        let line = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let cleaned = |text: &str| without_secrets(&line(text));
        assert_eq!(
            cleaned("probdd --remote-header a=secret --remote-header=b=other t i"),
            line("probdd --remote-header a= --remote-header=b= t i")
        );
        let places = "probdd --remote-header a=@file --remote-header=b=$VAR t i";
        assert_eq!(cleaned(places), line(places));
        let command = "probdd i -- cc --remote-header a=b";
        assert_eq!(cleaned(command), line(command));
    }
}
