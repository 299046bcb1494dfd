//! The modules of a crate: what each defines and imports, and which file defines the item that a path
//! names.
//!
//! Names are resolved approximately. Types, values and macros share one namespace. Visibility is
//! ignored. A `use` inside a function counts for its whole module. Words joined by `::` in a macro's
//! arguments count as a path. A name that a module neither defines nor imports is attributed to the
//! module's file, because a macro may define it. Methods are not resolved.

use super::source::is_punct;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Item, ItemMod, ItemUse, Macro, UseTree};

/// The names of the modules around a module and its own. The crate's root has none.
type ModulePath = Vec<String>;

/// Names that are being looked up, each with its module, so that circular imports end.
type Names = BTreeSet<(ModulePath, String)>;

/// A crate's modules, and the files that they are read from.
#[derive(Debug, Default)]
pub(super) struct Modules {
    /// The crate's name in code: `probdd_core`.
    name: String,
    /// The file below `src` that is the crate's root. A second root, the binary beside a library, counts
    /// as a child of it.
    root: PathBuf,
    files: Vec<String>,
    by_path: BTreeMap<ModulePath, Module>,
    /// The file that defines each `macro_rules!`.
    macros: BTreeMap<String, usize>,
}

/// One module, which is a file or a part of one.
#[derive(Debug, Default)]
struct Module {
    file: usize,
    items: BTreeSet<String>,
    /// The names that `use` brings into scope, each with its paths.
    imports: BTreeMap<String, Vec<Vec<String>>>,
    /// The modules whose names are all imported.
    globs: Vec<Vec<String>>,
    /// The paths in the code and in `use`.
    uses: Vec<Use>,
}

/// A path in the code of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) segments: Vec<String>,
    pub(super) line: usize,
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(ModulePath),
    /// An item that this file defines.
    Item(usize),
}

impl Modules {
    pub(super) fn new(package: &str, root: &str) -> Modules {
        Modules { name: package.replace('-', "_"), root: root.into(), ..Modules::default() }
    }

    /// Adds a file. `file` is its path in messages, `code` its code without tests.
    pub(super) fn add(
        &mut self,
        file: &str,
        below_src: &Path,
        code: TokenStream,
    ) -> syn::Result<()> {
        let parsed: syn::File = syn::parse2(code)?;
        self.files.push(file.to_owned());
        let at = if below_src == self.root { Vec::new() } else { module_path(below_src) };
        let mut reader = Reader { modules: self, at };
        reader.enter();
        reader.visit_file(&parsed);
        Ok(())
    }

    /// A file's path, by its number.
    pub(super) fn file(&self, file: usize) -> &str {
        &self.files[file]
    }

    /// All paths in the code, each with the file that it stands in.
    pub(super) fn paths(&self) -> impl Iterator<Item = (&str, &Use)> {
        let modules = self.by_path.values();
        modules.flat_map(|module| module.uses.iter().map(|path| (self.file(module.file), path)))
    }

    /// The paths that name an item of another file: the importing file, the defining file, the path.
    pub(super) fn uses(&self) -> impl Iterator<Item = (usize, usize, &Use)> {
        self.by_path.iter().flat_map(move |(at, module)| {
            module.uses.iter().flat_map(move |path| {
                let defining = self.definers(at, &path.segments);
                defining
                    .into_iter()
                    .filter(|file| *file != module.file)
                    .map(move |file| (module.file, file, path))
            })
        })
    }

    /// The files that define the item that a path names; none if it names a module or another crate's
    /// item.
    fn definers(&self, at: &ModulePath, path: &[String]) -> Vec<usize> {
        if let [name] = path
            && let Some(file) = name.strip_suffix('!').and_then(|name| self.macros.get(name))
        {
            return vec![*file];
        }
        let item = |target| match target {
            Target::Item(file) => Some(file),
            Target::Module(_) => None,
        };
        self.resolve(at, path, &mut BTreeSet::new()).into_iter().filter_map(item).collect()
    }

    /// The targets of a path in the module `at`.
    fn resolve(&self, at: &ModulePath, path: &[String], seen: &mut Names) -> BTreeSet<Target> {
        let Some((first, rest)) = path.split_first() else { return BTreeSet::new() };
        let mut targets = self.lookup(at, first, seen);
        if targets.is_empty() && *first == self.name {
            targets.insert(Target::Module(Vec::new()));
        }
        for segment in rest {
            targets = self.members(&targets, segment, seen);
        }
        targets
    }

    /// The targets of `name` inside other targets. Only modules have members; a variant or an associated
    /// function belongs to the file of its type.
    fn members(&self, of: &BTreeSet<Target>, name: &str, seen: &mut Names) -> BTreeSet<Target> {
        let modules = of.iter().filter_map(|target| match target {
            Target::Module(path) => Some((path, self.by_path.get(path)?)),
            Target::Item(_) => None,
        });
        let mut found = BTreeSet::new();
        let mut has_module = false;
        for (path, module) in modules {
            has_module = true;
            let members = self.lookup(path, name, seen);
            // A macro of the file may define the name.
            if members.is_empty() && !module.imports.contains_key(name) {
                found.insert(Target::Item(module.file));
            }
            found.extend(members);
        }
        if has_module { found } else { of.clone() }
    }

