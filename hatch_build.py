"""Puts the web client into the package before an sdist or a wheel is made; `python hatch_build.py` does that alone.

An sdist has the built client inside, so that a wheel is made of it without Node. An editable install builds nothing.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

INDEX = "src/yokocho/server/site/index.html"
MADE = ("node_modules", "generated", "licenses.txt")  # by npm, inside web/
NO_NODE = (
    "The web client cannot be built: install Node 20 or newer with npm, "
    "or start from the source distribution of a release, which has the client inside."
)


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            provide(Path(self.root))


def provide(root: Path) -> None:
    """Builds the client unless it is there and up to date; SystemExit says why it cannot be built."""
    if is_built(root):
        return
    with tempfile.TemporaryDirectory() as scratch:
        path = node(root, Path(scratch))
        npm = shutil.which("npm", path=path)
        print("Building the web client", file=sys.stderr)
        for arguments in (["ci", "--no-audit", "--no-fund", "--loglevel=error"], ["run", "--silent", "build"]):
            done = subprocess.run([str(npm), *arguments], cwd=root / "web", env={**os.environ, "PATH": path}, stdout=2)
            if done.returncode != 0:
                raise SystemExit(f"The web client cannot be built: npm {arguments[0]} failed, for the reason above.")


def is_built(root: Path) -> bool:
    index = root / INDEX
    if not index.exists():
        return False
    if (root / "PKG-INFO").exists():  # an sdist, unpacked: its files may have any dates
        return True
    built = index.stat().st_mtime
    return all(source.stat().st_mtime <= built for source in sources(root))


def sources(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root / "web"):
        folders[:] = [name for name in folders if name not in MADE]
        yield from (Path(folder, name) for name in files if name not in MADE)
    yield from (root / "src/yokocho/games").glob("*/table.css")


def node(root: Path, scratch: Path) -> str:
    """A PATH with npm on it: the machine's, else the locked one, in a virtual environment for the moment."""
    path = os.environ.get("PATH", os.defpath)
    if shutil.which("npm", path=path):
        return path
    print("There is no npm here: fetching Node for this build", file=sys.stderr)
    pip = [f"{scratch}/bin/python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    try:
        subprocess.run([sys.executable, "-m", "venv", scratch], check=True, stdout=2)
        subprocess.run([*pip, "--require-hashes", "-r", f"{root}/requirements-node.lock"], check=True, stdout=2)
    except (OSError, subprocess.CalledProcessError):
        raise SystemExit(NO_NODE) from None
    return f"{scratch}/bin{os.pathsep}{path}"


if __name__ == "__main__":
    provide(Path(__file__).parent)
