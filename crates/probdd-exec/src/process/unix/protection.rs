//! Protects the rest of the system from a test, by means that the kernel offers to every user:
//! Landlock for files and signals, seccomp for sockets.
//!
//! The rules are made once for a slot. Each of its processes then confines itself by three system calls
//! before its exec, and its descendants inherit that.

#![allow(unsafe_code, reason = "prctl and Landlock's last call, between clone and exec")]

use std::io;
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};

use crate::Error;
use crate::process::confinement::Protection;

/// The devices that every test may write to.
const DEVICES: [&str; 7] =
    ["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx"];

/// The protection that each process of a slot applies to itself.
#[derive(Debug)]
pub(super) struct Shield {
    rules: OwnedFd,
    has_filter: bool,
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
        if is_full && FILTER.is_empty() {
            return Err(failed(io::ErrorKind::Unsupported.into()));
        }
        Ok(Some(Shield { rules, has_filter: is_full }))
    }

    pub(super) fn rules(&self) -> RawFd {
        self.rules.as_raw_fd()
    }

    /// Confines this process permanently, by system calls only; returns whether that worked.
    pub(super) fn raise(&self) -> bool {
        // SAFETY: the calls take numbers and, the last one, a pointer to a static program, which it
        // does not change.
        unsafe {
            if libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
                || libc::syscall(libc::SYS_landlock_restrict_self, self.rules.as_raw_fd(), 0) != 0
            {
                return false;
            }
            let program = libc::sock_fprog {
                len: FILTER.len() as libc::c_ushort,
                filter: FILTER.as_ptr().cast_mut(),
            };
            let mode = libc::SECCOMP_MODE_FILTER;
            !self.has_filter || libc::prctl(libc::PR_SET_SECCOMP, mode, &raw const program) == 0
        }
    }
}

fn rules(home: &Path, is_full: bool) -> Result<RulesetCreated, RulesetError> {
    let write: BitFlags<AccessFs> = AccessFs::from_write(ABI::V3);
    // The whole protection or none.
    let mut ruleset =
        Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(write)?;
    if is_full {
        ruleset = ruleset
            .handle_access(AccessNet::from_all(ABI::V4))?
            .scope(Scope::Signal | Scope::AbstractUnixSocket)?;
    }
    let own = PathFd::new(home).ok().map(|home| PathBeneath::new(home, write));
    let devices = DEVICES.iter().filter_map(|path| PathFd::new(path).ok());
    let devices = devices.map(|device| PathBeneath::new(device, AccessFs::WriteFile));
    ruleset.create()?.add_rules(own.into_iter().chain(devices).map(Ok::<_, RulesetError>))
}

/// Denies every system call that makes a socket, or a ring that could make one. `socketpair` is
/// allowed.
#[cfg(target_arch = "x86_64")]
const FILTER: [libc::sock_filter; 13] = {
    /// The offsets of the call's number and the architecture.
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    const X86_64: u32 = 0xc000_003e;
    const X32: u32 = 0x4000_0000;
    /// `socketcall` and `socket` of 32-bit programs; the ring has one number for all.
    const SOCKETCALL_32: u32 = 102;
    const SOCKET_32: u32 = 359;
    const RING: u32 = libc::SYS_io_uring_setup as u32;
    const SOCKET: u32 = libc::SYS_socket as u32;
    const DENY: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;
    [
        load(ARCHITECTURE),
        equal(X86_64, 0, 5),
        load(NUMBER),
        at_least(X32, 7, 0),
        equal(SOCKET, 6, 0),
        equal(RING, 5, 0),
        give(libc::SECCOMP_RET_ALLOW),
        load(NUMBER),
        equal(SOCKETCALL_32, 2, 0),
        equal(SOCKET_32, 1, 0),
        equal(RING, 0, 1),
        give(DENY),
        give(libc::SECCOMP_RET_ALLOW),
    ]
};

#[cfg(target_arch = "aarch64")]
const FILTER: [libc::sock_filter; 10] = {
    const NUMBER: u32 = 0;
    const ARCHITECTURE: u32 = 4;
    const AARCH64: u32 = 0xc000_00b7;
    const SOCKET_32: u32 = 281;
    const RING: u32 = libc::SYS_io_uring_setup as u32;
    const SOCKET: u32 = libc::SYS_socket as u32;
    const DENY: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;
    [
        load(ARCHITECTURE),
        equal(AARCH64, 0, 3),
        load(NUMBER),
        equal(SOCKET, 4, 0),
        equal(RING, 3, 4),
        load(NUMBER),
        equal(SOCKET_32, 1, 0),
        equal(RING, 0, 1),
        give(DENY),
        give(libc::SECCOMP_RET_ALLOW),
    ]
};

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const FILTER: [libc::sock_filter; 0] = [];

const fn load(offset: u32) -> libc::sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

const fn equal(value: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, then, otherwise, value)
}

#[cfg(target_arch = "x86_64")]
const fn at_least(value: u32, then: u8, otherwise: u8) -> libc::sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, then, otherwise, value)
}

const fn give(value: u32) -> libc::sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

const fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt, jf, k }
}
