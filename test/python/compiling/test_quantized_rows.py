"""Rows gathered for several experts: quantized once each, where that moves fewer bytes."""

import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

import lowp.torch  # noqa: E402
from graphs import QUICK, gradients, numbers  # noqa: E402
from lowp.torch.compiling import programs, quantized_rows  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402

TOKENS, WIDTH, HIDDEN, EXPERTS = 8, 256, 128, 4


class Experts(nn.Module):
    """best: experts of each token. twice: whether rows are put in order after they are
    repeated, as transformers does. others: whether something else reads the rows, too. layer:
    whether the product is an operator of lowp's."""

    def __init__(self, best, twice=False, others=False, layer=False):
        super().__init__()
        self.best, self.twice, self.others, self.layer = best, twice, others, layer
        self.up = nn.Parameter(numbers(EXPERTS, HIDDEN, WIDTH, seed=3))
        chosen = torch.randint(
            0, EXPERTS, (TOKENS, best), generator=torch.Generator().manual_seed(7)
        )
        order = chosen.flatten().argsort(stable=True)
        counts = torch.bincount(chosen.flatten(), minlength=EXPERTS)
        self.register_buffer("order", order)
        self.register_buffer("tokens", torch.arange(TOKENS).repeat_interleave(best))
        self.register_buffer("ends", counts.cumsum(0).to(torch.int32))

    def forward(self, x):
        rows = x[self.tokens][self.order] if self.twice else x[self.tokens[self.order]]
        if self.layer:
            return lowp.torch.grouped_linear(rows, self.up, self.ends, recipe="rowwise_training")
        y = torch._grouped_mm(rows, self.up.transpose(1, 2), self.ends)
        return y + rows[:, :HIDDEN] if self.others else y


def run(model, x, recipe, function=lambda compiled, x: compiled(x), **chip):
    """What a compiled model computes, and the texts of its regions."""
    torch._dynamo.reset()
    programs.TABLE.clear()
    options = {"rest": "eager", "recipe": recipe, "strict": True, "compile": {**QUICK, **chip}}
    compiled = torch.compile(model, backend=lambda m, i: backend(m, i, options=options))
    result = function(compiled, x)
    return result, [loaded.region.text for loaded in programs.TABLE._loaded.values()]


@pytest.fixture
def free_launches(monkeypatch):
    """Launches cost nothing, as they do beside many rows."""
    monkeypatch.setattr(quantized_rows, "LAUNCHES", 0)


def quantizes(texts, rows):
    return sum(
        f"tensor<{rows}x{WIDTH}xbf16>" in line
        for t in texts
        for line in t.splitlines()
        if "lowp.quantize" in line
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "recipe, more",
    [
        ("rowwise_training", {"twice": True}),
        ("block_1x128_128x128", {}),
        ("mxfp8", {}),
        ("rowwise_training", {"layer": True}),
    ],
)
def test_a_token_is_quantized_once_for_all_its_experts(free_launches, monkeypatch, recipe, more):
    model, x = Experts(3, **more), numbers(TOKENS, WIDTH)
    with torch.no_grad():
        found, texts = run(model, x, recipe)
        monkeypatch.setattr(quantized_rows, "LAUNCHES", 1 << 60)
        wanted, others = run(model, x, recipe)
    assert torch.equal(found, wanted)
    assert quantizes(texts, TOKENS) == 1 and not quantizes(others, TOKENS)
    assert sum("lowp.make_scaled" in text for text in texts) == 1


def test_scales_that_the_chip_multiplies(free_launches, monkeypatch):
    """The product would make the same."""
    model, x = Experts(3), numbers(TOKENS, WIDTH)
    with torch.no_grad():
        found, texts = run(model, x, "block_1x128_128x128", part="b200")
        monkeypatch.setattr(quantized_rows, "LAUNCHES", 1 << 60)
        wanted, _others = run(model, x, "block_1x128_128x128", part="b200")
    assert torch.equal(found, wanted) and quantizes(texts, TOKENS) == 1


@pytest.mark.parametrize("best, is_once", [(2, False), (8, True)])
def test_rows_that_others_read_are_gathered_twice_where_tokens_have_many_experts(
    free_launches, best, is_once
):
    model, x = Experts(best, others=True), numbers(TOKENS, WIDTH)
    with torch.no_grad():
        _found, texts = run(model, x, "rowwise_training")
    assert bool(quantizes(texts, TOKENS)) is is_once


def test_gradients_are_those_of_rows_in_16_bits(free_launches, monkeypatch):
    model, x = Experts(8), numbers(TOKENS, WIDTH).requires_grad_()
    found, texts = run(model, x, "rowwise_training", gradients)
    monkeypatch.setattr(quantized_rows, "LAUNCHES", 1 << 60)
    wanted, _others = run(model, x, "rowwise_training", gradients)
    assert quantizes(texts, TOKENS) == 1
    assert all(map(torch.equal, found, wanted))


@pytest.mark.parametrize("recipe", ["tensorwise", None])
def test_rows_without_scales_of_their_own_stay(free_launches, recipe):
    model, x = Experts(3), numbers(TOKENS, WIDTH)
    with torch.no_grad():
        _found, texts = run(model, x, recipe)
    assert not quantizes(texts, TOKENS)


def test_few_rows_are_not_worth_a_launch():
    model, x = Experts(3), numbers(TOKENS, WIDTH)
    with torch.no_grad():
        _found, texts = run(model, x, "rowwise_training")
    assert not quantizes(texts, TOKENS)
