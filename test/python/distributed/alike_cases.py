"""Cases of sharded_cases.py of ranks that have other recipes, or other sizes, than the others."""

from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

import lowp.torch
from lowp.torch.compiling import alike
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed import QuantizedInput, all_to_all, quantize_gathers, rows
from quantized_cases import Block
from refused_cases import message_of

RECIPES = "rowwise_training", "mxfp8_training"
PLAN = {"up": ColwiseParallel(), "down": RowwiseParallel()}


def other_recipes(mesh):
    """An error of all ranks, before any of them waits for another."""
    other, x = RECIPES[dist.get_rank()], torch.ones(4, 256).bfloat16()

    def exchange(recipe):
        return message_of(lambda: all_to_all(x, [2, 2], [2, 2], recipe=recipe))

    def compiled():
        block = parallelize_module(Block(other, bias=False), mesh, PLAN)
        options = {"rest": "eager", "strict": True}
        with mock.patch.object(alike, "_asked", set()):
            torch.compile(block, backend=backend, options=options)(x)

    def gathers():
        quantize_gathers(parallelize_module(Block(other, bias=False), mesh, PLAN))

    # Ranks may have exchanged by both before.
    before = [exchange(recipe) for recipe in RECIPES]
    expected = {
        "exchange": (exchange(other), "ValueError", "the same recipe on all ranks"),
        "graphs": (message_of(compiled), "expected ranks with the same recipes", "layer 'up'"),
        "gradients": (
            message_of(gathers),
            "ValueError",
            "ranks with the same recipes",
            "'up.weight'",
        ),
    }
    found = {
        name: float(not all(word in message for word in words))
        for name, (message, *words) in expected.items()
    }
    return {**found, "before": float(before != ["nothing"] * 2)}


def other_columns(mesh):
    """Torch counts the columns of one device for each, which is an error in the forward pass."""
    torch.manual_seed(0)
    wide, narrow = torch.nn.Linear(256, 511), torch.nn.Linear(511, 256, bias=False)
    made = lowp.torch.convert(torch.nn.Sequential(wide, narrow).bfloat16(), "rowwise_training")
    made = parallelize_module(made, mesh, {"0": ColwiseParallel(), "1": RowwiseParallel()})
    message = message_of(lambda: made(torch.ones(4, 256).bfloat16()))
    words = "layer '1'", "... x 511", ("4x512", "4x510")[dist.get_rank()], "use_local_output=False"
    return {"columns": float(not all(word in message for word in words))}


def traced_input(mesh):
    """A gather of an input asks no mesh for its group while it is traced: graphs of inductor can
    have no meshes that are parts of others."""
    block = parallelize_module(Block("mxfp8_training", bias=False), mesh, PLAN)
    hook = rows._Gather(QuantizedInput(), mesh)
    with mock.patch.object(DeviceMesh, "get_group", side_effect=AssertionError):
        recipe = hook._recipe_for(block)
    return {"recipe": float(recipe != "mxfp8_training")}


CASES = {each.__name__: each for each in (other_recipes, other_columns, traced_input)}
