"""Cases of sharded_cases.py of GroupedLinear whose experts devices share."""

import copy
import os
import warnings

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor

import lowp.torch
from lowp.torch.compiling.backend import backend
from lowp.torch.distributed.frozen_experts import FrozenExpertsPart
from lowp.torch.scaled_tensor import Scaled
from refused_cases import message_of

K, N, ROWS = 256, 256, 64
WHOLE = Replicate()
# The last expert of three is the second device's alone.
ENDS = [24, 40, ROWS]
IS_LONG = bool(os.environ.get("LOWP_LONG_TESTS"))


def numbers(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)).bfloat16()


def layer(family, groups=3, n=N, bias=True):
    torch.manual_seed(0)
    kind = {"recipe": family, "dtype": torch.bfloat16}
    return lowp.torch.GroupedLinear(groups, K, n, bias, **kind)


def divided(one, mesh, of_w, of_bias=None):
    made = copy.deepcopy(one)
    for name, each in list(made.named_parameters()):
        placement = of_bias if of_bias and name == "bias" else of_w
        each = distribute_tensor(each.detach(), mesh, [placement])
        made.register_parameter(name, torch.nn.Parameter(each))
    return made


def own_rows():
    """Which rows this device has of all, and the ends of its experts among them."""
    first = dist.get_rank() == 0
    ends = ENDS[:2] if first else [ENDS[2] - ENDS[1]]
    rows = slice(0, ENDS[1]) if first else slice(ENDS[1], ROWS)
    return rows, torch.tensor(ends, dtype=torch.int32)


def gradients(call, x, ends, g, parameters=()):
    leaf = x.detach().requires_grad_()
    y = call(leaf, ends)
    y.backward(g)
    found = [y.detach(), leaf.grad, *(each.grad for each in parameters)]
    return [each.to_local() if isinstance(each, DTensor) else each for each in found]


def is_equal(got, want, rows):
    """Whether rows, and gradients of the experts of this device, are those of one device."""
    experts = slice(0, 2) if dist.get_rank() == 0 else slice(2, 3)
    parts = [want[0][rows], want[1][rows], *(each[experts] for each in want[2:])]
    return all(map(torch.equal, got, parts))


def experts_of_devices(mesh):
    """Layers whose weights are parts by expert take rows of this device: bits are those of one
    device, eager, compiled, and gathered over another dimension of a mesh."""
    x, g = numbers(ROWS, K), numbers(ROWS, N, seed=1)
    ends = torch.tensor(ENDS, dtype=torch.int32)
    rows, own = own_rows()
    found = {}
    ways = [("rowwise_training", "bf16"), ("blockwise_training", "time")]
    for family, save in ways if IS_LONG else ways[:1]:
        one = layer(family)
        want = gradients(one, x, ends, g, one.parameters())
        made = divided(one, mesh, Shard(0))
        made.save = save
        lowp.torch.preload(made)
        got = gradients(made, x[rows], own, g[rows], made.parameters())
        found[family] = float(not is_equal(got, want, rows))
    if IS_LONG:
        options = {"rest": "eager", "strict": True}
        called = torch.compile(made, backend=backend, options=options)
        made.zero_grad()
        got = gradients(called, x[rows], own, g[rows], made.parameters())
        found["compiled"] = float(not is_equal(got, want, rows))
    plane = init_device_mesh("cpu", (1, 2), mesh_dim_names=("data", "experts"))
    both = divided(one, plane["experts"], Shard(0))
    fully_shard(both, mesh=plane["data"])
    got = gradients(both, x[rows], own, g[rows], both.parameters())
    found["and fully_shard"] = float(not is_equal(got, want, rows))
    (row,) = lowp.torch.report(made).rows
    groups = 2 - dist.get_rank()
    found["sizes"] = float(row[1] != f"?x{groups} of {N}x{K}")
    return found


def few_experts(mesh):
    """A device that has no expert multiplies no rows, and waits for nobody."""
    one, x, g = layer("rowwise_training", 1), numbers(ROWS, K), numbers(ROWS, N, seed=1)
    ends = torch.tensor([ROWS], dtype=torch.int32)
    want = gradients(one, x, ends, g, one.parameters())
    made = divided(one, mesh, Shard(0))
    own = slice(0, ROWS if dist.get_rank() == 0 else 0)
    experts = slice(0, 1 if dist.get_rank() == 0 else 0)
    got = gradients(made, x[own], ends[experts], g[own], made.parameters())
    parts = want[0][own], want[1][own], *(each[experts] for each in want[2:])
    return {"bits": float(not all(map(torch.equal, got, parts)))}


