//! `clang_delta`, the program with the Clang-based transformations of C-Reduce and C-Vise: about
//! seventy transformations of C and C++, each with a number of instances in a text.

use super::answer::{Page, Reply, TransformerSettings};
use crate::error::Failure;
use crate::files::{is_executable, search_path};
use probdd_exec::{End, Form, Rewriter, Surroundings};
use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The name of the program, also on our command line.
pub(crate) const NAME: &str = "clang_delta";

/// Directories outside PATH where packages install it.
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
pub(super) struct Transformation {
    /// The name of its passes.
    pub(super) pass: &'static str,
    /// Whether the transformation applies to C++ only.
    is_cpp: bool,
    /// Words one of which must occur in a text for the transformation to apply.
    needs: &'static [&'static str],
}

/// The program, shared by its transformations.
#[derive(Clone, Debug)]
pub(super) struct ClangDelta {
    shared: Rc<Shared>,
}

#[derive(Debug)]
struct Shared {
    program: PathBuf,
    settings: TransformerSettings,
    /// Made at the first question.
    rewriter: RefCell<Option<Rewriter>>,
}

/// Finds `clang_delta` on PATH, or where packages install it.
pub fn find() -> Option<PathBuf> {
    let places = search_path().into_iter().filter(|place| place.is_absolute());
    let places = places.chain(PLACES.map(PathBuf::from)).chain(multiarch());
    places.map(|place| place.join(NAME)).find(|path| is_executable(path))
}

/// Directories such as `/usr/lib/x86_64-linux-gnu/cvise`.
fn multiarch() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let mut places: Vec<PathBuf> = entries.map(|entry| entry.path().join("cvise")).collect();
    places.sort();
    places.into_iter()
}

impl ClangDelta {
    /// Prepares the program at a path.
    pub(super) fn new(program: &Path, settings: TransformerSettings) -> ClangDelta {
        let program = program.into();
        ClangDelta { shared: Rc::new(Shared { program, settings, rewriter: RefCell::default() }) }
    }

    /// The transformations that apply to the language of the run.
    pub(super) fn transformations(&self) -> impl Iterator<Item = &'static Transformation> + use<> {
        let is_cpp = self.shared.is_cpp();
        TRANSFORMATIONS.iter().filter(move |transformation| is_cpp || !transformation.is_cpp)
    }

    /// Applies one instance of a transformation. Each instance is a page of its own, because it
    /// takes a process of its own.
    pub(super) fn ask(
        &self,
        transformation: &Transformation,
        text: &[u8],
        skip: usize,
    ) -> Result<Reply, Failure> {
        if !transformation.may_apply(text) {
            return Ok(Reply::Page(Page::default()));
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
                Reply::Page(Page { texts: vec![rewritten.text], has_more: true })
            }
            End::Interrupted => Reply::Interrupted,
            End::TimedOut => Reply::Fault("did not end in time".into()),
            // There are no more instances, or `clang_delta` rejects the text or crashes on it.
            _ => Reply::Page(Page::default()),
        })
    }
}

impl Shared {
    fn is_cpp(&self) -> bool {
        self.settings.language.as_deref() == Some("c++")
    }

    fn rewriter(&self) -> Result<Rewriter, probdd_exec::Error> {
        let TransformerSettings { input_dir, limits, confinement, interrupt, .. } =
            self.settings.clone();
        // The program tells the language by the extension.
        let name = if self.is_cpp() { "input.cpp" } else { "input.c" };
        let surroundings = Surroundings::new(input_dir, Form::file(name.into()), limits);
        Rewriter::new(self.program.clone(), surroundings, &confinement, interrupt)
    }
}

impl Transformation {
    /// The name that `clang_delta` uses.
    fn name(&self) -> &'static str {
        self.pass.split_once('/').map_or(self.pass, |(_, name)| name)
    }

    fn may_apply(&self, text: &[u8]) -> bool {
        let has = |word: &&str| text.windows(word.len()).any(|piece| piece == word.as_bytes());
        self.needs.is_empty() || self.needs.iter().any(has)
    }
}

