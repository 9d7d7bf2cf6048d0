"""Whatever the OpenAPI description allows, and some that it does not: never a 5xx, always as described."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import requests  # type: ignore[import-untyped]
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.support import Guest, served
from yokocho.server.app import make

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
schema = schemathesis.openapi.from_dict(make().openapi())


@pytest.fixture(scope="module")
def guest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guest]:
    with served(tmp_path_factory.mktemp("openapi") / "house.db") as house:
        one = Guest(house.url)
        yield one
        one.close()


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as made:
        yield made


@pytest.fixture(scope="module")
def table(guest: Guest) -> str:
    """One that is real, so that something can happen to it."""
    id: str = guest.table("yatta", ["me", "me"], public=True)["id"]
    return id


@schema.parametrize()
@settings(max_examples=4, deadline=None, database=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_operation(case: schemathesis.Case, guest: Guest, table: str, session: requests.Session) -> None:
    if case.method != case.operation.method.upper():
        return  # 405 for all of those
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = table
    answer = case.call(base_url=str(guest.http.base_url), headers={"cookie": guest.cookie}, session=session)
    case.validate_response(answer, checks=CHECKS)


def test_it_describes_itself(guest: Guest) -> None:
    found = guest.get("/api/openapi.json").json()
    assert found == make().openapi()
    assert all(
        operation["summary"] and {"200", "201", "202", "204"} & operation["responses"].keys()
        for methods in found["paths"].values()
        for operation in methods.values()
    )
    said = found["paths"]["/api/tables/{id}/join"]["post"]["responses"]["409"]
    assert said["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Said"}
