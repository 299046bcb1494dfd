//! Which name means which.

pub(crate) mod links;
mod places;
pub(crate) mod program;
mod scopes;
