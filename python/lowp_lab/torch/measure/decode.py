"""Layers of FP4 checkpoints in a decode step, beside the same values in bf16, each a graph."""

from __future__ import annotations

import argparse
import json
import pathlib
import tempfile
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import torch

import lowp.torch
from lowp.bench.contest import timed
from lowp.bench.timing import alternate, capture
from lowp.torch.checkpoints.fp4_as_fp8 import unpack
from lowp_lab.torch.bench.measure import milliseconds, relative_error

_BF16 = torch.bfloat16
_PEER = "bf16"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rows", type=int, default=16)
    parser.add_argument("--only", default="gpt-oss,nvfp4", help="formats, with commas")
    parser.add_argument("--width", type=int, default=2880, help="of gpt-oss")
    parser.add_argument("--hidden", type=int, default=2880, help="of an expert")
    parser.add_argument("--experts", type=int, default=32)
    parser.add_argument("--chosen", type=int, default=4, help="experts of a row")
    parser.add_argument(
        "--shapes", default="28672x4096,4096x14336", help="out_features and in_features"
    )
    parser.add_argument("--layers", type=int, default=3, help="of a shape, called in turn")
    parser.add_argument("--calls", type=int, default=12, help="in one graph")
    parser.add_argument("--repetitions", type=int, default=5)


class Case(NamedTuple):
    """ours, peer: calls by turns. errors: of layers, beside products of the same values in
    f32. bytes: of the weights that lowp has. elements: how many they are."""

    ours: list[Callable[[], torch.Tensor]]
    peer: list[Callable[[], torch.Tensor]]
    errors: dict[str, float]
    bytes: int
    elements: int


def _bytes(*sizes: int, device: str, first: int = 0, last: int = 256) -> torch.Tensor:
    return torch.randint(first, last, sizes, dtype=torch.uint8, device=device)


def _load(model: torch.nn.Module, tensors: dict[str, torch.Tensor], config: dict) -> Any:
    """What lowp.torch.load makes of files with these tensors, where they are."""
    from safetensors.torch import save_file

    device = next(iter(tensors.values())).device
    with tempfile.TemporaryDirectory() as folder:
        save_file(tensors, pathlib.Path(folder) / "model.safetensors")
        text = json.dumps({"quantization_config": config})
        (pathlib.Path(folder) / "config.json").write_text(text, encoding="utf-8")
        is_nvfp4 = config["quant_method"] == "modelopt"
        return lowp.torch.load(model, folder, device=device, fp4="rounded" if is_nvfp4 else "exact")


def _held_bytes(model: torch.nn.Module) -> int:
    """Counts weights and scales; biases are those of any type."""
    return sum(
        each.numel() * each.element_size()
        for name, each in (*model.named_buffers(), *model.named_parameters())
        if not name.endswith("bias")
    )


