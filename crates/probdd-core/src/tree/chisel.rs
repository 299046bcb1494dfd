//! CHISEL (Heo, Lee, Pashakhanloo, Naik, CCS'18), for programs of functions and statements.
//!
//! Two searches, which whoever drives them repeats until the program shrinks no more: a *global*
//! one over what is declared outside of functions, and a *local* one over the statements inside.
//! Both hand lists to any list search ([`Minimizer`]), as the papers do that put theirs in the place
//! of CHISEL's own; its learned policy, which only orders ddmin's attempts, is not here.
//!
//! What a function, a block or a loop is they are told as plain data, a [`Program`].

mod global;
mod local;
mod needs;
mod program;

pub use global::ChiselGlobal;
pub use local::{ChiselLocal, ChiselOptions};
pub use needs::{Need, Needs};
pub use program::{Program, Statement};
