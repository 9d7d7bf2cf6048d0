"""`yokocho serve`: one process, until a signal stops it."""

from __future__ import annotations

import json
import logging
import signal
import socket
import sys
import threading
import webbrowser
from typing import Any

import uvicorn

from yokocho.core.errors import BadInput
from yokocho.core.kernel import wrap_around
from yokocho.server.app import make
from yokocho.server.door import config
from yokocho.server.settings import NO_CLIENT, Settings

TURN = 0.0005  # seconds of the interpreter's switch interval: the writing thread needs many short turns
FIELDS = ("method", "path", "status", "ms")


class Lines(logging.Formatter):
    """One line of JSON for each record. Names, tokens and messages are never logged. On a terminal a traceback is more
    lines below it.
    """

    def __init__(self, on_terminal: bool = False) -> None:
        super().__init__()
        self.on_terminal = on_terminal

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "says": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
        trace = self.formatException(record.exc_info) if record.exc_info else getattr(record, "trace", "")
        if trace and not self.on_terminal:
            line["trace"] = trace
        text = json.dumps(line, ensure_ascii=False)
        return f"{text}\n{trace}" if trace and self.on_terminal else text


def set_up_logs(level: str) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(Lines(sys.stderr.isatty()))
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    for name in ("alembic", "uvicorn.error"):  # the latter logs URLs, which contain invites
        logging.getLogger(name).setLevel("WARNING")


def serve(settings: Settings, host: str, port: int, level: str = "warning", browser: bool = False) -> None:
    """Serves until a signal comes, then shuts down."""
    set_up_logs(level)
    sys.setswitchinterval(TURN)
    wrap_around()  # here, for what the event loop runs inherits it; the rules may run as Python for a while
    settings = settings.but(compile_beside=True)
    served = config(make(settings), settings)
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        raise BadInput(f"port {port} on {host}: {error.strerror}") from None
    address = f"http://{host if ':' not in host else f'[{host}]'}:{listening.getsockname()[1]}"
    print(f"The alley is open at {address}", flush=True)
    if not settings.index.exists():
        print(f"yokocho: {NO_CLIENT}", file=sys.stderr, flush=True)
    if browser:
        threading.Timer(0.5, webbrowser.open, [address]).start()
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, lambda *_: None)  # uvicorn raises the signal again after it has stopped
    uvicorn.Server(served).run(sockets=[listening])
