"""Houses that several tests share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.support import Guest, Postgres, Served, served


@pytest.fixture(scope="session")
def inn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One house for all tests that leave each other's tables alone."""
    with served(tmp_path_factory.mktemp("inn") / "house.db") as made:
        yield made


@pytest.fixture
def guest(inn: Served) -> Iterator[Callable[..., Guest]]:
    """People who come in."""
    came: list[Guest] = []

    def welcome(name: str | None = None) -> Guest:
        came.append(Guest(inn.url, name))
        return came[-1]

    yield welcome
    for one in came:
        one.close()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    folder: Path = tmp_path_factory.mktemp("postgres") / "cluster"
    made = Postgres(folder)
    yield made
    made.stop("immediate")
