//! C#.

use crate::language::facts::{
    Colon, Correction, DirectiveSyntax, Enclosed, Facts, Fit, Layout, Lexis, NeedsNext, Spacing,
    Stub, Then, When,
};
use crate::language::{Language, Names};

pub(super) static CSHARP: Language = Language::built_in(
    Names { name: "c#", aliases: &["csharp", "cs"], extensions: &["cs", "csx"], files: &[] },
    crate_grammar!("tree-sitter-c-sharp", tree_sitter_c_sharp::LANGUAGE, "csharp"),
    Facts {
        spacing: Spacing::DIRECTIVES,
        layout: Layout {
            lines: "\
                block declaration_list switch_body switch_section",
            bodies: "\
                do_statement for_statement foreach_statement if_statement labeled_statement \
                lock_statement using_statement while_statement",
            spaced: "=> =",
            colon: Colon::Before,
            ..Layout::C
        },
        directives: Some(&DirectiveSyntax::CSHARP),
        // In `case A: case B: f();`, labels without statements need the next section.
        needs_next: &[NeedsNext { node: "switch_section", end: b":", next: b"" }],
        standalone: "preproc_endregion preproc_region",
        corrections: &[
            // Parameters have types and names.
            Correction::of("parameter", Then::KeepsAllBut("attribute_list modifier =")),
            // `new T` needs arguments or an initialiser.
            Correction::of("object_creation_expression", Then::KeepsOne),
            Correction::of("accessor_list", Then::KeepsOne),
            Correction::of("bracketed_parameter_list", Then::KeepsOne),
            // `new T[]` has no meaning: it needs a size or elements.
            Correction::of("array_rank_specifier", Then::KeepsOne)
                .when(When::Inside("array_creation_expression")),
            Correction::of("array_creation_expression", Then::KeepsAll),
            // `f(out T x)` declares a name only with `out`.
            Correction::of("argument", Then::Keeps("out"))
                .when(When::Has("declaration_expression")),
            Correction::of("try_statement", Then::KeepsOne),
            Correction::of("switch_section", Then::KeepsOne).when(When::Lacks("when_clause")),
            // These declarations need a value.
            VARIABLE.when(When::GrandparentHasText("const")),
            VARIABLE.when(When::GrandparentHasText("using")),
            VARIABLE.when(When::GrandparentHasText("fixed")),
        ],
        fits: &[
            Fit::never("if_statement", DECLARATIONS),
            Fit::never("for_statement", DECLARATIONS),
            Fit::never("foreach_statement", DECLARATIONS),
            Fit::never("while_statement", DECLARATIONS),
            Fit::never("do_statement", DECLARATIONS),
            Fit::never("using_statement", DECLARATIONS),
            Fit::never("lock_statement", DECLARATIONS),
            // A namespace contains only types.
            Fit::never("declaration_list", MEMBERS).under("namespace_declaration"),
            // A declaration as an argument needs `out`.
            Fit::never("argument", "declaration_expression"),
        ],
        // `[i]` is no expression, but stands after `?` and in initialisers.
        only_where_named: "bracketed_argument_list",
        own_lines: &["#"],
        frames: &[("class A {", "}")],
        lexis: LEXIS,
        stub: Some(Stub {
            functions: "method_declaration constructor_declaration accessor_declaration local_function_statement",
            bodies: "block",
            text: "{ throw null; }",
        }),
        ..Facts::NONE
    },
);

const VARIABLE: Correction = Correction::of("variable_declarator", Then::KeepsAll);

/// Kinds that stand only in types.
const MEMBERS: &str = "\
    constructor_declaration conversion_operator_declaration destructor_declaration \
    event_declaration event_field_declaration field_declaration indexer_declaration \
    method_declaration operator_declaration property_declaration";

/// Kinds that need braces as a branch.
const DECLARATIONS: &str = "local_declaration_statement local_function_statement";

/// Comments and strings.
const LEXIS: Lexis = Lexis {
    strings: &[Enclosed::Escaped(r#"""""#, r#"""""#), Enclosed::Plain("@\"", "\"")],
    ..Lexis::SLASHES
};
