"""Reductions as iterators."""

from __future__ import annotations

import queue
import threading
from typing import Any, Callable, Iterator, Optional

from . import _probdd
from ._minimize import minimize
from ._result import Result, Step

# How long a wait may be before Python looks for Ctrl-C, in seconds.
TICK = 0.05


class _Run:
    """What the thread of a reduction leaves for the one that looks."""

    def __init__(self) -> None:
        self.steps: "queue.SimpleQueue[Optional[Step[Any]]]" = queue.SimpleQueue()
        self.result: Optional[Result[Any]] = None
        self.error: Optional[BaseException] = None

    def call(self, reduce: Callable[..., Result[Any]], *arguments: Any, **settings: Any) -> None:
        try:
            self.result = reduce(*arguments, **settings)
        except BaseException as error:
            self.error = error
        finally:
            self.steps.put(None)


class reducing(Iterator[Step[Any]]):
    """Iterates over the improvements of a reduction; `result` is what it ends with.

    The reduction is a call of `minimize`, or of the function that `by` names: `minimize_value` or
    `minimize_source`. It runs on a thread of its own, and ends when the loop does.

    >>> import probdd
    >>> steps = probdd.reducing(range(100), lambda kept: 42 in kept)
    >>> sizes = [len(step.value) for step in steps]
    >>> sizes[-1], steps.result.value
    (1, [42])
    >>> text = "int a;" * 50 + "x"
    >>> for step in probdd.reducing(text, lambda text: "x" in text, by=probdd.minimize_source):
    ...     if len(step.value) < 100:
    ...         break
    """

    def __init__(
        self,
        items: Any,
        predicate: Callable[[Any], Any],
        *arguments: Any,
        by: Callable[..., Result[Any]] = minimize,
        **settings: Any,
    ) -> None:
        self._stopper = _probdd.Stopper()
        self._run = _Run()
        self._has_ended = False
        settings.update(progress=self._run.steps.put, _stopper=self._stopper)
        # The thread does not refer to this object, which stops it when nobody looks any more.
        self._thread = threading.Thread(
            target=self._run.call,
            args=(by, items, predicate, *arguments),
            kwargs=settings,
            name="probdd",
            daemon=True,
        )
        self._thread.start()

    def __next__(self) -> Step[Any]:
        step = None if self._has_ended else self._next()
        if step is None:
            self._end()
            raise StopIteration
        return step

    def _next(self) -> Optional[Step[Any]]:
        while True:
            try:
                return self._run.steps.get(timeout=TICK)
            except queue.Empty:
                continue
            except KeyboardInterrupt:
                self._stopper.stop()

    def _end(self) -> None:
        self._has_ended = True
        self._thread.join()
        if self._run.error is not None:
            error, self._run.error = self._run.error, None
            raise error

    @property
    def result(self) -> Result[Any]:
        """What the reduction ends with. Steps that were not looked at are skipped."""
        while not self._has_ended:
            if self._next() is None:
                self._end()
        if self._run.result is None:
            raise RuntimeError("the reduction has no result")
        return self._run.result

    def stop(self) -> None:
        """Ends the reduction with the best so far."""
        self._stopper.stop()

    def __del__(self) -> None:
        if hasattr(self, "_stopper"):
            self._stopper.stop()
