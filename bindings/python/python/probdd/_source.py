"""Programs and other texts, reduced in the way of the command `probdd`."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any, Callable, Optional, Sequence, Union, overload

from . import _probdd
from ._isolation import Isolation, Predicate, isolated
from ._result import Result, Step, result_of, stepping


@overload
def minimize_source(
    source: str, predicate: Predicate[str], language: Optional[str] = ..., *,
    name: Optional[str] = ..., algorithm: str = ..., options: Sequence[str] = ..., jobs: int = ...,
    max_queries: Optional[int] = ..., max_seconds: Optional[float] = ..., seed: int = ...,
    progress: Optional[Callable[[Step[str]], object]] = ..., isolation: Isolation = ...,
    timeout: Optional[float] = ...,
) -> Result[str]: ...
@overload
def minimize_source(
    source: bytes, predicate: Predicate[bytes], language: Optional[str] = ..., *,
    name: Optional[str] = ..., algorithm: str = ..., options: Sequence[str] = ..., jobs: int = ...,
    max_queries: Optional[int] = ..., max_seconds: Optional[float] = ..., seed: int = ...,
    progress: Optional[Callable[[Step[bytes]], object]] = ..., isolation: Isolation = ...,
    timeout: Optional[float] = ...,
) -> Result[bytes]: ...
@overload
def minimize_source(
    source: "os.PathLike[str]", predicate: Predicate[Any], language: Optional[str] = ..., *,
    name: Optional[str] = ..., algorithm: str = ..., options: Sequence[str] = ..., jobs: int = ...,
    max_queries: Optional[int] = ..., max_seconds: Optional[float] = ..., seed: int = ...,
    progress: Optional[Callable[[Step[Any]], object]] = ..., isolation: Isolation = ...,
    timeout: Optional[float] = ...,
) -> Result[Any]: ...
def minimize_source(
    source: Union[str, bytes, "os.PathLike[str]"],
    predicate: Predicate[Any],
    language: Optional[str] = None,
    *,
    name: Optional[str] = None,
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
    r"""Reduces a program or another text, as the command `probdd` does without options.

    What can go goes, what is left is simplified, and a result that is certified has no token that can be
    removed alone. The same input, options and answers lead to the same queries as the command's.

    >>> import ast, probdd
    >>> program = '''
    ... import os
    ... def greet(name):
    ...     print(f"hello {name}", file=sys.stderr)
    ... greet("world")
    ... '''
    >>> def has_fstring(text):
    ...     return any(isinstance(node, ast.JoinedStr) for node in ast.walk(ast.parse(text)))
    >>> def predicate(text):
    ...     try:
    ...         return has_fstring(text)
    ...     except SyntaxError:
    ...         return False
    >>> probdd.minimize_source(program, predicate, "python").value
    'f""\n'

    A `pathlib.Path` names a file or a directory. The predicate sees a file as str (as bytes, if it is not
    UTF-8), and a directory as a dict from paths to bytes. The file itself is never written.

    Args:
        source: The text, or a path.
        predicate: As for `minimize`.
        language: A name that `probdd languages` lists, or "none" [default: found from the name and the
            first lines].
        name: The name of a file that the text could have: `bug.py`.
        algorithm: The value of `--reducer`: "frontier", "tpdd", "perses" and others.
        options: Further options of the command that say how the input is reduced, such as
            `["--keep-match", "assert"]`.
        jobs, max_queries, max_seconds, seed, progress, isolation, timeout: As for `minimize`.

    Raises:
        NotInteresting: The predicate does not hold for the source.
        Unreliable: The predicate says different things about the same candidate; some are tested twice.
        ValueError: An option is wrong, or the source is empty.
        OSError: The file cannot be read.
    """
    path, content, form = _source(source)
    stopper = _stopper or _probdd.Stopper()
    settings = SimpleNamespace(
        path=path,
        bytes=content,
        name=name,
        language=language,
        form=form,
        options=[*([] if algorithm == "frontier" else ["--reducer", algorithm]), *options],
        jobs=jobs,
        seed=seed,
        max_queries=max_queries,
        max_seconds=max_seconds,
    )
    with isolated(predicate, isolation, jobs, timeout) as ask:
        told = _probdd.reduce(settings, ask, stepping(progress), stopper)
    return result_of(told.value, told)


def _source(source: Any) -> "tuple[Optional[str], Optional[bytes], str]":
    """The path or the content of a source, and what the predicate sees of candidates."""
    if isinstance(source, str):
        return None, source.encode("utf-8", "surrogateescape"), "str"
    if isinstance(source, bytes):
        return None, source, "bytes"
    if not isinstance(source, os.PathLike):
        kind = type(source).__name__
        raise TypeError(f"a source is a str, bytes or a pathlib.Path, and no {kind}")
    path = os.fspath(source)
    if os.path.isdir(path):
        return path, None, "files"
    try:
        with open(path, encoding="utf-8") as file:
            file.read()
        return path, None, "str"
    except UnicodeDecodeError:
        return path, None, "bytes"

