"""Predicates in processes of their own."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import warnings
from multiprocessing.connection import Connection
from typing import Any, Callable, Dict, Iterator, Literal, Optional, Tuple, TypeVar, Union

from ._probdd import Unresolved

T = TypeVar("T")

Isolation = Literal["thread", "process"]
Answer = Union[bool, Dict[str, bool]]
Predicate = Callable[[T], Answer]

# How long a process may take to end that was told to, in seconds.
PATIENCE = 1.0


@contextlib.contextmanager
def isolated(
    predicate: Predicate[Any], isolation: Isolation, jobs: int, timeout: Optional[float]
) -> Iterator[Predicate[Any]]:
    """The predicate as it is called: here, or in other processes."""
    if isolation == "thread":
        if timeout is not None:
            raise ValueError('a call cannot be ended in this process; set isolation="process"')
        yield predicate
    elif isolation == "process":
        workers = Workers(predicate, jobs, timeout)
        try:
            yield workers
        finally:
            workers.close()
    else:
        raise ValueError(f'unknown isolation {isolation!r}; there are "thread" and "process"')


class Workers:
    """Processes that call a predicate, as many as there are jobs."""

    def __init__(self, predicate: Predicate[Any], jobs: int, timeout: Optional[float]) -> None:
        self._timeout = timeout
        self._predicate = predicate
        self._idle: "queue.SimpleQueue[_Worker]" = queue.SimpleQueue()
        # All of them start before there are other threads.
        self._all = [_Worker(predicate) for _ in range(jobs)]
        for worker in self._all:
            self._idle.put(worker)

    def __call__(self, candidate: Any) -> Any:
        worker = self._idle.get()
        try:
            return worker.ask(candidate, self._timeout)
        finally:
            self._idle.put(worker)

    def close(self) -> None:
        """Ends all processes."""
        for worker in self._all:
            worker.end()


class _Worker:
    def __init__(self, predicate: Predicate[Any]) -> None:
        # A process that is forked needs no predicate that can be pickled.
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn"
        self._context = multiprocessing.get_context(method)
        self._predicate = predicate
        self._start()

    def _start(self) -> None:
        ours, theirs = self._context.Pipe()
        process = self._context.Process(  # type: ignore[attr-defined]
            target=_work, args=(theirs, self._predicate), daemon=True
        )
        with warnings.catch_warnings():
            # Python warns of a fork beside other threads: this one does nothing but call the predicate.
            warnings.simplefilter("ignore", DeprecationWarning)
            process.start()
        theirs.close()
        self._connection, self._process = ours, process

    def ask(self, candidate: Any, timeout: Optional[float]) -> Any:
        """What the predicate says; a process that does not answer is replaced."""
        try:
            self._connection.send(candidate)
            if not self._connection.poll(timeout):
                raise Unresolved(f"no answer within {timeout} seconds")
            has_answered, answer = self._connection.recv()
        except (EOFError, OSError):
            self._replace()
            raise Unresolved("the process of the predicate has ended") from None
        except Unresolved:
            self._replace()
            raise
        if has_answered:
            return answer
        raise answer

    def _replace(self) -> None:
        self.end()
        self._start()

    def end(self) -> None:
        """Kills the process."""
        self._connection.close()
        self._process.kill()
        self._process.join(PATIENCE)


def _work(connection: Connection, predicate: Predicate[Any]) -> None:
    """Answers one candidate after another. Ctrl-C is for the process that asks."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            candidate = connection.recv()
        except EOFError:
            os._exit(0)
        try:
            said: Tuple[bool, Any] = (True, predicate(candidate))
        except BaseException as error:
            said = (False, error)
        try:
            connection.send(said)
        except Exception:
            # What cannot be sent is told by its text.
            connection.send((False, RuntimeError(repr(said[1]))))
