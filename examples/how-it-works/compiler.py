#!/usr/bin/env python3
"""A compiler of a small part of C that crashes when it folds a division by zero in a loop.

It stands for a real one in `docs/how-it-works.md`. As a compiler, it compiles a file:

    compiler.py mean.c

Without a file it is a test for `--persistent`: it compiles `mean.c` in each directory that it is
told, and says whether it has crashed.
"""

import re
import sys

KEYWORDS = {"int", "void", "return", "for", "if"}
# What `stdio.h` declares.
LIBRARY = {"printf"}
CRASH = "internal compiler error: in fold_division, at fold.c:417"


def compiled(text):
    """What the compiler prints about a program; nothing if all is well."""
    code = re.sub(r'"(\\.|[^"\\])*"', '""', re.sub(r"#.*", "", text))
    tokens = re.findall(r"\w+|\"\"|[^\s\w]", code)

    unclosed = []
    pairs = {")": "(", "}": "{"}
    for before, token in zip([""] + tokens, tokens):
        if token == "for" and "{" not in unclosed:
            return "error: a loop outside of a function"
        if token == "{" and not unclosed and before != ")":
            return "error: unexpected {"
        if token in "({":
            unclosed.append(token)
        elif token in pairs and (not unclosed or unclosed.pop() != pairs[token]):
            return f"error: unexpected {token}"
    if unclosed:
        return "error: a bracket is never closed"

    if re.search(r"\bint \w+\s*[^\s\w;=,()]|\bint \w+\s+\w", code):
        return "error: unexpected word after a declaration"
    if re.search(r"\bfor (?!\([^;{}]*;[^;{}]*;[^;{}]*\) ?\{)", code):
        return "error: a loop has three parts"
    declared = {name for kind, name in zip(tokens, tokens[1:]) if kind in ("int", "void")}
    for name in tokens:
        if re.match(r"[a-z_]\w*$", name) and name not in KEYWORDS | LIBRARY | declared:
            return f"error: {name} is not declared"

    division = r"\b[a-z]\w* / \([a-z]\w* - [a-z]\w*\);"
    return CRASH if re.search(r"\bfor \([^{]*\{[^}]*" + division, code) else ""


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


if len(sys.argv) > 1:
    message = compiled(read(sys.argv[1]))
    print(message, end="\n" if message else "", file=sys.stderr)
    sys.exit(4 if message == CRASH else 1 if message else 0)
for directory in sys.stdin:
    message = compiled(read(directory.rstrip("\n") + "/mean.c"))
    print("interesting" if message == CRASH else "uninteresting", flush=True)
