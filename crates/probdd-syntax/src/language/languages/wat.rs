//! The text format of WebAssembly, and the scripts of its test suite.

use crate::language::dialect::{Dialect, Expect, Form, Rest};
use crate::language::{Language, Names};
use Expect::{Any, Fixed};

pub(super) static WAT: Language = Language::expressions(
    Names { name: "wat", aliases: &["wast"], extensions: &["wat", "wast"], files: &[] },
    &DIALECT,
);

static DIALECT: Dialect = Dialect {
    line_comment: b";;",
    block_comment: Some([b"(;", b";)"]),
    is_operand,
    blocks: &["block", "loop", "if", "try", "try_table"],
    end_of_block: "end",
    divider: "else",
    block: &BLOCK,
    // By the standard an empty text is a module without fields; most tools reject it.
    top: &MODULES,
    forms: FORMS,
    families: FAMILIES,
    ..Dialect::PLAIN
};

static MODULES: Form = Form::other(&[], Rest::Plus(Any));

/// Whether an atom belongs to the atom before it: names, numbers and offsets to an instruction,
/// `quote` and `binary` to a module.
fn is_operand(atom: &[u8]) -> bool {
    let is_number = |atom: &[u8]| atom.first().is_some_and(u8::is_ascii_digit);
    match atom {
        [b'+' | b'-', rest @ ..] => is_number(rest) || rest == b"inf" || rest.starts_with(b"nan"),
        b"inf" | b"nan" | b"quote" | b"binary" | [b'$', ..] => true,
        _ => is_number(atom) || atom.starts_with(b"nan:") || atom.contains(&b'='),
    }
}

const WHOLE: Rest = Rest::Kept(Fixed);
const STAY: Rest = Rest::Kept(Any);
const ITEMS: Rest = Rest::Star(Any);

/// The optional type of a block.
const TYPE: &[&str] = &["type", "param", "result"];
/// The optional parts of a definition.
const SELF: &[&str] = &["export", "import"];

/// `block (result i32) ... end`, with or without brackets.
static BLOCK: Form = Form::term(&[], ITEMS).with_options(TYPE);

/// Folded instructions keep their operands; fields of a module may lose their options.
static FORMS: &[(&str, Form)] = &[
    ("module func rec", Form::other(&[], ITEMS)),
    ("then else do catch catch_all", Form::other(&[], ITEMS)),
    ("param result local field", Form::other(&[], Rest::Plus(Fixed))),
    ("export start mut ref offset", Form::other(&[], WHOLE)),
    ("import", Form::other(&[Fixed, Fixed], STAY)),
    ("global memory table tag", Form::other(&[], STAY).with_options(SELF)),
    ("data elem", Form::other(&[Any], Rest::Star(Any))),
    ("item type", Form::other(&[], STAY)),
    ("struct", Form::other(&[], ITEMS)),
    // Instructions.
    ("block loop try try_table", BLOCK),
    ("if", Form::term(&[], STAY).with_options(&["type", "param", "result", "else"])),
    ("drop return throw unreachable nop", Form::term(&[], STAY)),
    ("select", Form::term(&[], STAY).with_options(TYPE)),
    // Scripts.
    ("invoke get assert_return", Form::other(&[Any], ITEMS)),
    (
        "assert_trap assert_invalid assert_malformed assert_exhaustion register",
        Form::other(&[], STAY),
    ),
];

/// Instructions by the beginnings of their names.
static FAMILIES: &[(&str, Form)] = &[(
    "\
        i32. i64. f32. f64. v128. i8x16. i16x8. i32x4. i64x2. f32x4. f64x2. local. global. memory. \
        table. elem. data. ref. struct. array. i31. any. extern. br call return_call",
    Form::term(&[], STAY),
)];
