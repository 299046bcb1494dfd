//! Starts a process that shares our memory until its exec, as `posix_spawn` does, so that the cost does
//! not depend on our size. Before the exec the process confines itself.

#![allow(unsafe_code, reason = "clone has no safe interface")]

use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{FromRawFd, OwnedFd};
use std::ptr;

use libc::{c_int, c_void};

use super::protection::Shield;
use super::shared_memory::Order;

/// Room for the few calls before the exec.
const STACK_BYTES: usize = 64 << 10;

/// The stack of a process between its start and its exec.
#[derive(Debug)]
pub(super) struct Stack(Box<MaybeUninit<Bytes>>);

#[derive(Debug)]
#[repr(C, align(16))]
struct Bytes([u8; STACK_BYTES]);

impl Stack {
    pub(super) fn new() -> Stack {
        Stack(Box::new_uninit())
    }
}

/// The limits of the new process and of its descendants.
#[derive(Debug)]
pub(super) struct Bounds {
    /// Bytes of each file, and of memory that is not shared.
    pub(super) file: Option<u64>,
    pub(super) memory: Option<u64>,
    pub(super) shield: Option<Shield>,
}

impl Bounds {
    /// Limits this process, by system calls only; returns whether that worked.
    fn apply(&self) -> bool {
        self.file.is_none_or(|bytes| limit(libc::RLIMIT_FSIZE, bytes))
            && self.memory.is_none_or(|bytes| limit(libc::RLIMIT_DATA, bytes))
            && self.shield.as_ref().is_none_or(Shield::raise)
    }
}

/// Lowers a limit of this process permanently.
fn limit(resource: libc::__rlimit_resource_t, most: u64) -> bool {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the places are alive and of the right type.
    unsafe {
        if libc::getrlimit(resource, &raw mut limit) != 0 {
            return false;
        }
        limit.rlim_max = limit.rlim_max.min(most);
        limit.rlim_cur = limit.rlim_cur.min(limit.rlim_max);
        libc::setrlimit(resource, &raw const limit) == 0
    }
}

/// What the new process reads, and where it writes why it could not start.
struct Beginning<'a> {
    order: &'a Order,
    bounds: &'a Bounds,
    parent: libc::pid_t,
    errno: c_int,
}

/// Starts the process as the leader of a session of its own, with our first three descriptors. It is
/// killed when we end. All signals are blocked here, and none there.
///
/// Only for a process with one thread: the memory is shared while the process starts.
pub(super) fn start(
    order: &Order,
    bounds: &Bounds,
    stack: &mut Stack,
) -> io::Result<(libc::pid_t, OwnedFd)> {
    let mut pidfd: c_int = -1;
    // SAFETY: it only returns a number.
    let parent = unsafe { libc::getpid() };
    let mut beginning = Beginning { order, bounds, parent, errno: 0 };
    let flags = libc::CLONE_VM | libc::CLONE_VFORK | libc::CLONE_PIDFD | libc::SIGCHLD;
    // SAFETY: we do not run until the process has ended or executed another program, hence all that
    // it refers to outlives its use; it runs on a stack of its own, which grows down from the end.
    let process = unsafe {
        let top = stack.0.as_mut_ptr().add(1).cast();
        let argument = (&raw mut beginning).cast();
        libc::clone(begin, top, flags, argument, &raw mut pidfd)
    };
    if process < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has succeeded, and so this is a new descriptor that nobody else knows.
    let pidfd = unsafe { OwnedFd::from_raw_fd(pidfd) };
    // SAFETY: the place is alive; it is read after the other process is done with it, which the
    // compiler does not know.
    match unsafe { (&raw const beginning.errno).read_volatile() } {
        0 => Ok((process, pidfd)),
        errno => {
            // SAFETY: it is our child and has not been waited for.
            unsafe { libc::waitpid(process, ptr::null_mut(), libc::__WALL) };
            Err(io::Error::from_raw_os_error(errno))
        }
    }
}

/// Runs the new process up to its exec, by system calls only, since it shares our memory.
extern "C" fn begin(argument: *mut c_void) -> c_int {
    let beginning: *mut Beginning = argument.cast();
    // SAFETY: `start` has given a pointer to a live value that nobody else touches now. The strings
    // and lists of the order end with nulls. The empty set is initialised by its call.
    unsafe {
        let order = *(*beginning).order;
        libc::setsid();
        // The supervisor may have ended before this took effect.
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        if libc::getppid() != (*beginning).parent {
            libc::_exit(1);
        }
        if libc::chdir(order.directory) == 0 && (*beginning).bounds.apply() {
            let mut none = MaybeUninit::uninit();
            libc::sigemptyset(none.as_mut_ptr());
            libc::sigprocmask(libc::SIG_SETMASK, none.as_ptr(), ptr::null_mut());
            libc::execve(order.program, order.arguments, order.environment);
        }
        (&raw mut (*beginning).errno).write_volatile(*libc::__errno_location());
        libc::_exit(1)
    }
}
