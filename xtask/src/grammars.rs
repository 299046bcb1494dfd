//! `xtask grammars`: takes the grammars' rules out of the pinned grammar crates.
//!
//! No grammar crate exports its `grammar.json`, so this repository vendors the rules beside the syntax
//! crate: stripped to what the recovery of quantifiers needs, with the licence notices. `--check`
//! writes nothing and fails if a file differs.

use anyhow::{Context, Result, bail};
use fs_err as fs;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The vendored grammars: the language, the crate, the grammar's folder inside it.
const GRAMMARS: [(&str, &str, &str); 49] = [
    ("ada", "tree-sitter-ada", "src"),
    ("bash", "tree-sitter-bash", "src"),
    ("c", "tree-sitter-c", "src"),
    ("cmake", "tree-sitter-cmake", "src"),
    ("cpp", "tree-sitter-cpp", "src"),
    ("csharp", "tree-sitter-c-sharp", "src"),
    ("css", "tree-sitter-css", "src"),
    ("dockerfile", "tree-sitter-containerfile", "src"),
    ("dtd", "tree-sitter-xml", "dtd/src"),
    ("elixir", "tree-sitter-elixir", "src"),
    ("erlang", "tree-sitter-erlang", "src"),
    ("fortran", "tree-sitter-fortran", "src"),
    ("glsl", "tree-sitter-glsl", "src"),
    ("go", "tree-sitter-go", "src"),
    ("graphql", "tree-sitter-graphql", "src"),
    ("haskell", "tree-sitter-haskell", "src"),
    ("html", "tree-sitter-html", "src"),
    ("java", "tree-sitter-java", "src"),
    ("javascript", "tree-sitter-javascript", "src"),
    ("json", "tree-sitter-json", "src"),
    ("json5", "tree-sitter-json5-orchard", "src"),
    ("julia", "tree-sitter-julia", "src"),
    ("kotlin", "tree-sitter-kotlin-ng", "src"),
    ("llvm", "tree-sitter-llvm", "src"),
    ("lua", "tree-sitter-lua", "src"),
    ("make", "tree-sitter-make", "src"),
    ("nix", "tree-sitter-nix", "src"),
    ("objc", "tree-sitter-objc", "src"),
    ("ocaml", "tree-sitter-ocaml", "grammars/ocaml/src"),
    ("ocaml_interface", "tree-sitter-ocaml", "grammars/interface/src"),
    ("perl", "ts-parser-perl", "src"),
    ("php", "tree-sitter-php", "php/src"),
    ("proto", "tree-sitter-proto", "src"),
    ("python", "tree-sitter-python", "src"),
    ("r", "tree-sitter-r", "src"),
    ("ruby", "tree-sitter-ruby", "src"),
    ("rust", "tree-sitter-rust", "src"),
    ("scala", "tree-sitter-scala", "src"),
    ("solidity", "tree-sitter-solidity", "src"),
    ("sql", "tree-sitter-sequel", "src"),
    ("svelte", "tree-sitter-svelte-ng", "src"),
    ("swift", "tree-sitter-swift", "src"),
    ("systemverilog", "tree-sitter-systemverilog", "src"),
    ("toml", "tree-sitter-toml-ng", "src"),
    ("tsx", "tree-sitter-typescript", "tsx/src"),
    ("typescript", "tree-sitter-typescript", "typescript/src"),
    ("vhdl", "tree-sitter-vhdl", "src"),
    ("xml", "tree-sitter-xml", "xml/src"),
    ("zig", "tree-sitter-zig", "src"),
];

/// A grammar crate as cargo resolved it.
struct Package {
    version: String,
    directory: PathBuf,
    licence: String,
    authors: String,
    repository: String,
}

/// Take the grammars' rules out of the pinned grammar crates
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Write nothing; fail if a vendored file differs
    #[arg(long)]
    check: bool,
}

/// Writes the vendored grammars, or with `--check` compares them.
pub(crate) fn run(options: &Options) -> Result<()> {
    let is_check = options.check;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/probdd-syntax/grammars");
    let packages = resolved_packages()?;
    let mut stale = Vec::new();
    for (language, name, place) in GRAMMARS {
        let package = packages.get(name).with_context(|| format!("{name} is not a dependency"))?;
        let wanted = stripped_grammar(package, place)?;
        let path = folder.join(format!("{language}.json"));
        if fs::read_to_string(&path).ok().as_deref() != Some(wanted.as_str()) {
            stale.push(path.clone());
            if !is_check {
                fs::write(&path, wanted)?;
            }
        }
    }
    let notices = notices(&packages)?;
    let path = folder.join("LICENSES.md");
    if fs::read_to_string(&path).ok().as_deref() != Some(notices.as_str()) {
        stale.push(path.clone());
        if !is_check {
            fs::write(&path, &notices)?;
        }
    }
    report(&stale, is_check)
}

fn report(stale: &[PathBuf], is_check: bool) -> Result<()> {
    let names: Vec<_> = stale.iter().filter_map(|path| path.file_name()?.to_str()).collect();
    match (is_check, names.is_empty()) {
        (true, false) => bail!(
            "vendored grammars differ from the pinned crates: {}; run `cargo run -p xtask -- grammars`",
            names.join(", ")
        ),
        (_, true) => {
            println!("all {} grammars are those of the pinned crates", GRAMMARS.len());
            Ok(())
        }
        (false, false) => {
            println!("wrote {}", names.join(", "));
            Ok(())
        }
    }
}

fn resolved_packages() -> Result<BTreeMap<String, Package>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--all-features", "--format-version", "1", "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"))
        .output()
        .context("running cargo metadata")?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).context("in cargo metadata")?;
    Ok(members(&metadata, "packages").iter().filter_map(package).collect())
}

fn package(value: &Value) -> Option<(String, Package)> {
    let text = |key: &str| value[key].as_str().unwrap_or_default().to_owned();
    let directory = Path::new(value["manifest_path"].as_str()?).parent()?.to_owned();
    let authors: Vec<_> = members(value, "authors").iter().filter_map(Value::as_str).collect();
    let package = Package {
        version: text("version"),
        directory,
        licence: text("license"),
        authors: authors.join(", "),
        repository: text("repository"),
    };
    Some((text("name"), package))
}

fn stripped_grammar(package: &Package, place: &str) -> Result<String> {
    let path = package.directory.join(place).join("grammar.json");
    probdd_syntax::stripped_rules(&fs::read_to_string(&path)?, &package.version)
        .with_context(|| format!("reading {}", path.display()))
}

fn members<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn notices(packages: &BTreeMap<String, Package>) -> Result<String> {
    let mut text = String::from(
        "# Licences of the vendored grammars\n\n\
         The files in this folder are derived from the grammars of these crates.\n",
    );
    let names: std::collections::BTreeSet<_> = GRAMMARS.iter().map(|(_, name, _)| *name).collect();
    for name in names {
        let package = packages.get(name).with_context(|| format!("{name} is not a dependency"))?;
        let notice = fs::read_to_string(package.directory.join("LICENSE")).unwrap_or_else(|_| {
            format!(
                "Copyright (c) {}\n\nLicence: {} (the crate ships no licence file).",
                package.authors, package.licence
            )
        });
        let version = &package.version;
        let repository = &package.repository;
        let notice = notice.trim();
        write!(
            text,
            "\n## {name} {version}\n\n<{repository}>, {}\n\n```text\n{notice}\n```\n",
            package.licence
        )?;
    }
    Ok(text)
}
