"""Converted layers on two devices, which are processes, beside one.

    python sharded_cases.py FOLDER

Each writes FOLDER/resultsRANK.json: of each case how far each of its values is off, of the
largest one, or the error that it ended with.
"""

import copy
import fcntl
import json
import multiprocessing
import os
import pathlib
import sys
import traceback

import torch
import torch._dynamo.guards
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

import alike_cases
import direct_cases
import expert_cases
import frozen_cases
import overlapped_cases
import quantized_cases
import refused_cases
import scaled_cases
import training_cases

sys.path.append(str(pathlib.Path(__file__).parents[1]))
import quick_torch  # noqa: E402  (needs the path above)

import lowp.torch  # noqa: E402
from lowp import compiler
from lowp.torch import programs
from lowp.torch.compiling.backend import backend

WORLD = 2
TOKENS, K, N = 64, 256, 256
IS_LONG = "LOWP_LONG_TESTS" in os.environ
FAMILIES = ["rowwise_training", "blockwise_training", "mxfp8_training"]
CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def numbers(*shape, seed=0):
    made = torch.Generator().manual_seed(seed + sum(shape))
    return torch.randn(*shape, generator=made).bfloat16()


def whole(tensor):
    tensor = tensor.full_tensor() if isinstance(tensor, DTensor) else tensor
    return tensor.detach().double()


def off(got, want):
    got, want = whole(got), whole(want)
    assert got.shape == want.shape
    return float((got - want).abs().max() / want.abs().max())


def layer(family, bias, n=N, k=K):
    torch.manual_seed(n)
    made = torch.nn.Linear(k, n, bias=bias).bfloat16()
    return lowp.torch.convert(made, family)


def gradients(call, inputs, parameters, gradient):
    """The result and the gradients of inputs and parameters."""
    leaf = inputs.detach().requires_grad_()
    y = call(leaf)
    y.backward(gradient)
    return [y, leaf.grad, *(each.grad for each in parameters)]


def shard(tensor, mesh, placement):
    return distribute_tensor(tensor.detach(), mesh, [placement])


def compare_linear(mesh, family, placements, bias, shape=(2, 128)):
    """A layer whose input, weight and bias lie so."""
    of_x, of_w, of_bias, of_y = placements
    one = layer(family, bias)
    x, g = numbers(*shape, K), numbers(*shape, N, seed=1)
    want = gradients(one, x, list(one.parameters()), g)
    sharded = copy.deepcopy(one)
    for name, each in list(sharded.named_parameters()):
        each = shard(each, mesh, of_w if name == "weight" else of_bias)
        sharded.register_parameter(name, torch.nn.Parameter(each))

    def call(leaf):
        return sharded(leaf).redistribute(mesh, [of_y])

    got = gradients(call, shard(x, mesh, of_x), list(sharded.parameters()), shard(g, mesh, of_y))
    return dict(zip(["y", "dx", "dw", "db"], map(off, got, want)))


def add_linear(name, placements, *families):
    """A case for the families named, for all of them in the long tests."""

    def run(mesh):
        return {
            f"{family} {'bias' if bias else ''}": compare_linear(mesh, family, placements, bias)
            for family, bias in zip(FAMILIES, [True, False, True])
            if IS_LONG or family in families
        }

    CASES[name] = run


add_linear("columns", (Replicate(), Shard(0), Shard(0), Shard(2)), "blockwise_training")
add_linear("rows", (Shard(2), Shard(1), Replicate(), Replicate()), "mxfp8_training")
add_linear("batches", (Shard(0), Replicate(), Replicate(), Shard(0)), "rowwise_training")
add_linear("tokens", (Shard(1), Replicate(), Replicate(), Shard(1)), "rowwise_training")


def mlp(family="rowwise_training", width=K):
    torch.manual_seed(0)
    made = torch.nn.Sequential(
        torch.nn.Linear(width, N), torch.nn.SiLU(), torch.nn.Linear(N, width)
    ).bfloat16()
    return lowp.torch.convert(made, family)


