"""Compiled kernels: never stale, cached on disk, the same for a generic algorithm made for a game."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from yokocho.core.kernel import CORE, cache_root, digest, specialise
from yokocho.core.record import CARD, COUNT, HEADER, blank, record
from yokocho.core.rng import below, next_word, spread

STALL = """
from yokocho.core.kernel import kernel
from {package}.constants import FACTOR

@kernel
def worth(x):
    return x * FACTOR
"""
ALGORITHM = """
from pathlib import Path
from yokocho.core.kernel import specialise
from stall.rules import worth

def twice(x):
    return worth(worth(x))

made = specialise(twice, "stall", Path(__file__).parent.parent / "stall", worth=worth)
print(made(1), sum(made.stats.cache_hits.values()), sum(made.stats.cache_misses.values()))
"""


def ask(folder: Path) -> list[int]:
    """Runs the algorithm in a new process: its answer, cache hits, cache misses."""
    done = subprocess.run(
        [sys.executable, "-m", "algorithms.run"],
        cwd=folder,
        capture_output=True,
        text=True,
        env=os.environ | {"YOKOCHO_CACHE": str(folder / "cache"), "YOKOCHO_PLAIN": "0"},
        timeout=600,
    )
    assert done.returncode == 0, done.stderr
    return [int(word) for word in done.stdout.split()]


def test_a_changed_rule_or_component_never_meets_old_machine_code(tmp_path: Path) -> None:
    """Numba's own cache looks only at the file of the function itself; ours is keyed by all the sources."""
    stall, algorithms = tmp_path / "stall", tmp_path / "algorithms"
    for folder in (stall, algorithms):
        folder.mkdir()
        (folder / "__init__.py").write_text("")
    (stall / "constants.py").write_text("FACTOR = 3\n")
    (stall / "rules.py").write_text(STALL.format(package="stall"))
    (algorithms / "run.py").write_text(ALGORITHM)
    assert ask(tmp_path) == [9, 0, 1]
    assert ask(tmp_path) == [9, 1, 0], "from the cache in a new process"
    (stall / "constants.py").write_text("FACTOR = 5\n")
    assert ask(tmp_path) == [25, 0, 1]
    (stall / "components.toml").write_text("changed = true\n")
    assert ask(tmp_path) == [25, 0, 1]


def test_a_moved_folder_and_a_copied_cache_hit(tmp_path: Path) -> None:
    """Neither where the sources lie nor when they were written is part of the key."""
    here, there = tmp_path / "here", tmp_path / "there" / "copied"
    for name in ("stall", "algorithms"):
        (here / name).mkdir(parents=True)
        (here / name / "__init__.py").write_text("")
    (here / "stall" / "constants.py").write_text("FACTOR = 3\n")
    (here / "stall" / "rules.py").write_text(STALL.format(package="stall"))
    (here / "algorithms" / "run.py").write_text(ALGORITHM)
    assert ask(here) == [9, 0, 1]
    shutil.copytree(here, there, copy_function=shutil.copy)
    for path in there.rglob("*.py"):
        os.utime(path, (1, 1))
    assert ask(there) == [9, 1, 0]


def test_a_folder_that_cannot_be_written_is_no_obstacle(monkeypatch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("YOKOCHO_CACHE", str(blocked / "below"))
    assert cache_root().is_dir()


def test_the_digest_notices_every_source() -> None:
    assert digest(CORE) != digest(CORE, CORE.parent / "games" / "umami")


def double(x):  # type: ignore[no-untyped-def]
    return step(x) * 2  # type: ignore[name-defined]  # noqa: F821


def test_a_specialised_function_keeps_its_code_and_has_its_own_name() -> None:
    from yokocho.core.rng import mix

    made = specialise(double, "mixed", CORE, step=mix)
    assert made.__name__ == "double" and "mixed" in made.py_func.__qualname__
    assert int(made(np.uint64(5))) == (int(mix(np.uint64(5))) * 2) % 2**64


def test_the_generator_is_xoshiro256_starstar() -> None:
    """Against the reference written out with Python's unbounded ints."""
    words = [0x0123456789ABCDEF, 0xFEDCBA9876543210, 42, 7]
    ours = np.array(words, np.uint64)
    limit = 2**64

    def rotated(x: int, k: int) -> int:
        return (x << k | x >> 64 - k) % limit

    for _ in range(1000):
        expected = rotated(words[1] * 5 % limit, 7) * 9 % limit
        t = words[1] << 17
        words[2] ^= words[0]
        words[3] ^= words[1]
        words[1] ^= words[2]
        words[0] ^= words[3]
        words[2] ^= t % limit
        words[3] = rotated(words[3], 45)
        assert int(next_word(ours)) == expected
        assert [int(w) for w in ours] == words


def test_numbers_below_are_fair() -> None:
    words = np.arange(1, 5, dtype=np.uint64)
    counts = np.bincount([below(words, 6) for _ in range(12_000)], minlength=6)
    assert len(counts) == 6 and counts.min() > 1800 and counts.max() < 2200


def test_seeds_of_a_series_differ() -> None:
    base, out, seen = np.arange(4, dtype=np.uint64), np.zeros(4, np.uint64), set()
    for i in range(2000):
        spread(base, i, out)
        seen.add(out.tobytes())
    assert len(seen) == 2000


def test_a_record_has_a_name_for_every_byte_and_no_field_twice() -> None:
    made = record(card=CARD[3], flag=COUNT)
    assert made.itemsize % 8 == 0
    assert sum(made[name].itemsize for name in made.names) == made.itemsize
    assert set(HEADER) <= set(made.names) and not blank(made).card.any()
    for name in ("news", "round", "copy"):
        with pytest.raises(ValueError, match=name):
            record(**{name: COUNT})
