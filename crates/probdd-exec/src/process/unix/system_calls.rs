//! The filter for the system calls of a fully protected test, for what Landlock does not control: calls that
//! make sockets, change other processes, or use objects that all processes of a user share.
//!
//! A filter sees numbers only. It does not know which processes are the test's own, nor what a pointer
//! refers to. So a process may change itself, but not its children; and a pair of sockets may not be one of
//! datagrams, which can be sent to any path.

#![allow(clippy::cast_possible_truncation, reason = "numbers of calls and codes are small")]

use libc::sock_filter;

/// What is allowed of a system call.
#[derive(Clone, Copy)]
enum Allowed {
    Nothing,
    /// Calls whose arguments are all like this.
    Only(&'static [Argument]),
}

/// The values that an argument may have in the bits of a mask.
struct Argument {
    place: u32,
    mask: u32,
    values: &'static [u32],
}

const fn is(place: u32, values: &'static [u32]) -> Argument {
    Argument { place, mask: u32::MAX, values }
}

use Allowed::{Nothing, Only};

/// The first argument is a process: the calling one has the number 0.
const OF_ITSELF: Allowed = Only(&[is(0, &[0])]);

/// The same with the kind of number before it: a process, not a group or a user.
const PRIORITY: Allowed = Only(&[is(0, &[libc::PRIO_PROCESS]), is(1, &[0])]);
const IO_PRIORITY: Allowed = Only(&[is(0, &[1]), is(1, &[0])]);

/// Local sockets that stay connected to each other. The flags beside the kind do not matter.
const PAIR: Allowed = Only(&[
    is(0, &[libc::AF_UNIX as u32]),
    Argument {
        place: 1,
        mask: 0xf,
        values: &[libc::SOCK_STREAM as u32, libc::SOCK_SEQPACKET as u32],
    },
]);

/// What is restricted for programs of this architecture.
const NATIVE: [(libc::c_long, Allowed); 26] = [
    (libc::SYS_socket, Nothing),
    (libc::SYS_socketpair, PAIR),
    // A ring makes and uses sockets without system calls.
    (libc::SYS_io_uring_setup, Nothing),
    (libc::SYS_prlimit64, OF_ITSELF),
    (libc::SYS_setpriority, PRIORITY),
    (libc::SYS_ioprio_set, IO_PRIORITY),
    (libc::SYS_sched_setaffinity, OF_ITSELF),
    (libc::SYS_sched_setscheduler, OF_ITSELF),
    (libc::SYS_sched_setparam, OF_ITSELF),
    (libc::SYS_sched_setattr, OF_ITSELF),
    // Queues, segments and semaphores have numbers and names that no file system controls.
    (libc::SYS_mq_open, Nothing),
    (libc::SYS_mq_unlink, Nothing),
    (libc::SYS_shmget, Nothing),
    (libc::SYS_shmat, Nothing),
    (libc::SYS_shmctl, Nothing),
    (libc::SYS_msgget, Nothing),
    (libc::SYS_msgsnd, Nothing),
    (libc::SYS_msgrcv, Nothing),
    (libc::SYS_msgctl, Nothing),
    (libc::SYS_semget, Nothing),
    (libc::SYS_semop, Nothing),
    (libc::SYS_semtimedop, Nothing),
    (libc::SYS_semctl, Nothing),
    // The keys are those of the user's session.
    (libc::SYS_add_key, Nothing),
    (libc::SYS_request_key, Nothing),
    (libc::SYS_keyctl, Nothing),
];

/// The same for 32-bit programs, whose calls have other numbers.
#[cfg(target_arch = "x86_64")]
const FOREIGN: [(libc::c_long, Allowed); 27] = [
    // `socketcall`, `socket`, `socketpair`, the ring.
    (102, Nothing),
    (359, Nothing),
    (360, PAIR),
    (425, Nothing),
    // `prlimit64`, `setpriority`, `ioprio_set`, `sched_setaffinity`, `..scheduler`, `..param`, `..attr`.
    (340, OF_ITSELF),
    (97, PRIORITY),
    (289, IO_PRIORITY),
    (241, OF_ITSELF),
    (156, OF_ITSELF),
    (154, OF_ITSELF),
    (351, OF_ITSELF),
    // `mq_open`, `mq_unlink`; `ipc`; `semget`, `semctl`, `shmget`, `shmctl`, `shmat`, `msgget`, `msgsnd`,
    // `msgrcv`, `msgctl`, `semtimedop_time64`.
    (277, Nothing),
    (278, Nothing),
    (117, Nothing),
    (393, Nothing),
    (394, Nothing),
    (395, Nothing),
    (396, Nothing),
    (397, Nothing),
    (399, Nothing),
    (400, Nothing),
    (401, Nothing),
    (402, Nothing),
    (420, Nothing),
    // `add_key`, `request_key`, `keyctl`.
    (286, Nothing),
    (287, Nothing),
    (288, Nothing),
];

#[cfg(target_arch = "aarch64")]
const FOREIGN: [(libc::c_long, Allowed); 27] = [
    // `socket`, `socketpair`, the ring.
    (281, Nothing),
    (288, PAIR),
    (425, Nothing),
    // `prlimit64`, `setpriority`, `ioprio_set`, `sched_setaffinity`, `..scheduler`, `..param`, `..attr`.
    (369, OF_ITSELF),
    (97, PRIORITY),
    (314, IO_PRIORITY),
    (241, OF_ITSELF),
    (156, OF_ITSELF),
    (154, OF_ITSELF),
    (380, OF_ITSELF),
    // `mq_open`, `mq_unlink`; `semop`, `semget`, `semctl`, `msgsnd`, `msgrcv`, `msgget`, `msgctl`, `shmat`,
    // `shmget`, `shmctl`, `semtimedop`, `semtimedop_time64`.
    (274, Nothing),
    (275, Nothing),
    (298, Nothing),
    (299, Nothing),
    (300, Nothing),
    (301, Nothing),
    (302, Nothing),
    (303, Nothing),
    (304, Nothing),
    (305, Nothing),
    (307, Nothing),
    (308, Nothing),
    (312, Nothing),
    (420, Nothing),
    // `add_key`, `request_key`, `keyctl`.
    (309, Nothing),
    (310, Nothing),
    (311, Nothing),
];

#[cfg(target_arch = "x86_64")]
const ARCHITECTURE: Option<u32> = Some(0xc000_003e);
#[cfg(target_arch = "aarch64")]
const ARCHITECTURE: Option<u32> = Some(0xc000_00b7);

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const ARCHITECTURE: Option<u32> = None;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const FOREIGN: [(libc::c_long, Allowed); 0] = [];

/// The numbers from here on belong to x32 programs, which are denied everything. No other architecture has
/// numbers as large as this.
const X32: u32 = 0x4000_0000;

/// The offsets of a call's number, of its architecture, and of the lower half of its first argument; the
/// kernel, too, takes only that half of a process number, a kind or a family.
const NUMBER_AT: u32 = 0;
const ARCHITECTURE_AT: u32 = 4;
const ARGUMENTS_AT: u32 = 16;
const ARGUMENT_BYTES: u32 = 8;

const ALLOW: sock_filter = give(libc::SECCOMP_RET_ALLOW);
const DENY: sock_filter = give(libc::SECCOMP_RET_ERRNO | libc::EACCES as u32);

/// Returns the filter; `None` for an architecture whose calls are not known here.
pub(super) fn filter() -> Option<Vec<sock_filter>> {
    let architecture = ARCHITECTURE?;
    let mut native = vec![load(NUMBER_AT), at_least(X32, 0, 1), DENY];
    native.extend(NATIVE.iter().flat_map(restriction));
    native.push(ALLOW);
    let mut program = vec![load(ARCHITECTURE_AT), equal(architecture, 1, 0), skip(native.len())];
    program.extend(native);
    program.push(load(NUMBER_AT));
    program.extend(FOREIGN.iter().flat_map(restriction));
    program.push(ALLOW);
    Some(program)
}

/// Decides about one call; goes on behind itself for any other, whose number is still loaded.
fn restriction((number, allowed): &(libc::c_long, Allowed)) -> Vec<sock_filter> {
    let decision = match allowed {
        Nothing => vec![DENY],
        Only(arguments) => arguments.iter().flat_map(requirement).chain([ALLOW]).collect(),
    };
    let mut block = vec![equal(number.cast_unsigned() as u32, 0, decision.len() as u8)];
    block.extend(decision);
    block
}

/// Denies the call unless the argument has one of its values.
fn requirement(argument: &Argument) -> Vec<sock_filter> {
    let Argument { place, mask, values } = argument;
    let mut block = vec![load(ARGUMENTS_AT + place * ARGUMENT_BYTES), keep_bits(*mask)];
    let over_the_denial = |at: usize| (values.len() - at) as u8;
    block
        .extend(values.iter().enumerate().map(|(at, value)| equal(*value, over_the_denial(at), 0)));
    block.push(DENY);
    block
}

const fn load(offset: u32) -> sock_filter {
    instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0, offset)
}

const fn keep_bits(mask: u32) -> sock_filter {
    instruction(libc::BPF_ALU | libc::BPF_AND | libc::BPF_K, 0, 0, mask)
}

const fn equal(value: u32, then: u8, otherwise: u8) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, then, otherwise, value)
}

const fn at_least(value: u32, then: u8, otherwise: u8) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, then, otherwise, value)
}

const fn skip(instructions: usize) -> sock_filter {
    instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, instructions as u32)
}

const fn give(value: u32) -> sock_filter {
    instruction(libc::BPF_RET | libc::BPF_K, 0, 0, value)
}

const fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt, jf, k }
}
