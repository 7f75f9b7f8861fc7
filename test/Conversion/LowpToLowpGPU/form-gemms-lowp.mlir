// RUN: lowp-opt %s --split-input-file --lowp-form-gemms | FileCheck %s

// CHECK-LABEL: func.func @static(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>, %[[B:[a-z0-9]*]]:
// CHECK:         %[[AD:.*]], %[[AS:.*]] = lowp.split_scaled %[[A]]
// CHECK:         %[[BD:.*]], %[[BS:.*]] = lowp.split_scaled %[[B]]
// CHECK:         %[[INIT:.*]] = tensor.empty() : tensor<64x32xbf16>
// CHECK:         lowp.gemm lhs(%[[AD]], %[[AS]] : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
// CHECK-SAME:      rhs(%[[BD]], %[[BS]] : tensor<32x256xf8E4M3FN>, tensor<32x1xf32>)
// CHECK-SAME:      outs(%[[INIT]] : tensor<64x32xbf16>)
// CHECK-SAME:      {fast_accumulation, layer = "wq",
// CHECK-SAME:      lhs_type = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
func.func @static(%a: !a, %b: !b) -> tensor<64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b fast_accumulation {layer = "wq"} : !a, !b -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

// The sizes of the destination come from the operands.

// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: {{.*}}, %[[B:[a-z0-9]*]]:
// CHECK-DAG:     %[[M:.*]] = tensor.dim %{{.*}}, %c0{{.*}} : tensor<?x256xf8E4M3FN>
// CHECK-DAG:     %[[N:.*]] = tensor.dim %{{.*}}, %c1{{.*}} : tensor<256x?xf8E4M3FN>
// CHECK:         tensor.empty(%[[M]], %[[N]]) : tensor<?x?xf32>
!a = !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<?x256xf8E4M3FN, #lowp.rowwise, order = [1, 0]>
func.func @dynamic(%a: !a, %b: !b) -> tensor<?x?xf32> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: tensor<64x64xf32>)
// CHECK-NOT:     tensor.empty
// CHECK:         lowp.gemm
// CHECK-SAME:      outs(%[[C]] : tensor<64x64xf32>) {accumulate,
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
func.func @accumulate(%a: !a, %c: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %y = lowp.scaled_matmul %a, %a accumulate %c : !a, !a, tensor<64x64xf32> -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

// Recipes of two levels hand over a third tensor.

// CHECK-LABEL: func.func @global_scale(
// CHECK:         %[[AD:.*]], %[[AS:.*]], %[[AG:.*]] = lowp.split_scaled
// CHECK:         lowp.gemm lhs(%[[AD]], %[[AS]], %[[AG]] : tensor<64x128xi8>, tensor<64x16xf8E4M3FN>, tensor<1xf32>)
// CHECK-SAME:      rhs(%{{.*}}, %{{.*}} : tensor<32x256xf8E4M3FN>, tensor<32x8xf8E8M0FNU>)
!a = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.mx<1x32>>
func.func @global_scale(%a: !a, %b: !b) -> tensor<64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

// A kernel rounds its sums: what only rounds the product is no op of its own.

// CHECK-LABEL: func.func @rounded(
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-SAME:      outs(%{{.*}} : tensor<64x32xbf16>)
// CHECK-NOT:     truncf
// CHECK:         return %[[Y]] : tensor<64x32xbf16>
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
#id = affine_map<(m, n) -> (m, n)>
func.func @rounded(%a: !a, %b: !b) -> tensor<64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<64x32xf32>
  %e = tensor.empty() : tensor<64x32xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<64x32xf32>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<64x32xbf16>
  return %r : tensor<64x32xbf16>
}

// -----

// Somebody else reads the sums.

// CHECK-LABEL: func.func @read_twice(
// CHECK:         lowp.gemm
// CHECK-SAME:      outs(%{{.*}} : tensor<64x32xf32>)
// CHECK:         arith.truncf
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
#id = affine_map<(m, n) -> (m, n)>
func.func @read_twice(%a: !a, %b: !b) -> (tensor<64x32xbf16>, tensor<64x32xf32>) {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<64x32xf32>
  %e = tensor.empty() : tensor<64x32xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<64x32xf32>) outs(%e : tensor<64x32xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %t = arith.truncf %in : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<64x32xbf16>
  return %r, %y : tensor<64x32xbf16>, tensor<64x32xf32>
}

// -----

// A batch has the sizes of its operands, also that of its matrices.

