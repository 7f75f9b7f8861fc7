"""Cases of sharded_cases.py of ranks that have other recipes, or other sizes, than the others."""

from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import DeviceMesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    parallelize_module,
)
from torch.utils._python_dispatch import TorchDispatchMode

import lowp.torch
from lowp.torch import programs
from lowp.torch.compiling import alike
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed import (
    QuantizedInput,
    all_to_all,
    gathered_linear,
    linear_scattered,
    quantize_gathers,
    rows,
)
from quantized_cases import Block
from refused_cases import message_of, warned

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
        recipe = hook._recipe_for(block, "here")
    return {"recipe": float(recipe != "mxfp8_training")}


def parallel(style, rows=None):
    """style: of the input. rows: of the result."""
    down = RowwiseParallel(output_layouts=rows or Replicate())
    up = ColwiseParallel(input_layouts=Replicate())
    return {"": style, "up": up, "down": down}


def take_whole(layout):
    return PrepareModuleInput(input_layouts=(layout,), desired_input_layouts=(Replicate(),))


def other_rows(mesh):
    """An error of all ranks where one has other rows in a first call, or in a later one; others
    go on."""
    rank, recipe = dist.get_rank(), RECIPES[0]
    block = parallelize_module(Block(recipe, bias=False), mesh, PLAN)
    hooked = parallelize_module(Block(recipe, bias=False), mesh, parallel(QuantizedInput()))

    def gathered(rows):
        return message_of(lambda: gathered_linear(rows, [block.up]))

    def scattered(rows):
        return message_of(lambda: linear_scattered(rows, block.down))

    same, other = torch.ones(4, 256).bfloat16(), torch.ones(6 + 2 * rank, 256).bfloat16()
    found = {}
    for what, call in (("gathered", gathered), ("scattered", scattered)):
        said = [call(each) for each in (same, other, same)]
        words = f"{what}_linear" if what == "gathered" else f"linear_{what}", "6x256", "8x256"
        is_told = all(word in said[1] for word in ("ValueError", "pad them", *words))
        found[what] = float(said[::2] != ["nothing"] * 2 or not is_told)
    message = message_of(lambda: hooked(other))
    found["input"] = float("QuantizedInput of Block" not in message or "8x256" not in message)
    return found


def uneven_rows(mesh):
    """Rows that ranks share unevenly are torch's to gather, and a warning says so once."""
    x = torch.randn(7, 256, generator=torch.Generator().manual_seed(3)).bfloat16()
    styles = {False: take_whole(Shard(0)), True: QuantizedInput()}

    def gather(quantized):
        style = parallel(styles[quantized])
        block = parallelize_module(Block(RECIPES[0], bias=False), mesh, style)
        rows = distribute_tensor(x, mesh, [Shard(0)]).requires_grad_()
        y = block(rows)
        y.backward(torch.ones_like(y))
        return [y.detach(), rows.grad.full_tensor()]

    def scatter(quantized):
        style = parallel(take_whole(Replicate()), Shard(0))
        block = parallelize_module(Block(RECIPES[0], bias=False), mesh, style)
        if quantized:
            quantize_gathers(block)
        rows = x.clone().requires_grad_()
        y = block(rows)
        y.backward(torch.ones_like(y))
        return [y.detach(), rows.grad]

    found = {}
    for name, call in (("input", gather), ("gradients", scatter)):
        said, made = warned(lambda: call(True))  # noqa: B023
        again, _ = warned(lambda: call(True))  # noqa: B023
        words = "rows that all ranks share evenly", "in 16 bits"
        found[f"{name}, why"] = float(not all(word in said for word in words))
        found[f"{name}, once"] = float(any(word in again for word in words))
        found[name] = float(not all(map(torch.equal, made, call(False))))
    return found


class NoReads(TorchDispatchMode):
    """Refuses what waits for a device."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        assert func is not torch.ops.aten._local_scalar_dense.default
        return func(*args, **(kwargs or {}))


def graphed(mesh):
    """After two steps ranks compare nothing, and nothing is compiled or read: a CUDA graph of a
    step can be captured."""
    found = {}
    for quantized in (False, True):
        style = QuantizedInput() if quantized else take_whole(Shard(0))
        plan = parallel(style, Shard(0))
        block = parallelize_module(Block(RECIPES[0], bias=False), mesh, plan)
        if quantized:
            quantize_gathers(block)

        def step():
            x = torch.ones(4, 256).bfloat16().requires_grad_()
            y = block(x)  # noqa: B023
            y.backward(torch.ones_like(y))
            return y.detach(), x.grad

        for _ in range(2):
            want = step()
        refuse = mock.Mock(side_effect=AssertionError)
        with (
            mock.patch.object(dist, "all_gather_object", refuse),
            mock.patch.object(programs, "_load", refuse),
        ):
            values = step()
            with NoReads():
                seen = step()
        same = [torch.equal(a, b) for made in (values, seen) for a, b in zip(made, want)]
        found["quantized" if quantized else "plain"] = float(not all(same))
    return found


CASES = {
    each.__name__: each
    for each in (
        other_recipes,
        other_columns,
        traced_input,
        other_rows,
        uneven_rows,
        graphed,
    )
}
