"""Gradients of the operations that are imported, on every form of a tensor: after the
backend, where nothing may be refused, against torch."""

import pytest

torch = pytest.importorskip("torch")

from graphs import IS_LONG, QUICK, error  # noqa: E402
from lowp.torch.compiling import programs  # noqa: E402
from lowp.torch.compiling.backend import backend  # noqa: E402
from table_cases import FORMS  # noqa: E402
from test_importer_table import accepted, listed, stored  # noqa: E402

OPTIONS = {
    "rest": "eager", "recipe": None, "attention": "lowp", "strict": True, "compile": QUICK
}
WIDTH = 4
# Calls whose gradients are compared together.
BUNDLE = 12


def products(shape, dtype):
    """Two factors of a matrix of as many elements as `shape` has."""
    columns = shape[-1] if shape else 1
    rows = torch.Size(shape[:-1]).numel()
    return [stored(size, dtype, 3) for size in ((rows, WIDTH), (WIDTH, columns))]


def loss_of(calls, shape, view):
    def loss(x, w):
        y = (x @ w).reshape(shape)
        total = y.float().sum()
        for number, (_name, call) in enumerate(calls):
            for made in listed(call(view(y), view(y * 0.5 + 1))):
                if made.dtype.is_floating_point and made.numel():
                    total = total + (made.float() * (1 + number)).clamp(-1e4, 1e4).mean()
        return total

    return loss


def gradients(function, inputs):
    inputs = [each.clone().requires_grad_() for each in inputs]
    value = function(*inputs)
    return [value.detach(), *torch.autograd.grad(value, inputs)]


def check(form, dtype, calls):
    shape, view = FORMS[form]
    torch._dynamo.reset()
    programs.TABLE.clear()
    inputs = products(shape, dtype)
    function = loss_of(calls, shape, view)
    want = gradients(function, inputs)
    got = gradients(torch.compile(function, backend=backend, options=OPTIONS), inputs)
    for one, other in zip(got, want):
        assert one.shape == other.shape and torch.equal(one.isnan(), other.isnan())
        distance = error(one.nan_to_num(), other.nan_to_num())
        assert distance < (1e-3 if dtype is torch.float32 else 5e-2), [n for n, _ in calls]


def has_gradients(call, form, dtype):
    shape, view = FORMS[form]
    try:
        gradients(loss_of([("", call)], shape, view), products(shape, dtype))
    except RuntimeError:
        return False
    return True


def bundles(form, dtype):
    shape, view = FORMS[form]
    calls = accepted(view, [stored(shape, dtype, seed) for seed in (1, 2)])
    return [calls[first : first + BUNDLE] for first in range(0, len(calls), BUNDLE)]


def check_bundle(form, dtype, calls):
    check(form, dtype, [each for each in calls if has_gradients(each[1], form, dtype)])


SOME = [("one row", 0), ("columns repeat", 3), ("one in between", 7)]


@pytest.mark.parametrize("form, number", [] if IS_LONG else SOME)
def test_some(form, number):
    check_bundle(form, torch.float32, bundles(form, torch.float32)[number])


@pytest.mark.parametrize("form", FORMS if IS_LONG else [])
@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16])
def test_all(form, dtype):
    for calls in bundles(form, dtype):
        check_bundle(form, dtype, calls)
