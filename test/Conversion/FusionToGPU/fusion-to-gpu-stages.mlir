// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize --split-input-file | FileCheck %s

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>

// The first stage computes what both quantize from one read of the input. The
// product waits in shared memory until the second one takes it, after a barrier.
// CHECK-LABEL: func.func @stages(
// CHECK-SAME:    %[[X:[^:]*]]: memref<256x512xbf16>, %[[SUM:[^:]*]]: memref<256x512xbf16>,
// CHECK:         gpu.launch
// CHECK-COUNT-1:   lowp_gpu.cta_load %[[X]]
// CHECK-NOT:       lowp_gpu.cta_load
// CHECK:           arith.addf
// CHECK:           arith.mulf
// CHECK:           %[[KEPT:.*]] = lowp_gpu.cta_keep
// CHECK-COUNT-2:   lowp_gpu.cta_reduce <maximumf>
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[SUM]]
// CHECK:           gpu.barrier
// CHECK-NOT:       lowp_gpu.cta_load
// CHECK:           lowp_gpu.cta_map(%[[KEPT]])
// CHECK-COUNT-2:   lowp_gpu.cta_reduce <maximumf>
// CHECK-NOT:       gpu.barrier
// CHECK:           gpu.terminator
func.func @stages(%x: memref<256x512xbf16>, %sum: memref<256x512xbf16>,
    %d0: memref<256x512xf8E4M3FN>, %s0: memref<256x4xf32>, %d1: memref<512x256xf8E4M3FN>, %s1: memref<2x512xf32>,
    %d2: memref<256x512xf8E4M3FN>, %s2: memref<256x4xf32>, %d3: memref<512x256xf8E4M3FN>, %s3: memref<2x512xf32>) {
  lowp.launch_fusion @fusions::@stages ins(%x : memref<256x512xbf16>)
      outs(%sum, %d0, %s0, %d1, %s1, %d2, %s2, %d3, %s3 : memref<256x512xbf16>, memref<256x512xf8E4M3FN>, memref<256x4xf32>,
           memref<512x256xf8E4M3FN>, memref<2x512xf32>, memref<256x512xf8E4M3FN>, memref<256x4xf32>,
           memref<512x256xf8E4M3FN>, memref<2x512xf32>)
  return
}

module @fusions {
  func.func @stages(%x: tensor<256x512xbf16>)
      -> (tensor<256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>,
          tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>)
      attributes {lowp.stages = array<i64: 5, 4>} {
    %e = tensor.empty() : tensor<256x512xbf16>
    %sum = linalg.add ins(%x, %x : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %q0 = lowp.quantize %sum numerics <torchao> : tensor<256x512xbf16> -> !rows
    %q1 = lowp.quantize %sum numerics <torchao> : tensor<256x512xbf16> -> !columns
    %d0, %s0 = lowp.split_scaled %q0 : !rows
    %d1, %s1 = lowp.split_scaled %q1 : !columns
    %product = linalg.mul ins(%x, %sum : tensor<256x512xbf16>, tensor<256x512xbf16>) outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
    %q2 = lowp.quantize %product numerics <torchao> : tensor<256x512xbf16> -> !rows
    %q3 = lowp.quantize %product numerics <torchao> : tensor<256x512xbf16> -> !columns
    %d2, %s2 = lowp.split_scaled %q2 : !rows
    %d3, %s3 = lowp.split_scaled %q3 : !columns
    return %sum, %d0, %s0, %d1, %s1, %d2, %s2, %d3, %s3 : tensor<256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>,
        tensor<512x256xf8E4M3FN>, tensor<2x512xf32>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  }
}

// -----

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>

// There is no room for the matrix of the third stage, which reads its inputs
// again. The sum of a row is not read from where another tile may write it.
// CHECK-LABEL: func.func @row_numbers(
// CHECK-SAME:    %[[X:[^:]*]]: memref<256x512xf32>, %[[R:[^:]*]]: memref<256xf32>, %[[SUM:[^:]*]]: memref<256xf32>,
// CHECK:         gpu.launch
// CHECK-COUNT-1:   lowp_gpu.cta_keep
// CHECK-NOT:       lowp_gpu.cta_keep
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[SUM]]
// CHECK-COUNT-2:   gpu.barrier
// CHECK-DAG:       lowp_gpu.cta_load %[[X]]
// CHECK-DAG:       lowp_gpu.cta_load %[[R]]
// CHECK-NOT:       lowp_gpu.cta_load %[[SUM]]
// CHECK:           gpu.terminator
func.func @row_numbers(%x: memref<256x512xf32>, %r: memref<256xf32>, %sum: memref<256xf32>,
    %d0: memref<256x512xf8E4M3FN>, %s0: memref<256x4xf32>, %d1: memref<512x256xf8E4M3FN>, %s1: memref<2x512xf32>,
    %d2: memref<256x512xf8E4M3FN>, %s2: memref<256x4xf32>, %d3: memref<512x256xf8E4M3FN>, %s3: memref<2x512xf32>,
    %d4: memref<256x512xf8E4M3FN>, %s4: memref<256x4xf32>, %d5: memref<512x256xf8E4M3FN>, %s5: memref<2x512xf32>) {
  lowp.launch_fusion @fusions::@row_numbers ins(%x, %r : memref<256x512xf32>, memref<256xf32>)
      outs(%sum, %d0, %s0, %d1, %s1, %d2, %s2, %d3, %s3, %d4, %s4, %d5, %s5 : memref<256xf32>,
           memref<256x512xf8E4M3FN>, memref<256x4xf32>, memref<512x256xf8E4M3FN>, memref<2x512xf32>,
           memref<256x512xf8E4M3FN>, memref<256x4xf32>, memref<512x256xf8E4M3FN>, memref<2x512xf32>,
           memref<256x512xf8E4M3FN>, memref<256x4xf32>, memref<512x256xf8E4M3FN>, memref<2x512xf32>)
  return
}

