#!/usr/bin/env python3
"""What a result still has that could go: asks a test about a text without each line, each pair of lines, each statement,
and each pair of equal brackets, with and without what is in them.

Usage: leftovers.py TEST RESULT

It knows nothing of how probdd reads a text: a line is a line, a statement ends with `;`, `,`, `}` or a line break
outside of the brackets that it began in. Prints each smaller text that is interesting, and exits with 1 if there is one.
"""

import itertools
import pathlib
import subprocess
import sys
import tempfile

OPENING = {"(": ")", "[": "]", "{": "}"}
MOST_LINES = 60


def main():
    test, result = map(pathlib.Path, sys.argv[1:])
    text = result.read_bytes().decode("latin-1")
    found = 0
    for name, smaller in candidates(text):
        if len(smaller.split()) and is_interesting(test.resolve(), result.name, smaller):
            found += 1
            print(f"{name}: {len(text)} -> {len(smaller)} bytes\n{smaller}\n")
    sys.exit(1 if found else 0)


def candidates(text):
    """Distinct smaller texts with the names of what is gone."""
    seen = {squeezed(text)}
    for name, ranges in itertools.chain(lines(text), statements(text), brackets(text)):
        smaller = without(text, ranges)
        if squeezed(smaller) not in seen:
            seen.add(squeezed(smaller))
            yield name, smaller


def squeezed(text):
    return "".join(text.split())


def without(text, ranges):
    for start, end in sorted(ranges, reverse=True):
        text = text[:start] + text[end:]
    return text


def lines(text):
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
    ends = [*starts[1:], len(text)]
    spans = [span for span in zip(starts, ends) if text[slice(*span)].strip()]
    if len(spans) > 1:
        yield from (("a line", [span]) for span in spans)
    if 2 < len(spans) <= MOST_LINES:
        yield from (("two lines", pair) for pair in itertools.combinations(spans, 2))


def statements(text):
    """What stands between two ends of statements of one level."""
    for signs in (";", ";\n", ";}", ";}\n", ",", ",;\n"):
        depth, starts = 0, {0: 0}
        for at, sign in enumerate(text):
            if sign in OPENING:
                depth += 1
                starts[depth] = at + 1
            elif sign in OPENING.values():
                if text[starts[depth] : at].strip():
                    yield "a statement", [(starts[depth], at)]
                depth = max(depth - 1, 0)
            if sign in signs and sign not in OPENING:
                yield "a statement", [(starts.get(depth, 0), at + 1)]
                starts[depth] = at + 1
        if text[starts[0] :].strip() and starts[0]:
            yield "a statement", [(starts[0], len(text))]


def brackets(text):
    waiting = []
    for at, sign in enumerate(text):
        if sign in OPENING:
            waiting.append((sign, at))
        elif waiting and sign == OPENING[waiting[-1][0]]:
            start = waiting.pop()[1]
            yield "a pair of brackets", [(start, start + 1), (at, at + 1)]
            yield "brackets and what is in them", [(start, at + 1)]


def is_interesting(test, name, text):
    with tempfile.TemporaryDirectory() as folder:
        candidate = pathlib.Path(folder, name)
        candidate.write_bytes(text.encode("latin-1"))
        return subprocess.run([test, name], cwd=folder, capture_output=True, check=False).returncode == 0


if __name__ == "__main__":
    main()