def _linear(
    shape: tuple[int, int], rows: int, device: str
) -> tuple[Any, torch.Tensor, torch.Tensor, float]:
    """A layer by lowp of ModelOpt's NVFP4, its values in bf16, an input and the error."""
    n, k = shape
    data = _bytes(n, k // 2, device=device)
    scales = (torch.rand(n, k // 16, device=device) * 2 + 0.5).to(torch.float8_e4m3fn)
    whole = torch.tensor(k**-0.5 / 4, device=device)
    tensors = {"up.weight": data, "up.weight_scale": scales, "up.weight_scale_2": whole}
    with torch.device("meta"):
        model = torch.nn.ModuleDict({"up": torch.nn.Linear(k, n, bias=False, dtype=_BF16)})
    _load(model, tensors, {"quant_method": "modelopt", "quant_algo": "NVFP4"})
    values = unpack(data) * scales.float().repeat_interleave(16, 1) * whole
    x = torch.randn(rows, k, device=device).to(_BF16)
    error = relative_error([model["up"](x)], [x.float() @ values.t()])
    return model, values.to(_BF16), x, error


def _nvfp4(arguments: argparse.Namespace) -> dict[str, Case]:
    cases = {}
    for text in arguments.shapes.split(","):
        n, k = map(int, text.split("x"))
        made = [_linear((n, k), arguments.rows, arguments.device) for _ in range(arguments.layers)]
        cases[f"nvfp4 {text}"] = Case(
            [partial(model["up"], x) for model, _, x, _ in made],
            [partial(torch.nn.functional.linear, x, values) for _, values, x, _ in made],
            {"up": max(error for *_, error in made)},
            sum(_held_bytes(model) for model, *_ in made),
            n * k * len(made),
        )
    return cases


def _products(model: Any, name: str, values: torch.Tensor) -> float:
    """The error of the matrices of all experts for two rows each."""
    groups, _, k = values.shape
    x = torch.randn(2 * groups, k, device=values.device).to(_BF16)
    ends = torch.arange(2, 2 * groups + 1, 2, device=values.device, dtype=torch.int32)
    found = getattr(model, f"lowp_{name}").add_to(None, x, ends)
    expected = torch.bmm(x.float().unflatten(0, (groups, 2)), values.float().transpose(1, 2))
    return relative_error([found], [expected.flatten(0, 1)])


def _draw_experts(groups: int, sizes: dict[str, tuple[int, int]], device: str):
    """Tensors of a gpt-oss checkpoint, and the values of their matrices in bf16."""
    tensors, values = {}, {}
    for name, (n, k) in sizes.items():
        blocks = _bytes(groups, n, k // 32, 16, device=device)
        scales = _bytes(groups, n, k // 32, device=device, first=117, last=121)
        tensors[f"experts.{name}_blocks"], tensors[f"experts.{name}_scales"] = blocks, scales
        tensors[f"experts.{name}_bias"] = torch.randn(groups, n, device=device).to(_BF16)
        factors = torch.exp2(scales.float() - 127).repeat_interleave(32, 2)
        values[name] = (unpack(blocks.flatten(2)) * factors).to(_BF16)
    return tensors, values


def _plain_experts(peer: Any, tensors: dict, values: dict[str, torch.Tensor]) -> None:
    """Has transformers compute experts of these values by its grouped matmuls."""
    for name, each in values.items():
        transposed = each.transpose(1, 2).contiguous()
        setattr(peer, name, torch.nn.Parameter(transposed, requires_grad=False))
        bias = tensors[f"experts.{name}_bias"]
        setattr(peer, f"{name}_bias", torch.nn.Parameter(bias, requires_grad=False))
    peer.config._experts_implementation = "grouped_mm"


def _gpt_oss(arguments: argparse.Namespace) -> dict[str, Case]:
    from transformers import GptOssConfig
    from transformers.models.gpt_oss.modeling_gpt_oss import GptOssExperts

    device, groups = arguments.device, arguments.experts
    width, hidden = arguments.width, arguments.hidden

    def make() -> torch.nn.ModuleDict:
        config = GptOssConfig(hidden_size=width, intermediate_size=hidden, num_local_experts=groups)
        with torch.device("meta"):
            experts: Any = GptOssExperts(config).to(_BF16)
        experts.config = config
        return torch.nn.ModuleDict({"experts": experts})

    sizes = {"gate_up_proj": (2 * hidden, width), "down_proj": (width, hidden)}
    tensors, values = _draw_experts(groups, sizes, device)
    ours, peer = make(), make()
    _load(ours, tensors, {"quant_method": "mxfp4"})
    _plain_experts(peer["experts"], tensors, values)
    x = torch.randn(arguments.rows, width, device=device).to(_BF16)
    order = torch.rand(arguments.rows, groups, device=device).argsort(1)
    index = order[:, : arguments.chosen].contiguous()
    weights = torch.rand(index.shape, device=device).softmax(-1).to(_BF16)
    case = Case(
        [lambda: ours["experts"](x, index, weights)],
        [lambda: peer["experts"](x, index, weights)],
        {name: _products(ours["experts"], name, each) for name, each in values.items()},
        _held_bytes(ours),
        sum(each.numel() for each in values.values()),
    )
    return {"gpt-oss": case}


_FORMATS = {"gpt-oss": _gpt_oss, "nvfp4": _nvfp4}


def measure(case: Case, arguments: argparse.Namespace) -> dict[str, Any]:
    contenders = {"lowp": case.ours, _PEER: case.peer}
    if arguments.device == "cuda":
        graphs = {name: capture(calls, arguments.calls) for name, calls in contenders.items()}
        seconds = alternate(graphs, arguments.calls, arguments.repetitions)
    else:
        device = torch.device(arguments.device)
        seconds = {
            name: [milliseconds(call, device, arguments.calls) / 1e3 for call in calls]
            for name, calls in contenders.items()
        }
    times = {name: timed(each, 2.0 * case.elements)["median"] for name, each in seconds.items()}
    return {
        "seconds": times,
        f"of {_PEER}": times[_PEER] / times["lowp"],
        # fp8 is one byte an element.
        "bytes of fp8's": case.bytes / case.elements,
        "errors": case.errors,
    }


@torch.no_grad()
def run(arguments: argparse.Namespace, write: Callable[[dict[str, Any]], None]) -> None:
    torch.manual_seed(0)
    results: dict[str, Any] = {}
    for name in arguments.only.split(","):
        for each, case in _FORMATS[name](arguments).items():
            results[each] = measure(case, arguments)
            print(f"{each}: {results[each]}", flush=True)
            write(results)
