"""Utilities of Debian, each merged into one file, from which everything goes that some uses of it do not
need: the debloating subjects of CHISEL's paper, from the sources of this Debian.

The property: gcc accepts the program without the warnings below, it does as before in the given uses,
and so does the program with gcc's sanitizers.
"""

import re
import subprocess

import merge
import sources
from checks import Check

# What hides that a program is broken: gcc accepts it, and it works by chance.
WARNINGS = (
    "implicit-function-declaration return-type uninitialized incompatible-pointer-types int-conversion "
    "implicit-int discarded-qualifiers format return-mismatch array-bounds"
).split()

SANITIZERS = "-fsanitize=address,undefined -fno-sanitize-recover=all"

# Lines for the shell. `$P` is the program; what they print is compared with what the whole program prints.
USES = {
    "mkdir": [
        '$P -p a/b/c && find a | sort',
        '$P -m 700 d && stat -c %a d',
        '$P d; echo $?',
        '$P 2>&1; echo $?',
    ],
    "uniq": [
        "printf 'a\\na\\nb\\nB\\nb b\\n' | $P",
        "printf 'a\\na\\nb\\nB\\nB\\n' | $P -c",
        "printf 'x 1\\ny 1\\ny 2\\n' | $P -f 1 -d",
        "$P nothing 2>&1; echo $?",
    ],
    "date": [
        "TZ=UTC0 $P -d @86400 +%Y-%m-%dT%H:%M:%S",
        "TZ=UTC0 $P -d '2020-02-28 2 days' +%F",
        "TZ=UTC0 $P -d 'no date' 2>&1; echo $?",
    ],
    "rm": [
        "mkdir -p a/b; touch a/b/c f g; $P f; ls; $P -r a; ls; $P -f none; echo $?",
        "mkdir d; $P d 2>&1; echo $?",
    ],
    "chown": [
        "touch f; $P $(id -u):$(id -g) f && stat -c %u f; echo $?",
        "$P nobody-there f 2>&1; echo $?",
    ],
    "sort": [
        "printf 'b\\na\\nc\\na\\n' | $P",
        "printf '10\\n9\\n-1\\n' | $P -n",
        "printf 'x 2\\ny 1\\nz 1\\n' | $P -k 2,2 -r -s",
        "printf 'b\\na\\na\\n' | $P -u -o out && cat out",
    ],
}

# Runs all uses of a program in a new folder beside it.
USES_SCRIPT = """program=$1
mkdir -p "$(dirname "$program")/work"
cd "$(dirname "$program")/work" && ulimit -f 20480 && ulimit -t 5 || exit 1
for use in "$CHECKS_DIR"/use.*; do
    P=../$(basename "$program") LC_ALL=C timeout 60 sh "$use" </dev/null 2>/dev/null
done
"""


def checks(name, warnings):
    """gcc accepts the program, which does as before; then the same with gcc's sanitizers."""
    made = [("", "plain", warnings), (" with sanitizers", "clean", SANITIZERS)]
    found = []
    for suffix, folder, options in made:
        program = f"{folder}/{name}"
        build = f"mkdir -p {folder} && gcc -std=gnu11 -O0 -w {options} input.c -o {program} 2>err"
        found.append(Check(f"compiles{suffix}", build))
        use = f"""export ASAN_OPTIONS=detect_leaks=0
sh "$CHECKS_DIR/uses.sh" {program} >{folder}.out
cmp -s {folder}.out "$CHECKS_DIR/expected\""""
        found.append(Check(f"does as before{suffix}", use, [f"compiles{suffix}"]))
    return found


def coreutils(tools, name):
    """The text of all that the linker takes for a program of coreutils, as its map tells."""
    source = sources.fetched(tools, "coreutils")
    flags = ["FORCE_UNSAFE_CONFIGURE=1", "--disable-nls", "--without-selinux", "--disable-acl", "--disable-xattr"]
    sources.configured(source, [*flags, "--disable-libcap", "--without-openssl"])
    sources.made(source, f"src/{name}")
    linked = (source / f"src/{name}.map").read_text()
    own = [f"{path}.c" for path in re.findall(r"^LOAD (src/[\w-]+)\.o$", linked, re.MULTILINE)]
    own += ["src/version.c"] if "libver.a(" in linked else []
    members = set(re.findall(r"libcoreutils\.a\((?:libcoreutils_a-)?([^)]+)\.o\)", linked))
    files = own + [f"lib/{member}.c" for member in sorted(members)]
    return merge.merged(source, files, ["-I.", "-Ilib", "-Isrc", "-O0", "-U_FORTIFY_SOURCE"])


def utility(tools, name):
    """A subject: the merged text, the test, its tools, and the uses with what they print."""
    text = coreutils(tools, name)
    warnings = " ".join(f"-Werror={warning}" for warning in WARNINGS if is_known(warning))
    files = {f"use.{number}": use + "\n" for number, use in enumerate(USES[name])}
    files["uses.sh"] = USES_SCRIPT
    return "c", text, checks(name, warnings), "gcc, libc6-dev", files


def is_known(warning):
    """Whether this gcc has a warning."""
    command = ["gcc", f"-Werror={warning}", "-fsyntax-only", "-x", "c", "-"]
    return subprocess.run(command, input="", text=True, capture_output=True, check=False).returncode == 0