def frozen_experts(mesh):
    """Frozen parts have the bits of the converted layer, and gradients of rows those of experts
    that are frozen on one device."""
    x, g = numbers(ROWS, K), numbers(ROWS, N, seed=1)
    ends, (rows, own), found = torch.tensor(ENDS, dtype=torch.int32), own_rows(), {}
    families = ["rowwise_training", "blockwise_training"]
    for family in families if IS_LONG else families[:1]:
        one = layer(family)
        made = lowp.torch.freeze(divided(one, mesh, Shard(0)))
        want = gradients(lowp.torch.freeze(copy.deepcopy(one)), x, ends, g)
        assert type(made) is FrozenExpertsPart and "weight" not in made._parameters
        got = gradients(made, x[rows], own, g[rows])
        found[f"{family} by expert"] = float(not is_equal(got, want, rows))
        for of_w, of_bias in ((Shard(1), Shard(1)), (Shard(2), WHOLE), (WHOLE, WHOLE)):
            name = f"{family} {of_w}"
            found[name] = compare_parts(one, mesh, of_w, of_bias, x, g, ends, want)
    found.update(states(one, mesh, x[rows], own))
    return found


def compare_parts(one, mesh, of_w, of_bias, x, g, ends, frozen):
    converted = divided(one, mesh, of_w, of_bias)
    placed, placed_ends, of_g = (distribute_tensor(e, mesh, [WHOLE]) for e in (x, ends, g))
    with torch.no_grad():
        want = converted(placed, placed_ends)
    made = lowp.torch.freeze(converted)
    leaf = placed.detach().requires_grad_()
    y = made(leaf, ends)
    y.redistribute(mesh, [WHOLE]).backward(of_g)
    again = made(placed.redistribute(mesh, [Shard(1)]), placed_ends)
    same = [torch.equal(each.to_local(), want.to_local()) for each in (y, again)]
    off = (leaf.grad.full_tensor() - frozen[1]).abs().max() / frozen[1].abs().max()
    return {
        "bits": float(not all(same)),
        "lies": float(y.placements != want.placements or y.stride() != want.stride()),
        "dx": float(off),
    }


def states(one, mesh, x, ends):
    """state_dicts are of one part."""
    made = lowp.torch.freeze(divided(one, mesh, Shard(0)))
    want, state = made(x, ends), made.state_dict()
    twin = lowp.torch.freeze(divided(one, mesh, Shard(0)))
    twin.prepared0.view(torch.uint8).zero_()
    other = torch.equal(twin(x, ends), want)
    twin.load_state_dict(state)
    kept = lowp.torch.freeze(divided(one, mesh, Shard(0)), drop=False)
    back = lowp.torch.restore(kept)
    as_many = lowp.torch.freeze(layer(one.recipe, groups=2 - dist.get_rank()))
    whole = as_many.state_dict()["_extra_state"]
    return {
        "other": float(other),
        "loaded": float(not torch.equal(twin(x, ends), want)),
        "restored": float(type(back) is not lowp.torch.GroupedLinear or hasattr(back, "lowp_part")),
        "a whole one": float("part S(0)" not in message_of(lambda: made.set_extra_state(whole))),
    }


def refused_experts(mesh):
    """What is kept, and what names what to do."""

    def kept(made):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            lowp.torch.freeze(made)
        (row,) = lowp.torch.report(made).rows
        is_kept = type(made) is lowp.torch.GroupedLinear and "not frozen: " in row[-1]
        return " ".join(str(each.message) for each in said) if is_kept else ""

    rows, ends = own_rows()
    x = numbers(ROWS, K)
    family = "rowwise_training"
    by_columns = divided(layer(family), mesh, Shard(1))
    by_expert = lowp.torch.freeze(divided(layer(family), mesh, Shard(0)))
    frozen = lowp.torch.freeze(divided(layer(family), mesh, Shard(1)))
    placed = distribute_tensor(x, mesh, [WHOLE])
    sums = layer(family, bias=False)
    sums.weight = torch.nn.Parameter(DTensor.from_local(sums.weight.detach(), mesh, [Partial()]))
    gathered = fully_shard(torch.nn.Sequential(layer(family)), mesh=mesh)

    def differentiate_twice():
        leaf = placed.detach().requires_grad_()
        y = frozen(leaf, torch.tensor(ENDS, dtype=torch.int32))
        torch.autograd.grad(y.full_tensor().sum(), leaf, create_graph=True)

    expected = {
        "one scale": (kept(divided(layer("tensorwise_training"), mesh, Shard(1))), "whole weight"),
        "cut": (kept(divided(layer("blockwise_training", n=384), mesh, Shard(1))), "128 rows"),
        "none": (kept(divided(layer(family, 1), mesh, Shard(0))), "none of its 1 experts"),
        "a bias": (kept(divided(layer(family), mesh, Shard(0), WHOLE)), "its bias does not lie"),
        "sums": (kept(sums), "lies as P"),
        "columns": (message_of(lambda: by_columns(x, ends)), "LaunchError", "Shard(0)", "weight"),
        "ends": (
            message_of(lambda: divided(layer(family, 4), mesh, Shard(0))(x, torch.tensor(ENDS))),
            "LaunchError",
            "each of 2 groups",
        ),
        "a DTensor": (message_of(lambda: by_expert(placed, ends)), "LaunchError", "to_local()"),
        "a tensor": (message_of(lambda: frozen(x, ends)), "LaunchError", "as a DTensor over"),
        "gathered": (message_of(lambda: lowp.torch.freeze(gathered)), "'0'", "before fully_shard"),
        "twice": (message_of(differentiate_twice), "no second derivative"),
    }
    return {
        name: float(not all(word in message for word in words))
        for name, (message, *words) in expected.items()
    }


