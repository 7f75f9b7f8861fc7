"""Products in Triton, for compile_triton.py."""

import triton
import triton.language as tl


@triton.jit
def whole_scaled_product(
    a_ptr,
    as_ptr,
    b_ptr,
    bs_ptr,
    c_ptr,
    M,
    N,
    K,
    sam,
    sbn,
    scm,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    FA: tl.constexpr,
    FB: tl.constexpr,
    PA: tl.constexpr,
    PB: tl.constexpr,
    VEC: tl.constexpr,
):
    """Block-scaled, of sizes that the tile divides."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    of_a, of_b = tl.arange(0, BK // PA), tl.arange(0, BK // PB)
    of_scales = tl.arange(0, BK // VEC)
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        a = tl.load(a_ptr + rows[:, None] * sam + (k * (BK // PA) + of_a)[None, :])
        b = tl.load(b_ptr + columns[:, None] * sbn + (k * (BK // PB) + of_b)[None, :])
        place = (k * (BK // VEC) + of_scales)[None, :]
        sa = tl.load(as_ptr + rows[:, None] * (K // VEC) + place)
        sb = tl.load(bs_ptr + columns[:, None] * (K // VEC) + place)
        total = tl.dot_scaled(a, sa, FA, b.T, sb, FB, total)
    tl.store(c_ptr + rows[:, None] * scm + columns[None, :], total.to(tl.bfloat16))


@triton.jit
def scaled_product(
    a_ptr,
    as_ptr,
    b_ptr,
    bs_ptr,
    c_ptr,
    M,
    N,
    K,
    sam,
    sbn,
    scm,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    FA: tl.constexpr,
    FB: tl.constexpr,
    PA: tl.constexpr,
    PB: tl.constexpr,
    VEC: tl.constexpr,
):
    """Block-scaled, of any M and N and of a K that is a multiple of the elements of a scale."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    of_a, of_b = tl.arange(0, BK // PA), tl.arange(0, BK // PB)
    of_scales = tl.arange(0, BK // VEC)
    has_row, has_column = (rows < M)[:, None], (columns < N)[:, None]
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        at_a, at_b = (k * (BK // PA) + of_a)[None, :], (k * (BK // PB) + of_b)[None, :]
        a = tl.load(a_ptr + rows[:, None] * sam + at_a, mask=has_row & (at_a < K // PA), other=0.0)
        b = tl.load(
            b_ptr + columns[:, None] * sbn + at_b, mask=has_column & (at_b < K // PB), other=0.0
        )
        place = (k * (BK // VEC) + of_scales)[None, :]
        has_scale = place < K // VEC
        sa = tl.load(
            as_ptr + rows[:, None] * (K // VEC) + place, mask=has_row & has_scale, other=0.0
        )
        sb = tl.load(
            bs_ptr + columns[:, None] * (K // VEC) + place, mask=has_column & has_scale, other=0.0
        )
        total = tl.dot_scaled(a, sa, FA, b.T, sb, FB, total)
    tl.store(
        c_ptr + rows[:, None] * scm + columns[None, :],
        total.to(tl.bfloat16),
        mask=has_row & (columns < N)[None, :],
    )


@triton.jit
def packed_scale(scales, row, k, ROWS: tl.constexpr, COUNT: tl.constexpr):
    """Scales of ROWS rows, COUNT of each, of atoms of 128 rows and 4 of each."""
    atoms = scales.load([0, row // 128, k * (COUNT // 4), 0, 0])
    return (
        atoms.reshape(ROWS // 128, COUNT // 4, 32, 4, 4).trans(0, 3, 2, 1, 4).reshape(ROWS, COUNT)
    )


@triton.jit
def packed_scaled_product(
    a,
    sa,
    b,
    sb,
    d,
    M,
    N,
    K,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    FA: tl.constexpr,
    FB: tl.constexpr,
    PA: tl.constexpr,
    PB: tl.constexpr,
    VEC: tl.constexpr,
):
    """Block-scaled, by TMA; scales lie in atoms of 512 bytes."""
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        left, right = a.load([row, k * (BK // PA)]), b.load([column, k * (BK // PB)])
        total = tl.dot_scaled(
            left,
            packed_scale(sa, row, k, BM, BK // VEC),
            FA,
            right.T,
            packed_scale(sb, column, k, BN, BK // VEC),
            FB,
            total,
        )
    d.store([row, column], total.to(tl.bfloat16))


@triton.jit
def product(
    a_ptr,
    b_ptr,
    d_ptr,
    M,
    N,
    K,
    sam,
    sbk,
    sdm,
    BM: tl.constexpr,
    BN: tl.constexpr,
    BK: tl.constexpr,
    SUMS: tl.constexpr,
):
    """M x K by K x N, both by rows, of any sizes."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    total = tl.zeros((BM, BN), dtype=SUMS)
    for k in range(0, tl.cdiv(K, BK)):
        depth = k * BK + tl.arange(0, BK)
        a = tl.load(
            a_ptr + rows[:, None] * sam + depth[None, :],
            mask=(rows < M)[:, None] & (depth < K)[None, :],
            other=0.0,
        )
        b = tl.load(
            b_ptr + depth[:, None] * sbk + columns[None, :],
            mask=(depth < K)[:, None] & (columns < N)[None, :],
            other=0.0,
        )
        total = tl.dot(a, b, total, out_dtype=SUMS)
    tl.store(
        d_ptr + rows[:, None] * sdm + columns[None, :],
        total,
        mask=(rows < M)[:, None] & (columns < N)[None, :],
    )


@triton.jit
def descriptor_product(
    a, b, d, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, TRANSPOSED: tl.constexpr
):
    """M x K by K x N, or N x K transposed, by TMA."""
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        left = a.load([row, k * BK])
        if TRANSPOSED:
            right = b.load([column, k * BK]).T
        else:
            right = b.load([k * BK, column])
        total = tl.dot(left, right, total)
    d.store([row, column], total.to(tl.bfloat16))


@triton.jit
def columns_product(a, b, d, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """K x M transposed by N x K transposed, by TMA."""
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    total = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, tl.cdiv(K, BK)):
        total = tl.dot(a.load([k * BK, row]).T, b.load([column, k * BK]).T, total)
    d.store([row, column], total.to(tl.bfloat16))


@triton.jit
def shifted_boxes(
    a, d, ROWS: tl.constexpr, COLUMNS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr
):
    """A, so many rows and columns further, by TMA: its boxes begin before A, too."""
    row, column = tl.program_id(0) * BM, tl.program_id(1) * BN
    d.store([row, column], a.load([row - ROWS, column - COLUMNS]))


@triton.jit
def weighted_bytes(a_ptr, w_ptr, d_ptr, M, N, sam, sdm, BM: tl.constexpr, BN: tl.constexpr):
    """Bytes with a sign, times a weight for each column."""
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    columns = tl.program_id(1) * BN + tl.arange(0, BN)
    has_element = (rows < M)[:, None] & (columns < N)[None, :]
    a = tl.load(a_ptr + rows[:, None] * sam + columns[None, :], mask=has_element, other=0)
    w = tl.load(w_ptr + columns, mask=columns < N, other=0.0)
    tl.store(
        d_ptr + rows[:, None] * sdm + columns[None, :],
        a.to(tl.float32) * w[None, :],
        mask=has_element,
    )
