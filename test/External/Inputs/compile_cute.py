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
from cutlass import BFloat16, Float4E2M1FN, Float8E4M3FN, Float8E5M2, Float8E8M0FNU, Float32  # noqa: E402
from cutlass.cute.nvgpu import warp  # noqa: E402
from cutlass.cute.runtime import make_fake_compact_tensor  # noqa: E402
from cutlass.utils import blackwell_helpers as helpers  # noqa: E402

TILE, SCALES_PER_WORD = (16, 8), 4
M, N, K = 64, 64, 256


class Product:
    """D = A B^T of matrices whose scales have `each` elements of K."""

    def __init__(self, operation, each):
        self.operation, self.each = operation, each
        self.tile_k = operation.shape_mnk[2]

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
    def kernel(self, a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor,
               d: cute.Tensor, mma: cute.TiledMma):
        lane, _, _ = cute.arch.thread_idx()
        row, column, _ = cute.arch.block_idx()
        share = mma.get_slice(lane)
        to = share.partition_C(cute.local_tile(d, TILE, (row, column)))
        sums = mma.make_fragment_C(to)
        sums.fill(0.0)
        for k in range(cute.size(a, mode=[1]) // self.tile_k):
            rows = share.partition_A(cute.local_tile(a, (TILE[0], self.tile_k), (row, k)))
            columns = share.partition_B(cute.local_tile(b, (TILE[1], self.tile_k), (column, k)))
            of_rows = self.load_scales(cute.local_tile(sa, (TILE[0], self.tile_k), (row, k)),
                                       helpers.get_layoutSFA_TV(mma), lane)
            of_columns = self.load_scales(cute.local_tile(sb, (TILE[1], self.tile_k), (column, k)),
                                          helpers.get_layoutSFB_TV(mma), lane)
            mma.set(warp.Field.SFA, of_rows.iterator)
            mma.set(warp.Field.SFB, of_columns.iterator)
            cute.gemm(mma, sums, self.load(rows, mma.make_fragment_A(rows)),
                      self.load(columns, mma.make_fragment_B(columns)), sums)
        rounded = cute.make_fragment_like(sums, BFloat16)
        rounded.store(sums.load().to(BFloat16))
        cute.autovec_copy(rounded, to)

    @cute.jit
    def __call__(self, a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor,
                 d: cute.Tensor):
        mma = cute.make_tiled_mma(self.operation, cute.make_layout((1, 1, 1)),
                                  permutation_mnk=self.operation.shape_mnk)
        self.kernel(a, self.spread(sa), b, self.spread(sb), d, mma).launch(
            grid=[M // TILE[0], N // TILE[1], 1], block=[32, 1, 1])


def build(name, operation, element, scale, each):
    def fake(kind, *sizes):
        return make_fake_compact_tensor(kind, sizes, stride_order=(1, 0))

    @cute.jit
    def run(a: cute.Tensor, sa: cute.Tensor, b: cute.Tensor, sb: cute.Tensor, d: cute.Tensor):
        Product(operation(element, Float32, scale), each)(a, sa, b, sb, d)

    cute.compile(run, fake(element, M, K), fake(scale, M, K // each), fake(element, N, K),
                 fake(scale, N, K // each), fake(BFloat16, M, N))
    [made] = Path(FOLDER).glob("*.ptx")
    text = made.read_text()
    made.unlink()
    # Its name says all types and sizes.
    text = text.replace(re.search(r"\.entry\s+(\w+)", text)[1], "product")
    # The last parameter describes the product; these are its bytes.
    unused = int(re.search(r"param_5\[(\d+)\]", text)[1])
    launch = {"shared": 0, "threads": 32, "tile": TILE, "maps": [], "unused": unused}
    path = Path(__file__).parent / f"sm_120a-cute-{name}.ptx.gz"
    path.write_bytes(gzip.compress(f"// {json.dumps(launch)}\n{text}".encode(), 9, mtime=0))
    print(path.name, path.stat().st_size)


build("mxfp8", warp.MmaMXF8Op, Float8E4M3FN, Float8E8M0FNU, 32)
build("mxfp8-e5m2", warp.MmaMXF8Op, Float8E5M2, Float8E8M0FNU, 32)
build("mxfp4", warp.MmaMXF4Op, Float4E2M1FN, Float8E8M0FNU, 32)
build("nvfp4", warp.MmaMXF4NVF4Op, Float4E2M1FN, Float8E4M3FN, 16)
