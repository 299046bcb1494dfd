//! How much memory an input takes, and how much there is: an input for which it is not enough is refused
//! before it is read, because otherwise the system ends the run, or the whole machine stalls.

use crate::error::Failure;
use indicatif::HumanCount;
use rustix::process::{Resource, getrlimit};
use std::fmt::{self, Display};
use std::fs;
use std::path::Path;

/// A large text takes at most so many times its bytes: the input, the best, its parts, candidates, and the
/// result that is written. docs/size.md has the measurements.
const TIMES: u64 = 8;

/// What probdd takes beside that.
const BESIDE: u64 = 64 << 20;

/// What takes less is not checked: on a machine that has not even that, nothing goes well.
const LITTLE: u64 = 128 << 20;

/// Where control groups are mounted: version 2, and the controller for memory of version 1.
const GROUPS: &str = "/sys/fs/cgroup";
const GROUPS_1: &str = "/sys/fs/cgroup/memory";

/// The memory that an input of so many bytes takes.
fn needed(bytes: u64) -> u64 {
    bytes.saturating_mul(TIMES).saturating_add(BESIDE)
}

/// What bounds the memory of this process.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Bounded {
    Machine,
    Group(String),
    /// `ulimit -v`.
    AddressSpace,
}

/// The memory that is left, and what bounds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    /// Nothing is known on a system that does not tell.
    least: Option<(u64, Bounded)>,
}

impl Memory {
    /// Asks the system.
    pub(super) fn now() -> Memory {
        let read = |path: &Path| fs::read_to_string(path).ok();
        let limit = getrlimit(Resource::As).current;
        Memory::of(&read, limit)
    }

    /// Finds the least of what the files of the system say. `address_space` is the limit of this process.
    fn of(read: Read<'_>, address_space: Option<u64>) -> Memory {
        let proc = |name: &str| read(&Path::new("/proc").join(name));
        let mut all = Vec::new();
        if let Some(free) = proc("meminfo").and_then(|text| free_on_machine(&text)) {
            all.push((free, Bounded::Machine));
        }
        let groups = proc("self/cgroup").unwrap_or_default();
        let groups = groups.lines().filter_map(Group::of_line).flat_map(Group::and_those_around);
        all.extend(
            groups.filter_map(|group| Some((group.free(read)?, Bounded::Group(group.path)))),
        );
        if let Some(limit) = address_space {
            let taken = proc("self/status").and_then(|text| kilobytes(&text, "VmSize:"));
            all.push((limit.saturating_sub(taken.unwrap_or(0)), Bounded::AddressSpace));
        }
        Memory { least: all.into_iter().min_by_key(|(free, _)| *free) }
    }

    /// Refuses an input of so many bytes, or of at least so many, if that takes more memory than is left.
    pub(super) fn check(&self, shown: &str, bytes: u64) -> Result<(), Failure> {
        let needed = needed(bytes);
        match &self.least {
            Some((free, bounded)) if needed > LITTLE.max(*free) => {
                Err(too_little(shown, bytes, *free, bounded))
            }
            _ => Ok(()),
        }
    }
}

fn too_little(shown: &str, bytes: u64, free: u64, bounded: &Bounded) -> Failure {
    let (who, remedy) = match bounded {
        Bounded::Machine => {
            ("the machine has".to_owned(), "free memory, or use a machine with more")
        }
        Bounded::Group(path) => {
            (format!("the control group `{path}` leaves"), "raise its limit (`memory.max`)")
        }
        Bounded::AddressSpace => ("`ulimit -v` leaves".to_owned(), "raise the limit"),
    };
    let message = format!(
        "the input `{shown}` is too large for the memory: {} bytes take about {}, and {who} {}",
        HumanCount(bytes),
        Amount(needed(bytes)),
        Amount(free)
    );
    Failure::usage(message).hint(format!(
        "{remedy}; or reduce a part of it that is still interesting: `split -b SIZE` or `head -c SIZE` \
         cut it, and {} bytes fit",
        HumanCount(free.saturating_sub(BESIDE) / TIMES)
    ))
}

/// An amount of memory, in the unit that suits it.
struct Amount(u64);

impl Display for Amount {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            bytes @ 1_000_000_000.. => write!(out, "{:.1} GB", bytes as f64 / 1e9),
            bytes => write!(out, "{} MB", bytes / 1_000_000),
        }
    }
}

/// Reads a file of the system.
type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

/// A number of kilobytes after a name, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// What `/proc/meminfo` says is available; what can be swapped out counts.
fn free_on_machine(text: &str) -> Option<u64> {
    Some(kilobytes(text, "MemAvailable:")? + kilobytes(text, "SwapFree:").unwrap_or(0))
}

