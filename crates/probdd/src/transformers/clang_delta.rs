//! `clang_delta`, the program behind what C-Reduce and C-Vise do to C and C++ with the help of Clang:
//! some seventy transformations, each with a number of instances in a text.

use super::{Asked, Page, patience};
use crate::error::Failure;
use crate::settings::Settings;
use probdd_exec::{Confinement, End, Interrupt, Limits, Rewriter, Surroundings};
use std::cell::RefCell;
use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// What it is called, on the command line as well.
pub const NAME: &str = "clang_delta";

/// Where packages put it, beside PATH.
const PLACES: [&str; 8] = [
    "/usr/lib/cvise",
    "/usr/libexec/cvise",
    "/usr/lib64/cvise",
    "/usr/local/lib/cvise",
    "/usr/local/libexec/cvise",
    "/usr/libexec",
    "/usr/local/libexec",
    "/usr/libexec/creduce",
];

/// One of its transformations.
#[derive(Debug)]
pub struct Transformation {
    /// How its passes are called.
    pub pass: &'static str,
    /// Whether it is about C++ only.
    is_cpp: bool,
    /// It has nothing to do where none of these stands in the text.
    needs: &'static [&'static str],
}

/// The program, for all transformations.
#[derive(Clone, Debug)]
pub(super) struct ClangDelta {
    shared: Rc<Shared>,
}

#[derive(Debug)]
struct Shared {
    program: PathBuf,
    surroundings: Surroundings,
    confinement: Confinement,
    interrupt: Interrupt,
    /// Made when it is asked first.
    rewriter: RefCell<Option<Rewriter>>,
}

/// Where it is: on PATH, or where packages put it.
pub fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).filter(|place| place.is_absolute());
    let places = places.chain(PLACES.map(PathBuf::from)).chain(multiarch());
    let is_program = |path: &PathBuf| {
        let kind = std::fs::metadata(path);
        kind.is_ok_and(|kind| kind.is_file() && kind.permissions().mode() & 0o111 != 0)
    };
    places.map(|place| place.join(NAME)).find(is_program)
}

/// Directories such as `/usr/lib/x86_64-linux-gnu/cvise`.
fn multiarch() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut places: Vec<PathBuf> = entries.map(|entry| entry.path().join("cvise")).collect();
    places.sort();
    places.into_iter()
}

/// The transformations that may have something to do in the run's language.
pub(super) fn transformations(
    settings: &Settings,
) -> impl Iterator<Item = &'static Transformation> {
    let is_cpp = settings.strategy.language() == Some("c++");
    TRANSFORMATIONS.iter().filter(move |transformation| is_cpp || !transformation.is_cpp)
}

impl ClangDelta {
    pub(super) fn new(settings: &Settings, program: &Path, interrupt: &Interrupt) -> ClangDelta {
        // It goes by the extension.
        let is_cpp = settings.strategy.language() == Some("c++");
        let name = if is_cpp { "input.cpp" } else { "input.c" };
        let limits = Limits { timeout: Some(patience(settings)), ..Limits::default() };
        let shared = Shared {
            program: program.into(),
            surroundings: Surroundings::new(settings.input.dir.clone(), name.into(), limits),
            confinement: settings.confinement,
            interrupt: interrupt.clone(),
            rewriter: RefCell::default(),
        };
        ClangDelta { shared: Rc::new(shared) }
    }

    /// The next instance of a transformation: each is a page of its own, since each costs a start.
    pub(super) fn ask(
        &self,
        transformation: &Transformation,
        text: &[u8],
        skip: usize,
    ) -> Result<Asked, Failure> {
        if !transformation.may_apply(text) {
            return Ok(Asked::Page(Page::default()));
        }
        let mut rewriter = self.shared.rewriter.borrow_mut();
        let rewriter = match &mut *rewriter {
            Some(rewriter) => rewriter,
            none => none.insert(self.shared.rewriter()?),
        };
        let rewritten = rewriter.run(text, |written| {
            let mut output = OsString::from("--output=");
            output.push(written);
            let transformation = format!("--transformation={}", transformation.name());
            vec![transformation.into(), format!("--counter={}", skip + 1).into(), output]
        })?;
        Ok(match rewritten.end {
            End::Exited(0) if !rewritten.text.is_empty() => {
                Asked::Page(Page { texts: vec![rewritten.text], has_more: true })
            }
            End::Interrupted => Asked::Nothing,
            End::TimedOut => Asked::Fault("does not end in time".into()),
            // There are no more instances, or it does not understand the text, or crashes on it.
            _ => Asked::Page(Page::default()),
        })
    }
}

