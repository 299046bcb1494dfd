//! XML.

use crate::language::facts::{Correction, Facts, Lexis, Spacing, TemplateSyntax, Then, When};
use crate::language::{Language, Names};

pub(super) static XML: Language = Language::built_in(
    Names {
        name: "xml",
        aliases: &[],
        extensions: &["xml", "xsd", "xsl", "xslt", "svg", "rss", "xhtml", "wsdl"],
        files: &[],
    },
    crate_grammar!("tree-sitter-xml", tree_sitter_xml::LANGUAGE_XML, "xml"),
    // The scanner takes time for every token that grows with the number of open elements.
    Facts {
        spacing: Spacing::MEANINGFUL,
        max_depth: Some(1_000),
        lexis: Lexis::MARKUP,
        templates: Some(&TemplateSyntax::XML),
        ..Facts::NONE
    },
);

pub(super) static DTD: Language = Language::built_in(
    Names { name: "dtd", aliases: &[], extensions: &["dtd", "ent", "mod"], files: &[] },
    crate_grammar!("tree-sitter-xml", tree_sitter_xml::LANGUAGE_DTD, "dtd"),
    Facts {
        spacing: Spacing::MEANINGFUL,
        corrections: &[
            // A reference may stand for the default, but nothing else may be missing.
            Correction::of("AttDef", Then::Keeps("DefaultDecl")),
            // A shorter value may not fit where its entity is referred to.
            Correction::of("EntityValue", Then::KeepsAll),
            // A reference may stand for mixed content, which needs the star.
            Correction::of("children", Then::Keeps("*")).when(When::Has("PEReference")),
        ],
        // The text that a reference stands for fits only in its place.
        only_inside: &[
            ("elementdecl", "PEReference"),
            ("contentspec", "PEReference"),
            ("children", "PEReference"),
            ("Mixed", "PEReference"),
            ("AttlistDecl", "PEReference"),
            ("AttDef", "PEReference"),
            ("DefaultDecl", "PEReference"),
            ("NotationType", "PEReference"),
            ("PEDecl", "PEReference"),
            ("EntityValue", "PEReference"),
            ("conditionalSect", "PEReference"),
            ("PEReference", "Name"),
        ],
        lexis: Lexis::MARKUP,
        ..Facts::NONE
    },
);