def gathered_experts(mesh):
    """Weights of experts under fully_shard travel as data and scales: losses and weights are
    those of gathers in 16 bits, after steps of AdamW."""
    families = ["blockwise_training", "rowwise_training", "mxfp8_training"]
    found = {}
    for family in families if IS_LONG else families[:1]:
        runs = [train(mesh, family, quantizes) for quantizes in (False, True)]
        (losses, weights, _), (got_losses, got, (table, said)) = runs
        (weight, bias) = table.rows
        found[family] = {
            "losses": float(losses != got_losses),
            "weights": float(not all(map(torch.equal, weights, got))),
            "bytes": float(weight[2] != family or not 0.5 < weight[3] / weight[4] < 0.52),
            "bias": float(bias[2] != "-" or bias[3] != bias[4]),
            "report": float(f"{weight[3]:,} bytes of a rank, {weight[4]:,} in 16" not in said),
        }
    for name, family, n, reason in (
        (
            "cut",
            "blockwise_training",
            192,
            "192 rows of an expert are no multiple of blocks of 128",
        ),
        ("auto", "auto", N, "'auto' chooses no recipe"),
        ("kept", "none", N, "its recipe is 'none'"),
    ):
        made = fully_shard(layer(family, 2, n), mesh=mesh)
        (row, _) = lowp.torch.distributed.quantize_gathers(made).rows
        said = lowp.torch.report(made).json[0]["gathered"]["reason"]
        found[name] = float(row[2] != "-" or reason not in row[-1] or said != row[-1])
    (row, _) = lowp.torch.distributed.quantize_gathers(
        fully_shard(layer("rowwise_training"), mesh=mesh)
    ).rows
    found["uneven"] = float("do not share its 3 experts evenly" not in row[-1])
    found["chosen"] = float(not takes_chosen_recipe(mesh))
    return {**found, **quantized_experts()}


def takes_chosen_recipe(mesh):
    """Experts of "auto" get what it chooses for weights that come quantized."""
    with torch.device("meta"):
        made = lowp.torch.GroupedLinear(
            2, 1024, 1024, False, recipe="auto part=h200", dtype=torch.bfloat16
        )
    fully_shard(made, mesh=mesh)
    (row,) = lowp.torch.distributed.quantize_gathers(made).rows
    return "rowwise" in row[2] and made.recipe == row[2] and row[3] < row[4]


def train(mesh, family, quantizes):
    """Losses of three steps, weights after them, and what travels."""
    torch.manual_seed(0)
    made = lowp.torch.GroupedLinear(4, K, N, recipe=family)
    policy = MixedPrecisionPolicy(torch.bfloat16)
    fully_shard(made, mesh=mesh, mp_policy=policy)
    table = lowp.torch.distributed.quantize_gathers(made) if quantizes else None
    (row,) = lowp.torch.report(made).rows
    optimizer = torch.optim.AdamW(made.parameters(), lr=1e-2, fused=True)
    ends, losses = torch.tensor([8, 8, *ENDS[1:]], dtype=torch.int32), []
    for step in range(3):
        x = numbers(ROWS, K, seed=2 * step + dist.get_rank())
        loss = made(x, ends).float().square().mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return losses, [each.full_tensor() for each in made.parameters()], (table, row[-1])


def quantized_experts():
    """Data and scales of both operands on one device, and blocks that end in an expert."""
    family = "blockwise_training"
    x, ends = numbers(ROWS, K), torch.tensor([24, ROWS], dtype=torch.int32)
    g, found = numbers(ROWS, N, seed=1), {}

    def scaled(values, operand):
        data, scales = lowp.torch.quantize(values, recipe=family, operand=operand)
        return Scaled(data, scales, family, operand)

    w = numbers(2, N, K, seed=2)
    y = torch.ops.lowp.grouped_linear(x, w, ends, None, family)
    both = torch.ops.lowp.grouped_linear(scaled(x, "lhs"), scaled(w, "rhs"), ends, None, family)
    needed = [True, False, False]
    dx = torch.ops.lowp.grouped_linear_backward(g, x, w, ends, family, needed)[0]
    of_scaled = torch.ops.lowp.grouped_linear_backward(g, x, scaled(w, "rhs"), ends, family, needed)
    found["both quantized"] = float(not torch.equal(y, both) or not torch.equal(dx, of_scaled[0]))
    cut = scaled(numbers(2, 192, K), "rhs")
    message = message_of(lambda: torch.ops.lowp.grouped_linear(x, cut, ends, None, family))
    found["cut blocks"] = float("blocks of 128 rows end with those of an expert" not in message)
    other = Scaled(cut.quantized, cut.scales, "mxfp8_training", "rhs")
    message = message_of(lambda: torch.ops.lowp.grouped_linear(x, other, ends, None, family))
    found["another recipe"] = float("expected operands quantized for its recipe" not in message)
    return found


CASES = {
    each.__name__: each
    for each in (
        experts_of_devices,
        few_experts,
        frozen_experts,
        gathered_experts,
        refused_experts,
    )
}
