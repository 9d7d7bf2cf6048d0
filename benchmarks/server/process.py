"""A program under measurement: on a core of its own, with its processor time and memory."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

SERVER, CLIENTS = 0, 1  # cores
TICK = os.sysconf("SC_CLK_TCK")
KIB = 1024


def stay_on(core: int) -> None:
    """This process, and whatever it starts from now on, keeps to a core, where the system lets us choose."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core % (os.cpu_count() or 1)})


class Program:
    """A server, from the moment it says where it listens."""

    def __init__(self, command: Sequence[str | Path], core: int = SERVER) -> None:
        stay_on(core)
        self.child = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True)
        stay_on(CLIENTS)
        assert self.child.stdout
        found = next(filter(None, (re.search(r"http://\S+", line) for line in self.child.stdout)), None)
        if not found:
            raise SystemExit(f"{command[0]} did not start")
        self.url = found[0]

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        fields = Path(f"/proc/{self.child.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    def memory(self) -> int:
        """Resident KiB."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.child.pid}/status").read_text())
        assert found
        return int(found[1])

    def kill(self) -> None:
        """At once: what is not on disk is gone."""
        self.child.kill()
        self.child.wait()
        if self.child.stdout:
            self.child.stdout.close()


def house(database: Path, *arguments: str) -> Program:
    command = [Path(sys.executable).with_name("yokocho"), "serve", "--port", "0", "--database", database]
    return Program([*command, "--unlimited", "--bot-delay", "0", *arguments])
