"""What the judges written in Python share."""

import pathlib
import sys

UNAVAILABLE = 69


def folder():
    return pathlib.Path(sys.argv[-1])


def candidates():
    """The files to be judged, the originals first."""
    files = [path for path in folder().iterdir() if path.name != "origins.tsv"]
    return sorted(files, key=lambda path: (not path.stem.endswith("-original"), path.name))


def origins():
    """By the number that begins a candidate's name: the original's path, and its package's."""
    lines = (folder() / "origins.tsv").read_text().splitlines()
    return {number: (path, root) for number, path, root in (line.split("\t") for line in lines)}


def beside_python(program):
    """A program of the Python packages that install.sh installs."""
    return str(pathlib.Path(sys.executable).with_name(program))


def number(path):
    """The number of the source file that a candidate comes from."""
    return path.name.split("-")[0]


def judged(judge, verdicts):
    """Prints what a judge says: pairs of a file's name and a message, None where it is valid."""
    print(f"judge\t{judge}")
    for name, message in verdicts:
        if message is None:
            print(f"{name}\tok")
        else:
            print(f"{name}\terror\t{' '.join(message.split())[:300]}")


def unavailable(what):
    print(what, file=sys.stderr)
    sys.exit(UNAVAILABLE)
