// Results whose rows begin where TMA cannot write are stored by threads: the
// kernel gets the buffer, and how far it reaches.
// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: lowp_gpu.kernel @gemm_0(%A: !map_128x64_bf16, %B: !map_128x64_bf16, %D: memref<256x255xbf16>, %M: i32, %N: i32, %K: i32)
// CHECK: lowp_gpu.role "mma"
// CHECK: lowp_gpu.store_tile %{{.*}} to %D[%m, %n] m %M n %N through !tile_64x64_bf16 stages 1 : !accumulator_128x128_bf16 to memref<256x255xbf16>

// Rows of one matrix of a batch are a constant.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1({{.*}} %D: memref<?x200x66xf32>, %M: i32, %N: i32, %K: i32, %tile_m: i32, %batch_m: i32)
// CHECK: lowp_gpu.role "mma"
// CHECK: %[[M:.*]] = arith.constant 200 : i32
// CHECK: lowp_gpu.store_tile %{{.*}} to %D[%{{.*}}, %n] batch %{{.*}} m %[[M]] n %N through !tile_64x32_f32 tile_m %tile_m stages 1 accumulate : !accumulator_128x64 to memref<?x200x66xf32>

// Rows longer than what is stored of them; whole ones are for TMA.
// CHECK-LABEL: lowp_gpu.kernel @gemm_2({{.*}} %D: memref<256x64xbf16, strided<[68, 1]>>, %M: i32
// CHECK-LABEL: lowp_gpu.kernel @gemm_3({{.*}} %D: !map_64x64_bf16, %M: i32

module attributes {lowp_gpu.chip = "sm_90a"} {
  func.func @odd(%x: memref<256x512xbf16>, %w: memref<255x512xbf16>, %y: memref<256x255xbf16>) {
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<255x512xbf16>) outs(%y : memref<256x255xbf16>)
      {indexing_maps = [#mk, #nk, #mn],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
  func.func @batch(%x: memref<?x200x512xbf16>, %w: memref<66x512xbf16>, %y: memref<?x200x66xf32>) {
    lowp.gemm lhs(%x : memref<?x200x512xbf16>) rhs(%w : memref<66x512xbf16>) outs(%y : memref<?x200x66xf32>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>], accumulate,
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
  func.func @strided(%x: memref<256x512xbf16>, %w: memref<64x512xbf16>, %y: memref<256x64xbf16, strided<[68, 1]>>) {
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<64x512xbf16>) outs(%y : memref<256x64xbf16, strided<[68, 1]>>)
      {indexing_maps = [#mk, #nk, #mn],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
  func.func @whole(%x: memref<256x512xbf16>, %w: memref<63x512xbf16>, %y: memref<256x63xbf16, strided<[72, 1]>>) {
    lowp.gemm lhs(%x : memref<256x512xbf16>) rhs(%w : memref<63x512xbf16>) outs(%y : memref<256x63xbf16, strided<[72, 1]>>)
      {indexing_maps = [#mk, #nk, #mn],
       lowp_gpu.config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 4, epilogue_stages = 1>}
    return
  }
}
