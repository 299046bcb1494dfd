//! The built-in languages: one file each, with the facts that its grammar does not tell.
//!
//! To add a language: a file here, its feature and its crate in `Cargo.toml`, its rules in
//! `xtask grammars`.

#[cfg(feature = "c")]
mod c;
#[cfg(feature = "cpp")]
mod cpp;
#[cfg(feature = "csharp")]
mod csharp;
#[cfg(feature = "css")]
mod css;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "haskell")]
mod haskell;
#[cfg(feature = "html")]
mod html;
#[cfg(feature = "java")]
mod java;
#[cfg(feature = "javascript")]
mod javascript;
#[cfg(feature = "json")]
mod json;
#[cfg(feature = "kotlin")]
mod kotlin;
#[cfg(feature = "sexpr")]
mod lisp;
#[cfg(feature = "llvm")]
mod llvm;
#[cfg(feature = "lua")]
mod lua;
#[cfg(feature = "ocaml")]
mod ocaml;
#[cfg(feature = "php")]
mod php;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "ruby")]
mod ruby;
#[cfg(feature = "rust")]
mod rust;
#[cfg(feature = "scala")]
mod scala;
#[cfg(feature = "sexpr")]
mod smt_lib;
#[cfg(feature = "solidity")]
mod solidity;
#[cfg(feature = "sql")]
mod sql;
#[cfg(feature = "swift")]
mod swift;
#[cfg(feature = "typescript")]
mod typescript;
#[cfg(feature = "verilog")]
mod verilog;
#[cfg(feature = "sexpr")]
mod wat;
#[cfg(feature = "xml")]
mod xml;

use crate::language::{
    Correction, Facts, Fit, Indentation, Language, Names, Newlines, Reach, STATEMENTS, Spaces,
    Then, When,
};

/// The grammar of a crate: its name, its parse tables, and its vendored rules.
macro_rules! crate_grammar {
    ($crate_name:literal, $tables:expr, $rules:literal) => {
        $crate::language::CrateGrammar {
            crate_name: $crate_name,
            tables: $tables,
            rules: include_bytes!(concat!("../../../grammars/", $rules, ".json.gz")),
        }
    };
}
use crate_grammar;

/// The table: name, place, and the feature that builds it in.
macro_rules! table {
    ($($name:literal => $module:ident::$language:ident if $feature:literal,)*) => {
        /// All languages that are built in, in order of their names.
        pub(crate) static LANGUAGES: &[&Language] =
            &[$(#[cfg(feature = $feature)] &$module::$language,)*];

        /// The names of the languages that were left out, and the features that build them in.
        pub(crate) static LEFT_OUT: &[(&str, &str)] =
            &[$(#[cfg(not(feature = $feature))] ($name, $feature),)*];
    };
}

table! {
    "c" => c::C if "c",
    "c#" => csharp::CSHARP if "csharp",
    "c++" => cpp::CPP if "cpp",
    "css" => css::CSS if "css",
    "dtd" => xml::DTD if "xml",
    "go" => go::GO if "go",
    "haskell" => haskell::HASKELL if "haskell",
    "html" => html::HTML if "html",
    "java" => java::JAVA if "java",
    "javascript" => javascript::JAVASCRIPT if "javascript",
    "json" => json::JSON if "json",
    "kotlin" => kotlin::KOTLIN if "kotlin",
    "lisp" => lisp::LISP if "sexpr",
    "llvm" => llvm::LLVM if "llvm",
    "lua" => lua::LUA if "lua",
    "ocaml" => ocaml::OCAML if "ocaml",
    "ocaml-interface" => ocaml::OCAML_INTERFACE if "ocaml",
    "php" => php::PHP if "php",
    "python" => python::PYTHON if "python",
    "ruby" => ruby::RUBY if "ruby",
    "rust" => rust::RUST if "rust",
    "scala" => scala::SCALA if "scala",
    "smt-lib" => smt_lib::SMT_LIB if "sexpr",
    "solidity" => solidity::SOLIDITY if "solidity",
    "sql" => sql::SQL if "sql",
    "swift" => swift::SWIFT if "swift",
    "tsx" => typescript::TSX if "typescript",
    "typescript" => typescript::TYPESCRIPT if "typescript",
    "verilog" => verilog::VERILOG if "verilog",
    "wat" => wat::WAT if "sexpr",
    "xml" => xml::XML if "xml",
}
