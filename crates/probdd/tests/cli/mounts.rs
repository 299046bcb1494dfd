//! Tests of root that leave mounts and files which nobody may remove. All of this happens in a mount namespace
//! of its own, which ends with its shell, whatever goes wrong.

use crate::bench::{Bench, Ran};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Runs lines of shell as a user who may mount; `None` where nobody may.
fn in_namespace(bench: &Bench, lines: &str) -> Option<Ran> {
    let is_allowed = |options: &str| {
        let line = format!("unshare {options} mount -t tmpfs tmpfs /mnt");
        bench.shell(&line).output().unwrap().status.success()
    };
    let options = ["-m", "-rm"].into_iter().find(|options| is_allowed(options))?;
    bench.file("lines.sh", format!("set -e\n{lines}\n").as_bytes());
    let ran = bench.shell(&format!("unshare {options} sh lines.sh")).output().unwrap();
    Some(Ran::new(&ran))
}

/// A text and a test that does something as its last act.
fn bench(act: &str) -> Bench {
    let bench = Bench::with_text(8);
    bench.script("test.sh", &format!("grep -q keep \"$1\"; found=$?\n{act}\nexit $found"));
    bench
}

/// Prints what is mounted in the directories of queries, and lies there.
const LEFT: &str =
    "echo \"left: $(grep -o 'probdd-[0-9][^ ]*' /proc/self/mountinfo) $(ls \"$TMPDIR\")\"";

const LEAVE_A_MOUNT: &str =
    "mkdir m && mount -t tmpfs tmpfs m && head -c 100000 /dev/zero >m/x || exit 1";

#[test]
fn mounts_that_a_test_leaves_are_detached_and_the_user_is_told_once() {
    let bench = bench(LEAVE_A_MOUNT);
    for options in ["-j 1", "-j 2", "--confirm 2"] {
        let lines = format!("probdd test.sh text.txt --restart {options} >&2\n{LEFT}");
        let Some(ran) = in_namespace(&bench, &lines) else { return };
        assert_eq!(ran.stderr.matches("leaves mounts").count(), 1, "{}", ran.stderr);
        assert_eq!(ran.exits_with(0).stdout, "left:  \n");
        assert_eq!(bench.text("text.reduced.txt"), "keep");
    }
}

/// The files of a directory, with their contents and permissions.
fn files(directory: &Path) -> BTreeMap<String, (u32, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut pending = vec![directory.to_path_buf()];
    while let Some(path) = pending.pop() {
        let data = fs::metadata(&path).unwrap();
        if data.is_dir() {
            pending.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        }
        let content = if data.is_dir() { Vec::new() } else { fs::read(&path).unwrap() };
        found.insert(path.display().to_string(), (data.permissions().mode(), content));
    }
    found
}

/// A directory that looks to probdd like its own, at every level.
fn precious(bench: &Bench) -> std::path::PathBuf {
    let directory = bench.path("precious");
    for below in ["", "work", "tmp", "home", "00000001/work", "00000002/work", "m/deep"] {
        let below = directory.join(below);
        fs::create_dir_all(&below).unwrap();
        fs::write(below.join("text.txt"), "precious").unwrap();
    }
    fs::set_permissions(directory.join("m"), fs::Permissions::from_mode(0o755)).unwrap();
    directory
}

#[test]
fn nothing_is_removed_or_changed_through_a_mount() {
    let bind = "mount --bind \"$PROBDD_INPUT_DIR/precious\"";
    let acts = [
        format!("{bind} ."),
        format!("{bind} .."),
        format!("{bind} ../.."),
        format!("{bind} \"$TMPDIR\""),
        format!("mkdir -p a/m && {bind} a/m && {bind}/m a && chmod 0 ."),
        format!("{bind} . && cd \"$PWD\" && {bind}/work m"),
        "mount --bind \"$PROBDD_INPUT_DIR/precious/text.txt\" \"$1\"".to_owned(),
    ];
    for act in acts {
        let bench = bench(&format!("{act} || exit 1"));
        let directory = precious(&bench);
        let before = files(&directory);
        let Some(ran) = in_namespace(&bench, &format!("probdd test.sh text.txt >&2\n{LEFT}"))
        else {
            return;
        };
        assert_eq!(files(&directory), before, "{act}");
        assert_eq!(ran.exits_with(0).stdout, "left:  \n", "{act}");
        assert_eq!(bench.text("text.reduced.txt"), "keep", "{act}");
    }
}

