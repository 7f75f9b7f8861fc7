// Configs that were dropped are not chosen, as long as there are others. Where a
// gemm can have others, its kernel has its number.
// RUN: rm -rf %t && split-file %s %t
// RUN: lowp-opt %t/program.mlir --lowp-select-kernel-config | FileCheck %t/program.mlir
// RUN: lowp-opt %t/program.mlir --lowp-select-kernel-config=config-file=%t/file.json | FileCheck %t/program.mlir --check-prefix=FILE
// RUN: lowp-opt %t/program.mlir --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %t/program.mlir --check-prefix=KERNEL

//--- program.mlir
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
#dropped = #lowp_gpu.config<tile = [64, 16, 64], cluster = [1, 1], stages = 9, unroll = 1, group_m = 4, epilogue_stages = 1, pdl = late>
#named = #lowp_gpu.config<tile = [64, 16, 64], cluster = [1, 1], stages = 22, unroll = 1, group_m = 16, epilogue_stages = 1>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // A kernel that two gemms share belongs to both.
  // CHECK-LABEL: func.func @first
  // CHECK-COUNT-2: lowp_gpu.config = #lowp_gpu.config<tile = [64, 16, 64], {{.*}}lowp_gpu.model_configs = [#lowp_gpu.config<tile = [64, 16, 64],
  // A config of a file stays.
  // FILE-LABEL:  func.func @first
  // FILE:          lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 64], {{.*}} group_m = 7, {{.*}}lowp_gpu.model_configs = []
  // KERNEL:      lowp_gpu.kernel @gemm_0(
  // KERNEL:        config <tile = [64, 16, 64], {{.*}} attributes {lowp_gpu.gemms = array<i64: 0, 1>}
  func.func @first(%a: memref<64x512xbf16>, %b: memref<64x512xbf16>, %d: memref<64x64xbf16>) {
    lowp.gemm lhs(%a : memref<64x512xbf16>) rhs(%b : memref<64x512xbf16>) outs(%d : memref<64x64xbf16>)
      {indexing_maps = [#x, #w, #y], lowp_gpu.gemms = array<i64: 0>}
    lowp.gemm lhs(%b : memref<64x512xbf16>) rhs(%a : memref<64x512xbf16>) outs(%d : memref<64x64xbf16>)
      {indexing_maps = [#x, #w, #y], lowp_gpu.gemms = array<i64: 1>}
    return
  }

  // What divides the work alike is dropped, too, whatever else it says.
  // CHECK-LABEL: func.func @next
  // CHECK-NOT:     lowp_gpu.config = #lowp_gpu.config<tile = [64, 16,
  // CHECK:         lowp_gpu.model_configs = [#lowp_gpu.config<tile = [64, 32,
  // KERNEL:      lowp_gpu.kernel @gemm_1(
  // KERNEL:        config <tile = [64, 32, 64], {{.*}} attributes {lowp_gpu.gemms = array<i64: 2>}
  func.func @next(%a: memref<64x512xbf16>, %b: memref<64x512xbf16>, %d: memref<64x64xbf16>) {
    lowp.gemm lhs(%a : memref<64x512xbf16>) rhs(%b : memref<64x512xbf16>) outs(%d : memref<64x64xbf16>)
      {indexing_maps = [#x, #w, #y], lowp_gpu.gemms = array<i64: 2>, lowp_gpu.dropped_configs = [#dropped]}
    return
  }

  // A table has none of them.
  // CHECK-LABEL: func.func @table
  // CHECK:         lowp_gpu.config = #lowp_gpu.config_table<configs = [
  // CHECK-NOT:     <tile = [64, 16,
  // CHECK:         lowp_gpu.dropped_configs = [
  // CHECK-LABEL: func.func @named
  func.func @table(%a: memref<?x512xbf16>, %b: memref<64x512xbf16>, %d: memref<?x64xbf16>) {
    lowp.gemm lhs(%a : memref<?x512xbf16>) rhs(%b : memref<64x512xbf16>) outs(%d : memref<?x64xbf16>)
      {indexing_maps = [#x, #w, #y], lowp_gpu.gemms = array<i64: 3>, lowp_gpu.dropped_configs = [#dropped]}
    return
  }

  // Where a gemm names the config itself, its kernel keeps it.
  // CHECK-NOT:     lowp_gpu.model_configs
  // KERNEL:        attributes {lowp_gpu.gemms = array<i64: 3>}
  // KERNEL:        config <tile = [64, 16, 64], {{.*}}, group_m = 16, epilogue_stages = 1>
  // KERNEL-NOT:    attributes {lowp_gpu.gemms
  // KERNEL:      lowp_gpu.pipeline
  func.func @named(%a: memref<64x512xf16>, %b: memref<64x512xf16>, %d: memref<64x64xf16>) {
    lowp.gemm lhs(%a : memref<64x512xf16>) rhs(%b : memref<64x512xf16>) outs(%d : memref<64x64xf16>)
      {indexing_maps = [#x, #w, #y], lowp_gpu.config = #named}
    return
  }
}

//--- file.json
{
  "format": "lowp-configs 1",
  "configs": [
    {
      "chip": "sm_90a", "m": 64, "n": 64, "k": 512,
      "lhs": {"type": "bf16", "mn_major": false},
      "rhs": {"type": "bf16", "mn_major": false},
      "result": "bf16", "accumulate": false, "fast_accumulation": false,
      "config": "#lowp_gpu.config<tile = [64, 64, 64], cluster = [1, 1], stages = 5, unroll = 1, group_m = 7, epilogue_stages = 1>"
    }
  ]
}
