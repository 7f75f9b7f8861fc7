// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations -split-input-file | FileCheck %s

!rows = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!columns = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<64x1>, order = [1, 0]>

// Both directions of a matrix that is rounded at random are one kernel. It reads the seed
// itself, with what follows from it: host code cannot.
// CHECK-LABEL: func.func @read(
// CHECK-SAME: %[[X:.*]]: tensor<64x256xbf16>, %[[Y:.*]]: tensor<64x256xbf16>, %[[SEEDS:.*]]: tensor<2xi64>
// CHECK: lowp.fusion ins(%[[X]], %[[Y]], %[[SEEDS]] : {{.*}})
// CHECK: ^bb0(%{{.*}}: tensor<64x256xbf16>, %{{.*}}: tensor<64x256xbf16>, %[[IN:.*]]: tensor<2xi64>):
// CHECK: linalg.add
// CHECK: %[[AT:.*]] = arith.constant 1 : index
// CHECK: %[[SEED:.*]] = tensor.extract %[[IN]][%[[AT]]]
// CHECK: lowp.quantize %{{.*}} seed %[[SEED]]
// CHECK: %[[NEXT:.*]] = arith.addi %[[SEED]], %{{.*}} : i64
// CHECK: lowp.quantize %{{.*}} seed %[[NEXT]]
// CHECK-NOT: lowp.fusion ins
func.func @read(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>, %seeds: tensor<2xi64>) -> (!rows, !columns) {
  %one = arith.constant 1 : index
  %step = arith.constant 1 : i64
  %seed = tensor.extract %seeds[%one] : tensor<2xi64>
  %next = arith.addi %seed, %step : i64
  %e = tensor.empty() : tensor<64x256xbf16>
  %s = linalg.add ins(%x, %y : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %q = lowp.quantize %s numerics <torchao, rounding = stochastic> seed %seed : tensor<64x256xbf16> -> !rows
  %r = lowp.quantize %s numerics <torchao, rounding = stochastic> seed %next : tensor<64x256xbf16> -> !columns
  return %q, %r : !rows, !columns
}

// -----

!rows = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>

// A number that host code has is an input, whatever was computed of it.
// CHECK-LABEL: func.func @known(
// CHECK-SAME: %[[X:.*]]: tensor<64x256xbf16>, %[[SEED:.*]]: i64
// CHECK: %[[NEXT:.*]] = arith.addi %[[SEED]]
// CHECK: lowp.fusion ins(%[[X]], %[[NEXT]] : tensor<64x256xbf16>, i64)
// CHECK-NOT: tensor.extract
func.func @known(%x: tensor<64x256xbf16>, %seed: i64) -> !rows {
  %step = arith.constant 1 : i64
  %next = arith.addi %seed, %step : i64
  %q = lowp.quantize %x numerics <torchao, rounding = stochastic> seed %next : tensor<64x256xbf16> -> !rows
  return %q : !rows
}

// -----

// So do bodies that use a number which a tensor holds.
// CHECK-LABEL: func.func @factor(
// CHECK-SAME: %[[X:.*]]: tensor<64x256xf32>, %[[F:.*]]: tensor<f32>
// CHECK: lowp.fusion ins(%[[X]], %[[F]] : tensor<64x256xf32>, tensor<f32>)
// CHECK: %[[READ:.*]] = tensor.extract
// CHECK: arith.mulf %{{.*}}, %[[READ]]
func.func @factor(%x: tensor<64x256xf32>, %f: tensor<f32>) -> tensor<64x256xf32> {
  %factor = tensor.extract %f[] : tensor<f32>
  %e = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.mulf %a, %factor : f32
    linalg.yield %v : f32
  } -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
