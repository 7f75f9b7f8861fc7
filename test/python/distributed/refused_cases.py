"""Cases of sharded_cases.py that are errors, or keep 16 bits and say why."""

import warnings
from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed import _symmetric_memory as symmetric_memory
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import CPUOffloadPolicy, fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    parallelize_module,
)

import lowp.torch
from lowp.torch.distributed import (
    QuantizedInput,
    all_to_all,
    gathered_linear,
    linear_scattered,
    pipelines,
    quantize_gathers,
)
from lowp.torch.scaled_tensor import Scaled
from quantized_cases import POLICY, Block


def message_of(call):
    try:
        call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing"


def refused(mesh):
    def layer(recipe, over=mesh, **options):
        made = lowp.torch.convert(torch.nn.Linear(256, 256, bias=False), recipe)
        return fully_shard(made, mesh=over, mp_policy=POLICY, **options)

    def reason(made):
        return quantize_gathers(made).json["weights"][0]["reason"]

    def call(recipe):
        block = parallelize_module(
            Block(recipe),
            mesh,
            {"": QuantizedInput(), "up": ColwiseParallel(input_layouts=Replicate())},
        )
        return message_of(lambda: block(torch.ones(4, 256).bfloat16()))

    def experts():
        made = lowp.torch.GroupedLinear(2, 256, 128, recipe="rowwise_training").bfloat16()
        return fully_shard(made, mesh=mesh)

    def sizes_of(made):
        return " ".join(row[1] for row in lowp.torch.report(made).rows)

    def of_gradients(recipe):
        made = parallelize_module(Block(recipe), mesh, {"down": RowwiseParallel()})
        return quantize_gathers(made).json["gradients"][0]["reason"]

    def take(layout=Shard(0), x=torch.ones(4, 256).bfloat16(), recipe=None):
        made = QuantizedInput(layout, recipe=recipe)
        plan = {"": made, "up": ColwiseParallel(input_layouts=Replicate())}
        block = parallelize_module(Block("rowwise_training"), mesh, plan)
        return message_of(lambda: block(x))

    def late():
        made = fully_shard(torch.nn.Linear(256, 256, bias=False), mesh=mesh, mp_policy=POLICY)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return reason(lowp.torch.convert(made, "rowwise_training"))

    def hold(made):
        return lowp.torch.hold(made, torch.optim.SGD(made.parameters()))

    def held():
        made = layer("rowwise_training")
        quantize_gathers(made)
        hold(made)
        return made

    def gathered():
        made = layer("rowwise_training")
        quantize_gathers(made)
        made.unshard()
        return made

    other = ["rowwise_training", "mxfp8_training"][dist.get_rank()]
    alone = init_device_mesh("cpu", (2, 1), mesh_dim_names=("data", "one"))["one"]
    offload = CPUOffloadPolicy(pin_memory=False)
    advice = "take 'rowwise_training'"
    up = mesh, {"up": ColwiseParallel()}
    expected = {
        "a scale of all": (
            message_of(lambda: quantize_gathers(layer("tensorwise_training"))),
            "ValueError",
            advice,
        ),
        "other weights": (
            message_of(lambda: quantize_gathers(layer(other))),
            "ValueError",
            "expected ranks with the same recipes",
        ),
        "offload": (reason(layer("rowwise_training", offload_policy=offload)), "offloaded"),
        "columns": (
            reason(layer("rowwise_training", shard_placement_fn=lambda _: Shard(1))),
            "sharded along dimension 1",
        ),
        "one rank": (reason(layer("rowwise_training", alone)), "one rank"),
        "late": (late(), "convert before that"),
        "weights rounded twice": (reason(layer("mixed_training")), "would round it twice"),
        "gradients quantized otherwise": (of_gradients("mixed_training"), "otherwise than inputs"),
        "not sharded": (
            message_of(lambda: quantize_gathers(Block("rowwise_training"))),
            "LaunchError",
            "shard first",
        ),
        "held in 16 bits": (
            message_of(lambda: hold(layer("rowwise_training"))),
            "LaunchError: layer ''",
            "quantize_gathers(model) before",
        ),
        "held experts": (message_of(lambda: hold(experts())), "LaunchError", "in 16 bits"),
        "frozen": (
            message_of(lambda: parallelize_module(lowp.torch.freeze(Block("mxfp8_training")), *up)),
            "LaunchError: layer 'up'",
            "parallelize_module on a converted model",
        ),
        "sizes of parts": (
            sizes_of(parallelize_module(Block("mxfp8_training"), *up)),
            "?x256x256 ?x256x512",
        ),
        "sizes of gathers": (sizes_of(layer("mxfp8_training")), "?x256x256"),
        "held twice": (message_of(lambda: hold(held())), "layer ''", "release()"),
        "held before": (message_of(lambda: quantize_gathers(held())), "LaunchError", "release()"),
        "held while gathered": (message_of(lambda: hold(gathered())), "LaunchError", "reshard()"),
        "rows, a scale of all": (call("tensorwise_training"), "ValueError", advice),
        "rows, gradient in 16 bits": (call("rowwise_with_gw_hp"), "ValueError", advice),
        "rows for others": (take(recipe="mxfp8_training"), "LaunchError", "its recipe 'rowwise_"),
        "columns of an input": (take(Shard(1)), "LaunchError", "any but the last, got S(1)"),
        "no input": (take(x=None), "LaunchError", "argument 0 of Block to be a tensor, got None"),
        "other rows": (call(other), "ValueError", "expected the same recipe on all ranks"),
    }
    return {
        name: float(not all(word in found for word in words))
        for name, (found, *words) in expected.items()
    }


