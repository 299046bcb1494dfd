//! `xtask layering`: checks the architecture's invariants on manifests and sources.
//!
//! The manifests say which crate depends on which. The sources, without comments, strings and test
//! code, say what each part of the code names (`rules.rs`) and whether the files of a crate import each
//! other in circles (`circles.rs`). The tables of ARCHITECTURE.md say in which order the folders stand.

mod circles;
mod manifest;
mod modules;
mod rules;
mod source;
mod violation;

use anyhow::{Context, Result, bail};
use fs_err as fs;
use manifest::Manifest;
use modules::Modules;
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use violation::Violation;

/// The crates of the workspace, each with those that it may depend on.
const CRATES: [(&str, &[&str]); 5] = [
    ("probdd-core", &[]),
    ("probdd-syntax", &["probdd-core"]),
    ("probdd-exec", &["probdd-core"]),
    ("probdd-remote", &["probdd-exec", "probdd-core"]),
    ("probdd", &["probdd-exec", "probdd-remote", "probdd-core", "probdd-syntax"]),
];

/// A package of the workspace.
struct Package {
    manifest: Manifest,
    /// The folders of `src/` in the order of ARCHITECTURE.md.
    folders: Vec<String>,
    /// The path and the text of its manifest.
    manifest_path: String,
    manifest_text: String,
    sources: Vec<Source>,
}

/// A source file that is not test code.
struct Source {
    /// The file's path from the root of the workspace.
    path: String,
    below_src: PathBuf,
    code: TokenStream,
}

/// Checks the workspace, and prints what is wrong with it.
pub(crate) fn run() -> Result<()> {
    let packages = packages(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))?;
    let found = violations(&packages)?;
    for Violation { path, line, message } in &found {
        println!("{path}:{line}: {message}");
    }
    match found.len() {
        0 => {
            println!("no violation");
            Ok(())
        }
        count => bail!("{count} violations of the architecture"),
    }
}

/// The violations in the whole workspace.
fn violations(packages: &[Package]) -> Result<Vec<Violation>> {
    let mut found = Vec::new();
    for package in packages {
        if package.manifest_path.starts_with("crates/") {
            found.extend(in_manifest(package));
        }
        let modules = modules(package)?;
        found.extend(rules::violations(&modules));
        found.extend(circles::circles(&modules));
        found.extend(circles::out_of_order(&modules, &package.folders));
    }
    found.sort();
    Ok(found)
}

/// What the files of a package define and name.
fn modules(package: &Package) -> Result<Modules> {
    let is_library = package.sources.iter().any(|source| source.below_src == Path::new("lib.rs"));
    let root = if is_library { "lib.rs" } else { "main.rs" };
    let mut modules = Modules::new(&package.manifest.package.name, root);
    for source in &package.sources {
        modules
            .add(&source.path, &source.below_src, source.code.clone())
            .with_context(|| format!("parsing {}", source.path))?;
    }
    Ok(modules)
}

/// The packages of the workspace at `root`.
fn packages(root: &Path) -> Result<Vec<Package>> {
    let mut folders = entries(&root.join("crates"))?;
    let others = ["bindings/python", "xtask", "lab"].map(|folder| root.join(folder));
    folders.extend(others);
    folders.retain(|folder| folder.join("Cargo.toml").exists());
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md"))?;
    folders.iter().map(|folder| package(root, folder, &architecture)).collect()
}

/// The folders of a crate's `src/` in the order of its table in ARCHITECTURE.md.
fn folders_in_order(architecture: &str, folder: &str) -> Vec<String> {
    let heading = format!("### `{folder}`");
    let table = architecture.split_once(&heading).map_or("", |(_, table)| table);
    let table = table.split("\n### ").next().unwrap_or(table);
    let paths = table.lines().filter_map(|line| line.strip_prefix("| `src/"));
    paths.filter_map(|path| Some(path.split_once("/` |")?.0.to_owned())).collect()
}

fn package(root: &Path, folder: &Path, architecture: &str) -> Result<Package> {
    let manifest = folder.join("Cargo.toml");
    let manifest_text = fs::read_to_string(&manifest)?;
    let mut tests = BTreeSet::new();
    let mut parsed = Vec::new();
    for file in rust_files(&folder.join("src"))? {
        let text = fs::read_to_string(&file)?;
        let code: TokenStream = syn::parse_str(&text).with_context(|| relative(root, &file))?;
        tests.extend(source::test_modules(&file, code.clone()));
        parsed.push((file, code));
    }
    parsed.retain(|(file, _)| !file.ancestors().any(|path| tests.contains(path)));
    let source = |(file, code): (PathBuf, TokenStream)| Source {
        path: relative(root, &file),
        below_src: file.strip_prefix(folder.join("src")).unwrap_or(&file).to_owned(),
        code: source::without_tests(code),
    };
    Ok(Package {
        manifest: toml::from_str(&manifest_text).with_context(|| relative(root, &manifest))?,
        folders: folders_in_order(architecture, &relative(root, folder)),
        manifest_path: relative(root, &manifest),
        manifest_text,
        sources: parsed.into_iter().map(source).collect(),
    })
}

