//! What processes with a `/tmp` of their own write there: a record for each process, in a file without a
//! name that this process and the supervisors share.

use crate::tmp_watch::Sizes;
use rustix::fs::{MemfdFlags, memfd_create};
use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Stands for the size of what is no file, or does not exist any more.
const NO_SIZE: &[u8] = b"-";

/// The records of processes that have ended.
#[derive(Debug)]
pub struct TmpLog {
    file: File,
}

impl TmpLog {
    /// Makes a log without records.
    ///
    /// # Errors
    /// When the system offers no such files.
    pub fn new() -> io::Result<TmpLog> {
        let file = memfd_create("probdd-tmp-log", MemfdFlags::CLOEXEC)?;
        Ok(TmpLog { file: file.into() })
    }

    /// A name of the file for other processes of this user.
    pub fn path(&self) -> PathBuf {
        format!("/proc/{}/fd/{}", std::process::id(), self.file.as_raw_fd()).into()
    }

    /// Returns what each process has written.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn records(&self) -> io::Result<Vec<Sizes>> {
        let bytes = std::fs::read(self.path())?;
        let mut records = vec![Sizes::new()];
        for entry in bytes.split(|byte| *byte == 0) {
            let mut parts = entry.splitn(2, |byte| *byte == b' ');
            match (parts.next(), parts.next()) {
                (Some(size), Some(path)) => {
                    let size = std::str::from_utf8(size).ok().and_then(|size| size.parse().ok());
                    let path = PathBuf::from(OsStr::from_bytes(path));
                    records.last_mut().map(|record| record.insert(path, size));
                }
                _ => records.push(Sizes::new()),
            }
        }
        records.retain(|record| !record.is_empty());
        Ok(records)
    }
}

/// Opens the file of a log to add records.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Adds a record: a size and a path for each entry, and an empty entry as its end.
pub(crate) fn add(file: &mut File, sizes: &Sizes) -> io::Result<()> {
    let mut record = Vec::new();
    for (path, size) in sizes {
        let size = size.map_or(NO_SIZE.to_vec(), |size| size.to_string().into_bytes());
        record.extend([&size, &b" "[..], path.as_os_str().as_bytes(), b"\0"].concat());
    }
    record.push(0);
    file.write_all(&record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_as_they_were_added() {
        let log = TmpLog::new().unwrap();
        let one = Sizes::from([("/tmp/a b\nc".into(), Some(7)), ("/tmp/d".into(), None)]);
        let other = Sizes::from([("/tmp/e".into(), Some(0))]);
        for sizes in [&one, &Sizes::new(), &other] {
            add(&mut open(&log.path()).unwrap(), sizes).unwrap();
        }
        assert_eq!(log.records().unwrap(), [one, other]);
    }
}
