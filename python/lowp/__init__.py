"""Low-precision matrix multiplication: compile MLIR, call it on your arrays.

    import lowp

    program = lowp.compile(text, chip="sm_90a")     # or device="cpu"
    matmul = program["matmul"]
    y = matmul(x, w)                                # torch, numpy, DLPack

    y = lowp.matmul(x, w, recipe="rowwise")         # one product, without MLIR

A program is compiled once per source, chip, options and version of lowp: the
result is kept on disk (see `lowp.cache`). Calls run on the caller's current
stream, allocate nothing of their own while a CUDA graph is captured, and check
device, type, shape and strides of every array before anything is launched.

Nothing but the standard library is imported; numpy and torch are used when the
arrays that are passed are theirs.
"""

from lowp._descriptions import Argument, Dimension, Kernel
from lowp._errors import (
    CacheWarning,
    CompileError,
    Diagnostic,
    Error,
    LaunchError,
    LibraryError,
)
from lowp._explain import explain, traffic
from lowp._external import ExternalArray
from lowp._matmul import matmul
from lowp._prepared import Prepared
from lowp._recipe_names import list_recipes as recipes
from lowp._recipe_options import RecipeOptions
from lowp._table import Table
from lowp._version import __version__
from lowp import cache
from lowp.arrays import reinterpret
from lowp.compiler import chips, compile, load, run_pipeline
from lowp.device import DeviceArray, DeviceInfo, device_count, device_info
from lowp.program import Function, Program

__all__ = [
    "Argument",
    "CacheWarning",
    "CompileError",
    "DeviceArray",
    "DeviceInfo",
    "Diagnostic",
    "Dimension",
    "Error",
    "ExternalArray",
    "Function",
    "Kernel",
    "LaunchError",
    "LibraryError",
    "Prepared",
    "Program",
    "RecipeOptions",
    "Table",
    "__version__",
    "cache",
    "chips",
    "compile",
    "device_count",
    "device_info",
    "explain",
    "load",
    "matmul",
    "recipes",
    "reinterpret",
    "run_pipeline",
    "traffic",
]
