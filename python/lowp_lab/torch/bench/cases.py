"""What is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn

import lowp.torch
from lowp_lab.torch.bench import measure
from lowp_lab.torch.bench.contenders import Contender, fresh
from lowp.torch.compiling import report
from lowp_lab.torch.measure.decoder import Decoder, Layer, Sizes, turns_of


class Setting:
    """Sizes, the device and how often calls are measured."""

    def __init__(self, sizes: Sizes, batch: int, length: int, device: str, calls: int) -> None:
        self.sizes, self.batch, self.length, self.calls = sizes, batch, length, calls
        self.device = torch.device(device)
        head = sizes.width // sizes.heads
        self.turns = turns_of(length, head, self.device).bfloat16()

    def layer(self) -> Layer:
        torch.manual_seed(0)
        return Layer(self.sizes).to(self.device, torch.bfloat16)

    def input(self) -> torch.Tensor:
        shape = (self.batch, self.length, self.sizes.width)
        torch.manual_seed(1)
        return torch.randn(shape, device=self.device, dtype=torch.bfloat16)

    @property
    def tokens(self) -> int:
        return self.batch * self.length


def gradients(layer: nn.Module, x: torch.Tensor, setting: Setting) -> list[torch.Tensor]:
    """A layer's result, and the gradients of its input and parameters."""
    y = layer(x, setting.turns)
    wanted = [x, *layer.parameters()]
    return [y.detach(), *torch.autograd.grad(y, wanted, x.detach())]


def forward(contender: Contender, setting: Setting, frozen: bool) -> dict[str, Any]:
    """A layer without gradients. frozen: with weights that were prepared before."""
    fresh()
    layer: nn.Module = setting.layer()
    x = setting.input()
    with torch.no_grad():
        want = layer(x, setting.turns)
        layer = contender.converted(layer, frozen)
        contender.compile(layer, frozen)
        first = measure.first_call(lambda: layer(x, setting.turns), setting.device)
        got = layer(x, setting.turns)
        time = measure.milliseconds(lambda: layer(x, setting.turns), setting.device, setting.calls)
    return {"ms": time, "first_s": first, "cosine": measure.cosine([got], [want])}


def training(contender: Contender, setting: Setting) -> dict[str, Any]:
    """A layer forward and backward; weights are quantized in each call, or held."""
    fresh()
    layer: nn.Module = setting.layer()
    x = setting.input().requires_grad_(True)
    want = gradients(layer, x, setting)
    layer = contender.converted(layer)
    contender.compile(layer)
    with contender.holding(layer) as held:
        with report.collect() as cuts:
            first = measure.first_call(lambda: gradients(layer, x, setting), setting.device)
        got = gradients(layer, x, setting)
        time = measure.milliseconds(
            lambda: gradients(layer, x, setting), setting.device, setting.calls
        )
        written = measure.written(held, setting.device, setting.calls)
    kinds = [cut.kind for cut in cuts if cut.region is not None]
    return {
        "ms": time,
        "first_s": first,
        "regions": [kinds.count("forward"), kinds.count("backward")],
        "outside": [f"{cut.matmuls[0][0]}: {cut.reason}" for cut in cuts if cut.reason],
        "cosine_result": measure.cosine(got[:1], want[:1]),
        "cosine_gradients": measure.cosine(got[1:], want[1:]),
        **written,
    }


def make_step(contender: Contender, setting: Setting) -> Callable[[], torch.Tensor]:
    """A training step: layers with attention, an embedding, a loss and an optimizer."""
    torch.manual_seed(0)
    model = Decoder(setting.sizes).to(setting.device, torch.bfloat16)
    for layer in model.layers:
        contender.converted(layer)
        contender.compile(layer)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=setting.device.type == "cuda")
    if contender.holds:
        lowp.torch.hold(model, optimizer)
    torch.manual_seed(2)
    # The last word is a target alone.
    shape = (setting.batch, setting.length + 1)
    words = torch.randint(setting.sizes.words, shape, device=setting.device)

    def step() -> torch.Tensor:
        optimizer.zero_grad(set_to_none=True)
        loss = model(words)
        loss.backward()
        optimizer.step()
        return loss.detach()

    return step


def steps(contender: Contender, setting: Setting) -> dict[str, Any]:
    """Training steps: their time, memory and losses."""
    fresh()
    held = measure.held_bytes(setting.device)
    step = make_step(contender, setting)
    first = measure.first_call(step, setting.device)
    losses = [float(step()) for _ in range(3)]
    time = measure.milliseconds(step, setting.device, max(setting.calls // 2, 1))
    return {
        "ms": time,
        "tokens_per_s": setting.tokens / time * 1e3,
        "peak_bytes": measure.peak_bytes(step, setting.device) - held,
        "first_s": first,
        "losses": losses,
    }
