"""The operators against sums in f64 over operands that torch itself quantizes."""

import lowp
import pytest
from torch_fixtures import seeded, torch  # noqa: F401

import lowp.torch
from lowp.torch.prepared_program import PreparedProgram
from torch_oracle import DTYPES, RECIPES, backward, forward

N, K = 48, 160
FAMILY = "blockwise_training"


def close(found, expected):
    """Sums in another order: as far apart as f32 lets them be."""
    atol = 1e-4 if found.dtype == torch.float32 else 1e-5
    rtol = 1e-5 if found.dtype == torch.float32 else 1.6e-2
    torch.testing.assert_close(found, expected, atol=atol, rtol=rtol)


def make(*shape, dtype=torch.bfloat16, grad=False):
    return torch.randn(*shape).to(dtype).requires_grad_(grad)


@pytest.mark.sample(3)
@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("recipe", RECIPES)
def test_linear(dtype, bias, recipe):
    w, b = make(N, K, dtype=dtype), make(N, dtype=dtype) if bias else None
    for rows in (0, 1, 7, 128, 257):
        x = make(rows, K, dtype=dtype)
        x[:1, :3] = torch.tensor([0.0, 2.0**-133, 1e4]).to(dtype)
        y = lowp.torch.linear(x, w, b, recipe=recipe)
        assert y.dtype == dtype and y.shape == (rows, N)
        close(y, forward(x, w, b, recipe))


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("recipe", RECIPES)
def test_gradients(dtype, recipe):
    for rows in (0, 1, 7, 128, 257):
        x, w, b = (make(*shape, dtype=dtype, grad=True) for shape in ((rows, K), (N, K), (N,)))
        g = make(rows, N, dtype=dtype)
        found = torch.autograd.grad(lowp.torch.linear(x, w, b, recipe=recipe), (x, w, b), g)
        for each, expected in zip(found, backward(g, x, w, recipe)):
            close(each, expected)


@pytest.mark.parametrize(("n", "k"), [(0, K), (N, 0)])
def test_layers_without_features(n, k):
    x, w = make(2, 3, k, grad=True), make(n, k, grad=True)
    y = lowp.torch.linear(x, w, recipe="none")
    assert torch.equal(y, torch.zeros(2, 3, n).bfloat16())
    for each, found in zip((x, w), torch.autograd.grad(y.sum(), (x, w))):
        assert torch.equal(found, torch.zeros_like(each))


@pytest.mark.parametrize("recipe", ["blockwise_training"])
def test_special_values(recipe):
    x, w = make(9, K), make(N, K)
    x[3, 5], x[4, 7] = float("nan"), float("inf")
    y = lowp.torch.linear(x, w, recipe=recipe)
    for row in (3, 4):
        assert y[row].isnan().all()
    others = [0, 1, 2, 5, 6, 7, 8]
    torch.testing.assert_close(y[others], forward(x, w, None, recipe)[others])


@pytest.mark.parametrize(
    "needed",
    [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1) if a + b + c in (1, 2)],
)
def test_needed_gradients(needed):
    x, w, b = (make(*shape, grad=bool(n)) for shape, n in zip(((7, K), (N, K), (N,)), needed))
    g = make(7, N)
    lowp.torch.linear(x, w, b, recipe=FAMILY).backward(g)
    for tensor, n, expected in zip((x, w, b), needed, backward(g, x, w, FAMILY)):
        assert (tensor.grad is not None) == bool(n)
        if n:
            torch.testing.assert_close(tensor.grad, expected)


def test_ranks_and_strides():
    w = make(N, K)
    x = make(2, 3, 4, K)
    whole = lowp.torch.linear(x.reshape(-1, K), w, recipe=FAMILY)
    for each in (x, x.reshape(6, 4, K), x.transpose(0, 2), x[..., ::2].repeat(1, 1, 1, 2)):
        expected = lowp.torch.linear(each.reshape(-1, K).contiguous(), w, recipe=FAMILY)
        y = lowp.torch.linear(each, w, recipe=FAMILY)
        assert y.shape == (*each.shape[:-1], N)
        assert torch.equal(y.reshape(-1, N), expected)
    assert torch.equal(lowp.torch.linear(x[0, 0, 0], w, recipe=FAMILY), whole[0])
    turned = w.t().contiguous().t()
    assert torch.equal(lowp.torch.linear(x, turned, recipe=FAMILY).reshape(-1, N), whole)
    # An expanded gradient, as that of a sum is.
    x.requires_grad_()
    lowp.torch.linear(x, w, recipe=FAMILY).sum().backward()
    assert x.grad.shape == x.shape


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("recipe", ["none", "rowwise_training", "blockwise_training"])
def test_grouped_linear(recipe, bias):
    x, w, b = make(9, K), make(4, N, K), make(4, N) if bias else None
    ends = torch.tensor([2, 2, 5, 7], dtype=torch.int32)
    x[8] = float("nan")
    for clears in (True, False):
        y = lowp.torch.grouped_linear(x, w, ends, b, recipe=recipe, clears=clears)
        start = 0
        for group, end in enumerate(ends.tolist()):
            own = None if b is None else b[group]
            expected = forward(x[start:end], w[group], own, recipe)
            torch.testing.assert_close(y[start:end], expected)
            start = end
        if clears:
            assert torch.equal(y[7:], torch.zeros_like(y[7:]))


