"""Lists, strings, sets and dicts: which of their items can be removed?"""

from __future__ import annotations

import collections.abc
from collections import OrderedDict
from types import SimpleNamespace
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Literal, NamedTuple, Optional
from typing import Sequence, Set, Tuple, TypeVar, overload

from . import _probdd
from ._isolation import Isolation, Predicate, isolated
from ._result import Result, Step, result_of, stepping

collections.abc.Sequence.register(_probdd.View)

T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")

Algorithm = Literal[
    "splitting",
    "probdd",
    "cdd",
    "ddmin",
    "ddmin-complements",
    "opdd",
    "weighted",
    "active-coarsen",
]


class _Parts(NamedTuple):
    """A collection as a sequence of items, and what makes a candidate from a list of those that are left."""

    items: Any
    make: Optional[Callable[[List[Any]], Any]]


@overload
def minimize(
    items: str, predicate: Predicate[str], *, algorithm: Algorithm = ..., jobs: int = ...,
    max_queries: Optional[int] = ..., max_seconds: Optional[float] = ..., seed: int = ...,
    progress: Optional[Callable[[Step[str]], object]] = ..., isolation: Isolation = ...,
    timeout: Optional[float] = ...,
) -> Result[str]: ...
@overload
def minimize(
    items: bytes, predicate: Predicate[bytes], *, algorithm: Algorithm = ..., jobs: int = ...,
    max_queries: Optional[int] = ..., max_seconds: Optional[float] = ..., seed: int = ...,
    progress: Optional[Callable[[Step[bytes]], object]] = ..., isolation: Isolation = ...,
    timeout: Optional[float] = ...,
) -> Result[bytes]: ...
@overload
def minimize(
    items: Tuple[T, ...], predicate: Predicate[Tuple[T, ...]], *, algorithm: Algorithm = ...,
    jobs: int = ..., max_queries: Optional[int] = ..., max_seconds: Optional[float] = ...,
    seed: int = ..., progress: Optional[Callable[[Step[Tuple[T, ...]]], object]] = ...,
    isolation: Isolation = ..., timeout: Optional[float] = ...,
) -> Result[Tuple[T, ...]]: ...
@overload
def minimize(
    items: Set[T], predicate: Predicate[Set[T]], *, algorithm: Algorithm = ..., jobs: int = ...,
    max_queries: Optional[int] = ..., max_seconds: Optional[float] = ..., seed: int = ...,
    progress: Optional[Callable[[Step[Set[T]]], object]] = ..., isolation: Isolation = ...,
    timeout: Optional[float] = ...,
) -> Result[Set[T]]: ...
@overload
def minimize(
    items: FrozenSet[T], predicate: Predicate[FrozenSet[T]], *, algorithm: Algorithm = ...,
    jobs: int = ..., max_queries: Optional[int] = ..., max_seconds: Optional[float] = ...,
    seed: int = ..., progress: Optional[Callable[[Step[FrozenSet[T]]], object]] = ...,
    isolation: Isolation = ..., timeout: Optional[float] = ...,
) -> Result[FrozenSet[T]]: ...
@overload
def minimize(
    items: Dict[K, V], predicate: Predicate[Dict[K, V]], *, algorithm: Algorithm = ...,
    jobs: int = ..., max_queries: Optional[int] = ..., max_seconds: Optional[float] = ...,
    seed: int = ..., progress: Optional[Callable[[Step[Dict[K, V]]], object]] = ...,
    isolation: Isolation = ..., timeout: Optional[float] = ...,
) -> Result[Dict[K, V]]: ...
@overload
def minimize(
    items: Iterable[T], predicate: Predicate[List[T]], *, algorithm: Algorithm = ...,
    jobs: int = ..., max_queries: Optional[int] = ..., max_seconds: Optional[float] = ...,
    seed: int = ..., progress: Optional[Callable[[Step[List[T]]], object]] = ...,
    isolation: Isolation = ..., timeout: Optional[float] = ..., copy: Literal[True] = ...,
) -> Result[List[T]]: ...
@overload
def minimize(
    items: Iterable[T], predicate: Predicate[Sequence[T]], *, algorithm: Algorithm = ...,
    jobs: Literal[1] = ..., max_queries: Optional[int] = ..., max_seconds: Optional[float] = ...,
    seed: int = ..., progress: Optional[Callable[[Step[Sequence[T]]], object]] = ...,
    copy: Literal[False],
) -> Result[List[T]]: ...
def minimize(
    items: Any,
    predicate: Predicate[Any],
    *,
    algorithm: Algorithm = "splitting",
    jobs: int = 1,
    max_queries: Optional[int] = None,
    max_seconds: Optional[float] = None,
    seed: int = 0,
    progress: Optional[Callable[[Step[Any]], object]] = None,
    isolation: Isolation = "thread",
    timeout: Optional[float] = None,
    copy: bool = True,
    _stopper: Optional[_probdd.Stopper] = None,
) -> Result[Any]:
    """Removes items while what is left stays interesting, until no single item can be removed.

    A list, tuple, str, bytes, set, frozenset or dict stays what it is; any other iterable becomes a list.
    Every candidate is an object of its own, which the predicate may keep or change.

    >>> import probdd
    >>> probdd.minimize([3, 1, 4, 1, 5, 9, 2, 6], lambda kept: max(kept, default=0) > 8).value
    [9]
    >>> probdd.minimize({"a": 1, "b": 2, "c": 3}, lambda kept: "b" in kept).value
    {'b': 2}

    With named checks, the search learns from each:

    >>> checks = lambda text: {"opens": "(" in text, "closes": ")" in text}
    >>> probdd.minimize("f(x) + g(y)", checks, algorithm="probdd").value
    '()'

    Args:
        items: What to reduce.
        predicate: Says whether a candidate is interesting: returns True or False, or a dict of named checks
            of which all have to hold, or raises `Unresolved`. Any other exception ends the reduction.
        algorithm: The search; a sweep that tries each item alone follows every one.
        jobs: How many calls of the predicate run at a time. The result does not depend on it. With
            isolation="thread", more than one helps where the predicate waits, for a process say.
        max_queries: Stop after so many queries with the best so far.
        max_seconds: Stop after so many seconds with the best so far.
        seed: The seed of algorithms that choose at random.
        progress: Called at every new best with a `Step`.
        isolation: "process" calls the predicate in processes of its own, one for each job, so that one that
            crashes or hangs does no harm: the candidate counts as unresolved.
        timeout: With isolation="process": how many seconds a call may take.
        copy: For lists, with one job: False shows the predicate a view, a read-only sequence, instead of a
            list of its own. A copy of 100,000 items takes a hundred microseconds, a view less than one; but what
            walks through all of a view copies it. So it is for predicates that look at a few places.

    Ctrl-C ends the reduction with the best so far: `Result.stopped` is then "interrupt".

    Raises:
        NotInteresting: The predicate does not hold for all items.
        Unreliable: With several jobs: the predicate says different things about the same candidate.
    """
    if jobs < 1:
        raise ValueError(f"no call runs with {jobs} jobs; set at least 1")
    parts = _parts(items)
    if not copy and (jobs > 1 or parts.make):
        raise ValueError("copy=False is for lists, with one job")
    settings = SimpleNamespace(
        algorithm=algorithm,
        seed=seed,
        jobs=jobs,
        max_queries=max_queries,
        max_seconds=max_seconds,
        copies=copy,
    )
    reduce = _probdd.minimize if jobs == 1 else _probdd.minimize_in_parallel
    stopper = _stopper or _probdd.Stopper()
    with isolated(predicate, isolation, jobs, timeout) as ask:
        told = reduce(parts.items, parts.make, settings, ask, stepping(progress), stopper)
    return result_of(told.value, told)


def _parts(items: Any) -> _Parts:
    """The items of a collection in a fixed order."""
    if type(items) is str:
        return _Parts(items, "".join)
    if type(items) is bytes:
        return _Parts(items, bytes)
    if isinstance(items, tuple):
        # One whose items have names becomes a plain one: it cannot have fewer.
        return _Parts(tuple(items), tuple)
    if isinstance(items, dict):
        return _Parts(list(items.items()), OrderedDict if isinstance(items, OrderedDict) else dict)
    if isinstance(items, (set, frozenset)):
        return _Parts(_ordered(items), type(items))
    if isinstance(items, (bytearray, str, bytes)):
        raise TypeError(f"cannot reduce a {type(items).__name__}; make it a str or bytes first")
    return _Parts(list(items), None)


def _ordered(items: Any) -> List[Any]:
    """The elements of a set, sorted if they can be: their own order changes from process to process."""
    try:
        return sorted(items)
    except TypeError:
        return list(items)
