#!/usr/bin/env python3
"""Reduces a directory of crashing inputs: one small input for each different crash.

    reduce-all.py CRASHES OUT [--all] [OPTIONS OF PROBDD] -- CMD...

CRASHES holds a file, or a directory, for each crash, as fuzzers leave them. CMD is a command that
crashes on an input; {} or @@ in it stands for the input. As in probdd, a single word is a command
for the shell: 'target < {}'.

probdd says what names each crash (`probdd init`). Of crashes with one name, the smallest input is
reduced. OUT gets a numbered directory for each name:

    OUT/1/signature.txt   what names the crash, as options of probdd
    OUT/1/NAME            the reduced input, with the name that the input had
    OUT/1/inputs.txt      the inputs that crash in this way, the one that was reduced first
    OUT/other.txt         inputs for which probdd has no name, and why

With --all, every input is reduced, and a result that is equal to an earlier one is replaced by
same-as.txt, which names that. This is for failures without a name of their own, such as wrong code
(`--compare`), where CMD is left out.

The same command goes on after an interruption, and reduces only what is new in CRASHES.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROBDD = os.environ.get("PROBDD", "probdd")
# What fuzzers put beside their crashes.
NOTES = {"README.txt", "README", ".gitkeep"}
# What this script puts beside a result.
OWN = {"signature.txt", "inputs.txt", "same-as.txt"}


def main():
    arguments = sys.argv[1:]
    if len(arguments) < 3 or arguments[0].startswith("-"):
        sys.exit(__doc__)
    crashes, out = Path(arguments[0]), Path(arguments[1])
    rest = [word.replace("@@", "{}") for word in arguments[2:]]
    every = "--all" in rest
    if every:
        rest.remove("--all")
    if not crashes.is_dir():
        sys.exit(f"error: {crashes} is not a directory")
    inputs = sorted((it for it in crashes.iterdir() if it.name not in NOTES), key=size)
    if not inputs:
        sys.exit(f"error: {crashes} holds no inputs")

    out.mkdir(parents=True, exist_ok=True)
    groups, other = ({it.name: [it] for it in inputs}, {}) if every else named(inputs, rest)
    for number, (name, members) in enumerate(groups.items(), 1):
        like = f" and {len(members) - 1} like it" if len(members) > 1 else ""
        print(f"{number}/{len(groups)}: {members[0].name}{like}", flush=True)
        place = place_of(name, out)
        if not (place / "inputs.txt").exists():
            why = reduce(members[0], place, rest)
            if why:
                other[members[0].name] = why
                shutil.rmtree(place)
                continue
        (place / "inputs.txt").write_text("".join(f"{it.name}\n" for it in members))
    (out / "other.txt").write_text("".join(f"{name}: {why}\n" for name, why in other.items()))
    different = unequal(out)
    print(f"{len(inputs)} inputs: {different} different ones in {out}, {len(other)} in other.txt")


def size(path):
    """The bytes of a file, or of all files in a directory; then its name."""
    files = [path] if path.is_file() else [it for it in path.rglob("*") if it.is_file()]
    return sum(it.stat().st_size for it in files), path.name


def named(inputs, rest):
    """The inputs by what names their crash; and those for which probdd has no name, with the reason."""
    groups, other = {}, {}
    for path in inputs:
        with tempfile.TemporaryDirectory() as place:
            # The first query tells the name.
            code, _, messages = probdd(path, Path(place), ["--max-queries", "1", *rest])
        found = re.search(r"^ *by options: (.*)$", messages, re.MULTILINE)
        if code in (0, 3) and found:
            groups.setdefault(found[1], []).append(path)
        else:
            other[path.name] = reason(messages)
    return groups, other


def place_of(name, out):
    """The directory of a crash: the one that has its name, or the next one."""
    numbers = [int(it.name) for it in out.iterdir() if it.name.isdigit()]
    for number in numbers:
        if (out / str(number) / "signature.txt").read_text() == name + "\n":
            return out / str(number)
    place = out / str(max(numbers, default=0) + 1)
    place.mkdir()
    (place / "signature.txt").write_text(name + "\n")
    return place


def reduce(path, place, rest):
    """Reduces an input to a file of its name in `place`. Returns why, if that does not work."""
    code, summary, messages = probdd(path, place, rest)
    if code == 130:
        sys.exit(code)
    if code not in (0, 3):
        return reason(messages)
    print(summary, end="", flush=True)
    shutil.rmtree(place / f"{path.name}.probdd", ignore_errors=True)
    return None


def unequal(out):
    """Keeps one of equal results, and counts those that are kept."""
    kept = {}
    for place in sorted((it for it in out.iterdir() if it.name.isdigit()), key=lambda it: int(it.name)):
        for result in (it for it in place.iterdir() if it.name not in OWN):
            content = result.read_bytes() if result.is_file() else str(result)
            first = kept.setdefault(content, place)
            if first != place:
                (place / "same-as.txt").write_text(first.name + "\n")
                result.unlink()
    return len(kept)


def probdd(path, place, rest):
    """Runs probdd, with the result in `place`. Returns exit code, summary and messages."""
    at = rest.index("--") if "--" in rest else len(rest)
    words = [*rest[:at], "--progress", "none", "-o", place / path.name, path, *rest[at:]]
    ran = subprocess.run([PROBDD, *words], capture_output=True, text=True, errors="replace")
    return ran.returncode, ran.stdout, ran.stderr


def reason(messages):
    errors = [line for line in messages.splitlines() if line.startswith("error: ")]
    return errors[0].removeprefix("error: ") if errors else messages.strip()


main()