def test_grouped_linear_without_rows_and_with_a_preset():
    w, ends = make(2, N, K), torch.zeros(2, dtype=torch.int32)
    assert lowp.torch.grouped_linear(make(0, K), w, ends, recipe="none").shape == (0, N)
    x, ends = make(6, K), torch.tensor([4, 6], dtype=torch.int32)
    preset, family = (
        lowp.torch.grouped_linear(x, w, ends, recipe=recipe)
        for recipe in ("rowwise", "rowwise_training")
    )
    assert torch.equal(preset, family)


@pytest.mark.parametrize(
    "change, message",
    [
        (dict(x=(7, K + 1)), "expected an input of M x K and weights of E x N x K, got 7x161"),
        (dict(w=(N, K)), "expected an input of M x K and weights of E x N x K"),
        (dict(w=(0, N, K)), "expected one group or more, got 0x48x160"),
        (dict(ends=torch.int64), "expected the end of each of 2 groups in int32, got 2 of int64"),
        (dict(b=(2, N + 1)), "expected a bias of 2 x 48, a row for each group, got 2x49"),
        (dict(b=(2, N), dtype=torch.float32), "one type on one device"),
    ],
)
def test_bad_groups(change, message):
    shapes = {"x": (7, K), "w": (2, N, K), "b": None, **change}
    x, w = make(*shapes["x"]), make(*shapes["w"])
    b = shapes["b"] and make(*shapes["b"], dtype=change.get("dtype", torch.bfloat16))
    ends = torch.tensor([1, 7][: w.shape[0] or 2], dtype=change.get("ends", torch.int32))
    with pytest.raises(lowp.LaunchError, match=message):
        lowp.torch.grouped_linear(x, w, ends, b, recipe="none")


def test_ends_behind_the_rows():
    ends = torch.tensor([3, 9], dtype=torch.int32)
    with pytest.raises(lowp.LaunchError, match="ends"):
        lowp.torch.grouped_linear(make(7, K), make(2, N, K), ends, recipe="none")


@pytest.mark.parametrize(
    "recipe, scales",
    [
        ("rowwise", (9, 1)),
        ("block_1x128_128x128", (9, 2)),
        ("tensorwise", (1, 1)),
        ("mxfp8", (9, 5)),
    ],
)
def test_quantize_and_scaled_matmul(recipe, scales):
    x, w = make(3, 3, K), make(N, K)
    a, sa = lowp.torch.quantize(x, recipe=recipe)
    b, sb = lowp.torch.quantize(w, recipe=recipe, operand="rhs")
    assert a.shape == x.shape and sa.numel() == scales[0] * scales[1]
    rows = a.reshape(9, K).double() * expand(sa.double().reshape(scales), (9, K))
    torch.testing.assert_close(rows.float(), x.reshape(9, K).float(), rtol=0.07, atol=0.02)
    y = lowp.torch.scaled_matmul(a, sa, b, sb, recipe=recipe, dtype=torch.float32)
    columns = b.double() * expand(sb.double(), (N, K))
    torch.testing.assert_close(y.reshape(9, N), (rows @ columns.t()).float())


@pytest.mark.parametrize(
    "recipe, turn",
    [
        ("tensorwise", lambda scales: scales.reshape(())),
        ("tensorwise", lambda scales: scales[0]),
        ("rowwise", lambda scales: scales[:, 0]),
        ("rowwise", lambda scales: scales.bfloat16()),
        ("mxfp8", lambda scales: scales.view(torch.uint8)),
    ],
)
def test_scales_as_checkpoints_have_them(recipe, turn):
    (a, sa), w = lowp.torch.quantize(make(9, K), recipe=recipe), make(N, K)
    b, sb = lowp.torch.quantize(w, recipe=recipe, operand="rhs")
    y = lowp.torch.scaled_matmul(a, sa, b, sb, recipe=recipe)
    # Scales of rows are powers of two, which bfloat16 has.
    assert torch.equal(lowp.torch.scaled_matmul(a, turn(sa), b, turn(sb), recipe=recipe), y)
    with pytest.raises(lowp.LaunchError, match="expected scales of b to be .*, got"):
        lowp.torch.scaled_matmul(a, sa, b, sb.reshape(1, *sb.shape).double(), recipe=recipe)


def expand(scales, shape):
    for axis, size in enumerate(shape):
        block = {1: size, size: 1}.get(scales.shape[axis], None)
        block = block or {2: 128, 5: 32}[scales.shape[axis]]
        scales = scales.repeat_interleave(block, axis).narrow(axis, 0, size)
    return scales


