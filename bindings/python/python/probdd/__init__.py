"""Test-case reduction: from an input that triggers a bug to a small one that still does.

>>> import probdd
>>> probdd.minimize(range(1000), lambda kept: 17 in kept and 640 in kept).value
[17, 640]

`minimize` reduces lists and other collections, `minimize_value` nested values as in JSON,
`minimize_source` programs and other texts in the way of the command `probdd`, which the same package
installs. A *predicate* says whether a candidate is interesting: it returns True or False, or a dict of
named checks of which all have to hold, or raises `Unresolved`. `raises` makes one from a function that
fails. `reducing` iterates over the improvements of any of the three.
"""

from ._minimize import minimize
from ._predicates import raises
from ._probdd import NotInteresting, ProbddError, Unreliable, Unresolved, __version__
from ._reducing import reducing
from ._result import Point, Result, Step
from ._source import minimize_source
from ._value import minimize_value

__all__ = [
    "NotInteresting",
    "Point",
    "ProbddError",
    "Result",
    "Step",
    "Unreliable",
    "Unresolved",
    "__version__",
    "minimize",
    "minimize_source",
    "minimize_value",
    "raises",
    "reducing",
]
