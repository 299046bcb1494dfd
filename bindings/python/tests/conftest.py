"""What all tests rely on."""

import signal
from typing import Iterator

import pytest


@pytest.fixture(autouse=True)
def ctrl_c_raises() -> Iterator[None]:
    """Python leaves SIGINT ignored where a shell has started it in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
