//! What is removed from a binary file leaves a file of the same format, with right lengths and
//! checksums.

use super::{CONTAINERS, binary, byte_runs, container};
use crate::Document;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use probdd_core::{Edits, Kept, NodeId};
use proptest::prelude::*;
use std::io::Write as _;

fn rendered(document: &Document, removed: Vec<NodeId>) -> Vec<u8> {
    let mut kept = Kept::all(document.tree());
    kept.apply(document.tree(), &Edits::removal(removed));
    let mut out = Vec::new();
    document.render(&kept, &mut out);
    out
}

/// The removable nodes whose own text contains some bytes, the innermost one last.
fn around(document: &Document, bytes: &[u8]) -> Vec<NodeId> {
    let text = |id: NodeId| -> Vec<u8> {
        let tokens = document.tree().node(id).tokens();
        tokens.flat_map(|token| document.token(token).to_vec()).collect()
    };
    let contains = |id: &NodeId| memchr::memmem::find(&text(*id), bytes).is_some();
    let nodes = document.tree().nodes().map(|(id, _)| id).skip(1);
    nodes.filter(contains).collect()
}

fn png_chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}

fn png() -> Vec<u8> {
    let chunks = [
        png_chunk(b"IHDR", &[0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]),
        png_chunk(b"tEXt", b"Comment\0some words"),
        png_chunk(b"IEND", b""),
    ];
    [b"\x89PNG\r\n\x1a\n".to_vec(), chunks.concat()].concat()
}

fn riff_chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u32).to_le_bytes();
    [kind, &length, data, &vec![0; data.len() % 2]].concat()
}

fn wave() -> Vec<u8> {
    let info = [riff_chunk(b"IART", b"me!"), riff_chunk(b"ICMT", b"a comment")].concat();
    let list = riff_chunk(b"LIST", &[b"INFO", &info[..]].concat());
    let data = riff_chunk(b"data", &[1, 2, 3, 4]);
    riff_chunk(b"RIFF", &[b"WAVE", &data[..], &list].concat())
}

fn gzip(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

/// An archive; every other member is deflated.
fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for (at, (name, text)) in members.iter().enumerate() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).expect("a vector takes all bytes");
        let deflated = encoder.finish().expect("a vector takes all bytes");
        let (method, data) = if at % 2 == 1 { (8_u16, &deflated[..]) } else { (0, *text) };
        let mut sizes = vec![0, 0];
        sizes.extend(method.to_le_bytes());
        sizes.extend([0; 4]);
        sizes.extend(crc32fast::hash(text).to_le_bytes());
        sizes.extend((data.len() as u32).to_le_bytes());
        sizes.extend((text.len() as u32).to_le_bytes());
        sizes.extend((name.len() as u16).to_le_bytes());
        sizes.extend([0, 0]);
        let offset = file.len() as u32;
        file.extend([b"PK\x03\x04\x14\0", &sizes[..], name.as_bytes(), data].concat());
        directory.extend([b"PK\x01\x02\x14\0\x14\0", &sizes[..], &[0; 10]].concat());
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let counts = [(members.len() as u16).to_le_bytes(); 2].concat();
    let (size, offset) = (directory.len() as u32, file.len() as u32);
    let end = [b"PK\x05\x06\0\0\0\0", &counts[..], &size.to_le_bytes(), &offset.to_le_bytes()];
    [file, directory, end.concat(), vec![0, 0]].concat()
}

fn archive() -> Vec<u8> {
    let text = b"a text that repeats, a text that repeats, a text that repeats".as_slice();
    zip(&[("a", b"first"), ("b", text), ("c", b"third"), ("d", text)])
}

/// A sequence of an integer, a string, and a long sequence of strings.
fn der() -> Vec<u8> {
    let strings = b"\x0c\x05hello".repeat(30);
    let long = [&[0x30, 0x81, strings.len() as u8][..], &strings].concat();
    let values = [&[0x02, 0x01, 0x07, 0x04, 0x04, 0x30, 0x02, 0x05, 0x00][..], &long].concat();
    [&[0x30, 0x81, values.len() as u8][..], &values].concat()
}

/// A message of two messages, of which the first is longer than 127 bytes.
fn protobuf() -> Vec<u8> {
    let name = [&[0x12, 130, 1][..], &[b'x'; 130]].concat();
    let first = [&[0x08, 0x01][..], &name].concat();
    let second = b"\x08\x02\x12\x03abc".to_vec();
    let length = [first.len() as u8 | 0x80, (first.len() >> 7) as u8];
    [&[0x0a][..], &length, &first, &[0x0a, second.len() as u8], &second].concat()
}