/// The dependencies that a crate may not have.
fn in_manifest(Package { manifest, manifest_path, manifest_text, .. }: &Package) -> Vec<Violation> {
    let name = manifest.package.name.as_str();
    let violation = |line, message| Violation { path: manifest_path.clone(), line, message };
    let Some((_, allowed)) = CRATES.iter().find(|(known, _)| *known == name) else {
        let message = "a crate without a place in the layers: give it one in xtask/src/layering.rs";
        return vec![violation(1, message.to_owned())];
    };
    let is_wrong = |dependency: &str| {
        let is_ours = CRATES.iter().any(|(known, _)| *known == dependency);
        let is_parser = dependency.starts_with("tree-sitter");
        (is_ours && !allowed.contains(&dependency)) || (is_parser && name != "probdd-syntax")
    };
    let wrong = manifest.dependencies().filter(|(_, dependency)| is_wrong(dependency));
    let found = wrong.map(|(at, dependency)| {
        let line = 1 + manifest_text[..at].matches('\n').count();
        violation(line, format!("{name} may not depend on {dependency}"))
    });
    found.collect()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    Ok(paths)
}

fn rust_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            files.extend(rust_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(files)
}

fn relative(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workspace_keeps_its_layers() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        assert_eq!(violations(&packages(&root).expect("sources")).expect("items"), []);
    }

    #[test]
    fn every_file_is_read_but_those_of_tests() {
        let root = std::env::temp_dir().join(format!("probdd-layering-{}", std::process::id()));
        let write = |path: &str, text: &str| {
            let path = root.join("crates/probdd-core").join(path);
            let folder = path.parent().expect("it is in a folder");
            std::fs::create_dir_all(folder)
                .and_then(|()| std::fs::write(path, text))
                .expect("room");
        };
        write("Cargo.toml", "[package]\nname = \"probdd-core\"\n[dependencies]\nprobdd = \"1\"\n");
        write("src/lib.rs", "mod list;\n#[cfg(test)]\nmod tests;\nuse std::fs::read;\n");
        write("src/list/deep.rs", "fn f() {\n    std::env::args();\n}\n");
        write("src/tests/mod.rs", "use std::fs;\n");
        write("tests/properties.rs", "use std::fs;\n");
        let architecture =
            "### `crates/probdd-core`\n\n| `src/list/` | lists |\n| `src/deep/` | more |\n";
        std::fs::write(root.join("ARCHITECTURE.md"), architecture).expect("room");
        write("src/deep.rs", "pub struct Deep;\n");
        write("src/list.rs", "use crate::deep::Deep;\n");
        let found = violations(&packages(&root).expect("sources")).expect("items");
        std::fs::remove_dir_all(&root).expect("it is ours");
        let places: Vec<_> =
            found.iter().map(|violation| (violation.path.as_str(), violation.line)).collect();
        let expected = [
            ("crates/probdd-core/Cargo.toml", 4),
            ("crates/probdd-core/src/lib.rs", 4),
            ("crates/probdd-core/src/list.rs", 1),
            ("crates/probdd-core/src/list/deep.rs", 2),
        ];
        assert_eq!(places, expected);
    }

    #[test]
    fn crates_depend_in_the_direction_of_the_data() {
        let lines = |name: &str, rest: &str| -> Vec<usize> {
            let manifest_text = format!("[package]\nname = \"{name}\"\n{rest}");
            let manifest = toml::from_str(&manifest_text).expect("a manifest");
            let manifest_path = "Cargo.toml".to_owned();
            let package = Package {
                manifest,
                folders: Vec::new(),
                manifest_path,
                manifest_text,
                sources: Vec::new(),
            };
            in_manifest(&package).into_iter().map(|violation| violation.line).collect()
        };
        assert_eq!(lines("probdd-core", "[dependencies]\nprobdd-exec.workspace = true"), [4]);
        assert_eq!(lines("probdd-syntax", "[dependencies]\nprobdd-exec = { path = \"x\" }"), [4]);
        assert_eq!(lines("probdd-exec", "[dependencies.probdd-syntax]\npath = \"x\""), [3]);
        assert_eq!(lines("probdd-exec", "[dependencies]\ntree-sitter = \"1\""), [4]);
        assert_eq!(lines("probdd-exec", "[dependencies]\nx = { package = \"probdd\" }"), [4]);
        assert_eq!(lines("probdd-new", ""), [1]);
        assert_eq!(lines("probdd-core", "[dev-dependencies]\nprobdd-exec = \"1\""), [0; 0]);
        assert_eq!(lines("probdd", "[dependencies]\nprobdd-exec.workspace = true"), [0; 0]);
    }
}