@case
def styles(mesh):
    """Torch's own, of a module; the gradient of the first layer's result is a sum of
    parts, which a recipe rounds again."""
    one = mlp()
    x, g = numbers(TOKENS, K), numbers(TOKENS, K, seed=1)
    want = gradients(one, x, list(one.parameters()), g)
    plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
    sharded = parallelize_module(copy.deepcopy(one), mesh, plan)
    got = gradients(sharded, x, list(sharded.parameters()), g)
    return dict(zip(["y", "dx", "dw0", "db0", "dw1", "db1"], map(off, got, want)))


@case
def compiled_styles(mesh):
    """The same layers by torch.compile, which takes both programs of the device."""
    one = mlp()
    x = numbers(TOKENS, K)
    plan = {"0": ColwiseParallel(), "2": RowwiseParallel()}
    sharded = parallelize_module(copy.deepcopy(one), mesh, plan)
    called = torch.compile(sharded, backend=backend, options={"rest": "eager", "strict": True})
    with torch.no_grad():
        return {"y": off(called(x), one(x))}


@case
def experts(mesh):
    x, w = numbers(TOKENS, K), numbers(4, N, K, seed=1)
    ends = torch.tensor([8, 8, 40, TOKENS], dtype=torch.int32)
    g = numbers(TOKENS, N, seed=2)

    def run(x, w, ends, g):
        x, w = x.detach().requires_grad_(), w.detach().requires_grad_()
        y = torch.ops.lowp.grouped_linear(x, w, ends, None, "blockwise_training")
        y.backward(g)
        return y, x.grad, w.grad

    want, found = run(x, w, ends, g), {}
    ways = {"columns": (Replicate(), Shard(1), Shard(1))}
    if IS_LONG:
        ways["rows"] = Shard(1), Shard(2), Replicate()
    for name, (of_x, of_w, of_g) in ways.items():
        arguments = (x, of_x), (w, of_w), (ends, Replicate())
        placed = [shard(value, mesh, placement) for value, placement in arguments]
        leaves = [each.detach().requires_grad_() for each in placed[:2]]
        y = torch.ops.lowp.grouped_linear(*leaves, placed[2], None, "blockwise_training")
        y.redistribute(mesh, [of_g]).backward(shard(g, mesh, of_g))
        got = y, *(leaf.grad for leaf in leaves)
        found[name] = dict(zip(["y", "dx", "dw"], map(off, got, want)))
    return found


@case
def data_parallel(mesh):
    """fully_shard: three steps, whose batches one device takes one after the other."""
    one = mlp()
    sharded = copy.deepcopy(one)
    for each in (sharded[0], sharded[2]):
        fully_shard(each, mesh=mesh)
    fully_shard(sharded, mesh=mesh)
    optimizers = [torch.optim.SGD(each.parameters(), lr=0.5) for each in (one, sharded)]
    found = {}
    for step in range(3):
        batches = numbers(WORLD, TOKENS, K, seed=step)
        for x in batches:
            (one(x).float().square().mean() / WORLD).backward()
        sharded(batches[dist.get_rank()]).float().square().mean().backward()
        for optimizer in optimizers:
            optimizer.step()
            optimizer.zero_grad()
    for name, parameter in one.named_parameters():
        found[name] = off(sharded.get_parameter(name), parameter)
    return found


class Gathered(torch.nn.Module):
    """Gathers its weight and its bias in the graph, as SimpleFSDP does."""

    def __init__(self, weight, bias, mesh):
        super().__init__()
        self.weight, self.bias = (
            torch.nn.Parameter(shard(each, mesh, Shard(0))) for each in (weight, bias)
        )
        self.mesh = mesh

    def forward(self, x):
        whole = (each.redistribute(self.mesh, [Replicate()]) for each in (self.weight, self.bias))
        return torch.nn.functional.linear(
            x, *(each.to_local(grad_placements=[Partial()]) for each in whole)
        )


@case
def gathered_in_the_graph(mesh):
    x, w, b, g = numbers(TOKENS, K), numbers(N, K), numbers(N), numbers(TOKENS, N, seed=1)
    module = Gathered(w, b, mesh)
    options = {"recipe": "rowwise_training", "rest": "eager", "strict": True}
    called = torch.compile(module, backend=backend, options=options)
    got = gradients(called, x, [module.weight, module.bias], g)
    y = torch.ops.lowp.linear(x, w, b, "rowwise_training")
    dx, dw, db = torch.ops.lowp.linear_backward(g, x, w, "rowwise_training", [True, True, True])
    # Each device adds its gradient.
    return dict(zip(["y", "dx", "dw", "db"], map(off, got, (y, dx, WORLD * dw, WORLD * db))))


