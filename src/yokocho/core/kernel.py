"""How a rule function is compiled, and where its compiled form is kept.

``@kernel`` compiles with Numba and keeps the result on disk, in a folder named after the digest of everything the
code depends on: all sources of the core and of the function's own package, the component data beside them, the
compiler's version and the processor. So machine code is never used after a change of its sources, and the folder can be
moved or copied: the key contains no paths or file times.

Compiling takes minutes, and people should not have to wait for it: `interpret` makes the kernels of a folder run as
Python until `run_compiled`. A kernel gives the same result either way, so a match may change between any two calls.

``YOKOCHO_PLAIN=1`` runs all kernels as plain Python: for debugging, coverage and comparison.
``YOKOCHO_BOUNDSCHECK=1`` compiles with checked array indices.
"""

from __future__ import annotations

import hashlib
import inspect
import os
import sys
import tempfile
import threading
import types
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, cast

import llvmlite
import numba
import numpy as np
import platformdirs
from llvmlite import binding as llvm
from numba.core import caching
from numba.core.registry import CPUDispatcher

PLAIN = os.environ.get("YOKOCHO_PLAIN", "") not in ("", "0")
BOUNDSCHECK = os.environ.get("YOKOCHO_BOUNDSCHECK", "") not in ("", "0")

CORE = Path(__file__).parent
TALK = (  # files without kernels, in the core, the bots and the games: their changes recompile nothing
    *("ahead.py", "game.py", "match.py", "position.py", "scene.py", "trace.py", "coverage.py", "errors.py"),
    *("words.py", "notation.py", "refusals.py", "table.py", "positions.py", "hammer.py", "remarks.py"),
    *("kitchen.py", "outside.py", "seats.py", "warm.py"),
    *("lessons.toml", "coach.toml"),
)

Kernel: TypeAlias = Callable[..., Any]

made: defaultdict[Path, list[Any]] = defaultdict(list)  # all kernels, by the folder they are compiled for
interpreted: set[Path] = set()  # folders whose kernels run as Python for now
compiled_states: set[type] = set()  # record types of games whose kernels are compiled (core/record.py)
here = threading.local()  # here.loading: this thread calls compiled kernels even if the folder is interpreted


def wrap_around() -> None:
    """To be called in each thread that runs kernels as Python: the generator's 64-bit words overflow on purpose."""
    np.seterr(over="ignore")


if PLAIN:
    wrap_around()


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
def processor() -> str:
    """The processor, as part of the cache key."""
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {llvm.get_host_cpu_features().flatten()}"


@cache
def digest(*folders: Path) -> str:
    """A hash of everything that compiled code from these folders depends on."""
    h = hashlib.sha256()
    versions = sys.version_info[:2], numba.__version__, llvmlite.__version__, np.__version__
    h.update(f"{versions} {BOUNDSCHECK} {processor()}".encode())
    for folder in sorted({CORE, *folders}):
        for path in sources(folder):
            h.update(path.name.encode())
            h.update(path.read_bytes())
    return h.hexdigest()[:16]


def cache_folder(*folders: Path) -> Path:
    return cache_root() / f"{folders[-1].name}-{digest(*folders)}"


class Locator(caching._CacheLocator):  # type: ignore[misc]
    """Where Numba caches a function. The stamp is the folder's name; Numba's own locators would use paths and times."""

    def __init__(self, folder: Path, line: int) -> None:
        self.folder, self.line = folder, line

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return self.folder.name

    def get_disambiguator(self) -> str:
        return str(self.line)

    @classmethod
    def from_function(cls, function: Kernel, file: str) -> Locator | None:
        folder = cache_folder(*function.__kept__)  # type: ignore[attr-defined]
        folder.mkdir(parents=True, exist_ok=True)
        return cls(folder, function.__code__.co_firstlineno)


class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes = (Locator,)


class Cache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's cache of one function. If an entry cannot be read, it is compiled again."""

    _impl_class = Impl
    on_ready: Callable[[Any], None] | None = None  # called with each function that was loaded or compiled

    def load_overload(self, signature: Any, target: Any) -> Any:
        try:
            found = super().load_overload(signature, target)
        except Exception:
            Path(self._cache_file._index_path).unlink(missing_ok=True)
            return None
        if found is not None and Cache.on_ready:
            Cache.on_ready(self._py_func)
        return found

    def save_overload(self, signature: Any, result: Any) -> None:
        super().save_overload(signature, result)
        if Cache.on_ready:
            Cache.on_ready(self._py_func)


