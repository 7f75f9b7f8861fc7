"""Cases of sharded_cases.py whose collectives carry data and scales, beside ones in bf16."""

import contextlib
import json
import os
import pathlib
import sys
from unittest import mock

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import Replicate, Shard
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    PrepareModuleInput,
    RowwiseParallel,
    parallelize_module,
)
from torch.utils._python_dispatch import TorchDispatchMode

import lowp.torch
from lowp.torch.compiling import early_sums, narrow_gathers
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed import QuantizedInput, all_to_all, quantize_gathers
from lowp.torch.distributed.fsdp import parameters_of
from lowp.torch.scaled_tensor import Scaled, parts_of
from lowp_lab.torch.measure.__main__ import read_arguments
from lowp_lab.torch.measure.distributed import gathers, pipelined
from lowp_lab.torch.measure.distributed.layers import SMALL
from lowp_lab.torch.measure.distributed.ranks import Ranks

IS_LONG = "LOWP_LONG_TESTS" in os.environ
POLICY = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32)
# Sizes of layers, N by K, with recipes. Two ranks share 512 rows in blocks of 128.
LAYERS = [
    (512, 256, "rowwise_training"),
    (256, 512, "blockwise_training"),
    (256, 256, "mxfp8_training"),
]
KEPT = {
    "6.weight": (384, 256, "blockwise_training", "no multiple of blocks of 128"),
    "7.weight": (255, 384, "rowwise_training", "do not share its 255 rows evenly"),
}


GATHERS = "_allgather_base_", "all_gather_into_tensor", "all_to_all_single"


class CountBytes(TorchDispatchMode):
    """Bytes that this rank sends to be gathered, or to others."""

    sent = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if any(name in str(func) for name in GATHERS):
            # The result comes first in c10d.
            tensor = args[func.namespace == "c10d"]
            tensors = tensor if isinstance(tensor, list) else [tensor]
            parts = [part for each in tensors for part in parts_of(each)]
            self.sent += sum(part.nbytes for part in parts)
        return func(*args, **(kwargs or {}))


def rows_of_rank(shape):
    """Two tensors whose whole has this shape."""
    torch.manual_seed(2)
    return (
        each.chunk(2, len(shape) - 2)[dist.get_rank()].contiguous()
        for each in torch.randn(2, *shape).bfloat16()
    )


def stack(kept=True):
    torch.manual_seed(0)
    modules = []
    for n, k, recipe, *_ in [*LAYERS, *(KEPT.values() if kept else ())]:
        modules.append(lowp.torch.convert(torch.nn.Linear(k, n, bias=not modules), recipe))
        modules += [torch.nn.SiLU()] if len(modules) in (1, 3) else []
    modules.insert(5, torch.nn.RMSNorm(256))
    return torch.nn.Sequential(*modules)


def sharded(mesh, kept=True, **options):
    model = stack(kept)
    fully_shard(model[0], mesh=mesh, mp_policy=POLICY, **options)
    return fully_shard(model, mesh=mesh, mp_policy=POLICY, **options)


def train(model):
    """Losses, weights and bytes of three steps."""
    torch.manual_seed(1 + dist.get_rank())
    x = torch.randn(32, 256).bfloat16()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2, fused=True)
    losses = []
    with CountBytes() as counted:
        for _ in range(3):
            loss = model(x).float().square().mean()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad()
            losses.append(loss.item())
    weights = {name: each.full_tensor() for name, each in model.state_dict().items()}
    return losses, weights, counted.sent