@case
def prices(mesh):
    """auto decides for what one device computes, by a plan as by weights."""

    def model():
        torch.manual_seed(0)
        with torch.device("meta"):
            return torch.nn.Sequential(torch.nn.Linear(4096, 4096)).bfloat16()

    def decide(made, **plan):
        lowp.torch.convert(made, "auto", part="h200", tokens=8192, **plan)
        return [(each.recipe, each.us, each.without_us) for each in lowp.torch.decisions(made)]

    def place(way):
        made = model()
        for each in made:
            each.weight = torch.nn.Parameter(
                DTensor.from_local(
                    each.weight.chunk(WORLD, way)[0], mesh, [Shard(way)], run_check=False
                )
            )
            each.bias = None
        return made

    def plain():
        made = model()
        for each in made:
            each.bias = None
        return made

    found = {}
    for name, way in [("columns", 0), ("rows", 1)][: 1 + IS_LONG]:
        planned = decide(plain(), parallel={"*": name}, parallel_size=WORLD)
        found[name] = float(decide(place(way)) != planned)
        found[f"{name} as whole"] = float(decide(plain()) == planned)
    # The last device has a column less than the others.
    uneven = torch.empty(2048 + (dist.get_rank() == 0), 4096, dtype=torch.bfloat16, device="meta")
    weight = DTensor.from_local(
        uneven, mesh, [Shard(0)], run_check=False, shape=(4097, 4096), stride=(4096, 1)
    )
    layer = torch.nn.Linear(4096, 4097, bias=False, device="meta")
    layer.weight = torch.nn.Parameter(weight)
    said: list = [None] * WORLD
    dist.all_gather_object(said, decide(torch.nn.Sequential(layer)))
    found["uneven"] = float(said[0] != said[1])
    gathered = plain()
    fully_shard(gathered, mesh=mesh)
    found["gathered"] = float(decide(gathered) != decide(plain()))
    return found


def run(function, mesh):
    torch._dynamo.reset()
    try:
        return function(mesh)
    except Exception:
        return traceback.format_exc()[-3000:]


def compile_once(folder):
    """Makes a process wait while another one compiles: what that made is in the cache."""
    os.environ["LOWP_CACHE_DIR"] = str(folder / "cache")
    compile_now = compiler.compile
    # Vectors took half of the time to compile, and save none.
    level = {} if IS_LONG else {"host_opt_level": 2}

    def compile_in_turn(*arguments, **options):
        with open(folder / "compiling", "w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            return compile_now(*arguments, **level, **options)

    for user in (compiler, lowp, programs):
        user.compile = compile_in_turn


for each in (
    quantized_cases,
    scaled_cases,
    direct_cases,
    expert_cases,
    frozen_cases,
    overlapped_cases,
    training_cases,
    refused_cases,
    alike_cases,
):
    CASES.update(each.CASES)
if not IS_LONG:
    # Others compile these styles with both passes.
    del CASES["compiled_styles"]


def run_rank(rank, folder):
    compile_once(folder)
    torch.set_num_threads(1)
    dist.init_process_group(
        "gloo", init_method=f"file://{folder}/store", rank=rank, world_size=WORLD
    )
    mesh = init_device_mesh("cpu", (WORLD,))
    results = {name: run(function, mesh) for name, function in CASES.items()}
    (folder / f"results{rank}.json").write_text(json.dumps(results))
    dist.destroy_process_group()


def main():
    """Forks: a second import of torch would take as long as many cases."""
    quick_torch.spare()
    fork = multiprocessing.get_context("fork").Process
    ranks = [fork(target=run_rank, args=(rank, pathlib.Path(sys.argv[1]))) for rank in range(WORLD)]
    for rank in ranks:
        rank.start()
    for rank in ranks:
        rank.join()
    sys.exit(any(rank.exitcode for rank in ranks))


if __name__ == "__main__":
    main()
