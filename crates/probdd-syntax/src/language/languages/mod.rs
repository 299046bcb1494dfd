//! The built-in languages: one file each, with the facts that the grammar does not tell.
//!
//! To add a language: a file here, its feature and its crate in `Cargo.toml`, its rules in
//! `xtask grammars`.

#[cfg(feature = "ada")]
mod ada;
#[cfg(feature = "bash")]
mod bash;
#[cfg(feature = "c")]
mod c;
#[cfg(feature = "cmake")]
mod cmake;
#[cfg(feature = "cpp")]
mod cpp;
#[cfg(feature = "csharp")]
mod csharp;
#[cfg(feature = "css")]
mod css;
#[cfg(feature = "dockerfile")]
mod dockerfile;
#[cfg(any(feature = "javascript", feature = "typescript"))]
mod ecmascript;
#[cfg(feature = "elixir")]
mod elixir;
#[cfg(feature = "erlang")]
mod erlang;
#[cfg(feature = "fortran")]
mod fortran;
#[cfg(feature = "glsl")]
mod glsl;
#[cfg(feature = "go")]
mod go;
#[cfg(feature = "graphql")]
mod graphql;
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
#[cfg(feature = "json5")]
mod json5;
#[cfg(feature = "julia")]
mod julia;
#[cfg(feature = "kotlin")]
mod kotlin;
#[cfg(feature = "sexpr")]
mod lisp;
#[cfg(feature = "llvm")]
mod llvm;
#[cfg(feature = "lua")]
mod lua;
#[cfg(feature = "make")]
mod make;
#[cfg(feature = "nix")]
mod nix;
#[cfg(feature = "objc")]
mod objc;
#[cfg(feature = "ocaml")]
mod ocaml;
#[cfg(feature = "perl")]
mod perl;
#[cfg(feature = "php")]
mod php;
#[cfg(feature = "proto")]
mod proto;
#[cfg(feature = "python")]
mod python;
#[cfg(feature = "r")]
mod r;
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
#[cfg(feature = "svelte")]
mod svelte;
#[cfg(feature = "swift")]
mod swift;
mod texts;
#[cfg(feature = "toml")]
mod toml;
#[cfg(feature = "typescript")]
mod typescript;
#[cfg(feature = "verilog")]
mod verilog;
#[cfg(feature = "vhdl")]
mod vhdl;
#[cfg(feature = "sexpr")]
mod wat;
#[cfg(feature = "xml")]
mod xml;
#[cfg(feature = "zig")]
mod zig;

use crate::language::Language;

