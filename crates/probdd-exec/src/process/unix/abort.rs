//! What happens when this process aborts: above all, when a stack overflows, which neither a panic nor
//! an error reports. What is on disk is complete then, because it always is.

#![allow(
    unsafe_code,
    reason = "handlers of signals, and the terminal inside of one, have no safe interface"
)]

use std::io;
use std::mem::MaybeUninit;
use std::sync::OnceLock;

/// What to do; it does not change any more.
static LAST: OnceLock<Last> = OnceLock::new();

struct Last {
    code: i32,
    message: Vec<u8>,
    /// The modes of the terminal before anything has changed them.
    terminal: Option<libc::termios>,
}

/// From here on, an abort of this process writes a message to standard error, restores the terminal's modes,
/// and ends with an exit code. Only the first call counts.
///
/// # Errors
/// When the signal cannot be handled.
pub fn end_aborts_with(code: i32, message: Vec<u8>) -> io::Result<()> {
    let mut modes = MaybeUninit::<libc::termios>::uninit();
    // SAFETY: the modes are read only if the call has succeeded.
    let terminal = unsafe {
        (libc::tcgetattr(libc::STDERR_FILENO, modes.as_mut_ptr()) == 0).then(|| modes.assume_init())
    };
    if LAST.set(Last { code, message, terminal }).is_err() {
        return Ok(());
    }
    let mut action = MaybeUninit::<libc::sigaction>::zeroed();
    // SAFETY: an action of zeros is valid. It gets a handler that only calls what handlers may call. The
    // handler runs on the stack on which the process aborts: after an overflow, that is the one which the
    // standard library has for its own handler.
    let handled = unsafe {
        let action = action.assume_init_mut();
        action.sa_sigaction = end as *const () as libc::sighandler_t;
        libc::sigaction(libc::SIGABRT, action, std::ptr::null_mut())
    };
    if handled == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

extern "C" fn end(_: libc::c_int) {
    let Some(Last { code, message, terminal }) = LAST.get() else { return };
    // SAFETY: these functions may be called in a handler, and what they read does not change any more.
    unsafe {
        libc::write(libc::STDERR_FILENO, message.as_ptr().cast(), message.len());
        if let Some(modes) = terminal {
            libc::tcsetattr(libc::STDERR_FILENO, libc::TCSANOW, modes);
        }
        libc::_exit(*code);
    }
}
