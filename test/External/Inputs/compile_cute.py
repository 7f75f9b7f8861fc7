"""Compiles block-scaled products by the CuTe DSL 4.8.1 to the PTX beside this file; no GPU is
needed.

    pip install nvidia-cutlass-dsl==4.8.1 && compile_cute.py

A warp has 16 x 8 elements of the result. Which lane has which elements and scales is the
compiler's own: its layouts partition operands and scales. The first line of each file is a
comment of JSON: what a launch has to know.
"""

import gzip
import json
import os
import re
import tempfile
from pathlib import Path

FOLDER = tempfile.mkdtemp()
os.environ |= {"CUTE_DSL_ARCH": "sm_120a", "CUTE_DSL_KEEP": "ptx", "CUTE_DSL_DUMP_DIR": FOLDER}

import cutlass.cute as cute  # noqa: E402 (it reads these variables)
import cutlass  # noqa: E402
from cutlass import (
    BFloat16,
    Float4E2M1FN,
    Float8E4M3FN,
    Float8E5M2,
    Float8E8M0FNU,  # noqa: E402
    Float32,
    Int64,
    Uint8,
    Uint32,
    Uint64,
)
from cutlass.cute.nvgpu import cpasync, warp  # noqa: E402
from cutlass.cute.runtime import make_fake_compact_tensor  # noqa: E402
from cutlass.utils import blackwell_helpers as helpers  # noqa: E402

TILE, SCALES_PER_WORD = (16, 8), 4
M, N, K = 64, 64, 256


