"""Measures the rules on a GPU, and verifies there that it plays the same matches as a processor.

The machine needs Numba, NumPy, numba-cuda, an NVIDIA driver and the small packages that yokocho imports. Where nothing
can be installed, take those along:

    pip install --target build/gpu platformdirs rich
    PYTHONPATH=src:build/gpu python3 benchmarks/gpu.py --out gpu.json

Each line of the output is one finding, printed and kept in the file as soon as it is there. Several processes compile
at the same time; they measure one after another. What is not done after --seconds is left out.
"""

from __future__ import annotations

import argparse
import fcntl
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # an older numba-cuda looks it up

TABLES = {"umami": 4, "yatta": 4, "wok_and_roll": 3, "mitsuhamama": 3}
BARS = {"umami": 250, "yatta": 60, "wok_and_roll": 300, "mitsuhamama": 300}  # M decisions/s, whole random matches
VERIFIED = 10_000  # matches a game
SEED = "gpu"
MULTIPROCESSORS = 132  # of an H200
PLAYS = (  # what a process measures with one compilation: threads on each multiprocessor, a block, together
    *((per, 64, together) for per in (256, 512, 1024) for together in (16, 32)),
    *((512, 64, together) for together in (1, 8, 24)),
    *((per, 128, 16) for per in (512, 640)),
    (2048, 64, 16),
)
ROLES = (  # by importance: what a process does, and how it is compiled
    ("reference", {}),
    ("play", {}),
    ("step", {}),
    ("play", {"registers": 64}),
    ("play", {"threshold": 100}),
    ("play", {"layout": "records"}),
    ("step", {"layout": "records"}),
    ("play", {"threshold": 1000}),
)
AIM = 60e6  # decisions of one measurement
MATCHES = 65_536
STEPS = 60