def refused_together(mesh):
    """What gathered_linear and linear_scattered say, and one rank alone."""
    x = torch.ones(4, 256).bfloat16()

    both = init_device_mesh("cpu", (2, 1), mesh_dim_names=("data", "one"))
    alone = both["one"]

    def layers(recipe="rowwise_training", over=mesh):
        made = Block(recipe, bias=False)
        plan = {"up": ColwiseParallel(), "down": RowwiseParallel()}
        return parallelize_module(made, over, plan)

    def lying(*placements, over=mesh):
        made = layers()
        weight = DTensor.from_local(made.up.weight.to_local(), over, placements)
        made.up.weight = torch.nn.Parameter(weight)
        return made

    def gather(made, x=x):
        return message_of(lambda: gathered_linear(x, [made.up]))

    plain = layers()
    plain.up.__class__ = torch.nn.Linear
    other = ["rowwise_training", "mxfp8_training"][dist.get_rank()]
    take = "take 'rowwise_training'"

    def exchange(sent, x=x, recipe="rowwise_training"):
        return message_of(lambda: all_to_all(x, [2, 2], sent, recipe=recipe))

    def differentiate_twice(call):
        rows = x.clone().requires_grad_()
        torch.autograd.grad(call(rows).float().square().sum(), rows, create_graph=True)

    def twice(call):
        return message_of(lambda: differentiate_twice(call))

    second = "NotImplementedError", "no second derivative"
    narrow = Scaled(*lowp.torch.quantize(x, recipe="mxfp8_training"), "mxfp8_training")
    expected = {
        "splits": (exchange([3, 2]), "LaunchError", "divides over 2 ranks, and"),
        "splits below 0": (exchange([5, -1]), "LaunchError", "[5, -1] and [2, 2]"),
        "no splits": (exchange(None), "LaunchError", "None and [2, 2]"),
        "quantized otherwise": (exchange([2, 2], narrow), "LaunchError", "lhs of mxfp8_training"),
        "twice": (twice(lambda rows: gathered_linear(rows, [layers().up])[0]), *second),
        "twice, sums": (twice(lambda rows: linear_scattered(rows, layers().down)), *second),
        "twice, sent": (
            twice(lambda rows: all_to_all(rows, [2, 2], [2, 2], gradient="rowwise_training")),
            *second,
        ),
        "DTensor": (
            gather(layers(), DTensor.from_local(x, mesh, [Shard(0)])),
            "LaunchError",
            "got DTensor; x.to_local()",
        ),
        "nothing": (gather(layers(), None), "LaunchError", "got NoneType"),
        "whole": (gather(Block("rowwise_training")), "LaunchError", "parallelize_module first"),
        "sums": (gather(lying(Partial())), "LaunchError", "got (Partial(sum),)"),
        "both sides": (gather(lying(Shard(0), Shard(1), over=both)), "LaunchError", "of one mesh"),
        "other side": (
            message_of(lambda: linear_scattered(x, layers().up)),
            "LaunchError",
            "expected the weight of each layer as S(1)",
        ),
        "not converted": (gather(plain), "LaunchError", "lowp.torch.convert"),
        "type": (gather(layers(), x.float()), "LaunchError", "4x256 of float32"),
        "rows": (
            message_of(lambda: linear_scattered(x[:3], layers().down)),
            "LaunchError",
            "expected 2 ranks to share dimension 0",
        ),
        "a scale of all": (gather(layers("tensorwise_training")), "ValueError", take),
        "other recipes": (gather(layers(other)), "ValueError", "the same recipe on all ranks"),
    }
    found = {
        key: float(not all(word in message for word in words))
        for key, (message, *words) in expected.items()
    }
    made = layers(over=alone)
    (y,) = gathered_linear(x, [made.up])
    want = torch.ops.lowp.linear(x, made.up.weight.to_local(), None, "rowwise_training")
    found["one rank"] = float(not torch.equal(y, want))
    scattered = linear_scattered(y, made.down)
    want = torch.ops.lowp.linear(y, made.down.weight.to_local(), None, "rowwise_training")
    found["one rank, sums"] = float(not torch.equal(scattered, want))
    tokens = all_to_all(x, [4], [4], alone.get_group(), recipe="rowwise_training")
    found["one rank, exchange"] = float(tokens is not x)
    # A torch with other loops.
    device = torch.device("cuda", 0)
    with mock.patch.object(symmetric_memory, "_pipelined_produce_and_all2all", lambda a: a):
        pipelines._read_loops.cache_clear()
        found["other loops"] = float(pipelines.find_loops(mesh.get_group(), device) is not None)
    pipelines._read_loops.cache_clear()
    found["torch's loops"] = float(pipelines._read_loops() is None)
    return found


