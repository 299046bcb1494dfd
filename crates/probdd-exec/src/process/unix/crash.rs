//! The end of a process one of whose threads has crashed: its stack is full, memory has run out, or a
//! grammar's code has done what it may not.
//!
//! The thread stays where it is, and the others have some time for an orderly end. A handler of
//! signals may do very little, so it only notes the signal, waits, and ends a process that nobody has
//! ended by then.

#![allow(unsafe_code, reason = "handlers of signals, write and _exit have no safe interface")]

use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicI32, AtomicU32, Ordering};

/// What the system sends to a thread that cannot go on, and what `abort` sends.
const SIGNALS: [libc::c_int; 5] =
    [libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGABRT];

/// How many seconds the other threads have to notice the crash, ...
const TO_NOTICE: u32 = 3;

/// ... and to end the process once one has: a large result may have to be written.
const TO_END: u32 = 60;

/// The exit code for a bug.
const EXIT_BUG: libc::c_int = 70;

/// What is said if nobody has ended the process.
const LAST_WORDS: &[u8] =
    b"\nerror: probdd has crashed: this is a bug in it; the best result so far \
is on disk, and the same command goes on from there\n";

/// The signal of the first thread that has crashed, or 0.
static CRASH: AtomicI32 = AtomicI32::new(0);

/// How many seconds that thread still waits.
static PATIENCE: AtomicU32 = AtomicU32::new(TO_NOTICE);

/// Handles crashes of this process from here on. Its children begin without that.
pub fn catch_crashes() {
    for signal in SIGNALS {
        let mut action = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: zeroes are a valid action; `on_crash` calls only functions that a handler may call,
        // and runs on the stack that the standard library gives to each thread for this.
        unsafe {
            let action = action.assume_init_mut();
            action.sa_sigaction = on_crash as extern "C" fn(libc::c_int) as libc::sighandler_t;
            action.sa_flags = libc::SA_ONSTACK;
            libc::sigaction(signal, action, ptr::null_mut());
        }
    }
}

/// The signal by which a thread has crashed, if one has. Who asks ends the process soon.
pub fn crash() -> Option<i32> {
    let signal = CRASH.load(Ordering::Acquire);
    if signal != 0 {
        PATIENCE.store(TO_END, Ordering::Release);
    }
    (signal != 0).then_some(signal)
}

extern "C" fn on_crash(signal: libc::c_int) {
    let _ = CRASH.compare_exchange(0, signal, Ordering::AcqRel, Ordering::Acquire);
    let mut waited = 0;
    while waited < PATIENCE.load(Ordering::Acquire) {
        // SAFETY: a handler may call it. A signal ends the wait early, which does no harm.
        unsafe { libc::sleep(1) };
        waited += 1;
    }
    // SAFETY: a handler may call both, and the text lives as long as the process.
    unsafe {
        libc::write(libc::STDERR_FILENO, LAST_WORDS.as_ptr().cast(), LAST_WORDS.len());
        libc::_exit(EXIT_BUG);
    }
}
