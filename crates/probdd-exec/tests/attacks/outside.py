"""Tries every system call that acts on other processes, or on what all processes share.

The arguments: the number of a process outside, the path of a datagram socket, and a file outside. Prints the
calls that the system did not deny. Most calls are otherwise invalid, so that they change nothing where they are
allowed: another error than "not permitted" means that the call went past the protection. The flag that keeps a
file from being removed is only tried by a process whose system calls are filtered.
"""
import ctypes
import errno
import fcntl
import os
import platform
import socket
import stat
import sys

VICTIM, SOCKET, FILE = int(sys.argv[1]), sys.argv[2], sys.argv[3]
DENIED = (errno.EPERM, errno.EACCES, errno.ENOSYS)
X86_64 = {
    "kill": 62, "tkill": 200, "tgkill": 234, "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
    "prlimit64": 302, "setpriority": 141, "ioprio_set": 251, "sched_setaffinity": 203,
    "sched_setscheduler": 144, "sched_setparam": 142, "sched_setattr": 314, "ptrace": 101,
    "process_vm_readv": 310, "process_vm_writev": 311, "kcmp": 312, "move_pages": 279,
    "migrate_pages": 256, "get_robust_list": 274, "setns": 308, "mq_open": 240, "mq_unlink": 241,
    "shmget": 29, "shmat": 30, "shmctl": 31, "msgget": 68, "msgsnd": 69, "msgrcv": 70, "msgctl": 71,
    "semget": 64, "semop": 65, "semtimedop": 220, "semctl": 66, "add_key": 248, "request_key": 249,
    "keyctl": 250, "mount": 165, "umount2": 166, "pivot_root": 155, "reboot": 169, "swapon": 167,
    "acct": 163, "sethostname": 170, "setdomainname": 171, "init_module": 175, "fanotify_init": 300,
    "open_by_handle_at": 304, "syslog": 103,
}
AARCH64 = {
    "kill": 129, "tkill": 130, "tgkill": 131, "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240,
    "prlimit64": 261, "setpriority": 140, "ioprio_set": 30, "sched_setaffinity": 122,
    "sched_setscheduler": 119, "sched_setparam": 118, "sched_setattr": 274, "ptrace": 117,
    "process_vm_readv": 270, "process_vm_writev": 271, "kcmp": 272, "move_pages": 239,
    "migrate_pages": 238, "get_robust_list": 100, "setns": 268, "mq_open": 180, "mq_unlink": 181,
    "shmget": 194, "shmat": 196, "shmctl": 195, "msgget": 186, "msgsnd": 189, "msgrcv": 188,
    "msgctl": 187, "semget": 190, "semop": 193, "semtimedop": 192, "semctl": 191, "add_key": 217,
    "request_key": 218, "keyctl": 219, "mount": 40, "umount2": 39, "pivot_root": 41, "reboot": 142,
    "swapon": 224, "acct": 89, "sethostname": 161, "setdomainname": 162, "init_module": 105,
    "fanotify_init": 262, "open_by_handle_at": 265, "syslog": 116,
}
NUMBERS = {"x86_64": X86_64, "aarch64": AARCH64}[platform.machine()]
NUMBERS |= {"pidfd_send_signal": 424, "io_uring_setup": 425, "move_mount": 429, "pidfd_open": 434,
            "pidfd_getfd": 438, "process_madvise": 440, "mount_setattr": 442}
LIBC = ctypes.CDLL(None, use_errno=True)
BAD = ctypes.c_void_p(8)
ROOM = ctypes.create_string_buffer(4096)
LONG = ctypes.c_long
# What comes with a queued signal: its number, an error, and who sends it, a process.
QUEUED = b"\0" * 8 + b"\xff" * 4 + b"\0" * 116


