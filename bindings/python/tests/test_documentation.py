"""The examples in docstrings, and the types."""

import doctest
import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import probdd

MODULES = [name for _, name, _ in pkgutil.iter_modules(probdd.__path__) if name != "__main__"]


@pytest.mark.parametrize("name", ["", *MODULES])
def test_the_examples_hold(name: str) -> None:
    module = importlib.import_module(f"probdd.{name}" if name else "probdd")
    failed, _ = doctest.testmod(module)
    assert failed == 0


def test_there_are_examples() -> None:
    modules = [importlib.import_module(f"probdd.{name}") for name in MODULES]
    examples = [test.examples for module in modules for test in doctest.DocTestFinder().find(module)]
    assert sum(map(len, examples)) > 20


def test_what_is_public_has_a_docstring() -> None:
    for name in probdd.__all__:
        assert name == "__version__" or getattr(probdd, name).__doc__, name


def test_the_types_are_strict() -> None:
    pytest.importorskip("mypy", reason="mypy is not installed")
    tests = Path(__file__).parent
    mypy = [sys.executable, "-m", "mypy", "--strict", "-p", "probdd", *map(str, [])]
    done = subprocess.run(mypy, cwd=tests, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "test_minimize.py"],
        cwd=tests, capture_output=True, text=True,
    )
    assert done.returncode == 0, done.stdout