impl Shared {
    fn rewriter(&self) -> Result<Rewriter, probdd_exec::Error> {
        let Shared { program, surroundings, confinement, interrupt, .. } = self;
        Rewriter::new(program.clone(), surroundings.clone(), *confinement, interrupt.clone())
    }
}

impl Transformation {
    /// What `clang_delta` calls it.
    fn name(&self) -> &'static str {
        self.pass.split_once('/').map_or(self.pass, |(_, name)| name)
    }

    fn may_apply(&self, text: &[u8]) -> bool {
        let has = |word: &&str| text.windows(word.len()).any(|piece| piece == word.as_bytes());
        self.needs.is_empty() || self.needs.iter().any(has)
    }
}

/// A row of the table.
macro_rules! transformation {
    ($name:literal, $is_cpp:literal, $needs:expr) => {
        Transformation { pass: concat!("clang_delta/", $name), is_cpp: $is_cpp, needs: &$needs }
    };
}

/// What it can do, in the order in which C-Vise does it. Not here is what the ladder does itself, as
/// removing what is not used and giving new names, and what makes no text simpler: another order of
/// declarations, new variables, and what is there to observe a program.
static TRANSFORMATIONS: [Transformation; 43] = [
    transformation!("callexpr-to-value", false, ["("]),
    transformation!("replace-callexpr", false, ["("]),
    transformation!("simplify-callexpr", false, ["("]),
    transformation!("aggregate-to-scalar", false, ["struct", "union", "class", "["]),
    transformation!("param-to-global", false, ["("]),
    transformation!("param-to-local", false, ["("]),
    transformation!("return-void", false, ["("]),
    transformation!("simple-inliner", false, ["{"]),
    transformation!("reduce-pointer-level", false, ["*"]),
    transformation!("copy-propagation", false, ["="]),
    transformation!("simplify-if", false, ["if"]),
    transformation!("reduce-array-dim", false, ["["]),
    transformation!("reduce-array-size", false, ["["]),
    transformation!("simplify-comma-expr", false, [","]),
    transformation!("simplify-dependent-typedef", true, ["typedef"]),
    transformation!("replace-simple-typedef", false, ["typedef"]),
    transformation!("replace-dependent-typedef", true, ["typedef"]),
    transformation!("replace-one-level-typedef-type", false, ["typedef"]),
    transformation!("instantiate-template-type-param-to-int", true, ["template"]),
    transformation!("instantiate-template-param", true, ["template"]),
    transformation!("template-arg-to-int", true, ["template"]),
    transformation!("template-non-type-arg-to-int", true, ["template"]),
    transformation!("reduce-class-template-param", true, ["template"]),
    transformation!("remove-trivial-base-template", true, ["template"]),
    transformation!("class-template-to-class", true, ["template"]),
    transformation!("merge-base-class", true, [":"]),
    transformation!("replace-derived-class", true, [":"]),
    transformation!("remove-unresolved-base", true, [":"]),
    transformation!("replace-class-with-base-template-spec", true, ["template"]),
    transformation!("simplify-nested-class", true, ["class", "struct"]),
    transformation!("remove-unused-outer-class", true, ["class", "struct"]),
    transformation!("empty-struct-to-int", false, ["struct", "union", "class"]),
    transformation!("remove-pointer", false, ["*"]),
    transformation!("reduce-pointer-pairs", false, ["*"]),
    transformation!("remove-array", false, ["["]),
    transformation!("remove-addr-taken", false, ["&"]),
    transformation!("simplify-struct", false, ["struct", "union", "class"]),
    transformation!("replace-undefined-function", false, ["("]),
    transformation!("replace-array-index-var", false, ["["]),
    transformation!("replace-dependent-name", true, ["::"]),
    transformation!("simplify-recursive-template-instantiation", true, ["template"]),
    transformation!("vector-to-array", true, ["vector"]),
    transformation!("simplify-struct-union-decl", false, ["struct", "union", "class"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transformation_without_its_words_is_not_asked_about() {
        let of = |name: &str| TRANSFORMATIONS.iter().find(|it| it.name() == name);
        let may = |name: &str, text: &str| of(name).is_some_and(|it| it.may_apply(text.as_bytes()));
        assert!(may("simplify-if", "int f() { if (1) ; }"));
        assert!(!may("simplify-if", "int f() { return 1; }"));
        assert!(may("aggregate-to-scalar", "int a[1];") && !may("aggregate-to-scalar", "int a;"));
    }

    #[test]
    fn no_transformation_is_twice_in_the_table() {
        let mut names: Vec<_> = TRANSFORMATIONS.iter().map(Transformation::name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), TRANSFORMATIONS.len());
    }
}
