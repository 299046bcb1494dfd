//! What a candidate becomes in the directory of a query: one file, or the files of a bundle.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};

/// What a candidate becomes in the directory of a query.
#[derive(Clone, Debug)]
pub enum Form {
    /// A file of this name.
    File(OsString),
    /// What a bundle contains.
    Bundle(Vec<Argument>),
}

/// One of several inputs, which a test is told about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Argument {
    /// The path in the directory of the query.
    pub path: PathBuf,
    /// Whether it is a directory. It exists in every query, if only empty.
    pub is_directory: bool,
}

impl Form {
    /// A file.
    ///
    /// # Panics
    /// When the name is not a plain file name.
    pub fn file(name: OsString) -> Form {
        assert!(is_plain(&name), "the candidate's name is a plain file name");
        Form::File(name)
    }

    /// The name of the file, or of the first input.
    pub(crate) fn name(&self) -> &OsStr {
        match self {
            Form::File(name) => name,
            Form::Bundle(arguments) => {
                arguments.first().and_then(|argument| argument.path.file_name()).unwrap_or_default()
            }
        }
    }

    /// The paths that a test is told, in a working directory.
    pub fn arguments(&self, work: &Path) -> Vec<PathBuf> {
        match self {
            Form::File(name) => vec![work.join(name)],
            Form::Bundle(arguments) => {
                arguments.iter().map(|argument| work.join(&argument.path)).collect()
            }
        }
    }

    /// The inputs that are directories.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        let arguments = match self {
            Form::File(_) => &[][..],
            Form::Bundle(arguments) => arguments,
        };
        arguments
            .iter()
            .filter(|argument| argument.is_directory)
            .map(|argument| argument.path.as_path())
    }
}

/// Whether the name denotes a file in whatever directory it is joined to.
fn is_plain(name: &OsStr) -> bool {
    let mut components = Path::new(name).components();
    matches!(
        (components.next(), components.next()),
        (Some(Component::Normal(only)), None) if only == name
    )
}
