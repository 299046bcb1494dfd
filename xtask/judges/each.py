"""Judges languages whose parser is started once for each file."""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from common import candidates, judged, unavailable

# What is run, how its version is asked for, and what of its output is an error of syntax (where
# that is nothing, the exit code tells).
JUDGES = {
    "rust": (
        ["rustc", "--edition", "2024", "-Zparse-crate-root-only"],
        ["rustc", "--version"],
        None,
    ),
}


def verdict(path):
    run = subprocess.run(
        command + [str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "RUSTC_BOOTSTRAP": "1"},
        cwd=path.parent,
    )
    output = run.stdout.decode(errors="replace").replace(str(path), "")
    if syntax is None:
        return path.name, None if run.returncode == 0 else first_error(output)
    found = re.search(syntax, output)
    return path.name, found and found.group(0)


def first_error(output):
    lines = [line for line in output.splitlines() if "error" in line.lower()]
    return (lines or output.splitlines() or ["it failed"])[0]


if __name__ == "__main__":
    command, version, syntax = JUDGES[sys.argv[1]]
    try:
        name = subprocess.run(version, capture_output=True, text=True)
    except FileNotFoundError:
        unavailable(f"{command[0]} is missing")
    name = (name.stdout or name.stderr).strip().splitlines()[0]
    with ThreadPoolExecutor(os.cpu_count()) as threads:
        judged(name, threads.map(verdict, candidates()))
