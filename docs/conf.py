"""How `make docs` makes one site of all documents: Sphinx, reading Markdown.

The pages are plain Markdown and read well where they lie. What only the site has is added to them here, while they are
read: the navigation, signatures and docstrings of what is public, the arguments of all commands, all calls and
messages of the house. So nothing generated is kept, and nothing can be out of date.
"""

from __future__ import annotations

import argparse
import inspect
import logging
import os
import re
import textwrap
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

os.environ |= {"YOKOCHO_PLAIN": "1", "COLUMNS": "100", "NO_COLOR": "1"}  # kernels are functions; --help has its width

import yokocho
from yokocho.cli import parser

logging.getLogger("alembic").setLevel(logging.WARNING)

project = "Yokocho"
author = copyright = "The Yokocho developers"
version = release = yokocho.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
root_doc = "docs/index"
include_patterns = ["docs/*.md", "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "web/README.md", "src/**/RULES.md"]
exclude_patterns = ["**/node_modules", ".*", "build", "dist"]

myst_heading_anchors = 4  # a link may name a heading, as on a code host
suppress_warnings = ["misc.highlighting_failure"]  # JSON with an ellipsis, or with > and < before it

default_role = "code"  # `name` in a docstring
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_use_unqualified_type_names = True
autodoc_default_options = {"members": True}

html_theme = "furo"
html_title = "Yokocho"
html_show_sourcelink = False
html_copy_source = False
html_domain_indices = False

NAVIGATION = {
    "Play": ["README", "docs/play", "docs/review", "docs/commands", "src/yokocho/games/*/RULES"],
    "Build": ["docs/add-a-game", "docs/teaching", "docs/canvas", "docs/bots", "docs/positions", "web/README"],
    "Measure": ["docs/research", "docs/arena", "docs/balance", "docs/performance"],
    "Reference": ["docs/api", "docs/api-matches", "docs/api-bots", "docs/api-games", "docs/server"],
    "Take part": ["docs/architecture", "CONTRIBUTING", "CHANGELOG"],
}
PUBLIC = ("docs/api-matches", "docs/api-bots", "docs/api-games")  # their tables name what is public
NAME = r"^\| `(\w+)` \|"


def add_to_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Adds to a page what only the site has."""
    if page == root_doc:
        source[0] += "\n".join(navigation())
    elif page in PUBLIC:
        added = "\n\n## Signatures and docstrings\n\n" + "\n".join(docstrings(source[0]))
        source[0] = re.sub(NAME, r"| {py:obj}`\1 <yokocho.\1>` |", source[0], flags=re.M) + added
    elif page == "docs/commands":
        source[0] += "\n" + "\n".join(help_of(parser()))
    elif page == "docs/server":
        source[0] += "\n\n## All calls and messages\n\n" + "\n".join(calls_and_messages())


def navigation() -> Iterator[str]:
    for caption, pages in NAVIGATION.items():
        entries = "\n".join(f"/{page}" for page in pages)
        yield f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n{entries}\n```"


def names_in(page: str) -> list[str]:
    """The names in the first column of a page's tables."""
    return re.findall(NAME, page, re.M)


def docstrings(page: str) -> Iterator[str]:
    yield "```{eval-rst}"
    for name in names_in(page):
        found = getattr(yokocho, name)
        if inspect.ismodule(found):
            functions = [f for f in ("game", "games", "names") if found.__name__ == "yokocho.catalog"]
            yield from (f".. autofunction:: {found.__name__}.{function}" for function in functions)
        elif inspect.isclass(found):
            kind = "exception" if issubclass(found, Exception) else "class"
            yield f".. auto{kind}:: yokocho.{name}\n"
            yield from fields_of(found)
        elif inspect.isfunction(found):
            yield f".. autofunction:: yokocho.{name}\n"
    yield "```"


def fields_of(found: type) -> Iterator[str]:
    """The fields of a dataclass as they are written, with the comment on each."""
    if is_dataclass(found):
        lines = inspect.getsource(found).splitlines()
        first = next(i for i, line in enumerate(lines) if re.match(r"    (\w+: |_: KW_ONLY)", line))
        fields = [line for line in lines[first:] if not line.startswith("@")]
        end = next((i for i, line in enumerate(fields) if re.match(r"    (def|@)", line)), len(fields))
        yield "   .. code-block:: python\n"
        yield textwrap.indent(textwrap.dedent("\n".join(fields[:end]).rstrip()), "      ") + "\n"


def help_of(top: argparse.ArgumentParser) -> Iterator[str]:
    (commands,) = (action for action in top._actions if isinstance(action, argparse._SubParsersAction))
    for name, command in commands.choices.items():
        yield f"\n## {top.prog} {name}\n\n```text\n{command.format_help()}```"


def calls_and_messages() -> Iterator[str]:
    from yokocho.server import app, messages

    yield "From the OpenAPI description; messages are sent over the WebSocket or with `POST` to `…/messages`.\n"
    yield "| call | |\n|---|---|"
    for path, methods in app.make().openapi()["paths"].items():
        for method, call in methods.items():
            asked = ", ".join(f"`{one['name']}`" for one in call.get("parameters", []) if one["in"] == "query")
            yield f"| `{method.upper()} {path}` | {call['summary']}{f'; query: {asked}' if asked else ''} |"
    yield "\n| message | besides `id` |\n|---|---|"
    for schema in messages.schemas():
        properties = schema["properties"]
        fields = [f"`{name}` ({kind_of(p)})" for name, p in properties.items() if name not in ("type", "id")]
        yield f"| `{properties['type']['enum'][0]}` | {', '.join(fields)} |"


def kind_of(schema: dict[str, Any]) -> str:
    """A JSON schema in a few words."""
    if "anyOf" in schema:
        return " or ".join(kind_of(one) for one in schema["anyOf"])
    if "enum" in schema:
        return " or ".join(f"`{word}`" for word in schema["enum"])
    return str(schema["type"])


def plain_signature(
    app: Sphinx, what: str, name: str, found: Any, options: Any, signature: str, answer: str
) -> tuple[str, str] | None:
    """A dataclass shows its fields instead of a long signature."""
    return ("", "") if what == "class" and is_dataclass(found) else None


class Elsewhere(SphinxTransform):
    """A link to a folder of the repository is checked, and shown as its name: the site has no page for it."""

    default_priority = 5  # before the links are looked up

    def apply(self, **_: Any) -> None:
        folder = Path(self.env.doc2path(self.env.docname)).parent
        links = [link for link in self.document.findall(nodes.Element) if "reftarget" in link]
        for link in links:
            if (folder / link["reftarget"]).is_dir():
                link.replace_self(link.children)


def begin_at_the_index(app: Sphinx, error: Exception | None) -> None:
    """The front page of the site lies in docs/: its root leads there."""
    if error is None and app.builder.format == "html":
        forward = f'<!doctype html><title>{project}</title><meta http-equiv="refresh" content="0; url={root_doc}.html">'
        Path(app.outdir, "index.html").write_text(f'{forward}<a href="{root_doc}.html">{project}</a>\n')


def setup(app: Sphinx) -> None:
    app.connect("source-read", add_to_page)
    app.connect("autodoc-process-signature", plain_signature)
    app.connect("build-finished", begin_at_the_index)
    app.add_transform(Elsewhere)
