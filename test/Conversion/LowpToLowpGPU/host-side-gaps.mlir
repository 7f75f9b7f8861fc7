// Where rows have gaps, N and K may be any number.
// RUN: lowp-opt %s --convert-lowp-to-lowp-gpu | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
!gaps = memref<?x?xbf16, strided<[?, 1]>>

module attributes {lowp_gpu.chip = "sm_90a"} {
// CHECK-LABEL: func.func @gaps(
// CHECK-NOT: to be a multiple
// CHECK: cf.assert %{{.*}}, "gemm: expected K of at most
// CHECK-NOT: to be a multiple
// CHECK-COUNT-3: lowp_gpu.encode_tensor_map %{{.*}} : memref<?x?xbf16, strided<[?, 1]>>
// CHECK: return
func.func @gaps(%a: !gaps, %b: !gaps, %d: !gaps) {
  lowp.gemm lhs(%a : !gaps) rhs(%b : !gaps) outs(%d : !gaps) {indexing_maps = [#mk, #kn, #mn], lowp_gpu.config = #config}
  return
}

// Each buffer without gaps asks for its own.
// CHECK-LABEL: func.func @rhs(
// CHECK: cf.assert %{{.*}}, "gemm: expected N to be a multiple of 8; pad it"
// CHECK-NOT: K to be a multiple
// CHECK: return
func.func @rhs(%a: !gaps, %b: memref<?x?xbf16>, %d: !gaps) {
  lowp.gemm lhs(%a : !gaps) rhs(%b : memref<?x?xbf16>) outs(%d : !gaps) {indexing_maps = [#mk, #kn, #mn], lowp_gpu.config = #config}
  return
}

// CHECK-LABEL: func.func @lhs(
// CHECK-NOT: N to be a multiple
// CHECK: cf.assert %{{.*}}, "gemm: expected K to be a multiple of 8; pad it"
// CHECK: return
func.func @lhs(%a: memref<?x?xbf16>, %b: !gaps, %d: !gaps) {
  lowp.gemm lhs(%a : memref<?x?xbf16>) rhs(%b : !gaps) outs(%d : !gaps) {indexing_maps = [#mk, #nk, #mn], lowp_gpu.config = #config}
  return
}

// The kernel stores any rows of a result without gaps.
// CHECK-LABEL: func.func @output(
// CHECK-NOT: to be a multiple
// CHECK: lowp_gpu.launch {{.*}} args(%{{.*}}, %{{.*}}, %arg2, {{.*}}) : !map_64x64_bf16, !map_128x64_bf16, memref<?x?xbf16>, i32
func.func @output(%a: !gaps, %b: !gaps, %d: memref<?x?xbf16>) {
  lowp.gemm lhs(%a : !gaps) rhs(%b : !gaps) outs(%d : memref<?x?xbf16>) {indexing_maps = [#mk, #nk, #mn], lowp_gpu.config = #config}
  return
}

// Results have the sizes of the first.
// CHECK-LABEL: func.func @two_results(
// CHECK-SAME:  %{{.*}}: memref<?x64xbf16>, %{{.*}}: memref<?x64xbf16>, %[[D:.*]]: memref<?x?xf32, strided<[?, 1]>>, %[[E:.*]]: memref<?x?xbf16, strided<[?, 1]>>)
// CHECK: %[[ROWS:.*]] = memref.dim %[[E]], %{{.*}} : memref<?x?xbf16, strided<[?, 1]>>
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[ROWS]], %{{.*}} : index
// CHECK: cf.assert %[[EQUAL]], "gemm: expected results of the same sizes"
// CHECK: cf.assert %{{.*}}, "gemm: expected results of the same sizes"
// CHECK: lowp_gpu.encode_tensor_map %[[D]]
// CHECK: lowp_gpu.encode_tensor_map %[[E]]
func.func @two_results(%a: memref<?x64xbf16>, %b: memref<?x64xbf16>, %d: memref<?x?xf32, strided<[?, 1]>>, %e: memref<?x?xbf16, strided<[?, 1]>>) {
  lowp.gemm lhs(%a : memref<?x64xbf16>) rhs(%b : memref<?x64xbf16>) outs(%d, %e : memref<?x?xf32, strided<[?, 1]>>, memref<?x?xbf16, strided<[?, 1]>>)
    {indexing_maps = [#mk, #nk, #mn], lowp_gpu.config = #config} epilogue {
  ^bb0(%sum: f32):
    %r = arith.truncf %sum : f32 to bf16
    lowp.epilogue_yield %sum, %r : f32, bf16
  }
  return
}

// Matrices of a batch begin where rows of their scales do.
// CHECK-LABEL: func.func @scales_of_rows(
// CHECK: cf.assert %{{.*}}, "gemm: expected M of a batch with scales of rows to be a multiple of 4; pad it"
func.func @scales_of_rows(%a: memref<3x?x512xf8E4M3FN>, %sa: memref<3x?x1xf32>, %b: memref<3x256x512xf8E4M3FN>, %sb: memref<3x256x1xf32>, %d: memref<3x?x256xbf16>) {
  lowp.gemm lhs(%a, %sa : memref<3x?x512xf8E4M3FN>, memref<3x?x1xf32>) rhs(%b, %sb : memref<3x256x512xf8E4M3FN>, memref<3x256x1xf32>) outs(%d : memref<3x?x256xbf16>)
    {lhs_type = !lowp.scaled<3x?x512xf8E4M3FN, #lowp.rowwise>, rhs_type = !lowp.scaled<3x256x512xf8E4M3FN, #lowp.rowwise>, fast_accumulation,
     lowp_gpu.config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 4, unroll = 1, group_m = 8, epilogue_stages = 1>}
  return
}
}
