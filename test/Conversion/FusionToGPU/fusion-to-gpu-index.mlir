// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// Each loop is a dimension of the space: here the columns are the first loop, since what
// is largest lies so in memory.
// CHECK-LABEL: func.func @transposed(
// CHECK: lowp_gpu.cta_load
// CHECK-DAG: %[[I:.*]] = lowp_gpu.cta_index 1 at[%{{.*}}, %{{.*}}] of(%{{.*}}, %{{.*}}) : vector<128x32xindex>
// CHECK-DAG: %[[J:.*]] = lowp_gpu.cta_index 0 at[%{{.*}}, %{{.*}}] of(%{{.*}}, %{{.*}}) : vector<128x32xindex>
// CHECK: lowp_gpu.cta_map(%{{.*}}, %[[I]], %[[J]])
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %[[FIRST:.*]]: index, %[[SECOND:.*]]: index):
// CHECK-NEXT: arith.cmpi slt, %[[FIRST]], %[[SECOND]] : index
func.func @transposed(%x: memref<256x512xf32>, %y: memref<512x256xf32>) {
  lowp.launch_fusion @fusions::@transposed ins(%x : memref<256x512xf32>) outs(%y : memref<512x256xf32>)
  return
}

// Rows of a batch are digits; the size that nothing has is a number.
// CHECK-LABEL: func.func @digits(
// CHECK-SAME: %[[N:.*]]: index
// CHECK: lowp_gpu.cta_index 1 at[%{{.*}}, %{{.*}}] of(%{{.*}}, %[[N]]) row_sizes(%{{.*}}) : vector<{{.*}}xindex>
// CHECK: lowp_gpu.cta_index 2 at[%{{.*}}, %{{.*}}] of(%{{.*}}, %[[N]]) row_sizes(%{{.*}}) : vector<{{.*}}xindex>
// CHECK: lowp_gpu.cta_reduce <addf>
func.func @digits(%n: index, %y: memref<3x5xf32>) {
  lowp.launch_fusion @fusions::@digits ins(%n : index) outs(%y : memref<3x5xf32>)
  return
}

// A row per entry of what is gathered; an affine function of it is arithmetic.
// CHECK-LABEL: func.func @gather(
// CHECK: %[[ROW:.*]] = lowp_gpu.cta_index 0 {{.*}} : vector<64x1xindex>
// CHECK: lowp_gpu.cta_map(%{{.*}}, %[[ROW]])
// CHECK: arith.addi
// CHECK: lowp_gpu.cta_load {{.*}} rows_at
func.func @gather(%t: memref<100x512xf32>, %y: memref<64x512xf32>) {
  lowp.launch_fusion @fusions::@gather ins(%t : memref<100x512xf32>) outs(%y : memref<64x512xf32>)
  return
}

// From the last CTA to the first: the number counts down.
// CHECK-LABEL: func.func @descending(
// CHECK: gpu.launch blocks(%[[NUMBER:.*]], %{{.*}}, %{{.*}}) in (%[[COUNT:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) threads
// CHECK-NEXT: %[[LAST:.*]] = arith.subi %[[COUNT]], %c1
// CHECK-NEXT: %[[TURNED:.*]] = arith.subi %[[LAST]], %[[NUMBER]]
// CHECK-NOT: %[[NUMBER]]
// CHECK: arith.remui %[[TURNED]]
func.func @descending(%x: memref<256x512xf32>, %y: memref<512x256xf32>) {
  lowp.launch_fusion @fusions::@transposed ins(%x : memref<256x512xf32>) outs(%y : memref<512x256xf32>) {lowp_gpu.descending}
  return
}

module @fusions {
  func.func @transposed(%x: tensor<256x512xf32>) -> tensor<512x256xf32> {
    %e = tensor.empty() : tensor<512x256xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<256x512xf32>) outs(%e : tensor<512x256xf32>) {
    ^bb0(%a: f32, %o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %is = arith.cmpi slt, %i, %j : index
      %zero = arith.constant 0.0 : f32
      %v = arith.select %is, %a, %zero : f32
      linalg.yield %v : f32
    } -> tensor<512x256xf32>
    return %y : tensor<512x256xf32>
  }
  func.func @digits(%n: index) -> tensor<3x5xf32> {
    %e = tensor.empty(%n) : tensor<3x5x?xf32>
    %x = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>],
        iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%e : tensor<3x5x?xf32>) {
    ^bb0(%o: f32):
      %j = linalg.index 1 : index
      %k = linalg.index 2 : index
      %s = arith.addi %j, %k : index
      %m = arith.index_cast %s : index to i32
      %v = arith.sitofp %m : i32 to f32
      linalg.yield %v : f32
    } -> tensor<3x5x?xf32>
    %zero = arith.constant 0.0 : f32
    %f = tensor.empty() : tensor<3x5xf32>
    %init = linalg.fill ins(%zero : f32) outs(%f : tensor<3x5xf32>) -> tensor<3x5xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<3x5x?xf32>) outs(%init : tensor<3x5xf32>) {
    ^bb0(%a: f32, %o: f32):
      %v = arith.addf %a, %o : f32
      linalg.yield %v : f32
    } -> tensor<3x5xf32>
    return %y : tensor<3x5xf32>
  }
  func.func @gather(%t: tensor<100x512xf32>) -> tensor<64x512xf32> {
    %e = tensor.empty() : tensor<64x512xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<64x512xf32>) {
    ^bb0(%o: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %at = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
      %a = tensor.extract %t[%at, %j] : tensor<100x512xf32>
      linalg.yield %a : f32
    } -> tensor<64x512xf32>
    return %y : tensor<64x512xf32>
  }
}
