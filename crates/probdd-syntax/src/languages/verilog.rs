//! Verilog, `SystemVerilog` included.

use super::{Correction, Facts, Fit, Language, Names, Newlines, Then, When, crate_grammar};

pub(super) static VERILOG: Language = Language::built_in(
    Names {
        name: "verilog",
        aliases: &["systemverilog", "sv"],
        extensions: &["v", "vh", "sv", "svh"],
    },
    crate_grammar!(
        "tree-sitter-systemverilog",
        tree_sitter_systemverilog::LANGUAGE,
        "systemverilog"
    ),
    Facts { newlines: Newlines::Directives, corrections: CORRECTIONS, fits: FITS, ..Facts::NONE },
);

const CORRECTIONS: &[Correction] = &[
    // A macro is used with as many arguments as it has.
    Correction::of("text_macro_usage", Then::KeepsAll),
    // The arguments are an option in an option.
    Correction::of("text_macro_usage", Then::KeepsAll),
    Correction::of("text_macro_name", Then::KeepsAll),
    Correction::of("quoted_string", Then::KeepsAll).when(When::Under("include_compiler_directive")),
    // The beginning and the end of a condition are two items, which no edit takes together.
    Correction::of("source_file", Then::Keeps(CONDITIONS)),
    Correction::of("module_declaration", Then::Keeps(CONDITIONS)),
    Correction::of("list_of_port_declarations", Then::Keeps(CONDITIONS)),
    // Ports without a direction have that of the one before them.
    Correction::of("ansi_port_declaration", Then::Keeps(PORT_HEADERS)),
];

const CONDITIONS: &[&str] = &["conditional_compilation_directive"];

const PORT_HEADERS: &[&str] = &["net_port_header", "variable_port_header"];

/// Not all that a module consists of is a file's.
const FITS: &[Fit] = &[
    Fit::never("source_file", MEMBERS),
    Fit::never("statement_item", CONDITIONS),
    Fit::never("statement_or_null", CONDITIONS),
];

const MEMBERS: &[&str] = &[
    "always_construct",
    "conditional_compilation_directive",
    "conditional_generate_construct",
    "continuous_assign",
    "data_declaration",
    "generate_region",
    "initial_construct",
    "loop_generate_construct",
    "module_instantiation",
    "net_declaration",
    "parameter_declaration",
    "statement",
];
