// RUN: lowp-opt %s --lowp-select-kernel-config | FileCheck %s
// RUN: lowp-opt %s --lowp-select-kernel-config=expected-m=8192 | FileCheck %s --check-prefix=MANY
// RUN: lowp-opt %s --lowp-select-kernel-config=expected-m=16 | FileCheck %s --check-prefix=FEW

!x = !lowp.scaled<?x4096xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<8192x4096xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // An M that is unknown has a table. With one M to expect, there is one config;
  // with few rows one warpgroup is enough.
  // CHECK-LABEL: func.func @chosen
  // CHECK:         lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64, {{.*}}>, <tile = {{.*}}>], rows = [{{[0-9]+}} : 0, {{.*}}, more : {{[0-9]+}}]>
  // MANY-LABEL:  func.func @chosen
  // MANY:          lowp_gpu.config = #lowp_gpu.config<tile = [128,
  // FEW-LABEL:   func.func @chosen
  // FEW:           lowp_gpu.config = #lowp_gpu.config<tile = [64,
  func.func @chosen(%a: memref<?x4096xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<?x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x4096xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation}
    return
  }

  // A config written by hand is kept, whatever the model thinks of it.
  // CHECK-LABEL: func.func @kept
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 1, epilogue_stages = 1>
  func.func @kept(%a: memref<?x4096xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<?x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x4096xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 1, epilogue_stages = 1>}
    return
  }

  // So is a table.
  // CHECK-LABEL: func.func @kept_table
  // CHECK:         lowp_gpu.config = #lowp_gpu.config_table<{{.*}} rows = [64 : 0, more : 1]>
  // FEW-LABEL:   func.func @kept_table
  // FEW:           rows = [64 : 0, more : 1]>
  func.func @kept_table(%a: memref<?x4096xf8E4M3FN>, %sa: memref<?x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<?x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<?x4096xf8E4M3FN>, memref<?x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation,
       lowp_gpu.config = #lowp_gpu.config_table<configs = [
         <tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 1, epilogue_stages = 1>,
         <tile = [128, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 1, epilogue_stages = 1>],
         rows = [64 : 0, more : 1]>}
    return
  }

  // A known M has one config, whatever is expected of others.
  // CHECK-LABEL: func.func @known
  // CHECK:         lowp_gpu.config = #lowp_gpu.config<tile = [64,
  // MANY-LABEL:  func.func @known
  // MANY:          lowp_gpu.config = #lowp_gpu.config<tile = [64,
  func.func @known(%a: memref<16x4096xf8E4M3FN>, %sa: memref<16x1xf32>, %b: memref<8192x4096xf8E4M3FN>, %sb: memref<8192x1xf32>, %d: memref<16x8192xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<16x4096xf8E4M3FN>, memref<16x1xf32>) rhs(%b, %sb : memref<8192x4096xf8E4M3FN>, memref<8192x1xf32>) outs(%d : memref<16x8192xbf16>)
      {lhs_type = !lowp.scaled<16x4096xf8E4M3FN, #lowp.rowwise>, rhs_type = !w, fast_accumulation}
    return
  }

  // Matrices of a batch, without scales.
  // CHECK-LABEL: func.func @batch
  // CHECK:         lowp_gpu.config = #lowp_gpu.config_table<configs = [<tile = [64,
  // CHECK-NOT:     cluster = [2
  func.func @batch(%a: memref<32x?x128xbf16>, %b: memref<32x?x128xbf16>, %d: memref<32x?x?xbf16>) {
    lowp.gemm lhs(%a : memref<32x?x128xbf16>) rhs(%b : memref<32x?x128xbf16>) outs(%d : memref<32x?x?xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
                        affine_map<(b, m, n, k) -> (b, m, n)>]}
    return
  }

  // Gemms on tensors have no place in memory yet.
  // CHECK-LABEL: func.func @tensors
  // CHECK-NOT:     lowp_gpu.config
  func.func @tensors(%a: tensor<?x4096xf8E4M3FN>, %sa: tensor<?x1xf32>, %b: tensor<8192x4096xf8E4M3FN>, %sb: tensor<8192x1xf32>, %d: tensor<?x8192xbf16>) -> tensor<?x8192xbf16> {
    %0 = lowp.gemm lhs(%a, %sa : tensor<?x4096xf8E4M3FN>, tensor<?x1xf32>) rhs(%b, %sb : tensor<8192x4096xf8E4M3FN>, tensor<8192x1xf32>) outs(%d : tensor<?x8192xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation} -> tensor<?x8192xbf16>
    return %0 : tensor<?x8192xbf16>
  }
}
