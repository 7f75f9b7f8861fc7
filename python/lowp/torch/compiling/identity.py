"""What tells graphs apart that inductor keeps on disk, beside their text: which lowp
divides them, and what lowp reads of them that is in no text."""

from __future__ import annotations

import functools
import hashlib
import os

import torch
from torch.fx.node import _get_qualified_name

from lowp import cache
from lowp.torch.compiling.alike import nodes_of
from lowp.torch.compiling.linears import module_path
from lowp.torch.compiling.own_sums import flags_of_sums
from lowp.torch.compiling.settings import Settings

_FOLDER = os.path.dirname(os.path.abspath(__file__))


@functools.cache
def _of_lowp() -> str:
    """The sources here, which make regions, and the library, which refuses some: both
    change without a new version where lowp is developed."""
    result = hashlib.sha256(repr(cache.library_identity()).encode())
    for folder, _folders, names in sorted(os.walk(_FOLDER)):
        for name in sorted(names):
            if name.endswith(".py"):
                with open(os.path.join(folder, name), "rb") as file:
                    result.update(file.read())
    return result.hexdigest()


def _target(node: torch.fx.Node) -> str:
    """A name that all processes have: the text of a function is its address."""
    if isinstance(node.target, str):
        return node.target
    try:
        return _get_qualified_name(node.target)
    except (AttributeError, RuntimeError):
        return type(node.target).__qualname__


def _describe(node: torch.fx.Node) -> str:
    read = ",".join(each.name for each in node.all_input_nodes)
    return f"{node.name} {node.op} {_target(node)} {read} {module_path(node)}"


def digest(module: torch.fx.GraphModule, settings: Settings, parameters: list[bool]) -> str | None:
    """The digest of a graph of dynamo, those within it included: paths of modules, which
    arguments are parameters, which of these have sums in main_grad, the settings and lowp. Equal
    in all processes; None where the library has no file, so that inductor keeps nothing."""
    try:
        own = _of_lowp()
    except OSError:
        return None
    lines = map(_describe, nodes_of(module))
    flags = repr([parameters, flags_of_sums(module)])
    text = "\n".join([own, settings.digest(), flags, *lines])
    return hashlib.sha256(text.encode()).hexdigest()
