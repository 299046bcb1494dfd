//! Binary files: formats with lengths and checksums, and bytes without a known format.
//!
//! A reader of a format finds the parts of a file that may be removed, and the numbers that must be
//! put right then; it returns `None` if the file is of another format. Which format a file has is
//! decided by its first bytes and its structure, not by its name.

mod bitcode;
mod bytes;
mod der;
mod elf;
mod fields;
mod gzip;
mod inflate;
mod layout;
mod png;
mod protobuf;
mod riff;
mod runs;
mod wasm;
mod zip;

#[cfg(test)]
mod tests;

use crate::document::Document;
use layout::Layout;

pub use runs::shortest_run;

/// A reader of a format.
struct Container {
    name: &'static str,
    read: fn(&[u8]) -> Option<Layout>,
}

/// The formats, those with telling first bytes before the others.
const CONTAINERS: [Container; 9] = [
    Container { name: "PNG", read: png::read },
    Container { name: "RIFF", read: riff::read },
    Container { name: "ZIP", read: zip::read },
    Container { name: "gzip", read: gzip::read },
    Container { name: "ELF", read: elf::read },
    Container { name: "LLVM bitcode", read: bitcode::read },
    Container { name: "WebAssembly", read: wasm::read },
    Container { name: "DER", read: der::read },
    Container { name: "protobuf", read: protobuf::read },
];

/// Reads a binary file as the parts of its format, or as runs of bytes if the format is not known.
pub fn binary(text: &[u8]) -> Document {
    let found = CONTAINERS.iter().find_map(|container| (container.read)(text)?.document(text));
    found.unwrap_or_else(|| byte_runs(text))
}

/// The name of the format of a binary file, if it is known.
pub fn container(text: &[u8]) -> Option<&'static str> {
    let is_read = |container: &&Container| {
        (container.read)(text).is_some_and(|layout| layout.document(text).is_some())
    };
    CONTAINERS.iter().find(is_read).map(|container| container.name)
}

/// A file as runs of bytes.
#[expect(clippy::missing_panics_doc, reason = "one part that is the whole file is sound")]
pub fn byte_runs(text: &[u8]) -> Document {
    let mut layout = Layout::default();
    layout.payload(0..text.len());
    layout.document(text).expect("one part lies in the text")
}
