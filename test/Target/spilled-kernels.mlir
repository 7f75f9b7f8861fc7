// A kernel that spills where ptxas counts on several CTAs is assembled again with all registers for one; what spills then is
// an error, as is a kernel that may not have more.
// REQUIRES: ptxas
// RUN: rm -rf %t && split-file %s %t && chmod +x %t/ptxas
// RUN: lowp-opt %t/kernel.mlir --lowp-serialize="format=bin ptxas=%t/ptxas" -o /dev/null
// RUN: FileCheck %t/kernel.mlir < %t/last.ptx
// RUN: touch %t/always
// RUN: not lowp-opt %t/kernel.mlir --lowp-serialize="format=bin ptxas=%t/ptxas" -o /dev/null 2>&1 | FileCheck %t/kernel.mlir --check-prefix=ERROR
// RUN: rm %t/always && sed 's/nvvm.kernel/nvvm.kernel, nvvm.maxnreg = 24 : i32/' -i %t/kernel.mlir
// RUN: not lowp-opt %t/kernel.mlir --lowp-serialize="format=bin ptxas=%t/ptxas" -o /dev/null 2>&1 | FileCheck %t/kernel.mlir --check-prefix=ERROR

//--- kernel.mlir
// CHECK: .minnctapersm 1
// ERROR: error: kernel 'f' runs out of registers: 8 bytes of spill stores, 16 bytes of spill loads at {{[0-9]+}} registers; take another config, or let the kernel be slow: --strict=false
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @f() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}

//--- ptxas
#!/bin/sh
# The real one, which says that a kernel spills as long as several CTAs of it may run, or always.
folder=$(dirname "$0")
for argument; do
  [ "$before" != -o ] && [ -e "$argument" ] && cat "$argument" > "$folder/last.ptx"
  before=$argument
done
if grep -q minnctapersm "$folder/last.ptx" && [ ! -e "$folder/always" ]; then
  exec "${LOWP_PTXAS:-ptxas}" "$@"
fi
"${LOWP_PTXAS:-ptxas}" "$@" 2>&1 | sed 's/0 bytes spill stores, 0 bytes spill loads/8 bytes spill stores, 16 bytes spill loads/' >&2
