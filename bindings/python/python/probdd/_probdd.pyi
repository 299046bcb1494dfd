"""What the native part of the module offers to the rest."""

from typing import Any, Callable, List, Optional, Tuple

__version__: str

class ProbddError(Exception):
    """A reduction could not be run."""

class Unresolved(Exception):
    """Raised by a predicate that cannot decide: the candidate counts as uninteresting."""

class NotInteresting(ValueError):
    """The whole input is not interesting."""

class Unreliable(ProbddError):
    """The predicate says different things about the same candidate."""

class Stopper:
    def __init__(self) -> None: ...
    def stop(self) -> None: ...
    @property
    def is_stopped(self) -> bool: ...

class View:
    """A sequence of the items of a list that are left, which copies none of them."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any) -> Any: ...

class Reduced:
    value: Any
    queries: int
    seconds: float
    certified: bool
    curve: List[Tuple[float, int, int]]
    stopped: Optional[str]
    warnings: List[str]

def minimize(
    items: Any,
    make: Optional[Callable[[List[Any]], Any]],
    settings: Any,
    predicate: Callable[[Any], Any],
    progress: Optional[Callable[[Any, int, float], object]],
    stopper: Stopper,
) -> Reduced: ...
def minimize_in_parallel(
    items: Any,
    make: Optional[Callable[[List[Any]], Any]],
    settings: Any,
    predicate: Callable[[Any], Any],
    progress: Optional[Callable[[Any, int, float], object]],
    stopper: Stopper,
) -> Reduced: ...
def reduce(
    settings: Any,
    predicate: Callable[[Any], Any],
    progress: Optional[Callable[[Any, int, float], object]],
    stopper: Stopper,
) -> Reduced: ...
def main(arguments: List[str]) -> int: ...
