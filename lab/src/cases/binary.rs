//! Binary files, with tests that check lengths and checksums.

use super::case::Case;

pub(super) const CASES: &[Case] = &[
    Case::new("8 needed bytes among 20,000", "input.bin", needed_bytes, NEEDED_BYTES),
    Case {
        max_queries: 400,
        ..Case::new("a PNG file with checked sums, 400 queries", "input.png", png, PNG)
    },
];

const NEEDED_BYTES: &str = r#"[ $(LC_ALL=C tr -cd '\360-\367' <"$1" | wc -c) -eq 8 ]"#;

/// Are all chunks whole, and is the comment there?
const PNG: &str = r#"python3 - "$1" <<'EOF'
import struct, sys, zlib
data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x89PNG\r\n\x1a\n"
at, found = 8, False
while at < len(data):
    size, = struct.unpack(">I", data[at:at + 4])
    end = at + 8 + size
    assert struct.unpack(">I", data[end:end + 4])[0] == zlib.crc32(data[at + 4:end])
    found = found or (data[at + 4:at + 8] == b"tEXt" and b"needle" in data[at + 8:end])
    at = end + 4
sys.exit(not found)
EOF"#;

/// Bytes without a pattern, none of them above `most`.
fn noise(len: u32, most: u8) -> Vec<u8> {
    let mixed = (0..len).map(|at| at.wrapping_mul(2_654_435_761) ^ (at >> 7).wrapping_mul(40_503));
    mixed.map(|number| (number >> 16) as u8 % most).collect()
}

fn needed_bytes() -> Vec<u8> {
    let mut input = noise(20_000, 240);
    input[..4].fill(0);
    (0..8).for_each(|at| input[1_000 + 2_201 * at] = 0xf0 + at as u8);
    input
}

fn png() -> Vec<u8> {
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    file.extend(chunk(b"IHDR", &[0, 0, 0, 36, 0, 0, 0, 36, 8, 2, 0, 0, 0]));
    (0..9).for_each(|_| file.extend(chunk(b"zzZz", &noise(100, 255))));
    file.extend(chunk(b"tEXt", b"Comment\0some words, a needle and more"));
    file.extend(chunk(b"IDAT", &noise(4_000, 255)));
    file.extend(chunk(b"IEND", b""));
    file
}

fn chunk(kind: &[u8], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    let length = (data.len() as u32).to_be_bytes();
    [&length[..], &body, &crc32fast::hash(&body).to_be_bytes()].concat()
}
