"""Cases of sharded_cases.py whose layers are frozen, of which each device has a part."""

import copy
import os
import warnings

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import (
    ColwiseParallel,
    RowwiseParallel,
    SequenceParallel,
    parallelize_module,
)

import lowp.torch
from lowp.torch.distributed.frozen_parts import FrozenPart
from lowp.torch.linear import Linear
from refused_cases import message_of

IS_LONG = "LOWP_LONG_TESTS" in os.environ
K, N = 256, 256
STYLES = {
    "columns": (ColwiseParallel(use_local_output=False), Replicate()),
    "rows": (RowwiseParallel(output_layouts=Partial(), use_local_output=False), Shard(1)),
    "whole": (SequenceParallel(sequence_dim=0), Shard(0)),
    "batches": (None, Shard(2)),
}


def layer(family, n=N, k=K, bias=False):
    torch.manual_seed(n)
    made = torch.nn.Sequential(torch.nn.Linear(k, n, bias=bias)).bfloat16()
    seed = 3 if family == "nvfp4_training" else None
    return lowp.torch.convert(made, family, seed=seed, allow="*")


def divided(made, mesh, style):
    return parallelize_module(copy.deepcopy(made), mesh, {"0": STYLES[style][0]})


def numbers(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).bfloat16()


def run(model, x, mesh, style, g=None):
    """The result, and the gradient of the input where g is that of the result."""
    leaf = distribute_tensor(x, mesh, [STYLES[style][1]]).requires_grad_(g is not None)
    with torch.set_grad_enabled(g is not None):
        y = model(leaf)
    if g is None:
        return [y]
    placement = Replicate() if style == "rows" else y.placements[0]
    y.backward(distribute_tensor(g, mesh, [placement]))
    return [y, leaf.grad]


def alike(a, b):
    """Whether all bits are, and what DTensor says of them."""
    return (a.placements, a.shape, a.stride(), a.dtype) == (
        b.placements,
        b.shape,
        b.stride(),
        b.dtype,
    ) and torch.equal(a.to_local(), b.to_local())


def of_part(made):
    """A frozen layer on one device of what this device has of a weight, without a bias."""
    weight = made[0].weight.to_local().detach()
    one = torch.nn.Linear(*reversed(weight.shape), bias=False).bfloat16()
    one.weight = torch.nn.Parameter(weight)
    return lowp.torch.freeze(lowp.torch.convert(one, made[0].recipe))


def frozen_parts(mesh):
    """Results have the placements and bits of the converted layer, and parts of the result and
    of the input's gradient those of a layer that is frozen on one device; so has the whole
    result, where it is no sum."""
    found = {}
    cases = [
        ("rowwise_training", "columns", True),
        ("rowwise_training", "rows", False),
        ("rowwise_training", "whole", True),
        ("blockwise_training", "columns", False),
        ("blockwise_training", "rows", True),
        ("mxfp8_training", "columns", True),
        ("mxfp8_training", "rows", True),
        ("tensorwise_training", "whole", False),
    ]
    # Each style, each family, with and without a bias.
    sample = cases if IS_LONG else [cases[place] for place in (0, 1, 3, 6, 7)]
    x, g = numbers(64, K), numbers(64, N, seed=1)
    for family, style, bias in sample:
        one = layer(family, bias=bias)
        made = divided(one, mesh, style)
        errors = found[f"{family} {style}"] = {}
        with torch.no_grad():
            want = run(made, x, mesh, style)[0]
        twin = of_part(made)
        lowp.torch.freeze(made)
        assert type(made[0]) is FrozenPart and "weight" not in made[0]._parameters
        # Bound calls begin with the third.
        got = [run(made, x, mesh, style)[0] for _ in range(4)]
        errors["of the converted"] = float(not all(alike(each, want) for each in got))
        y, dx = run(made, x, mesh, style, g)
        errors["with gradients"] = float(not alike(y, want))
        if style != "rows" and family != "tensorwise_training":
            whole = lowp.torch.freeze(one)(x)
            errors["of one device"] = float(not torch.equal(y.full_tensor(), whole))
        local = [
            distribute_tensor(each, mesh, [placement]).to_local()
            for each, placement in (
                (x, STYLES[style][1]),
                (g, Replicate() if style == "rows" else y.placements[0]),
            )
        ]
        rows = local[0].clone().requires_grad_()
        own = twin(rows)
        own.backward(local[1])
        errors["dx"] = float(not torch.equal(dx.to_local(), rows.grad))
        lies = {"columns": Partial(), "rows": Shard(1), "whole": Shard(0)}[style]
        errors["dx lies"] = float(dx.placements != (lies,))
        if not bias:
            errors["part"] = float(not torch.equal(y.to_local(), own))
    # Inputs of other shapes, and such that lie otherwise, which are redistributed.
    made = lowp.torch.freeze(divided(layer("rowwise_training"), mesh, "rows"))
    whole = made[0](distribute_tensor(x, mesh, [Replicate()]))
    parts = made[0](distribute_tensor(x, mesh, [Shard(1)]))
    found["other rows"] = float(not alike(whole, parts))
    cube = x.view(2, 32, K)
    with torch.no_grad():
        each = [run(made, cube, mesh, "batches")[0] for _ in range(4)]
        flat = made[0](distribute_tensor(x[0], mesh, [Shard(0)]))
    same = all(torch.equal(y.to_local().flatten(0, 1), whole.to_local()) for y in each)
    found["three dimensions"] = float(not same or each[0].shape != (2, 32, N))
    found["one dimension"] = float(not torch.equal(flat.to_local(), whole.to_local()[0]))
    return found


