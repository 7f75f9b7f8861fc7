// What ptxas gives is parsed before it is accepted, and it has to come in time.
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas lowp-opt %s --lowp-serialize=format=bin | FileCheck %s
// One that cannot compile kernels side by side compiles them one by one.
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=old lowp-opt %s --lowp-serialize=format=bin | FileCheck %s
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=random not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=RANDOM
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=machine not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=chip not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=kernels not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=KERNELS
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=cut not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=names not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=CUT
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=crash not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=CRASH
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas LOWP_PTXAS_SECONDS=soon not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=SECONDS

// What runs too long is killed, with what it has started.
// RUN: env LOWP_PTXAS=%S/Inputs/fake-ptxas FAKE_PTXAS=hang FAKE_PTXAS_SLEEP=86399.5 LOWP_PTXAS_SECONDS=2 not lowp-opt %s --lowp-serialize=format=bin 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not pgrep -f 'sleep 8639[9].5'

// CHECK: bin = "\7FELF
// RANDOM: error: expected machine code from ptxas, an ELF file for sm_90, got 2048 bytes that are none; check which program option 'ptxas' or LOWP_PTXAS names
// MACHINE: error: expected machine code from ptxas, {{.*}}got a file for machine 62
// CHIP: error: expected machine code from ptxas, {{.*}}got a file with flags 0x6400
// KERNELS: error: expected machine code from ptxas, {{.*}}got a file without kernel 'fill'
// CUT: error: expected machine code from ptxas, {{.*}}got a damaged file:
// CRASH: error: expected '{{.*}}fake-ptxas' to come to an end, got signal 6
// SECONDS: error: expected environment variable LOWP_PTXAS_SECONDS to be 1 to 1000000 seconds, got 'soon'
// LONG: error: expected '{{.*}}fake-ptxas' to end within 2 seconds, got no end: it was killed

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @fill(%out: !llvm.ptr<1>, %value: f32) attributes {nvvm.kernel} {
      llvm.store %value, %out : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}
