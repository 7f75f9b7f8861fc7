"""One process of `python -m lowp.torch.measure distributed`."""

from __future__ import annotations

import argparse
import json
import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from functools import partial

import torch
import torch.distributed as dist

from lowp_lab.torch.bench.measure import free
from lowp_lab.torch.measure.distributed import (
    equality,
    experts,
    gathers,
    graphs,
    layers,
    pipelined,
    training,
    two_ways,
)
from lowp_lab.torch.measure.distributed.ranks import Ranks


def _sections(ranks: Ranks) -> Iterator[tuple[str, Callable[[], None]]]:
    """Names and what is measured, what is compiled for long at the end."""
    shapes = layers.shapes(ranks)

    def each(title: str, run: Callable[..., None]) -> dict[str, Callable[[], None]]:
        return {title.format(n): partial(run, ranks, n, sizes) for n, sizes in shapes.items()}

    sections: dict[str, dict[str, Callable[[], None]]] = {
        "gather": {"gather": partial(gathers.run, ranks)},
        "pipelined": each("pipelined {}", pipelined.run),
        "tp": each("tp {}", layers.eager),
        "graphs": graphs.sections(ranks, shapes),
        "fsdp": {"fsdp": partial(training.run, ranks)},
        "experts": {"experts": partial(experts.run, ranks)},
        "two_ways": {"two ways": partial(two_ways.run, ranks)},
        "compiled": each("tp {}, compiled", layers.compiled)
        | {"fsdp, compiled": partial(training.compiled, ranks)},
        "equal": {"equal": partial(equality.run, ranks)},
    }
    wanted = ranks.arguments.only.split(",")
    for name, some in sections.items():
        yield from some.items() if name in wanted else ()


def _run(ranks: Ranks, name: str, section: Callable[[], None]) -> None:
    """What fails on all ranks alike is a result; a rank that fails alone ends, and with it
    all, since the others wait for it."""
    error = ""
    try:
        section()
    except Exception as exception:
        # Dynamo says at the beginning what happened, and then where.
        error = f"{type(exception).__name__}: {exception}"[:2000]
        print(f"rank {ranks.rank}, {name}: {traceback.format_exc()}", file=sys.stderr, flush=True)
    free(ranks.device)
    if not ranks.all_true(not error):
        ranks.write(f"{name}, failed", {"error": error})


def main() -> None:
    warnings.filterwarnings("ignore")
    arguments = argparse.Namespace(**json.loads(sys.argv[1]))
    ranks = Ranks(arguments)
    head = {"torch": torch.__version__, "ranks": ranks.size}
    if ranks.is_gpu:
        head |= {"device": torch.cuda.get_device_name(), "nccl": list(torch.cuda.nccl.version())}
    ranks.write("environment", head)
    for name, section in _sections(ranks):
        if ranks.has_time():
            _run(ranks, name, section)
        else:
            ranks.write(f"{name}, left out", {"reason": "no time is left"})
    dist.barrier()
    sys.stdout.flush()
    # Communicators that a failed section has left would be waited for.
    os._exit(0)


if __name__ == "__main__":
    main()
