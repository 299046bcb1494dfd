#!/usr/bin/env python3
"""Whether a database loses or invents rows: an interestingness test for probdd.

    probdd test.py bug.sql

The input is a script of SQL, such as the log of a fuzzer. Its last statement is a query with a
condition: SELECT ... FROM ... WHERE p. Without the condition, it must give the same rows as the
three queries WHERE p, WHERE NOT p and WHERE p IS NULL give together. (SQLancer calls it ternary
logic partitioning.) The test writes these queries itself, so a reduction cannot change one of them
without the others.

$DATABASE is a command that runs a script from its standard input on an empty database, and prints
each row on a line; sqlite3 unless it is set.
"""

import os
import re
import subprocess
import sys

DATABASE = os.environ.get("DATABASE", "sqlite3 -batch :memory:")
UNINTERESTING, UNRESOLVED = 1, 125


# A row that stands between the rows of two queries.
MARK = "-- next query --"


def rows(setup, queries):
    """The rows of each query, in order; ends the test if the database rejects anything."""
    script = f"{setup};\n" + "".join(f"{query};\nSELECT '{MARK}';\n" for query in queries)
    ran = subprocess.run(
        DATABASE, shell=True, input=script, capture_output=True, text=True, timeout=20
    )
    if ran.returncode != 0 or ran.stderr:
        sys.exit(UNINTERESTING)
    parts = ran.stdout.split(f"{MARK}\n")[:-1]
    if len(parts) != len(queries):
        sys.exit(UNINTERESTING)
    return [sorted(part.splitlines()) for part in parts]


def main():
    with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
        text = re.sub(r"^--.*$", "", file.read(), flags=re.MULTILINE).rstrip().rstrip(";")
    setup, _, query = text.rpartition(";")
    found = re.fullmatch(r"\s*(SELECT\b.*\bFROM\b.*)\bWHERE\b(.*)", query, re.DOTALL | re.IGNORECASE)
    # What the setup itself prints would count as rows of the query.
    if not found or re.search(r"^\s*(SELECT|VALUES|WITH|EXPLAIN|PRAGMA)\b", setup, re.I | re.M):
        sys.exit(UNINTERESTING)
    whole, condition = found.groups()
    parts = [f"({condition})", f"NOT ({condition})", f"(({condition}) IS NULL)"]
    every, *parted = rows(setup, [whole, *(f"{whole} WHERE {part}" for part in parts)])
    sys.exit(0 if sorted(sum(parted, [])) != every else UNINTERESTING)


try:
    main()
except subprocess.TimeoutExpired:
    sys.exit(UNRESOLVED)
