//! Circles of imports between the files of a crate, and between the folders of its `src/`.
//!
//! A file imports another if a path in its code, or a `use`, names something that the other file
//! defines. A name that is re-exported belongs to the file that defines it, so a facade (`lib.rs`,
//! `mod.rs`) that defines nothing is in no circle, whatever it re-exports. A file that re-exports
//! its children's items imports them: if it also defines something that its children use, there is
//! a circle. `mod x;` alone and code behind `#[cfg(test)]` import nothing.

use super::modules::{Modules, Use};
use super::violation::Violation;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

/// Files or folders of a crate, and for each import between two the first path that makes it.
struct Imports<'a> {
    modules: &'a Modules,
    /// What is imported: files or folders.
    kind: &'static str,
    of: BTreeMap<usize, BTreeMap<usize, Import<'a>>>,
}

/// A path in one file that names what another file defines.
#[derive(Clone, Copy)]
struct Import<'a> {
    importer: usize,
    definer: usize,
    path: &'a Use,
}

/// The circles between a crate's files or, if there are none, between its folders: those that touch
/// are reported together.
pub(super) fn circles(modules: &Modules) -> Vec<Violation> {
    let between_files = Imports::new(modules, "files", |file| file).circles();
    if !between_files.is_empty() {
        return between_files;
    }
    let mut folders: Vec<&str> = Vec::new();
    let between_folders = Imports::new(modules, "folders", |file| {
        let folder = folder(modules.file(file));
        folders.iter().position(|known| *known == folder).unwrap_or_else(|| {
            folders.push(folder);
            folders.len() - 1
        })
    });
    between_folders.circles()
}

/// The first import of each file from a folder of `src/` that stands below its own in `order`. Folders without a place
/// are free.
pub(super) fn out_of_order(modules: &Modules, order: &[String]) -> Vec<Violation> {
    let place = |file| order.iter().position(|known| known == folder(modules.file(file)));
    let mut found = BTreeMap::new();
    for (importer, definer, path) in modules.uses() {
        let (Some(from), Some(to)) = (place(importer), place(definer)) else { continue };
        if from < to {
            found.entry((importer, to)).or_insert_with(|| Violation {
                path: modules.file(importer).to_owned(),
                line: path.line,
                message: format!(
                    "`{}` is of {}/, which stands below {}/ in ARCHITECTURE.md",
                    path.segments.join("::"),
                    order[to],
                    order[from]
                ),
            });
        }
    }
    found.into_values().collect()
}

/// The folder of `src/` that a file is in, or belongs to as its `mod` file.
fn folder(path: &str) -> &str {
    let below_src = path.split_once("src/").map_or(path, |(_, below)| below);
    let first = below_src.split('/').next().unwrap_or(below_src);
    first.strip_suffix(".rs").unwrap_or(first)
}

impl<'a> Imports<'a> {
    /// The imports among groups of files, of which each file is in one.
    fn new(
        modules: &'a Modules,
        kind: &'static str,
        mut group: impl FnMut(usize) -> usize,
    ) -> Imports<'a> {
        let mut of: BTreeMap<usize, BTreeMap<usize, Import>> = BTreeMap::new();
        for (importer, definer, path) in modules.uses() {
            let (from, to) = (group(importer), group(definer));
            if from == to {
                continue;
            }
            let import = Import { importer, definer, path };
            let first = of.entry(from).or_default().entry(to).or_insert(import);
            if path.line < first.path.line {
                *first = import;
            }
        }
        Imports { modules, kind, of }
    }

    fn circles(&self) -> Vec<Violation> {
        self.tangles().iter().map(|groups| self.describe(groups)).collect()
    }
}

