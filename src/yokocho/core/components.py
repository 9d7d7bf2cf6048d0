"""Component data: what is printed on a game's components, as TOML, checked once when it is loaded."""

from __future__ import annotations

import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

PROVENANCE = ("rulebook", "published", "reconstructed")


class ComponentError(ValueError):
    """A component file is invalid; the message names the place."""


class Components:
    """One component file; errors name the place."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise ComponentError(f"{path.name}: {error}") from error
        self.digest = hashlib.sha256(json.dumps(self.data, sort_keys=True).encode()).hexdigest()[:16]

    def wrong(self, where: str, what: str) -> ComponentError:
        """The error for a place in the file."""
        return ComponentError(f"{self.path.name}: {where}: {what}")

    def get(self, table: dict[str, Any], where: str, key: str, kind: type) -> Any:
        """A required value of the given type."""
        if not isinstance(table, dict):
            raise self.wrong(where, f"a table is needed here, not {table!r}")
        if key not in table:
            raise self.wrong(where, f"{key} is missing")
        value = table[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.wrong(where, f"{key} should be {kind.__name__}, not {value!r}")
        return value

    def provenance(self, table: dict[str, Any], where: str) -> str:
        """The source of a table. A key with another source has its own entry, such as ``faces_provenance``."""
        self.get(table, where, "provenance", str)
        for key, word in table.items():
            if key.endswith("provenance") and word not in PROVENANCE:
                raise self.wrong(where, f"{key} is {', '.join(PROVENANCE)}, not {word!r}")
        return str(table["provenance"])
