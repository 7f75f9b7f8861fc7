"""lowp in PyTorch.

`torch.compile(model, backend="lowp")` needs no import of this package: torch finds
the backend by its entry point. What is here needs torch 2.11 or newer.
"""

from typing import Any

import torch

_OLDEST = (2, 11)


def _check_version(version: str) -> None:
    """Raises ImportError for a torch that is too old."""
    numbers = tuple(int(part) for part in version.split("+")[0].split(".")[:2])
    if numbers < _OLDEST:
        raise ImportError(
            f"expected torch {_OLDEST[0]}.{_OLDEST[1]} or newer for lowp.torch, got "
            f"{version}; install lowp[torch]"
        )


_check_version(torch.__version__)


def __getattr__(name: str) -> Any:
    """explain, which imports dynamo."""
    if name == "explain":
        from lowp.torch.compiling.explanation import explain

        return explain
    raise AttributeError(f"module 'lowp.torch' has no attribute {name!r}")