module @fusions {
  func.func @row_numbers(%x: tensor<256x512xf32>, %r: tensor<256xf32>)
      -> (tensor<256xf32>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>,
          tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>,
          tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>)
      attributes {lowp.stages = array<i64: 5, 4, 4>} {
    %er = tensor.empty() : tensor<256xf32>
    %e = tensor.empty() : tensor<256x512xf32>
    %sum = linalg.add ins(%r, %r : tensor<256xf32>, tensor<256xf32>) outs(%er : tensor<256xf32>) -> tensor<256xf32>
    %q0 = lowp.quantize %x numerics <torchao> : tensor<256x512xf32> -> !rows
    %q1 = lowp.quantize %x numerics <torchao> : tensor<256x512xf32> -> !columns
    %d0, %s0 = lowp.split_scaled %q0 : !rows
    %d1, %s1 = lowp.split_scaled %q1 : !columns
    %product = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %sum : tensor<256x512xf32>, tensor<256xf32>) outs(%e : tensor<256x512xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.mulf %a, %b : f32
      linalg.yield %0 : f32
    } -> tensor<256x512xf32>
    %q2 = lowp.quantize %product numerics <torchao> : tensor<256x512xf32> -> !rows
    %q3 = lowp.quantize %product numerics <torchao> : tensor<256x512xf32> -> !columns
    %d2, %s2 = lowp.split_scaled %q2 : !rows
    %d3, %s3 = lowp.split_scaled %q3 : !columns
    %difference = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x, %sum : tensor<256x512xf32>, tensor<256xf32>) outs(%e : tensor<256x512xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %0 = arith.subf %a, %b : f32
      linalg.yield %0 : f32
    } -> tensor<256x512xf32>
    %q4 = lowp.quantize %difference numerics <torchao> : tensor<256x512xf32> -> !rows
    %q5 = lowp.quantize %difference numerics <torchao> : tensor<256x512xf32> -> !columns
    %d4, %s4 = lowp.split_scaled %q4 : !rows
    %d5, %s5 = lowp.split_scaled %q5 : !columns
    return %sum, %d0, %s0, %d1, %s1, %d2, %s2, %d3, %s3, %d4, %s4, %d5, %s5 : tensor<256xf32>,
        tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>,
        tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>,
        tensor<256x512xf8E4M3FN>, tensor<256x4xf32>, tensor<512x256xf8E4M3FN>, tensor<2x512xf32>
  }
}

// -----

!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>

