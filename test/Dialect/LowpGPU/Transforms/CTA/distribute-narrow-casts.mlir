// RUN: sed 's/CHIP/sm_120a/' %s | lowp-opt --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops))" | FileCheck %s --check-prefix=CVT
// RUN: sed 's/CHIP/sm_90a/' %s | lowp-opt --pass-pipeline="builtin.module(func.func(lowp-gpu-distribute-cta-ops))" | FileCheck %s --check-prefix=EXPANDED

// Casts to 4 bits are one instruction for two elements where the chip has it: the first of them is the lower half of the byte.

// CVT:          %[[BYTE:.*]] = nvvm.convert.f32x2.to.f4x2 %{{.*}}, %{{.*}} : i8(f4E2M1FN)
// CVT:          %[[UPPER:.*]] = arith.shrui %[[BYTE]], %{{.*}} : i8
// CVT:          arith.trunci %[[BYTE]] : i8 to i4
// CVT:          arith.trunci %[[UPPER]] : i8 to i4
// CVT-NOT:      arith.truncf
// EXPANDED-NOT: nvvm.convert
// EXPANDED:     arith.truncf %{{.*}} : vector<8xf32> to vector<8xf4E2M1FN>
module attributes {lowp_gpu.chip = "CHIP"} {
  func.func @pack(%x: memref<256x512xf32>, %y: memref<256x256xi8>, %i: index, %j: index) {
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %c512 = arith.constant 512 : index
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
               threads(%tx, %ty, %tz) in (%sx = %c256, %sy = %c1, %sz = %c1) {
      %0 = lowp_gpu.cta_load %x[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
        : memref<256x512xf32> -> vector<128x128xf32>
      %1 = lowp_gpu.cta_map(%0) {
      ^bb0(%a: f32):
        %q = arith.truncf %a : f32 to f4E2M1FN
        lowp_gpu.yield %q : f4E2M1FN
      } : (vector<128x128xf32>) -> vector<128x128xf4E2M1FN>
      lowp_gpu.cta_store %1 to %y[][%i, %j] of(%c256, %c512) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
        : vector<128x128xf4E2M1FN> to memref<256x256xi8>
      gpu.terminator
    } {lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
    return
  }
}
