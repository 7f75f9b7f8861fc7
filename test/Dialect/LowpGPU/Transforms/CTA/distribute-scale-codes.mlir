// RUN: sed 's/CHIP/sm_120a/' %s | lowp-opt --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops,canonicalize))" | FileCheck %s --check-prefix=CVT
// RUN: sed 's/CHIP/sm_90a/' %s | lowp-opt --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops,canonicalize))" | FileCheck %s --check-prefix=EXPANDED

// Codes of scales that are rounded up are one instruction, for two where a thread has several; what only looks alike stays.

// CVT:          %[[PAIR:.*]] = nvvm.convert.f32x2.to.f8x2 %{{.*}}, %{{.*}} {rnd = #nvvm.fp_rnd_mode<rp>, sat = #nvvm.sat_mode<satfinite>} : i16(f8E8M0FNU)
// CVT:          %[[LOW:.*]] = arith.trunci %[[PAIR]] : i16 to i8
// CVT:          %[[CODE:.*]] = arith.extui %[[LOW]] : i8 to i32
// CVT:          arith.shrui %[[PAIR]], %{{.*}} : i16
// CVT:          %[[SAME:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
// CVT:          arith.xori %[[CODE]], %[[SAME]] : i32
// EXPANDED-NOT: nvvm.convert
// EXPANDED:     arith.addi %{{.*}} {lowp.mx_round_up} : i32
module attributes {lowp_gpu.chip = "CHIP"} {
  func.func @codes(%x: memref<256x512xf32>, %y: memref<256x512xi32>, %i: index, %j: index) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
        : memref<256x512xf32> -> vector<128x128xf32>
      %1 = lowp_gpu.cta_map(%0) {
      ^bb0(%a: f32):
        %c23 = arith.constant 23 : i32
        %mask = arith.constant 8388607 : i32
        %none = arith.constant 0 : i32
        %bits = arith.bitcast %a : f32 to i32
        %field = arith.shrui %bits, %c23 : i32
        %mantissa = arith.andi %bits, %mask : i32
        %exceeds = arith.cmpi ugt, %mantissa, %none : i32
        %more = arith.extui %exceeds : i1 to i32
        %code = arith.addi %field, %more {lowp.mx_round_up} : i32
        %same = arith.addi %field, %more : i32
        %sum = arith.xori %code, %same : i32
        lowp_gpu.yield %sum : i32
      } : (vector<128x128xf32>) -> vector<128x128xi32>
      lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
        : vector<128x128xi32> to memref<256x512xi32>
      gpu.terminator
    } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
    return
  }
}
