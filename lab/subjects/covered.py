#!/usr/bin/env python3
"""covered.py PROGRAMS LINES OPTIONS: whether xmllint's run on `input.xml` covers all of LINES.

PROGRAMS is the folder that `sources.xmllint` makes, LINES a file with the lines that the input covers,
OPTIONS xmllint's options in one word. If there is no such file, it is written. What gcov needs goes to
the working directory.
"""

# Most of a query's time is this program's, so it imports little.
import os
import re
import subprocess
import sys

COVERED = re.compile(r'"count": [1-9][^{}]*"line_number": (\d+)')


def covered(programs, options, files):
    """The lines of some files that a run covers, each as `file:line`."""
    for name in files:
        os.symlink(f"{programs}/{name}.gcno", f"{name}.gcno")
    with open(f"{programs}/depth") as depth:
        places = {"GCOV_PREFIX": os.getcwd(), "GCOV_PREFIX_STRIP": str(int(depth.read()) - 1)}
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = ["timeout", "10", f"{programs}/xmllint", "--nonet", *options.split(), "input.xml"]
    subprocess.run(command, env={**os.environ, **places}, check=False, **quiet)
    data = [f"{name}.gcda" for name in files if os.path.exists(f"{name}.gcda")]
    if not data:
        return set()
    # An object for each file of data, in the same order.
    objects = subprocess.run(["gcov", "-j", "-t", *data], check=True, capture_output=True).stdout.decode().splitlines()
    return {f"{name[:-5]}:{line}" for name, text in zip(data, objects) for line in COVERED.findall(text)}


def main():
    programs, kept, options = sys.argv[1:]
    if not os.path.exists(kept):
        files = sorted(name[:-5] for name in os.listdir(programs) if name.endswith(".gcno"))
        with open(kept, "w") as out:
            out.write("\n".join(sorted(covered(programs, options, files))) + "\n")
        return
    with open(kept) as lines:
        needed = set(lines.read().split())
    files = sorted({line.split(":")[0] for line in needed})
    sys.exit(0 if needed <= covered(programs, options, files) else 1)


if __name__ == "__main__":
    main()
