"""Writes src/lib/messages.ts: what a client may say at a table, as the house reads it.

python web/scripts/messages.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from yokocho.server import messages

FILE = Path(__file__).parents[1] / "src" / "lib" / "messages.ts"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
HEAD = "// Made by scripts/messages.py from what the house reads: do not edit.\n"


def type_of(schema: dict[str, Any]) -> str:
    """A JSON schema in TypeScript, as far as messages go."""
    if "enum" in schema:
        return " | ".join(f"'{value}'" for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    if schema["type"] == "array":
        return f"{type_of(schema['items'])}[]"
    return PLAIN[schema["type"]]


def declared(schema: dict[str, Any]) -> str:
    fields = "; ".join(
        f"{name}{'' if name in schema['required'] else '?'}: {type_of(part)}"
        for name, part in schema["properties"].items()
    )
    return f"  | {{ {fields} }}"


def text() -> str:
    return HEAD + "\nexport type Message =\n" + "\n".join(map(declared, messages.schemas())) + ";\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
