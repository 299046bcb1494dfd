//! What a test may do and use up, beside its time: the same for all queries of a sandbox.

/// What a test may do and use up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Confinement {
    /// Memory in bytes: of all its processes together where a control group can be made, else of
    /// each.
    pub memory: Option<u64>,
    /// Bytes on disk: of each file at once, of all in the query's directory now and then.
    pub disk: Option<u64>,
    /// Processes and threads at a time, where a control group can be made.
    pub processes: u32,
    /// What it may reach outside of its directory.
    pub protection: Protection,
}

/// What a test may reach outside of the query's directory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Protection {
    /// Everything that we can reach.
    #[default]
    None,
    /// It may read and run everything, and write only in the query's directory.
    Write,
    /// Also no sockets, hence no network, and no signals to other processes; its `$HOME` is an empty
    /// directory.
    Full,
}

impl Default for Confinement {
    /// No limit but that of processes, and no protection: no test that works alone fails here.
    fn default() -> Confinement {
        Confinement { memory: None, disk: None, processes: 8192, protection: Protection::None }
    }
}