def call(name, *arguments):
    ctypes.set_errno(0)
    if LIBC.syscall(LONG(NUMBERS[name]), *arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def vector():
    """A vector of one byte of ours, and one of theirs."""
    return (ctypes.c_void_p * 2)(ctypes.addressof(ROOM), 1), (ctypes.c_void_p * 2)(4096, 1)


def copy(name):
    ours, theirs = vector()
    call(name, VICTIM, ours, LONG(1), theirs, LONG(1), LONG(0))


def own_pidfd():
    return os.pidfd_open(VICTIM)


def datagram(kind, family=socket.AF_UNIX):
    pair = socket.socketpair(family, kind)
    pair[0].sendto(b"out", SOCKET)


def signal_of_a_pipe():
    """The kernel reports a denial to nobody: whether the victim ends is seen outside."""
    reading, writing = os.pipe()
    fcntl.fcntl(reading, fcntl.F_SETOWN, VICTIM)
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writing, b"x")
    raise PermissionError(errno.EPERM, "as far as is known here")


def flag():
    """Makes the file immutable, as `chattr +i` does. Only root may; it needs no right to write."""
    FS_IOC_GETFLAGS, FS_IOC_SETFLAGS, IMMUTABLE = 0x80086601, 0x40086602, 0x10
    with open(FILE, "rb") as file:
        flags = ctypes.c_long(0)
        fcntl.ioctl(file, FS_IOC_GETFLAGS, flags)
        flags.value |= IMMUTABLE
        fcntl.ioctl(file, FS_IOC_SETFLAGS, flags)


def disk():
    os.mknod("disk", stat.S_IFBLK | 0o600, os.makedev(1, 0))


def null_device():
    os.mknod("null", stat.S_IFCHR | 0o600, os.makedev(1, 3))


