//! XML.

use crate::language::facts::{Correction, Facts, Spacing, Then, When};
use crate::language::{Language, Names};

pub(super) static XML: Language = Language::built_in(
    Names {
        name: "xml",
        aliases: &[],
        extensions: &["xml", "xsd", "xsl", "xslt", "svg", "rss", "xhtml", "wsdl"],
    },
    crate_grammar!("tree-sitter-xml", tree_sitter_xml::LANGUAGE_XML, "xml"),
    // The scanner has room for 1,024 bytes of open names; 5,000 levels take it seven seconds.
    Facts { spacing: Spacing::MEANINGFUL, deepest: Some(1_000), ..Facts::NONE },
);

pub(super) static DTD: Language = Language::built_in(
    Names { name: "dtd", aliases: &[], extensions: &["dtd", "ent", "mod"] },
    crate_grammar!("tree-sitter-xml", tree_sitter_xml::LANGUAGE_DTD, "dtd"),
    Facts {
        spacing: Spacing::MEANINGFUL,
        corrections: &[
            // The grammar leaves it out for references that may stand for it.
            Correction::of("AttDef", Then::Keeps(&["DefaultDecl"])),
            // What is left of a value need not fit where its entity is referred to.
            Correction::of("EntityValue", Then::KeepsAll),
            // What a reference stands for may be mixed content, which is repeated.
            Correction::of("children", Then::Keeps(&["*"])).when(When::Has("PEReference")),
        ],
        // What a reference stands for fits where the reference stands.
        inner: &[
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
        ..Facts::NONE
    },
);
