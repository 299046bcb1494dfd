//! How this process handles signals, beyond what the `ctrlc` crate does.

#![allow(unsafe_code, reason = "dispositions of signals and _exit have no safe interface")]

use std::mem::MaybeUninit;

/// Whether this process was started with SIGHUP ignored (`nohup`), which a handler for it would
/// undo.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hangup {
    is_ignored: bool,
}

impl Hangup {
    pub(crate) fn now() -> Hangup {
        Hangup { is_ignored: is_ignored(libc::SIGHUP) }
    }

    /// Ignores SIGHUP again if it was ignored then.
    pub(crate) fn restore(self) {
        if self.is_ignored {
            set(libc::SIGHUP, libc::SIG_IGN);
        }
    }
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
