"""A product of a pair of blocks in tensor memory against numpy, in strict mode, and what is wrong
without each of its barriers, fences and masks.

    tensor_pairs.py LIBCUDA [FILE FOR THE PTX]

D = A B^T with A 256 x 16 and B 64 x 16 of bf16, both K-major without a swizzle: each block has 128
rows of A and half of those of B, and reads the sums of its rows. The even block multiplies when
lanes of both have told its mbarrier that they have written; its commit tells both.
"""

import sys

import ml_dtypes
import numpy as np
from device import Device, DeviceError
from tensor_operands import copied_operands, lanes_of_warp, stored_row

ROWS, COLUMNS, DEPTH, PAIR = 128, 64, 16, 2
B, ADDRESS, WRITTEN, DONE = 4096, 6144, 6152, 6160
REGISTERS = ", ".join(f"%s{i}" for i in range(COLUMNS))
# 256 rows, 64 columns, bf16 by bf16, sums of f32.
PRODUCT = PAIR * ROWS // 16 << 24 | COLUMNS // 8 << 17 | 1 << 10 | 1 << 7 | 1 << 4
# 128 bytes along K, 256 along rows, version 1.
LAYOUT = 1 << 46 | 256 // 16 << 32 | 128 // 16 << 16

CLUSTER = "  barrier.cluster.arrive.aligned;\n  barrier.cluster.wait.aligned; // {}\n"
TELL = "  mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%leader];\n"
WAIT_FOR_BOTH = f"""written:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [%memory + {WRITTEN}], 0;
  @!%done bra written;
"""
COMMIT = (
    "  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster.multicast::cluster.b64 "
    f"[%memory + {DONE}], %mask;\n"
)
WAIT = f"""wait:
  mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %done, [%memory + {DONE}], 0;
  @!%done bra wait;
"""
RELEASE = "  @%first tcgen05.dealloc.cta_group::2.sync.aligned.b32 %sums, 64;\n"


def descriptor(name, offset):
    return f"""
  add.s32 %r9, %memory, {offset};
  and.b32 %r9, %r9, 262143;
  shr.u32 %r9, %r9, 4;
  cvt.u64.u32 {name}, %r9;
  or.b64 {name}, {name}, {LAYOUT};"""


def text():
    return f"""
.version 8.8
.target sm_100a
.address_size 64
.visible .entry product(.param .u64 a, .param .u64 b, .param .u64 d)
.reqntid 128
{{
  .reg .pred %issues, %first, %hasB, %done, %leads, %none;
  .reg .b16 %mask;
  .reg .b32 %r<16>, %v<4>, %s<{COLUMNS}>, %t, %memory, %sums, %quarter, %form, %rank, %leader;
  .reg .b64 %p, %q, %d, %a, %b, %place;
  .shared .align 128 .b8 memory[{DONE + 8}];
  mov.u32 %memory, memory;
  mov.u32 %t, %tid.x;
  mov.u32 %rank, %cluster_ctarank;
  setp.lt.u32 %first, %t, 32;
  setp.eq.u32 %issues, %t, 0;
  setp.eq.u32 %leads, %rank, 0;
  setp.lt.u32 %hasB, %t, {COLUMNS // PAIR};
  setp.ne.u32 %none, 0, 0;
{CLUSTER.format("begun")}\
  @%first tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%memory + {ADDRESS}], 64;
  @%first tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;
  @%issues mbarrier.init.shared::cta.b64 [%memory + {WRITTEN}], {PAIR * ROWS};
  @%issues mbarrier.init.shared::cta.b64 [%memory + {DONE}], 1;
  @%issues fence.mbarrier_init.release.cluster;
{CLUSTER.format("ready")}\
  ld.param.u64 %p, [a];
  ld.param.u64 %q, [b];
  ld.param.u64 %d, [d];
  // Rows of this block.
  shl.b32 %r3, %rank, 7;
  add.s32 %r3, %r3, %t;
  mul.wide.u32 %place, %r3, {2 * DEPTH};
  add.s64 %p, %p, %place;
  mul.wide.u32 %place, %r3, {4 * COLUMNS};
  add.s64 %d, %d, %place;
  mul.lo.s32 %r3, %rank, {COLUMNS // PAIR};
  add.s32 %r3, %r3, %t;
  mul.wide.u32 %place, %r3, {2 * DEPTH};
  add.s64 %q, %q, %place;
{copied_operands(DEPTH, B)}
{lanes_of_warp(ADDRESS)}
  mov.b32 %r4, 0;
  add.s32 %r5, %memory, {WRITTEN};
  mapa.shared::cluster.u32 %leader, %r5, %r4;
{TELL}\
  @!%leads bra multiplied;
  @!%issues bra multiplied;
{WAIT_FOR_BOTH}\
  tcgen05.fence::after_thread_sync;
  mov.b32 %form, {PRODUCT};
{descriptor("%a", 0)}{descriptor("%b", B)}
  tcgen05.mma.cta_group::2.kind::f16 [%sums], %a, %b, %form, %none;
  mov.b16 %mask, 3;
{COMMIT}\
multiplied:
  bar.warp.sync -1;
{WAIT}\
  tcgen05.fence::after_thread_sync; // multiplied
  tcgen05.ld.sync.aligned.32x32b.x64.b32 {{{REGISTERS}}}, [%quarter];
  tcgen05.wait::ld.sync.aligned;
{stored_row(COLUMNS)}
  tcgen05.fence::before_thread_sync; // loaded
{CLUSTER.format("loaded")}\
  tcgen05.fence::after_thread_sync; // loaded
{RELEASE}\
  ret;
}}
"""