def frozen_reports(mesh):
    """Decisions and reports say what is frozen, and why not."""

    def frozen(family, style, n=N, k=K, bias=False):
        made = divided(layer(family, n, k, bias), mesh, style)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            lowp.torch.freeze(lowp.torch.freeze(made))
        (row,) = lowp.torch.report(made).rows
        return type(made[0]), row[1], row[-1], " ".join(str(each.message) for each in said)

    cases = {
        "columns": (
            "rowwise_training",
            "columns",
            "?x128x256",
            "frozen, part S(0) on each of 2 devices",
        ),
        "rows": ("rowwise_training", "rows", "?x256x128", "frozen, part S(1) on each of 2 devices"),
        "whole": ("rowwise_training", "whole", "?x256x256", "frozen, whole on each of 2 devices"),
        "one scale": ("tensorwise_training", "rows", "?x256x128", "its whole weight, which no"),
        "two levels": ("nvfp4_training", "columns", "?x128x256", "its whole weight, which no"),
        "cut blocks": ("blockwise_training", "columns", "?x192x256", "blocks of 128 rows", 384),
        "cut": ("mxfp8_training", "rows", "?x256x48", "blocks of 32 columns do not", 256, 96),
        "none": ("rowwise_training", "columns", None, "a device has none of its 1 rows", 1),
    }
    found = {}
    for name, (family, style, sizes, reason, *shape) in cases.items():
        kind, size, why, said = frozen(family, style, *shape)
        is_frozen = reason.startswith("frozen")
        found[name] = {
            "kind": float(kind is not (FrozenPart if is_frozen else Linear)),
            "sizes": float(sizes is not None and size != sizes),
            "why": float(why.count(reason) != 1 or is_frozen == ("not frozen" in why)),
            "said": float((reason in said) is is_frozen or is_frozen and bool(said)),
        }
    other = divided(layer("rowwise_training", bias=True), mesh, "columns")
    other[0].bias = torch.nn.Parameter(distribute_tensor(numbers(N), mesh, [Replicate()]))
    both = layer("rowwise_training")
    plane = init_device_mesh("cpu", (2, 1), mesh_dim_names=("rows", "columns"))
    weight = distribute_tensor(both[0].weight.detach(), plane, [Shard(0), Shard(1)])
    both[0].weight = torch.nn.Parameter(weight)
    sums = layer("rowwise_training")
    weight = DTensor.from_local(sums[0].weight.detach(), mesh, [Partial()])
    sums[0].weight = torch.nn.Parameter(weight)
    kept = {
        "a bias elsewhere": (other, "its bias does not lie as S(0)"),
        "a plane": (both, "a mesh of 2 dimensions"),
        "sums": (sums, "its weight lies as P"),
    }
    for name, (made, reason) in kept.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            lowp.torch.freeze(made)
        why = lowp.torch.decisions(made)[0].reason
        found[name] = float(type(made[0]) is not Linear or reason not in why)
    return found


