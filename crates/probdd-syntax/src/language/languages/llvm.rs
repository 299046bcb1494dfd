//! LLVM IR.

use crate::language::facts::{
    Colon, Correction, Facts, Fit, Layout, Lexis, Then, ThreeAddress, When,
};
use crate::language::{Language, Names};

pub(super) static LLVM: Language = Language::built_in(
    Names { name: "llvm", aliases: &["llvm-ir", "ll"], extensions: &["ll"], files: &[] },
    crate_grammar!("tree-sitter-llvm", tree_sitter_llvm::LANGUAGE, "llvm"),
    Facts {
        layout: Layout {
            step: "  ",
            lines: "function_body",
            labels: "label",
            touching: "metadata_tuple",
            words: "",
            infix: "=",
            spaced: "",
            tight: "",
            colon: Colon::Kept,
            wraps: b"([{",
            ..Layout::BRACES
        },
        corrections: CORRECTIONS,
        // The value of a metadata definition is no string, number or name.
        fits: &[
            Fit::never("global_metadata", "metadata"),
            Fit::never("metadata", "type_and_value specialized_md"),
        ],
        three_address: Some(&ThreeAddress {
            annotations: "\
                metadata_refs metadata_attachment attribute param_or_return_attrs alignment linkage \
                unnamed_addr calling_conv fast_math",
            names: "local_var global_var label",
            label: "label",
            sign: b'%',
            function: "fn_define",
            header: "function_header",
            declaration: b"declare",
            body: "function_body",
            operand: "value",
            undefined: b"undef",
            zero: b"zeroinitializer",
            block: b"label",
            merge: "instruction_phi",
            jumps: "instruction_br instruction_switch",
            jump: b"br",
            end: b"unreachable",
        }),
        lexis: LEXIS,
        ..Facts::NONE
    },
);

const CORRECTIONS: &[Correction] = &[
    // A block ends with its terminator; a function has a block.
    Correction::of("function_body", Then::Blocks("label")),
    // Only `void` has no value. Parameters need no name, but the arguments of calls look the same.
    Correction::of("type_and_value", Then::Keeps("value")),
    Correction::of("argument", Then::Keeps("value metadata")).when(When::Inside("function_body")),
    // A conditional branch needs both labels.
    Correction::of("instruction_br", Then::KeepsAll),
    // Keep the type and the pointer before the indices.
    Correction::of("instruction_getelementptr", Then::KeepsFirst),
    Correction::of("instruction_getelementptr", Then::KeepsFirst),
    Correction::of("constant_getelementptr", Then::KeepsFirst),
    Correction::of("constant_getelementptr", Then::KeepsFirst),
    // An atomic access needs an order and an alignment.
    Correction::of("instruction_load", ATOMIC).when(When::Has("atomic")),
    Correction::of("instruction_store", ATOMIC).when(When::Has("atomic")),
    // `dereferenceable(8)` needs its number.
    Correction::of("param_or_return_attrs", Then::Keeps("(")),
    Correction::of("attribute", Then::Keeps("(")),
];

const ATOMIC: Then = Then::Keeps("atomic atomic_ordering align");

/// Comments and strings.
const LEXIS: Lexis = Lexis { line_comments: &[";"], ..Lexis::NONE };