# What is changed: (text, other text).
FAULTS = {
    "no barrier before the start": (CLUSTER.format("begun"), ""),
    "no barrier behind the mbarriers": (CLUSTER.format("ready"), "  bar.sync 0;\n"),
    "no barrier before the end": (CLUSTER.format("loaded"), "  bar.sync 0;\n"),
    "the other does not wait": (WAIT, "  @!%leads bra end;\n" + WAIT),
    "no proxy fence": ("fence.proxy.async.shared::cta;", ""),
    "no word of the other": (TELL, "  @%leads" + TELL.removeprefix(" ")),
    "no wait for both": (WAIT_FOR_BOTH, ""),
    "an arrival for this block alone": (
        "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%leader]",
        f"mbarrier.arrive.shared::cta.b64 _, [%memory + {WRITTEN}]",
    ),
    "commit for the issuer alone": ("%mask, 3", "%mask, 1"),
    "commit for the other alone": ("%mask, 3", "%mask, 2"),
    "a fence less in front of loads": ("tcgen05.fence::after_thread_sync; // multiplied", ""),
    "a wait for what this block does": (WAIT, WAIT.replace(".acquire.cluster", "")),
    "both multiply": ("  @!%leads bra multiplied;\n", ""),
    "products of one block": ("tcgen05.mma.cta_group::2", "tcgen05.mma.cta_group::1"),
    "a commit of one block": ("tcgen05.commit.cta_group::2", "tcgen05.commit.cta_group::1"),
    "columns of one block": ("tcgen05.alloc.cta_group::2", "tcgen05.alloc.cta_group::1"),
    "another count of columns": (
        f"  @%first tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 "
        f"[%memory + {ADDRESS}], 64;",
        f"  shl.b32 %r8, 64, %rank;\n  @%first tcgen05.alloc.cta_group::2.sync.aligned.shared::cta"
        f".b32 [%memory + {ADDRESS}], %r8;",
    ),
    "one block releases": (RELEASE, "  and.pred %first, %first, %leads;\n" + RELEASE),
    "128 rows": (f"%form, {PRODUCT}", f"%form, {PRODUCT ^ 24 << 24}"),
}


def run(library, change=("", ""), blocks=PAIR):
    random = np.random.default_rng(3)
    a, b = (
        random.normal(size=(rows, DEPTH)).astype(ml_dtypes.bfloat16)
        for rows in (PAIR * ROWS, COLUMNS)
    )
    d = np.zeros((PAIR * ROWS, COLUMNS), np.float32)
    source = text()
    assert change[0] in source, change
    device = Device(library)
    source = source.replace(*change) if change[0] else source
    function = device.load(source.replace("  ret;", "end:\n  ret;"), "product")
    arrays = [a.view(np.uint8), b.view(np.uint8), d]
    device.launch(function, arrays, grid=(PAIR, 1, 1), block=ROWS, cluster=blocks)
    same = np.isclose(d, a.astype(np.float64) @ b.astype(np.float64).T, rtol=2.0**-20, atol=1e-5)
    print("right" if same.all() else f"wrong: {(~same).sum()} elements", flush=True)


def main():
    run(sys.argv[1])
    if len(sys.argv) > 2:
        print(text(), file=open(sys.argv[2], "w"))
    for name, change in [*FAULTS.items(), ("a block alone", ("", ""))]:
        try:
            print(f"{name}: ", end="")
            run(sys.argv[1], change, 1 if name == "a block alone" else PAIR)
        except DeviceError as error:
            lines = str(error).removeprefix("cuLaunchKernelEx: ").splitlines()
            print(" ".join(lines[:3]) if "can go on" in lines[0] else lines[0])


main()
