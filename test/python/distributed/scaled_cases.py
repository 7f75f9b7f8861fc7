"""Cases of sharded_cases.py of lowp::quantize and lowp::scaled_matmul on DTensors."""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

import lowp.torch

WHOLE = Replicate()


def numbers(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).bfloat16()


def is_part(made, whole):
    """Whether a DTensor has, on this device, the bytes that one device computes."""
    (placement,) = made.placements
    if placement != WHOLE:
        whole = whole.chunk(2, placement.dim)[dist.get_rank()]
    pair = [each.contiguous().view(torch.uint8) for each in (made.to_local(), whole)]
    return torch.equal(*pair)


def quantize(x, placement, mesh, recipe, operand):
    placed = distribute_tensor(x, mesh, [placement])
    return lowp.torch.quantize(placed, recipe=recipe, operand=operand)


# Recipe, operand, sizes, where the input lies, and where data and scales do.
QUANTIZES = [
    ("rowwise", "lhs", (2, 64, 512), Shard(1), Shard(1)),
    ("rowwise", "rhs", (256, 512), Shard(0), Shard(0)),
    ("blockwise", "lhs", (2, 64, 512), Shard(2), Shard(2)),
    ("blockwise", "rhs", (256, 512), Shard(0), Shard(0)),
    ("mxfp8", "rhs", (256, 512), Shard(1), Shard(1)),
    # A scale of a whole row, cut blocks, and one of all.
    ("rowwise", "rhs", (256, 512), Shard(1), None),
    ("blockwise", "rhs", (384, 512), Shard(0), None),
    ("mxfp8", "lhs", (64, 96), Shard(1), None),
    ("tensorwise", "rhs", (256, 512), Shard(0), WHOLE),
    ("nvfp4", "lhs", (64, 512), Shard(0), WHOLE),
]


def scaled_data(mesh):
    """Data and scales have the bits of one device, wherever the input lies."""
    found = {}
    for recipe, operand, shape, placement, expected in QUANTIZES:
        x = numbers(*shape)
        made = quantize(x, placement, mesh, recipe, operand)
        want = lowp.torch.quantize(x, recipe=recipe, operand=operand)
        lies = {each.placements for each in made}
        # Where it is cut, any that cuts nothing.
        as_expected = lies == {(expected,)} if expected else lies != {(placement,)}
        name = f"{recipe} {operand} {placement} of {shape}"
        equal = all(map(is_part, made, want))
        found[name] = {"bits": float(not equal), "lies": float(not as_expected)}
    return found


# Recipe, where rows and the weight lie, and where the product does.
PRODUCTS = [
    ("rowwise", Shard(1), WHOLE, Shard(1)),
    ("tensorwise", WHOLE, WHOLE, WHOLE),
    ("blockwise", WHOLE, Shard(0), Shard(2)),
    ("mxfp8", Shard(2), Shard(1), Partial()),
]


def products_of_data(mesh):
    """Products of such data, and compiled ones."""
    x, w, found = numbers(2, 64, 512), numbers(256, 512, seed=1), {}

    def product(x, w, recipe):
        a = lowp.torch.quantize(x, recipe=recipe)
        b = lowp.torch.quantize(w, recipe=recipe, operand="rhs")
        return lowp.torch.scaled_matmul(*a, *b, recipe=recipe)

    def compare(call, recipe, placements, expected):
        placed = [distribute_tensor(*each) for each in zip((x, w), (mesh, mesh), placements)]
        y = call(*placed, recipe)
        off = (y.full_tensor() - product(x, w, recipe)).abs().max() / y.full_tensor().abs().max()
        return {"y": float(off), "lies": float(y.placements != (expected,))}

    for recipe, of_x, of_w, of_y in PRODUCTS:
        found[recipe] = compare(product, recipe, ([of_x], [of_w]), of_y)
    compiled = torch.compile(product, backend="aot_eager", fullgraph=True)
    found["compiled"] = compare(compiled, "rowwise", ([WHOLE], [Shard(0)]), Shard(2))
    found["of rows whole"] = of_given_data(mesh, x, w)
    plane = init_device_mesh("cpu", (1, 2))
    placed = (
        distribute_tensor(x, plane, [WHOLE, Shard(1)]),
        distribute_tensor(w, plane, [WHOLE] * 2),
    )
    y = product(*placed, "rowwise")
    found["a plane"] = float(y.placements != (WHOLE, Shard(1)) or y.shape != (2, 64, 256))
    return found


def of_given_data(mesh, x, w):
    """Data that are cut along K, with the scales of whole rows: a sum of parts."""
    a, b = (
        lowp.torch.quantize(each, recipe="rowwise", operand=operand)
        for each, operand in ((x, "lhs"), (w, "rhs"))
    )
    want = lowp.torch.scaled_matmul(*a, *b, recipe="rowwise")
    parts = [
        DTensor.from_local(each.chunk(2, -1)[dist.get_rank()].contiguous(), mesh, [Shard(dim)])
        for each, dim in ((a[0], 2), (b[0], 1))
    ]
    scales = [DTensor.from_local(each, mesh, [WHOLE]) for each in (a[1], b[1])]
    y = lowp.torch.scaled_matmul(parts[0], scales[0], parts[1], scales[1], recipe="rowwise")
    off = (y.full_tensor() - want).abs().max() / want.abs().max()
    return {"y": float(off), "lies": float(y.placements != (Partial(),))}


CASES = {each.__name__: each for each in (scaled_data, products_of_data)}
