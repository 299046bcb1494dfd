//! The mounts that this process sees, as the kernel lists them.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The kernel's list. It can be polled for changes.
pub(crate) const TABLE: &str = "/proc/self/mountinfo";

/// A mount: the number of the one that it is mounted in, and where.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Mount {
    pub(crate) parent: u64,
    pub(crate) place: PathBuf,
}

/// Returns all mounts, in the order in which they were made; none if there is no list.
pub(crate) fn mounts() -> Vec<Mount> {
    let table = fs::read(TABLE).unwrap_or_default();
    table.split(|&byte| byte == b'\n').filter_map(mount).collect()
}

/// Parses a line of the table.
fn mount(line: &[u8]) -> Option<Mount> {
    let mut words = line.split(|&byte| byte == b' ');
    words.next()?;
    let parent = str::from_utf8(words.next()?).ok()?.parse().ok()?;
    let place = unescape(words.nth(2)?);
    Some(Mount { parent, place })
}

/// Returns a path in which white space and backslashes are written as three octal digits.
fn unescape(mut word: &[u8]) -> PathBuf {
    let mut path = Vec::with_capacity(word.len());
    while let Some((&byte, after)) = word.split_first() {
        let digits = after.get(..3).filter(|_| byte == b'\\');
        let code =
            digits.and_then(|digits| u8::from_str_radix(str::from_utf8(digits).ok()?, 8).ok());
        path.push(code.unwrap_or(byte));
        word = if code.is_some() { &after[3..] } else { after };
    }
    OsString::from_vec(path).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_where_a_mount_is() {
        let line = br"36 35 98:0 /root /mnt/a\040b\134c rw,noatime master:1 - ext3 /dev/root rw";
        assert_eq!(mount(line), Some(Mount { parent: 35, place: r"/mnt/a b\c".into() }));
        assert_eq!(mount(b""), None);
    }
}
