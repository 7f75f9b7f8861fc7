"""Decompositions of torch's grouped matmuls, against loops over the groups."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from lowp.torch.decompositions import (  # noqa: E402
    grouped_decompositions,
    grouped_mm,
    scaled_grouped_mm,
)

GROUPS, M, K, N = 4, 24, 16, 32
ENDS = [[3, 3, 20, 24], [0, 0, 0, 0], [24, 24, 24, 24], [1, 9, 17, 20]]


def random(*shape, dtype=torch.float32):
    generator = torch.Generator().manual_seed(sum(shape))
    return torch.randn(*shape, generator=generator).to(dtype)


def parts(ends):
    return [slice(first, last) for first, last in zip([0, *ends[:-1]], ends)]


def as_tensor(ends):
    return torch.tensor(ends, dtype=torch.int32)


def close(got, want):
    np.testing.assert_allclose(got.float(), want.float(), rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize("ends", ENDS)
def test_rows(ends):
    x, w = random(M, K), random(GROUPS, K, N)
    want = torch.zeros(M, N)
    for group, rows in enumerate(parts(ends)):
        want[rows] = x[rows] @ w[group]
    # What is in no group has no part in anything.
    x[ends[-1] :] = float("nan")
    close(grouped_mm(x, w, as_tensor(ends)), want)


@pytest.mark.parametrize("ends", ENDS)
def test_columns(ends):
    w, y = random(GROUPS, N, K), random(K, M)
    want = torch.zeros(N, M)
    for group, columns in enumerate(parts(ends)):
        want[:, columns] = w[group] @ y[:, columns]
    y[:, ends[-1] :] = float("inf")
    close(grouped_mm(w, y, as_tensor(ends)), want)


@pytest.mark.parametrize("ends", ENDS)
def test_sums(ends):
    x, y = random(K, M), random(M, N)
    want = torch.stack([x[:, part] @ y[part] for part in parts(ends)])
    x[:, ends[-1] :] = float("nan")
    close(grouped_mm(x, y, as_tensor(ends)), want)


def test_batches():
    x, y = random(GROUPS, M, K), random(GROUPS, K, N)
    close(grouped_mm(x, y), torch.bmm(x, y))
    assert grouped_mm(x, y, out_dtype=torch.bfloat16).dtype == torch.bfloat16


def test_scales():
    ends, e4m3 = ENDS[3], torch.float8_e4m3fn
    x, w = random(M, K, dtype=e4m3), random(GROUPS, K, N, dtype=e4m3)
    sx, sw = random(M, 1)[:, 0].abs(), random(GROUPS, N).abs()
    got = scaled_grouped_mm(x, w, sx, sw, as_tensor(ends), out_dtype=torch.float32)
    want = torch.zeros(M, N)
    for group, rows in enumerate(parts(ends)):
        product = x[rows].float() @ w[group].float()
        want[rows] = product * sx[rows, None] * sw[group]
    close(got, want)


def test_scales_of_sums():
    ends, e4m3 = ENDS[0], torch.float8_e4m3fn
    x, y = random(K, M, dtype=e4m3), random(M, N, dtype=e4m3)
    sx, sy = random(GROUPS * K, 1)[:, 0].abs(), random(GROUPS * N, 1)[:, 0].abs()
    got = scaled_grouped_mm(x, y, sx, sy, as_tensor(ends))
    want = torch.stack(
        [
            x[:, part].float()
            @ y[part].float()
            * sx.view(GROUPS, K, 1)[group]
            * sy.view(GROUPS, 1, N)[group]
            for group, part in enumerate(parts(ends))
        ]
    )
    assert got.dtype == torch.bfloat16
    np.testing.assert_allclose(got.float(), want, rtol=2**-8, atol=1e-4)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: grouped_mm(random(M, K), random(GROUPS, K, N)), "expected the ends of groups"),
        (
            lambda: grouped_mm(random(2, M, K), random(2, K, N), as_tensor([1, 2])),
            "expected the ends of groups",
        ),
        (
            lambda: grouped_mm(
                random(M, K), random(GROUPS, K, N), as_tensor(ENDS[0]), random(N, 1)
            ),
            "without bias",
        ),
        (
            lambda: grouped_mm(random(M, K), random(K, 1)[:, 0], as_tensor(ENDS[0])),
            "operands of 2 or 3 dimensions",
        ),
        (
            lambda: scaled_grouped_mm(
                random(M, K),
                random(GROUPS, K, N),
                random(M, 1).half(),
                random(GROUPS, N),
                as_tensor(ENDS[0]),
            ),
            "scales of rows",
        ),
    ],
)
def test_what_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


class Experts(torch.nn.Module):
    def forward(self, x, w, ends):
        return torch.ops.aten._grouped_mm(x, w, ends)


def test_a_program_has_none_left():
    """With any number of rows, and in the form that lowp recognises."""
    inputs = (
        random(M, K, dtype=torch.bfloat16),
        random(GROUPS, K, N, dtype=torch.bfloat16),
        as_tensor(ENDS[0]),
    )
    rows = torch.export.Dim("rows", min=2, max=4096)
    program = torch.export.export(Experts(), inputs, dynamic_shapes=({0: rows}, None, None))
    table = torch.export.default_decompositions()
    table.update(grouped_decompositions())
    program = program.run_decompositions(table)
    called = [str(node.target) for node in program.graph.nodes]
    assert not any("grouped" in name for name in called)
    assert called.count("aten.mm.default") == 1
    got = program.module()(*inputs)
    want = torch.cat(
        [inputs[0][rows] @ inputs[1][group] for group, rows in enumerate(parts(ENDS[0]))]
    )
    np.testing.assert_allclose(got.float(), want.float(), rtol=2**-7, atol=2**-6)
