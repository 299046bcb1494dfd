"""The command `probdd`."""

import sys

from . import _probdd


def main() -> int:
    """Runs the command-line tool with the arguments of this process; returns its exit code."""
    return _probdd.main(sys.argv)