def quantized_weights(mesh):
    """All bits of losses and weights are those of a gather in bf16, for about half the
    bytes; gathered copies are freed as FSDP2 frees its own."""
    losses, weights, wide = train(sharded(mesh, reshard_after_forward=True))
    found = {}
    for again in (True, False):
        model = sharded(mesh, reshard_after_forward=again)
        made = {each["name"]: each for each in quantize_gathers(model).json["weights"]}
        ours = train(model)
        same = [torch.equal(each, ours[1][name]) for name, each in weights.items()]
        found[f"reshard {again}"] = float(ours[0] != losses or not all(same))
        for each in model.modules():
            if isinstance(each, FSDPModule):
                each.reshard()
        freed = [
            each._unsharded_param.quantized.untyped_storage().size()
            for each in parameters_of(model)
            if is_quantized(each)
        ]
        found[f"freed {again}"] = float(len(freed) != 3 or any(freed))
        if again:
            sent = sum(each["bytes"] for each in made.values())
            of_all = sum(each["wide"] for each in made.values())
            # In the forward and in the backward pass of each step.
            found["bytes"] = float((wide, ours[2]) != (6 * of_all, 6 * sent))
    expected = {f"{number}.weight" for number in (0, 2, 4)}
    found["recipes"] = float({name for name, each in made.items() if each["recipe"]} != expected)
    for name, (*_, reason) in KEPT.items():
        found[name] = float(reason not in made[name]["reason"])
    for name in expected:
        found[f"half of {name}"] = float(made[name]["bytes"] > 0.52 * made[name]["wide"])
    return found


def is_quantized(parameter):
    return isinstance(getattr(parameter, "_unsharded_param", None), Scaled)


def loaded_weights(mesh):
    """Hooks outlive other local tensors: assigned ones, and memory that meta devices get."""
    x = torch.ones(4, 256).bfloat16()
    with torch.no_grad():
        want = sharded(mesh, kept=False)(x)
    state = {name: each.clone() for name, each in sharded(mesh, kept=False).state_dict().items()}
    with torch.device("meta"):
        model = sharded(mesh, kept=False)
    quantize_gathers(model)
    model.to_empty(device="cpu")
    found = {}
    for assign in (False, True):
        model.load_state_dict(state, assign=assign)
        with torch.no_grad(), CountBytes() as counted:
            found[f"assign {assign}"] = float(not torch.equal(model(x), want))
        found[f"bytes {assign}"] = float(counted.sent > 0.53 * 2 * 327_680 / 2)
        model.reshard()
    return found


class Block(torch.nn.Module):
    def __init__(self, recipe, bias=True):
        super().__init__()
        torch.manual_seed(0)
        self.up = torch.nn.Linear(256, 512, bias=bias)
        self.down = torch.nn.Linear(512, 256, bias=False)
        lowp.torch.convert(self.bfloat16(), recipe)

    def forward(self, x):
        return self.down(torch.nn.functional.silu(self.up(x)))


def quantized_rows(mesh):
    """Rows of inputs and of gradients: the result and the gradient of the input keep all
    bits, and those of weights but for subnormals where scales are powers of two."""
    found = {}
    cases = [
        ("mxfp8_training", (2, 32, 256)),
        ("blockwise_training", (64, 256)),
        ("rowwise_training", (64, 256)),
    ]
    for recipe, shape in cases if IS_LONG else cases[:2]:
        dim = len(shape) - 2
        x, g = rows_of_rank(shape)
        values = []
        for quantized in (False, True):
            block = Block(recipe)
            style = (
                QuantizedInput(Shard(dim))
                if quantized
                else PrepareModuleInput(input_layouts=Shard(dim), desired_input_layouts=Replicate())
            )
            plan = {
                "": style,
                "up": ColwiseParallel(input_layouts=Replicate()),
                "down": RowwiseParallel(output_layouts=Shard(dim)),
            }
            parallelize_module(block, mesh, plan)
            read = []
            block.up.register_forward_pre_hook(
                lambda _layer, given: read.append(isinstance(given[0].to_local(), Scaled))
            )
            if quantized:
                rows = quantize_gathers(block).json["gradients"]
                assert [each["recipe"] for each in rows] == [recipe]
            leaf = x.detach().requires_grad_()
            with CountBytes() as counted:
                y = block(leaf)
                y.backward(g)
            values.append(
                [y.detach(), leaf.grad, *(each.grad.to_local() for each in block.parameters())]
            )
            values[-1].append(counted.sent)
            assert read == [quantized]
        (*wide, all_bytes), (*narrow, bytes_sent) = values
        errors = found[recipe] = {}
        dw = "dw, rounded twice" if recipe == "blockwise_training" else "dw"
        names = "y", "dx", dw, "db", dw
        for name, a, b in zip(names, narrow, wide):
            error = float((a - b).abs().max() / b.abs().max())
            errors[name] = max(error, errors.get(name, 0.0))
        errors["bytes"] = float(bytes_sent > 0.52 * all_bytes)
    return found