class Product:
    """D = A B^T of matrices whose scales have `each` elements of K."""

    def __init__(self, operation, each):
        self.operation, self.each = operation, each
        self.tile_k = operation.shape_mnk[2]

    def allocate(self, a):
        """Shared memory that operands come by."""

    def load_operands(self, share, mma, a, b, place, lane, box):
        """The fragments of A and B at the row of tiles, the column, and the place along K."""
        row, column, k = place
        rows = share.partition_A(cute.local_tile(a, (TILE[0], self.tile_k), (row, k)))
        columns = share.partition_B(cute.local_tile(b, (TILE[1], self.tile_k), (column, k)))
        return (
            self.load(rows, mma.make_fragment_A(rows)),
            self.load(columns, mma.make_fragment_B(columns)),
        )

    def spread(self, scales):
        """A scale for each element: those of a block are the same one."""
        rows, blocks = cute.size(scales, mode=[0]), cute.size(scales, mode=[1])
        layout = cute.make_layout((rows, (self.each, blocks)), stride=(blocks, (0, 1)))
        return cute.make_tensor(scales.iterator, layout)

    def load(self, source, fragment):
        cute.autovec_copy(source, fragment)
        return fragment

    def load_scales(self, tile, layout, lane):
        """The word of this lane."""
        values = cute.composition(tile, layout)
        word = cute.make_rmem_tensor(cute.make_layout(SCALES_PER_WORD), self.operation.sf_type)
        for number in range(self.tile_k // self.each):
            word[number] = values[lane, number * self.each]
        return word

    @cute.kernel
    def kernel(
        self,
        a: cute.Tensor,
        sa: cute.Tensor,
        b: cute.Tensor,
        sb: cute.Tensor,
        d: cute.Tensor,
        mma: cute.TiledMma,
    ):
        lane, _, _ = cute.arch.thread_idx()
        row, column, _ = cute.arch.block_idx()
        share = mma.get_slice(lane)
        to = share.partition_C(cute.local_tile(d, TILE, (row, column)))
        sums = mma.make_fragment_C(to)
        sums.fill(0.0)
        box = self.allocate(a)
        for k in range(K // self.tile_k):
            of_a, of_b = self.load_operands(share, mma, a, b, (row, column, k), lane, box)
            of_rows = self.load_scales(
                cute.local_tile(sa, (TILE[0], self.tile_k), (row, k)),
                helpers.get_layoutSFA_TV(mma),
                lane,
            )
            of_columns = self.load_scales(
                cute.local_tile(sb, (TILE[1], self.tile_k), (column, k)),
                helpers.get_layoutSFB_TV(mma),
                lane,
            )
            mma.set(warp.Field.SFA, of_rows.iterator)
            mma.set(warp.Field.SFB, of_columns.iterator)
            cute.gemm(mma, sums, of_a, of_b, sums)
        rounded = cute.make_fragment_like(sums, BFloat16)
        rounded.store(sums.load().to(BFloat16))
        cute.autovec_copy(rounded, to)

    @cute.jit
    def __call__(
        self, a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor, d: cute.Tensor
    ):
        mma = cute.make_tiled_mma(
            self.operation, cute.make_layout((1, 1, 1)), permutation_mnk=self.operation.shape_mnk
        )
        self.kernel(a, self.spread(sa), b, self.spread(sb), d, mma).launch(
            grid=[M // TILE[0], N // TILE[1], 1], block=[32, 1, 1]
        )


class MixedProduct(Product):
    """The same where A or B has elements of 4 bits beside 8: a warp brings 16 elements of a row
    to the first 8 of 16 bytes, and ldmatrix gives each a byte, of which it takes the middle."""

    def __init__(self, a, b):
        super().__init__(warp.MmaMXF8F6F4Op(a, b, Float32, Float8E8M0FNU), 32)

    def allocate(self, a):
        rows = TILE[0 if a.element_type == Uint64 else 1]
        layout = cute.make_layout((rows, self.tile_k), stride=(self.tile_k, 1))
        return cutlass.memory.SmemAllocator().allocate_tensor(Uint8, layout, 128)

    @cute.jit
    def unpack(self, packed, place, lane, load, box, fragment):
        """`packed` has 16 elements in each."""
        first, k = place
        words = cute.make_tensor(cute.recast_ptr(box.iterator, dtype=Uint64), cute.make_layout(64))
        if lane < cute.size(box, mode=[0]) * 2:
            words[lane * 2] = packed[first + lane // 2, k * 2 + lane % 2]
        cute.arch.sync_warp()
        return self.widen(box, lane, load, fragment)

    def widen(self, box, lane, load, fragment):
        mine = load.get_slice(lane)
        cute.copy(load, mine.partition_S(box), mine.retile(fragment))
        cute.arch.sync_warp()
        registers = cute.recast_tensor(fragment, Uint32)
        for number in range(cute.size(registers)):
            registers[number] = registers[number] << 2
        return fragment

    def load_operands(self, share, mma, a, b, place, lane, box):
        row, column, k = place
        is_a = a.element_type == Uint64
        atom = cute.make_copy_atom(
            warp.LdMatrix8x16x8bOp(num_matrices=4 if is_a else 2, unpack_bits=4), Uint8
        )
        if is_a:
            of_a = self.unpack(
                a,
                (row * TILE[0], k),
                lane,
                cute.make_tiled_copy_A(atom, mma),
                box,
                mma.make_fragment_A(share.partition_A(box)),
            )
            columns = share.partition_B(cute.local_tile(b, (TILE[1], self.tile_k), (column, k)))
            return of_a, self.load(columns, mma.make_fragment_B(columns))
        rows = share.partition_A(cute.local_tile(a, (TILE[0], self.tile_k), (row, k)))
        return (
            self.load(rows, mma.make_fragment_A(rows)),
            self.unpack(
                b,
                (column * TILE[1], k),
                lane,
                cute.make_tiled_copy_B(atom, mma),
                box,
                mma.make_fragment_B(share.partition_B(box)),
            ),
        )


@cute.kernel
def decode_scales(x: cute.Tensor, y: cute.Tensor):
    """Four scales of a lane as f32."""
    lane, _, _ = cute.arch.thread_idx()
    block, _, _ = cute.arch.block_idx()
    place = (block * 32 + lane,)
    scales = cute.make_rmem_tensor(cute.make_layout(SCALES_PER_WORD), Float8E8M0FNU)
    cute.autovec_copy(cute.local_tile(x, (SCALES_PER_WORD,), place), scales)
    values = cute.make_rmem_tensor(cute.make_layout(SCALES_PER_WORD), Float32)
    values.store(scales.load().to(Float32))
    cute.autovec_copy(values, cute.local_tile(y, (SCALES_PER_WORD,), place))


def write(name, tile, shared=0, maps=()):
    """The PTX that was compiled last, and what a launch has to know."""
    [made] = Path(FOLDER).glob("*.ptx")
    text = made.read_text()
    made.unlink()
    # Its name says all types and sizes.
    text = text.replace(re.search(r"\.entry\s+(\w+)", text)[1], "product")
    # The last parameter of a product describes it; these are its bytes.
    unused = re.search(r"param_5\[(\d+)\]", text)
    launch = {
        "shared": shared,
        "threads": 32,
        "tile": tile,
        "maps": maps,
        "unused": unused and int(unused[1]),
    }
    path = Path(__file__).parent / f"sm_120a-cute-{name}.ptx.gz"
    path.write_bytes(gzip.compress(f"// {json.dumps(launch)}\n{text}".encode(), 9, mtime=0))
    print(path.name, path.stat().st_size)


class BoxProduct(MixedProduct):
    """The same, where TMA brings B: boxes of four blocks of K, padded."""

    BOX_K = 128

    @cute.kernel
    def product(
        self,
        a: cute.Tensor,
        sa: cute.Tensor,
        atom: cute.CopyAtom,
        b: cute.Tensor,
        sb: cute.Tensor,
        d: cute.Tensor,
        mma: cute.TiledMma,
    ):
        lane, _, _ = cute.arch.thread_idx()
        row, column, _ = cute.arch.block_idx()
        share = mma.get_slice(lane)
        to = share.partition_C(cute.local_tile(d, TILE, (row, column)))
        sums = mma.make_fragment_C(to)
        sums.fill(0.0)
        memory = cutlass.memory.SmemAllocator()
        layout = cute.make_layout((TILE[1], self.BOX_K), stride=(self.BOX_K, 1))
        box = memory.allocate_tensor(Uint8, layout, 128)
        signal = memory.allocate_array(Int64, 1)
        if lane == 0:
            cute.arch.mbarrier_init(signal, 1)
            cute.arch.mbarrier_init_fence()
        cute.arch.sync_warp()
        load = cute.make_tiled_copy_B(
            cute.make_copy_atom(warp.LdMatrix8x16x8bOp(num_matrices=2, unpack_bits=4), Uint8), mma
        )
        for number in range(K // self.BOX_K):
            tile = cute.local_tile(b, (TILE[1], self.BOX_K), (column, number))
            target, source = cpasync.tma_partition(
                atom,
                0,
                cute.make_layout(1),
                cute.group_modes(box, 0, 2),
                cute.group_modes(tile, 0, 2),
            )
            if lane == 0:
                cute.arch.mbarrier_arrive_and_expect_tx(
                    signal, cute.size_in_bytes(Float4E2M1FN, layout)
                )
            cute.copy(atom, source, target, tma_bar_ptr=signal)
            cute.arch.mbarrier_wait(signal, number % 2)
            for part in range(self.BOX_K // self.tile_k):
                k = number * (self.BOX_K // self.tile_k) + part
                rows = share.partition_A(cute.local_tile(a, (TILE[0], self.tile_k), (row, k)))
                piece = cute.local_tile(box, (TILE[1], self.tile_k), (0, part))
                of_a = self.load(rows, mma.make_fragment_A(rows))
                of_b = self.widen(piece, lane, load, mma.make_fragment_B(share.partition_B(piece)))
                of_rows = self.load_scales(
                    cute.local_tile(sa, (TILE[0], self.tile_k), (row, k)),
                    helpers.get_layoutSFA_TV(mma),
                    lane,
                )
                of_columns = self.load_scales(
                    cute.local_tile(sb, (TILE[1], self.tile_k), (column, k)),
                    helpers.get_layoutSFB_TV(mma),
                    lane,
                )
                mma.set(warp.Field.SFA, of_rows.iterator)
                mma.set(warp.Field.SFB, of_columns.iterator)
                cute.gemm(mma, sums, of_a, of_b, sums)
            cute.arch.sync_warp()
        rounded = cute.make_fragment_like(sums, BFloat16)
        rounded.store(sums.load().to(BFloat16))
        cute.autovec_copy(rounded, to)

    @cute.jit
    def __call__(
        self, a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor, d: cute.Tensor
    ):
        mma = cute.make_tiled_mma(
            self.operation, cute.make_layout((1, 1, 1)), permutation_mnk=self.operation.shape_mnk
        )
        layout = cute.make_layout((TILE[1], self.BOX_K), stride=(self.BOX_K, 1))
        atom, source = cpasync.make_tiled_tma_atom(
            cpasync.CopyBulkTensorTileG2SOp(), b, layout, (TILE[1], self.BOX_K), internal_type=Uint8
        )
        self.product(a, self.spread(sa), atom, source, self.spread(sb), d, mma).launch(
            grid=[M // TILE[0], N // TILE[1], 1], block=[32, 1, 1]
        )


def build(name, make, elements, scale, each, shared=0, maps=()):
    """`elements` are the types of A and B; Uint64 is 16 of 4 bits."""

    def fake(kind, *sizes):
        return make_fake_compact_tensor(kind, sizes, stride_order=(1, 0), assumed_align=16)

    @cute.jit
    def run(a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor, d: cute.Tensor):
        make()(a, sa, b, sb, d)

    of_a, of_b = (K // 16 if element is Uint64 else K for element in elements)
    cute.compile(
        run,
        fake(elements[0], M, of_a),
        fake(scale, M, K // each),
        fake(elements[1], N, of_b),
        fake(scale, N, K // each),
        fake(BFloat16, M, N),
    )
    write(name, TILE, shared, maps)


def build_same(name, operation, element, scale, each):
    """A and B of the same type."""
    build(
        name,
        lambda: Product(operation(element, Float32, scale), each),
        (element, element),
        scale,
        each,
    )


build_same("mxfp8", warp.MmaMXF8Op, Float8E4M3FN, Float8E8M0FNU, 32)
build_same("mxfp8-e5m2", warp.MmaMXF8Op, Float8E5M2, Float8E8M0FNU, 32)
build_same("mxfp4", warp.MmaMXF4Op, Float4E2M1FN, Float8E8M0FNU, 32)
build_same("nvfp4", warp.MmaMXF4NVF4Op, Float4E2M1FN, Float8E4M3FN, 16)
build(
    "mixed-a",
    lambda: MixedProduct(Float4E2M1FN, Float8E5M2),
    (Uint64, Float8E5M2),
    Float8E8M0FNU,
    32,
    shared=1024,
)
build(
    "mixed-b",
    lambda: MixedProduct(Float8E4M3FN, Float4E2M1FN),
    (Float8E4M3FN, Uint64),
    Float8E8M0FNU,
    32,
    shared=1024,
)
build(
    "mixed-boxes",
    lambda: BoxProduct(Float8E4M3FN, Float4E2M1FN),
    (Float8E4M3FN, Float4E2M1FN),
    Float8E8M0FNU,
    32,
    shared=2048,
    maps=[{"box": (TILE[1], BoxProduct.BOX_K), "swizzle": 0}],
)


@cute.jit
def run_decode(x: cute.Tensor, y: cute.Tensor):
    decode_scales(x, y).launch(grid=[2, 1, 1], block=[32, 1, 1])


cute.compile(
    run_decode,
    make_fake_compact_tensor(Float8E8M0FNU, (256,), stride_order=(0,)),
    make_fake_compact_tensor(Float32, (256,), stride_order=(0,)),
)
write("scales", (128, 1))
