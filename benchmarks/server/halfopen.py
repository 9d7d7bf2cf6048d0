"""Half-open connections: how long does /healthz take at worst while another process at the same address keeps up many
requests that it never finishes?

    python benchmarks/server/halfopen.py [connections] [seconds]
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import socket
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from process import Program

HALF = b"GET /healthz HTTP/1.1\r\nHost: alley\r\nX-Slow: "
WHOLE = b"GET /healthz HTTP/1.1\r\nHost: alley\r\nConnection: close\r\n\r\n"
PAUSE = 0.05  # seconds between two questions, and until a connection that was closed comes again
PATIENCE = 60.0


async def hold(host: str, port: int, opened: Any) -> None:
    """One connection that never finishes its request, again and again."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            opened.value += 1
            writer.write(HALF)
            await reader.read()
            writer.close()
        await asyncio.sleep(PAUSE)


def flood(host: str, port: int, connections: int, opened: Any) -> None:
    async def all_of_them() -> None:
        await asyncio.gather(*(hold(host, port, opened) for _ in range(connections)))

    asyncio.run(all_of_them())


def ask(host: str, port: int) -> float:
    """Seconds until the answer, over a connection of its own."""
    begun, answer = time.perf_counter(), b""
    with socket.create_connection((host, port), PATIENCE) as connection:
        connection.sendall(WHOLE)
        while some := connection.recv(4096):
            answer += some
    if b" 200 OK" not in answer.partition(b"\r\n")[0]:
        raise SystemExit(f"no answer but {answer[:60]!r}")
    return time.perf_counter() - begun


def measure(url: str, connections: int, seconds: float) -> dict[str, float]:
    place = urlsplit(url)
    host, port = str(place.hostname), int(place.port or 80)
    while True:
        with suppress(ConnectionRefusedError):
            ask(host, port)
            break
        time.sleep(PAUSE)
    opened = multiprocessing.Value("l", 0, lock=False)
    flooding = multiprocessing.Process(target=flood, args=(host, port, connections, opened), daemon=True)
    flooding.start()
    while opened.value < connections:
        time.sleep(PAUSE)
    end, took = time.perf_counter() + seconds, []
    while time.perf_counter() < end:
        took.append(ask(host, port))
        time.sleep(PAUSE)
    flooding.terminate()
    flooding.join()
    took.sort()
    return {
        "connections": connections,
        "opened": opened.value,
        "asked": len(took),
        "median_ms": round(took[len(took) // 2] * 1000, 1),
        "worst_ms": round(took[-1] * 1000, 1),
    }


def main() -> None:
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 20.0
    with tempfile.TemporaryDirectory() as folder:
        yokocho = Path(sys.executable).with_name("yokocho")
        program = Program([yokocho, "serve", "--port", "0", "--database", Path(folder) / "house.db"])
        try:
            print(json.dumps(measure(program.url, connections, seconds)))
        finally:
            program.kill()


if __name__ == "__main__":
    main()
