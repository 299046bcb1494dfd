//! A `/tmp` of its own for every process of a slot: it shows what the real one has, and what the process
//! writes there is dropped at its end.
//!
//! The supervisor has a mount namespace of its own. Before each start it mounts an overlay over `/tmp`,
//! whose upper layer is a new file system in memory. Some directories below `/tmp` stay the real ones:
//! that of the query, which we read afterwards, those that the user names, and those on which something is
//! mounted, of which the overlay would show what lies below the mount.
//!
//! Nobody else writes in a private `/tmp`. So a watch of it sees what the process itself writes.

#![allow(unsafe_code, reason = "unshare has no safe interface")]

use std::ffi::{CStr, CString};
use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, StatxFlags, chmod, mkdir, statx};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::process::{chdir, getegid, geteuid};

use crate::mount_table::mounts;
use crate::process::confinement::Confinement;
use crate::tmp_log;
use crate::tmp_watch::TmpWatch;

/// The directory that is private.
const TMP: &str = "/tmp";

/// The mount point of the layers, in the directory of the slot.
const LAYERS: &str = "layers";

/// The options of the overlay, in the directory of the layers.
const OVERLAY: &CStr = c"lowerdir=/tmp,upperdir=upper,workdir=work";

/// How every process gets its own `/tmp`.
#[derive(Debug)]
pub(super) struct PrivateTmp {
    tmp: PathBuf,
    /// Where the layers are mounted while the overlay is made.
    layers: PathBuf,
    /// The options of the layers' file system.
    size: CString,
    permissions: Mode,
    /// Directories below `/tmp` that stay the real ones.
    shared: Vec<PathBuf>,
    /// Where a record of what each process writes is added, and the watch that sees it.
    log: Option<File>,
    watch: Option<TmpWatch>,
    is_mounted: bool,
}

impl PrivateTmp {
    /// Moves this process, which has one thread, to a mount namespace of its own. `home` is the
    /// directory of the slot. All files of a private `/tmp` together are as large as one may be.
    pub(super) fn enter(
        home: &Path,
        shared: &[PathBuf],
        confinement: &Confinement,
    ) -> io::Result<PrivateTmp> {
        let tmp = fs::canonicalize(TMP)?;
        let log = confinement.tmp_log.as_deref().map(tmp_log::open).transpose()?;
        enter_namespace()?;
        mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        let mode = fs::metadata(&tmp)?.permissions().mode();
        let named = shared.iter().map(PathBuf::as_path).chain([home]);
        let named = named.filter_map(|path| path.canonicalize().ok());
        let shared = outermost(&tmp, named.chain(mounted_in(&tmp)?));
        let size = confinement.disk.map_or(String::new(), |bytes| format!(",size={bytes}"));
        Ok(PrivateTmp {
            shared,
            tmp,
            layers: home.join(LAYERS),
            size: CString::new(format!("mode=0700{size}"))?,
            permissions: Mode::from_raw_mode(mode & 0o7777),
            log,
            watch: None,
            is_mounted: false,
        })
    }

    /// Replaces the private `/tmp` by a new one.
    pub(super) fn renew(&mut self) -> io::Result<()> {
        self.drop_files();
        // The mounts that stay visible, opened before the overlay hides them.
        let shared: Vec<_> =
            self.shared.iter().filter_map(|path| Some((path, tree(path).ok()?))).collect();
        if !self.layers.is_dir() {
            mkdir(&self.layers, Mode::RWXU)?;
        }
        mount("tmpfs", &self.layers, "tmpfs", MountFlags::empty(), Some(self.size.as_c_str()))?;
        // The overlay may hide the layers, so that they can only be named as the current directory.
        chdir(&self.layers)?;
        let made = self.mount_overlay();
        let hidden = unmount(".", UnmountFlags::DETACH);
        chdir("/")?;
        made?;
        hidden?;
        self.is_mounted = true;
        for (path, tree) in shared {
            move_mount(tree, "", CWD, path, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)?;
        }
        if self.log.is_some() {
            self.watch = TmpWatch::begin(self.shared.clone());
        }
        Ok(())
    }

    fn mount_overlay(&self) -> io::Result<()> {
        mkdir("upper", Mode::RWXU)?;
        mkdir("work", Mode::RWXU)?;
        // Not by `mkdir`, which subtracts the mask of this process.
        chmod("upper", self.permissions)?;
        Ok(mount("overlay", &self.tmp, "overlay", MountFlags::empty(), Some(OVERLAY))?)
    }

    /// Drops what the last process has written, and shows the real `/tmp`.
    pub(super) fn drop_files(&mut self) {
        if let Some((log, mut watch)) = self.log.as_mut().zip(self.watch.take()) {
            // Without the record, the process has written nothing that anybody knows of.
            let _ = tmp_log::add(log, &watch.written());
        }
        if std::mem::take(&mut self.is_mounted) {
            let _ = unmount(&self.tmp, UnmountFlags::DETACH);
        }
    }
}

/// A copy of the mount of a directory and of all mounts in it, which can be mounted elsewhere.
fn tree(path: &Path) -> io::Result<OwnedFd> {
    let copy = OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::AT_RECURSIVE;
    let flags = copy | OpenTreeFlags::OPEN_TREE_CLOEXEC;
    Ok(open_tree(CWD, path, flags)?)
}

/// Enters a new mount namespace: as root directly, else inside of a new user namespace, in which this
/// user and group are the only ones.
fn enter_namespace() -> io::Result<()> {
    if unshare(libc::CLONE_NEWNS).is_ok() {
        return Ok(());
    }
    let (user, group) = (geteuid().as_raw(), getegid().as_raw());
    unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNS)?;
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
}

fn unshare(flags: libc::c_int) -> io::Result<()> {
    // SAFETY: it takes a number; the process has one thread, and shares nothing with others that this
    // could take from them.
    match unsafe { libc::unshare(flags) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Returns where in the file system of `tmp`, and below `tmp`, others are mounted. What is mounted in those
/// comes along with them; what `tmp` itself hides does not count.
fn mounted_in(tmp: &Path) -> io::Result<impl Iterator<Item = PathBuf>> {
    let around = statx(CWD, tmp, AtFlags::empty(), StatxFlags::MNT_ID)?.stx_mnt_id;
    let inside = mounts().into_iter().filter(move |mount| mount.parent == around);
    Ok(inside.map(|mount| mount.place))
}

/// The paths that lie below `tmp`, without those that lie below another one.
fn outermost(tmp: &Path, paths: impl Iterator<Item = PathBuf>) -> Vec<PathBuf> {
    let mut below: Vec<PathBuf> =
        paths.filter(|path| path.starts_with(tmp) && path != tmp).collect();
    below.sort();
    let mut kept: Vec<PathBuf> = Vec::new();
    for path in below {
        if kept.last().is_none_or(|last| !path.starts_with(last)) {
            kept.push(path);
        }
    }
    kept
}
