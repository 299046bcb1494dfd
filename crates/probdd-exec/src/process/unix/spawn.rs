//! Starts a process by `posix_spawn`, which shares our memory until the exec (vfork) and so costs
//! the same however large we are.
//!
//! The standard library's `Command` would do so too, but not together with a new session.

#![allow(unsafe_code, reason = "posix_spawn has no safe interface")]

use std::ffi::{CStr, CString, NulError, OsStr};
use std::io::{self, PipeWriter};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;
use std::time::Duration;

use rustix::process::Pid;

use super::failure;
use super::group::Group;
use crate::Error;
use crate::process::{Launch, entry};

/// A program that somebody still writes to (or a thread of ours was writing to when another one
/// forked) is tried again this often, at this distance.
const BUSY_RETRIES: usize = 20;
const BUSY_PAUSE: Duration = Duration::from_millis(5);

/// Starts the process in a session of its own, with nothing to read and `output` to write to.
pub(super) fn spawn(launch: &Launch, output: &PipeWriter) -> Result<Group, Error> {
    let failed = |source| failure::start(launch.program, source);
    let words = Words::new(launch).map_err(|nul| failed(nul.into()))?;
    let (mut actions, mut attributes) = (MaybeUninit::uninit(), MaybeUninit::uninit());
    let actions = Actions::new(&mut actions, &words.directory, output).map_err(failed)?;
    let attributes = Attributes::new(&mut attributes).map_err(failed)?;
    let mut retries = 0;
    loop {
        match Group::start(|| start(&words, &actions, &attributes)) {
            Err(error) if is_busy(&error) && retries < BUSY_RETRIES => {
                retries += 1;
                std::thread::sleep(BUSY_PAUSE);
            }
            other => return other.map_err(failed),
        }
    }
}

fn is_busy(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::ExecutableFileBusy
}

/// The launch in the system's words.
struct Words {
    program: CString,
    argument: CString,
    directory: CString,
    /// The variables of this query, before those that are the same for all.
    variables: Vec<CString>,
    /// Pointers to the strings of `variables` and of the launch's environment, and a null.
    environment: Vec<*mut libc::c_char>,
}

impl Words {
    fn new(launch: &Launch) -> Result<Words, NulError> {
        let variables = launch
            .variables
            .iter()
            .map(|&(name, value)| entry(name.into(), value))
            .collect::<Result<Vec<_>, _>>()?;
        let environment = variables
            .iter()
            .chain(&launch.environment.entries)
            .map(|entry| entry.as_ptr().cast_mut())
            .chain([ptr::null_mut()])
            .collect();
        Ok(Words {
            program: c_string(launch.program)?,
            argument: c_string(launch.argument)?,
            directory: c_string(launch.directory)?,
            variables,
            environment,
        })
    }
}

fn c_string(path: &Path) -> Result<CString, NulError> {
    CString::new(OsStr::as_bytes(path.as_os_str()))
}

fn start(words: &Words, actions: &Actions, attributes: &Attributes) -> io::Result<Pid> {
    debug_assert!(words.environment.len() > words.variables.len(), "the null ends the list");
    let arguments =
        [words.program.as_ptr().cast_mut(), words.argument.as_ptr().cast_mut(), ptr::null_mut()];
    let mut process = 0;
    // SAFETY: the actions and attributes are initialised; both lists end with a null pointer, and
    // the strings that they point to are owned by `words` or by the launch that it was made from,
    // which the caller holds; posix_spawn does not write to them.
    checked(unsafe {
        libc::posix_spawn(
            &raw mut process,
            words.program.as_ptr(),
            actions.0.as_ptr(),
            attributes.0.as_ptr(),
            arguments.as_ptr(),
            words.environment.as_ptr(),
        )
    })?;
    Ok(Pid::from_raw(process).expect("posix_spawn succeeded, so that there is an id"))
}

/// What happens to the descriptors and the working directory between fork and exec.
///
/// By reference, since such a structure may not be moved once it is initialised.
struct Actions<'a>(&'a mut MaybeUninit<libc::posix_spawn_file_actions_t>);

impl<'a> Actions<'a> {
    fn new(
        place: &'a mut MaybeUninit<libc::posix_spawn_file_actions_t>,
        directory: &CStr,
        output: &PipeWriter,
    ) -> io::Result<Actions<'a>> {
        // SAFETY: the place is writable and of the type that is initialised.
        checked(unsafe { libc::posix_spawn_file_actions_init(place.as_mut_ptr()) })?;
        let actions = Actions(place);
        let this = actions.0.as_mut_ptr();
        let output = output.as_raw_fd();
        // SAFETY: `this` has just been initialised; the calls copy the strings. The descriptor is
        // above 2 (the runtime fills the first three at its start) and open until after the spawn;
        // like every other one of ours it is closed on exec, its copies 1 and 2 are not.
        unsafe {
            let nothing = c"/dev/null".as_ptr();
            checked(libc::posix_spawn_file_actions_addopen(this, 0, nothing, libc::O_RDONLY, 0))?;
            checked(libc::posix_spawn_file_actions_adddup2(this, output, 1))?;
            checked(libc::posix_spawn_file_actions_adddup2(this, output, 2))?;
            checked(libc::posix_spawn_file_actions_addchdir_np(this, directory.as_ptr()))?;
        }
        Ok(actions)
    }
}

impl Drop for Actions<'_> {
    fn drop(&mut self) {
        // SAFETY: every value of this type is initialised. It fails never.
        unsafe { libc::posix_spawn_file_actions_destroy(self.0.as_mut_ptr()) };
    }
}

/// A session of its own, no signal blocked, and every disposition the default: what we (or the
/// Rust runtime: SIGPIPE) ignore must not change what a test does.
///
/// By reference, since such a structure may not be moved once it is initialised.
struct Attributes<'a>(&'a mut MaybeUninit<libc::posix_spawnattr_t>);

impl<'a> Attributes<'a> {
    fn new(place: &'a mut MaybeUninit<libc::posix_spawnattr_t>) -> io::Result<Attributes<'a>> {
        // SAFETY: the place is writable and of the type that is initialised.
        checked(unsafe { libc::posix_spawnattr_init(place.as_mut_ptr()) })?;
        let attributes = Attributes(place);
        let this = attributes.0.as_mut_ptr();
        let flags = i32::from(libc::POSIX_SPAWN_SETSID)
            | libc::POSIX_SPAWN_SETSIGMASK
            | libc::POSIX_SPAWN_SETSIGDEF;
        let mut signals = MaybeUninit::uninit();
        // SAFETY: `this` has just been initialised; the set is filled or emptied, hence
        // initialised, before each use, and copied by the calls.
        unsafe {
            libc::sigemptyset(signals.as_mut_ptr());
            checked(libc::posix_spawnattr_setsigmask(this, signals.as_ptr()))?;
            libc::sigfillset(signals.as_mut_ptr());
            checked(libc::posix_spawnattr_setsigdefault(this, signals.as_ptr()))?;
            checked(libc::posix_spawnattr_setflags(this, flags as libc::c_short))?;
        }
        Ok(attributes)
    }
}

impl Drop for Attributes<'_> {
    fn drop(&mut self) {
        // SAFETY: every value of this type is initialised. It fails never.
        unsafe { libc::posix_spawnattr_destroy(self.0.as_mut_ptr()) };
    }
}

/// The result of a call that returns an error's number, as the whole `posix_spawn` family does.
fn checked(error: libc::c_int) -> io::Result<()> {
    if error == 0 { Ok(()) } else { Err(io::Error::from_raw_os_error(error)) }
}
