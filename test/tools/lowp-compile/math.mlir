// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o - | FileCheck %s --check-prefix=EXACT
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx --math=exact -o - | FileCheck %s --check-prefix=EXACT
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx --math=fast -o - | FileCheck %s --check-prefix=FAST
// RUN: lowp-run %s --function=functions --device=cpu --math=fast
// RUN: not lowp-compile %s --chip=sm_90a --emit=ptx --math=quick -o - 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not lowp-run %s --function=functions --math=quick 2>&1 | FileCheck %s --check-prefix=NONE

// EXACT-NOT: {{(lg2|rsqrt|tanh)[.]approx|div[.]full}}
// FAST-DAG: ex2.approx.ftz.f32
// FAST-DAG: lg2.approx.ftz.f32
// FAST-DAG: rsqrt.approx.ftz.f32
// FAST-DAG: tanh.approx.f32
// FAST-DAG: div.full.f32
// NONE: for the --math option: Cannot find option named 'quick'!
func.func @functions(%x: tensor<64x128xf32>, %y: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %0 = math.exp %x : tensor<64x128xf32>
  %1 = math.log %0 : tensor<64x128xf32>
  %2 = math.rsqrt %1 : tensor<64x128xf32>
  %3 = math.tanh %2 : tensor<64x128xf32>
  %4 = arith.divf %3, %y : tensor<64x128xf32>
  return %4 : tensor<64x128xf32>
}
