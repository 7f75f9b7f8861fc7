// RUN: lowp-opt %s --convert-lowp-to-linalg --split-input-file | FileCheck %s

// test/Integration/Reference/mx.test checks the values.

// The scale is the exponent field of an f32: no division, no logarithm.
// CHECK-LABEL: func.func @floor(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<64x256xf32>
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<64x8xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x8xf32>, tensor<64x8xf8E8M0FNU>)
// CHECK-NOT:     arith.divf
// CHECK:         %[[BYTE:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK:         arith.bitcast %[[BYTE]] : i8 to f8E8M0FNU
// CHECK:         linalg.generic
// CHECK:         arith.truncf %{{.*}} : f32 to f8E4M3FN
func.func @floor(%x: tensor<64x256xf32>) -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>> {
  %q = lowp.quantize %x numerics <mx_floor> : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
  return %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
}

// -----

// Two levels: the amax of the matrix, then that of the blocks.
// CHECK-LABEL: func.func @nvfp4(
// CHECK:         linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<1x1xf32>, tensor<1x1xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>)
// CHECK:         %[[GLOBAL:.*]] = tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]] : tensor<1x1xf32> into tensor<1xf32>
// CHECK:         lowp.make_scaled %{{.*}}, %{{.*}}, %[[GLOBAL]]
func.func @nvfp4(%x: tensor<64x256xf32>) -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>> {
  %q = lowp.quantize %x numerics <transformer_engine> : tensor<64x256xf32> -> !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
  return %q : !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>>
}

// -----

// Ten rounds of Philox, then a cast on the bits: no nearest rounding.
// CHECK-LABEL: func.func @stochastic(
// CHECK-SAME:    %[[SEED:[a-z0-9]*]]: i64
// CHECK:         arith.trunci %[[SEED]] : i64 to i32
// CHECK-NOT:     arith.truncf
// CHECK:         arith.bitcast %{{.*}} : i6 to f6E3M2FN
func.func @stochastic(%x: tensor<64x256xf32>, %seed: i64) -> !lowp.scaled<64x256xf6E3M2FN, #lowp.mx<1x32>> {
  %q = lowp.quantize %x numerics <mx_rceil, rounding = stochastic> seed %seed
     : tensor<64x256xf32> -> !lowp.scaled<64x256xf6E3M2FN, #lowp.mx<1x32>>
  return %q : !lowp.scaled<64x256xf6E3M2FN, #lowp.mx<1x32>>
}
