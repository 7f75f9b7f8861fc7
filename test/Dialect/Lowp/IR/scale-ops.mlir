// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt --mlir-print-op-generic %s | lowp-opt | FileCheck %s

// CHECK-LABEL: @amax
func.func @amax(%x: tensor<?x300xbf16>) -> (tensor<?x3xf32>, tensor<1x1xf32>) {
  // CHECK: lowp.amax %{{.*}} recipe(#lowp.block<1x128>) : tensor<?x300xbf16> -> tensor<?x3xf32>
  %a = lowp.amax %x recipe(#lowp.block<1x128>) : tensor<?x300xbf16> -> tensor<?x3xf32>
  // CHECK: lowp.amax %{{.*}} : tensor<?x300xbf16> -> tensor<1x1xf32>
  %m = lowp.amax %x : tensor<?x300xbf16> -> tensor<1x1xf32>
  return %a, %m : tensor<?x3xf32>, tensor<1x1xf32>
}

// CHECK-LABEL: @amax_of_batch
func.func @amax_of_batch(%x: tensor<?x64x300xf16>) -> tensor<?x64x1xf32> {
  // CHECK: lowp.amax %{{.*}} recipe(#lowp.rowwise) : tensor<?x64x300xf16> -> tensor<?x64x1xf32>
  %a = lowp.amax %x recipe(#lowp.rowwise) : tensor<?x64x300xf16> -> tensor<?x64x1xf32>
  return %a : tensor<?x64x1xf32>
}

// CHECK-LABEL: @one_level
func.func @one_level(%x: tensor<64x256xf32>, %a: tensor<64x8xf32>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, convention = encode> {
  // CHECK: %[[E:.*]], %[[S:.*]] = lowp.compute_scale %{{.*}} recipe #lowp.mx<1x32> element f8E4M3FN numerics <mx_floor> convention encode : tensor<64x8xf32> -> tensor<64x8xf32>, tensor<64x8xf8E8M0FNU>
  %e, %s = lowp.compute_scale %a recipe #lowp.mx<1x32> element f8E4M3FN numerics <mx_floor> convention encode
    : tensor<64x8xf32> -> tensor<64x8xf32>, tensor<64x8xf8E8M0FNU>
  // CHECK: lowp.quantize %{{.*}} numerics <mx_floor> scales(%[[E]], %[[S]] : tensor<64x8xf32>, tensor<64x8xf8E8M0FNU>) : tensor<64x256xf32>
  %q = lowp.quantize %x numerics <mx_floor> scales(%e, %s : tensor<64x8xf32>, tensor<64x8xf8E8M0FNU>)
    : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, convention = encode>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, convention = encode>
}

// What is stored by default is not printed.
// CHECK-LABEL: @two_levels
func.func @two_levels(%x: tensor<3x64x256xf32>, %m: tensor<3x1x1xf32>, %a: tensor<3x64x16xf32>, %seed: i64) -> !lowp.scaled<3x64x256xf4E2M1FN, #lowp.nvfp4<1x16>> {
  // CHECK: %[[F:.*]], %[[G:.*]] = lowp.compute_global_scale %{{.*}} recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine_stochastic> : tensor<3x1x1xf32> -> tensor<3x1xf32>, tensor<3x1xf32>
  %f, %g = lowp.compute_global_scale %m recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine_stochastic> convention decode
    : tensor<3x1x1xf32> -> tensor<3x1xf32>, tensor<3x1xf32>
  // CHECK: lowp.compute_scale %{{.*}} global(%[[F]] : tensor<3x1xf32>) recipe #lowp.nvfp4<1x16>
  %e, %s = lowp.compute_scale %a global(%f : tensor<3x1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN numerics <transformer_engine_stochastic>
    : tensor<3x64x16xf32> -> tensor<3x64x16xf32>, tensor<3x64x16xf8E4M3FN>
  // CHECK: lowp.quantize %{{.*}} numerics <transformer_engine_stochastic> seed %{{.*}} scales(%{{.*}}, %{{.*}}, %[[G]] :
  %q = lowp.quantize %x numerics <transformer_engine_stochastic> seed %seed
      scales(%e, %s, %g : tensor<3x64x16xf32>, tensor<3x64x16xf8E4M3FN>, tensor<3x1xf32>)
    : tensor<3x64x256xf32> -> !lowp.scaled<3x64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return %q : !lowp.scaled<3x64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
}

// A size may be known on one side only.
// CHECK-LABEL: @refine
func.func @refine(%x: tensor<?x?xf32>) -> !lowp.scaled<64x256xf8E5M2, #lowp.rowwise> {
  // CHECK: lowp.amax %{{.*}} recipe(#lowp.rowwise) : tensor<?x?xf32> -> tensor<64x?xf32>
  %a = lowp.amax %x recipe(#lowp.rowwise) : tensor<?x?xf32> -> tensor<64x?xf32>
  // CHECK: lowp.compute_scale %{{.*}} : tensor<64x?xf32> -> tensor<?x1xf32>, tensor<?x?xf32>
  %e, %s = lowp.compute_scale %a recipe #lowp.rowwise element f8E5M2 numerics <torchao> : tensor<64x?xf32> -> tensor<?x1xf32>, tensor<?x?xf32>
  // CHECK: lowp.quantize %{{.*}} scales(%{{.*}}, %{{.*}} : tensor<?x1xf32>, tensor<?x?xf32>)
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<?x1xf32>, tensor<?x?xf32>)
    : tensor<?x?xf32> -> !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>
  return %q : !lowp.scaled<64x256xf8E5M2, #lowp.rowwise>
}
