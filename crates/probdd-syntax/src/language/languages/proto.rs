//! Protocol Buffers: schemas.

use crate::language::facts::{Facts, Lexis, Spacing};
use crate::language::{Language, Names};

pub(super) static PROTO: Language = Language::built_in(
    Names { name: "proto", aliases: &["protobuf"], extensions: &["proto"], files: &[] },
    crate_grammar!("tree-sitter-proto", tree_sitter_proto::LANGUAGE, "proto"),
    Facts { spacing: Spacing::FREE.dense(), lexis: Lexis::SLASHES, ..Facts::NONE },
);
