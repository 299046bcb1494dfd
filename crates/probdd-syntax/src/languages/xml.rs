//! XML.

use super::{Facts, Language, Names, Spaces, crate_grammar};

pub(super) static XML: Language = Language::built_in(
    Names {
        name: "xml",
        aliases: &[],
        extensions: &["xml", "xsd", "xsl", "xslt", "svg", "rss", "xhtml", "wsdl"],
    },
    crate_grammar!("tree-sitter-xml", tree_sitter_xml::LANGUAGE_XML, "xml"),
    Facts { spaces: Spaces::Significant, ..Facts::NONE },
);

pub(super) static DTD: Language = Language::built_in(
    Names { name: "dtd", aliases: &[], extensions: &["dtd", "ent", "mod"] },
    crate_grammar!("tree-sitter-xml", tree_sitter_xml::LANGUAGE_DTD, "dtd"),
    Facts { spaces: Spaces::Significant, ..Facts::NONE },
);
