"""What somebody has learned on this device, kept in the user's data folder."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

import platformdirs

FILE = "learned.json"


def path() -> Path:
    return Path(platformdirs.user_data_dir("yokocho")) / FILE


def learned(game: str, kind: str) -> list[str]:
    """The lessons done (kind "lessons"), or what the coach has explained (kind "coach")."""
    found = load().get(game, {}).get(kind, [])
    return [word for word in found if isinstance(word, str)] if isinstance(found, list) else []


def load() -> dict[str, dict[str, list[str]]]:
    """Everything; nothing if the file is missing or cannot be read."""
    try:
        found = json.loads(path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {name: kinds for name, kinds in found.items() if isinstance(kinds, dict)} if isinstance(found, dict) else {}


def add(game: str, kind: str, words: Iterable[str]) -> str:
    """Adds what was learned; returns what went wrong, or an empty string."""
    whole, known = load(), learned(game, kind)
    new = [word for word in dict.fromkeys(words) if word not in known]
    if not new:
        return ""
    whole.setdefault(game, {})[kind] = known + new
    file = path()
    beside = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(whole, indent=1) + "\n", encoding="utf-8")
        os.replace(beside, file)
    except OSError as error:
        return f"What you have learned could not be kept in {file}: {error.strerror or error}."
    return ""
