"""Which gathers of a sharded model are of quantized data."""

from __future__ import annotations

import torch

from lowp._errors import LaunchError
from lowp._table import Table
from lowp.torch.checks import check_module
from lowp.torch.distributed.layer_recipes import expect_alike_recipes
from lowp.torch.distributed.row_gradients import quantize_gradients
from lowp.torch.distributed.weights import quantize_weights

_WHAT = "lowp.torch.distributed.quantize_gathers"


def quantize_gathers(model: torch.nn.Module) -> Table:
    """Lets gathers carry data and scales of what converted layers, and GroupedLinear, quantize
    anyway, half the bytes: weights that fully_shard gathers, and gradients of the results of RowwiseParallel
    layers that scatter them. Call it on all ranks after convert, parallelize_module and
    fully_shard. Inputs are QuantizedInput's.

    Losses are those of gathers in 16 bits, and so are gradients, but for two kinds: those of
    weights that come from gathered gradients, and with scales of rows those of inputs, whose
    matmul quantizes the weight once more along its columns. state_dict, optimizers and
    checkpoints keep plain parameters. Graphs of torch.compile send rows as data and scales with
    backend="lowp" alone, with others as they are widened.

    Experts of the recipe "auto" get what it chooses for weights that come quantized.

    Returns what travels: a table with a row for each parameter of fully_shard and each
    RowwiseParallel layer, kept ones with the reason; `json` has all.

    Raises ValueError for recipes whose scales are of whole tensors, and for rows whose
    gradient of the weight reads 16 bits, naming what to take, and on all ranks where layers
    were converted differently; LaunchError for a model that no device shares, and while
    weights are gathered; TypeError for what is no module."""
    check_module(model, _WHAT)
    expect_alike_recipes(model, _WHAT)
    weights = quantize_weights(model, _WHAT)
    gradients = quantize_gradients(model, _WHAT)
    if not weights and not gradients:
        raise LaunchError(
            f"{_WHAT}: expected a model of fully_shard, or with RowwiseParallel layers, got one "
            "that this device has whole; shard first"
        )
    rows: list[tuple] = []
    for each in weights:
        sizes = "x".join(map(str, each.sizes))
        rows.append((each.name, sizes, each.recipe or "-", each.bytes, each.wide, each.reason))
    for name, recipe, reason in gradients:
        rows.append(
            (f"gradient of the result of {name}", "rows", recipe or "-", None, None, reason)
        )
    json = {
        "weights": [each._asdict() for each in weights],
        "gradients": [dict(zip(("layer", "recipe", "reason"), each)) for each in gradients],
    }
    header = ("what", "sizes", "recipe", "bytes of a rank", "in 16 bits", "why")
    return Table("what is gathered", header, rows, json)
