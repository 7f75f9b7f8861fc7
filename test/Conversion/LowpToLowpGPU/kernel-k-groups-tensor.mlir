// RUN: lowp-opt %s --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

// Where one lane starts products into tensor memory, all lanes of its warp clear what the last block has of the next group.
// CHECK-LABEL: lowp_gpu.kernel @gemm_0(
// CHECK:         lowp_gpu.group_table rows %groups {{.*}} tile_m 64
// CHECK:         lowp_gpu.role "mma" warps 1 registers 0 {
// CHECK:           %{{.*}}, %{{.*}}, %{{.*}}, %[[SIZE:.*]], %[[EXTENT:.*]] = lowp_gpu.locate_k %{{.*}}[%m] rows %batch_m
// CHECK:           lowp_gpu.for_each_k %[[EXTENT]] :
// CHECK:             %[[LEFT:.*]] = arith.subi %[[SIZE]], %{{.*}}
// CHECK:             %[[END:.*]] = arith.select %{{.*}}, %[[LEFT]], %c64_i32
// CHECK:             lowp_gpu.zero_tail %a, %b from %[[END]] by_warp : !tile_2x64x64_bf16,
// CHECK:             lowp_gpu.mma_into %a, %b to

// Zeros lie between groups that begin with a block: one lane runs the role.
// CHECK-LABEL: lowp_gpu.kernel @gemm_1(
// CHECK:         lowp_gpu.role "mma" warps 1 single_lane registers 0 {
// CHECK-NOT:       lowp_gpu.zero_tail
// CHECK:           lowp_gpu.mma_into

#rows = affine_map<(b, m, n, k) -> (k, m)>
#columns = affine_map<(b, m, n, k) -> (k, n)>
#out = affine_map<(b, m, n, k) -> (b, m, n)>
!a = !lowp.scaled<256x1024xf8E4M3FN, #lowp.rowwise, scales = #lowp.mn_major, groups = <4, axis = 1, start = 128>>
module attributes {lowp_gpu.chip = "sm_100a"} {
func.func @anywhere(%x: memref<512x256xbf16>, %ends: memref<4xi32>, %d: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x : memref<512x256xbf16>) rhs(%x : memref<512x256xbf16>) groups(%ends : memref<4xi32>) outs(%d : memref<4x256x256xbf16>)
    {indexing_maps = [#rows, #columns, #out]}
  return
}
func.func @blocks(%x: memref<256x1024xf8E4M3FN>, %s: memref<4x256xf32>, %ends: memref<4xi32>, %d: memref<4x256x256xbf16>) {
  lowp.gemm lhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<4x256xf32>) rhs(%x, %s : memref<256x1024xf8E4M3FN>, memref<4x256xf32>) groups(%ends : memref<4xi32>) outs(%d : memref<4x256x256xbf16>)
    {lhs_type = !a, rhs_type = !a}
  return
}
}
