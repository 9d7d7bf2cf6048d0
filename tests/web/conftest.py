"""One browser and one house for a worker's tests; a fresh person for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from hatch_build import is_built
from tests.server.support import Served, served
from tests.web.stage import ROOT
from tests.web.stage import site as build
from tests.web.support import DESKTOP, STILL, Visitor, dealt, keep_site, launch
from yokocho.server.settings import SITE


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    # not for the whole session: Playwright's event loop must not run while other tests start theirs
    with sync_playwright() as playwright:
        made = launch(playwright)
        yield made
        made.close()


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return keep_site(SITE, tmp_path_factory.mktemp("site") / "site")


@pytest.fixture(scope="package")
def client(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """For stages: the client of `make site`, or one of the sources as they are now."""
    return keep_site(SITE, tmp_path_factory.mktemp("stage") / "site") if is_built(ROOT) else build()


@pytest.fixture(scope="package")
def deals() -> Iterator[Random]:
    with dealt() as chance:
        yield chance


@pytest.fixture(scope="package")
def house(site: Any, deals: Random, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house") / "house.db", site=site) as made:
        yield made


@pytest.fixture
def visit(
    browser: Browser, house: Served, deals: Random, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Visitor]]:
    """People who come in, each in a browser of their own. Whatever goes wrong in it fails the test. What is dealt
    follows from the name of the test alone, whatever ran before it.
    """
    deals.seed(request.node.name)
    came: list[Visitor] = []

    def welcome(url: str | None = None, **options: Any) -> Visitor:
        context = browser.new_context(**{**DESKTOP, **STILL, **options})
        visitor = Visitor(context, url or house.url, seed=len(came))
        visitor.taps = bool(options.get("has_touch"))
        came.append(visitor)
        return visitor

    yield welcome
    faults = [fault for visitor in came for fault in visitor.unforgiven()]
    for visitor in came:
        visitor.context.close()
    assert not faults, "\n".join(faults)
