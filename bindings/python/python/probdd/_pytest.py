"""`pytest --probdd`: a failing test with parameters fails with smaller ones.

Where a parametrised test fails, its arguments that are lists, strings, dicts or other collections are
reduced while the test raises an exception of the same type, and the report shows what is left.
"""

from __future__ import annotations

from typing import Any, Dict, Generator, List

import pytest

from ._minimize import minimize
from ._predicates import raises

# A test that is run as often has shown what it can.
MOST_QUERIES = 500

REDUCIBLE = (list, tuple, str, bytes, set, frozenset, dict)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--probdd", action="store_true", help="reduce the parameters of tests that fail"
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[Any]"
) -> Generator[None, Any, Any]:
    report = yield
    parameters = getattr(getattr(item, "callspec", None), "params", None)
    is_wanted = report.when == "call" and report.failed and call.excinfo is not None
    if is_wanted and parameters and item.config.getoption("--probdd"):
        assert call.excinfo is not None
        if call.excinfo.errisinstance(Exception):
            lines = _reduced(item, dict(parameters), call.excinfo.type)
            report.sections.append(("parameters reduced by probdd", "\n".join(lines)))
    return report


def _reduced(item: Any, parameters: Dict[str, Any], expected: Any) -> List[str]:
    """Reduces one parameter after another; the others stay as they are by then."""
    function = item.obj
    given = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    lines = []
    for name in parameters:
        if name not in given or not isinstance(given[name], REDUCIBLE) or not given[name]:
            continue

        def fails(value: Any, name: str = name) -> None:
            function(**{**given, name: value})

        try:
            result = minimize(given[name], raises(expected, fails), max_queries=MOST_QUERIES)
        except Exception as error:
            lines.append(f"{name}: not reduced: {error}")
            continue
        given[name] = result.value
        lines.append(f"{name} = {result.value!r}  ({result.queries} runs of the test)")
    return lines
