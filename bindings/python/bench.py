"""What a query costs beside the predicate: `python bindings/python/bench.py`.

The predicate takes about 10 microseconds, whatever the length of the list. What a query takes is split in
three: the calls of the predicate, measured alone; the lists that it is called with, as slices of the same
lengths that Python makes; and the search, which is the rest. All times are CPU times, so that a busy machine
matters less.
"""

import bisect
import random
import statistics
import time
from typing import Any, List, Sequence

import probdd

ITEMS = 100_000
REPETITIONS = 3


def work_of(microseconds: float) -> "range":
    """What `sum` takes so long for."""
    most = range(1_000_000)
    began = time.process_time()
    sum(most)
    return range(int(1e6 * microseconds * 1e-6 / (time.process_time() - began)))


WORK = work_of(9.7)


def main() -> None:
    print(f"{ITEMS} items, medians of {REPETITIONS} runs, microseconds a query")
    print("copy   needed  queries  all  predicate  lists  search")
    for copy in (True, False):
        for needed in (1, 10, 100) if copy else (1, 10, 100, 1000):
            measure(needed, copy)


def measure(count: int, copy: bool) -> None:
    items = list(range(ITEMS))
    random.seed(count)
    needed = frozenset(random.sample(items, count))
    rows = [once(items, needed, copy) for _ in range(REPETITIONS)]
    queries = rows[0][0]
    columns = [statistics.median(column) for column in list(zip(*rows))[1:]]
    print(f"{copy!s:5}  {count:6}  {queries:7}  " + "  ".join(f"{value:5.2f}" for value in columns))


def once(items: List[int], needed: "frozenset[int]", copy: bool) -> Any:
    lengths: List[int] = []
    said: List[bool] = []

    def recording(kept: Sequence[int]) -> bool:
        lengths.append(len(kept))
        # The items ascend, so each is looked for in a few places.
        said.append(all(_has(kept, item) for item in needed))
        return said[-1]

    probdd.minimize(items, recording, copy=False)
    answers = iter(said)

    def predicate(kept: Sequence[int]) -> bool:
        sum(WORK)
        return next(answers)

    began = time.process_time()
    result = probdd.minimize(items, predicate, copy=copy)
    everything = time.process_time() - began
    answers = iter(said)
    began = time.process_time()
    for _ in lengths:
        predicate(items)
    calls = time.process_time() - began
    began = time.process_time()
    for length in lengths if copy else ():
        items[:length]
    lists = time.process_time() - began
    per_query = [1e6 * seconds / result.queries for seconds in (everything, calls, lists)]
    return (result.queries, *per_query, per_query[0] - per_query[1] - per_query[2])


def _has(kept: Sequence[int], item: int) -> bool:
    at = bisect.bisect_left(kept, item)
    return at < len(kept) and kept[at] == item


if __name__ == "__main__":
    main()
