"""Makes device functions of the rules: the plain function of each kernel, with device functions for what it calls.

Needs numba-cuda, or NUMBA_ENABLE_CUDASIM=1, with which everything runs as Python.
"""

from __future__ import annotations

import contextlib
import dis
import os
import types
from collections.abc import Callable
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):
    np.row_stack = np.vstack  # versions of numba-cuda from before NumPy 2.4 look it up

from numba import cuda

SIMULATED = os.environ.get("NUMBA_ENABLE_CUDASIM", "") not in ("", "0")
LARGE = (
    400  # bytes of bytecode from which a function is called rather than inlined: compiling takes a third of the time
)

large: set[types.CodeType] = set()  # functions that are called


def keep_large_functions(lower: type[Any]) -> None:
    """Makes the compiler mark the functions in `large`."""
    before = lower.pre_lower

    def pre_lower(self: Any) -> None:
        before(self)
        attributes = self.builder.function.attributes
        if self.func_ir.func_id.func.__code__ in large and "alwaysinline" not in attributes:
            attributes.add("noinline")

    lower.pre_lower = pre_lower


if not SIMULATED:
    from numba.cuda.cudadrv import nvvm

    # Each device function has a copy of the tables it reads, more than the 64 kB of constant memory; and global memory
    # takes it better when the threads of a warp read different entries.
    nvvm.ADDRSPACE_CONSTANT = nvvm.ADDRSPACE_GLOBAL
    with contextlib.suppress(ImportError, AttributeError):
        from numba.cuda.lowering import Lower

        keep_large_functions(Lower)


class Converter:
    """Device functions for one game. ``names`` are what the globals of generic functions stand for."""

    def __init__(self, names: dict[str, Any], threshold: int = LARGE) -> None:
        self.names, self.threshold = names, threshold
        self.made: dict[Callable[..., Any], Any] = {}

    def __call__(self, kernel: Callable[..., Any]) -> Any:
        """The device function of a kernel, compiled or plain, or of a generic function."""
        function = getattr(kernel, "py_func", kernel)
        if function not in self.made:
            self.made[function] = self.convert(function)
        return self.made[function]

    def convert(self, function: Any) -> Any:
        known = dict(function.__globals__)
        generic = function.__module__.startswith("yokocho.research.native")
        # Only names that are loaded as globals: an attribute such as `s.trash` may share its name with a function.
        for name in {i.argval for i in dis.get_instructions(function) if i.opname == "LOAD_GLOBAL"}:
            value: Any = self.names[name] if generic and name in self.names else known.get(name)
            if isinstance(getattr(value, "py_func", value), types.FunctionType):
                known[name] = self(value)
        clone = types.FunctionType(function.__code__, known, function.__name__, function.__defaults__)
        if len(function.__code__.co_code) >= self.threshold:
            large.add(function.__code__)
        else:
            large.discard(function.__code__)
        return cuda.jit(device=True)(clone)
