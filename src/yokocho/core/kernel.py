"""How a rule function is compiled, and where its compiled form is kept.

``@kernel`` compiles with Numba and keeps the result on disk, in a folder named after the digest of everything the
code depends on: all sources of the core and of the function's own package, the component data beside them, and the
compiler's version. A change of a rule can therefore never meet the machine code of the old one.

``YOKOCHO_PLAIN=1`` leaves kernels as the Python they are, for debugging, coverage and comparison.
``YOKOCHO_BOUNDSCHECK=1`` compiles with checked array indices.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

import llvmlite
import numba
import numpy as np
import platformdirs

PLAIN = os.environ.get("YOKOCHO_PLAIN", "") not in ("", "0")
BOUNDSCHECK = os.environ.get("YOKOCHO_BOUNDSCHECK", "") not in ("", "0")

CORE = Path(__file__).parent
TALK = (  # hold no kernels, in the core and in a game
    *("ahead.py", "game.py", "match.py", "position.py", "scene.py", "trace.py", "coverage.py", "errors.py"),
    *("words.py", "table.py", "positions.py", "hammer.py"),
)

Kernel: TypeAlias = Callable[..., Any]

if PLAIN:
    np.seterr(over="ignore")  # the generator's 64-bit words wrap around on purpose


def cache_root() -> Path:
    """Where compiled kernels are kept: ``YOKOCHO_CACHE``, else the user's cache folder, else a temporary one."""
    named = os.environ.get("YOKOCHO_CACHE")
    root = Path(named) if named else Path(platformdirs.user_cache_dir("yokocho"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        root = Path(tempfile.gettempdir()) / f"yokocho-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
        root.mkdir(parents=True, exist_ok=True)
    return root


def sources(folder: Path) -> Iterator[Path]:
    """The files whose change must recompile the kernels of a folder."""
    for path in sorted(folder.iterdir()):
        if path.suffix in (".py", ".toml") and path.name not in TALK:
            yield path


@cache
def digest(*folders: Path) -> str:
    """Names everything that compiled code from these folders depends on."""
    h = hashlib.sha256()
    h.update(
        f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__} {np.__version__} {BOUNDSCHECK}".encode()
    )
    for folder in sorted({CORE, *folders}):
        for path in sources(folder):
            h.update(path.name.encode())
            h.update(path.read_bytes())
    return h.hexdigest()[:16]


def cache_folder(*folders: Path) -> Path:
    return cache_root() / f"{folders[-1].name}-{digest(*folders)}"


def is_cold(folder: Path) -> bool:
    """Has nothing of a game been compiled yet?"""
    return not PLAIN and next(cache_folder(folder).rglob("*.nbi"), None) is None


def compiled(function: Kernel, *folders: Path) -> Kernel:
    """The compiled form of a function, cached under the digest of the core and the given folders."""
    kept, numba.config.CACHE_DIR = numba.config.CACHE_DIR, str(cache_folder(*folders))
    try:
        made = numba.njit(cache=True, nogil=True, error_model="numpy", boundscheck=BOUNDSCHECK)(function)
    finally:
        numba.config.CACHE_DIR = kept
    made.get_call_template = types.MethodType(widened_call_template, made)
    return cast(Kernel, made)


def widened_call_template(self: Any, arguments: Any, keywords: Any) -> Any:
    """Kernels call each other with whole numbers of one width, whatever field they come from.

    Otherwise each mixture of small and large ints would be compiled again: twice as many functions for the same code.
    """
    wide = tuple(widened(argument) for argument in arguments)
    return type(self).get_call_template(self, wide, {name: widened(argument) for name, argument in keywords.items()})


def widened(kind: Any) -> Any:
    whole = isinstance(kind, numba.types.Integer | numba.types.Boolean) and kind != numba.types.uint64
    return numba.types.int64 if whole else kind


def kernel(function: Kernel) -> Kernel:
    """A rule function: small ints in, small ints out, the state changed in place. No objects, no allocation, no
    exceptions.
    """
    if PLAIN:
        return function
    return compiled(function, Path(inspect.getfile(function)).parent)


def specialise(function: Kernel, name: str, folder: Path, **kernels: Any) -> Kernel:
    """A generic algorithm made for one game: the same code with that game's kernels as globals and a name of its own.

    Numba's disk cache never hits for a closure over kernels, but it does for a module-level function whose globals
    are kernels.
    """
    clone = types.FunctionType(
        function.__code__, {**function.__globals__, **kernels}, function.__name__, function.__defaults__
    )
    clone.__qualname__ = f"{function.__qualname__}_{name}"
    clone.__module__ = function.__module__
    clone.__doc__ = function.__doc__
    if PLAIN:
        return clone
    return compiled(clone, Path(inspect.getfile(function)).parent, folder)
