//! Why a farm cannot be used, or has no answer.

use std::io;
use std::path::PathBuf;

/// Why a farm cannot be used. None of these says anything about a candidate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An address that is none.
    #[error("`{address}` is no address of a server: {fault}")]
    Address {
        /// What the user typed.
        address: String,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// A file of the options could not be read.
    #[error("cannot read `{}`", .0.display())]
    Read(PathBuf, #[source] io::Error),
    /// A header that cannot be sent.
    #[error("the header `{name}` cannot be sent: {fault}")]
    Header {
        /// Its name.
        name: String,
        /// What is wrong with it; never its value.
        fault: String,
    },
    /// The certificates cannot be used.
    #[error("cannot use the certificates for `{0}`: {1}")]
    Tls(String, String),
    /// The threads that talk to servers could not be started.
    #[error("cannot start the threads that talk to servers")]
    Runtime(#[source] io::Error),
    /// No server answers.
    #[error("cannot reach {0}")]
    Unreachable(String),
    /// A server refuses us.
    #[error("`{server}` refuses: {what}")]
    Refused {
        /// Its address.
        server: String,
        /// What it says.
        what: String,
    },
    /// A server lacks something.
    #[error("`{server}` {lack}")]
    Lacking {
        /// Its address.
        server: String,
        /// What it cannot do.
        lack: String,
    },
    /// A name, or an argument, that the protocol cannot carry.
    #[error("`{0}` is not UTF-8, which names and commands have to be to run elsewhere")]
    NotUtf8(String),
    /// A file that is neither a file, a directory nor a link.
    #[error("`{}` is neither a file, a directory nor a symbolic link", .0.display())]
    NoFile(PathBuf),
    /// A worker runs actions, but our script did not write its answer.
    #[error("a worker of `{server}` does not run the test: {what}")]
    NoAnswer {
        /// Its address.
        server: String,
        /// What it did instead.
        what: String,
        /// What it printed.
        output: String,
    },
}
