"""Other libraries that do the same products.

A peer is a module of this package with

    NAME                 what users call it
    find()               its version; raises NotInstalled
    bind(problem, operands, result)
                         a call without arguments on torch's current stream that
                         returns its result, which is `result` or an array of its
                         own; raises lowp.bench.errors.Unsupported for a problem it
                         does not do

and joins by its entry in `_MODULES`.
"""

from __future__ import annotations

import importlib

from lowp.bench.errors import BenchError

_MODULES = {
    "torch": "cublaslt",
    "deepgemm": "deepgemm",
    "transformer-engine": "transformer_engine",
}

NAMES = tuple(_MODULES)


class NotInstalled(Exception):
    """The library of a peer cannot be imported."""


def find_peer(name: str):
    """The module of a peer; its library need not be installed."""
    if name not in _MODULES:
        raise BenchError(f"expected a peer, one of {', '.join(NAMES)}, got {name!r}")
    return importlib.import_module(f"{__name__}.{_MODULES[name]}")


def load_library(name: str):
    """Imports the library of a peer."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NotInstalled(f"not installed ({error})") from None
    except Exception as error:  # noqa: BLE001
        # Libraries of other builds of torch or CUDA fail in any way.
        raise NotInstalled(f"cannot be imported ({error})") from None
