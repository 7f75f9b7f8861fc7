// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize | FileCheck %s

// The lanes of the warp that starts products share the zeros, 16 bytes each: of both panels from row `end` of 64 on, and of rows of their
// own. The tensor core sees them after a fence of each lane, and the lane that is elected after all of them.

#config = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!panels = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!bytes = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @panels(
  // CHECK-SAME:      %{{.*}}: i32, %[[END:.*]]: i32)
  // CHECK:         arith.cmpi slt, %[[END]], %c64_i32
  // CHECK:           scf.for %{{.*}} = %{{.*}} to %c8192_i32 step %c512_i32
  // CHECK-COUNT-2:     llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT:         llvm.store
  // CHECK-NOT:       nvvm.bar
  // CHECK:           nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT:      nvvm.bar.warp.sync
  // CHECK-NOT:       nvvm.barrier
  lowp_gpu.kernel @panels(%a: !panels, %end: i32) chip "sm_100a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 8 : i64} {
    lowp_gpu.zero_tail %a from %end by_warp : !panels
  }

  // CHECK-LABEL: llvm.func @pieces(
  // CHECK:         scf.for %{{.*}} = %{{.*}} to %c128_i32 step %c32_i32
  // CHECK-NEXT:      scf.for %{{.*}} = %{{.*}} to %c8_i32 step %c1_i32
  // CHECK:         nvvm.fence.proxy
  // CHECK-NEXT:    nvvm.bar.warp.sync
  lowp_gpu.kernel @pieces(%a: !bytes, %end: i32) chip "sm_100a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 8 : i64} {
    lowp_gpu.zero_tail %a from %end by_warp : !bytes
  }
}
