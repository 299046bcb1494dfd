//! Large inputs of several kinds.

use crate::random::Random;

/// A kind of input.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// The name of the file, which tells the language.
    pub(super) file: &'static str,
    /// Makes an input of about so many bytes with so many needed pieces.
    pub(super) make: fn(usize, usize) -> Vec<u8>,
    /// How many pieces are needed.
    pub(super) needles: usize,
    /// Options of the run.
    pub(super) options: &'static [&'static str],
}

impl Kind {
    const fn new(
        name: &'static str,
        file: &'static str,
        make: fn(usize, usize) -> Vec<u8>,
    ) -> Kind {
        Kind { name, file, make, needles: 3, options: &[] }
    }
}

pub(super) const KINDS: &[Kind] = &[
    Kind::new("log", "input.log", log),
    Kind { needles: 200, ..Kind::new("log, 200 needed lines", "input.log", log) },
    Kind { options: &["--reducer", "list"], ..Kind::new("log as a list", "input.log", log) },
    Kind::new("JSON on one line", "input.json", json),
    Kind::new("JSON, indented", "input.json", indented_json),
    Kind::new("C", "input.c", c),
    Kind::new("words on one line", "input.txt", words),
    Kind::new("random bytes", "input.bin", bytes),
];

/// Pieces of a text up to a size, and the needed ones among them at equal distances.
fn pieces(
    size: usize,
    needles: usize,
    piece: impl Fn(u64) -> String,
    needed: impl Fn(usize) -> String,
) -> Vec<u8> {
    let (mut text, mut found, mut random) = (Vec::with_capacity(size + 1024), 0, Random::new(1));
    while text.len() < size || found < needles {
        if found < needles && text.len() >= (2 * found + 1) * size / (2 * needles) {
            text.extend(needed(found).into_bytes());
            found += 1;
        }
        text.extend(piece(random.next()).into_bytes());
    }
    text
}

fn log(size: usize, needles: usize) -> Vec<u8> {
    let line = |random: u64| {
        let (day, level) = (random % 28 + 1, ["INFO", "WARN", "DEBUG"][random as usize % 3]);
        let (worker, second) = (random >> 8 & 15, random >> 12 & 31);
        let id = random >> 20;
        format!(
            "2026-11-{day:02} 12:30:{second:02} {level} [worker-{worker}] request {id} can't open (file\n"
        )
    };
    let needed = |n: usize| format!("2026-11-22 00:00:00 ERROR [worker-1] needle-{n}| is here\n");
    pieces(size, needles, line, needed)
}

fn json(size: usize, needles: usize) -> Vec<u8> {
    let object = |random: u64| {
        let (id, tag) = (random >> 32, random & 0xff);
        format!(
            "{{\"id\": {id}, \"tags\": [\"a, b\", \"{tag}]\"], \"inner\": {{\"x\": {tag}.5}}}}, "
        )
    };
    let needed = |n: usize| format!("{{\"name\": \"needle-{n}|\"}}, ");
    let elements = pieces(size, needles, object, needed);
    [&b"{\"version\": 1, \"data\": ["[..], &elements, b"0], \"end\": true}\n"].concat()
}

fn indented_json(size: usize, needles: usize) -> Vec<u8> {
    let object = |random: u64| {
        let (id, tag) = (random >> 32, random & 0xff);
        format!(
            "    {{\n      \"id\": {id},\n      \"tags\": [\n        \"a, b\",\n        \"{tag}]\"\n      ]\n    }},\n"
        )
    };
    let needed = |n: usize| format!("    {{\n      \"name\": \"needle-{n}|\"\n    }},\n");
    let elements = pieces(size, needles, object, needed);
    [&b"{\n  \"data\": [\n"[..], &elements, b"    0\n  ]\n}\n"].concat()
}

fn c(size: usize, needles: usize) -> Vec<u8> {
    let declarations = |random: u64| {
        let (name, number) = (random >> 24, random & 0xff);
        format!(
            "typedef unsigned long t{name};\nstruct s{name} {{ int (*f)(int, const char *); t{name} z; }};\n\
             static inline int f{name}(int a, struct s{name} *p)\n{{\n  int x = a * {number}, y[3] = {{ 1, 2, 3 }};\n\
             \x20 for (int i = 0; i < x; i++) {{\n    y[i % 3] += p->f(i, \"a {{ b\");\n  }}\n  return y[0];\n}}\n\n"
        )
    };
    let needed =
        |n: usize| format!("int needed{n}(int n)\n{{\n  return n + sizeof(\"needle-{n}|\");\n}}\n");
    pieces(size, needles, declarations, needed)
}

fn words(size: usize, needles: usize) -> Vec<u8> {
    const WORDS: [&str; 8] =
        ["alpha", "beta,", "don't", "gamma.", "delta", "(eta)", "theta", "iota"];
    pieces(
        size,
        needles,
        |random| format!("{} ", WORDS[random as usize & 7]),
        |n| format!("needle-{n}| "),
    )
}

fn bytes(size: usize, needles: usize) -> Vec<u8> {
    let mut random = Random::new(1);
    let mut bytes: Vec<u8> =
        std::iter::repeat_with(|| random.next().to_le_bytes()).take(size / 8).flatten().collect();
    for n in 0..needles {
        let (at, needle) = ((2 * n + 1) * bytes.len() / (2 * needles), format!("needle-{n}|"));
        bytes[at..at + needle.len()].copy_from_slice(needle.as_bytes());
    }
    bytes
}
