//! The hash that names a text in the report and in the state directory.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal digits, as `sha256sum` prints it.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
}
