"""Gradients of layers of experts, against sums in f64 expert by expert."""

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401
from torch_oracle import RECIPES, backward

import lowp.torch

E, N, K, M = 4, 48, 160, 9
ENDS = (2, 2, 5, 7)
FAMILY = "blockwise_training"
# See conftest.py.
RUNS_LONG = True


def make(rows=M, ends=ENDS, dtype=torch.bfloat16, needed=(True, True, True)):
    """x, w and a bias, the ends of groups, and a gradient."""
    shapes = (rows, K), (E, N, K), (E, N)
    tensors = [
        torch.randn(shape).to(dtype).requires_grad_(each) for shape, each in zip(shapes, needed)
    ]
    return tensors, torch.tensor(ends, dtype=torch.int32), torch.randn(rows, N).to(dtype)


def run(tensors, ends, recipe=FAMILY, **options):
    x, w, bias = tensors
    return lowp.torch.grouped_linear(x, w, ends, bias, recipe=recipe, **options)


def expected(g, tensors, ends, recipe):
    """dx and dw of each recipe, and db of the type that g and x have."""
    x, w, bias = (each.detach() for each in tensors)
    made = torch.zeros_like(x), torch.zeros_like(w), torch.zeros_like(bias)
    begin = 0
    for group, end in enumerate(ends.tolist()):
        own = g[begin:end], x[begin:end], w[group]
        made[0][begin:end], made[1][group], _ = backward(*own, recipe)
        made[2][group] = backward(*own, "none")[2]
        begin = end
    return made


def close(found, wanted):
    rtol = {torch.bfloat16: 1.6e-2, torch.float16: 2e-3, torch.float32: 1e-5}[found.dtype]
    torch.testing.assert_close(found, wanted, rtol=rtol, atol=1e-4)


@pytest.mark.sample(4)
@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16, torch.float32], ids=str)
@pytest.mark.parametrize("recipe", RECIPES)
def test_gradients(recipe, dtype):
    for rows, ends in ((M, ENDS), (300, (0, 130, 131, 299)), (5, (0, 0, 0, 0)), (0, (0,) * E)):
        tensors, ends, g = make(rows, ends, dtype)
        found = torch.autograd.grad(run(tensors, ends, recipe), tensors, g)
        for each, wanted in zip(found, expected(g, tensors, ends, recipe)):
            assert each.shape == wanted.shape
            close(each, wanted)


@pytest.mark.parametrize("clears", [True, False])
def test_rows_behind_the_last_group(clears):
    """What stands there, in inputs and gradients, has no part; nor have empty groups."""
    tensors, ends, g = make()
    wanted = torch.autograd.grad(run(tensors, ends), tensors, g)
    tensors[0].data[7], tensors[0].data[8], g[7:] = float("inf"), float("nan"), float("nan")
    dx, dw, db = torch.autograd.grad(run(tensors, ends, clears=clears), tensors, g)
    for found, each in zip((dx, dw, db), wanted):
        assert torch.equal(found, each)
    for zeros in (dx[7:], dw[1], db[1]):
        assert torch.equal(zeros, torch.zeros_like(zeros))
    assert min(each.abs().sum() for each in (*dx[:7], *dw[[0, 2, 3]])) > 0


def test_special_values():
    """NaN and infinity stay in their group."""
    tensors, ends, g = make()
    wanted = torch.autograd.grad(run(tensors, ends), tensors, g)
    g[3, 4], tensors[0].data[6, 1] = float("inf"), float("nan")
    dx, dw, db = torch.autograd.grad(run(tensors, ends), tensors, g)
    assert dx[3].isnan().all() and torch.equal(dx[4:], wanted[0][4:])
    assert db[2, 4] == float("inf") and torch.equal(dw[0], wanted[1][0])
    assert dw[3, :, 1].isnan().all() and not dw[3, :, 2:].isnan().any()


