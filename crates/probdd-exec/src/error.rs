//! Why an interestingness test could not be run.

use std::io;
use std::path::PathBuf;

/// Why a query could not be run. None of these says anything about the candidate.
///
/// A message says what was attempted on which file. Hints are up to the tool, which can tell the
/// cases apart.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The test does not exist.
    #[error("cannot run `{}`: there is no such file", .0.display())]
    ProgramMissing(PathBuf),
    /// The test, or its interpreter, may not be executed, or its file system does not allow it.
    #[error("cannot run `{}`: it is not executable", .0.display())]
    NotExecutable(PathBuf, #[source] io::Error),
    /// The `#!` line of the test names a file that does not exist. If the name ends with a carriage
    /// return, the script has the line ends of another system.
    #[error("cannot run `{}`: its interpreter {:?} does not exist", .program.display(), .interpreter)]
    InterpreterMissing {
        /// The test.
        program: PathBuf,
        /// The name in its `#!` line.
        interpreter: PathBuf,
    },
    /// The test is compiled, and its dynamic loader does not exist: it is made for another system.
    #[error("cannot run `{}`: the loader that it asks for does not exist", .0.display())]
    LoaderMissing(PathBuf),
    /// The test is neither a program of this machine nor a script with a `#!` line.
    #[error("cannot run `{}`: it has no `#!` line and is no program of this machine", .0.display())]
    NoInterpreter(PathBuf),
    /// The system is out of processes, memory or file descriptors for now.
    #[error("cannot run `{}`: the system is out of processes, memory or open files", .0.display())]
    OutOfResources(PathBuf, #[source] io::Error),
    /// The test could not be started for another reason.
    #[error("cannot run `{}`", .0.display())]
    Start(PathBuf, #[source] io::Error),
    /// The test was started, but waiting for it failed; it was killed.
    #[error("cannot wait for `{}`", .0.display())]
    Supervise(PathBuf, #[source] io::Error),
    /// The directory for queries could not be made.
    #[error("cannot make the temporary directory `{}`", .0.display())]
    TemporaryDirectory(PathBuf, #[source] io::Error),
    /// The process that watches over tests could not be started.
    #[error("cannot start the process that watches over the tests")]
    Slot(#[source] io::Error),
    /// The kernel does not offer the protection that was asked for.
    #[error(
        "this kernel cannot confine the tests as asked: that takes Linux {kernel} with Landlock"
    )]
    Protection {
        /// The first version that offers it.
        kernel: &'static str,
        /// The cause.
        source: io::Error,
    },
    /// A test cannot get a `/tmp` of its own here.
    #[error("cannot give every test a /tmp of its own")]
    PrivateTmp(#[source] io::Error),
    /// The candidate could not be written.
    #[error("cannot write the candidate to `{}`", .0.display())]
    WriteCandidate(PathBuf, #[source] io::Error),
    /// A file that queries have besides the candidate could not be copied.
    #[error("cannot copy `{}` for the queries", .0.display())]
    Companion(PathBuf, #[source] io::Error),
    /// A test has changed a file that all queries have besides the candidate.
    #[error("the test has changed `{}`, which all queries share", .0.display())]
    ChangedCompanion(PathBuf),
    /// A verdict could not be put on record.
    #[error("cannot write the journal `{}`", .0.display())]
    WriteJournal(PathBuf, #[source] io::Error),
    /// The record of an earlier run could not be read.
    #[error("cannot read the journal `{}`", .0.display())]
    ReadJournal(PathBuf, #[source] io::Error),
    /// Another process writes the journal.
    #[error("another run is writing the journal `{}`", .0.display())]
    JournalInUse(PathBuf),
    /// A record that is not the last one is damaged.
    #[error("the journal `{}` is damaged: record {record} {fault}", .path.display())]
    DamagedJournal {
        /// The journal.
        path: PathBuf,
        /// The number of the record, and of its line, from 1.
        record: u64,
        /// What is wrong with it.
        fault: String,
    },
    /// The search asks about other bytes than it did when the journal was written.
    #[error("the journal `{}` is about another search: record {record} is not what is asked now", .path.display())]
    ForeignJournal {
        /// The journal.
        path: PathBuf,
        /// The number of the first record that differs, from 1.
        record: u64,
    },
    /// No machine that runs the test elsewhere has answered for as long as the user waits for it.
    #[error("the test cannot be run elsewhere: {0}")]
    Unreachable(String),
    /// A query cannot be asked on another machine.
    #[error("cannot run the test elsewhere")]
    Elsewhere(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The handling of signals could not be set up.
    #[error("cannot set up the handling of Ctrl-C")]
    Signals(#[source] io::Error),
}
