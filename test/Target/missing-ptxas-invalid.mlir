// RUN: env LOWP_PTXAS= lowp-opt %s --lowp-serialize=format=auto 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO
// RUN: env LOWP_PTXAS= lowp-opt %s --lowp-serialize=format=isa 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ISA
// RUN: not env LOWP_PTXAS= lowp-opt %s --lowp-serialize=format=bin 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BIN
// RUN: not env LOWP_PTXAS=%t.none lowp-opt %s --lowp-serialize=format=auto 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VARIABLE
// RUN: not lowp-opt %s --lowp-serialize="format=auto ptxas=%t.none" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION

// AUTO: remark: no ptxas: the images hold PTX
// AUTO: assembly = "

// ISA-NOT: remark
// ISA: assembly = "

// BIN: error: expected a ptxas to make machine code, got none; put one on PATH
// BIN-SAME: or ask for PTX with format=isa

// A wrong path is a mistake to mend, not to work around.
// VARIABLE: error: expected environment variable LOWP_PTXAS to name a ptxas that can be run, got '{{.*}}.none'
// OPTION: error: expected option 'ptxas' to name a ptxas that can be run, got '{{.*}}.none'

module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @empty() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}
