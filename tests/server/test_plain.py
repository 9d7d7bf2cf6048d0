"""A house that has not compiled yet serves the same tables."""

from __future__ import annotations

import pytest

from tests.support import GAMES, run


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_what_plain_rules_tell_can_be_sent(name: str) -> None:
    told = run("-m", "tests.server.plain_wire", name, YOKOCHO_PLAIN="1")
    assert told.returncode == 0 and int(told.stdout) > 2, told.stderr
