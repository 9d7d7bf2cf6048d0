"""`yokocho serve`: one process, until it is told to stop."""

from __future__ import annotations

import gc
import json
import logging
import signal
import socket
import sys
import threading
import webbrowser
from typing import Any

import uvicorn

from yokocho import catalog
from yokocho.bots.warm import warm, warm_one
from yokocho.core.errors import BadInput
from yokocho.core.game import Game
from yokocho.core.kernel import is_cold
from yokocho.server.app import make
from yokocho.server.door import config
from yokocho.server.settings import Settings

TURN = 0.0005  # seconds that a thread may keep others waiting: the one that writes has short turns and many
GARBAGE = (20_000, 20, 50)  # objects made until the young, the middle-aged and all are searched
FIELDS = ("method", "path", "status", "ms")


class Lines(logging.Formatter):
    """One line of JSON for each record. What is logged has no names, tokens or messages in it."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Lines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("alembic", "uvicorn.error"):  # the latter tells addresses with the invites in them
        logging.getLogger(name).setLevel("WARNING")


def get_ready(games: list[Game]) -> None:
    """Loads what bots need. What is there by then stays: to search it for garbage holds up every table for a moment."""
    for game in games:
        warm_one(game)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def serve(settings: Settings, host: str, port: int, level: str = "warning", browser: bool = False) -> None:
    """Serves until a signal comes; then ends what is under way."""
    set_up_logs(level)
    sys.setswitchinterval(TURN)
    games = catalog.games()
    if any(is_cold(game.folder) for game in games):
        warm(games)
    threading.Thread(target=get_ready, args=[games], name="warm", daemon=True).start()
    served = config(make(settings), settings)
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise BadInput(f"port {port} on {host}: {error.strerror}") from None
    address = f"http://{host if ':' not in host else f'[{host}]'}:{listening.getsockname()[1]}"
    print(f"The alley is open at {address}", flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: None)  # uvicorn stops on them, then passes them on; that was no error
    uvicorn.Server(served).run(sockets=[listening])
