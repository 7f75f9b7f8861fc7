// RUN: lowp-opt %s --lowp-legalize-contractions="only=round-matmuls f32-matmuls=bf16" --canonicalize --cse | FileCheck %s
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a f32-matmuls=bf16 serialize=false traffic-file=%t.txt" -o /dev/null
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=GPU
// RUN: lowp-opt %s --lowp-to-cpu=f32-matmuls=bf16 | FileCheck %s --check-prefix=CPU
// RUN: lowp-opt %s --lowp-legalize-contractions="only=round-matmuls f32-matmuls=tf32" --canonicalize --cse | FileCheck %s --check-prefix=TF32
// RUN: lowp-opt %s --lowp-to-nvvm="chip=sm_90a f32-matmuls=tf32 serialize=false traffic-file=%t.tf32.txt" -o /dev/null
// RUN: FileCheck %s --input-file=%t.tf32.txt --check-prefix=GPU-TF32

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
// The body rounds to tf32; weights that are no operands of K are transposed.
// TF32-LABEL: func.func @rounded(
// TF32-SAME: %[[X:[^:]*]]: tensor<8x?xf32>, %[[W:[^:]*]]: tensor<?x16xf32>, %[[INIT:[^:]*]]:
// TF32: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[X]], %[[W]] : {{.*}}) outs(%[[INIT]] :
// TF32-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[SUM:.*]]: f32):
// TF32-NEXT: %[[P:.*]] = arith.truncf %[[A]] : f32 to tf32
// TF32-NEXT: %[[Q:.*]] = arith.extf %[[P]] : tf32 to f32
// TF32-NEXT: %[[R:.*]] = arith.truncf %[[B]] : f32 to tf32
// TF32-NEXT: %[[S:.*]] = arith.extf %[[R]] : tf32 to f32
// TF32-NEXT: %[[PRODUCT:.*]] = arith.mulf %[[Q]], %[[S]] : f32
// TF32-NEXT: %[[NEXT:.*]] = arith.addf %[[SUM]], %[[PRODUCT]] : f32
// TF32-NEXT: linalg.yield %[[NEXT]]
// GPU-TF32: function 'rounded': launches: {{.*}}1 gemm
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
// TF32-LABEL: func.func @beside_f16(
// TF32-COUNT-2: arith.truncf %{{.*}} : f32 to tf32
// TF32: linalg.matmul ins(%{{.*}} : tensor<8x8xf64>
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

// Products of one type of 16 bits are exact.
// TF32-LABEL: func.func @halves(
// TF32-NOT: tf32
// TF32: linalg.matmul
// GPU-TF32: function 'halves': launches: 2 (1 gemm, 1 copy)
func.func @halves(%w: tensor<8x8xbf16>, %init: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<8x8xbf16>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: bf16, %o: f32):
    %q = arith.extf %p : bf16 to f32
    linalg.yield %q : f32
  } -> tensor<8x8xf32>
  %y = linalg.matmul ins(%b, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%init : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}
