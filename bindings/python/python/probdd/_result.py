"""What a reduction ends with, and its steps."""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from typing import Any, Callable, Generic, List, NamedTuple, Optional, TypeVar

T = TypeVar("T")

# The size of the curve in `_repr_html_`, in pixels.
WIDTH, HEIGHT = 480, 120

# A value with a longer text is cut in `_repr_html_`.
MOST_CHARACTERS = 2000


class Point(NamedTuple):
    """The size of the best candidate from one query on."""

    seconds: float
    """The time since the reduction began."""
    query: int
    """The number of the query; the first is about the whole input."""
    size: int
    """The number of items, or of tokens of a text."""


@dataclass(frozen=True)
class Step(Generic[T]):
    """A new best candidate."""

    value: T
    """The candidate."""
    query: int
    """The number of the query that found it."""
    seconds: float
    """The time since the reduction began."""


@dataclass(frozen=True)
class Result(Generic[T]):
    """What a reduction ends with.

    >>> import probdd
    >>> result = probdd.minimize("a needle in a haystack", lambda text: "needle" in text)
    >>> result.value, result.certified
    ('needle', True)
    >>> result.curve[0].size, result.curve[-1].size
    (22, 6)
    """

    value: T
    """The smallest interesting candidate."""
    queries: int
    """How many candidates were tested, the whole input included."""
    seconds: float
    """How long it took."""
    certified: bool
    """Whether each item, or token, was removed alone from exactly this value, and none of these candidates
    was interesting."""
    curve: List[Point] = field(repr=False)
    """The size of the best candidate over time."""
    stopped: Optional[str] = None
    """Why the reduction stopped before its end: "queries", "time" or "interrupt"; None if it did not."""
    warnings: List[str] = field(default_factory=list, repr=False)
    """What the user should know."""

    def _repr_html_(self) -> str:
        """The value and the curve, for notebooks."""
        text = self.value if isinstance(self.value, str) else repr(self.value)
        if len(text) > MOST_CHARACTERS:
            text = text[:MOST_CHARACTERS] + " ..."
        sizes = f"{self.curve[0].size} &rarr; {self.curve[-1].size}"
        end = "certified" if self.certified else f"stopped: {self.stopped or 'not certified'}"
        return (
            f"<div><p>{sizes} after {self.queries} queries in {self.seconds:.1f} s ({end})</p>"
            f"{_curve(self.curve, self.queries)}<pre>{html.escape(text)}</pre></div>"
        )


def _curve(points: List[Point], queries: int) -> str:
    """The curve as a step line: queries to the right, sizes upwards."""
    most = max((point.size for point in points), default=0) or 1
    xs = [WIDTH * point.query / max(queries, 1) for point in points] + [float(WIDTH)]
    ys = [HEIGHT - HEIGHT * point.size / most for point in points]
    line = " ".join(
        f"{start:.1f},{y:.1f} {end:.1f},{y:.1f}" for start, end, y in zip(xs, xs[1:], ys)
    )
    return (
        f'<svg width="{WIDTH}" height="{HEIGHT}" viewBox="-2 -2 {WIDTH + 4} {HEIGHT + 4}">'
        f'<title>The size of the best candidate by queries; at most {most}</title>'
        f'<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="1.5"/></svg>'
    )


def stepping(
    progress: Optional[Callable[[Step[Any]], object]],
) -> Optional[Callable[[Any, int, float], object]]:
    """What the native part calls at every new best."""
    if progress is None:
        return None
    return lambda value, query, seconds: progress(Step(value, query, seconds))


def result_of(value: T, told: Any) -> "Result[T]":
    """The result with a value, and what the native part tells about the run."""
    return Result(
        value=value,
        queries=told.queries,
        seconds=told.seconds,
        certified=told.certified,
        curve=[Point(*point) for point in told.curve],
        stopped=told.stopped,
        warnings=told.warnings,
    )