@pytest.mark.sample(3)
@pytest.mark.parametrize("number", range(1, 7))
def test_needed_gradients(number):
    needed = [bool(number & 1 << bit) for bit in range(3)]
    tensors, ends, g = make(needed=needed)
    run(tensors, ends).backward(g)
    for each, n, wanted in zip(tensors, needed, expected(g, tensors, ends, FAMILY)):
        assert (each.grad is not None) == n
        if n:
            close(each.grad, wanted)


def test_what_is_saved():
    """Only operands that a gradient reads are saved."""
    for needed, kept in (((1, 0, 0), (E, N, K)), ((0, 1, 0), (M, K)), ((0, 0, 1), None)):
        tensors, ends, _ = make(needed=[bool(n) for n in needed])
        saved = []
        with torch.autograd.graph.saved_tensors_hooks(
            lambda each: saved.append(tuple(each.shape)) or each, lambda each: each
        ):
            run(tensors, ends)
        assert saved == [shape for shape in (kept, (E,)) if shape]


def test_strides_and_expanded_gradients():
    tensors, ends, g = make()
    wanted = torch.autograd.grad(run(tensors, ends), tensors, g)
    turned = [each.detach().mT.contiguous().mT.requires_grad_() for each in tensors]
    assert not turned[1].is_contiguous()
    found = torch.autograd.grad(run(turned, ends), turned, g.mT.contiguous().mT)
    for each, same in zip(found, wanted):
        assert torch.equal(each, same)
    run(tensors, ends).sum().backward()
    ones = torch.ones(M, N, dtype=torch.bfloat16)
    for found, each in zip(tensors, torch.autograd.grad(run(tensors, ends), tensors, ones)):
        assert torch.equal(found.grad, each)


def test_finite_differences():
    """Uses a recipe that rounds nothing: the operator is linear in each argument."""
    tensors, ends, g = make(dtype=torch.float32)
    found = torch.autograd.grad(run(tensors, ends, "none"), tensors, g)
    with torch.no_grad():
        for number, gradient in enumerate(found):
            step = torch.randn_like(gradient)
            moved = [each + step if n == number else each for n, each in enumerate(tensors)]
            change = (run(moved, ends, "none") - run(tensors, ends, "none")).double()
            wanted = (gradient.double() * step).sum()
            torch.testing.assert_close((change * g).sum(), wanted, rtol=1e-4, atol=1e-3)


def test_master_weights_under_autocast():
    tensors, ends, g = make(dtype=torch.float32)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = run(tensors, ends)
    narrow = [each.detach().bfloat16().requires_grad_() for each in tensors]
    assert torch.equal(y, run(narrow, ends))
    found = torch.autograd.grad(y, tensors, g.bfloat16())
    wanted = torch.autograd.grad(run(narrow, ends), narrow, g.bfloat16())
    for each, same in zip(found, wanted):
        assert each.dtype == torch.float32 and torch.equal(each, same.float())


def test_functorch():
    tensors, ends, g = make()
    wanted = torch.autograd.grad(run(tensors, ends), tensors, g)
    plain = [each.detach() for each in tensors]
    y, pull = torch.func.vjp(lambda *each: run(each, ends), *plain)
    assert torch.equal(y, run(plain, ends))
    for found, each in zip(pull(g), wanted):
        assert torch.equal(found, each)
    with pytest.raises(NotImplementedError, match="grouped_linear: .*no forward-mode"):
        torch.func.jvp(lambda x: run((x, *plain[1:]), ends), (plain[0],), (plain[0],))


def test_second_derivative_is_an_error():
    tensors, ends, _ = make()
    y = run(tensors, ends).float().square().sum()
    dx, dw, _ = torch.autograd.grad(y, tensors, create_graph=True)
    for each in (dx, dw):
        with pytest.raises(
            NotImplementedError, match="grouped_linear_backward: has no second derivative"
        ):
            each.sum().backward(retain_graph=True)


