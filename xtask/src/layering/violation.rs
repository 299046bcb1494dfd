//! What is wrong with the workspace, and where.

/// A place in the workspace that breaks a rule.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    /// From the root of the workspace.
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) message: String,
}
