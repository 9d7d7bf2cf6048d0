"""Plays what is missing of a plan, on threads or a Ray cluster, and keeps it in a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, TypeAlias

import numpy as np

from yokocho.arena.engines import connect, import_ray
from yokocho.balance.chances import Chances, fit
from yokocho.balance.changed import play_changed
from yokocho.balance.series import BLOCKS, Series, Sums, Table, joined, play_block
from yokocho.core.game import BadInput

FORMAT = "yokocho-balance/1"
PILOT = "pilot"  # the series from which chances to win are calibrated
PILOT_BLOCKS = 10
Row: TypeAlias = dict[str, Any]
Task: TypeAlias = tuple[Series, tuple[int, ...]]  # blocks of a series
Player: TypeAlias = Callable[[Table, Task, Chances | None], list[Row]]


def row_of(series: Series, block: int, sums: Sums) -> Row:
    """A block as a line of the file."""
    return {"series": series.name, "block": block, "sums": {name: column.tolist() for name, column in sums.items()}}


def play_task(table: Table, task: Task, chances: Chances | None) -> list[Row]:
    """The rows of some blocks."""
    series, blocks = task
    if not series.changes:
        return [row_of(series, block, play_block(table, series, block, chances)) for block in blocks]
    order = {"game": table.game.name, "players": table.players, "seed": table.seed, "series": series.header()}
    rows = list(play_changed(table.game, order | {"blocks": list(blocks)}, series.changes))
    if len(rows) == 1 and "refused" in rows[0]:
        return [{"series": series.name, "block": block, "refused": rows[0]["refused"]} for block in blocks]
    return rows


class Played:
    """What has been played, by series and block; kept in a file if there is one."""

    def __init__(self, table: Table, plan: Sequence[Series], path: Path | None = None) -> None:
        """Reads a file of the same plan; BadInput if it holds another."""
        self.rows: dict[tuple[str, int], Row] = {}
        self.path = path
        self.file: IO[bytes] | None = None
        self.head = {
            "format": FORMAT, "game": table.game.name, "version": table.game.version,
            "components": table.game.components, "players": table.players, "seed": table.seed,
            "series": [series.header() for series in plan],
        }  # fmt: skip
        if path is None:
            return
        try:
            text = path.read_bytes() if path.exists() else b""
            kept = self.read(text)
            self.file = path.open("ab")
            self.file.truncate(kept)
        except OSError as error:
            raise BadInput(f"{path}: {error.strerror}") from None
        if not kept:
            self.write(self.head)

    def read(self, text: bytes) -> int:
        """Reads complete lines and returns their length; after them may be a line that was cut off."""
        whole = text[: text.rfind(b"\n") + 1]
        lines = whole.splitlines()
        try:
            found = [json.loads(line) for line in lines]
        except ValueError:
            raise BadInput(f"{self.path}: not a file of yokocho balance") from None
        if not found:
            if text:
                raise BadInput(f"{self.path}: not a file of yokocho balance")
            return 0
        if found[0] != json.loads(json.dumps(self.head)):
            raise BadInput(f"{self.path} holds other series; name another file, or ask as before")
        for row in found[1:]:
            self.rows[row["series"], row["block"]] = row
        return len(whole)

    def write(self, line: Row) -> None:
        if self.file is not None:
            self.file.write((json.dumps(line) + "\n").encode())
            self.file.flush()

    def add(self, row: Row) -> None:
        self.rows[row["series"], row["block"]] = row
        self.write(row)

    def __enter__(self) -> Played:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.file is not None:
            self.file.close()

    def missing(self, series: Series, many: int = BLOCKS) -> list[int]:
        """The blocks that are still to be played."""
        return [block for block in range(many) if (series.name, block) not in self.rows]

    def sums(self, series: Series) -> Sums | None:
        """What is known of a series: the sums of its blocks. None with fewer than two of them."""
        rows = [self.rows[series.name, b] for b in range(BLOCKS) if (series.name, b) in self.rows]
        blocks = [{k: np.array(v) for k, v in row["sums"].items()} for row in rows if "sums" in row]
        return joined(blocks) if len(blocks) == BLOCKS or (len(blocks) > 1 and series.name == PILOT) else None

    def refused(self, series: Series) -> str:
        """Why the changed components cannot be played with."""
        return str(self.rows.get((series.name, 0), {}).get("refused", ""))


def pilot_of(main: Series) -> Series:
    """A short series like the main one, which comes first."""
    return Series(PILOT, main.bots, BLOCKS * max(4, main.matches // BLOCKS // 5), options=main.options, leads=True)


def run(
    table: Table,
    plan: Sequence[Series],
    played: Played,
    threads: int = 1,
    ray: str | None = None,
    progress: Callable[[int], object] = lambda done: None,
) -> bool:
    """Plays all blocks that are missing; False if interrupted."""
    if threads < 1:
        raise BadInput("at least one thread")
    pilot = pilot_of(plan[0])
    progress(sum(BLOCKS - len(played.missing(series)) for series in plan))
    try:
        first: list[Task] = [(pilot, (block,)) for block in played.missing(pilot, PILOT_BLOCKS)]
        for row in rows_of(table, first, None, threads, ray):
            played.add(row)
        chances = calibrated(table, pilot, played)
        tasks: list[Task] = []
        for series in plan:
            blocks = played.missing(series)
            if series.changes:
                tasks += [(series, tuple(blocks))] if blocks else []
            else:
                tasks += [(series, (block,)) for block in blocks]
        for row in rows_of(table, tasks, chances, threads, ray):
            played.add(row)
            progress(1)
    except KeyboardInterrupt:
        return False
    return True


def calibrated(table: Table, pilot: Series, played: Played) -> Chances:
    """From the pilot series."""
    blocks = [
        {name: np.array(column) for name, column in played.rows[PILOT, block]["sums"].items()}
        for block in range(PILOT_BLOCKS)
    ]
    lengths = np.concatenate([block["lengths"] for block in blocks])
    shares = np.concatenate([block["shares"] for block in blocks]).reshape(-1, table.players)
    samples = np.concatenate([block["samples"] for block in blocks]).reshape(len(shares), -1, table.players + 2)
    return fit(samples, shares, lengths)


def rows_of(
    table: Table, tasks: Sequence[Task], chances: Chances | None, threads: int, ray: str | None
) -> Iterator[Row]:
    """The rows of all tasks, in any order."""
    if not tasks:
        return
    with closing(
        on_threads(table, tasks, chances, threads) if ray is None else on_ray(table, tasks, chances, ray)
    ) as found:
        yield from found


def on_threads(
    table: Table, tasks: Sequence[Task], chances: Chances | None, threads: int
) -> Generator[Row, None, None]:
    if threads == 1:
        for task in tasks:
            yield from play_task(table, task, chances)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[list[Row]]] = {pool.submit(play_task, table, task, chances) for task in tasks}
        try:
            while waiting:
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield from future.result()
        finally:
            pool.shutdown(cancel_futures=True)


def on_ray(table: Table, tasks: Sequence[Task], chances: Chances | None, address: str) -> Generator[Row, None, None]:
    ray = import_ray()
    own = not ray.is_initialized()
    if own:
        connect(ray, address, None)
    waiting: list[Any] = []
    try:
        play = ray.remote(play_named)
        waiting = [play.remote(table.game.name, table.players, table.seed, task, chances) for task in tasks]
        while waiting:
            done, waiting = ray.wait(waiting)
            for rows in ray.get(done):
                yield from rows
    finally:
        for one in waiting:
            with suppress(ray.exceptions.RayError):
                ray.cancel(one, force=True)
        if own:
            ray.shutdown()


def play_named(game: str, players: int, seed: str, task: Task, chances: Chances | None) -> list[Row]:
    """A task on another machine, which finds the game by its name."""
    from yokocho import catalog

    return play_task(Table(catalog.game(game), players, seed), task, chances)