/// An object file of 32-bit words with a section, a symbol in it, and a relocation.
fn elf() -> Vec<u8> {
    let names = b"\0.text\0.symtab\0.strtab\0.rel\0f\0";
    let symbols = [[0; 4], [0; 4], [0; 4], [0; 4], [28, 0, 0, 0], [0; 4], [0; 4], [2, 0, 1, 0]];
    let contents = [
        b"\x01\x02\x03".to_vec(),
        symbols.concat(),
        names.to_vec(),
        [[0; 4], [2, 1, 0, 0]].concat(),
    ];
    let mut file = b"\x7fELF\x01\x01\x01".to_vec();
    file.resize(16, 0);
    file.extend([1, 0, 3, 0, 1, 0, 0, 0].iter().chain(&[0; 16]));
    file.extend([52, 0, 0, 0, 0, 0, 40, 0, 5, 0, 3, 0]);
    let (kinds, names) = ([1_u32, 2, 3, 9], [1_u32, 7, 15, 23]);
    let (links, infos) = ([0_u32, 3, 0, 2], [0_u32, 1, 0, 1]);
    let mut table = vec![0; 40];
    for (at, content) in contents.iter().enumerate() {
        file.resize(file.len().next_multiple_of(4), 0);
        let entry = [names[at], kinds[at], 0, 0, file.len() as u32, content.len() as u32];
        let entry = entry.into_iter().chain([links[at], infos[at], 4, 0]);
        table.extend(entry.flat_map(u32::to_le_bytes));
        file.extend(content);
    }
    file.resize(file.len().next_multiple_of(4), 0);
    let start = (file.len() as u32).to_le_bytes();
    file[32..36].copy_from_slice(&start);
    [file, table].concat()
}

/// A module of two types, functions with these bodies, an export, data and a custom section.
fn wasm(bodies: &[&[u8]]) -> Vec<u8> {
    let section = |id: u8, content: &[u8]| [&[id, content.len() as u8], content].concat();
    let count = bodies.len() as u8;
    let sized = |body: &&[u8]| [&[body.len() as u8], *body].concat();
    let code = bodies.iter().map(sized).collect::<Vec<_>>().concat();
    let sections = [
        section(1, b"\x02\x60\0\0\x60\x01\x7f\x01\x7f"),
        section(3, &[&[count], &vec![1; bodies.len()][..]].concat()),
        section(7, b"\x01\x03run\0\0"),
        section(10, &[&[count], &code[..]].concat()),
        section(11, b"\x01\0\x41\0\x0b\x05hello"),
        section(0, b"\x04name12345"),
    ];
    [b"\0asm\x01\0\0\0", &sections.concat()[..]].concat()
}

/// Writes numbers of some bits.
#[derive(Default)]
struct Stream(Vec<u8>);

impl Stream {
    fn fixed(&mut self, value: u32, width: usize) {
        self.0.extend((0..width).map(|bit| (value >> bit & 1) as u8));
    }

    fn align(&mut self) {
        self.0.resize(self.0.len().next_multiple_of(32), 0);
    }

    fn block(&mut self, outer: usize, id: u32, fill: impl FnOnce(&mut Stream)) {
        self.fixed(1, outer);
        self.fixed(id, 8);
        self.fixed(3, 4);
        self.align();
        let length = self.0.len();
        self.fixed(0, 32);
        fill(self);
        self.fixed(0, 3);
        self.align();
        let words = (self.0.len() - length) / 32 - 1;
        let words = (0..32).map(|bit| (words >> bit & 1) as u8);
        self.0.splice(length..length + 32, words);
    }

    /// Writes a record that is not abbreviated.
    fn record(&mut self, code: u32, operands: &[u32]) {
        self.fixed(3, 3);
        for number in [code, operands.len() as u32].iter().chain(operands) {
            self.fixed(*number, 6);
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit);
        self.0.chunks(8).map(byte).collect()
    }
}

/// Two blocks, of which the first has a block inside, and records that keep some values of four
/// that an abbreviation writes with five bits.
fn bitcode(values: &[u32]) -> Vec<u8> {
    let mut stream = Stream::default();
    stream.fixed(0xdec0_4342, 32);
    stream.block(2, 8, |module| {
        module.record(1, &[2]);
        module.block(3, 9, |inner| inner.record(5, &[1, 2, 3]));
        module.fixed(2, 3);
        // One literal operand, the code, and one of five bits.
        module.fixed(2, 5);
        module.fixed(1 | 7 << 1, 9);
        module.fixed(1 << 1 | 5 << 4, 9);
        for value in values {
            module.fixed(4, 3);
            module.fixed(*value, 5);
        }
    });
    stream.block(2, 23, |_| ());
    stream.bytes()
}