/// The table of languages: name, static, and the feature that builds it in, if it needs one.
macro_rules! table {
    ($($name:literal => $module:ident::$language:ident $(if $feature:literal)?,)*) => {
        /// All languages that are built in, in order of their names.
        static LANGUAGES: &[&Language] =
            &[$($(#[cfg(feature = $feature)])? &$module::$language,)*];

        /// The names of the languages that this build leaves out, and the features that add them.
        static LEFT_OUT: &[(&str, &str)] =
            &[$($(#[cfg(not(feature = $feature))] ($name, $feature),)?)*];
    };
}

table! {
    "ada" => ada::ADA if "ada",
    "assembly" => texts::ASSEMBLY,
    "bash" => bash::BASH if "bash",
    "c" => c::C if "c",
    "c#" => csharp::CSHARP if "csharp",
    "c++" => cpp::CPP if "cpp",
    "cmake" => cmake::CMAKE if "cmake",
    "css" => css::CSS if "css",
    "csv" => texts::CSV,
    "dockerfile" => dockerfile::DOCKERFILE if "dockerfile",
    "dtd" => xml::DTD if "xml",
    "elixir" => elixir::ELIXIR if "elixir",
    "erlang" => erlang::ERLANG if "erlang",
    "fortran" => fortran::FORTRAN if "fortran",
    "glsl" => glsl::GLSL if "glsl",
    "go" => go::GO if "go",
    "graphql" => graphql::GRAPHQL if "graphql",
    "haskell" => haskell::HASKELL if "haskell",
    "html" => html::HTML if "html",
    "ini" => texts::INI,
    "java" => java::JAVA if "java",
    "javascript" => javascript::JAVASCRIPT if "javascript",
    "json" => json::JSON if "json",
    "json5" => json5::JSON5 if "json5",
    "julia" => julia::JULIA if "julia",
    "kotlin" => kotlin::KOTLIN if "kotlin",
    "latex" => texts::LATEX,
    "lisp" => lisp::LISP if "sexpr",
    "llvm" => llvm::LLVM if "llvm",
    "lua" => lua::LUA if "lua",
    "make" => make::MAKE if "make",
    "markdown" => texts::MARKDOWN,
    "nix" => nix::NIX if "nix",
    "objective-c" => objc::OBJC if "objc",
    "ocaml" => ocaml::OCAML if "ocaml",
    "ocaml-interface" => ocaml::OCAML_INTERFACE if "ocaml",
    "perl" => perl::PERL if "perl",
    "php" => php::PHP if "php",
    "proto" => proto::PROTO if "proto",
    "python" => python::PYTHON if "python",
    "r" => r::R if "r",
    "ruby" => ruby::RUBY if "ruby",
    "rust" => rust::RUST if "rust",
    "scala" => scala::SCALA if "scala",
    "smt-lib" => smt_lib::SMT_LIB if "sexpr",
    "solidity" => solidity::SOLIDITY if "solidity",
    "sql" => sql::SQL if "sql",
    "svelte" => svelte::SVELTE if "svelte",
    "swift" => swift::SWIFT if "swift",
    "text-proto" => texts::TEXT_PROTO,
    "toml" => toml::TOML if "toml",
    "tsx" => typescript::TSX if "typescript",
    "typescript" => typescript::TYPESCRIPT if "typescript",
    "verilog" => verilog::VERILOG if "verilog",
    "vhdl" => vhdl::VHDL if "vhdl",
    "wat" => wat::WAT if "sexpr",
    "xml" => xml::XML if "xml",
    "yaml" => texts::YAML,
    "zig" => zig::ZIG if "zig",
}

impl Language {
    /// All languages that are built in, in order of their names.
    pub fn all() -> impl Iterator<Item = &'static Language> {
        LANGUAGES.iter().copied()
    }

    /// The names of the languages that this build leaves out, and the cargo features that add them.
    pub fn left_out() -> &'static [(&'static str, &'static str)] {
        LEFT_OUT
    }

    /// The language with a name or another usual name (`c++` and `cpp`), in any case.
    pub fn by_name(name: &str) -> Option<&'static Language> {
        let name = name.to_ascii_lowercase();
        Language::all().find(|language| {
            language.names.name == name || language.names.aliases.contains(&name.as_str())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_that_a_fact_names_is_known_to_the_grammar() {
        for language in Language::all() {
            let facts = &language.facts;
            let mut names = vec![facts.prefixes, facts.standalone, facts.fragile];
            names.extend(facts.layout.kinds());
            names.extend(facts.templates.map(|templates| templates.divisible));
            names.extend(facts.hosts.iter().flat_map(|host| [host.node, host.leaf]));
            names.extend([facts.irreplaceable, facts.only_where_named]);
            for correction in facts.corrections {
                names.extend([correction.node, correction.when.kind(), correction.then.kinds()]);
            }
            for fit in facts.fits {
                names.extend([fit.node, fit.parent.unwrap_or_default(), fit.kinds]);
            }
            names.extend(facts.only_inside.iter().flat_map(|(parent, kind)| [*parent, *kind]));
            names.extend(facts.must_be_used.iter().flat_map(|(kind, around)| [*kind, *around]));
            names.extend(facts.stub.iter().flat_map(|stub| [stub.functions, stub.bodies]));
            names.extend(facts.needs_previous.iter().flat_map(|(kind, heads)| [*kind, *heads]));
            names.extend(facts.needs_next.iter().map(|element| element.node));
            names.extend(facts.conditions.iter().map(|conditions| conditions.node));
            names.extend(facts.program.iter().flat_map(|program| program.names()));
            let code = facts.three_address.iter();
            let kinds = code.map(|code| {
                [code.annotations, code.names, code.function, code.body, code.operand, code.jumps]
            });
            names.extend(kinds.flatten());
            for name in names.into_iter().flat_map(str::split_ascii_whitespace) {
                let is_known =
                    language.model().is_some_and(|model| model.kinds().all(name).next().is_some());
                assert!(is_known, "{}: {name}", language.name());
            }
        }
    }

    #[test]
    fn the_table_is_in_order_and_no_name_or_extension_stands_twice() {
        let names: Vec<_> = Language::all().map(Language::name).collect();
        assert!(names.is_sorted());
        let extensions: Vec<_> = Language::all().flat_map(Language::extensions).collect();
        let files: Vec<_> = Language::all().flat_map(|l| l.names.files).collect();
        let called: Vec<_> = Language::all().flat_map(|l| l.names.aliases).chain(&names).collect();
        for all in [extensions, files, called] {
            let unique: std::collections::BTreeSet<_> = all.iter().collect();
            assert_eq!(unique.len(), all.len(), "{all:?}");
        }
    }
}
