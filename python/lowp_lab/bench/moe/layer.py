"""The layer in torch, as models write it, and what it should be."""

from __future__ import annotations

from typing import Any, NamedTuple

from lowp_lab.bench.moe.case import LayerCase


class Weights(NamedTuple):
    """router: (experts, hidden). gate_up: (experts, 2 inner, hidden), the rows of gate in
    front. down: (experts, hidden, inner). All in bf16."""

    router: Any
    gate_up: Any
    down: Any


def make_weights(case: LayerCase, seed: int, device: str = "cuda") -> Weights:
    """Normal values that keep the scale of what they multiply."""
    import torch

    generator = torch.Generator(device=device).manual_seed(seed)

    def draw(*sizes: int) -> Any:
        result = torch.empty(*sizes, device=device, dtype=torch.bfloat16)
        return result.normal_(0, sizes[-1] ** -0.5, generator=generator)

    experts, hidden, inner = case.experts, case.hidden, case.inner
    return Weights(
        draw(experts, hidden), draw(experts, 2 * inner, hidden), draw(experts, hidden, inner)
    )


def make_tokens(case: LayerCase, seed: int, device: str = "cuda") -> Any:
    """(tokens, hidden), in bf16."""
    import torch

    generator = torch.Generator(device=device).manual_seed(seed)
    shape = (case.tokens, case.hidden)
    return torch.randn(*shape, device=device, generator=generator).bfloat16()


def torch_layer(x: Any, weights: Weights, choices: int) -> Any:
    """What torch.compile gets: nothing in it waits for the GPU."""
    import torch

    experts = weights.router.shape[0]
    best, ids = (x @ weights.router.t()).float().topk(choices, 1)
    flat = ids.flatten()
    order = torch.argsort(flat, stable=True)
    numbers = torch.arange(experts, device=x.device)
    ends = (flat[:, None] == numbers).sum(0).cumsum(0).int()
    rows = x[order // choices]
    hidden = torch._grouped_mm(rows, weights.gate_up.transpose(1, 2), offs=ends)
    gate, up = hidden.chunk(2, 1)
    inner = (torch.nn.functional.silu(gate.float()) * up.float()).bfloat16()
    outputs = torch._grouped_mm(inner, weights.down.transpose(1, 2), offs=ends)
    places = torch.empty_like(order)
    places[order] = torch.arange(order.numel(), device=x.device)
    outputs = outputs[places].view(len(x), choices, -1).float()
    return (outputs * torch.softmax(best, 1)[..., None]).sum(1).bfloat16()


def expected(x: Any, weights: Weights, choices: int) -> Any:
    """Expert by expert, in f32, with a router in f32."""
    import torch

    best, ids = (x.float() @ weights.router.float().t()).topk(choices, 1)
    shares, y = torch.softmax(best, 1), torch.zeros(x.shape, device=x.device)
    for expert, (gate_up, down) in enumerate(zip(weights.gate_up, weights.down)):
        token, choice = (ids == expert).nonzero(as_tuple=True)
        if not token.numel():
            continue
        gate, up = (x[token].float() @ gate_up.float().t()).chunk(2, 1)
        output = (torch.nn.functional.silu(gate) * up) @ down.float().t()
        y.index_add_(0, token, output * shares[token, choice][:, None])
    return y
