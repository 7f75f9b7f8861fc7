"""torch's counter counts layers of lowp as it does those of torch."""

import pytest
from checkpoint_fixtures import FOLDER, make, reader  # noqa: F401
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch

counter = pytest.importorskip("torch.utils.flop_counter")
N, K, ROWS = 128, 64, 40


def count(function):
    with counter.FlopCounterMode(display=False) as found:
        function()
    return found.get_total_flops()


def test_linear_layers():
    layer = torch.nn.Linear(K, N, dtype=torch.bfloat16)
    x = torch.randn(4, 10, K).bfloat16().requires_grad_()
    forward, both = count(lambda: layer(x)), count(lambda: layer(x).sum().backward())
    assert (forward, both) == (2 * ROWS * N * K, 6 * ROWS * N * K)
    lowp.torch.convert(layer, "blockwise_training")
    assert count(lambda: layer(x)) == forward and count(lambda: layer(x).sum().backward()) == both
    # The input needs no gradient.
    assert count(lambda: layer(x.detach()).sum().backward()) == 4 * ROWS * N * K
    lowp.torch.freeze(layer)
    assert count(lambda: layer(x)) == forward


def test_grouped_layers():
    layer = lowp.torch.GroupedLinear(3, K, N, recipe="blockwise_training", dtype=torch.bfloat16)
    x = torch.randn(ROWS, K).bfloat16().requires_grad_()
    ends = torch.tensor([8, 8, ROWS], dtype=torch.int32)
    assert count(lambda: layer(x, ends).sum().backward()) == 6 * ROWS * N * K
    lowp.torch.freeze(layer)
    assert count(lambda: layer(x.detach(), ends)) == 2 * ROWS * N * K


def test_layers_of_checkpoints():
    layer = lowp.torch.load(make((128, 256)), FOLDER / "fp8_block").up
    x = torch.randn(5, 256).bfloat16().requires_grad_()
    assert count(lambda: layer(x).sum().backward()) == 2 * 2 * 5 * 128 * 256
    a = torch.randn(5, 256).to(torch.float8_e4m3fn)
    b = torch.randn(N, 256).to(torch.float8_e4m3fn)
    scales = torch.ones(5, 1), torch.ones(N, 1)
    product = lambda: lowp.torch.scaled_matmul(a, scales[0], b, scales[1], recipe="rowwise")  # noqa: E731
    assert count(product) == 2 * 5 * N * 256
