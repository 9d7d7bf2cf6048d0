"""The table page without a house: the client is built into a scratch folder, and is handed one state after the other.

The page is served to Chromium from that folder; a game's stylesheet comes from the game's own folder, as it is now.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import mimetypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from playwright.sync_api import Browser, ConsoleMessage, Page, Route

from hatch_build import MADE
from tests.web.positions import ME, Position, last, plain
from tests.web.support import STILL
from yokocho import catalog
from yokocho.core.record import SPECTATOR
from yokocho.server import views
from yokocho.server.table import Table

ROOT = Path(__file__).parents[2]
SCRATCH = Path(tempfile.gettempdir()) / "yokocho-stage"
KEPT = 16  # builds
ORIGIN = "http://localhost"
BIN = Path(sys.executable).parent  # where Node is, on a machine without one
MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8").strip()
DESKTOP = 1200  # a window at least so wide has a mouse


class Broken(Exception):
    """The client cannot be built, or draws nothing."""


# --- the build


def site(committed: bool = False) -> Path:
    """The built client, of the sources as they are now or as they were last committed."""
    SCRATCH.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=SCRATCH, prefix="web-") as scratch, locked():
        web = Path(scratch) / "web"
        if committed:
            archive = subprocess.run(
                ["git", "archive", "HEAD", "web"], cwd=ROOT, capture_output=True, check=True
            ).stdout
            subprocess.run(["tar", "-x", "-C", scratch], input=archive, check=True)
        else:
            shutil.copytree(ROOT / "web", web, ignore=shutil.ignore_patterns(*MADE))
        made = SCRATCH / f"site-{digest(web)}"
        if not made.exists():
            build(web, made)
            for old in sorted(SCRATCH.glob("site-*"), key=lambda folder: folder.stat().st_mtime)[:-KEPT]:
                shutil.rmtree(old)
        return made


@contextmanager
def locked() -> Iterator[None]:
    with (SCRATCH / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def digest(folder: Path) -> str:
    found = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*") if file.is_file()):
        found.update(f"{file.relative_to(folder)}\0{file.stat().st_size}\0".encode() + file.read_bytes())
    return found.hexdigest()[:16]


def build(web: Path, made: Path) -> None:
    lock = hashlib.sha256((web / "package-lock.json").read_bytes()).hexdigest()[:16]
    modules = SCRATCH / f"node-{lock}"
    if not (modules / "node_modules").exists():
        modules.mkdir(exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(web / name, modules)
        node("npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=modules)
    (web / "node_modules").symlink_to(modules / "node_modules")
    (web / "public").mkdir(exist_ok=True)
    out = web.parent / "site"
    node("node", "scripts/icons.mjs", folder=web)
    vite = ("node_modules/vite/bin/vite.js", "build", "--logLevel", "error", "--minify", "false")
    node("node", *vite, "--outDir", str(out), folder=web)
    out.rename(made)


def node(*command: str, folder: Path) -> None:
    path = f"{os.environ.get('PATH', os.defpath)}{os.pathsep}{BIN}"
    program = shutil.which(command[0], path=path)
    if not program:
        raise Broken(f"there is no {command[0]}: make site installs it")
    done = subprocess.run([program, *command[1:]], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True)
    if done.returncode != 0:
        raise Broken((done.stdout + done.stderr).decode()[-3000:])


# --- the page


def is_touch(width: int, height: int) -> bool:
    return width < DESKTOP and min(width, height) < 900


class Stage:
    """A page of one size that draws states."""

    def __init__(
        self, browser: Browser, site: Path, width: int, height: int, sharp: bool = False, still: bool = True
    ) -> None:
        self.site, self.touch = site, is_touch(width, height)
        self.table: Table | None = None
        self.faults: list[str] = []
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            is_mobile=self.touch,
            has_touch=self.touch,
            device_scale_factor=2 if sharp and min(width, height) < 600 else 1,
            service_workers="block",
            **(STILL if still else {}),  # type: ignore[arg-type]
        )
        self.page: Page = self.context.new_page()
        self.page.on("console", self.heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.route("**/*", self.answer)
        self.page.goto(f"{ORIGIN}/stage")
        self.page.wait_for_function("() => window.draw")

    def heard(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and "Service Worker" not in said.text:
            self.faults.append(f"{said.type}: {said.text}")

    def answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        if path.startswith("/api/"):
            kind, body = self.told(path.removeprefix("/api"), route.request.url.partition("?")[2])
            route.fulfill(content_type=kind, body=body)
            return
        file = self.site / path.lstrip("/")
        file = file if file.is_file() else self.site / "index.html"
        route.fulfill(content_type=mimetypes.guess_type(file.name)[0] or "text/plain", body=file.read_bytes())

    def draw(self, state: dict[str, Any], fresh: bool = True) -> None:
        """Draws a state: on a new page of the table, or after what was there, as when a move arrives."""
        self.page.evaluate("([state, fresh]) => window.draw(state, fresh)", [state, fresh])
        if not self.page.query_selector(".table, .board"):
            raise Broken("\n".join(["Nothing is drawn.", *dict.fromkeys(self.faults)]))

    def happen(self, event: dict[str, Any]) -> None:
        """Somebody moves, and the page shows it in its own time."""
        self.page.evaluate("(event) => window.happen(event)", event)

    def measure(self) -> dict[str, Any]:
        """What measure.js finds on the table that is drawn now."""
        return dict(self.page.evaluate(MEASURE, {"touch": self.touch}))

    def replay(self, position: Position) -> None:
        """The page of a finished match, at the position as everybody may see it then."""
        self.table = last(position).table()
        self.page.goto(f"{ORIGIN}/t/stage/replay?move={position.moves}")
        self.page.wait_for_selector(".replay-bar")
        self.page.evaluate("document.fonts.ready")

    def told(self, path: str, query: str) -> tuple[str, str]:
        """What a house would answer, as short as can be."""
        if path.endswith("/table.css"):
            look = catalog.game(path.split("/")[2]).folder / "table.css"
            return "text/css", look.read_text(encoding="utf-8") if look.exists() else ""
        said: Any = {}
        wanted = dict(parse_qsl(query))
        if path == "/games":
            said = []
        elif path == "/me":
            said = {"id": "stage", "name": ME, "login": None}
        elif path.endswith("/rules"):
            found = catalog.game(path.split("/")[2])
            listed = [{"number": number, "text": text} for number, text in found.rules.items()]
            said = {"title": found.title, "credits": found.credits, "rules": listed, "text": ""}
        elif self.table and path.endswith("/moment"):
            said = views.moment(self.table, looker(wanted), int(wanted["move"]) if "move" in wanted else None)
        elif self.table and path.endswith("/log"):
            said = views.log(self.table, looker(wanted))
        elif self.table and path == "/tables/stage":
            said = views.table(self.table, ME)
        return "application/json", json.dumps(plain(said, lenient=True))

    def close(self) -> None:
        self.context.close()


def looker(wanted: dict[str, str]) -> int | None:
    return None if wanted.get("seat") == "open" else int(wanted.get("seat", SPECTATOR))