#[test]
fn what_a_test_has_bound_stays_mounted_where_it_came_from() {
    let bench = bench("mkdir m && mount --rbind \"$PROBDD_INPUT_DIR/outer\" m || exit 1");
    let lines = format!(
        "mkdir outer; mount -t tmpfs tmpfs outer; mount --make-shared outer
        mkdir outer/inner; mount -t tmpfs tmpfs outer/inner; echo x >outer/inner/x
        probdd test.sh text.txt >&2; cat outer/inner/x\n{LEFT}"
    );
    let Some(ran) = in_namespace(&bench, &lines) else { return };
    assert_eq!(ran.exits_with(0).stdout, "x\nleft:  \n");
}

#[test]
fn mounts_of_a_run_that_was_killed_are_detached_at_the_next_start() {
    let bench = bench("exit $found");
    let directory = precious(&bench);
    let before = files(&directory);
    let root = "probdd-9999999-0000000001";
    let lines = format!(
        "cd \"$TMPDIR\"; mkdir -p {root}-000/00000001/work/m {root}-001; touch {root}-000/x
        mount -t tmpfs tmpfs {root}-000/00000001/work/m
        mount --bind \"{precious}\" {root}-000/00000001
        mount --bind \"{precious}\" {root}-001; cd - >&2
        probdd test.sh text.txt >&2\n{LEFT}",
        precious = directory.display()
    );
    let Some(ran) = in_namespace(&bench, &lines) else { return };
    assert_eq!(files(&directory), before);
    assert_eq!(ran.exits_with(0).stdout, "left:  \n");
}

#[test]
fn a_killed_run_leaves_no_mounts() {
    let bench = bench(&format!("{LEAVE_A_MOUNT}; touch \"$PROBDD_INPUT_DIR/runs\"; sleep 100"));
    let lines = format!(
        "probdd test.sh text.txt & until [ -e runs ]; do sleep .05; done; kill -9 $!
        for i in 1 2 3 4 5 6 7 8 9; do [ -z \"$(ls $TMPDIR)\" ] || sleep 1; done\n{LEFT}"
    );
    let Some(ran) = in_namespace(&bench, &lines) else { return };
    assert_eq!(ran.exits_with(0).stdout, "left:  \n");
}

#[test]
fn files_that_are_immutable_are_removed() {
    let act = "touch i d; mkdir -p a/b; touch a/b/c; chattr +i i a/b/c a/b a || exit 1
        chattr +a d . .. \"$TMPDIR\"; touch late; chattr +i \"$1\"";
    let bench = bench(act);
    bench.file("flagged", b"");
    let try_out = "chattr +i flagged && chattr -i flagged";
    if !bench.shell(try_out).output().unwrap().status.success() {
        return;
    }
    bench.probdd("test.sh text.txt").exits_with(0);
    assert_eq!(bench.text("text.reduced.txt"), "keep");
}

#[test]
fn a_private_tmp_shows_what_is_mounted_below_tmp() {
    let bench = Bench::with_text(8);
    let test = "grep -q keep \"$1\" && [ -e \"$PLACE/other/it is there\" ] && mktemp >made &&
        echo x >/tmp/probdd-cli-private-$$ && [ ! -e /tmp/probdd-cli-private ] &&
        echo x >/tmp/probdd-cli-private";
    bench.script("test.sh", test);
    let alone = "PLACE=nowhere probdd test.sh text.txt --private-tmp on -o none.txt";
    let Some(alone) = in_namespace(&bench, &format!("{alone} || true")) else { return };
    if alone.stderr.contains("cannot give every test a /tmp of its own") {
        return;
    }
    let lines = "PLACE=$(mktemp -d -p /tmp); export PLACE; mkdir \"$PLACE/small\" \"$PLACE/other\"
        mount -t tmpfs -o size=20m tmpfs \"$PLACE/small\"; mount -t tmpfs tmpfs \"$PLACE/other\"
        touch \"$PLACE/other/it is there\"
        for jobs in 1 2; do
            TMPDIR=$PLACE/small probdd test.sh text.txt --restart -j $jobs --private-tmp on >&2
        done; ls \"$PLACE/small\"; umount \"$PLACE/small\" \"$PLACE/other\"; rm -r \"$PLACE\"";
    let Some(ran) = in_namespace(&bench, lines) else { return };
    assert_eq!(ran.exits_with(0).stdout, "");
    assert_eq!(bench.text("text.reduced.txt"), "keep");
    assert!(!Path::new("/tmp/probdd-cli-private").exists());
}