/// A file of every format, with the format's name.
fn examples() -> Vec<(&'static str, Vec<u8>)> {
    vec![
        ("PNG", png()),
        ("RIFF", wave()),
        ("ZIP", archive()),
        ("gzip", gzip(&b"one line\nanother line\n".repeat(20))),
        ("ELF", elf()),
        ("LLVM bitcode", bitcode(&[1, 2, 3, 4])),
        ("WebAssembly", wasm(&[b"ab", b"cde"])),
        ("DER", der()),
        ("protobuf", protobuf()),
    ]
}

#[test]
fn every_format_is_recognised_by_its_content() {
    let names: Vec<&str> = CONTAINERS.iter().map(|container| container.name).collect();
    let examples = examples();
    assert_eq!(names, examples.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for (name, file) in examples {
        assert_eq!(container(&file), Some(name));
        let document = binary(&file);
        assert_eq!(document.text(), file);
        assert_eq!(rendered(&document, Vec::new()), file);
    }
    assert_eq!(container(b"\0 no format"), None);
}

#[test]
fn any_removal_leaves_a_file_that_is_read_again() {
    for (name, file) in examples() {
        let document = binary(&file);
        for (node, _) in document.tree().nodes().skip(1) {
            let less = rendered(&document, vec![node]);
            let again = binary(&less);
            assert_eq!(rendered(&again, Vec::new()), less);
            // An empty sequence is one, an empty message is no file.
            let is_read = container(&less) == Some(name) || less.is_empty();
            // Without its blocks, bitcode is four bytes.
            assert!(
                is_read || name == "protobuf" || less.len() <= 4,
                "{name}: {node:?}: {less:x?}"
            );
        }
    }
}

#[test]
fn chunks_are_removed_and_shortened_with_length_and_sum() {
    let document = binary(&png());
    let chunk = around(&document, b"tEXt")[0];
    let removed = rendered(&document, vec![chunk]);
    assert_eq!(removed.len(), png().len() - 12 - b"Comment\0some words".len());
    let innermost = *around(&document, b"C").last().expect("the comment is payload");
    let expected = png_chunk(b"tEXt", b"omment\0some words");
    let shortened = rendered(&document, vec![innermost]);
    assert!(memchr::memmem::find(&shortened, &expected).is_some(), "{shortened:x?}");
}

#[test]
fn chunks_of_odd_length_are_padded() {
    let document = binary(&wave());
    let artist = around(&document, b"IART")[1];
    let payload = around(&document, b"me!")[2];
    let shorter = rendered(&document, vec![NodeId(payload.0 + 1)]);
    assert_eq!(shorter.len(), wave().len() - 2);
    let none = rendered(&document, vec![artist]);
    let info = [b"INFO".to_vec(), riff_chunk(b"ICMT", b"a comment")].concat();
    let all = [b"WAVE".to_vec(), riff_chunk(b"data", &[1, 2, 3, 4]), riff_chunk(b"LIST", &info)];
    assert_eq!(none, riff_chunk(b"RIFF", &all.concat()));
}

#[test]
fn members_are_removed_with_their_entries() {
    let text = b"a text that repeats, a text that repeats, a text that repeats".as_slice();
    let document = binary(&zip(&[("a", b"first"), ("b", text), ("c", b"third"), ("d", text)]));
    let removed = [around(&document, b"first")[0], around(&document, b"third")[0]];
    let entries = [("x", b"".as_slice()), ("b", text), ("y", b""), ("d", text)];
    let left = rendered(&document, removed.to_vec());
    let expected = binary(&zip(&entries));
    let empty = [around(&expected, b"x")[0], around(&expected, b"y")[0]];
    assert_eq!(left, rendered(&expected, empty.to_vec()));
    let first = binary(&zip(&[("a", b"first")]));
    let shorter = rendered(&first, vec![*around(&first, b"f").last().expect("the member's text")]);
    assert_eq!(shorter, zip(&[("a", b"irst")]));
}

#[test]
fn compressed_texts_are_reduced_and_compressed_again() {
    let document = binary(&gzip(b"hello world"));
    let removed = *around(&document, b"h").last().expect("the text is payload");
    let mut text = String::new();
    let file = rendered(&document, vec![removed]);
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&file[..]), &mut text)
        .expect("the file is whole");
    assert_eq!(text, "ello world");
}