impl Imports<'_> {
    /// The sets of more than one file in which every file imports every other, if only by others.
    fn tangles(&self) -> BTreeSet<BTreeSet<usize>> {
        let closure: BTreeMap<usize, BTreeSet<usize>> =
            self.of.keys().map(|file| (*file, self.reached_from(*file))).collect();
        let reaches =
            |from: &usize, to: &usize| closure.get(from).is_some_and(|all| all.contains(to));
        closure
            .iter()
            .filter(|(file, all)| all.contains(file))
            .map(|(file, all)| all.iter().copied().filter(|other| reaches(other, file)).collect())
            .collect()
    }

    fn imported_by(&self, file: usize) -> impl Iterator<Item = usize> {
        self.of.get(&file).into_iter().flat_map(|imported| imported.keys().copied())
    }

    /// All files that a file imports, directly or not.
    fn reached_from(&self, file: usize) -> BTreeSet<usize> {
        let mut reached = BTreeSet::new();
        let mut open = vec![file];
        while let Some(next) = open.pop() {
            open.extend(self.imported_by(next).filter(|imported| reached.insert(*imported)));
        }
        reached
    }

    /// The shortest way from a file back to itself.
    fn way_back(&self, file: usize) -> Option<Vec<usize>> {
        let mut ways = VecDeque::from([vec![file]]);
        let mut seen = BTreeSet::new();
        while let Some(way) = ways.pop_front() {
            for next in self.imported_by(*way.last()?) {
                let longer = [way.as_slice(), &[next]].concat();
                if next == file {
                    return Some(longer);
                }
                if seen.insert(next) {
                    ways.push_back(longer);
                }
            }
        }
        None
    }

    fn describe(&self, files: &BTreeSet<usize>) -> Violation {
        let shortest = files
            .iter()
            .filter_map(|file| self.way_back(*file))
            .min_by_key(Vec::len)
            .expect("the files import each other");
        let first = self.of[&shortest[0]][&shortest[1]];
        let mut message = format!("{} {} import each other in circles", files.len(), self.kind);
        for pair in shortest.windows(2) {
            self.describe_import(&mut message, pair[0], pair[1]);
        }
        if shortest.len() <= files.len() {
            message.push_str("\n  All imports among these files:");
            for (from, to) in self.pairs(files) {
                self.describe_import(&mut message, from, to);
            }
        }
        let path = self.modules.file(first.importer).to_owned();
        Violation { path, line: first.path.line, message }
    }

    /// The imports among some files.
    fn pairs(&self, files: &BTreeSet<usize>) -> impl Iterator<Item = (usize, usize)> {
        let among = |to: &usize| files.contains(to);
        files
            .iter()
            .flat_map(move |from| self.imported_by(*from).filter(among).map(move |to| (*from, to)))
    }

    fn describe_import(&self, message: &mut String, from: usize, to: usize) {
        let Import { importer, definer, path } = self.of[&from][&to];
        let (importer, definer) = (self.modules.file(importer), self.modules.file(definer));
        let _ = write!(
            message,
            "\n    {importer}:{}: `{}` is defined in {definer}",
            path.line,
            path.segments.join("::")
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layering::source::without_tests;
    use std::path::Path;

    /// The files of each tangle of a crate `ours`, as its messages name them.
    fn tangles(files: &[(&str, &str)]) -> Vec<String> {
        let root =
            if files.iter().any(|(path, _)| *path == "lib.rs") { "lib.rs" } else { "main.rs" };
        let mut modules = Modules::new("ours", root);
        for (path, text) in files {
            let code = without_tests(text.parse().expect("tokens"));
            modules.add(path, Path::new(path), code).expect("items");
        }
        circles(&modules).into_iter().map(|circle| circle.message).collect()
    }

    fn is_clean(files: &[(&str, &str)]) -> bool {
        tangles(files).is_empty()
    }

    const LIB: (&str, &str) = ("lib.rs", "mod a; mod b; pub use a::A; pub use b::B;");

    #[test]
    fn two_files_that_name_each_other_are_a_circle() {
        let files = [
            LIB,
            ("a.rs", "use crate::b::B;\npub struct A(B);"),
            ("b.rs", "\npub struct B(Box<crate::a::A>);"),
        ];
        let expected = "2 files import each other in circles\n    \
            a.rs:1: `crate::b::B` is defined in b.rs\n    \
            b.rs:2: `crate::a::A` is defined in a.rs";
        assert_eq!(tangles(&files), [expected]);
    }

    #[test]
    fn three_files_may_be_a_circle_and_its_imports_are_named() {
        let files = [
            ("lib.rs", "mod a; mod b; mod c; mod d;"),
            ("a.rs", "use crate::b::B; pub struct A(B);"),
            ("b.rs", "use super::c::{C, D}; pub struct B(C);"),
            ("c.rs", "pub struct C; pub struct D; fn f() { let _ = crate::a::A::new(); }"),
            ("d.rs", "use crate::a::A; pub struct E(A);"),
        ];
        let found = tangles(&files);
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("3 files"), "{found:?}");
        assert!(found[0].contains("c.rs:1: `crate::a::A::new` is defined in a.rs"), "{found:?}");
        assert!(!found[0].contains("d.rs"), "{found:?}");
    }

    #[test]
    fn two_folders_whose_files_form_no_circle_may_form_one() {
        let folders = |second: &'static str| {
            [
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "mod one; mod two;"),
                ("a/one.rs", "use crate::b::low::Low; pub struct One(Low);"),
                ("a/two.rs", "pub struct Two;"),
                ("b.rs", "mod low; mod high;"),
                ("b/low.rs", "pub struct Low;"),
                ("b/high.rs", second),
            ]
        };
        let expected = "2 folders import each other in circles\n    \
            a/one.rs:1: `crate::b::low::Low` is defined in b/low.rs\n    \
            b/high.rs:1: `crate::a::two::Two` is defined in a/two.rs";
        let circle = folders("use crate::a::two::Two; pub struct High(Two);");
        assert_eq!(tangles(&circle), [expected]);
        assert!(is_clean(&folders("use super::low::Low; pub struct High(Low);")));
    }

    #[test]
    fn a_name_that_is_re_exported_belongs_to_the_file_that_defines_it() {
        let files = [
            LIB,
            ("a.rs", "use crate::B; pub struct A(B);"),
            ("b.rs", "use ours::A; pub struct B(A);"),
        ];
        assert!(tangles(&files)[0].contains("a.rs:1: `crate::B` is defined in b.rs"));
        let one_way = [files[0], files[1], ("b.rs", "pub struct B;")];
        assert!(is_clean(&one_way), "a facade is in no circle: {:?}", tangles(&one_way));
    }

    #[test]
    fn children_that_use_items_of_a_parent_that_re_exports_them_are_in_a_circle() {
        let child = ("a/child.rs", "use super::A; pub struct Child(A);");
        let re_exports = [
            ("lib.rs", "mod a;"),
            ("a.rs", "mod child; pub use child::Child; pub struct A;"),
            child,
        ];
        assert_eq!(tangles(&re_exports).len(), 1);
        let declares = [("lib.rs", "mod a;"), ("a.rs", "pub mod child; pub struct A;"), child];
        assert!(is_clean(&declares), "to declare a module is not to import it");
    }

    #[test]
    fn a_glob_imports_only_what_is_used() {
        let parent =
            ("a/mod.rs", "mod b; mod c; use b::B; fn f(_: B) {} pub struct A; pub use c::C;");
        let child =
            |code| [("main.rs", "mod a;"), parent, ("a/b.rs", code), ("a/c.rs", "pub struct C;")];
        assert!(is_clean(&child("use super::*; pub struct B(C);")));
        assert!(!is_clean(&child("use super::*; pub struct B(A);")));
    }

    #[test]
    fn macros_are_read_and_belong_to_a_file() {
        let a = ("a.rs", "macro_rules! each { () => {} } mod b; pub fn f() { b::g(); }");
        let with = |code| [("main.rs", "mod a;"), a, ("a/b.rs", code)];
        assert!(!is_clean(&with("pub fn g() { each!(); }")), "called by its bare name");
        assert!(!is_clean(&with("pub fn g() { println!(\"{}\", [super::f()]); }")), "in arguments");
        assert!(is_clean(&with("pub fn g() { println!(\"{}\", std::f()); }")));
    }

    #[test]
    fn modules_tests_and_documentation_import_nothing() {
        let files = [
            LIB,
            ("a.rs", "use crate::b; pub struct A(b::B);"),
            (
                "b.rs",
                "//! [`crate::a::A`]\nuse crate::a; pub struct B; #[cfg(test)] mod tests { use crate::a::A; }",
            ),
        ];
        assert!(is_clean(&files), "{:?}", tangles(&files));
    }

    #[test]
    fn a_module_in_a_file_is_part_of_it() {
        let b = ("b.rs", "pub mod inner { use super::super::a::A; pub struct B(A); }");
        assert!(!is_clean(&[LIB, ("a.rs", "use crate::b::inner::B; pub struct A(B);"), b]));
        assert!(is_clean(&[
            LIB,
            ("a.rs", "pub mod x { use self::y::Z; pub mod y { pub struct Z; } }"),
            b
        ]));
    }

    #[test]
    fn foreign_names_belong_to_no_file_whoever_imports_them() {
        let files = [
            ("main.rs", "use std::fs; mod a; fn f() { a::g(); }"),
            ("a.rs", "use super::fs; pub fn g() { fs::read(\"x\"); super::fs::read(\"x\"); }"),
        ];
        assert!(is_clean(&files), "{:?}", tangles(&files));
    }

    #[test]
    fn imports_of_imports_end() {
        let files = [
            LIB,
            ("a.rs", "pub use crate::b::Same; pub use Same as Other;"),
            ("b.rs", "pub use crate::a::{Same, Other};"),
        ];
        assert!(is_clean(&files), "{:?}", tangles(&files));
    }
}
