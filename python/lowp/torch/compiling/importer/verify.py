"""Modules that are not valid: what MLIR itself refuses of what the importer wrote."""

from __future__ import annotations

from collections.abc import Sequence

import torch

import lowp
from lowp.torch.compiling.converted import linears_of
from lowp.torch.compiling.errors import Mistake
from lowp._mlir.text import Line


def _refusal_of(text: str) -> lowp.Diagnostic | None:
    """What MLIR says of a module that it does not take."""
    try:
        lowp.run_pipeline(text, "")
    except lowp.CompileError as error:
        errors = [each for each in error.diagnostics if each.severity == "error"]
        return errors[0] if errors else lowp.Diagnostic("error", str(error))
    return None


def _knows_recipes(nodes: Sequence[torch.fx.Node]) -> bool:
    """Whether the recipes, which the user may have written, are attributes."""
    recipes = {linear.recipe for node in nodes for linear in linears_of(node) if linear.recipe}
    entries = ", ".join(f"r{number} = {text}" for number, text in enumerate(sorted(recipes)))
    return _refusal_of(f"module attributes {{{entries}}} {{}}") is None


def find_mistake(lines: Sequence[Line]) -> Mistake | None:
    """What is wrong with a module that the importer wrote, and with which node; None if
    MLIR takes it, or refuses a recipe."""
    numbered = (line.at(number) for number, line in enumerate(lines, start=1))
    refused = _refusal_of("\n".join(numbered))
    nodes = list(dict.fromkeys(line.owner for line in lines if line.owner is not None))
    if refused is None or not _knows_recipes(nodes):
        return None
    node = lines[refused.line - 1].owner if 0 < refused.line <= len(lines) else None
    what = f"{node.name} ({node.target})" if node is not None else "a region"
    return Mistake(f"importing {what} made a module that MLIR refuses: {refused.message}", node)
