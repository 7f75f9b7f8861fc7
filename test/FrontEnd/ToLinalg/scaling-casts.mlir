// Casts by scales of e8m0 are what they mean, in f32; a product of elements so widened is a matmul of MX.
// RUN: lowp-opt %s --split-input-file --convert-front-end-to-linalg | FileCheck %s
// RUN: lowp-opt %s --split-input-file --convert-front-end-to-linalg=raise-products=false | FileCheck %s --check-prefix=KEPT
// RUN: lowp-opt %s --split-input-file --convert-front-end-to-linalg=for-kernels --remark-format=emitRemark --remarks-filter=convert-front-end-to-linalg -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @casts(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<4xf8E4M3FN>, %[[S:[a-z0-9]*]]: tensor<4xf8E8M0FNU>, %[[Y:[a-z0-9]*]]: tensor<4xbf16>)
// CHECK-NEXT:    %[[XW:.*]] = arith.extf %[[X]] : tensor<4xf8E4M3FN> to tensor<4xf32>
// CHECK-NEXT:    %[[SW:.*]] = arith.extf %[[S]] : tensor<4xf8E8M0FNU> to tensor<4xf32>
// CHECK-NEXT:    %[[P:.*]] = arith.mulf %[[XW]], %[[SW]] : tensor<4xf32>
// CHECK-NEXT:    %[[A:.*]] = arith.truncf %[[P]] : tensor<4xf32> to tensor<4xf16>
// CHECK-NEXT:    %[[YW:.*]] = arith.extf %[[Y]] : tensor<4xbf16> to tensor<4xf32>
// CHECK-NEXT:    %[[C:.*]] = arith.bitcast %[[S]] : tensor<4xf8E8M0FNU> to tensor<4xi8>
// CHECK-NEXT:    %[[NAN:.*]] = arith.constant dense<-1> : tensor<4xi8>
// CHECK-NEXT:    %[[IS:.*]] = arith.cmpi eq, %[[C]], %[[NAN]] : tensor<4xi8>
// CHECK-NEXT:    %[[TOP:.*]] = arith.constant dense<-2> : tensor<4xi8>
// CHECK-NEXT:    %[[D:.*]] = arith.subi %[[TOP]], %[[C]] : tensor<4xi8>
// CHECK-NEXT:    %[[T:.*]] = arith.select %[[IS]], %[[C]], %[[D]]
// CHECK-NEXT:    %[[TB:.*]] = arith.bitcast %[[T]] : tensor<4xi8> to tensor<4xf8E8M0FNU>
// CHECK-NEXT:    %[[TW:.*]] = arith.extf %[[TB]] : tensor<4xf8E8M0FNU> to tensor<4xf32>
// CHECK-NEXT:    %[[Q:.*]] = arith.mulf %[[YW]], %[[TW]] : tensor<4xf32>
// CHECK-NEXT:    %[[B:.*]] = arith.truncf %[[Q]] toward_zero : tensor<4xf32> to tensor<4xf4E2M1FN>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @casts(%x: tensor<4xf8E4M3FN>, %s: tensor<4xf8E8M0FNU>, %y: tensor<4xbf16>) -> (tensor<4xf16>, tensor<4xf4E2M1FN>) {
  %a = arith.scaling_extf %x, %s : tensor<4xf8E4M3FN>, tensor<4xf8E8M0FNU> to tensor<4xf16>
  %b = arith.scaling_truncf %y, %s toward_zero : tensor<4xbf16>, tensor<4xf8E8M0FNU> to tensor<4xf4E2M1FN>
  return %a, %b : tensor<4xf16>, tensor<4xf4E2M1FN>
}

// -----

// Blocks of K as a loop, as front ends write it and upstream's linalg.scaled_contract means it.

#a = affine_map<(m, n, b, k) -> (m, b, k)>
#as = affine_map<(m, n, b, k) -> (m, b)>
#b = affine_map<(m, n, b, k) -> (n, b, k)>
#bs = affine_map<(m, n, b, k) -> (n, b)>
#c = affine_map<(m, n, b, k) -> (m, n)>
// CHECK-LABEL: func.func @blocks(
// CHECK-DAG:     %[[A:.*]] = tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2]] : tensor<?x4x32xf4E2M1FN> into tensor<?x128xf4E2M1FN>
// CHECK-DAG:     %[[L:.*]] = lowp.make_scaled %[[A]], %{{.*}} -> !lowp.scaled<?x128xf4E2M1FN, #lowp.mx<1x32>>
// CHECK-DAG:     %[[R:.*]] = lowp.make_scaled {{.*}} -> !lowp.scaled<24x128xf8E5M2, #lowp.mx<1x32>>
// CHECK:         %[[Y:.*]] = lowp.scaled_matmul %[[L]], %[[R]] {layer = "w"} : {{.*}} -> tensor<?x24xf32>
// CHECK-NEXT:    return %[[Y]]
// KEPT-LABEL: func.func @blocks(
// KEPT-NOT:      lowp
// KEPT:          linalg.generic
// KEPT:            arith.mulf
// KEPT-NOT:        scaling_extf
func.func @blocks(%a: tensor<?x4x32xf4E2M1FN>, %as: tensor<?x4xf8E8M0FNU>, %b: tensor<24x4x32xf8E5M2>, %bs: tensor<24x4xf8E8M0FNU>, %m: index) -> tensor<?x24xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty(%m) : tensor<?x24xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x24xf32>) -> tensor<?x24xf32>
  %y = linalg.generic {indexing_maps = [#b, #a, #bs, #as, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%b, %a, %bs, %as : tensor<24x4x32xf8E5M2>, tensor<?x4x32xf4E2M1FN>, tensor<24x4xf8E8M0FNU>, tensor<?x4xf8E8M0FNU>) outs(%i : tensor<?x24xf32>) attrs = {layer = "w"} {
  ^bb0(%q: f8E5M2, %p: f4E2M1FN, %qs: f8E8M0FNU, %ps: f8E8M0FNU, %o: f32):
    %0 = arith.scaling_extf %p, %ps : f4E2M1FN, f8E8M0FNU to f32
    %1 = arith.scaling_extf %q, %qs : f8E5M2, f8E8M0FNU to f32
    %2 = arith.mulf %1, %0 : f32
    %3 = arith.addf %2, %o : f32
    linalg.yield %3 : f32
  } -> tensor<?x24xf32>
  return %y : tensor<?x24xf32>
}

