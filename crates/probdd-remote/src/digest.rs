//! The names of blobs: a hash and a length.

use bazel_remote_apis::build::bazel::remote::execution::v2::{self as api, digest_function};
use prost::Message;
use sha2::{Digest as _, Sha256};
use std::fmt::Write;

/// How blobs are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Sha256,
    Blake3,
}

/// The name of a blob.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Digest {
    hash: [u8; 32],
    pub(crate) size: u64,
}

/// The ones that we know, the most common first.
pub(crate) const FUNCTIONS: [Function; 2] = [Function::Sha256, Function::Blake3];

impl Function {
    /// The number in the protocol.
    pub(crate) fn number(self) -> i32 {
        let value = match self {
            Function::Sha256 => digest_function::Value::Sha256,
            Function::Blake3 => digest_function::Value::Blake3,
        };
        value as i32
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Function::Sha256 => "SHA-256",
            Function::Blake3 => "BLAKE3",
        }
    }

    /// The part of the name of a resource that a function needs which its hashes do not show.
    pub(crate) fn resource(self) -> &'static str {
        match self {
            Function::Sha256 => "",
            Function::Blake3 => "blake3/",
        }
    }

    pub(crate) fn of(self, bytes: &[u8]) -> Digest {
        let hash = match self {
            Function::Sha256 => Sha256::digest(bytes).into(),
            Function::Blake3 => *blake3::hash(bytes).as_bytes(),
        };
        Digest { hash, size: bytes.len() as u64 }
    }

    /// The bytes of a message, and their name.
    pub(crate) fn of_message(self, message: &impl Message) -> (Digest, Vec<u8>) {
        let bytes = message.encode_to_vec();
        (self.of(&bytes), bytes)
    }
}

impl Digest {
    pub(crate) fn hex(&self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.hash {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    pub(crate) fn to_api(self) -> api::Digest {
        api::Digest { hash: self.hex(), size_bytes: self.size.cast_signed() }
    }

    /// The digest of a message; `None` if it is none.
    pub(crate) fn from_api(digest: &api::Digest) -> Option<Digest> {
        let mut hash = [0; 32];
        if digest.hash.len() != 64 || !digest.hash.is_ascii() {
            return None;
        }
        for (at, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&digest.hash[2 * at..2 * at + 2], 16).ok()?;
        }
        Some(Digest { hash, size: u64::try_from(digest.size_bytes).ok()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_is_the_hash_in_digits_and_the_length() {
        let sha256 = Function::Sha256.of(b"abc");
        let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((sha256.hex().as_str(), sha256.size), (hex, 3));
        assert_eq!(Digest::from_api(&sha256.to_api()), Some(sha256));
        let blake3 = Function::Blake3.of(b"");
        assert!(blake3.hex().starts_with("af1349b9f5f9a1a6"));
        let wrong = api::Digest { hash: "zz".repeat(32), size_bytes: 1 };
        assert_eq!(Digest::from_api(&wrong), None);
        let negative = api::Digest { size_bytes: -1, ..sha256.to_api() };
        assert_eq!(Digest::from_api(&negative), None);
    }
}
