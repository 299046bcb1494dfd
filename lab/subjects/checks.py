"""Tests that are made of checks: the conditions of a property, in order.

`test.sh` runs them one after the other until one fails; `checks.toml` tells them apart for
`--feedback`. Both mean the same texts.
"""

import json


class Check:
    """A name, shell lines that exit with 0 if the check holds, and the checks whose files it uses.

    `$1` is the candidate's path, and `$CHECKS_DIR` the folder of the test.
    """

    def __init__(self, name, run, after=()):
        self.name = name
        self.run = run
        self.after = after

    def entry(self):
        """The check as a table of `checks.toml`. A string of JSON is one of TOML."""
        fields = {"name": self.name, "run": self.run, **({"after": list(self.after)} if self.after else {})}
        return "[[check]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in fields.items())


def script(checks):
    """The lines of a `test.sh` that holds if all checks do."""
    lines = ['CHECKS_DIR=$(cd "$(dirname "$0")" && pwd)', "export CHECKS_DIR"]
    lines += [f"( # {check.name}\n{check.run}\n) || exit 1" for check in checks]
    return "\n".join(lines)


def description(checks):
    """The text of a `checks.toml`."""
    return "\n".join(check.entry() for check in checks)