/// A control group.
#[derive(Clone, Debug)]
struct Group {
    is_first_version: bool,
    path: String,
}

impl Group {
    /// The group of a line of `/proc/self/cgroup`, if it bounds memory.
    fn of_line(line: &str) -> Option<Group> {
        let mut parts = line.splitn(3, ':');
        let (number, controllers, path) = (parts.next()?, parts.next()?, parts.next()?);
        let is_first_version = controllers.split(',').any(|name| name == "memory");
        let is_group = is_first_version || number == "0" && controllers.is_empty();
        is_group.then(|| Group { is_first_version, path: path.to_owned() })
    }

    /// The group and all those around it. In a container, only its own may be seen, as the root.
    fn and_those_around(self) -> impl Iterator<Item = Group> {
        let Group { is_first_version, path } = self;
        let paths: Vec<String> =
            Path::new(&path).ancestors().map(|path| path.display().to_string()).collect();
        paths.into_iter().map(move |path| Group { is_first_version, path })
    }

    /// What the group may still take, if it has a limit. Files in its cache do not count: they go first.
    fn free(&self, read: Read<'_>) -> Option<u64> {
        let (root, limit, usage, cache) = if self.is_first_version {
            (GROUPS_1, "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")
        } else {
            (GROUPS, "memory.max", "memory.current", "inactive_file ")
        };
        let directory = Path::new(root).join(self.path.trim_start_matches('/'));
        let read = |name: &str| read(&directory.join(name));
        let number = |text: String| text.trim().parse::<u64>().ok();
        let limit = read(limit).and_then(number)?;
        let used = read(usage).and_then(number).unwrap_or(0);
        let stat = read("memory.stat").unwrap_or_default();
        let cached = stat.lines().find_map(|line| line.strip_prefix(cache)?.trim().parse().ok());
        Some(limit.saturating_sub(used.saturating_sub(cached.unwrap_or(0))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: (&str, &str) = (
        "/proc/meminfo",
        "MemTotal: 9000000 kB\nMemFree: 1 kB\nMemAvailable:    4000000 kB\nSwapFree: 1000 kB\n",
    );

    /// The memory on a system with these files.
    fn memory(files: &[(&str, &str)], address_space: Option<u64>) -> Option<(u64, Bounded)> {
        let read = |path: &Path| {
            let found = files.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| (*text).to_owned())
        };
        Memory::of(&read, address_space).least
    }

    #[test]
    fn a_machine_has_what_is_available_and_what_can_be_swapped_out() {
        assert_eq!(memory(&[MEMINFO], None), Some((4_001_000 * 1024, Bounded::Machine)));
        assert_eq!(memory(&[], None), None);
    }

    #[test]
    fn a_control_group_bounds_those_inside_of_it() {
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "0::/a/b\n"),
            ("/sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("/sys/fs/cgroup/a/memory.max", "1000000\n"),
            ("/sys/fs/cgroup/a/memory.current", "700000\n"),
            ("/sys/fs/cgroup/a/memory.stat", "anon 5\ninactive_file 200000\n"),
        ];
        assert_eq!(memory(&files, None), Some((500_000, Bounded::Group("/a".into()))));
    }

    #[test]
    fn groups_of_the_first_version_count_as_well() {
        let files = [
            MEMINFO,
            ("/proc/self/cgroup", "5:cpu,cpuacct:/x\n4:memory:/docker/1\n"),
            // In a container, only the root is there.
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "3000000\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "1000000\n"),
        ];
        assert_eq!(memory(&files, None), Some((2_000_000, Bounded::Group("/".into()))));
    }

    #[test]
    fn a_limit_of_the_address_space_bounds_what_is_not_taken_yet() {
        let files = [MEMINFO, ("/proc/self/status", "Name:\tx\nVmSize:\t  1000 kB\n")];
        let found = memory(&files, Some(10_000_000));
        assert_eq!(found, Some((10_000_000 - 1_024_000, Bounded::AddressSpace)));
    }

    #[test]
    fn what_takes_more_than_is_left_is_refused() {
        let memory = Memory { least: Some((1_000_000_000, Bounded::Machine)) };
        assert!(memory.check("a", 100_000_000).is_ok());
        let failure = memory.check("a", 200_000_000).expect_err("8 times as much is not there");
        let message = failure.error.to_string();
        assert!(message.contains("200,000,000 bytes take about 1.7 GB"), "{message}");
        assert!(message.contains("the machine has 1.0 GB"), "{message}");
        let none = Memory { least: None };
        assert!(none.check("a", u64::MAX).is_ok());
        let tiny = Memory { least: Some((0, Bounded::AddressSpace)) };
        assert!(tiny.check("a", 1 << 20).is_ok(), "a small input is not refused");
    }
}
