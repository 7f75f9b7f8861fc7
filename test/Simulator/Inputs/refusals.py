"""What cards punish in a kernel or a launch, each beside what they take: prints what the simulator says.

refusals.py LIBCUDA
"""

import sys

import numpy as np
from device import Device, DeviceError, entry

HEAD = """  .reg .pred %p<4>;
  .shared .align 128 .b8 memory[512];
  .shared .align 8 .b8 signal[16];
  mov.u32 %r5, memory;
  mov.u32 %r6, signal;
  ld.param.b64 %d0, [p0];
  setp.eq.u32 %p0, %lane, 0;
  setp.lt.u32 %p1, %lane, 16;
"""
INIT = "  @%p0 mbarrier.init.shared::cta.b64 [%r6], {};\n"
BRANCHES = "  @%p1 bra HALF;\n  {0};\n  bra BEHIND;\nHALF:\n  {0};\nBEHIND:\n"
LOAD = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r5]"
COPY = "  @%p0 cp.async.{}.shared.global [{}], [{}], {};\n  cp.async.wait_all;\n"

KERNELS = (
    # Alignment, of shared memory and of global memory.
    ("vector in shared memory", "  st.shared.v4.b32 [%r5+4], {%r5, %r5, %r5, %r5};\n"),
    ("vector in global memory", "  st.global.v2.b32 [%d0+4], {%r5, %r5};\n"),
    ("64 bits", "  ld.global.b64 %d1, [%d0+4];\n"),
    ("atomic", "  atom.global.add.u64 %d1, [%d0+4], 1;\n"),
    (
        "stmatrix",
        "  add.u32 %r5, %r5, 8;\n  stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r5], {%r1};\n",
    ),
    ("cp.async source", COPY.format("ca", "%r5", "%d0+4", "8")),
    ("cp.async target", COPY.format("ca", "%r5+4", "%d0", "8")),
    ("cp.async of 16", COPY.format("cg", "%r5", "%d0", "16")),
    ("cp.async of 8 past the cache", COPY.format("cg", "%r5", "%d0", "8")),
    (
        "cp.async of nothing",
        "  mov.b64 %d0, 0;\n  mov.b32 %r1, 0;\n" + COPY.format("ca", "%r5", "%d0", "16, %r1"),
    ),
    (
        "cp.async of more than it copies",
        "  mov.b32 %r1, 17;\n" + COPY.format("cg", "%r5", "%d0", "16, %r1"),
    ),
    # Bounds.
    ("behind static memory", "  st.shared.b32 [%r5+528], 0;\n"),
    ("generic address of nothing", "  mov.b64 %d1, 0;\n  ld.b32 %r1, [%d1];\n"),
    ("block of no cluster", "  mapa.shared::cluster.u32 %r1, %r5, 1;\n"),
    # mbarriers.
    ("mbarrier", INIT.format(1)),
    ("mbarrier twice", INIT.format(1) * 2),
    ("mbarrier of all lanes", "  mbarrier.init.shared::cta.b64 [%r6], 1;\n"),
    ("mbarrier at 4", INIT.replace("%r6", "%r6+4").format(1)),
    ("mbarrier of none", INIT.format(0)),
    ("mbarrier of 2^20", INIT.format(1 << 20)),
    ("store to an mbarrier", INIT.format(1) + "  @%p0 st.shared.b32 [%r6], 0;\n"),
    ("load of an mbarrier", INIT.format(1) + "  @%p0 ld.shared.b32 %r1, [%r6];\n"),
    (
        "bytes beyond 2^20",
        INIT.format(1) + "  @%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r6], 1048575;\n"
        "  @%p0 mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r6], 1;\n",
    ),
    # What a warp does together.
    ("barrier in two branches", BRANCHES.format("bar.sync 0")),
    ("ldmatrix in two branches", BRANCHES.format(LOAD)),
    ("barrier of a half", "  @%p1 bar.sync 0;\n"),
    ("ldmatrix of a half", f"  @%p1 {LOAD};\n"),
    ("bar.warp.sync of a half", "  @%p1 bar.warp.sync 0xFFFF;\n"),
    ("bar.warp.sync of a half for all", "  @%p1 bar.warp.sync -1;\n"),
    ("bar.warp.sync of others", "  bar.warp.sync 255;\n"),
    ("shuffle of a half for all", "  @%p1 shfl.sync.idx.b32 %r1, %r5, 0, 31, -1;\n"),
    ("lanes that end before a barrier", "  @%p0 ret;\n  bar.sync 0;\n"),
    ("lanes that end before ldmatrix", f"  @%p0 ret;\n  {LOAD};\n"),
    ("barrier of 48 threads", "  bar.sync 1, 48;\n"),
    ("barrier of too many threads", "  bar.sync 1, 64;\n"),
    ("barrier 16", "  bar.sync 16;\n"),
    ("setmaxnreg of 20", "  setmaxnreg.dec.sync.aligned.u32 20;\n"),
)
LAUNCHES = (
    ("blocks in y", (1, 65535, 1), 32),
    ("more blocks in y", (1, 65536, 1), 32),
    ("no blocks", (0, 1, 1), 32),
    ("threads", (1, 1, 1), 1024),
    ("more threads", (1, 1, 1), 1025),
)


def try_one(device, what, body, grid=(1, 1, 1), block=32):
    try:
        device.launch(
            device.load(entry(body, 1), "kernel"), [np.zeros(64, np.uint32)], grid=grid, block=block
        )
    except DeviceError as error:
        print(f"{what}: refused:", str(error).splitlines()[0].split(": ", 1)[1])
    else:
        print(f"{what}: taken")


def main():
    device = Device(sys.argv[1])
    for what, body in KERNELS:
        try_one(device, what, HEAD + body)
    for what, grid, block in LAUNCHES:
        try_one(device, what, "", grid, block)


main()
