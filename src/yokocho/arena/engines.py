"""The engines that play the matches of a series: threads of this process, or a Ray cluster. Both give the same rows."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, TypeAlias

from yokocho.arena.ledger import Ledger
from yokocho.arena.series import Row, Spec, play_one
from yokocho.core.errors import BadInput, Lacking

AHEAD = 2  # matches queued for each worker, so that none is idle
PATIENCE = 10.0  # seconds for the first answer of a Ray cluster

Rows: TypeAlias = Generator[Row, None, None]
Engine: TypeAlias = Callable[[Spec, Sequence[int]], Rows]  # plays the matches with these numbers, in any order


def engine(threads: int | None = None, ray: str | None = None, log: Path | None = None) -> Engine:
    """Threads (default one), or a Ray cluster: at an address, or with '' a new one with as many workers as CPUs. What
    external bots say on standard error is appended to the log, on a cluster of the machine they play on.
    """
    if threads is not None and threads < 1:
        raise BadInput("at least one thread")
    if ray is not None:
        return partial(on_ray, module=import_ray(), address=ray, workers=threads, log=log and log.absolute())
    return partial(on_threads, threads=threads or 1, log=log)


def play_series(
    ledger: Ledger, games: int, engine: Engine, progress: Callable[[int], object] = lambda done: None
) -> bool:
    """Plays those of the first `games` matches that the ledger lacks; False if interrupted."""
    if games < 1:
        raise BadInput("at least one match")
    missing = [i for i in range(games) if i not in ledger.rows]
    try:
        progress(games - len(missing))
        if missing:
            with closing(engine(ledger.spec, missing)) as rows:
                for row in rows:
                    ledger.add(row)
                    progress(1)
    except KeyboardInterrupt:
        return False
    return True


def on_threads(spec: Spec, numbers: Sequence[int], threads: int, log: Path | None = None) -> Rows:
    if threads == 1:
        for i in numbers:
            yield play_one(spec, i, log=log)
        return
    todo = iter(numbers)
    stop = Event()
    with ThreadPoolExecutor(threads) as pool:

        def submit(count: int) -> set[Future[Row]]:
            return {pool.submit(play_one, spec, i, stop.is_set, log) for i in islice(todo, count)}

        try:
            waiting = submit(AHEAD * threads)
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                waiting |= submit(len(done))
                for future in done:
                    yield future.result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


# --- Ray


def import_ray() -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage reports
    try:
        import ray
    except ImportError:
        raise Lacking("arena") from None
    return ray


def on_ray(
    spec: Spec, numbers: Sequence[int], module: Any, address: str, workers: int | None, log: Path | None = None
) -> Rows:
    ray = module
    own = not ray.is_initialized()
    if own:
        connect(ray, address, workers)
    waiting: list[Any] = []
    try:
        play = ray.remote(try_one)
        todo = iter(numbers)
        width = max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting = [play.remote(spec, i, log) for i in islice(todo, AHEAD * width)]
        while waiting:
            done, waiting = ray.wait(waiting)
            waiting += [play.remote(spec, i, log) for i in islice(todo, len(done))]
            for answer in ray.get(done):
                if isinstance(answer, str):
                    raise BadInput(answer)
                yield answer
    except ray.exceptions.RayTaskError:
        raise  # a bug: show the traceback of the worker
    except ray.exceptions.RayError as error:
        raise BadInput(f"Ray: {first_line(error)}") from None
    finally:
        for match in waiting:
            with suppress(ray.exceptions.RayError):
                ray.cancel(match, force=True)
        if own:
            ray.shutdown()


def try_one(spec: Spec, match: int, log: Path | None) -> Row | str:
    """The match, or an error message: a bot's own exception class might not be known to the other process."""
    try:
        return play_one(spec, match, log=log)
    except BadInput as error:
        return str(error)


def connect(ray: Any, address: str, workers: int | None) -> None:
    """Connects to the cluster at an address; without one, starts a cluster that ends with the series."""
    own = {} if address else {"num_cpus": workers, "include_dashboard": False}
    try:
        knock(address)
        ray.init(address=address or "local", log_to_driver=False, logging_level=logging.ERROR, **own)
    except (OSError, ValueError, RuntimeError) as error:
        raise BadInput(f"no Ray cluster{f' at {address}' if address else ''}: {first_line(error)}") from None


def knock(address: str) -> None:
    """Raises OSError if nothing answers at HOST:PORT; Ray itself would keep trying for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
