"""What is shipped: the sdist, the wheel made of it without Node, and the alley where nothing else is installed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import httpx
import pytest

from tests.server.support import PATIENCE, Guest, Process
from tests.support import ROOT
from yokocho import __version__

pytestmark = pytest.mark.slow

SITE = "yokocho/server/site"
MEBIBYTE = 2**20


def built(source: Path, out: Path, kind: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m build` with the build backend that is here."""
    return subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", out, source],
        capture_output=True,
        text=True,
        env=os.environ | environment,
    )


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Unpacked."""
    folder = tmp_path_factory.mktemp("sdist")
    done = built(ROOT, folder, "sdist")
    assert done.returncode == 0, done.stderr
    with tarfile.open(folder / f"yokocho-{__version__}.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return folder / f"yokocho-{__version__}"


@pytest.fixture(scope="module")
def no_node(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Neither on the machine nor to be had."""
    return {"PATH": str(tmp_path_factory.mktemp("nothing")), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}


@pytest.fixture(scope="module")
def wheel(sdist: Path, no_node: dict[str, str]) -> Path:
    done = built(sdist, sdist.parent, "wheel", **no_node)
    assert done.returncode == 0, done.stderr
    (made,) = sdist.parent.glob("*.whl")
    return made


def installed(wheel: Path, folder: Path) -> Path:
    """The program, in an environment into which only the wheel was installed."""
    pins = re.findall(r"^\S+==\S+", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.M)
    (folder / "constraints").write_text("\n".join(pins))
    subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
    pip = [folder / "venv/bin/python", "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    subprocess.run([*pip, "--constraint", folder / "constraints", wheel], check=True)
    return folder / "venv/bin/yokocho"


def run(program: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *arguments], capture_output=True, text=True, cwd=program.parent, env=os.environ | {"PYTHONPATH": ""}
    )


def test_the_sdist_has_the_client_built_and_in_source(sdist: Path) -> None:
    for name in (f"src/{SITE}/index.html", "web/package-lock.json", "web/src/main.ts", "requirements-node.lock"):
        assert (sdist / name).is_file(), name
    for name in ("web/node_modules", "web/src/generated", ".venv"):
        assert not (sdist / name).exists(), name


def test_without_node_and_without_a_built_client_there_is_no_wheel_but_an_editable_install(
    sdist: Path, tmp_path: Path, no_node: dict[str, str]
) -> None:
    with tarfile.open(sdist.parent / f"{sdist.name}.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    source = tmp_path / sdist.name
    (source / f"src/{SITE}/index.html").unlink()
    done = built(source, tmp_path, "wheel", **no_node)
    assert done.returncode != 0 and not list(tmp_path.glob("*.whl"))
    said = done.stdout + done.stderr
    assert said.count("The web client cannot be built: install Node 20 or newer with npm, or start from") == 1
    assert "Traceback" not in said
    editable = [sys.executable, "-c", f"import hatchling.build; hatchling.build.build_editable({str(tmp_path)!r})"]
    subprocess.run(editable, cwd=source, env=os.environ | no_node, check=True)  # does not ask for the client
    assert list(tmp_path.glob("*.whl"))


def test_the_wheel_holds_what_a_player_needs_and_little_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    beside = ("RULES.md", "components.toml", "table.css", "guide.md", "lessons.toml", "coach.toml")
    for folder in (path.parent for path in (ROOT / "src/yokocho/games").glob("*/RULES.md")):
        positions = [f"teaching/{path.name}" for path in (folder / "teaching").glob("*.json")]
        assert positions
        assert {f"yokocho/games/{folder.name}/{name}" for name in (*beside, *positions)} <= names
    migrations = (ROOT / "src/yokocho/server/migrations/versions").glob("*.py")
    assert {f"yokocho/server/migrations/versions/{path.name}" for path in migrations} <= names
    assert {f"{SITE}/{name}" for name in ("index.html", "sw.js", "offline.html", "licenses.txt")} <= names
    assert all(name.startswith(("yokocho/", f"yokocho-{__version__}.dist-info/")) for name in names)
    assert not [name for name in names if name.endswith((".map", ".pyc", ".nbi", ".nbc"))]
    assert wheel.stat().st_size < 5 * MEBIBYTE


def test_the_wheel_where_nothing_else_is_installed(wheel: Path, tmp_path: Path) -> None:
    """One test, so that it is installed once, and nothing of it stays: it is large."""
    with tempfile.TemporaryDirectory() as empty:
        yokocho = installed(wheel, Path(empty))
        check_program(yokocho)
        for wish in ("--ray", "--plot=standings.svg"):
            check_missing_extra(yokocho, wish)
        check_alley(yokocho, wheel, tmp_path)


def check_program(yokocho: Path) -> None:
    assert run(yokocho, "--version").stdout == f"yokocho {__version__}\n"
    shown = run(yokocho, "--help")
    assert shown.returncode == 0 and "serve" in shown.stdout and "simulate" in shown.stdout
    listed = json.loads(run(yokocho, "list", "--json").stdout)
    assert len(listed) == 4 and not any(game["sample"] for game in listed)


def check_missing_extra(yokocho: Path, wish: str) -> None:
    done = run(yokocho, *"arena umami --players 2 --bots apprentice,apprentice --games 2".split(), wish)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.splitlines()[-1] == "yokocho: this needs the arena extra: pip install 'yokocho[arena]'"
    assert "Traceback" not in done.stderr


def check_alley(yokocho: Path, wheel: Path, tmp_path: Path) -> None:
    """The page with all its files, a match against a bot over the WebSocket, and no warning of any package."""
    with (tmp_path / "stderr").open("w+") as said:
        warned = {"PYTHONPATH": "", "PYTHONWARNINGS": "default"}
        house = Process(tmp_path / "house.db", program=yokocho, stderr=said, **warned)
        try:
            with httpx.Client(base_url=house.url, timeout=PATIENCE) as web, zipfile.ZipFile(wheel) as archive:
                page = web.get("/")
                head, body = archive.read(f"{SITE}/index.html").decode().split("</head>")
                assert page.status_code == 200 and page.text.startswith(head.rstrip()) and page.text.endswith(body)
                named = re.findall(r'(?:src|href)="(/[^"]+)"', page.text)
                assert any(name.endswith(".js") for name in named) and any(name.endswith(".css") for name in named)
                files = [name.removeprefix(SITE) for name in archive.namelist() if name.startswith(f"{SITE}/")]
                assert set(named) <= set(files)
                for name in files:
                    assert web.get(name).content == archive.read(f"{SITE}{name}"), name
            ann = Guest(house.url, "Ann")
            id = ann.table("umami", ["me", "bot:apprentice"])["id"]
            play_over_the_socket(ann, id)
            table = ann.get(f"/api/tables/{id}").json()
            assert table["status"] == "finished" and sorted(table["result"]["ranks"])[0] == 1
            ann.close()
        finally:
            assert house.stop() == 0
        said.seek(0)
        assert "Warning" not in said.read()


def play_over_the_socket(guest: Guest, id: str) -> None:
    """Always the first choice, until it is over."""
    with guest.socket(id) as socket:
        heard = socket.expect("state")
        while not heard["scene"]["over"]:
            if heard["scene"]["choices"]:
                number, move = heard["number"], heard["scene"]["choices"][0]["notation"]
                socket.send("move", id=f"{number}", number=number, move=move)
            heard = socket.expect("event", kind="move")
