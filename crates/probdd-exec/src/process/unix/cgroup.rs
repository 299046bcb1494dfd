//! Control groups: a bound on all processes of a slot together, if we may make groups.
//!
//! The slot's supervisor enters its groups once; the processes that it starts are then members, at no
//! cost. Most users on most systems may not make groups; then these bounds do not apply.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{kill, procfs, protocol};
use crate::process::confinement::Confinement;

/// Where systems mount control groups.
const HIERARCHIES: &str = "/sys/fs/cgroup";

/// How often, and after which time, a group is tried to be removed while it has members.
const ROUNDS: usize = 100;
const PAUSE: Duration = Duration::from_millis(2);

/// A process writes this to enter a group itself.
const THIS: &str = "0";

/// The groups of one slot, one for each hierarchy that bounds something.
#[derive(Debug, Default)]
pub(super) struct Groups {
    groups: Vec<Group>,
    /// Whether one of them bounds memory.
    pub(super) bounds_memory: bool,
}

#[derive(Debug)]
struct Group {
    path: PathBuf,
    /// The group that its processes were in before.
    origin: PathBuf,
}

impl Groups {
    pub(super) fn new(name: &OsStr, confinement: &Confinement) -> Groups {
        // One more for the supervisor.
        let mut bounds = vec![("pids", "pids.max", u64::from(confinement.processes) + 1)];
        let mut groups = Groups::default();
        if let Some(unified) = own_path("") {
            let origin = Path::new(HIERARCHIES).join(unified);
            bounds.extend(confinement.memory.map(|bytes| ("memory", "memory.max", bytes)));
            groups.bounds_memory =
                groups.enter(&origin, name, &bounds) && confinement.memory.is_some();
            if !groups.groups.is_empty() {
                return groups;
            }
            bounds.truncate(1);
        }
        let memory = confinement.memory;
        bounds.extend(memory.map(|bytes| ("memory", "memory.limit_in_bytes", bytes)));
        for bound in bounds {
            let Some(path) = own_path(bound.0) else { continue };
            let origin = Path::new(HIERARCHIES).join(bound.0).join(path);
            let is_bound = groups.enter(&origin, name, &[bound]);
            groups.bounds_memory |= is_bound && bound.0 == "memory";
        }
        groups
    }

    /// Makes a group as near as possible to the process's own, and enters it; returns whether all these
    /// bounds apply there.
    fn enter(&mut self, origin: &Path, name: &OsStr, bounds: &[(&str, &str, u64)]) -> bool {
        for parent in origin.ancestors().take_while(|path| path.starts_with(HIERARCHIES)) {
            let path = parent.join(name);
            // A group of this name was left by an earlier supervisor of this slot.
            if fs::create_dir(&path).is_err() && !path.is_dir() {
                continue;
            }
            let write = |(_, file, bound): &(&str, &str, u64)| {
                // The file exists only if the hierarchy controls this below the parent.
                path.join(file).exists() && fs::write(path.join(file), bound.to_string()).is_ok()
            };
            let is_bound = bounds.iter().all(write);
            if is_bound && fs::write(path.join("cgroup.procs"), THIS).is_ok() {
                self.groups.push(Group { path, origin: origin.into() });
                return true;
            }
            let _ = fs::remove_dir(&path);
        }
        false
    }

    /// Leaves the groups and removes them: this process is their last member.
    pub(super) fn leave(&self) {
        for group in &self.groups {
            let _ = fs::write(group.origin.join("cgroup.procs"), THIS);
            // A process whose end we have seen may be a member for another moment.
            remove_group(&group.path);
        }
    }
}

/// Returns the path of our own group below the root of the hierarchy with this controller. The
/// hierarchy of all controllers has the empty name.
fn own_path(controller: &str) -> Option<PathBuf> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path = groups.lines().find_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let is_it = parts.next()?.split(',').any(|name| name == controller);
        parts.next().filter(|_| is_it)
    })?;
    Some(PathBuf::from(path.trim_start_matches('/')))
}

/// Removes stale groups, by name, and kills their members; except groups whose supervisor still runs
/// and removes them itself.
pub(crate) fn remove_groups(is_stale: impl Fn(&str) -> bool) {
    let hierarchies = ["", "pids", "memory"].into_iter().filter_map(|controller| {
        Some(Path::new(HIERARCHIES).join(controller).join(own_path(controller)?))
    });
    let parents = hierarchies.flat_map(|origin| {
        let ancestors = origin.ancestors().take_while(|path| path.starts_with(HIERARCHIES));
        ancestors.map(Path::to_path_buf).collect::<Vec<_>>()
    });
    for entry in parents.flat_map(fs::read_dir).flatten().flatten() {
        let is_supervisor = |id| procfs::is_at_work(id, &protocol::NAME.to_string_lossy());
        let is_watched = |group: &Path| members(group).any(is_supervisor);
        if entry.file_name().to_str().is_some_and(&is_stale) && !is_watched(&entry.path()) {
            remove_group(&entry.path());
        }
    }
}

fn members(group: &Path) -> impl Iterator<Item = libc::pid_t> {
    let members = fs::read_to_string(group.join("cgroup.procs")).unwrap_or_default();
    members.lines().filter_map(|id| id.parse().ok()).collect::<Vec<_>>().into_iter()
}

fn remove_group(group: &Path) {
    let name = group.file_name().unwrap_or_default().as_bytes();
    for _ in 0..ROUNDS {
        for member in members(group) {
            kill::kill_if_file(member, "cgroup", |groups| contains(groups, name));
        }
        // This fails while the group has members, which take some time to end.
        if fs::remove_dir(group).is_ok() || !group.exists() {
            return;
        }
        std::thread::sleep(PAUSE);
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
