"""The tag that says which rules a test guards; `yokocho rules GAME --coverage` reads it from the source."""

import pytest


def rule(*ids: str) -> pytest.MarkDecorator:
    return pytest.mark.rule(*ids)
