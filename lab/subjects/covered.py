#!/usr/bin/env python3
"""covered.py XMLLINT LINES OPTIONS: whether xmllint's run on `input.xml` covers all lines of its source
that LINES has.

XMLLINT is what `sources.xmllint` makes, OPTIONS its options in one word. A line of LINES has the places
in the program that belong to one line of its source. If there is no such file, it is written, with the
lines that the run covers. Writes to the working directory.
"""

# Most of a query's time is this program's, so it imports little.
import os
import subprocess
import sys


def places(program, options):
    """The places in the program that a run comes to."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    command = ["timeout", "60", program, "--nonet", *options.split(), "input.xml"]
    subprocess.run(command, check=False, **quiet)
    if not os.path.exists("places"):
        return set()
    with open("places") as found:
        return set(found.read().split())


def main():
    program, kept, options = sys.argv[1:]
    seen = places(program, options)
    if not os.path.exists(kept):
        with open(program + ".lines") as lines, open(kept, "w") as out:
            out.writelines(line for line in lines if not seen.isdisjoint(line.split()))
        return
    with open(kept) as lines:
        sys.exit(1 if any(seen.isdisjoint(line.split()) for line in lines) else 0)


if __name__ == "__main__":
    main()