class Interpreted(CPUDispatcher):  # type: ignore[misc]
    """A kernel that runs as Python when it is called from Python, until it is compiled.

    Kernels of the core are shared by several games. For a state of a game that has changed over already they run
    compiled: the fields of its record type are narrow ints, which would overflow in Python.
    """

    def __call__(self, *arguments: Any) -> Any:
        if is_loading() or type(arguments[0]) in compiled_states:
            return super().__call__(*arguments)
        return self.py_func(*arguments)


def compiled(function: Kernel, *folders: Path) -> Kernel:
    """The compiled form of a function, cached under the digest of the core and the given folders."""
    # No kernel is passed on as a function pointer: without the wrapper for that, compiling takes a few percent less.
    options = {"nogil": True, "error_model": "numpy", "boundscheck": BOUNDSCHECK, "no_cfunc_wrapper": True}
    dispatcher = numba.njit(**options)(function)
    function.__kept__ = folders  # type: ignore[attr-defined]
    dispatcher._cache = Cache(function)
    dispatcher.get_call_template = types.MethodType(widened_call_template, dispatcher)
    made[folders[-1]].append(dispatcher)
    if folders[-1] in interpreted:
        dispatcher.__class__ = Interpreted
    return cast(Kernel, dispatcher)


def interpret(folder: Path) -> None:
    """Makes the kernels of a folder run as Python."""
    interpreted.add(folder)
    for dispatcher in made[folder]:
        dispatcher.__class__ = Interpreted


def run_compiled(folder: Path) -> None:
    """Makes the kernels of a folder run compiled. A thread that is inside one may finish it in either form."""
    interpreted.discard(folder)
    for dispatcher in made[folder]:
        dispatcher.__class__ = CPUDispatcher


def is_loading() -> bool:
    return getattr(here, "loading", False)


@contextmanager
def loading() -> Iterator[None]:
    """In its body, this thread calls compiled kernels, even if the folder is interpreted."""
    here.loading = True
    try:
        yield
    finally:
        here.loading = False


def widened_call_template(self: Any, arguments: Any, keywords: Any) -> Any:
    """Lets kernels call each other with 64-bit ints, whatever field a number comes from.

    Otherwise Numba would compile a function for each combination of int types: twice as many functions.
    """
    wide = tuple(widened(argument) for argument in arguments)
    return CPUDispatcher.get_call_template(self, wide, {name: widened(argument) for name, argument in keywords.items()})


def widened(kind: Any) -> Any:
    whole = isinstance(kind, numba.types.Integer | numba.types.Boolean) and kind != numba.types.uint64
    return numba.types.int64 if whole else kind


def kernel(function: Kernel) -> Kernel:
    """A rule function: takes and returns small ints, and changes the state in place. No objects, allocation or
    exceptions.
    """
    if PLAIN:
        return function
    return compiled(function, Path(inspect.getfile(function)).parent)


def specialise(function: Kernel, name: str, folder: Path, **kernels: Any) -> Kernel:
    """A generic algorithm compiled for one game: the same code with that game's kernels as globals."""
    return specialise_all([function], name, folder, **kernels)[function.__name__]


def specialise_all(functions: Sequence[Kernel], name: str, folder: Path, **kernels: Any) -> dict[str, Kernel]:
    """Generic functions of one module that call each other, compiled for one game; by name.

    Numba's disk cache never hits for a closure over kernels, but it does for a module-level function whose globals
    are kernels. So the functions are cloned with a common dict of globals.
    """
    common: dict[str, Any] = {**functions[0].__globals__, **kernels}
    for function in functions:
        clone = types.FunctionType(function.__code__, common, function.__name__, function.__defaults__)
        clone.__qualname__ = f"{function.__qualname__}_{name}"
        clone.__module__ = function.__module__
        clone.__doc__ = function.__doc__
        common[function.__name__] = clone if PLAIN else compiled(clone, Path(inspect.getfile(function)).parent, folder)
    return {function.__name__: common[function.__name__] for function in functions}
