"""Ready predicates."""

from __future__ import annotations

import re
from typing import Any, Callable, Optional, Tuple, Type, Union

Exceptions = Union[Type[BaseException], Tuple[Type[BaseException], ...]]


class raises:
    """A predicate that holds when a function raises an exception.

    Without a function it is a decorator. A candidate on which the function raises something else, or
    nothing, is uninteresting; `match` is a regular expression that the text of the exception has to contain,
    as for `pytest.raises`.

    >>> import probdd
    >>> def mean(numbers):
    ...     return sum(numbers) / len([number for number in numbers if number > 0])
    >>> fails = probdd.raises(ZeroDivisionError, mean)
    >>> probdd.minimize([-3, -5, -7], fails).value
    []
    >>> @probdd.raises(ValueError, match="'x3'")
    ... def fails_on_x3(words):
    ...     return [int(word) for word in words]
    >>> probdd.minimize(["1", "2", "x3", "4"], fails_on_x3).value
    ['x3']
    """

    def __init__(
        self,
        expected: Exceptions,
        function: Optional[Callable[..., Any]] = None,
        *,
        match: Optional[str] = None,
    ) -> None:
        self.expected = expected
        self.function = function
        self.match = match

    def __call__(self, candidate: Any) -> Any:
        if self.function is None:
            return raises(self.expected, candidate, match=self.match)
        try:
            self.function(candidate)
        except self.expected as error:
            return self.match is None or re.search(self.match, str(error)) is not None
        except Exception:
            return False
        return False

    def __repr__(self) -> str:
        return f"raises({self.expected!r}, {self.function!r}, match={self.match!r})"