def exchanged_rows(mesh):
    """Experts of another rank read rows that came quantized: results and gradients of rows
    keep all bits. Rank 1 has no row for the others, and one expert none at all; then all
    rows go to rank 0."""
    rank = dist.get_rank()
    found = {}
    cases = {
        "an empty expert": ([[24, 40], [16, 0]], [[24, 16], [40, 0]], [[8, 40], [0, 40]]),
        "an empty rank": ([[64, 0], [16, 0]], [[64, 16], [0, 0]], [[8, 80], [0, 0]]),
    }
    recipe = "rowwise_training"
    for name, each_rank in cases.items():
        sent, came, ends = (each[rank] for each in each_rank)
        ends = torch.tensor(ends, dtype=torch.int32)
        torch.manual_seed(3 + rank)
        x, g = torch.randn(sum(sent), 256).bfloat16(), torch.randn(sum(came), 512).bfloat16()
        w = torch.randn(2, 512, 256).bfloat16()
        order = torch.randperm(sum(came))
        values = []
        for quantized in (None, recipe):
            rows, weight = (each.detach().requires_grad_() for each in (x, w))
            with CountBytes() as counted:
                tokens = all_to_all(rows, came, sent, recipe=quantized)
                assert isinstance(tokens, Scaled) is (quantized is not None)
                y = lowp.torch.grouped_linear(tokens[order], weight, ends, recipe=recipe)
                bytes_sent = counted.sent
                y.backward(g)
            values.append([y.detach(), rows.grad, weight.grad, bytes_sent])
        (*wide, all_bytes), (*narrow, few_bytes) = values
        errors = found[name] = {"bytes": float(few_bytes > 0.52 * all_bytes)}
        for key, a, b in zip(("y", "dx", "dw, rounded twice"), narrow, wide):
            assert a.shape == b.shape and a.isfinite().all()
            errors[key] = float((a - b).abs().max() / b.abs().max()) if b.any() else float(a.any())
    sent, came = [[24, 40], [16, 0]][rank], [[24, 16], [40, 0]][rank]
    x = torch.randn(sum(sent), 256).bfloat16()
    back = x.detach().requires_grad_()
    y = all_to_all(back, came, sent, gradient="rowwise_training")
    torch.manual_seed(5)
    gradient = torch.randn(40, 256).bfloat16()
    y.backward(gradient)
    quantized = Scaled(
        *lowp.torch.quantize(gradient, recipe="rowwise_training"), "rowwise_training"
    )
    want = all_to_all(quantized.values(), sent, came)
    found["gradient"] = float(not torch.equal(back.grad, want))
    # A leaf adds up what comes.
    all_to_all(back, came, sent, gradient="rowwise_training").backward(gradient)
    found["two gradients"] = float(not torch.equal(back.grad, 2 * want))
    # What is quantized goes on as it is.
    again = all_to_all(all_to_all(x, came, sent, recipe=recipe), sent, came, recipe=recipe)
    narrow = Scaled(*lowp.torch.quantize(x, recipe=recipe), recipe)
    found["there and back"] = float(not torch.equal(again.values(), narrow.values()))
    return found


@contextlib.contextmanager
def begun_early(begins):
    """Sums begin while the rest of their regions is to be computed, whatever is predicted."""
    times = early_sums._Times(1.0, 1.0, 0.0)
    with (
        mock.patch.object(early_sums, "may_be_parted", lambda *_: begins),
        mock.patch.object(early_sums, "_price", lambda *_: times),
        mock.patch.object(early_sums, "rest_hides", lambda *_: True),
        mock.patch.object(early_sums, "_part", wraps=early_sums._part) as parted,
    ):
        yield parted


