#!/usr/bin/env python3
"""check.py DIR [NAME...]: says whether subjects hold on this machine.

A subject holds if its input is interesting and the empty file is not, and if its test gives the same
answer 20 times out of 20 on the input and on ten candidates, from each of which a random part of the
lines is removed. Prints a line for each subject, and exits with 1 if one does not hold.
"""

import pathlib
import random
import subprocess
import sys
import tempfile

TIMES = 20
CANDIDATES = 10


def answer(folder, name, text):
    """The exit code of a subject's test on a text."""
    with tempfile.TemporaryDirectory() as directory:
        candidate = pathlib.Path(directory) / name
        candidate.write_bytes(text)
        command = [folder / "test.sh", candidate]
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.run(command, cwd=directory, check=False, timeout=120, **quiet).returncode


def candidates(text):
    """Texts from which a random part of the lines is removed: from a few to most of them."""
    lines = text.splitlines(keepends=True)
    for number in range(CANDIDATES):
        it = random.Random(number)
        share = (number + 1) / (CANDIDATES + 2) if number % 2 else 0.01 * (number + 1)
        yield b"".join(line for line in lines if it.random() >= share)


def fault(folder):
    """Why a subject does not hold; none if it does."""
    (path,) = folder.glob("input.*")
    text = path.read_bytes()
    if answer(folder, path.name, text) != 0:
        return "the input is not interesting"
    if answer(folder, path.name, b"") == 0:
        return "the empty file is interesting"
    for place, candidate in enumerate([text, *candidates(text)]):
        answers = {answer(folder, path.name, candidate) == 0 for _ in range(TIMES)}
        if len(answers) > 1:
            return f"candidate {place} is interesting at times"
    return None


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    all_subjects = sorted(path.parent for path in pathlib.Path(sys.argv[1]).glob("*/test.sh"))
    chosen = [folder for folder in all_subjects if not sys.argv[2:] or folder.name in sys.argv[2:]]
    faults = {folder.name: fault(folder.resolve()) for folder in chosen}
    for name, found in faults.items():
        print(f"{name}: {found or 'holds'}")
    sys.exit(1 if any(faults.values()) or not faults else 0)


if __name__ == "__main__":
    main()
