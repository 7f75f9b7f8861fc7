"""The user's function of torch, and where its inputs come from."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from lowp.bench.errors import BenchError

_MAKE_INPUTS = "make_inputs"


class TorchFunction(NamedTuple):
    """name: as users gave it. call: of tensors. make_inputs: returns them; None where
    the file has no such function."""

    name: str
    call: Callable[..., Any]
    make_inputs: Callable[[], Any] | None = None


def _describe_failure(error: BaseException) -> str:
    """The exception and the innermost place in code that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{place}"


@contextlib.contextmanager
def expecting(what: str) -> Iterator[None]:
    """Raises BenchError where what the user wrote raises anything."""
    try:
        yield
    except BenchError:
        raise
    except Exception as error:  # noqa: BLE001
        raise BenchError(f"expected {what}, got {_describe_failure(error)}") from None


def _import(path: str) -> Any:
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BenchError(f"expected a file of Python, as layer.py, got '{path}'")
    module = importlib.util.module_from_spec(spec)
    # As when Python runs the file: modules beside it can be imported.
    sys.path.insert(0, os.path.dirname(os.path.abspath(path)))
    with expecting(f"'{path}' to be imported"):
        spec.loader.exec_module(module)
    return module


def load_function(text: str, option: str = "--torch") -> TorchFunction:
    """The function that "layer.py:layer" names. Raises BenchError."""
    path, colon, name = text.rpartition(":")
    if not colon or not path or not name:
        raise BenchError(f"expected {option} FILE.py:FUNCTION, as layer.py:layer, got {text!r}")
    if not os.path.isfile(path):
        raise BenchError(f"expected {option} to name a file, got '{path}'")
    module = _import(path)
    call = getattr(module, name, None)
    if not callable(call):
        raise BenchError(f"expected '{path}' to have a function {name}, got none")
    return TorchFunction(text, call, getattr(module, _MAKE_INPUTS, None))


def load_externals(texts: Sequence[str]) -> dict[str, Callable[..., Any]]:
    """The functions that "attention=layer.py:attention" name. Raises BenchError."""
    found: dict[str, Callable[..., Any]] = {}
    for text in texts:
        name, equals, place = text.partition("=")
        if not equals or not name:
            raise BenchError(
                "expected --external NAME=FILE.py:FUNCTION, as "
                f"attention=layer.py:attention, got {text!r}"
            )
        found[name] = load_function(place, "--external NAME=").call
    return found


def as_results(returned: Any) -> tuple:
    """What a function of torch returned, as a tuple of tensors. Raises BenchError for
    anything else."""
    import torch

    results = returned if isinstance(returned, (tuple, list)) else (returned,)
    for one in results:
        if not isinstance(one, torch.Tensor):
            raise BenchError(
                "expected the function of --torch to return a tensor or a tuple of "
                f"them, got {type(one).__name__}"
            )
    return tuple(results)


def call_function(function: TorchFunction, inputs: Sequence[Any]) -> tuple:
    """Its results. Raises BenchError with what it raised."""
    with expecting(f"{function.name} to take the program's arguments"):
        return as_results(function.call(*inputs))