    /// The targets of `name` in the scope of a module.
    fn lookup(&self, at: &ModulePath, name: &str, seen: &mut Names) -> BTreeSet<Target> {
        match name {
            "crate" => return BTreeSet::from([Target::Module(Vec::new())]),
            "self" => return BTreeSet::from([Target::Module(at.clone())]),
            "super" => return BTreeSet::from([Target::Module(at[..at.len().max(1) - 1].to_vec())]),
            _ => {}
        }
        let mut found = BTreeSet::new();
        let Some(module) = self.by_path.get(at) else { return found };
        let child = [at.as_slice(), &[name.to_owned()]].concat();
        found.extend(self.by_path.contains_key(&child).then_some(Target::Module(child)));
        found.extend(module.items.contains(name).then_some(Target::Item(module.file)));
        let key = (at.clone(), name.to_owned());
        if seen.insert(key.clone()) {
            for path in module.imports.get(name).into_iter().flatten() {
                found.extend(self.resolve(at, path, seen));
            }
            let is_found = !found.is_empty();
            for glob in module.globs.iter().filter(|_| !is_found) {
                found.extend(self.resolve(at, glob, seen).iter().flat_map(|target| match target {
                    Target::Module(module) => self.lookup(module, name, seen),
                    Target::Item(_) => BTreeSet::new(),
                }));
            }
            seen.remove(&key);
        }
        found
    }
}

/// The module that a file is, if it is not the root.
fn module_path(below_src: &Path) -> ModulePath {
    let path = below_src.with_extension("");
    let name = |part: Component| part.as_os_str().to_string_lossy().into_owned();
    let mut names: ModulePath = path.components().map(name).collect();
    names.pop_if(|last| last == "mod");
    names
}

/// Reads the items of one file into modules.
struct Reader<'a> {
    modules: &'a mut Modules,
    at: ModulePath,
}

impl Reader<'_> {
    fn enter(&mut self) {
        let file = self.modules.files.len() - 1;
        self.module().file = file;
    }

    fn module(&mut self) -> &mut Module {
        self.modules.by_path.entry(self.at.clone()).or_default()
    }

    fn note(&mut self, segments: Vec<String>, at: Span) {
        let line = at.start().line;
        self.module().uses.push(Use { segments, line });
    }

    /// What one `use` brings into scope.
    fn import(&mut self, tree: &UseTree, before: &[String]) {
        let with = |name: &Ident| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => self.import(&path.tree, &with(&path.ident)),
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(tree, before);
                }
            }
            UseTree::Glob(glob) => {
                self.module().globs.push(before.to_vec());
                self.note(before.to_vec(), glob.star_token.span());
            }
            UseTree::Name(name) if name.ident == "self" => {
                let scope = before.last().cloned().unwrap_or_default();
                self.bind(scope, before.to_vec(), &name.ident);
            }
            UseTree::Name(name) => {
                self.bind(name.ident.to_string(), with(&name.ident), &name.ident);
            }
            UseTree::Rename(name) => {
                self.bind(name.rename.to_string(), with(&name.ident), &name.ident);
            }
        }
    }

    fn bind(&mut self, name: String, path: Vec<String>, at: &Ident) {
        self.module().imports.entry(name).or_default().push(path.clone());
        self.note(path, at.span());
    }

    /// Paths among the arguments of a macro: words joined by `::`.
    fn paths_in(&mut self, tokens: TokenStream) {
        let trees: Vec<TokenTree> = tokens.into_iter().collect();
        let is_joined = |at: usize| {
            trees.get(at..at + 2).is_some_and(|pair| pair.iter().all(|tree| is_punct(tree, ':')))
        };
        let mut at = 0;
        while at < trees.len() {
            match &trees[at] {
                TokenTree::Ident(first) => {
                    let mut segments = vec![first.to_string()];
                    while is_joined(at + 1)
                        && let Some(TokenTree::Ident(next)) = trees.get(at + 3)
                    {
                        segments.push(next.to_string());
                        at += 3;
                    }
                    self.note(segments, first.span());
                }
                TokenTree::Group(group) => self.paths_in(group.stream()),
                _ => {}
            }
            at += 1;
        }
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Const(item) => Some(&item.ident),
            Item::Enum(item) => Some(&item.ident),
            Item::Fn(item) => Some(&item.sig.ident),
            Item::Static(item) => Some(&item.ident),
            Item::Struct(item) => Some(&item.ident),
            Item::Trait(item) => Some(&item.ident),
            Item::Type(item) => Some(&item.ident),
            Item::Union(item) => Some(&item.ident),
            Item::Macro(item) => item.ident.as_ref(),
            _ => None,
        };
        if let Some(name) = name {
            self.module().items.insert(name.to_string());
            if matches!(item, Item::Macro(_)) {
                let file = self.module().file;
                self.modules.macros.insert(name.to_string(), file);
            }
        }
        visit::visit_item(self, item);
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.content.is_some() {
            self.at.push(item.ident.to_string());
            self.enter();
            visit::visit_item_mod(self, item);
            self.at.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&item.tree, &[]);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let (None, Some(first)) = (path.leading_colon, path.segments.first()) {
            let names = path.segments.iter().map(|segment| segment.ident.to_string());
            self.note(names.collect(), first.ident.span());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast Macro) {
        match call.path.get_ident() {
            Some(name) => self.note(vec![format!("{name}!")], name.span()),
            None => self.visit_path(&call.path),
        }
        self.paths_in(call.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}
