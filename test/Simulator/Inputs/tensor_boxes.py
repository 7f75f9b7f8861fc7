"""Loads and stores of boxes of tensors of one to five dimensions by TMA, against numpy.

    tensor_boxes.py LIBCUDA [cluster]

Elements of 4 and 6 bits lie packed in memory; in shared memory they may have gaps between
them. mbarriers count the bytes of the packed ones. With `cluster` loads name shared::cluster.
"""

import ctypes
import itertools
import sys

import numpy as np
from device import CHIP, Device, DeviceError

RANDOM = np.random.default_rng(17)
# Number of the driver, bits, whether 16 elements get 16 bytes of shared memory.
TYPES = {
    "u8": (0, 8, False),
    "u32": (2, 32, False),
    "bf16": (9, 16, False),
    "u4": (13, 4, False),
    "u4 padded": (14, 4, True),
    "u6 padded": (15, 6, True),
}
SWIZZLES = {0: 0, 32: 1, 64: 2, 128: 3}


def packed(codes, bits):
    """Bytes of the elements of each row, the first in the lowest bits."""
    digits = codes[..., None] >> np.arange(bits, dtype=np.uint32) & 1
    return np.packbits(
        digits.reshape(*codes.shape[:-1], -1).astype(np.uint8), axis=-1, bitorder="little"
    )


class Tensor:
    """Random elements in memory; the sizes of dimensions are those of a tensor map, the
    innermost first."""

    def __init__(self, device, kind, sizes):
        self.device, self.kind, self.sizes = device, kind, sizes
        self.number, self.bits, self.is_padded = TYPES[kind]
        self.codes = RANDOM.integers(0, 1 << self.bits, sizes[::-1]).astype(np.uint32)
        rows = packed(self.codes, self.bits)
        # Each dimension leaves some bytes free after it.
        self.strides, pitch = [], rows.shape[-1]
        for size in sizes[1:]:
            pitch = (pitch + 63) // 32 * 32
            self.strides.append(pitch)
            pitch *= size
        self.bytes = np.full(pitch + 64, 0xEE, np.uint8)
        self.view(self.bytes)[...] = rows
        self.address = ctypes.c_uint64()
        device.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(pitch + 64))
        device.call(
            "cuMemcpyHtoD_v2",
            self.address,
            ctypes.c_void_p(self.bytes.ctypes.data),
            ctypes.c_size_t(self.bytes.nbytes),
        )

    def view(self, memory):
        """The bytes of rows in `memory`."""
        row = packed(self.codes[..., : self.sizes[0]], self.bits).shape[-1]
        return np.lib.stride_tricks.as_strided(
            memory, (*self.sizes[:0:-1], row), (*self.strides[::-1], 1)
        )

    def read(self):
        result = np.empty_like(self.bytes)
        self.device.call(
            "cuMemcpyDtoH_v2",
            ctypes.c_void_p(result.ctypes.data),
            self.address,
            ctypes.c_size_t(result.nbytes),
        )
        return result

    def map(self, box, swizzle):
        memory = (ctypes.c_uint8 * 256)()
        start = ctypes.addressof(memory)
        start += -start % 64
        rank = len(self.sizes)
        self.device.call(
            "cuTensorMapEncodeTiled",
            ctypes.c_void_p(start),
            self.number,
            rank,
            self.address,
            (ctypes.c_uint64 * rank)(*self.sizes),
            (ctypes.c_uint64 * max(1, rank - 1))(*self.strides),
            (ctypes.c_uint32 * rank)(*box),
            (ctypes.c_uint32 * rank)(*[1] * rank),
            0,
            SWIZZLES[swizzle],
            3,
            0,
        )
        return (ctypes.c_uint8 * 128).from_buffer_copy(ctypes.string_at(start, 128))

    def box(self, box, first):
        """The elements of a box: 0 where it is outside."""
        result = np.zeros(box[::-1], np.uint32)
        inside, source = [], []
        for size, extent, start in zip(self.sizes, box, first):
            low, high = max(0, -start), max(0, min(extent, size - start))
            if high <= low:
                return result
            inside.append(slice(low, high))
            source.append(slice(start + low, start + high))
        result[tuple(inside[::-1])] = self.codes[tuple(source[::-1])]
        return result