def warned(call):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        made = call()
    return " ".join(str(each.message) for each in found), made


def kept_gradients(mesh):
    """Gradients that a recipe would round twice travel in 16 bits, and a warning says so, once."""
    recipe, rank = "mixed_training", dist.get_rank()
    g = torch.randn(4, 256, generator=torch.Generator().manual_seed(8)).bfloat16()
    own = g.chunk(2)[rank]

    def exchange():
        rows = torch.ones(2, 256).bfloat16().requires_grad_()
        all_to_all(rows, [1, 1], [1, 1], gradient=recipe).backward(own)
        return rows.grad

    layer = parallelize_module(Block(recipe, bias=False), mesh, {"down": RowwiseParallel()}).down
    w = layer.weight.to_local().detach()
    x = torch.randn(4, 256, generator=torch.Generator().manual_seed(9)).bfloat16()

    def scatter():
        rows = x.clone().requires_grad_()
        layer.weight.grad = None
        linear_scattered(rows, layer).backward(own)
        return rows.grad, layer.weight.grad.to_local()

    (said, back), (again, _) = warned(exchange), warned(exchange)
    (said_of_sums, made), (again_of_sums, _) = warned(scatter), warned(scatter)
    dx, dw, _ = torch.ops.lowp.linear_backward(g, x, w, recipe, [True, True, False])
    reason = "travel in 16 bits, since its recipe quantizes gradients otherwise than inputs"
    return {
        "exchange": float(not torch.equal(back, g[rank::2])),
        "exchange, why": float("all_to_all: expected a recipe" not in said or reason not in said),
        "sums": float(not all(map(torch.equal, made, (dx, dw)))),
        "sums, why": float("linear_scattered" not in said_of_sums or reason not in said_of_sums),
        "once": float(bool(again or again_of_sums)),
        "others": float("16 bits" in warned(lambda: linear_scattered(x, rowwise(mesh)))[0]),
    }


def rowwise(mesh):
    made = Block("rowwise_training", bias=False)
    return parallelize_module(made, mesh, {"down": RowwiseParallel()}).down


CASES = {each.__name__: each for each in (refused, refused_together, kept_gradients)}
