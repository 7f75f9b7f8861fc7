"""Steps of optimizers that write parameters without torch counting it."""

from __future__ import annotations

import functools
import itertools
import weakref
from typing import Any

import torch
from torch.optim.optimizer import register_optimizer_step_post_hook

# By the storages that were written: the last step that did.
_last: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
_steps = itertools.count(1)
_latest = 0


def _note(optimizer: torch.optim.Optimizer, _args: Any, _kwargs: Any) -> None:
    global _latest
    step = _latest = next(_steps)
    for group in optimizer.param_groups:
        if group.get("fused"):
            _last.update((parameter.untyped_storage(), step) for parameter in group["params"])


@functools.cache
def watch() -> None:
    """Counts these steps from now on."""
    register_optimizer_step_post_hook(_note)


def last_of(storage: Any) -> int:
    """The last of these steps that wrote a storage; 0 before there was one."""
    return _last.get(storage, 0)


def latest() -> int:
    """The last step of any optimizer; 0 before there was one."""
    return _latest
