//! What can go wrong with running an interestingness test.

use std::io;
use std::path::PathBuf;

/// Why a query could not be run. None of these says anything about the candidate.
///
/// The messages say what was attempted on which file; hints are the tool's business, and it can tell
/// the cases apart.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such file.
    #[error("cannot run `{}`: there is no such file", .program.display())]
    ProgramMissing {
        /// The interestingness test.
        program: PathBuf,
    },
    /// The file, or the file system that it is on, does not allow to run it.
    #[error("cannot run `{}`: it is not executable", .file.display())]
    NotExecutable {
        /// The interestingness test, or its interpreter if that is the one without the permission.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The `#!` line names a file that does not exist. A name that ends with a carriage return
    /// comes from a script with the line ends of another system.
    #[error("cannot run `{}`: its interpreter {:?} does not exist", .program.display(), .interpreter)]
    InterpreterMissing {
        /// The interestingness test.
        program: PathBuf,
        /// What its `#!` line names.
        interpreter: PathBuf,
    },
    /// A compiled program whose dynamic loader does not exist, as it is made for another system.
    #[error("cannot run `{}`: the loader that it asks for does not exist", .program.display())]
    LoaderMissing {
        /// The interestingness test.
        program: PathBuf,
    },
    /// Neither a program of this machine nor a script with a `#!` line.
    #[error("cannot run `{}`: it has no `#!` line and is no program of this machine", .program.display())]
    NoInterpreter {
        /// The interestingness test.
        program: PathBuf,
    },
    /// The system is out of processes, memory or file descriptors for now.
    #[error("cannot run `{}`: the system is out of processes, memory or open files", .program.display())]
    OutOfResources {
        /// The interestingness test.
        program: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It could not be started for another reason.
    #[error("cannot run `{}`", .program.display())]
    Start {
        /// The interestingness test.
        program: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// It was started, but waiting for it failed; it was killed.
    #[error("cannot wait for `{}`", .program.display())]
    Supervise {
        /// The interestingness test.
        program: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// There is no place for queries.
    #[error("cannot make the temporary directory `{}`", .path.display())]
    TemporaryDirectory {
        /// What could not be made.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The process that watches over tests could not be started.
    #[error("cannot start the process that watches over the tests")]
    Slot(#[source] io::Error),
    /// The kernel does not offer what would protect the rest of the system from the test.
    #[error(
        "this kernel cannot confine the tests as asked: that takes Linux {kernel} with Landlock"
    )]
    Protection {
        /// The first version that can.
        kernel: &'static str,
        /// What it cannot.
        source: io::Error,
    },
    /// The candidate could not be written.
    #[error("cannot write the candidate to `{}`", .path.display())]
    WriteCandidate {
        /// What could not be written.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A verdict could not be put on record.
    #[error("cannot write the journal `{}`", .path.display())]
    WriteJournal {
        /// The journal.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The record of an earlier run could not be read.
    #[error("cannot read the journal `{}`", .path.display())]
    ReadJournal {
        /// The journal.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Another process writes it.
    #[error("another run is writing the journal `{}`", .path.display())]
    JournalInUse {
        /// The journal.
        path: PathBuf,
    },
    /// A record that is not the last one is not what was written.
    #[error("the journal `{}` is damaged: record {record} {fault}", .path.display())]
    DamagedJournal {
        /// The journal.
        path: PathBuf,
        /// Which record, from 1; it is also the number of the line.
        record: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// The search asks about other bytes than it did when the journal was written.
    #[error("the journal `{}` is about another search: record {record} is not what is asked now", .path.display())]
    ForeignJournal {
        /// The journal.
        path: PathBuf,
        /// The first record that differs, from 1.
        record: u64,
    },
    /// The signals could not be set up.
    #[error("cannot set up the handling of Ctrl-C")]
    Signals(#[source] io::Error),
}