// -----

// K as one loop, of a batch, onto what is there; N is not one that kernels store.

#a = affine_map<(g, m, n, k) -> (g, m, k)>
#as = affine_map<(g, m, n, k) -> (g, m, k floordiv 32)>
#b = affine_map<(g, m, n, k) -> (g, n, k)>
#bs = affine_map<(g, m, n, k) -> (g, n, k floordiv 32)>
#c = affine_map<(g, m, n, k) -> (g, m, n)>
// CHECK-LABEL: func.func @batch(
// CHECK-SAME:    %[[I:[a-z0-9]*]]: tensor<2x5x3xf32>)
// CHECK:         lowp.scaled_matmul %{{.*}}, %{{.*}} accumulate %[[I]] : !lowp.scaled<2x5x64xf8E4M3FN, #lowp.mx<1x32>>, {{.*}} -> tensor<2x5x3xf32>
// REMARK: remark: [Missed] scaled-elements{{.*}}multiplies elements that are scaled one by one, without tensor cores: expected an N that is known to be a multiple of 8, which kernels store
func.func @batch(%a: tensor<2x5x64xf8E4M3FN>, %as: tensor<2x5x2xf8E8M0FNU>, %b: tensor<2x3x64xf8E4M3FN>, %bs: tensor<2x3x2xf8E8M0FNU>, %i: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  %y = linalg.generic {indexing_maps = [#a, #b, #as, #bs, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
    ins(%a, %b, %as, %bs : tensor<2x5x64xf8E4M3FN>, tensor<2x3x64xf8E4M3FN>, tensor<2x5x2xf8E8M0FNU>, tensor<2x3x2xf8E8M0FNU>) outs(%i : tensor<2x5x3xf32>) {
  ^bb0(%p: f8E4M3FN, %q: f8E4M3FN, %ps: f8E8M0FNU, %qs: f8E8M0FNU, %o: f32):
    %0 = arith.scaling_extf %p, %ps : f8E4M3FN, f8E8M0FNU to f32
    %1 = arith.scaling_extf %q, %qs : f8E4M3FN, f8E8M0FNU to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<2x5x3xf32>
  return %y : tensor<2x5x3xf32>
}

// -----

// An operand with K first is not one that a matmul takes.

#a = affine_map<(m, n, b, k) -> (b, k, m)>
#as = affine_map<(m, n, b, k) -> (m, b)>
#b = affine_map<(m, n, b, k) -> (n, b, k)>
#bs = affine_map<(m, n, b, k) -> (n, b)>
#c = affine_map<(m, n, b, k) -> (m, n)>
// CHECK-LABEL: func.func @transposed(
// CHECK-NOT:     lowp.scaled_matmul
// CHECK:         return
// REMARK: expected operands of rows along K, which is their last dimension
func.func @transposed(%a: tensor<4x32x16xf8E4M3FN>, %as: tensor<16x4xf8E8M0FNU>, %b: tensor<24x4x32xf8E5M2>, %bs: tensor<24x4xf8E8M0FNU>, %i: tensor<16x24xf32>) -> tensor<16x24xf32> {
  %y = linalg.generic {indexing_maps = [#a, #b, #as, #bs, #c], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
    ins(%a, %b, %as, %bs : tensor<4x32x16xf8E4M3FN>, tensor<24x4x32xf8E5M2>, tensor<16x4xf8E8M0FNU>, tensor<24x4xf8E8M0FNU>) outs(%i : tensor<16x24xf32>) {
  ^bb0(%p: f8E4M3FN, %q: f8E5M2, %ps: f8E8M0FNU, %qs: f8E8M0FNU, %o: f32):
    %0 = arith.scaling_extf %p, %ps : f8E4M3FN, f8E8M0FNU to f32
    %1 = arith.scaling_extf %q, %qs : f8E5M2, f8E8M0FNU to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<16x24xf32>
  return %y : tensor<16x24xf32>
}
