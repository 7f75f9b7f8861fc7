// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

// The host looks M up in the table and launches one of its kernels.

#few = #lowp_gpu.config<tile = [64, 16, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
#table = #lowp_gpu.config_table<configs = [
  <tile = [64, 16, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>,
  <tile = [128, 64, 128], cluster = [1, 2], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>,
  <tile = [128, 256, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [64 : 0, 128 : 1, 192 : 0, more : 2]>
#one = #lowp_gpu.config_table<configs = [
  <tile = [64, 16, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
  rows = [more : 0]>

!x = !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
!w = !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @table
  // CHECK:         memref.dim
  // CHECK:         cf.assert {{.*}} "gemm: expected M of at most 2147483647; divide the matmul"
  // CHECK-NEXT:    %[[M:.*]] = arith.index_cast
  // What the kernels have in common is asked and checked once.
  // CHECK-NOT:     cf.assert
  // CHECK:         %[[BELOW_192:.*]] = arith.cmpi ule, %[[M]], %c192_i32
  // CHECK:         %[[TO_192:.*]] = arith.select %[[BELOW_192]], %{{c0.*}}, %{{c2.*}} : index
  // CHECK:         %[[BELOW_128:.*]] = arith.cmpi ule, %[[M]], %c128_i32
  // CHECK:         %[[TO_128:.*]] = arith.select %[[BELOW_128]], %{{c1.*}}, %[[TO_192]] : index
  // CHECK:         %[[BELOW_64:.*]] = arith.cmpi ule, %[[M]], %c64_i32
  // CHECK:         %[[NUMBER:.*]] = arith.select %[[BELOW_64]], %{{c0.*}}, %[[TO_128]] : index
  // CHECK:         scf.index_switch %[[NUMBER]]
  // CHECK:         case 0 {
  // CHECK:           encode_tensor_map %{{.*}} tile_m
  // CHECK:           encode_tensor_map {{.*}} -> !map_16x128_f8E4M3FN
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_0
  // CHECK-NEXT:      scf.yield
  // CHECK:         case 1 {
  // CTAs that share the lhs have no tile_m.
  // CHECK-NOT:       tile_m
  // CHECK:           encode_tensor_map {{.*}} -> !map_64x128_f8E4M3FN
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_1 {{.*}} memref<1x1xf32>, i32, i32, i32{{$}}
  // CHECK:         default {
  // CHECK:           encode_tensor_map {{.*}} -> !map_256x128_f8E4M3FN
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_2
  // CHECK:         }
  // CHECK-NEXT:    return
  func.func @table(%a: memref<?x512xf8E4M3FN>, %b: memref<256x512xf8E4M3FN>, %s: memref<1x1xf32>, %d: memref<?x256xbf16>) {
    lowp.gemm lhs(%a, %s : memref<?x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %s : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x256xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation, lowp_gpu.config = #table}
    return
  }

  // Gemms share kernels, whether a table names them or a gemm has just one.
  // CHECK-LABEL: func.func @shared
  // CHECK:         scf.index_switch
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_0
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_1
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_2
  // CHECK-NOT:     scf.index_switch
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0
  // CHECK:         lowp_gpu.launch @lowp_gemms::@gemm_0
  func.func @shared(%a: memref<?x512xf8E4M3FN>, %b: memref<256x512xf8E4M3FN>, %s: memref<1x1xf32>, %d: memref<?x256xbf16>) {
    lowp.gemm lhs(%a, %s : memref<?x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %s : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x256xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation, lowp_gpu.config = #table}
    lowp.gemm lhs(%a, %s : memref<?x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %s : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x256xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation, lowp_gpu.config = #few}
    lowp.gemm lhs(%a, %s : memref<?x512xf8E4M3FN>, memref<1x1xf32>) rhs(%b, %s : memref<256x512xf8E4M3FN>, memref<1x1xf32>) outs(%d : memref<?x256xbf16>)
      {lhs_type = !x, rhs_type = !w, fast_accumulation, lowp_gpu.config = #one}
    return
  }

  // A batch has as many rows as whole tiles of the kernel that runs.
  // CHECK-LABEL: func.func @batch
  // CHECK:         scf.index_switch
  // CHECK:         case 0 {
  // CHECK:           cf.assert {{.*}} "gemm: expected at most 2147483647 rows in all matrices of a batch; divide it"
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_3
  // CHECK:         default {
  // CHECK:           cf.assert {{.*}} "gemm: expected at most 2147483647 rows
  // CHECK:           lowp_gpu.launch @lowp_gemms::@gemm_4
  func.func @batch(%a: memref<32x?x128xbf16>, %b: memref<32x256x128xbf16>, %d: memref<32x?x256xbf16>) {
    lowp.gemm lhs(%a : memref<32x?x128xbf16>) rhs(%b : memref<32x256x128xbf16>) outs(%d : memref<32x?x256xbf16>)
      {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>,
                        affine_map<(b, m, n, k) -> (b, m, n)>],
       lowp_gpu.config = #lowp_gpu.config_table<configs = [
         <tile = [64, 64, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>,
         <tile = [128, 128, 64], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>],
         rows = [64 : 0, more : 1]>}
    return
  }

  // CHECK:     gpu.module @lowp_gemms
  // CHECK:       lowp_gpu.kernel @gemm_4
  // CHECK-NOT:   lowp_gpu.kernel
}