def compiled_rows(mesh):
    """Graphs quantize rows and gradients before their gathers, with the bits of eager gathers:
    of such in 16 bits but for subnormals in gradients of weights, or of those that travel
    quantized because somebody has asked for it. A sum that begins before gradients of weights
    are computed changes none."""
    found = {}
    cases = [("mxfp8_training", (2, 64, 256), False), ("blockwise_training", (64, 256), True)]
    if IS_LONG:
        cases.append(("rowwise_training", (64, 256), False))
    for recipe, shape, asks in cases:
        torch._dynamo.reset()
        dim = len(shape) - 2
        x, g = rows_of_rank(shape)
        values = []
        strict = {"rest": "eager", "strict": True}
        for options, begins in ((None, False), (strict, False), (strict, True))[: 3 - asks]:
            torch._dynamo.reset()
            block = Block(recipe, bias=not asks)
            of_x = Replicate() if asks else Shard(dim)
            plan = {
                "up": ColwiseParallel(input_layouts=of_x),
                "down": RowwiseParallel(output_layouts=Shard(dim)),
            }
            parallelize_module(block, mesh, {**plan, **({"": QuantizedInput()} if asks else {})})
            if asks:
                quantize_gathers(block)
            call = block
            if options is not None:
                call = torch.compile(block, backend=backend, options=options)
            leaf = x.detach().requires_grad_()
            with (
                mock.patch.object(
                    narrow_gathers, "_rewrite", wraps=narrow_gathers._rewrite
                ) as made,
                begun_early(begins) as parted,
            ):
                y = call(leaf)
                y.backward(g)
            gradients = (each.grad.to_local() for each in block.parameters())
            values.append([y.detach(), leaf.grad, *gradients])
        errors = found[recipe] = {"gathers": float(made.call_count != 2)}
        if not asks:
            same = all(map(torch.equal, values[1], values[2]))
            errors["begun early"] = float(not same or parted.call_count != 1)
        names = ["y", "dx", *(f"d {name}" for name, _ in block.named_parameters())]
        for name, a, b in zip(names, values[1], values[0]):
            errors[name] = float((a - b).abs().max() / b.abs().max())
    return found


def compiled_exchange(mesh):
    """Graphs with a layer before an exchange, whose gradient comes quantized, keep all bits of
    eager mode; with a group of one rank, too."""
    recipe = "rowwise_training"
    layer = lowp.torch.convert(torch.nn.Linear(256, 256, bias=False).bfloat16(), recipe)
    x, g = rows_of_rank((64, 256))
    alone = init_device_mesh("cpu", (2, 1), mesh_dim_names=("data", "one"))["one"]
    found = {}
    for group in (mesh.get_group(), alone.get_group()):
        splits = [32 // group.size()] * group.size()

        def send(rows):
            return all_to_all(layer(rows), splits, splits, group, gradient=recipe)

        values = {}
        graphs = ("aot_eager", "lowp") if IS_LONG else ("lowp",)
        for name in ("eager", *graphs):
            torch._dynamo.reset()
            leaf, layer.weight.grad = x.detach().requires_grad_(), None
            compiler = backend if name == "lowp" else name
            call = send if name == "eager" else torch.compile(send, backend=compiler)
            y = call(leaf)
            y.backward(g)
            values[name] = y.detach(), leaf.grad, layer.weight.grad
        for name in graphs:
            same = all(map(torch.equal, values[name], values["eager"]))
            found[f"{name}, {group.size()} ranks"] = float(not same)
    return found


def measured(mesh):
    """The command's first sections, small."""
    words = ["distributed", "--device=cpu", "--small", "--calls=1", "--repetitions=1"]
    folder = pathlib.Path(sys.argv[1])
    os.environ.update(RANK=str(dist.get_rank()), WORLD_SIZE="2", LOWP_MEASURE_FOLDER=str(folder))
    ranks = Ranks(read_arguments(words))
    gathers.run(ranks)
    pipelined.run(ranks, "small", SMALL)
    dist.barrier()
    lines = (folder / "results").read_text().splitlines()
    names, found = zip(*map(json.loads, lines))
    times = [each["ms"] for section in found for each in section["ms"].values()]
    return {
        "names": float(names != ("gather 256x256", "pipelined small")),
        "bits": float(not all(section["equal bits"] for section in found)),
        "bytes": float(max(found[0]["bytes of bf16"].values()) > 0.52),
        "times": float(not all(each > 0 for each in times)),
    }


CASES = {
    each.__name__: each
    for each in (
        quantized_weights,
        loaded_weights,
        quantized_rows,
        exchanged_rows,
        compiled_rows,
        compiled_exchange,
        measured,
    )
}
