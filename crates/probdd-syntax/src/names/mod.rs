//! Which name means which.

mod links;
mod places;
mod program;
mod scopes;
mod source;
