//! The verdict on a candidate.

/// The verdict on a candidate. Searches treat [`Verdict::Unresolved`] as uninteresting; trace, journal
/// and report keep the distinction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The property still holds (the papers' `T`; exit code 0 of the interestingness test).
    Interesting,
    /// The property does not hold (the papers' `F`).
    Uninteresting,
    /// The test could not decide: exit code 125, a timeout, a test that did not start.
    Unresolved,
}

impl Verdict {
    /// Whether the property was observed to hold.
    pub fn is_interesting(self) -> bool {
        self == Verdict::Interesting
    }

    /// The name of the verdict in traces and reports.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Interesting => "interesting",
            Verdict::Uninteresting => "uninteresting",
            Verdict::Unresolved => "unresolved",
        }
    }
}
