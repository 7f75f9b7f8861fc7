// RUN: lowp-opt %s --lowp-form-fusions --split-input-file | FileCheck %s

// Scales that products take several times are stored so by what quantizes.
!tiles = !lowp.scaled<?x256xf8E4M3FN, #lowp.mx<128x128>>
!fine = !lowp.scaled<?x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
// CHECK-LABEL: func.func @repeated(
// CHECK:         lowp.launch_fusion {{.*}} -> tensor<?x256xf8E4M3FN>, tensor<?x2x32x4x4xf8E8M0FNU>
// CHECK-NOT:     lowp.widen
// CHECK:       module @fusions
// CHECK:         %[[q:.+]] = lowp.quantize
// CHECK:         %[[w:.+]] = lowp.widen %[[q]]
// CHECK:         lowp.split_scaled %[[w]]
func.func @repeated(%x: tensor<?x256xbf16>) -> !fine {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<?x256xbf16> -> !tiles
  %w = lowp.widen %q : !tiles -> !fine
  return %w : !fine
}

// -----

// With the scale of the matrix, which stays one.
!tiles = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<16x16>, packing = dense>
!fine = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, packing = dense>
// CHECK-LABEL: func.func @two_levels(
// CHECK:         %[[parts:.+]]:2 = lowp.launch_fusion {{.*}} -> tensor<64x128xi8>, tensor<1x4x32x4x4xf8E4M3FN>
// CHECK:         lowp.make_scaled %[[parts]]#0, %[[parts]]#1, %{{.*}} : {{.*}} tensor<1xf32>
// CHECK-NOT:     lowp.widen
// CHECK:       module @fusions
func.func @two_levels(%x: tensor<64x256xbf16>, %e: tensor<4x16xf32>, %s: tensor<4x16xf8E4M3FN>, %g: tensor<1xf32>) -> !fine {
  %q = lowp.quantize %x numerics <transformer_engine> scales(%e, %s, %g : tensor<4x16xf32>, tensor<4x16xf8E4M3FN>, tensor<1xf32>) : tensor<64x256xbf16> -> !tiles
  %w = lowp.widen %q : !tiles -> !fine
  return %w : !fine
}

// -----

// Others read the scales once.
!tiles = !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x128>>
!fine = !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>>
// CHECK-LABEL: func.func @read_twice(
// CHECK:         lowp.launch_fusion {{.*}} -> tensor<64x256xf8E4M3FN>, tensor<64x2xf8E8M0FNU>
// CHECK:         lowp.widen
func.func @read_twice(%x: tensor<64x256xbf16>) -> (!tiles, !fine) {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<64x256xbf16> -> !tiles
  %w = lowp.widen %q : !tiles -> !fine
  return %q, %w : !tiles, !fine
}

// -----

// Data change with the scales.
!tiles = !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x128>>
!fine = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x32>>
// CHECK-LABEL: func.func @other_scales(
// CHECK:         lowp.widen
func.func @other_scales(%x: tensor<64x256xbf16>) -> !fine {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<64x256xbf16> -> !tiles
  %w = lowp.widen %q : !tiles -> !fine
  return %w : !fine
}