// Parts of a concat are stages: the second one begins after the columns and the blocks of the
// first, and reads its inputs again.
// CHECK-DAG:   #[[ALL:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[BLOCKS:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 128)>
// CHECK-DAG:   #[[LATER:.*]] = affine_map<(d0, d1) -> (d0, d1 + 256)>
// CHECK-DAG:   #[[LATER_BLOCKS:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 128 + 2)>
// CHECK-LABEL: func.func @parts(
// CHECK-SAME:    %[[X:[^:]*]]: memref<256x256xbf16>, %[[WHOLE:[^:]*]]: memref<256x512xbf16>, %[[D:[^:]*]]: memref<256x512xf8E4M3FN>, %[[S:[^:]*]]: memref<256x4xf32>)
// CHECK-COUNT-1: gpu.launch
// CHECK:           lowp_gpu.cta_load %[[X]]
// CHECK:           arith.addf
// CHECK-NOT:       arith.mulf
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[S]][] {{.*}} map #[[BLOCKS]]
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[D]][] {{.*}} map #[[ALL]]
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[WHOLE]][] {{.*}} map #[[ALL]]
// CHECK:           gpu.barrier
// CHECK:           lowp_gpu.cta_load %[[X]]
// CHECK:           arith.mulf
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[S]][] {{.*}} map #[[LATER_BLOCKS]]
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[D]][] {{.*}} map #[[LATER]]
// CHECK:           lowp_gpu.cta_store %{{.*}} to %[[WHOLE]][] {{.*}} map #[[LATER]]
// CHECK:           gpu.terminator
func.func @parts(%x: memref<256x256xbf16>, %whole: memref<256x512xbf16>, %d: memref<256x512xf8E4M3FN>, %s: memref<256x4xf32>) {
  lowp.launch_fusion @fusions::@parts ins(%x : memref<256x256xbf16>)
      outs(%whole, %d, %s : memref<256x512xbf16>, memref<256x512xf8E4M3FN>, memref<256x4xf32>)
  return
}

module @fusions {
  func.func @parts(%x: tensor<256x256xbf16>) -> (tensor<256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) {
    %e = tensor.empty() : tensor<256x256xbf16>
    %sum = linalg.add ins(%x, %x : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%e : tensor<256x256xbf16>) -> tensor<256x256xbf16>
    %product = linalg.mul ins(%x, %x : tensor<256x256xbf16>, tensor<256x256xbf16>) outs(%e : tensor<256x256xbf16>) -> tensor<256x256xbf16>
    %whole = tensor.concat dim(1) %sum, %product : (tensor<256x256xbf16>, tensor<256x256xbf16>) -> tensor<256x512xbf16>
    %q = lowp.quantize %whole numerics <torchao> : tensor<256x512xbf16> -> !rows
    %d, %s = lowp.split_scaled %q : !rows
    return %whole, %d, %s : tensor<256x512xbf16>, tensor<256x512xf8E4M3FN>, tensor<256x4xf32>
  }
}

// -----

!columns = !lowp.scaled<64x2xf8E4M3FN, #lowp.rowwise<axis = 0>>

// Each part of one column takes the scale of its own.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[E:[^:]*]]: memref<1x2xf32>
// CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : index
// CHECK:         memref.load %[[E]][%[[ZERO]], %[[ZERO]]]
// CHECK:         gpu.barrier
// CHECK:         memref.load %[[E]][%[[ZERO]], %[[ONE]]]
func.func @columns(%e: memref<1x2xf32>, %a: memref<64x1xbf16>, %b: memref<64x1xbf16>, %d: memref<64x2xf8E4M3FN>, %s: memref<1x2xf32>) {
  lowp.launch_fusion @fusions::@columns ins(%a, %b, %e : memref<64x1xbf16>, memref<64x1xbf16>, memref<1x2xf32>)
      outs(%d, %s : memref<64x2xf8E4M3FN>, memref<1x2xf32>)
  return
}

module @fusions {
  func.func @columns(%a: tensor<64x1xbf16>, %b: tensor<64x1xbf16>, %e: tensor<1x2xf32>) -> (tensor<64x2xf8E4M3FN>, tensor<1x2xf32>) {
    %c = tensor.concat dim(1) %a, %b : (tensor<64x1xbf16>, tensor<64x1xbf16>) -> tensor<64x2xbf16>
    %q = lowp.quantize %c numerics <torchao_rowwise> scales(%e, %e : tensor<1x2xf32>, tensor<1x2xf32>) : tensor<64x2xbf16> -> !columns
    %d, %s = lowp.split_scaled %q : !columns
    return %d, %s : tensor<64x2xf8E4M3FN>, tensor<1x2xf32>
  }
}
