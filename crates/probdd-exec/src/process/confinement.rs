//! What a test may reach and use up, besides its time: the same for all queries of a sandbox.

use std::path::PathBuf;

/// What a test may reach and use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Memory in bytes: of all its processes together if a control group can be made, else of each.
    pub memory: Option<u64>,
    /// Bytes on disk: of each file, checked at once, and of the query's directory, checked now and then.
    pub disk: Option<u64>,
    /// Processes and threads at a time, if a control group can be made.
    pub processes: u32,
    /// What it may reach outside the query's directory.
    pub protection: Protection,
    /// Whether every process has a `/tmp` of its own, which shows what the real one has; the directories
    /// below `/tmp` in this list stay the real ones.
    pub private_tmp: Option<Vec<PathBuf>>,
    /// A file that gets a record of what each process writes in its own `/tmp`: the one of a
    /// [`TmpLog`](crate::TmpLog).
    pub tmp_log: Option<PathBuf>,
}

/// What a test may reach outside the query's directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Protection {
    /// Everything that we can reach.
    #[default]
    None,
    /// It may read and execute everything, and write only in the query's directory.
    Write,
    /// As `Write`, and it has no sockets, hence no network, and may not send signals to other processes;
    /// its `$HOME` is an empty directory.
    Full,
}

impl Default for Confinement {
    /// No limit except on processes, and no protection: every test that works on its own works here.
    fn default() -> Confinement {
        Confinement {
            memory: None,
            disk: None,
            processes: 8192,
            protection: Protection::None,
            private_tmp: None,
            tmp_log: None,
        }
    }
}
