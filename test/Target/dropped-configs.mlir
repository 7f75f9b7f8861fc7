// A kernel that can have another config is no error where it spills: it is marked,
// and there is no image.
// REQUIRES: ptxas
// RUN: lowp-opt %s --lowp-serialize=format=bin --remarks-filter=lowp-serialize --remark-format=emitRemark 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: lowp-opt %s --lowp-serialize="format=bin strict=false" | FileCheck %s

// CHECK-NOT: gpu.binary
// CHECK:     llvm.func @spilling({{.*}} lowp_gpu.spilled
// CHECK:     llvm.func @other() attributes {nvvm.kernel}
// REMARK: [Missed] config-dropped | Category:lowp-serialize | Function=spilling | Remark="#lowp_gpu.config<tile = [64, 16, 64], {{.*}}>: the kernel runs out of registers: {{[1-9][0-9]*}} bytes of spill stores, {{[0-9]+}} bytes of spill loads at {{[0-9]+}} registers; the next best takes its place"
#config = #lowp_gpu.config<tile = [64, 16, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1>
module attributes {lowp_gpu.chip = "sm_90a"} {
  gpu.module @kernels {
    llvm.func @spilling(%in: !llvm.ptr<1>) attributes {
        nvvm.kernel, nvvm.maxnreg = 24 : i32, lowp_gpu.gemm, lowp_gpu.gemms = array<i64: 0>, lowp_gpu.config = #config} {
      %values = llvm.load volatile %in : !llvm.ptr<1> -> vector<64xf32>
      %doubled = llvm.fadd %values, %values : vector<64xf32>
      llvm.store volatile %doubled, %in : vector<64xf32>, !llvm.ptr<1>
      llvm.return
    }
    llvm.func @other() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}
