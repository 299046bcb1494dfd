//! What a search believes of the best candidate, for people to look at.

use super::candidate::Candidate;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Some bytes of a text, and what is believed of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The bytes.
    pub bytes: Range<usize>,
    /// How many tokens they are.
    pub tokens: usize,
    /// The probability that they are needed; `None` if they were shown to be.
    pub needed: Option<f64>,
}

/// What a search believes at one moment.
#[derive(Clone, Debug)]
pub struct Outlook {
    /// The best candidate of that moment.
    pub text: Arc<Candidate>,
    /// Its tokens, in order. Neighbours of which the same is believed are one span.
    pub spans: Vec<Span>,
    /// The probability that it is needed, of each thing that the search has not decided.
    pub undecided: Vec<f64>,
    /// How long it took to find out.
    pub took: Duration,
}
