"""Copies by TMA of a pair of blocks, half of the rows by each for both, in strict mode, and what is
wrong where they tell another block, or one alone gets them.

    pair_copies.py LIBCUDA
"""

import ctypes
import sys

import numpy as np
from device import Device, DeviceError

ROWS, COLUMNS, PAIR, FLOAT32 = 8, 32, 2, 7
HALF = ROWS // PAIR * COLUMNS * 4
BARRIER = PAIR * HALF
EXPECTED = PAIR * PAIR * HALF
COPY = (
    "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes"
    ".multicast::cluster.cta_group::2 [%target], [%map, {%zero, %row}], [%leader], %mask;"
)
TEXT = f"""
.version 8.8
.target sm_100a
.address_size 64
.visible .entry copies(.param .align 64 .b8 map[128], .param .u64 d)
.reqntid 32
{{
  .reg .pred %first, %leads, %done;
  .reg .b16 %mask;
  .reg .b32 %r<4>, %t, %rank, %memory, %target, %zero, %row, %leader;
  .reg .b64 %map, %d, %place;
  .shared .align 128 .b8 memory[{BARRIER + 8}];
  mov.u32 %memory, memory;
  mov.u32 %t, %tid.x;
  mov.u32 %rank, %cluster_ctarank;
  mov.b32 %zero, 0;
  mov.b16 %mask, 3;
  setp.eq.u32 %first, %t, 0;
  setp.eq.u32 %leads, %rank, 0;
  mov.b64 %map, map;
  cvta.param.u64 %map, %map;
  ld.param.u64 %d, [d];
  @%first mbarrier.init.shared::cta.b64 [%memory + {BARRIER}], 1;
  @%first fence.mbarrier_init.release.cluster;
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  and.pred %done, %first, %leads;
  @%done mbarrier.arrive.expect_tx.shared::cta.b64 _, [%memory + {BARRIER}], {EXPECTED};
  add.s32 %r0, %memory, {BARRIER};
  mapa.shared::cluster.u32 %leader, %r0, %zero;
  mad.lo.s32 %target, %rank, {HALF}, %memory;
  mul.lo.s32 %row, %rank, {ROWS // PAIR};
  @%first {COPY}
  @!%leads bra landed;
wait:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [%memory + {BARRIER}], 0;
  @!%done bra wait;
landed:
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;
  mad.lo.s32 %r1, %t, {PAIR * HALF // 32}, %memory;
  ld.shared.v4.b32 {{%r0, %r1, %r2, %r3}}, [%r1];
  mul.wide.u32 %place, %rank, {ROWS * 16 * 4};
  add.s64 %d, %d, %place;
  mul.wide.u32 %place, %t, 16;
  add.s64 %d, %d, %place;
  st.global.v4.b32 [%d], {{%r0, %r1, %r2, %r3}};
  ret;
}}
"""
FAULTS = {
    "of one block": (".cta_group::2", ""),
    "to one block": ("%mask, 3", "%mask, 1"),
    "to itself": ("mapa.shared::cluster.u32 %leader, %r0, %zero;", "mov.b32 %leader, %r0;"),
    "half of the bytes": (f", {EXPECTED};", f", {EXPECTED // 2};"),
    "twice the bytes": (f", {EXPECTED};", f", {EXPECTED * 2};"),
    "rows the other way round": (
        "mul.lo.s32 %row, %rank,",
        "xor.b32 %r2, %rank, 1;\n  mul.lo.s32 %row, %r2,",
    ),
}


def encode(device, array):
    memory = (ctypes.c_uint8 * 192)()
    start = ctypes.addressof(memory)
    start += -start % 64
    device.call(
        "cuTensorMapEncodeTiled",
        ctypes.c_void_p(start),
        FLOAT32,
        2,
        device.upload(array),
        (ctypes.c_uint64 * 2)(COLUMNS, ROWS),
        (ctypes.c_uint64 * 1)(4 * COLUMNS),
        (ctypes.c_uint32 * 2)(COLUMNS, ROWS // PAIR),
        (ctypes.c_uint32 * 2)(1, 1),
        *(0, 0, 0, 0),
    )
    return (ctypes.c_uint8 * 128).from_buffer_copy(ctypes.string_at(start, 128))


def run(library, change=("", "")):
    device = Device(library)
    source = np.arange(ROWS * COLUMNS, dtype=np.float32).reshape(ROWS, COLUMNS)
    result = np.zeros((PAIR, 32, 4), np.float32)
    text = TEXT.replace(*change) if change[0] else TEXT
    assert change[0] in TEXT, change
    function = device.load(text, "copies")
    arguments = [encode(device, source), result]
    device.launch(function, arguments, grid=(PAIR, 1, 1), block=32, cluster=PAIR)
    expected = source.reshape(32, 8)[:, :4]
    print("right" if (result == expected).all() else "wrong", flush=True)


def main():
    run(sys.argv[1])
    for name, change in FAULTS.items():
        print(f"{name}: ", end="")
        try:
            run(sys.argv[1], change)
        except DeviceError as error:
            print(" ".join(str(error).removeprefix("cuLaunchKernelEx: ").splitlines()[:2]))


main()
