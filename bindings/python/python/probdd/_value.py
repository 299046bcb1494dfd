"""Nested values as in JSON."""

from __future__ import annotations

import json
from typing import Any, Callable, Optional, Sequence

from . import _probdd
from ._isolation import Isolation, Predicate
from ._result import Result, Step, result_of
from ._source import minimize_source


def minimize_value(
    value: Any,
    predicate: Predicate[Any],
    *,
    algorithm: str = "frontier",
    options: Sequence[str] = (),
    jobs: int = 1,
    max_queries: Optional[int] = None,
    max_seconds: Optional[float] = None,
    seed: int = 0,
    progress: Optional[Callable[[Step[Any]], object]] = None,
    isolation: Isolation = "thread",
    timeout: Optional[float] = None,
    _stopper: Optional[_probdd.Stopper] = None,
) -> Result[Any]:
    """Removes and simplifies inside of a value while it stays interesting.

    A value is what JSON has: None, True, False, numbers, strings, lists, and dicts with strings as keys.
    (Tuples count as lists.) Entries go, a value takes the place of what it was in, and strings and numbers
    become simpler, as the command does with the JSON text of the value.

    >>> import probdd
    >>> order = {"id": 17, "lines": [{"sku": "A-1", "count": 2}, {"sku": "B-2", "count": -30}]}
    >>> def has_negative(value):
    ...     if isinstance(value, dict):
    ...         return any(map(has_negative, value.values()))
    ...     if isinstance(value, list):
    ...         return any(map(has_negative, value))
    ...     return isinstance(value, int) and value < 0
    >>> probdd.minimize_value(order, has_negative).value
    -3

    The arguments are those of `minimize_source`.

    Raises:
        TypeError: Something in the value is not as in JSON; the message says where.
        NotInteresting: The predicate does not hold for the value.
    """
    _check(value, "value")
    reduce: Callable[..., Result[str]] = minimize_source
    told = reduce(
        json.dumps(value, ensure_ascii=False),
        _OfText(predicate),
        "json",
        algorithm=algorithm,
        options=options,
        jobs=jobs,
        max_queries=max_queries,
        max_seconds=max_seconds,
        seed=seed,
        progress=None if progress is None else _OfSteps(progress),
        isolation=isolation,
        timeout=timeout,
        _stopper=_stopper,
    )
    return result_of(json.loads(told.value), told)


class _OfText:
    """The predicate on the text of a value. What is no value is not worth a call."""

    def __init__(self, predicate: Predicate[Any]) -> None:
        self.predicate = predicate

    def __call__(self, text: str) -> Any:
        try:
            value = json.loads(text)
        except ValueError:
            return False
        return self.predicate(value)


class _OfSteps:
    def __init__(self, progress: Callable[[Step[Any]], object]) -> None:
        self.progress = progress

    def __call__(self, step: Step[str]) -> None:
        self.progress(Step(json.loads(step.value), step.query, step.seconds))


def _check(value: Any, place: str) -> None:
    """Refuses what JSON does not have."""
    if isinstance(value, dict):
        for key, entry in value.items():
            if not isinstance(key, str):
                raise TypeError(f"{place} has a key {key!r}, and keys are strings in JSON")
            _check(entry, f"{place}[{key!r}]")
    elif isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            _check(entry, f"{place}[{index}]")
    elif isinstance(value, float) and value - value != 0:
        raise TypeError(f"{place} is {value}, which JSON does not have")
    elif value is not None and not isinstance(value, (bool, int, float, str)):
        kind = type(value).__name__
        raise TypeError(f"{place} is a {kind}, which JSON does not have; `minimize` reduces it")