def say(**finding: Any) -> None:
    print(json.dumps(finding), flush=True)


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """One process at a time measures."""
    with (folder / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def guarded(what: dict[str, Any], measure: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """A measurement, told; what goes wrong is told too, and does not end the others."""
    try:
        found = measure()
    except Exception as error:
        traceback.print_exc()
        found = {"failed": f"{type(error).__name__}: {error}"[:300]}
    say(**what, **found)
    return found


# --- what the processes do


def reference(game: str, folder: Path) -> None:
    """The matches, played by the processor."""
    from yokocho.research import rollouts

    begun = time.perf_counter()
    played = rollouts(game, VERIFIED, TABLES[game], seed=SEED, threads=4)
    told = [played.decisions, played.endings, played.moves, played.states, played.points, played.places]
    np.savez(folder / f"{game}.tmp.npz", *told)
    (folder / f"{game}.tmp.npz").rename(folder / f"{game}.npz")
    say(game=game, what="reference", matches=VERIFIED, mean_length=float(played.decisions.mean()),
        seconds=time.perf_counter() - begun)  # fmt: skip


def wait_for(path: Path) -> Any:
    while not path.exists():
        time.sleep(0.2)
    return np.load(path)


def play(game: str, folder: Path, how: dict[str, Any]) -> None:
    """Whole random matches."""
    from numba import cuda

    from yokocho.research import rollouts

    begun = time.perf_counter()
    what = {"game": game, "what": "rollouts", **how}
    first = rollouts(game, 64, TABLES[game], seed=SEED, device="cuda", **how)
    say(game=game, what="compiled", role="play", **how, seconds=time.perf_counter() - begun)
    units = getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", MULTIPROCESSORS)

    def verify() -> dict[str, Any]:
        with alone(folder):
            mine = rollouts(game, VERIFIED, TABLES[game], seed=SEED, device="cuda", **how)
        theirs = wait_for(folder / f"{game}.npz")
        names = ["decisions", "endings", "moves", "states", "points", "places"]
        equal = {name: bool(np.array_equal(getattr(mine, name), theirs[key])) for name, key in zip(names, theirs.files)}
        return {"equal": all(equal.values()), "matches": VERIFIED, "parts": equal}

    mean = float(first.decisions.mean())
    records = how.get("layout") == "records"
    for per, block, together in PLAYS if not how else PLAYS[:5] if not records else PLAYS[:6:2]:

        def measure(per: int = per, block: int = block, together: int = together) -> dict[str, Any]:
            threads = units * per
            n = max(2 * threads, int(AIM / mean))
            tuning = {"at_once": threads, "block": block, "together": together, **how}
            with alone(folder):
                played = rollouts(game, n, TABLES[game], seed=SEED, device="cuda", **tuning)
            done = int(played.decisions.sum())
            return {"matches": n, "mean_length": done / n, "millions_per_second": done / played.seconds / 1e6}

        guarded({**what, "per_multiprocessor": per, "block": block, "together": together}, measure)
    guarded({**what, "what": "verified"}, verify)


def step(game: str, folder: Path, how: dict[str, Any]) -> None:
    """Lock-step, with observations and legal actions."""
    from numba import cuda

    from yokocho.research import Batch

    begun = time.perf_counter()
    what = {"game": game, "what": "steps", **how}
    small = Batch(game, 256, TABLES[game], seed=SEED, device="cuda", **how)
    small.step(small.sample())
    cuda.synchronize()
    say(game=game, what="compiled", role="step", **how, seconds=time.perf_counter() - begun)
    settings: tuple[dict[str, Any], ...] = (
        {}, {"columns": True}, {"observing": False}, {"block": 32}, {"block": 128}, {"columns": True, "block": 128},
        {"skip_forced": True},
    )  # fmt: skip
    for chosen in settings if not how else settings[:3]:

        def measure(chosen: dict[str, Any] = chosen) -> dict[str, Any]:
            batch = Batch(game, MATCHES, TABLES[game], seed=SEED, device="cuda", **how, **chosen)

            def spent(run: Callable[[], object]) -> float:
                run()
                cuda.synchronize()
                begun = time.perf_counter()
                for _ in range(STEPS):
                    run()
                cuda.synchronize()
                return time.perf_counter() - begun

            with alone(folder):
                whole = spent(lambda: batch.step(batch.sample()))
                drawing = spent(batch.sample)
                clearing = spent(lambda: [batch.engine.clear(flat) for flat in batch.engine.flat])
            played = MATCHES * STEPS
            faults = int(batch.engine.host(batch.faults).sum())
            return {"matches": MATCHES, "features": batch.features, "millions_per_second": played / whole / 1e6,
                    "without_drawing": played / (whole - drawing) / 1e6, "step_ms": whole / STEPS * 1e3,
                    "drawing_ms": drawing / STEPS * 1e3, "clearing_ms": clearing / STEPS * 1e3,
                    "ended": int(batch.engine.host(batch.episodes).sum()), "faults": faults}  # fmt: skip

        guarded({**what, **chosen}, measure)
    guarded({**what, "what": "verified steps"}, lambda: same_steps(game, how))
    if not how:
        guarded({"game": game, "what": "torch"}, lambda: zero_copy(small))


def same_steps(game: str, how: dict[str, Any]) -> dict[str, Any]:
    """All arrays, and all states, after each of many steps."""
    from yokocho.research import Batch

    names = "observations legal counts actors rewards ended places points episodes".split()
    here = Batch(game, 512, TABLES[game], seed=SEED)
    there = Batch(game, 512, TABLES[game], seed=SEED, device="cuda", **how)
    for i in range(300):
        actions = here.sample().copy()
        if not np.array_equal(actions, there.engine.host(there.sample())):
            return {"equal": False, "where": f"actions of step {i}"}
        here.step(actions)
        there.step(actions)
        for name in names:
            if not np.array_equal(getattr(here, name), there.engine.host(getattr(there, name))):
                return {"equal": False, "where": f"{name} after step {i}"}
        if i % 20 == 0 and not np.array_equal(here.states(), there.states()):
            return {"equal": False, "where": f"states after step {i}"}
    return {"equal": True, "steps": 300, "matches": 512, "ended": int(here.episodes.sum())}


def zero_copy(batch: Any) -> dict[str, Any]:
    """PyTorch looks at the same memory."""
    import torch

    seen = torch.as_tensor(batch.observations, device="cuda")
    same = seen.data_ptr() == batch.observations.__cuda_array_interface__["data"][0]
    return {"same_memory": same, "sum": float(seen.sum()), "torch": torch.__version__}


# --- all of them


def main() -> None:
    asked = parser().parse_args()
    if asked.role:
        game, role, how, folder = asked.role
        run = {"reference": lambda *a: reference(*a[:2]), "play": play, "step": step}[role]
        run(game, Path(folder), json.loads(how))
        return
    begun = time.perf_counter()
    findings: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as name:
        started = [
            start(game, role, how, Path(name), nice)
            for nice, (role, how) in enumerate(ROLES)
            for game in asked.games
            if nice < asked.roles
        ]
        readers = [threading.Thread(target=collect, args=(process, findings, asked.out)) for process in started]
        for reader in readers:
            reader.start()
        for process in started:
            try:
                process.wait(max(0.1, asked.seconds - (time.perf_counter() - begun)))
            except subprocess.TimeoutExpired:
                process.kill()
        for reader in readers:
            reader.join()
    summary = summed_up(findings) | {"seconds": time.perf_counter() - begun}
    keep(findings, asked.out, summary)
    print(json.dumps(summary, indent=1), flush=True)


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(description="Measure the rules on a GPU.")
    made.add_argument("--games", nargs="+", default=list(TABLES), choices=list(TABLES))
    made.add_argument("--seconds", type=float, default=150.0, help="when to stop (default %(default)s)")
    made.add_argument("--roles", type=int, default=len(ROLES), help="only the first so many kinds of process")
    made.add_argument("--out", type=Path, default=Path("gpu.json"))
    made.add_argument("--role", nargs=4, help=argparse.SUPPRESS)
    return made


def start(game: str, role: str, how: dict[str, Any], folder: Path, nice: int) -> subprocess.Popen[str]:
    """A process of its own; the more important it is, the sooner it gets a processor."""
    command = [sys.executable, __file__, "--role", game, role, json.dumps(how), str(folder)]
    settings = os.environ | {"PYTHONWARNINGS": "ignore"}
    if role == "play":
        settings["YOKOCHO_PLAIN"] = "1"  # nothing is compiled for the processor
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=settings, preexec_fn=lambda: os.nice(min(19, 3 * nice)) and None
    )


def collect(process: subprocess.Popen[str], findings: list[dict[str, Any]], out: Path) -> None:
    assert process.stdout
    for line in process.stdout:
        print(line, end="", flush=True)
        if line.startswith("{"):
            findings.append(json.loads(line))
            keep(findings, out)


def keep(findings: list[dict[str, Any]], out: Path, summary: dict[str, Any] | None = None) -> None:
    out.write_text(json.dumps({"summary": summary or summed_up(findings), "findings": findings}, indent=1) + "\n")


def summed_up(findings: list[dict[str, Any]]) -> dict[str, Any]:
    """The best of each game beside its bar, and whether all was verified."""
    best: dict[str, Any] = {}
    for found in list(findings):
        game, rate = found["game"], found.get("millions_per_second")
        mine = best.setdefault(game, {"bar": BARS[game], "rollouts": 0.0, "steps": 0.0, "verified": {}})
        if rate and found["what"] in ("rollouts", "steps") and rate > mine[found["what"]]:
            mine[found["what"]] = rate
            mine[f"{found['what']}_with"] = {
                key: found[key]
                for key in ("layout", "registers", "threshold", "per_multiprocessor", "block", "together", "columns",
                            "observing", "skip_forced") if key in found
            }  # fmt: skip
        if rate and found["what"] == "steps" and found.get("observing", True):
            mine["steps_observed"] = max(rate, mine.get("steps_observed", 0.0))
        if found["what"].startswith("verified"):
            name = " ".join(
                [found["what"], *(f"{k}={found[k]}" for k in ("layout", "registers", "threshold") if k in found)]
            )
            mine["verified"][name] = found.get("equal", found.get("failed"))
    return {"games": best}


if __name__ == "__main__":
    main()
