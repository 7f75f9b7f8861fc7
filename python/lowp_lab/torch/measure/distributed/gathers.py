"""A gather of rows with data and scales beside one in bf16."""

from __future__ import annotations

from collections.abc import Callable

import torch

from lowp.torch.distributed.collectives import gather_rows, quantize_rows
from lowp.torch.scaled import kind_of
from lowp.torch.scaled_tensor import Scaled, parts_of
from lowp_lab.torch.measure.distributed.graphs import capture
from lowp_lab.torch.measure.distributed.ranks import Ranks

_RECIPE = "rowwise_training"
_RECIPES = _RECIPE, "mxfp8_training", "blockwise_training"
_CAPTURED = "bf16", "quantize and gather", "gather of data and scales", "gather of data alone"
_functional = torch.ops._c10d_functional


def _bytes(x: torch.Tensor, recipe: str) -> float:
    parts = kind_of(recipe, "lhs").parts(x.shape)
    return sum(torch.Size(shape).numel() * kind.itemsize for shape, kind in parts) / x.nbytes


def run(ranks: Ranks) -> None:
    rows, widths = (256, (256,)) if ranks.arguments.small else (8192, (8192, 4096))
    for width in widths:
        x = torch.randn(rows // ranks.size, width, device=ranks.device).bfloat16()
        made = quantize_rows(x, _RECIPE)
        group = ranks.size, ranks.mesh.get_group().group_name
        sent = [x, made, made.quantized.view(torch.uint8)]

        def gather(tensor: torch.Tensor) -> torch.Tensor:
            result = _functional.all_gather_into_tensor(tensor, *group)
            return _functional.wait_tensor(result)

        def quantized() -> torch.Tensor:
            return gather(quantize_rows(x, _RECIPE))

        def of_layers() -> list[torch.Tensor]:
            return gather_rows(parts_of(quantize_rows(x, _RECIPE)), *group)

        calls: dict[str, Callable[[], object]] = {
            "bf16": lambda: gather(x),
            "quantize and gather": quantized,
            "quantize and gather, as layers do": of_layers,
            "quantize": lambda: quantize_rows(x, _RECIPE),
            "gather of data and scales": lambda: gather(made),
            "gather of data alone": lambda: gather(sent[2]),
        }
        if ranks.is_gpu:
            calls |= {f"{name}, in a graph": capture(calls[name], ranks) for name in _CAPTURED}
        found = ranks.by_turns(calls, *(name for name in calls if name.startswith("bf16")))
        came = quantized()
        assert isinstance(came, Scaled)
        same = torch.equal(came.values(), quantize_rows(gather(x), _RECIPE).values())
        is_same = ranks.all_true(same)
        ranks.write(
            f"gather {rows}x{width}",
            {
                "time of bf16": 1 / found["quantize and gather"]["of bf16"],
                "bytes of bf16": {recipe: _bytes(x, recipe) for recipe in _RECIPES},
                "equal bits": is_same,
                "ms": found,
            },
        )
