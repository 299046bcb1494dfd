//! Memory that a slot and its supervisor share: what to start, and how it ended.
//!
//! It is mapped before the supervisor is forked, so it has the same address in both processes, and
//! pointers into it are valid in both. Each message over the slot's socket passes the right to access
//! it to the other side, and orders the accesses.

#![allow(unsafe_code, reason = "shared memory has no safe interface")]

use std::ffi::{CStr, CString, OsStr};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::ptr;
use std::sync::atomic::{AtomicI32, Ordering};

use libc::{c_char, c_int};

use crate::process::launch::{Launch, entry};

/// More than the system takes as arguments and environment: a quarter of the stack's limit, which is
/// 8 MiB unless it was changed. Pages that are never touched cost nothing.
const BYTES: usize = 8 << 20;

/// What the supervisor is to start; the pointers are into the shared memory.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(super) struct Order {
    pub(super) program: *const c_char,
    pub(super) directory: *const c_char,
    pub(super) arguments: *const *const c_char,
    pub(super) environment: *const *const c_char,
}

/// How the process ended.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C)]
pub(super) struct Exit {
    /// The system's error number if it could not be started, else 0.
    pub(super) errno: c_int,
    /// Whether it was not started because it could not get a `/tmp` of its own.
    pub(super) lacks_private_tmp: bool,
    /// The status that `wait4` gives.
    pub(super) status: c_int,
    /// User and system time.
    pub(super) cpu_micros: u64,
    /// Whether a descendant could not be killed.
    pub(super) is_unclean: bool,
}

#[repr(C)]
struct Header {
    order: Order,
    exit: Exit,
    /// The process that runs, or that has run last. It may be read at any time.
    leader: AtomicI32,
}

/// The shared memory, unmapped on drop.
#[derive(Debug)]
pub(super) struct SharedMemory {
    start: *mut u8,
}

// SAFETY: the memory belongs to the value, which is not cloned; the protocol says who may access it,
// whatever the thread.
unsafe impl Send for SharedMemory {}

impl SharedMemory {
    pub(super) fn new() -> io::Result<SharedMemory> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        let flags = libc::MAP_SHARED | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        // SAFETY: a new mapping, wherever there is room, of no file.
        let start = unsafe { libc::mmap(ptr::null_mut(), BYTES, protection, flags, -1, 0) };
        if start == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        Ok(SharedMemory { start: start.cast() })
    }

    pub(super) fn write(&mut self, launch: &Launch) -> io::Result<()> {
        let variables = launch
            .variables
            .iter()
            .map(|&(name, value)| entry(name.into(), value))
            .collect::<Result<Vec<CString>, _>>()?;
        let home =
            launch.site.home.map(|home| entry("HOME".into(), home.as_os_str())).transpose()?;
        let is_ours = |entry: &&CString| home.is_some() && entry.to_bytes().starts_with(b"HOME=");
        let inherited = launch.environment.entries.iter().filter(|entry| !is_ours(entry));
        let mut writer = Writer { memory: self, used: size_of::<Header>() };
        let program = writer.path(launch.program.as_os_str())?;
        let arguments = launch.arguments.iter();
        let arguments =
            arguments.map(|argument| writer.path(argument)).collect::<io::Result<Vec<_>>>()?;
        let directory = writer.path(launch.site.directory.as_os_str())?;
        let environment = variables
            .iter()
            .chain(&home)
            .chain(inherited)
            .map(|entry| writer.string(entry))
            .collect::<io::Result<Vec<_>>>()?;
        let arguments = writer.list(&[&[program], arguments.as_slice()].concat())?;
        let environment = writer.list(&environment)?;
        let order = Order { program, directory, arguments, environment };
        // SAFETY: the header's place is mapped, aligned (as a page is) and ours at this time.
        unsafe { (&raw mut (*self.header()).order).write(order) };
        Ok(())
    }

    pub(super) fn order(&self) -> Order {
        // SAFETY: as above; a mapping starts as zeros, which are valid for every field.
        unsafe { (&raw const (*self.header()).order).read() }
    }

    pub(super) fn set_exit(&self, exit: Exit) {
        // SAFETY: as above.
        unsafe { (&raw mut (*self.header()).exit).write(exit) }
    }

    pub(super) fn exit(&self) -> Exit {
        // SAFETY: as above.
        unsafe { (&raw const (*self.header()).exit).read() }
    }

    pub(super) fn set_leader(&self, leader: libc::pid_t) {
        // SAFETY: as above; and both sides use it as an atomic only.
        unsafe { (*self.header()).leader.store(leader, Ordering::Relaxed) }
    }

    /// Returns the process that was started last, if any.
    pub(super) fn leader(&self) -> Option<libc::pid_t> {
        // SAFETY: as above.
        let leader = unsafe { (*self.header()).leader.load(Ordering::Relaxed) };
        Some(leader).filter(|leader| *leader > 0)
    }

    fn header(&self) -> *mut Header {
        self.start.cast()
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        // SAFETY: it was mapped with this length, and nobody has a pointer into it any more.
        unsafe { libc::munmap(self.start.cast(), BYTES) };
    }
}

/// Fills the memory behind its header.
struct Writer<'a> {
    memory: &'a mut SharedMemory,
    used: usize,
}

impl Writer<'_> {
    fn path(&mut self, path: &OsStr) -> io::Result<*const c_char> {
        self.string(&CString::new(path.as_bytes())?)
    }

    fn string(&mut self, text: &CStr) -> io::Result<*const c_char> {
        let bytes = text.to_bytes_with_nul();
        let place = self.room(bytes.len())?;
        // SAFETY: there is room for that many bytes, and the source is another allocation.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), place, bytes.len()) };
        Ok(place.cast())
    }

    /// Writes a list of pointers that ends with a null.
    fn list(&mut self, pointers: &[*const c_char]) -> io::Result<*const *const c_char> {
        self.used = self.used.next_multiple_of(align_of::<*const c_char>());
        let place: *mut *const c_char =
            self.room(size_of_val(pointers) + size_of::<*const c_char>())?.cast();
        // SAFETY: there is room for one more than there are, and the place is aligned.
        unsafe {
            ptr::copy_nonoverlapping(pointers.as_ptr(), place, pointers.len());
            place.add(pointers.len()).write(ptr::null());
        }
        Ok(place)
    }

    fn room(&mut self, bytes: usize) -> io::Result<*mut u8> {
        let start = self.used;
        if bytes > BYTES - start {
            return Err(io::Error::from_raw_os_error(libc::E2BIG));
        }
        self.used += bytes;
        // SAFETY: it is within the mapping.
        Ok(unsafe { self.memory.start.add(start) })
    }
}
