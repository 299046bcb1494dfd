//! Verilog, `SystemVerilog` included.

use crate::language::facts::{
    Colon, Conditions, Correction, DirectiveSyntax, Facts, Fit, Layout, Lexis, NeedsNext, Spacing,
    Then, When,
};
use crate::language::{Language, Names};

pub(super) static VERILOG: Language = Language::built_in(
    Names {
        name: "verilog",
        aliases: &["systemverilog", "sv"],
        extensions: &["v", "vh", "sv", "svh"],
        files: &[],
    },
    crate_grammar!(
        "tree-sitter-systemverilog",
        tree_sitter_systemverilog::LANGUAGE,
        "systemverilog"
    ),
    Facts {
        spacing: Spacing::DIRECTIVES,
        layout: Layout {
            lines: "\
                case_statement class_declaration function_body_declaration generate_block \
                generate_region interface_declaration module_declaration package_declaration \
                par_block seq_block struct_union_member task_body_declaration",
            bodies: "\
                case_item conditional_statement loop_statement procedural_timing_control_statement",
            infix: "\
                = == != === !== < > <= >= && || + - * / % & | ^ << >> <<< >>> ** += -= ->",
            spaced: "",
            tight: ".",
            colon: Colon::Kept,
            words: "case for forever if repeat wait while",
            wraps: b"(",
            ..Layout::C
        },
        corrections: CORRECTIONS,
        fits: FITS,
        // A macro as a statement, and the `;` after it.
        needs_next: &[NeedsNext { node: "statement_or_null", end: b")", next: b";" }],
        // A port without a direction has that of the port before it.
        needs_previous: &[("ansi_port_declaration", PORT_HEADERS)],
        conditions: &[CONDITIONS],
        directives: Some(&DirectiveSyntax::VERILOG),
        // A macro may stand for `or` and another event, or for the name of a module.
        fragile: "event_expression udp_instance",
        lexis: LEXIS,
        ..Facts::NONE
    },
);

const CORRECTIONS: &[Correction] = &[
    // A macro needs all its arguments.
    Correction::of("text_macro_usage", Then::KeepsAll),
    // The arguments are an option in an option: the correction applies twice.
    Correction::of("text_macro_usage", Then::KeepsAll),
    Correction::of("text_macro_name", Then::KeepsAll),
    Correction::of("quoted_string", Then::KeepsAll).when(When::Under("include_compiler_directive")),
    Correction::of("ansi_port_declaration", Then::Keeps(PORT_HEADERS)),
];

const CONDITIONS: Conditions = Conditions {
    node: "conditional_compilation_directive",
    begin: &["`if"],
    divide: &["`els"],
    end: &["`endif"],
};

/// Kinds that give the direction of a port.
const PORT_HEADERS: &str =
    "net_port_header variable_port_header interface_port_header port_direction";

/// Members of modules do not stand at the top of a file.
const FITS: &[Fit] = &[
    Fit::never("source_file", MEMBERS),
    // A macro from elsewhere is hardly a statement.
    Fit::never("statement_item", "text_macro_usage"),
];

const MEMBERS: &str = "\
    always_construct conditional_generate_construct continuous_assign data_declaration \
    generate_region initial_construct loop_generate_construct module_instantiation net_declaration \
    parameter_declaration statement";

/// Comments and strings.
const LEXIS: Lexis = Lexis { has_characters: true, ..Lexis::SLASHES };
