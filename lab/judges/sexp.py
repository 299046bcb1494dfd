"""Judges SMT-LIB by the grammar of its s-expressions (chapter 3.1 to 3.2 of its standard)."""

import re

from common import candidates, judged

TOKEN = re.compile(
    rb"""(?P<blank>[ \t\r\n]+|;[^\n]*)
    |(?P<open>\()|(?P<close>\))
    |(?P<atom>"(?:[^"]|"")*"|\|[^|\\]*\||\#x[0-9A-Fa-f]+|\#b[01]+
        |:?[A-Za-z0-9~!@$%^&*_+=<>.?/-]+)""",
    re.VERBOSE,
)


def line(text, at):
    """The line of a place; to count lines for every token would take the square of the time."""
    return text.count(b"\n", 0, at) + 1


def message(text):
    """Nothing, or what is wrong."""
    at, depth, opened = 0, 0, False
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            return f"{line(text, at)}: no token begins with {text[at:at + 10]!r}"
        kind, at = token.lastgroup, token.end()
        if kind == "blank":
            continue
        if depth == 0 and kind != "open":
            return f"{line(text, token.start())}: a command begins with a parenthesis"
        if opened and depth == 1 and not token.group()[:1].isalpha():
            return f"{line(text, token.start())}: a command has a name"
        opened = kind == "open"
        depth += {"open": 1, "close": -1}.get(kind, 0)
    return None if depth == 0 else "a parenthesis is not closed"


if __name__ == "__main__":
    verdicts = ((path.name, message(path.read_bytes())) for path in candidates())
    judged("s-expressions of SMT-LIB", verdicts)
