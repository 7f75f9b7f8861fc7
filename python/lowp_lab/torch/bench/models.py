"""Models of others: forward and backward, forward alone, and a token after a cache."""

from __future__ import annotations

import collections
import copy
import functools
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import torch
from torch import nn
from torch.utils._pytree import tree_map_only

from lowp_lab.torch.bench import measure
from lowp_lab.torch.bench.architectures import (
    ARCHITECTURES,
    Architecture,
    cached_token,
    result_of,
    rewind,
)
from lowp_lab.torch.bench.contenders import Contender, fresh
from lowp_lab.torch.bench.regions import Recorder, compare, pair
from lowp.torch.compiling import report

# A region that is this much of inductor's speed is as fast.
_EQUAL = 0.95
# Rows that decode a token each.
_DECODED_ROWS = 16

Case = Callable[[Contender], dict[str, Any]]


class Setting(NamedTuple):
    """calls: how often each is measured at a time. turns: makes the times that a case is
    measured. has_errors: whether results are compared with those in f32, whose attention
    holds the scores of all pairs of tokens."""

    device: torch.device
    calls: int
    batch: int
    length: int
    turns: Callable[[], Iterable[None]] = lambda: (None,)
    has_errors: bool = True


def _gradients(model: nn.Module, inputs: Mapping[str, Any]) -> list[torch.Tensor]:
    """The result, and the gradients of all parameters: zeros of what it does not read."""
    result = result_of(model, inputs)
    generator = torch.Generator(result.device).manual_seed(2)
    made = torch.randn(result.shape, generator=generator, device=result.device)
    wanted = [each for each in model.parameters() if each.requires_grad]
    found = torch.autograd.grad(
        result, wanted, made.to(result.dtype), allow_unused=True, materialize_grads=True
    )
    return [result.detach(), *found]


def _in_f32(model: nn.Module, inputs: Mapping[str, Any]) -> tuple[nn.Module, dict[str, Any]]:
    """A copy of a model and of its inputs."""
    exact = tree_map_only(
        torch.Tensor, lambda one: one.float() if one.is_floating_point() else one, inputs
    )
    return copy.deepcopy(model).float(), exact


def _errors(got: list[torch.Tensor], want: list[torch.Tensor]) -> dict[str, float]:
    """Relative ones of the result and of all gradients together."""
    errors = {"error_result": measure.relative_error(got[:1], want[:1])}
    if len(got) > 1:
        errors["error_gradients"] = measure.relative_error(got[1:], want[1:])
    return errors


def _measure(
    function: Callable[[], list[torch.Tensor]],
    want: list[torch.Tensor] | None,
    setting: Setting,
    weights: Any = None,
    milliseconds: Callable[[Callable[[], Any], torch.device, int], float] = measure.milliseconds,
) -> dict[str, Any]:
    """Measures a function that compiles in its first call. weights: lowp.torch.Held, or
    None. milliseconds: of a call."""
    with report.collect() as cuts:
        first = measure.first_call(function, setting.device)
    errors = {} if want is None else _errors([each.cpu() for each in function()], want)
    held = measure.held_bytes(setting.device)
    peak = max(measure.peak_bytes(function, setting.device) - held, 0)
    times, written = [], {}
    for _ in setting.turns():
        times.append(milliseconds(function, setting.device, setting.calls))
        written = measure.written(weights, setting.device, setting.calls)
    return {
        "ms": statistics.median(times),
        "spread": (max(times) - min(times)) / statistics.median(times),
        "peak_bytes": peak,
        "first_s": first,
        "regions": dict(collections.Counter(verdict.action for _, verdict in cuts.verdicts)),
        **errors,
        **written,
    }


def _run(
    contender: Contender, architecture: Architecture, setting: Setting, trains: bool
) -> dict[str, Any]:
    """Forward, and backward if it trains; weights are quantized in each call, or held."""
    fresh()
    with torch.set_grad_enabled(trains):
        model = architecture.prepare(setting.device, torch.bfloat16)
        torch.manual_seed(1)
        inputs = architecture.inputs(model, setting.batch, setting.length)

        def call(model: nn.Module, inputs: Mapping[str, Any]) -> list[torch.Tensor]:
            return _gradients(model, inputs) if trains else [result_of(model, inputs)]

        want = None
        if setting.has_errors:
            want = [each.cpu() for each in call(*_in_f32(model, inputs))]
        contender.compile(model)
        with contender.holding(model) as held:
            return _measure(lambda: call(model, inputs), want, setting, held)


def _decode(contender: Contender, architecture: Architecture, setting: Setting) -> dict[str, Any]:
    """A token of each row, with frozen weights, in a CUDA graph."""
    fresh()
    with torch.no_grad():
        model = architecture.prepare(setting.device, torch.bfloat16)
        torch.manual_seed(1)
        inputs = cached_token(model, _DECODED_ROWS)
        exact = copy.deepcopy(model).float()
        embeds = {"inputs_embeds": inputs["inputs_embeds"].float()}
        want = [result_of(exact, {**cached_token(exact, _DECODED_ROWS), **embeds}).cpu()]
        del exact
        contender.compile(model, frozen=True)

        def call() -> list[torch.Tensor]:
            rewind(inputs)
            return [result_of(model, inputs)]

        def replayed(call: Callable[[], Any], device: torch.device, calls: int) -> float:
            call()
            # Calls that are measured fill the cache further, and nothing writes its length.
            return measure.replayed_milliseconds(lambda: result_of(model, inputs), device, calls)

        return _measure(call, want, setting, milliseconds=replayed)


def _regions(contender: Contender, architecture: Architecture, setting: Setting) -> dict[str, Any]:
    """The regions of a step, each beside what inductor makes of its nodes."""
    if contender.options is None:
        return {"skipped": "it has no regions"}
    fresh()
    model = architecture.prepare(setting.device, torch.bfloat16)
    torch.manual_seed(1)
    inputs = architecture.inputs(model, setting.batch, setting.length)
    contender.compile(model)
    recorder = Recorder()
    with report.collect() as cuts:
        _gradients(model, inputs)
    with recorder.recording():
        _gradients(model, inputs)
    pairs = pair(cuts, recorder)
    rows: list[dict[str, Any]] = []
    for _ in setting.turns():
        rows = compare(pairs, measure.chained_microseconds)
    return {"regions": rows, "slower": sum(row["of_inductor"] < _EQUAL for row in rows)}


def make_cases(several: Setting, names: Sequence[str]) -> dict[str, Case]:
    """Makes the cases of architectures, on batch x length tokens and on one sequence of 8 times
    the length, without errors: by default 2 x 2048 and 1 x 16384."""
    one = several._replace(batch=1, length=8 * several.length, has_errors=False)
    cases: dict[str, Case] = {}
    for name in names:
        architecture = ARCHITECTURES[name]
        for setting in (several, one):
            shape = f"{name} {setting.batch} x {setting.length}"
            for kind, trains in (("forward + backward", True), ("forward", False)):
                cases[f"{shape}: {kind}"] = functools.partial(
                    _run, architecture=architecture, setting=setting, trains=trains
                )
        if architecture.decodes:
            cases[f"{name}: decode"] = functools.partial(
                _decode, architecture=architecture, setting=several
            )
    return cases


def make_cases_of_regions(setting: Setting, names: Sequence[str]) -> dict[str, Case]:
    return {
        name: functools.partial(_regions, architecture=ARCHITECTURES[name], setting=setting)
        for name in names
    }