def test_presets_have_gradients():
    """A preset is the recipe of all matmuls."""
    tensors, ends, g = make()
    run(tensors, ends, "block_1x128_1x128").backward(g)
    assert all(each.grad is not None for each in tensors if each is not None)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (dict(g=(M, N + 1)), "expected a gradient of M x 48 beside an input of M x K, got 9x49"),
        (dict(g=(M - 1, N)), "expected a gradient of M x 48"),
        (
            dict(dtype=torch.float16),
            "tensors of one type on one device, got gradient 9x48 of float16",
        ),
        (dict(ends=(2, 1, 5, 7)), r"expected ends\[1\] from 2 to 9, got 1"),
        (dict(ends=(2, 2, 5, 10)), r"expected ends\[3\] from 5 to 9, got 10"),
        (dict(ends=(2, 1, 5, 7), needed=(0, 1, 0)), r"expected ends\[1\] from 2 to 9, got 1"),
        (dict(ends=(-1, 2, 5, 7), needed=(0, 0, 1)), r"expected ends\[0\] from 0 to 9, got -1"),
    ],
)
def test_bad_calls(change, message):
    (x, w, _), ends, _ = make(ends=change.get("ends", ENDS), needed=(False,) * 3)
    g = torch.randn(change.get("g", (M, N))).to(change.get("dtype", torch.bfloat16))
    needed = [bool(each) for each in change.get("needed", (1, 1, 0))]
    with pytest.raises(lowp.LaunchError, match=message):
        torch.ops.lowp.grouped_linear_backward(g, x, w, ends, FAMILY, needed)


@pytest.mark.parametrize(("n", "k"), [(0, K), (N, 0), (0, 0)])
def test_layers_without_features(n, k):
    """A sum of nothing is 0, and what has no element has a gradient without one."""
    layer = lowp.torch.GroupedLinear(2, k, n, recipe="none", dtype=torch.bfloat16)
    x = torch.randn(M, k).bfloat16().requires_grad_()
    y = layer(x, torch.tensor([3, 7], dtype=torch.int32))
    assert torch.equal(
        y,
        torch.cat(
            [
                *layer.bias.repeat_interleave(torch.tensor([3, 4]), 0).split(1),
                torch.zeros(2, n).bfloat16(),
            ]
        ),
    )
    y.sum().backward()
    for each in (x, layer.weight):
        assert torch.equal(each.grad, torch.zeros_like(each))
    assert torch.equal(layer.bias.grad, torch.tensor([[3.0], [4.0]]).expand(2, n).bfloat16())


@pytest.mark.sample(2)
@pytest.mark.parametrize("needed", [(1, 1, 1), (1, 0, 0), (0, 1, 0)])
def test_opcheck(needed):
    tensors, ends, g = make(needed=[bool(n) for n in needed])
    x, w, bias = tensors
    checks = [
        "test_schema",
        "test_autograd_registration",
        "test_faketensor",
        "test_aot_dispatch_dynamic",
    ]
    operators = torch.ops.lowp
    torch.library.opcheck(
        operators.grouped_linear.default, (x, w, ends, bias, FAMILY), test_utils=checks
    )
    torch.library.opcheck(
        operators.grouped_linear_backward.default,
        (g, x.detach(), w.detach(), ends, FAMILY, [bool(n) for n in needed]),
        test_utils=checks,
    )


def test_checkpoint():
    tensors, ends, g = make()
    wanted = torch.autograd.grad(run(tensors, ends), tensors, g)
    y = torch.utils.checkpoint.checkpoint(run, tensors, ends, use_reentrant=False)
    for found, each in zip(torch.autograd.grad(y, tensors, g), wanted):
        assert torch.equal(found, each)


def test_ends_written_between_the_passes():
    tensors, ends, g = make()
    y = run(tensors, ends)
    ends[0] = 1
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward(g)
