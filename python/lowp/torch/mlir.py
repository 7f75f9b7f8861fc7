"""Programs of torch.export as modules of MLIR, for tools that know no torch."""

from __future__ import annotations

from typing import Any

import torch

from lowp._errors import Error
from lowp._recipe_options import RecipeOptions
from lowp.torch.compiling.eager import decompositions
from lowp.torch.compiling.errors import Refusal
from lowp.torch.compiling.importer.region import import_region
from lowp.torch.compiling.joint import mark_linears
from lowp.torch.compiling.recipes import Recipes

# The kinds of inputs that keep their values from call to call.
_HELD = {torch.export.graph_signature.InputKind.PARAMETER}


class ExportError(Error):
    """A program of torch.export that lowp does not import."""


def _check(program: Any) -> None:
    signature = program.graph_signature
    written = {**signature.buffers_to_mutate, **signature.user_inputs_to_mutate}
    if written:
        raise ExportError(
            "lowp.torch.to_mlir: expected a program that writes no buffer and no input, got "
            f"one that writes {', '.join(map(str, written.values()))}"
        )


def to_mlir(program: Any) -> str:
    """A module with one function, `region`, of what torch.export.export returned.

    Its arguments are those of the program's graph, in their order: parameters and buffers
    first, then inputs. Parameters are marked lowp.parameter, matmuls have the path of their
    layer as lowp.name, which patterns of recipes match. Raises lowp.Error for a program that
    writes what it is given, and for an operation that lowp does not import; it is named."""
    program = program.run_decompositions(decompositions())
    _check(program)
    graph = program.graph
    inputs = [node for node in graph.nodes if node.op == "placeholder"]
    held = {each.arg.name for each in program.graph_signature.input_specs if each.kind in _HELD}
    parameters = {node for node in inputs if node.name in held}
    mark_linears(graph, parameters, set(), Recipes(RecipeOptions()))
    nodes = [node for node in graph.nodes if node.op == "call_function"]
    (output,) = (node for node in graph.nodes if node.op == "output")
    try:
        region, _ = import_region(nodes, inputs, output.args[0], "cpu", {}, parameters)
    except Refusal as refusal:
        raise ExportError(f"lowp.torch.to_mlir: {refusal}") from None
    return region.text
