//! What a reduction begins with: a file, a directory, or a text in memory.

use std::path::{Path, PathBuf};

/// What to reduce. A path names a file or a directory; strings and bytes are the text itself.
///
/// ```
/// use probdd::Source;
/// use std::path::Path;
///
/// let _: Source = Path::new("bug.c").into();
/// let _: Source = "int main(void) { return 1; }".into();
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file or a directory. It is read when the reduction starts, and never written.
    Path(PathBuf),
    /// A text, or the content of a binary file.
    Bytes(Vec<u8>),
}

impl From<&Path> for Source {
    fn from(path: &Path) -> Source {
        Source::Path(path.into())
    }
}

impl From<&PathBuf> for Source {
    fn from(path: &PathBuf) -> Source {
        Source::Path(path.clone())
    }
}

impl From<PathBuf> for Source {
    fn from(path: PathBuf) -> Source {
        Source::Path(path)
    }
}

impl From<&str> for Source {
    fn from(text: &str) -> Source {
        Source::Bytes(text.into())
    }
}

impl From<String> for Source {
    fn from(text: String) -> Source {
        Source::Bytes(text.into())
    }
}

impl From<&[u8]> for Source {
    fn from(bytes: &[u8]) -> Source {
        Source::Bytes(bytes.into())
    }
}

impl From<Vec<u8>> for Source {
    fn from(bytes: Vec<u8>) -> Source {
        Source::Bytes(bytes)
    }
}
