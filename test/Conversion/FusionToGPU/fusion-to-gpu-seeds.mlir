// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// Random bits follow from the row and the column of the matrix, whichever way that lies
// in the space, and from the seed, which the kernel reads.
// CHECK-LABEL: func.func @matrix(
// CHECK-SAME: %[[SEEDS:[^:]*]]: memref<1xi64>
// CHECK: gpu.launch
// CHECK: %[[SEED:.*]] = memref.load %[[SEEDS]][%{{.*}}] : memref<1xi64>
// CHECK-DAG: %[[I:.*]] = lowp_gpu.cta_index 0 {{.*}} : vector<128x128xindex>
// CHECK-DAG: %[[J:.*]] = lowp_gpu.cta_index 1 {{.*}} : vector<128x128xindex>
// CHECK: lowp_gpu.cta_map(%{{.*}}, %{{.*}}, %[[J]], %[[I]], %[[SEED]])
// CHECK-NEXT: ^bb0(%{{.*}}: bf16, %{{.*}}: f32, %[[ROW:.*]]: index, %[[COLUMN:.*]]: index, %{{.*}}: i64):
// CHECK-DAG: arith.index_cast %[[ROW]] : index to i32
// CHECK-DAG: arith.index_cast %[[COLUMN]] : index to i32
func.func @matrix(%x: memref<256x512xbf16>, %seeds: memref<1xi64>, %d: memref<512x256xf8E4M3FN>, %s: memref<512x2xf32>) {
  lowp.launch_fusion @fusions::@matrix ins(%x, %seeds : memref<256x512xbf16>, memref<1xi64>)
    outs(%d, %s : memref<512x256xf8E4M3FN>, memref<512x2xf32>)
  return
}

// Each matrix of a batch has the seed after that of the one before.
// CHECK-LABEL: func.func @batch(
// CHECK-SAME: %[[SEED:[^:]*]]: i64
// CHECK: lowp_gpu.cta_load %{{.*}}[%[[MATRIX:.*]]] [
// CHECK: lowp_gpu.cta_map(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[SEED]], %[[MATRIX]])
// CHECK: arith.index_cast %{{.*}} : index to i64
// CHECK: arith.addi %{{.*}}, %{{.*}} : i64
func.func @batch(%x: memref<3x256x512xbf16>, %seed: i64, %d: memref<3x256x512xf8E4M3FN>, %s: memref<3x256x4xf32>) {
  lowp.launch_fusion @fusions::@batch ins(%x, %seed : memref<3x256x512xbf16>, i64)
    outs(%d, %s : memref<3x256x512xf8E4M3FN>, memref<3x256x4xf32>)
  return
}

module @fusions {
  func.func @matrix(%x: tensor<256x512xbf16>, %seeds: tensor<1xi64>) -> (tensor<512x256xf8E4M3FN>, tensor<512x2xf32>) {
    %zero = arith.constant 0 : index
    %e = tensor.empty() : tensor<512x256xbf16>
    %t = linalg.transpose ins(%x : tensor<256x512xbf16>) outs(%e : tensor<512x256xbf16>) permutation = [1, 0]
    %seed = tensor.extract %seeds[%zero] : tensor<1xi64>
    %q = lowp.quantize %t numerics <torchao, rounding = stochastic> seed %seed : tensor<512x256xbf16> -> !lowp.scaled<512x256xf8E4M3FN, #lowp.block<1x128>>
    %d, %s = lowp.split_scaled %q : !lowp.scaled<512x256xf8E4M3FN, #lowp.block<1x128>>
    return %d, %s : tensor<512x256xf8E4M3FN>, tensor<512x2xf32>
  }
  func.func @batch(%x: tensor<3x256x512xbf16>, %seed: i64) -> (tensor<3x256x512xf8E4M3FN>, tensor<3x256x4xf32>) {
    %q = lowp.quantize %x numerics <torchao, rounding = stochastic> seed %seed : tensor<3x256x512xbf16> -> !lowp.scaled<3x256x512xf8E4M3FN, #lowp.block<1x128>>
    %d, %s = lowp.split_scaled %q : !lowp.scaled<3x256x512xf8E4M3FN, #lowp.block<1x128>>
    return %d, %s : tensor<3x256x512xf8E4M3FN>, tensor<3x256x4xf32>
  }
}
