"""Other libraries that do the same products.

A peer is a module of this package with

    NAME                 what users call it
    find()               its version; raises NotInstalled
    bind(problem, operands, result)
                         a call without arguments on torch's current stream that
                         returns its result, which is `result` or an array of its
                         own; raises lowp.bench.errors.Unsupported for a problem it
                         does not do

and joins by being in this folder.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil

from lowp.bench.errors import BenchError, expect_known

_PARTS = ("NAME", "find", "bind")


class NotInstalled(Exception):
    """The library of a peer cannot be imported."""


@functools.cache
def _modules() -> dict:
    """The modules of all peers by name. Their libraries need not be installed."""
    modules = {}
    for result in sorted(pkgutil.iter_modules(__path__), key=lambda one: one.name):
        module = importlib.import_module(f"{__name__}.{result.name}")
        missing = [part for part in _PARTS if not hasattr(module, part)]
        if missing:
            raise BenchError(
                f"expected the peer {result.name}.py to have {', '.join(_PARTS)}, got "
                f"none called {missing[0]}"
            )
        modules[module.NAME] = module
    return modules


def names() -> list[str]:
    """What users call the peers."""
    return list(_modules())


def find_peer(name: str):
    """The module of a peer; its library need not be installed."""
    modules = _modules()
    expect_known("a peer", [name], modules)
    return modules[name]


def load_library(name: str):
    """Imports the library of a peer."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NotInstalled(f"not installed ({error})") from None
    except Exception as error:  # noqa: BLE001
        # Libraries of other builds of torch or CUDA fail in any way.
        raise NotInstalled(f"cannot be imported ({error})") from None