def frozen_states(mesh):
    """Copies, casts and state_dicts are as those of layers that are frozen on one
    device; those of another part are errors."""
    x = numbers(64, K)
    family, rank = "mxfp8_training", dist.get_rank()
    converted = divided(layer(family, bias=True), mesh, "columns")
    made = lowp.torch.freeze(copy.deepcopy(converted))
    other = lowp.torch.freeze(divided(layer(family, bias=True), mesh, "columns"))
    with torch.no_grad():
        other[0].prepared0.view(torch.uint8).zero_()
    want = run(made, x, mesh, "columns")[0]
    found = {"other": float(alike(run(other, x, mesh, "columns")[0], want))}
    state = made.state_dict()
    found["keys"] = float(
        set(state)
        != {f"0.{each}" for each in "bias prepared0 prepared1 _extra_state weight".split()}
    )
    other.load_state_dict(state)
    copies = {
        "loaded": other,
        "copied": copy.deepcopy(made),
        "cast": copy.deepcopy(made).to(torch.float16).to("cpu"),
    }
    for name, each in copies.items():
        found[name] = float(not alike(run(each, x, mesh, "columns")[0], want))
    weight = made[0].weight
    found["weight"] = float((weight.shape, weight.dtype) != ((N, K), torch.bfloat16))
    states: list = [None, None]
    dist.all_gather_object(states, state["0._extra_state"])
    swapped = {**state, "0._extra_state": states[1 - rank]}
    one = lowp.torch.freeze(layer(family, N // 2, bias=True)).state_dict()
    found["another part"] = float(
        "got '" not in message_of(lambda: other.load_state_dict(swapped))
        or "part S(0) on each of 2 devices"
        not in message_of(lambda: other.load_state_dict(swapped))
    )
    found["a whole one"] = float(
        "part S(0) on each of 2 devices"
        not in message_of(lambda: other[0].set_extra_state(one["0._extra_state"]))
    )
    kept = lowp.torch.freeze(copy.deepcopy(converted), drop=False)
    same = alike(run(kept, x, mesh, "columns")[0], want)
    plain = lowp.torch.restore(kept)[0]
    back = (
        type(plain) is torch.nn.Linear and plain.weight.requires_grad and plain.bias.requires_grad
    )
    found["restored"] = float(not same or not back or hasattr(plain, "lowp_part"))
    return found


def frozen_errors(mesh):
    """What names what to do."""
    x = numbers(64, K)
    made = lowp.torch.freeze(divided(layer("mxfp8_training"), mesh, "columns"))
    alone = init_device_mesh("cpu", (2, 1), mesh_dim_names=("data", "one"))["one"]
    parent = fully_shard(layer("mxfp8_training"), mesh=mesh)
    own = layer("mxfp8_training")
    fully_shard(own[0], mesh=mesh)
    advice = "freeze before fully_shard"

    def differentiate_twice():
        rows = distribute_tensor(x, mesh, [Replicate()]).requires_grad_()
        torch.autograd.grad(made(rows).full_tensor().sum(), rows, create_graph=True)

    def save():
        lowp.torch.save(lowp.torch.freeze(divided(layer("blockwise_training"), mesh, "rows")), "/")

    expected = {
        "a tensor": (
            message_of(lambda: made[0].forward(x)),
            "layer",
            "DTensor over",
            "64x256",
            "styles",
        ),
        "nothing": (message_of(lambda: made[0].forward(None)), "LaunchError", "got NoneType"),
        "another mesh": (
            message_of(lambda: made[0].forward(distribute_tensor(x, alone, [Replicate()]))),
            "LaunchError",
            "got one over",
        ),
        "gathered": (message_of(lambda: lowp.torch.freeze(parent)), "'0'", advice, "unshard()"),
        "gathered with others": (
            message_of(lambda: lowp.torch.freeze(parent[0])),
            "LaunchError",
            advice,
        ),
        "gathered itself": (message_of(lambda: lowp.torch.freeze(own)), "'0'", advice),
        "divided twice": (
            message_of(lambda: parallelize_module(made, mesh, {"0": RowwiseParallel()})),
            "once",
        ),
        "twice": (message_of(differentiate_twice), "layer '0'", "no second derivative"),
        "saved": (
            message_of(save),
            "LaunchError: '0'",
            "part S(1) on each of 2 devices",
            "state_dict",
        ),
        "freed": (message_of(lambda: lowp.torch.restore(made)), "LaunchError", "has freed"),
    }
    found = {
        name: float(not all(word in message for word in words))
        for name, (message, *words) in expected.items()
    }
    parent.unshard()
    with torch.no_grad():
        got = lowp.torch.freeze(parent)(x)
    want = lowp.torch.freeze(layer("mxfp8_training"))(x)
    found["unsharded"] = float(not torch.equal(got, want))
    return found


CASES = {
    each.__name__: each for each in (frozen_parts, frozen_reports, frozen_states, frozen_errors)
}
