//! Paths and arguments in JSON, where bytes that are not UTF-8 become a list of numbers.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// A path, an argument or a part of a text, which need not be UTF-8.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum OsText {
    /// UTF-8.
    Plain(String),
    /// Any other bytes.
    Bytes(Vec<u8>),
}

impl OsText {
    /// Copies some bytes.
    pub(crate) fn new(text: &[u8]) -> OsText {
        match str::from_utf8(text) {
            Ok(text) => OsText::Plain(text.into()),
            Err(_) => OsText::Bytes(text.into()),
        }
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            OsText::Plain(text) => text.as_bytes(),
            OsText::Bytes(bytes) => bytes,
        }
    }

    /// The path or argument.
    pub(crate) fn into_os_string(self) -> OsString {
        match self {
            OsText::Plain(text) => text.into(),
            OsText::Bytes(bytes) => OsString::from_vec(bytes),
        }
    }
}
