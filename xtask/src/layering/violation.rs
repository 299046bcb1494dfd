//! A violation of the architecture, and its place.

/// A place in the workspace that breaks a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    /// The file's path from the root of the workspace.
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) message: String,
}
