// RUN: lowp-opt %s --lowp-legalize-contractions="only=round-matmuls f32-matmuls=bf16" | FileCheck %s
// RUN: lowp-opt %s --lowp-legalize-contractions="only=round-matmuls f32-matmuls=tf32" | FileCheck %s --check-prefix=TF32

// Operands of grouped matmuls become those that kernels multiply. As tf32 there is none.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<?x256xf32>) outs(%{{.*}} : tensor<?x256xbf16>)
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<8x512x256xf32>) outs(%{{.*}} : tensor<8x512x256xbf16>)
// CHECK: lowp.grouped_matmul %[[X]], %[[W]] ends({{.*}}) : tensor<?x256xbf16>, tensor<8x512x256xbf16> -> tensor<?x512xf32>
// TF32-LABEL: func.func @rows(
// TF32: lowp.grouped_matmul %arg0, %arg1
func.func @rows(%x: tensor<?x256xf32>, %w: tensor<8x512x256xf32>, %ends: tensor<8xi32>) -> tensor<?x512xf32> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<?x256xf32>, tensor<8x512x256xf32> -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
}

// CHECK-LABEL: func.func @beside_f16(
// CHECK: lowp.grouped_matmul %arg0, %{{.*}} : tensor<64x256xf16>, tensor<8x512x256xf16>
func.func @beside_f16(%x: tensor<64x256xf16>, %w: tensor<8x512x256xf32>, %ends: tensor<8xi32>) -> tensor<64x512xf32> {
  %y = lowp.grouped_matmul %x, %w ends(%ends : tensor<8xi32>)
     : tensor<64x256xf16>, tensor<8x512x256xf32> -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}
