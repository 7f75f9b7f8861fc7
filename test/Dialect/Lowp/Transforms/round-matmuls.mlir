// RUN: lowp-opt %s --lowp-round-matmuls --canonicalize --cse | FileCheck %s
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a round-f32-matmuls serialize=false traffic-file=%t.txt" -o /dev/null
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=GPU
// RUN: lowp-opt %s --lowp-to-cpu=round-f32-matmuls | FileCheck %s --check-prefix=CPU

// CHECK-LABEL: func.func @rounded(
// CHECK-SAME: %[[X:[^:]*]]: tensor<8x?xf32>, %[[W:[^:]*]]: tensor<?x16xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<8x?xf32>) outs(%{{.*}} : tensor<8x?xbf16>)
// CHECK: arith.truncf %{{.*}} : f32 to bf16
// CHECK: %[[XR:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x?xf32>)
// CHECK: arith.extf %{{.*}} : bf16 to f32
// CHECK: linalg.generic {{.*}} ins(%[[W]] : tensor<?x16xf32>)
// CHECK: %[[WR:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<?x16xf32>)
// CHECK: linalg.matmul ins(%[[XR]], %[[WR]] :
// GPU: function 'rounded': launches: 4 (1 gemm, 2 fusion, 1 copy)
// CPU: llvm.func @rounded(
func.func @rounded(%x: tensor<8x?xf32>, %w: tensor<?x16xf32>, %init: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<8x?xf32>, tensor<?x16xf32>) outs(%init : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// The type of the other operand, which stays; f64 and what is no product, too.
// CHECK-LABEL: func.func @beside_f16(
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT: arith.truncf
// CHECK: linalg.matmul
// CHECK-NOT: arith.truncf
// CHECK: linalg.matmul ins(%{{.*}} : tensor<8x8xf64>
// GPU: function 'beside_f16':
func.func @beside_f16(%x: tensor<8x8xf16>, %w: tensor<8x8xf32>, %init: tensor<8x8xf32>, %d: tensor<8x8xf64>) -> (tensor<8x8xf32>, tensor<8x8xf64>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %wide = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf16>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%a: f16, %o: f32):
    %b = arith.extf %a : f16 to f32
    linalg.yield %b : f32
  } -> tensor<8x8xf32>
  %y = linalg.matmul ins(%wide, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = linalg.matmul ins(%d, %d : tensor<8x8xf64>, tensor<8x8xf64>) outs(%d : tensor<8x8xf64>) -> tensor<8x8xf64>
  return %y, %z : tensor<8x8xf32>, tensor<8x8xf64>
}