/// A transformation of C and C++.
const fn c(pass: &'static str, needs: &'static [&'static str]) -> Transformation {
    Transformation { pass, is_cpp: false, needs }
}

/// A transformation of C++ only.
const fn cpp(pass: &'static str, needs: &'static [&'static str]) -> Transformation {
    Transformation { pass, is_cpp: true, needs }
}

/// The transformations in C-Vise's order. Left out are those that the ladder performs itself, such
/// as removing unused code and renaming, and those that make no text simpler: reordering
/// declarations, introducing variables, and instrumenting a program.
static TRANSFORMATIONS: [Transformation; 43] = [
    c("clang_delta/callexpr-to-value", &["("]),
    c("clang_delta/replace-callexpr", &["("]),
    c("clang_delta/simplify-callexpr", &["("]),
    c("clang_delta/aggregate-to-scalar", &["struct", "union", "class", "["]),
    c("clang_delta/param-to-global", &["("]),
    c("clang_delta/param-to-local", &["("]),
    c("clang_delta/return-void", &["("]),
    c("clang_delta/simple-inliner", &["{"]),
    c("clang_delta/reduce-pointer-level", &["*"]),
    c("clang_delta/copy-propagation", &["="]),
    c("clang_delta/simplify-if", &["if"]),
    c("clang_delta/reduce-array-dim", &["["]),
    c("clang_delta/reduce-array-size", &["["]),
    c("clang_delta/simplify-comma-expr", &[","]),
    cpp("clang_delta/simplify-dependent-typedef", &["typedef"]),
    c("clang_delta/replace-simple-typedef", &["typedef"]),
    cpp("clang_delta/replace-dependent-typedef", &["typedef"]),
    c("clang_delta/replace-one-level-typedef-type", &["typedef"]),
    cpp("clang_delta/instantiate-template-type-param-to-int", &["template"]),
    cpp("clang_delta/instantiate-template-param", &["template"]),
    cpp("clang_delta/template-arg-to-int", &["template"]),
    cpp("clang_delta/template-non-type-arg-to-int", &["template"]),
    cpp("clang_delta/reduce-class-template-param", &["template"]),
    cpp("clang_delta/remove-trivial-base-template", &["template"]),
    cpp("clang_delta/class-template-to-class", &["template"]),
    cpp("clang_delta/merge-base-class", &[":"]),
    cpp("clang_delta/replace-derived-class", &[":"]),
    cpp("clang_delta/remove-unresolved-base", &[":"]),
    cpp("clang_delta/replace-class-with-base-template-spec", &["template"]),
    cpp("clang_delta/simplify-nested-class", &["class", "struct"]),
    cpp("clang_delta/remove-unused-outer-class", &["class", "struct"]),
    c("clang_delta/empty-struct-to-int", &["struct", "union", "class"]),
    c("clang_delta/remove-pointer", &["*"]),
    c("clang_delta/reduce-pointer-pairs", &["*"]),
    c("clang_delta/remove-array", &["["]),
    c("clang_delta/remove-addr-taken", &["&"]),
    c("clang_delta/simplify-struct", &["struct", "union", "class"]),
    c("clang_delta/replace-undefined-function", &["("]),
    c("clang_delta/replace-array-index-var", &["["]),
    cpp("clang_delta/replace-dependent-name", &["::"]),
    cpp("clang_delta/simplify-recursive-template-instantiation", &["template"]),
    cpp("clang_delta/vector-to-array", &["vector"]),
    c("clang_delta/simplify-struct-union-decl", &["struct", "union", "class"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transformation_without_its_words_is_not_asked_about() {
        let of = |name: &str| {
            TRANSFORMATIONS.iter().find(|transformation| transformation.name() == name)
        };
        let may = |name: &str, text: &str| {
            of(name).is_some_and(|transformation| transformation.may_apply(text.as_bytes()))
        };
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
