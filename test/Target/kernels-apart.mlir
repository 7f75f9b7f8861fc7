// Kernels that differ by nothing but their names are assembled once, and each is called by its own name. Images have the
// order of the program, whichever is assembled first.
// RUN: rm -rf %t && split-file %s %t && chmod +x %t/ptxas
// RUN: env PTXAS=%S/Inputs/fake-ptxas lowp-opt %t/kernels.mlir --lowp-serialize="format=bin ptxas=%t/ptxas" | FileCheck %t/kernels.mlir
// RUN: grep -c . %t/log | FileCheck %s --check-prefix=RUNS
// RUNS: {{^}}2{{$}}

// With a real ptxas machine code is that of all kernels in one image, and the two runs are equal.
// RUN: %if ptxas %{ lowp-opt %t/kernels.mlir --lowp-serialize=format=bin -o %t/first.mlir %}
// RUN: %if ptxas %{ lowp-opt %t/kernels.mlir --lowp-serialize=format=bin -o %t/second.mlir && cmp %t/first.mlir %t/second.mlir %}
// RUN: %if ptxas %{ FileCheck %t/kernels.mlir < %t/first.mlir %}

//--- kernels.mlir
// CHECK: gpu.binary @slow [{{.*}}#gpu.kernel_metadata<"slow"
// CHECK-NOT: $$
// CHECK: gpu.binary @fill_1 [{{.*}}#gpu.kernel_metadata<"fill_1"
// CHECK-SAME: bin = "{{.*}}\00fill_1\00
// CHECK: gpu.binary @fill_10 [{{.*}}#gpu.kernel_metadata<"fill_10"
// CHECK-SAME: bin = "{{.*}}\00fill_10\00
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @slow {
    llvm.func @slow(%out: !llvm.ptr<1>, %value: i64) attributes {nvvm.kernel} {
      llvm.store %value, %out : i64, !llvm.ptr<1>
      llvm.return
    }
  }
  gpu.module @fill_1 {
    llvm.mlir.global internal @buffer_1() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
    llvm.func @fill_1(%out: !llvm.ptr<1>, %value: f32) attributes {nvvm.kernel} {
      %buffer = llvm.mlir.addressof @buffer_1 : !llvm.ptr<3>
      llvm.store volatile %value, %buffer : f32, !llvm.ptr<3>
      %read = llvm.load volatile %buffer : !llvm.ptr<3> -> f32
      llvm.store %read, %out : f32, !llvm.ptr<1>
      llvm.return
    }
  }
  gpu.module @fill_10 {
    llvm.mlir.global internal @buffer_10() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<16 x i8>
    llvm.func @fill_10(%out: !llvm.ptr<1>, %value: f32) attributes {nvvm.kernel} {
      %buffer = llvm.mlir.addressof @buffer_10 : !llvm.ptr<3>
      llvm.store volatile %value, %buffer : f32, !llvm.ptr<3>
      %read = llvm.load volatile %buffer : !llvm.ptr<3> -> f32
      llvm.store %read, %out : f32, !llvm.ptr<1>
      llvm.return
    }
  }
}

//--- ptxas
#!/bin/sh
# Takes its time for a kernel that stores an integer.
echo run >> "$(dirname "$0")/log"
for argument; do
  case $argument in /proc/*) input=${input:-$argument} ;; esac
done
grep -q 'st.global.*b64' "$input" && sleep 0.2
exec "$PTXAS" "$@"
