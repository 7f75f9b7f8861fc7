"""A product in tensor memory against numpy, in strict mode, and what is wrong without each of its
fences, waits and the rest.

    tensor_memory.py LIBCUDA [FILE FOR THE PTX]

D = init + A B^T with A 128 x 32 and B 64 x 32 of bf16, both K-major without a swizzle: eight rows of
16 bytes lie together, four such groups along K after each other.
"""

import sys

import ml_dtypes
import numpy as np
from device import Device, DeviceError
from tensor_operands import copied_operands, lanes_of_warp, stored_row

ROWS, COLUMNS, DEPTH = 128, 64, 32
B, ADDRESS, BARRIER, LOADED = 8192, 12288, 12296, 12304
REGISTERS = ", ".join(f"%s{i}" for i in range(COLUMNS))
# 128 rows, 64 columns, bf16 by bf16, sums of f32.
PRODUCT = 128 // 16 << 24 | 64 // 8 << 17 | 1 << 10 | 1 << 7 | 1 << 4
# 128 bytes along K, 512 along rows, version 1.
LAYOUT = 1 << 46 | 512 // 16 << 32 | 128 // 16 << 16

COMMIT = f"""  @%issues tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%memory + {BARRIER}];
wait:
"""
WAIT = f"""  mbarrier.try_wait.parity.shared::cta.b64 %done, [%memory + {BARRIER}], 0;
  @!%done bra wait;
"""
# A lane of each warp says that all of the warp have loaded.
WAIT_FOR_LOADS = f"""loaded:
  mbarrier.try_wait.parity.shared::cta.b64 %done, [%memory + {LOADED}], 0;
  @!%done bra loaded;
"""


def descriptor(name, offset, k):
    return f"""
  add.s32 %r9, %memory, {offset + 256 * k};
  shr.u32 %r9, %r9, 4;
  cvt.u64.u32 {name}, %r9;
  or.b64 {name}, {name}, {LAYOUT};"""


def multiplied(k):
    return f"""{descriptor("%a", 0, k)}{descriptor("%b", B, k)}
  @%issues tcgen05.mma.cta_group::1.kind::f16 [%sums], %a, %b, %form, %adds;"""