#[test]
fn lengths_around_a_field_become_shorter_with_it() {
    let document = binary(&der());
    let strings = around(&document, b"hello");
    assert_eq!(
        rendered(&document, vec![strings[1]]),
        b"\x30\x09\x02\x01\x07\x04\x04\x30\x02\x05\0"
    );
    let document = binary(&protobuf());
    let name = around(&document, &[b'x'; 130]);
    assert_eq!(rendered(&document, vec![name[1]]), b"\x0a\x02\x08\x01\x0a\x07\x08\x02\x12\x03abc");
}

#[test]
fn records_are_removed_bit_by_bit() {
    let document = binary(&bitcode(&[1, 2, 3, 4]));
    let tree = document.tree();
    let parts: Vec<NodeId> = tree.nodes().map(|(id, _)| id).skip(1).collect();
    // The first block, its record, the block inside and its record, four records, the second block.
    assert_eq!(parts.len(), 9);
    assert_eq!(rendered(&document, vec![parts[4], parts[6]]), bitcode(&[2, 4]));
    assert_eq!(rendered(&document, parts[4..8].to_vec()), bitcode(&[]));
}

#[test]
fn functions_are_removed_with_their_types() {
    let document = binary(&wasm(&[b"ab", b"cde"]));
    let second = around(&document, b"cde")[1];
    assert_eq!(rendered(&document, vec![second]), wasm(&[b"ab"]));
    let letter = *around(&document, b"d").last().expect("the body is payload");
    assert_eq!(rendered(&document, vec![letter]), wasm(&[b"ab", b"ce"]));
}

#[test]
fn sections_are_removed_with_entries_and_references() {
    let document = binary(&elf());
    let text = around(&document, &[1, 2, 3])[0];
    let left = rendered(&document, vec![text]);
    // Three sections and the empty first one: the relocations go with what they relocate.
    assert_eq!(left[48..52], [3, 0, 2, 0]);
    assert_eq!(container(&left), Some("ELF"));
    let symbol = memchr::memmem::find(&left, &[28, 0, 0, 0]).expect("the symbol is left");
    assert_eq!(left[symbol + 14..symbol + 16], [0, 0]);
}

#[test]
fn a_wrong_checksum_stays_wrong() {
    let mut file = png();
    let at = memchr::memmem::find(&file, b"words").expect("the comment has words");
    file[at] = b'W';
    let document = binary(&file);
    let sum = file[at + 5..at + 9].to_vec();
    let shorter = rendered(&document, vec![*around(&document, b"C").last().expect("payload")]);
    assert!(memchr::memmem::find(&shorter, &sum).is_some());
}

#[test]
fn bytes_without_a_format_are_a_balanced_tree() {
    let file: Vec<u8> = (0..100_000_u32).map(|at| (at.wrapping_mul(at) >> 3) as u8).collect();
    let document = byte_runs(&file);
    let tree = document.tree();
    assert_eq!(tree.token_count(), file.len());
    let depth = |id| std::iter::successors(Some(id), |id| tree.parent(*id)).count();
    let deepest = tree.nodes().map(|(id, _)| depth(id)).max();
    assert!(deepest <= Some(12), "{deepest:?}");
}

#[test]
fn large_files_have_coarse_runs() {
    let file = vec![0; 1 << 20];
    assert!(byte_runs(&file).tree().token_count() <= 1 << 18);
}

/// The examples with some bytes changed, cut or repeated, and any bytes.
fn broken() -> impl Strategy<Value = Vec<u8>> {
    let examples: Vec<Vec<u8>> = examples().into_iter().map(|(_, file)| file).collect();
    let changes = proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..6);
    let mutated = (prop::sample::select(examples), changes, any::<prop::sample::Index>());
    let mutated = mutated.prop_map(|(mut file, changes, end)| {
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if end.index(3) == 0 {
            file.truncate(end.index(file.len()));
        }
        file
    });
    prop_oneof![4 => mutated, 1 => proptest::collection::vec(any::<u8>(), 0..300)]
}

proptest! {
    #[test]
    fn broken_files_are_read_and_written(file in broken(), nodes in any::<[u32; 3]>()) {
        let document = binary(&file);
        prop_assert_eq!(rendered(&document, Vec::new()), &file[..]);
        let count = document.tree().len() as u32;
        if count > 1 {
            let removed = nodes.iter().map(|node| NodeId(1 + node % (count - 1))).collect();
            let less = rendered(&document, removed);
            prop_assert_eq!(rendered(&binary(&less), Vec::new()), less);
        }
    }
}
