"""Checks that a game keeps the promises of the protocol, whoever wrote it: `yokocho check`, and a plugin for pytest.

A test file of a game needs three lines, and has one test for each promise::

    pytest_plugins = ["yokocho.testing"]

    def test_promises(promise):
        promise(GAME)

PYTEST_DONT_REWRITE: nothing here is an assertion for pytest to explain, and a test file may import it first.
"""

from __future__ import annotations

from typing import Any

from yokocho.testing import keeping, playing, secrecy, telling, thinking
from yokocho.testing.promises import Broken as Broken
from yokocho.testing.promises import Promise as Promise
from yokocho.testing.promises import Sample as Sample

CHAPTERS = (playing, telling, secrecy, keeping, thinking)
PROMISES = [found for chapter in CHAPTERS for found in vars(chapter).values() if isinstance(found, Promise)]


def pytest_generate_tests(metafunc: Any) -> None:
    """A hook of pytest: a test with the parameter `promise` runs once for each of them."""
    if "promise" in metafunc.fixturenames:
        metafunc.parametrize("promise", PROMISES, ids=lambda promise: promise.name)
