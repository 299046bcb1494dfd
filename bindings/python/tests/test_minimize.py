"""Lists and other collections."""

import os
import signal
import subprocess
import sys
import threading
import time
from typing import Any, Dict, List, NamedTuple, Sequence

import pytest

import probdd

NEEDED = [3, 4, 77, 401]


def needs(kept: Any) -> bool:
    return all(item in kept for item in NEEDED)


ALGORITHMS = (
    "splitting", "probdd", "cdd", "ddmin", "ddmin-complements", "opdd", "weighted", "active-coarsen",
)  # fmt: skip


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_ends_with_what_is_needed(algorithm: Any) -> None:
    result = probdd.minimize(range(500), needs, algorithm=algorithm, seed=1)
    assert result.value == NEEDED and result.certified and result.stopped is None
    assert result.curve[0][1:] == (1, 500) and result.curve[-1].size == 4


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("make", [list, tuple, set, frozenset])
def test_a_collection_stays_what_it_is(make: Any, jobs: int) -> None:
    result = probdd.minimize(make(range(500)), needs, jobs=jobs)
    assert result.value == make(NEEDED) and type(result.value) is make


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_tuple_with_names_becomes_a_plain_one(jobs: int) -> None:
    class Pair(NamedTuple):
        first: int
        second: int

    result = probdd.minimize(Pair(1, 2), lambda kept: 2 in kept, jobs=jobs)
    assert result.value == (2,) and type(result.value) is tuple


@pytest.mark.parametrize("jobs", [1, 2])
def test_strings_bytes_and_dicts_are_reduced_by_their_items(jobs: int) -> None:
    def of_text(text: str) -> bool:
        return "(" in text and ")" in text

    def of_bytes(text: bytes) -> bool:
        return b"(" in text and b"c" in text

    def of_dict(kept: Dict[int, str]) -> bool:
        return kept.get(42) == "42"

    items = {number: str(number) for number in range(100)}
    assert probdd.minimize("a(b)c", of_text, jobs=jobs).value == "()"
    assert probdd.minimize(b"a(b)c", of_bytes, jobs=jobs).value == b"(c"
    assert probdd.minimize(items, of_dict, jobs=jobs).value == {42: "42"}


@pytest.mark.parametrize("isolation", ["thread", "process"])
def test_jobs_change_neither_the_result_nor_the_queries(isolation: Any) -> None:
    alone = probdd.minimize(range(500), needs)
    several = probdd.minimize(range(500), needs, jobs=3, isolation=isolation)
    figures = [
        (result.value, result.queries, [point[1:] for point in result.curve])
        for result in (alone, several)
    ]
    assert figures[0] == figures[1]


def test_every_candidate_is_a_list_of_its_own() -> None:
    seen: List[List[int]] = []

    def predicate(kept: List[int]) -> bool:
        seen.append(kept)
        is_needed = 7 in kept
        kept.insert(0, -1)
        return is_needed

    items = list(range(50))
    assert probdd.minimize(items, predicate).value == [7]
    assert items == list(range(50))
    assert len({id(candidate) for candidate in seen}) == len(seen)


def test_a_view_shows_what_a_copy_has() -> None:
    copies: List[List[int]] = []
    views: List[Sequence[int]] = []

    def of_copy(kept: List[int]) -> bool:
        copies.append(kept)
        return needs(kept)

    def of_view(kept: Sequence[int]) -> bool:
        views.append(kept)
        return needs(kept)

    by_copy = probdd.minimize(range(500), of_copy)
    by_view = probdd.minimize(range(500), of_view, copy=False)
    assert (by_view.value, by_view.queries) == (by_copy.value, by_copy.queries)
    assert [list(view) for view in views] == copies
    assert [[view[at] for at in range(len(view))] for view in views] == copies
    view, whole = views[0], copies[0]
    assert isinstance(view, Sequence) and (view[-1], view[3:9:2]) == (whole[-1], whole[3:9:2])
    with pytest.raises(IndexError):
        view[len(view)]
    with pytest.raises(ValueError, match="with one job"):
        probdd.minimize("text", lambda text: True, copy=False)


def test_named_checks_are_all_needed_and_the_search_learns_from_them() -> None:
    def checks(kept: List[int]) -> Dict[str, bool]:
        return {str(number): number in kept for number in NEEDED}

    result = probdd.minimize(range(500), checks, algorithm="weighted")
    assert result.value == NEEDED
    assert result.queries < probdd.minimize(range(500), needs, algorithm="weighted").queries
    assert result.queries == probdd.minimize(range(500), checks, algorithm="weighted", jobs=2).queries
    with pytest.raises(probdd.NotInteresting, match="these checks fail: 77, 401"):
        probdd.minimize(range(50), checks)


