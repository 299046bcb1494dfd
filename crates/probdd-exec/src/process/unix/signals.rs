//! How this process handles signals.

#![allow(unsafe_code, reason = "dispositions of signals and _exit have no safe interface")]

use std::io::{self, PipeReader};
use std::mem::MaybeUninit;
use std::os::fd::IntoRawFd;
use std::sync::atomic::{AtomicI32, Ordering};

use rustix::io::ioctl_fionbio;

/// The signals that a person or the system sends to end a process. Without a handler, each of them ends
/// it at once.
const ENDING: [libc::c_int; 12] = [
    libc::SIGHUP,
    libc::SIGINT,
    libc::SIGQUIT,
    libc::SIGUSR1,
    libc::SIGUSR2,
    libc::SIGALRM,
    libc::SIGTERM,
    libc::SIGXCPU,
    libc::SIGVTALRM,
    libc::SIGPROF,
    libc::SIGIO,
    libc::SIGPWR,
];

/// Those of them that get a handler even if this process was started with them ignored: a shell that
/// is no terminal's starts its background jobs so, and they can still be interrupted.
const ALWAYS: [libc::c_int; 2] = [libc::SIGINT, libc::SIGTERM];

/// The pipe that the handler writes to; -1 before there is one.
static PIPE: AtomicI32 = AtomicI32::new(-1);

/// Installs the handlers, and returns a pipe with a byte for each signal that ends a process. A signal
/// that was ignored remains so (`nohup`). A write beyond `ulimit -f` fails, and ends nothing.
pub(crate) fn receive() -> io::Result<PipeReader> {
    let (reader, writer) = io::pipe()?;
    // The handler never waits for a reader.
    ioctl_fionbio(&writer, true)?;
    let writer = writer.into_raw_fd();
    if PIPE.compare_exchange(-1, writer, Ordering::AcqRel, Ordering::Acquire).is_err() {
        return Err(io::Error::other("there are handlers already"));
    }
    for signal in ENDING {
        if ALWAYS.contains(&signal) || !is_ignored(signal) {
            handle(signal, pass_on)?;
        }
    }
    // Not ignored, because the processes that we start would ignore it, too.
    handle(libc::SIGXFSZ, do_nothing)?;
    Ok(reader)
}

extern "C" fn pass_on(_: libc::c_int) {
    // SAFETY: only functions that signal handlers may call; the byte lives through the call, and what
    // was interrupted finds its errno unchanged.
    unsafe {
        let errno = *libc::__errno_location();
        libc::write(PIPE.load(Ordering::Acquire), b"!".as_ptr().cast(), 1);
        *libc::__errno_location() = errno;
    }
}

extern "C" fn do_nothing(_: libc::c_int) {}

fn handle(signal: libc::c_int, handler: extern "C" fn(libc::c_int)) -> io::Result<()> {
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: an action of zeros is valid, and gets a handler that calls nothing but functions that
    // handlers may call.
    let failed = unsafe {
        let action = action.assume_init_mut();
        action.sa_sigaction = handler as *const () as libc::sighandler_t;
        action.sa_flags = libc::SA_RESTART;
        libc::sigaction(signal, action, std::ptr::null_mut())
    };
    if failed == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Makes sure that we can wait for our children: if the process that started us ignores SIGCHLD, the
/// system drops the ends of children.
pub(crate) fn keep_ends_of_children() {
    if is_ignored(libc::SIGCHLD) {
        set(libc::SIGCHLD, libc::SIG_DFL);
    }
}

/// Ends this process now; no other thread can delay that.
pub(crate) fn exit_now(code: i32) -> ! {
    // SAFETY: _exit takes any code, returns never and runs no code of ours.
    unsafe { libc::_exit(code) }
}

/// Resets all signals to their default effect and blocks them: for a process with one thread, whose
/// children begin with the defaults.
pub(super) fn block_all_with_default_effect() {
    for signal in 1..=libc::SIGRTMAX() {
        // SIGKILL and SIGSTOP cannot be changed, and two belong to the C library.
        set(signal, libc::SIG_DFL);
    }
    let mut all = MaybeUninit::uninit();
    // SAFETY: the set is initialised by the first call.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, all.as_ptr(), std::ptr::null_mut());
    }
}

/// Ends this process after this many seconds, although all signals are blocked. The others remain
/// blocked: a test may have sent some.
pub(super) fn end_in(seconds: u32) {
    // This drops an alarm that was sent before.
    set(libc::SIGALRM, libc::SIG_IGN);
    set(libc::SIGALRM, libc::SIG_DFL);
    let mut alarm = MaybeUninit::uninit();
    // SAFETY: the set is initialised by the first call.
    unsafe {
        libc::sigemptyset(alarm.as_mut_ptr());
        libc::sigaddset(alarm.as_mut_ptr(), libc::SIGALRM);
        libc::sigprocmask(libc::SIG_UNBLOCK, alarm.as_ptr(), std::ptr::null_mut());
        libc::alarm(seconds);
    }
}

fn is_ignored(signal: libc::c_int) -> bool {
    let mut action = MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: no new action is given; the old one is written to a place of its type, and read only
    // if the call has succeeded.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

fn set(signal: libc::c_int, disposition: libc::sighandler_t) {
    // SAFETY: the dispositions given here are SIG_IGN and SIG_DFL, hence no code of ours will run
    // in a signal handler.
    unsafe { libc::signal(signal, disposition) };
}