// CHECK-LABEL: func.func @batch(
// CHECK:         %[[INIT:.*]] = tensor.empty(%{{.*}}) : tensor<?x64x32xbf16>
// CHECK:         lowp.gemm lhs(%{{.*}}, %{{.*}} : tensor<64x256xf8E4M3FN>, tensor<64x1xf32>)
// CHECK-SAME:      rhs(%{{.*}}, %{{.*}} : tensor<?x32x256xf8E4M3FN>, tensor<?x1x1xf32>)
// CHECK-SAME:      outs(%[[INIT]] : tensor<?x64x32xbf16>)
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<?x32x256xf8E4M3FN, #lowp.tensorwise>
func.func @batch(%a: !a, %b: !b) -> tensor<?x64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b : !a, !b -> tensor<?x64x32xbf16>
  return %y : tensor<?x64x32xbf16>
}

// -----

// Kernels add to f32 in place; what is narrower is added after the product, in f32, and the sum is rounded once.

// CHECK-LABEL: func.func @narrow_residual(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: tensor<64x32xbf16>)
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-NOT:     accumulate
// CHECK-SAME:      -> tensor<64x32xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[Y]], %[[C]] : tensor<64x32xf32>, tensor<64x32xbf16>)
// CHECK:           arith.extf
// CHECK-NEXT:      arith.addf {{.*}} : f32
// CHECK-NEXT:      arith.truncf {{.*}} : f32 to bf16
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
func.func @narrow_residual(%a: !a, %b: !b, %c: tensor<64x32xbf16>) -> tensor<64x32xbf16> {
  %y = lowp.scaled_matmul %a, %b accumulate %c : !a, !b, tensor<64x32xbf16> -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}

// -----

// A bias is not written out for each row.

// CHECK-LABEL: func.func @bias(
// CHECK:         %[[I:.*]] = linalg.broadcast
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-NOT:     accumulate
// CHECK-SAME:      -> tensor<64x32xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[Y]], %[[I]] : tensor<64x32xf32>, tensor<64x32xf32>)
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
func.func @bias(%a: !a, %b: !b, %c: tensor<32xf32>) -> tensor<64x32xf32> {
  %e = tensor.empty() : tensor<64x32xf32>
  %i = linalg.broadcast ins(%c : tensor<32xf32>) outs(%e : tensor<64x32xf32>) dimensions = [0]
  %y = lowp.scaled_matmul %a, %b accumulate %i : !a, !b, tensor<64x32xf32> -> tensor<64x32xf32>
  return %y : tensor<64x32xf32>
}

// -----

// A number that the program says is part of the arithmetic.

// CHECK-LABEL: func.func @ones(
// CHECK:         %[[Y:.*]] = lowp.gemm
// CHECK-NOT:     accumulate
// CHECK-SAME:      -> tensor<64x32xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[Y]] : tensor<64x32xf32>)
// CHECK:           %[[ONE:.*]] = arith.constant 1.0
// CHECK:           arith.addf
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
func.func @ones(%a: !a, %b: !b) -> tensor<64x32xf16> {
  %i = arith.constant dense<1.0> : tensor<64x32xf16>
  %y = lowp.scaled_matmul %a, %b accumulate %i : !a, !b, tensor<64x32xf16> -> tensor<64x32xf16>
  return %y : tensor<64x32xf16>
}

// -----

// One that a call says is filled in as f32.

// CHECK-LABEL: func.func @number_of_call(
// CHECK-SAME:    %[[C:[a-z0-9]*]]: bf16)
// CHECK:         %[[WIDE:.*]] = arith.extf %[[C]] : bf16 to f32
// CHECK:         %[[I:.*]] = linalg.fill ins(%[[WIDE]] : f32)
// CHECK:         lowp.gemm {{.*}} outs(%[[I]] : tensor<64x32xf32>) {accumulate
// CHECK:         arith.truncf
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<32x256xf8E4M3FN, #lowp.rowwise>
func.func @number_of_call(%a: !a, %b: !b, %c: bf16) -> tensor<64x32xbf16> {
  %e = tensor.empty() : tensor<64x32xbf16>
  %i = linalg.fill ins(%c : bf16) outs(%e : tensor<64x32xbf16>) -> tensor<64x32xbf16>
  %y = lowp.scaled_matmul %a, %b accumulate %i : !a, !b, tensor<64x32xbf16> -> tensor<64x32xbf16>
  return %y : tensor<64x32xbf16>
}