def test_a_predicate_that_cannot_decide_raises_unresolved() -> None:
    def predicate(kept: List[int]) -> bool:
        if 7 not in kept:
            raise probdd.Unresolved("it does not even start")
        return True

    assert probdd.minimize(range(50), predicate).value == [7]
    with pytest.raises(probdd.NotInteresting, match="unresolved"):
        probdd.minimize([1, 2], predicate)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_exception_of_the_predicate_ends_the_reduction(jobs: int) -> None:
    def predicate(kept: List[int]) -> bool:
        if len(kept) < 20:
            raise LookupError("a mistake")
        return True

    with pytest.raises(LookupError, match="a mistake"):
        probdd.minimize(range(50), predicate, jobs=jobs)


def test_a_predicate_without_an_answer_is_a_mistake() -> None:
    with pytest.raises(TypeError, match="returned None"):
        probdd.minimize([1], lambda kept: None)  # type: ignore[arg-type,return-value]
    with pytest.raises(ValueError, match="unknown algorithm 'ddmax'; the algorithms are: splitting"):
        probdd.minimize([1], needs, algorithm="ddmax")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="0 jobs"):
        probdd.minimize([1], needs, jobs=0)


def test_a_budget_ends_with_the_best_so_far() -> None:
    result = probdd.minimize(range(500), needs, max_queries=10)
    assert (result.queries, result.stopped, result.certified) == (10, "queries", False)
    assert needs(result.value) and len(result.value) < 500
    result = probdd.minimize(range(500), needs, max_seconds=0)
    assert (result.stopped, result.value) == ("time", list(range(500)))


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_with_the_best_so_far(jobs: int) -> None:
    calls = [0]

    def predicate(kept: List[int]) -> bool:
        calls[0] += 1
        if calls[0] == 8:
            os.kill(os.getpid(), signal.SIGINT)
            if jobs > 1:
                time.sleep(0.2)
        return needs(kept)

    result = probdd.minimize(range(500), predicate, jobs=jobs)
    assert result.stopped == "interrupt" and needs(result.value) and not result.certified


def test_progress_sees_every_improvement() -> None:
    steps: List[probdd.Step[List[int]]] = []
    result = probdd.minimize(range(500), needs, progress=steps.append)
    assert steps[-1].value == result.value
    assert [step.query for step in steps] == [point.query for point in result.curve[1:]]


def test_reducing_iterates_and_stops_when_nobody_looks() -> None:
    steps = probdd.reducing(range(500), needs)
    assert [len(step.value) for step in steps][-1] == 4
    assert steps.result.certified
    calls: List[int] = []

    def slow(kept: List[int]) -> bool:
        calls.append(len(kept))
        time.sleep(0.002)
        return needs(kept)

    for step in probdd.reducing(range(500), slow):
        break
    deadline = time.monotonic() + 10
    while any(thread.name == "probdd" for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "the thread ends"
        time.sleep(0.01)
    assert len(calls) < probdd.minimize(range(500), needs).queries
    with pytest.raises(probdd.NotInteresting):
        list(probdd.reducing([1], needs))


def test_a_process_that_crashes_or_hangs_does_no_harm() -> None:
    def predicate(kept: List[int]) -> bool:
        if 3 not in kept:
            os._exit(1)
        if 4 not in kept:
            time.sleep(60)
        return 77 in kept

    result = probdd.minimize(
        [1, 3, 4, 77], predicate, isolation="process", timeout=1.0, jobs=2
    )
    assert result.value == [3, 4, 77]
    with pytest.raises(LookupError, match="far away"):
        def raising(kept: List[int]) -> bool:
            raise LookupError("far away")

        probdd.minimize([1], raising, isolation="process")


def test_a_result_shows_its_curve_in_a_notebook() -> None:
    shown = probdd.minimize("<a> & <b>", lambda text: "&" in text)._repr_html_()
    assert "<svg" in shown and "<pre>&amp;</pre>" in shown and "9 &rarr; 1" in shown


def test_raises_is_a_predicate() -> None:
    def parse(text: str) -> List[int]:
        return [int(word) for word in text.split(",")]

    fails = probdd.raises(ValueError, parse, match="'x'")
    assert fails("1,x") and not fails("1,y") and not fails("1,2")
    assert probdd.minimize("12,3,x,45", fails).value == "x"


PYTEST = """
import pytest

@pytest.mark.parametrize("numbers", [[1, 2, 3], [5, 0, 7, 9]])
def test_inverse(numbers):
    assert all(number / number == 1 for number in numbers)
"""


def test_pytest_shows_reduced_parameters(tmp_path: Any) -> None:
    (tmp_path / "test_it.py").write_text(PYTEST)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "test_it.py"]
    plain = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    reduced = subprocess.run([*command, "--probdd"], cwd=tmp_path, capture_output=True, text=True)
    assert "numbers = [0]  (" in reduced.stdout, reduced.stdout
    assert "1 failed, 1 passed" in reduced.stdout and "reduced by probdd" not in plain.stdout
