#!/usr/bin/env python3
"""Module documentation."""
from __future__ import annotations

import os.path, sys as system
from collections import OrderedDict, defaultdict as dd
from typing import *

LIMIT: int = 10
TABLE = [1, 2, *range(3)]
first = second = {"a": 1, "b": 2, **{}}
pair = (1, 2)
words = {"x", "y"}
text = "one" 'two' f"three {LIMIT!r:>10} {first}"
alias: list[int]


@decorate
@configure(1, key=2)
class Shape(Base, Other, metaclass=Meta):
    """Class documentation."""

    count = 0

    @staticmethod
    def area(self, side: float = 1.0, *rest, scale=2, **options) -> float:
        return side * scale

    def positional(self, a, /, b, *, c):
        pass


def control(count, label="x"):
    """Function documentation."""
    global total, other
    total = 0
    for index, item in enumerate(count):
        if index > 3:
            total += item
            continue
        elif index == 2:
            break
        elif not item:
            total -= 1
        else:
            total = 5
    else:
        total = 6
    while total > 10:
        total //= 2
    else:
        total = 7
    try:
        raise ValueError("message") from None
    except (KeyError, ValueError) as error:
        print(error, label, sep="")
    except OSError:
        total = 8
    else:
        total = 9
    finally:
        total = 11
    # a line comment
    with open("file") as handle, lock:
        handle.read()
    assert total > 0, "message"
    del first, second
    match total:
        case 1 | 2:
            total = 12
        case Shape(count=0) if label:
            total = 13
        case [head, *tail]:
            total = 14
        case _:
            total = 15
    square = lambda x, y=2: x ** y
    chosen = square(total) if total else (label)
    squares = [a * a for a in TABLE if a > 1 if a < 9]
    mapping = {k: v for k, v in first.items()}
    generator = (b for row in TABLE for b in row)
    sliced = TABLE[1:2], TABLE[::3], TABLE[-1]
    if (n := len(TABLE)) > 2: total = n; total += 1
    print(*TABLE, **first)
    compare = 1 < total <= 3 and not label or label is not None
    return chosen, squares


async def asynchronous():
    async with lock:
        await control(1)
    async for x in aiter():
        yield x
    nonlocal_value = yield from other()


def empty(): ...


if __name__ == "__main__":
    control(system.argv[1], label="y")
