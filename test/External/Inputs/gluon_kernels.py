"""Products of pairs of CTAs in Gluon: stages are loaded ahead, one tile a pair."""

from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia.blackwell import (
    TensorMemoryLayout,
    TensorMemoryScalesLayout,
    allocate_tensor_memory,
    tcgen05_commit,
    tcgen05_copy,
    tcgen05_mma,
    tcgen05_mma_scaled,
)
from triton.experimental.gluon.language.nvidia.hopper import fence_async_shared, mbarrier, tma


@gluon.jit
def store(d_desc, sums, row, column, BM: gl.constexpr, BN: gl.constexpr):
    d = gl.allocate_shared_memory(d_desc.dtype, [BM, BN], d_desc.layout)
    d.store(sums.load().to(d_desc.dtype))
    fence_async_shared()
    tma.async_store(d_desc, [row, column], d)
    tma.store_wait(0)


@gluon.jit
def load_plain(a_desc, b_desc, a, b, loaded, row, column, k, TURNED: gl.constexpr):
    mbarrier.expect(loaded, a_desc.nbytes_per_cta + b_desc.nbytes_per_cta)
    tma.async_load(a_desc, [row, k], loaded, a)
    if TURNED:
        tma.async_load(b_desc, [k, column], loaded, b)
    else:
        tma.async_load(b_desc, [column, k], loaded, b)


@gluon.jit
def pair_product(
    a_desc,
    b_desc,
    d_desc,
    M,
    N,
    K,
    BM: gl.constexpr,
    BN: gl.constexpr,
    BK: gl.constexpr,
    TURNED: gl.constexpr,
    STAGES: gl.constexpr,
):
    """D = A B^T; B with K outermost if TURNED. A stage is loaded while others are multiplied."""
    row, column = gl.program_id(0) * BM, gl.program_id(1) * BN
    a = gl.allocate_shared_memory(a_desc.dtype, [STAGES, BM, BK], a_desc.layout)
    b = gl.allocate_shared_memory(b_desc.dtype, [STAGES] + b_desc.block_type.shape, b_desc.layout)
    loaded = mbarrier.allocate_mbarrier(batch=STAGES, two_ctas=True)
    done = mbarrier.allocate_mbarrier(batch=STAGES)
    for i in gl.static_range(STAGES):
        mbarrier.init(loaded.index(i), count=1)
        mbarrier.init(done.index(i), count=1)
    layout: gl.constexpr = TensorMemoryLayout(
        [128, BN], col_stride=1, cga_layout=[[1, 0]], two_ctas=True
    )
    sums = allocate_tensor_memory(gl.float32, [BM, BN], layout)
    for i in gl.static_range(STAGES):
        load_plain(
            a_desc, b_desc, a.index(i), b.index(i), loaded.index(i), row, column, i * BK, TURNED
        )
    stage, phase = 0, 0
    blocks = gl.cdiv(K, BK)
    for block in range(0, blocks):
        mbarrier.wait(loaded.index(stage), phase, deps=(a, b))
        right = b.index(stage)
        tcgen05_mma(
            a.index(stage), right if TURNED else right.permute((1, 0)), sums, use_acc=block > 0
        )
        tcgen05_commit(done.index(stage))
        mbarrier.wait(done.index(stage), phase)
        load_plain(
            a_desc,
            b_desc,
            a.index(stage),
            b.index(stage),
            loaded.index(stage),
            row,
            column,
            (block + STAGES) * BK,
            TURNED,
        )
        stage += 1
        if stage == STAGES:
            stage = 0
            phase ^= 1
    for i in gl.static_range(STAGES):
        mbarrier.wait(loaded.index(stage), phase, deps=(a, b))
        stage += 1
        if stage == STAGES:
            stage = 0
            phase ^= 1
    for i in gl.static_range(STAGES):
        mbarrier.invalidate(loaded.index(i))
        mbarrier.invalidate(done.index(i))
    store(d_desc, sums, row, column, BM, BN)


@gluon.jit
def view_scales(scales, ROWS: gl.constexpr, SCALES: gl.constexpr):
    """Atoms of 128 rows and four scales as rows by scales."""
    atoms = scales.reshape((ROWS // 128, SCALES // 4, 32, 4, 4)).permute((0, 3, 2, 1, 4))
    return atoms.reshape((ROWS, SCALES))


@gluon.jit
def pair_scaled_product(
    a_desc,
    sa_desc,
    b_desc,
    sb_desc,
    d_desc,
    M,
    N,
    K,
    BM: gl.constexpr,
    BN: gl.constexpr,
    BK: gl.constexpr,
    VEC: gl.constexpr,
    KIND: gl.constexpr,
    PACKED: gl.constexpr,
):
    """D = A B^T with scales of VEC elements; each CTA has those of its rows and of all columns."""
    row, column = gl.program_id(0) * BM, gl.program_id(1) * BN
    SCALES: gl.constexpr = BK // VEC
    a = gl.allocate_shared_memory(a_desc.dtype, [BM, BK // PACKED], a_desc.layout)
    b = gl.allocate_shared_memory(b_desc.dtype, [BN, BK // PACKED], b_desc.layout)
    sa = gl.allocate_shared_memory(sa_desc.dtype, sa_desc.block_type.shape, sa_desc.layout)
    sb = gl.allocate_shared_memory(sb_desc.dtype, sb_desc.block_type.shape, sb_desc.layout)
    loaded = mbarrier.allocate_mbarrier(two_ctas=True)
    done = mbarrier.allocate_mbarrier()
    mbarrier.init(loaded, count=1)
    mbarrier.init(done, count=1)
    layout: gl.constexpr = TensorMemoryLayout(
        [128, BN], col_stride=1, cga_layout=[[1, 0]], two_ctas=True
    )
    sums = allocate_tensor_memory(gl.float32, [BM, BN], layout)
    of_rows: gl.constexpr = TensorMemoryScalesLayout(cga_layout=[[1, 0]])
    of_columns: gl.constexpr = TensorMemoryScalesLayout(cga_layout=[[0, 0]])
    ta = allocate_tensor_memory(sa_desc.dtype, [BM, SCALES], of_rows)
    tb = allocate_tensor_memory(sb_desc.dtype, [BN, SCALES], of_columns)
    phase = 0
    for k in range(0, K, BK):
        mbarrier.expect(
            loaded,
            a_desc.nbytes_per_cta
            + b_desc.nbytes_per_cta
            + sa_desc.nbytes_per_cta
            + sb_desc.nbytes_per_cta,
        )
        tma.async_load(a_desc, [row, k // PACKED], loaded, a)
        tma.async_load(b_desc, [column, k // PACKED], loaded, b)
        atom = k // VEC // 4
        tma.async_load(sa_desc, [0, row // 128, atom, 0, 0], loaded, sa)
        tma.async_load(sb_desc, [0, column // 128, atom, 0, 0], loaded, sb)
        mbarrier.wait(loaded, phase, deps=(a, b, sa, sb))
        tcgen05_copy(view_scales(sa, BM, SCALES), ta)
        tcgen05_copy(view_scales(sb, BN, SCALES), tb)
        tcgen05_mma_scaled(a, b.permute((1, 0)), sums, ta, tb, KIND, KIND, use_acc=k > 0)
        tcgen05_commit(done)
        mbarrier.wait(done, phase)
        phase ^= 1
    mbarrier.invalidate(loaded)
    mbarrier.invalidate(done)
    store(d_desc, sums, row, column, BM, BN)
