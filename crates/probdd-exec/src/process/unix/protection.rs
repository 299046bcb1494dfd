//! Protects the rest of the system from a test, by means that the kernel offers to every user:
//! Landlock for files and signals, seccomp for sockets and for changes of other processes. A test of root
//! also gives up most of its powers.
//!
//! The rules are made once for a slot. Each of its processes then confines itself by a few system calls
//! before its exec, and its descendants inherit that.

#![allow(unsafe_code, reason = "prctl, capset and Landlock's last call, between clone and exec")]

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use super::system_calls::filter;
use crate::Error;
use crate::process::confinement::Protection;

/// The devices that every test may write to.
const DEVICES: [&str; 7] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx"];

/// The protection that each process of a slot applies to itself.
#[derive(Debug)]
pub(super) struct Shield {
    rules: OwnedFd,
    /// The filter for system calls, if the protection is full.
    filter: Option<Vec<libc::sock_filter>>,
}

impl Shield {
    /// Makes the protection of a slot whose queries run below `home`.
    pub(super) fn new(home: &Path, protection: Protection) -> Result<Option<Shield>, Error> {
        let is_full = match protection {
            Protection::None => return Ok(None),
            Protection::Write => false,
            Protection::Full => true,
        };
        let kernel = if is_full { "6.12" } else { "6.2" };
        let failed = |source| Error::Protection { kernel, source };
        let rules = rules(home, is_full).map_err(|error| failed(io::Error::other(error)))?;
        let rules = Option::<OwnedFd>::from(rules);
        let rules = rules.ok_or_else(|| failed(io::ErrorKind::Unsupported.into()))?;
        let filter = if is_full { filter() } else { None };
        if is_full && filter.is_none() {
            return Err(failed(io::ErrorKind::Unsupported.into()));
        }
        Ok(Some(Shield { rules, filter }))
    }

    pub(super) fn rules(&self) -> RawFd {
        self.rules.as_raw_fd()
    }

    /// Confines this process permanently, by system calls only; returns whether that worked.
    pub(super) fn raise(&self) -> bool {
        // SAFETY: the calls take numbers.
        let is_confined = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::syscall(libc::SYS_landlock_restrict_self, self.rules.as_raw_fd(), 0) == 0
        };
        is_confined && self.filter.as_deref().is_none_or(|filter| drop_powers() && apply(filter))
    }
}

/// Filters the system calls of this process.
fn apply(filter: &[libc::sock_filter]) -> bool {
    let program = libc::sock_fprog {
        len: filter.len() as libc::c_ushort,
        filter: filter.as_ptr().cast_mut(),
    };
    let mode = libc::SECCOMP_MODE_FILTER;
    // SAFETY: the program is alive, and the call does not change it.
    unsafe { libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const program) == 0 }
}

fn rules(home: &Path, is_full: bool) -> Result<RulesetCreated, RulesetError> {
    let write: BitFlags<AccessFs> = AccessFs::from_write(ABI::V3);
    // A device that root makes in its own directory would open a whole disk.
    let own = write & !(AccessFs::MakeBlock | AccessFs::MakeChar);
    // The whole protection or none.
    let mut ruleset =
        Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(write)?;
    if is_full {
        ruleset = ruleset
            .handle_access(AccessNet::from_all(ABI::V4))?
            .handle_access(AccessFs::IoctlDev)?
            .scope(Scope::Signal | Scope::AbstractUnixSocket)?;
    }
    let home = PathFd::new(home).ok().map(|home| PathBeneath::new(home, own));
    let control = if is_full { AccessFs::IoctlDev.into() } else { BitFlags::EMPTY };
    let devices = DEVICES.iter().filter_map(|path| PathFd::new(path).ok());
    let devices = devices.map(|device| PathBeneath::new(device, control | AccessFs::WriteFile));
    ruleset.create()?.add_rules(home.into_iter().chain(devices).map(Ok::<_, RulesetError>))
}

/// The capabilities that a fully protected test of root keeps, as bits: those that let it own, read and run
/// files as any user. The others would let it act on the whole system: mount, set the clock, reboot, load
/// modules, freeze or flag files that it may only read.
const KEPT_POWERS: u32 = {
    const CHOWN: u32 = 0;
    const DAC_OVERRIDE: u32 = 1;
    const FOWNER: u32 = 3;
    const FSETID: u32 = 4;
    const KILL: u32 = 5;
    const SETGID: u32 = 6;
    const SETUID: u32 = 7;
    const SYS_CHROOT: u32 = 18;
    let files = 1 << CHOWN | 1 << DAC_OVERRIDE | 1 << FOWNER | 1 << FSETID | 1 << SYS_CHROOT;
    files | 1 << KILL | 1 << SETGID | 1 << SETUID
};

/// The version of the two structures of `capget` and `capset` that has 64 bits.
const POWERS_VERSION: u32 = 0x2008_0522;

#[repr(C)]
struct PowersOf {
    version: u32,
    process: libc::pid_t,
}

#[derive(Clone, Copy, Default)]
#[repr(C)]
struct Powers {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

/// Gives up the capabilities that are not kept. Since this process may not gain privileges, neither do the
/// programs that it executes, not even as root.
fn drop_powers() -> bool {
    let mut of = PowersOf { version: POWERS_VERSION, process: 0 };
    let mut powers = [Powers::default(); 2];
    // SAFETY: the places are alive, and of the types that this version reads and fills.
    if unsafe { libc::syscall(libc::SYS_capget, &raw mut of, powers.as_mut_ptr()) } != 0 {
        return false;
    }
    let Powers { effective, permitted, inheritable } = powers[0];
    let kept = Powers {
        effective: effective & KEPT_POWERS,
        permitted: permitted & KEPT_POWERS,
        inheritable: inheritable & KEPT_POWERS,
    };
    powers = [kept, Powers::default()];
    // SAFETY: as above.
    unsafe { libc::syscall(libc::SYS_capset, &raw mut of, powers.as_ptr()) == 0 }
}