ATTACKS = {
    "kill": lambda: call("kill", VICTIM, 0),
    "tkill": lambda: call("tkill", VICTIM, 0),
    "tgkill": lambda: call("tgkill", VICTIM, VICTIM, 0),
    "rt_sigqueueinfo": lambda: call("rt_sigqueueinfo", VICTIM, 0, QUEUED),
    "rt_tgsigqueueinfo": lambda: call("rt_tgsigqueueinfo", VICTIM, VICTIM, 0, QUEUED),
    "pidfd_send_signal": lambda: call("pidfd_send_signal", own_pidfd(), 0, None, 0),
    "pidfd_getfd": lambda: call("pidfd_getfd", own_pidfd(), 0, 0),
    "F_SETOWN": signal_of_a_pipe,
    "prlimit64": lambda: call("prlimit64", VICTIM, 4, None, ROOM),
    "setpriority": lambda: call("setpriority", 0, VICTIM, 0),
    "setpriority of a user": lambda: call("setpriority", 2, 64999, 0),
    "setpriority of a group": lambda: call("setpriority", 1, 0, os.getpriority(os.PRIO_PGRP, 0)),
    "ioprio_set": lambda: call("ioprio_set", 1, VICTIM, 2 << 13),
    "ioprio_set of a user": lambda: call("ioprio_set", 3, 64999, 2 << 13),
    "sched_setaffinity": lambda: os.sched_setaffinity(VICTIM, os.sched_getaffinity(0)),
    "sched_setscheduler": lambda: call("sched_setscheduler", VICTIM, 0, b"\0\0\0\0"),
    "sched_setparam": lambda: call("sched_setparam", VICTIM, b"\0\0\0\0"),
    "sched_setattr": lambda: call("sched_setattr", VICTIM, b"\x30" + b"\0" * 47, 0),
    "ptrace": lambda: call("ptrace", 0x4206, VICTIM, None, None),
    "process_vm_readv": lambda: copy("process_vm_readv"),
    "process_vm_writev": lambda: copy("process_vm_writev"),
    "process_madvise": lambda: call("process_madvise", own_pidfd(), vector()[1], LONG(1), 20, 0),
    "kcmp": lambda: call("kcmp", VICTIM, os.getpid(), 1, LONG(0), LONG(0)),
    "move_pages": lambda: call("move_pages", VICTIM, LONG(0), None, None, None, 0),
    "migrate_pages": lambda: call("migrate_pages", VICTIM, LONG(0), None, None),
    "get_robust_list": lambda: call("get_robust_list", VICTIM, ROOM, ROOM),
    "setns": lambda: call("setns", own_pidfd(), 0x04000000),
    "memory in /proc": lambda: open(f"/proc/{VICTIM}/mem", "rb"),
    "oom_score_adj in /proc": lambda: open(f"/proc/{VICTIM}/oom_score_adj", "r+"),
    "socket": lambda: socket.socket(socket.AF_UNIX),
    "datagrams": lambda: datagram(socket.SOCK_DGRAM),
    "datagrams without a wait": lambda: datagram(socket.SOCK_DGRAM | socket.SOCK_NONBLOCK),
    "raw datagrams": lambda: datagram(socket.SOCK_RAW),
    "pair of another family": lambda: socket.socketpair(socket.AF_TIPC, socket.SOCK_RDM),
    "io_uring_setup": lambda: call("io_uring_setup", 0, BAD),
    "mq_open": lambda: call("mq_open", BAD, 0, 0, None),
    "mq_unlink": lambda: call("mq_unlink", BAD),
    "shmget": lambda: call("shmget", 0x70726f62, LONG(0), 0),
    "shmat": lambda: call("shmat", -1, None, 0),
    "shmctl": lambda: call("shmctl", -1, 0, BAD),
    "msgget": lambda: call("msgget", 0x70726f62, 0),
    "msgsnd": lambda: call("msgsnd", -1, BAD, LONG(0), 0),
    "msgrcv": lambda: call("msgrcv", -1, BAD, LONG(0), LONG(0), 0),
    "msgctl": lambda: call("msgctl", -1, 0, BAD),
    "semget": lambda: call("semget", 0x70726f62, 0, 0),
    "semop": lambda: call("semop", -1, BAD, LONG(1)),
    "semtimedop": lambda: call("semtimedop", -1, BAD, LONG(1), None),
    "semctl": lambda: call("semctl", -1, 0, 0, None),
    "add_key": lambda: call("add_key", BAD, BAD, BAD, LONG(0), 0),
    "request_key": lambda: call("request_key", BAD, BAD, BAD, 0),
    "keyctl": lambda: call("keyctl", 0, -3, 0),
    "mount": lambda: call("mount", b"none", b".", b"no-such-type", LONG(0), None),
    "umount2": lambda: call("umount2", b".", 0),
    "move_mount": lambda: call("move_mount", -100, b".", -100, b".", 0),
    "mount_setattr": lambda: call("mount_setattr", -100, b".", 0, BAD, LONG(32)),
    "pivot_root": lambda: call("pivot_root", b".", b"."),
    "reboot": lambda: call("reboot", 0, 0, 0, None),
    "swapon": lambda: call("swapon", BAD, 0),
    "acct": lambda: call("acct", BAD),
    "sethostname": lambda: call("sethostname", BAD, LONG(9999)),
    "setdomainname": lambda: call("setdomainname", BAD, LONG(9999)),
    "init_module": lambda: call("init_module", BAD, LONG(0), BAD),
    "fanotify_init": lambda: call("fanotify_init", 4, 0),
    "syslog": lambda: call("syslog", 2, None, 0),
    "mknod of a disk": disk,
    "mknod of a device": null_device,
    "write": lambda: open(FILE, "r+"),
    "remove": lambda: os.rename(FILE, FILE + ".moved"),
    "make": lambda: open(FILE + ".new", "w"),
}

if "Seccomp:\t2" in open("/proc/self/status").read():
    ATTACKS["chattr"] = flag

allowed = []
for name, attack in ATTACKS.items():
    try:
        attack()
        allowed.append(name)
    except OSError as error:
        if error.errno not in DENIED and not (error.errno == errno.EAFNOSUPPORT and "family" in name):
            allowed.append(f"{name} ({error.strerror})")
print(", ".join(allowed), end="")