def test_second_derivative_is_an_error():
    x, w = make(7, K, grad=True), make(N, K, grad=True)
    y = lowp.torch.linear(x, w, recipe=FAMILY)
    (dx,) = torch.autograd.grad(y.float().pow(2).sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="no second derivative"):
        dx.sum().backward()


def test_autocast():
    x, w, b = (
        make(7, K, dtype=torch.float32, grad=True),
        *(make(*shape, dtype=torch.float32, grad=True) for shape in ((N, K), (N,))),
    )
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = lowp.torch.linear(x, w, b, recipe=FAMILY)
    narrow = [each.detach().bfloat16() for each in (x, w, b)]
    assert torch.equal(y, lowp.torch.linear(*narrow, recipe=FAMILY))
    y.sum().backward()
    assert {each.grad.dtype for each in (x, w, b)} == {torch.float32}


@pytest.mark.parametrize("freezes", [False, True])
@pytest.mark.parametrize("grouped", [False, True])
def test_autocast_leaves_float64(freezes, grouped):
    """As torch does: nobody asked for 8 bits of a double."""
    x, ends = make(7, K, dtype=torch.float64), torch.tensor([3, 7], dtype=torch.int32)
    layer = (
        lowp.torch.GroupedLinear(2, K, N, recipe=FAMILY)
        if grouped
        else lowp.torch.convert(torch.nn.Sequential(torch.nn.Linear(K, N)), FAMILY)
    )
    model = torch.nn.ModuleDict({"layer": layer.bfloat16()})
    if freezes:
        lowp.torch.freeze(model)
    arguments = (x, ends) if grouped else (x,)
    with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
        with pytest.raises(lowp.LaunchError, match="got (input )?7x160 of float64"):
            model["layer"](*arguments)


@pytest.mark.parametrize(
    "name", ["linear", "linear_backward", "linear_prepared", "quantize", "scaled_matmul"]
)
def test_opcheck(name):
    x, w, b = make(7, K, grad=True), make(N, K, grad=True), make(N, grad=True)
    plain = make(7, K)
    a, sa = lowp.torch.quantize(plain, recipe="rowwise")
    c, sc = lowp.torch.quantize(w.detach(), recipe="rowwise", operand="rhs")
    about = PreparedProgram.of(w.bfloat16(), False, FAMILY, x.device)
    program, prepared = str(about), list(about.find(x.device).prepare(w.detach()).arrays)
    arguments = {
        "linear": (x, w, b, FAMILY),
        "linear_backward": (make(7, N), plain, w.detach(), FAMILY, [True, True, True]),
        "linear_prepared": (plain, prepared, None, program),
        "quantize": (plain, "rowwise"),
        "scaled_matmul": (a, sa, c, sc, "rowwise", torch.bfloat16),
    }[name]
    checks = [
        "test_schema",
        "test_autograd_registration",
        "test_faketensor",
        "test_aot_dispatch_dynamic",
    ]
    # torch's check of schemas compares arguments by operations that fp8 lacks.
    if name in ("linear_prepared", "scaled_matmul"):
        checks.remove("test_schema")
    torch.library.opcheck(getattr(torch.ops.lowp, name).default, arguments, test_utils=checks)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (((7, K + 1), (N, K), None), "expected an input of ... x 160 for a weight of"),
        (((7, K), (N, K), (N + 1,)), "expected a bias of 48 elements, got 49 of bf"),
        (((7, K), (K,), None), "expected a weight of N x K, got 160 of bfloat16"),
    ],
)
def test_bad_shapes(arguments, message):
    x, w, b = (None if shape is None else make(*shape) for shape in arguments)
    with pytest.raises(lowp.LaunchError, match=message):
        lowp.torch.linear(x, w, b, recipe=FAMILY)


def test_bad_input():
    x, w = make(7, K), make(N, K)
    with pytest.raises(lowp.LaunchError, match="one type on one device.*torch.autocast"):
        lowp.torch.linear(x.float(), w, recipe=FAMILY)
    with pytest.raises(lowp.LaunchError, match="bfloat16, float16 or float32"):
        lowp.torch.linear(x.double(), w.double(), recipe=FAMILY)
    with pytest.raises(ValueError, match="or 'none', got 'nope'; families are .*blockwise_tr"):
        lowp.torch.linear(x, w, recipe="nope")
    with pytest.raises(lowp.LaunchError, match="expected a seed, since .nvfp4_training. rounds"):
        lowp.torch.linear(x, w.requires_grad_(), recipe="nvfp4_training").sum().backward()
    with pytest.raises(lowp.LaunchError, match="fp8 or fp4 data .*got 'mxfp6'"):
        lowp.torch.quantize(x, recipe="mxfp6")


def test_version():
    from lowp.torch._version_check import check

    for version in ("2.11.0", "2.13.0+cpu", "3.0.0"):
        check(version)
    for version in ("2.10.1+cu128", "unknown"):
        with pytest.raises(ImportError, match=f"torch 2.11 or later, got {version.split('+')[0]}"):
            check(version)


def test_lowp_alone_imports_no_torch(run_python):
    assert run_python("import lowp, sys; print('torch' in sys.modules)") == "False\n"