def text():
    loads = "\n".join(
        f"  ld.global.v4.b32 {{%s{4 * i}, %s{4 * i + 1}, %s{4 * i + 2}, "
        f"%s{4 * i + 3}}}, [%d + {16 * i}];"
        for i in range(COLUMNS // 4)
    )
    return f"""
.version 8.8
.target sm_100a
.address_size 64
.visible .entry product(.param .u64 a, .param .u64 b, .param .u64 d)
.reqntid 128
{{
  .reg .pred %issues, %first, %hasB, %adds, %done, %leads;
  .reg .b32 %r<16>, %v<4>, %s<{COLUMNS}>, %t, %memory, %sums, %quarter, %form;
  .reg .b64 %p, %q, %d, %a, %b, %place;
  .shared .align 128 .b8 memory[{LOADED + 8}];
  mov.u32 %memory, memory;
  mov.u32 %t, %tid.x;
  setp.lt.u32 %first, %t, 32;
  setp.eq.u32 %issues, %t, 0;
  and.b32 %r0, %t, 31;
  setp.eq.u32 %leads, %r0, 0;
  setp.lt.u32 %hasB, %t, {COLUMNS};
  setp.eq.u32 %adds, 0, 0;
  @%first tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%memory + {ADDRESS}], 64;
  @%first tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
  ld.param.u64 %p, [a];
  ld.param.u64 %q, [b];
  ld.param.u64 %d, [d];
  mul.wide.u32 %place, %t, {2 * DEPTH};
  add.s64 %p, %p, %place;
  add.s64 %q, %q, %place;
  mul.wide.u32 %place, %t, {4 * COLUMNS};
  add.s64 %d, %d, %place;
{copied_operands(DEPTH, B)}
  @%issues mbarrier.init.shared::cta.b64 [%memory + {BARRIER}], 1;
  @%issues mbarrier.init.shared::cta.b64 [%memory + {LOADED}], {ROWS // 32};
  @%issues fence.mbarrier_init.release.cluster;
  bar.sync 0;
{lanes_of_warp(ADDRESS)}
{loads}
  tcgen05.st.sync.aligned.32x32b.x64.b32 [%quarter], {{{REGISTERS}}};
  tcgen05.wait::st.sync.aligned;
  tcgen05.fence::before_thread_sync; // stored
  bar.sync 0;
  tcgen05.fence::after_thread_sync; // stored
  mov.b32 %form, {PRODUCT};
{multiplied(0)}
{multiplied(1)}
{COMMIT}{WAIT}  tcgen05.fence::after_thread_sync; // multiplied
  tcgen05.ld.sync.aligned.32x32b.x64.b32 {{{REGISTERS}}}, [%quarter];
  tcgen05.wait::ld.sync.aligned;
{stored_row(COLUMNS)}
  tcgen05.fence::before_thread_sync; // loaded
  bar.warp.sync -1;
  @%leads mbarrier.arrive.shared::cta.b64 _, [%memory + {LOADED}];
{WAIT_FOR_LOADS}  tcgen05.fence::after_thread_sync; // loaded
  @%first tcgen05.dealloc.cta_group::1.sync.aligned.b32 %sums, 64;
  ret;
}}
"""


# What is changed: (text, other text).
FAULTS = {
    "no proxy fence": ("fence.proxy.async.shared::cta;", ""),
    "no wait for stores": ("tcgen05.wait::st.sync.aligned;", ""),
    "no fence behind stores": ("tcgen05.fence::before_thread_sync; // stored", ""),
    "no fence in front of products": ("tcgen05.fence::after_thread_sync; // stored", ""),
    "no wait for products": (WAIT, ""),
    "no commit": (COMMIT + WAIT, ""),
    "no fence in front of loads": ("tcgen05.fence::after_thread_sync; // multiplied", ""),
    "no wait for loads": ("tcgen05.wait::ld.sync.aligned;", ""),
    "no fence behind loads": ("tcgen05.fence::before_thread_sync; // loaded", ""),
    "no wait behind loads": (WAIT_FOR_LOADS, ""),
    "no barrier of lanes behind loads": ("bar.warp.sync -1;", ""),
    "no fence of the mbarrier": ("@%issues fence.mbarrier_init.release.cluster;", ""),
    "no release": ("@%first tcgen05.dealloc.cta_group::1.sync.aligned.b32 %sums, 64;", ""),
    "release of others": ("b32 %sums, 64;", "b32 %sums, 32;"),
    "too few columns": ("], 64;\n  @%first tcgen05.rel", "], 32;\n  @%first tcgen05.rel"),
    "no power of two": ("], 64;\n  @%first tcgen05.rel", "], 48;\n  @%first tcgen05.rel"),
    "lanes of another warp": ("shl.b32 %quarter, %quarter, 16;", "mov.b32 %quarter, 0;"),
    "sums that nobody wrote": (
        "tcgen05.st.sync.aligned.32x32b.x64.b32 [%quarter], {" + REGISTERS + "};",
        "",
    ),
    "several threads": ("@%issues tcgen05.mma", "@%first tcgen05.mma"),
    "another lane than 0": ("[%sums], %a", "[%sums + 1048576], %a"),
    "another version": (str(LAYOUT), str(LAYOUT ^ 1 << 46)),
    "unsupported layout": (str(LAYOUT), str(LAYOUT | 1 << 52)),
    "types of another kind": (f"%form, {PRODUCT}", f"%form, {PRODUCT | 4 << 7}"),
    "sums of f16": (f"%form, {PRODUCT}", f"%form, {PRODUCT ^ 1 << 4}"),
    "8 columns beside 128 rows": (f"%form, {PRODUCT}", f"%form, {PRODUCT ^ 9 << 17}"),
    "256 rows": (f"%form, {PRODUCT}", f"%form, {PRODUCT ^ 24 << 24}"),
    "lanes that keep their sums": ("%form, %adds;", "%form, {0, 0, 4, 0}, %adds;"),
    "a bit that it has not": (f"%form, {PRODUCT}", f"%form, {PRODUCT | 1 << 2}"),
    "too few registers": ("{" + REGISTERS + "}, [%quarter]", "{%s0, %s1}, [%quarter]"),
    "a shape that is not supported": ("ld.sync.aligned.32x32b.x64", "ld.sync.aligned.16x64b.x64"),
}


def run(library, change=("", "")):
    random = np.random.default_rng(3)
    a, b = (
        random.normal(size=(rows, DEPTH)).astype(ml_dtypes.bfloat16) for rows in (ROWS, COLUMNS)
    )
    d = random.normal(size=(ROWS, COLUMNS)).astype(np.float32)
    a[5, 7], a[6, 1], b[9, 3], d[8, 8] = np.nan, np.inf, 2.0**-133, -0.0
    with np.errstate(invalid="ignore"):
        expected = d + a.astype(np.float64) @ b.astype(np.float64).T
    source = text()
    assert change[0] in source, change
    device = Device(library)
    function = device.load(source.replace(*change) if change[0] else source, "product")
    device.launch(function, [a.view(np.uint8), b.view(np.uint8), d], block=ROWS)
    same = np.isclose(d, expected, rtol=2.0**-20, atol=2.0**-16, equal_nan=True)
    print("right" if same.all() else f"wrong: {(~same).sum()} elements", flush=True)


def main():
    run(sys.argv[1])
    if len(sys.argv) > 2:
        print(text(), file=open(sys.argv[2], "w"))
    for name, change in FAULTS.items():
        try:
            print(f"{name}: ", end="")
            run(sys.argv[1], change)
        except DeviceError as error:
            print(str(error).splitlines()[0].removeprefix("cuLaunchKernelEx: "))


main()
