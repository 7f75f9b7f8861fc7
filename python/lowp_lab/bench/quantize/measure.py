"""Measures all contenders on one case, with copies between them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lowp.bench.contest import (
    Prepared,
    prepare,
    prepare_all,
    rotating,
    time_beside_copies,
    timed,
)
from lowp.bench.products.operands import torch_type
from lowp.bench.timing import BRIEF, Load, count_calls

from lowp_lab.bench.quantize.agreement import Agreement
from lowp_lab.bench.quantize.case import Case, Drawn
from lowp_lab.bench.quantize.launches import count_launches

KIND = "quantize"
# Types of what is drawn near a factor, and positive.
_SCALES = ("f32", "e8m0", "ue4m3")


def _draw(sizes: Sequence[int], content: Drawn, generator: Any, device: str) -> Any:
    import torch

    if content.type == "u8":
        type = torch.uint8
        return torch.randint(256, tuple(sizes), dtype=type, device=device, generator=generator)
    normal = torch.randn(sizes, device=device, generator=generator)
    if content.type in _SCALES:
        return (torch.exp2(normal) * content.factor).to(torch_type(content.type))
    return (normal * content.factor).to(torch_type(content.type))


def make_inputs(case: Case, seed: int, device: str = "cuda") -> list[Any]:
    """Random values of the case's types, the same for the same seed and device."""
    import torch

    generator = torch.Generator(device=device).manual_seed(seed)
    return [
        _draw(sizes, content, generator, device) for sizes, content in zip(case.inputs, case.drawn)
    ]


def _figures(case: Case, seconds: list[float], one: Prepared, copy: float) -> dict[str, Any]:
    figures = timed(seconds, case.flops)
    bandwidth = case.bytes / figures["median"]
    return {
        **figures,
        "bandwidth": bandwidth,
        "of_copy": bandwidth / copy,
        "differs": one.error,
        "agrees": one.agrees,
        "launches": count_launches(one.bound[0]),
    }


def _prepare(
    case: Case, contenders: Sequence[Any], inputs: Sequence[Sequence[Any]]
) -> tuple[dict[str, Prepared], dict[str, str]]:
    """As prepare_all does."""
    results = case.eager(*inputs[0])
    expected = case.exact(*inputs[0]) if case.exact else results

    def judge(got: Sequence[Any]) -> Agreement:
        return case.compare(got, expected)

    return prepare_all(
        contenders, lambda one: prepare(case, one.bind(case, inputs, results), judge)
    )


def measure(
    case: Case,
    contenders: Sequence[Any],
    repetitions: int,
    load: Load = BRIEF,
) -> dict[str, Any]:
    """One record of the results. contenders: a CopyGraph first. Raises what the GPU raises when it
    cannot go on."""
    import torch

    copies, *others = contenders
    inputs = rotating(
        case, lambda seed: make_inputs(case, seed), lambda some: [one.clone() for one in some]
    )
    prepared, skipped = _prepare(case, others, inputs)
    # The memory of references is free again before the others are timed.
    torch.cuda.empty_cache()
    calls = count_calls(case, len(inputs))
    seconds, bandwidth = time_beside_copies(prepared, calls, repetitions, load, copies)
    return {
        "kind": KIND,
        "case": case.name,
        "shape": case.shape,
        "baseline": case.baseline,
        "bytes": case.bytes,
        "flops": case.flops,
        "buffers": len(inputs),
        "calls": calls,
        "copy_bandwidth": bandwidth,
        "entries": {
            name: _figures(case, seconds[name], one, bandwidth) for name, one in prepared.items()
        },
        "skipped": skipped,
    }