def rows_in_shared(tensor, codes):
    """The bytes of a box's rows without a swizzle, and which of them are written."""
    rows = packed(codes, tensor.bits).reshape(-1, codes.shape[-1] * tensor.bits // 8)
    if not tensor.is_padded:
        return rows, np.ones(rows.shape, bool)
    given = 2 * tensor.bits
    chunks = rows.reshape(len(rows), -1, given)
    spread = np.zeros((*chunks.shape[:2], 16), np.uint8)
    spread[..., :given] = chunks
    written = np.broadcast_to(np.arange(16) < given, spread.shape)
    return spread.reshape(len(rows), -1), written.reshape(len(rows), -1)


def swizzled(rows, swizzle):
    """A flat array with each 16 bytes where the swizzle puts them."""
    chunks = rows.reshape(-1, 16)
    result = np.empty_like(chunks)
    place = np.arange(len(chunks))
    if swizzle:
        place = place ^ (place >> 3) % (swizzle // 16)
    result[place] = chunks
    return result.reshape(-1)


HEAD = (
    f".version 8.8\n.target {CHIP}"
    + """
.address_size 64
.visible .entry kernel(.param .align 64 .b8 p0[128], .param .u64 p1) {
  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>;
"""
)


def copy_words(words, line):
    """Lane i has the words i, i + 32, ...: `words` are those that there are."""
    text = [
        "  mov.u32 %r2, %tid.x;",
        "  mul.wide.u32 %rd2, %r2, 4;",
        "  add.s64 %rd2, %rd2, %rd0;",
        "  mad.lo.u32 %r3, %r2, 4, %r0;",
    ]
    for first in range(0, len(words), 32):
        mask = sum(1 << i for i, there in enumerate(words[first : first + 32]) if there)
        text += [
            f"  shr.u32 %r5, {mask}, %r2;",
            "  and.b32 %r5, %r5, 1;",
            "  setp.ne.u32 %p1, %r5, 0;",
        ]
        text += [f"  @%p1 {each}" for each in line(4 * first)]
    return "\n".join(text)


def load_kernel(words, first, expected, space):
    rank = len(first)
    listed = ", ".join(map(str, first))
    return (
        HEAD
        + f"""
  .shared .align 1024 .b8 box[{4 * len(words)}];
  .shared .align 8 .b8 signal[8];
  ld.param.b64 %rd0, [p1];
  mov.b64 %rd1, p0;
  mov.u32 %r0, box;
  mov.u32 %r1, signal;
  mov.u32 %r2, %tid.x;
  setp.eq.u32 %p2, %r2, 0;
  @!%p2 bra START;
  mbarrier.init.shared::cta.b64 [%r1], 1;
  fence.mbarrier_init.release.cluster;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r1], {expected};
  cp.async.bulk.tensor.{rank}d.{space}.global.tile.mbarrier::complete_tx::bytes [%r0], [%rd1, {{{
            listed
        }}}], [%r1];
START:
  bar.warp.sync -1;
WAIT:
  mbarrier.try_wait.parity.shared::cta.b64 %p0, [%r1], 0;
  @!%p0 bra WAIT;
{
            copy_words(
                words,
                lambda at: [f"ld.shared.b32 %r4, [%r3+{at}];", f"st.global.b32 [%rd2+{at}], %r4;"],
            )
        }
  ret;
}}
"""
    )


def store_kernel(words, first):
    rank = len(first)
    listed = ", ".join(map(str, first))
    return (
        HEAD
        + f"""
  .shared .align 1024 .b8 box[{4 * len(words)}];
  ld.param.b64 %rd0, [p1];
  mov.b64 %rd1, p0;
  mov.u32 %r0, box;
{
            copy_words(
                words,
                lambda at: [f"ld.global.b32 %r4, [%rd2+{at}];", f"st.shared.b32 [%r3+{at}], %r4;"],
            )
        }
  fence.proxy.async.shared::cta;
  bar.warp.sync -1;
  setp.eq.u32 %p2, %r2, 0;
  @!%p2 bra END;
  cp.async.bulk.tensor.{rank}d.global.shared::cta.tile.bulk_group [%rd1, {{{listed}}}], [%r0];
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group.read 0;
END:
  ret;
}}
"""
    )


def load(device, kind, sizes, box, first, swizzle, space="shared::cta", extra=0, reads_gaps=False):
    tensor = Tensor(device, kind, sizes)
    rows, written = rows_in_shared(tensor, tensor.box(box, first))
    want, there = swizzled(rows, swizzle), swizzled(written, swizzle)
    words = there.reshape(-1, 4)[:, 0] | reads_gaps
    moved = int(np.prod(box)) * tensor.bits // 8
    result = np.zeros(len(words), np.uint32)
    device.launch(
        device.load(load_kernel(words, first, moved + extra, space), "kernel"),
        [tensor.map(box, swizzle), result],
    )
    got = result.view(np.uint8)
    assert (got[there] == want[there]).all(), (kind, sizes, box, first, swizzle)
    print("right: load of", kind, "in", len(sizes), "dimensions, swizzle", swizzle)


def store(device, kind, sizes, box, first, swizzle):
    tensor = Tensor(device, kind, sizes)
    codes = RANDOM.integers(0, 1 << tensor.bits, box[::-1]).astype(np.uint32)
    memory = swizzled(rows_in_shared(tensor, codes)[0], swizzle).view(np.uint32)
    device.launch(
        device.load(store_kernel(np.ones(len(memory), bool), first), "kernel"),
        [tensor.map(box, swizzle), memory],
    )
    want = tensor.codes.copy()
    ranges = [
        range(max(0, -start), max(0, min(extent, size - start)))
        for size, extent, start in zip(sizes, box, first)
    ]
    for index in itertools.product(*ranges[::-1]):
        want[tuple(i + start for i, start in zip(index, first[::-1]))] = codes[index]
    expected = tensor.bytes.copy()
    tensor.view(expected)[...] = packed(want, tensor.bits)
    assert (tensor.read() == expected).all(), (kind, sizes, box, first, swizzle)
    print("right: store of", kind, "in", len(sizes), "dimensions, swizzle", swizzle)


def refused(what, function, *arguments, **options):
    try:
        function(*arguments, **options)
    except DeviceError as error:
        print(f"{what}:", str(error).split(": ", 1)[1].replace("\n", " "))
    else:
        print(f"{what}: taken")


def check_all(device):
    load(device, "u8", (200,), (64,), (160,), 0)
    load(device, "u8", (100, 9), (64, 8), (48, 3), 64)
    load(device, "bf16", (40, 5, 7), (32, 2, 4), (16, -1, 5), 64)
    load(device, "bf16", (24, 3, 5, 4), (16, 2, 3, 2), (8, 2, 3, 1), 32)
    load(device, "bf16", (64, 3, 2, 3, 4), (64, 2, 1, 2, 3), (0, 1, 1, -1, 2), 128)
    load(device, "u32", (20, 3, 4, 2, 3), (16, 3, 2, 2, 2), (-8, 0, 1, 1, 0), 64)
    load(device, "u4", (300, 6), (256, 4), (64, 3), 128)
    load(device, "u4", (90, 3, 4, 5), (64, 2, 2, 3), (32, -1, 3, 1), 32)
    load(device, "u4", (96, 2, 3, 2, 3), (128, 1, 2, 2, 2), (-32, 1, 2, 0, 1), 64)
    load(device, "u4 padded", (256, 5), (128, 8), (128, 1), 128)
    load(device, "u4 padded", (128, 3, 2, 4), (128, 2, 1, 3), (0, 2, 1, 2), 0)
    load(device, "u4 padded", (384, 2, 3, 2, 2), (128, 1, 2, 2, 1), (256, -1, 2, 0, 1), 128)
    load(device, "u4 padded", (128, 4), (128, 2), (-128, 0), 0)
    load(device, "u6 padded", (256, 7, 3), (128, 4, 2), (128, 5, 1), 128)
    store(device, "u8", (100, 9), (64, 8), (48, 3), 64)
    store(device, "bf16", (24, 3, 5, 4), (16, 2, 3, 2), (8, 2, 3, 1), 32)
    store(device, "bf16", (64, 3, 2, 3, 4), (64, 2, 1, 2, 3), (0, 1, 1, -1, 2), 128)
    store(device, "u4", (90, 3, 4, 5), (64, 2, 2, 3), (32, -1, 3, 1), 32)
    padded = (device, "u4 padded", (256, 5), (128, 8))
    refused("more bytes than are moved", load, *padded, (128, 1), 128, extra=512)
    refused("between padded elements", load, *padded, (128, 1), 128, reads_gaps=True)
    refused("in the middle of 128", load, *padded, (64, 1), 128)
    refused("in the middle of 16 bytes", load, device, "u4", (300, 6), (256, 4), (16, 3), 128)
    refused("store", store, *padded, (128, 1), 128)


def main():
    device = Device(sys.argv[1])
    if sys.argv[2:] == ["cluster"]:
        refused("bytes", load, device, "u8", (100, 9), (64, 8), (48, 3), 64, "shared::cluster")
        for kind in ("u4", "u4 padded"):
            refused(
                kind,
                load,
                device,
                kind,
                (256, 5),
                (128, 8),
                (128, 1),
                64 if kind == "u4" else 0,
                "shared::cluster",
            )
    else:
        check_all(device)


main()
