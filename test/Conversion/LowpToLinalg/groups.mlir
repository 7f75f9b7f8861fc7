// RUN: lowp-opt %s --split-input-file --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

// Four tables come first: where groups begin, where their blocks begin, and the
// group of each element and of each place for a block. 3 groups of 256 columns
// have 256 + 3 * 511 of them at most in steps of 512: 3 times 4 blocks. All of it
// is loops over tensors, so that ends may stay on the device.

// CHECK-DAG:   #[[ENTRY:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG:   #[[GROUP:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @quantize(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<64x256xf32>, %[[ENDS:[a-z0-9]*]]: tensor<3xi32>
// CHECK:         %[[BORDERS:.*]] = linalg.generic {indexing_maps = [#[[GROUP]], #[[ENTRY]]], iterator_types = ["parallel", "reduction"]} ins(%[[ENDS]] : tensor<3xi32>) outs(%{{.*}} : tensor<5xi32>)
// CHECK:           arith.minsi
// CHECK:           arith.maxsi
// CHECK:         %[[FIRST:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<5xi32>)
// CHECK:           tensor.extract %[[BORDERS]]
// CHECK:         %[[OF_ELEMENT:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<256xi32>)
// CHECK:           tensor.extract %[[BORDERS]]
// CHECK:         %[[OF_BLOCK:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<12xi32>)
// CHECK:           tensor.extract %[[FIRST]]

// A block reads its own elements alone.
// CHECK:         %[[AMAX:.*]] = linalg.generic {{.*}} ins(%{{.*}} : tensor<1x128xf32>) outs(%{{.*}} : tensor<64x12xf32>)
// CHECK:           tensor.extract %[[OF_BLOCK]]
// CHECK:           scf.if
// CHECK:             tensor.extract %[[X]]
// CHECK:             math.absf
// CHECK:           } else {
// CHECK:           arith.maximumf

// What is in no group becomes 0.
// CHECK:         %[[SCALES:.*]]:2 = linalg.generic {{.*}} ins(%[[AMAX]] : tensor<64x12xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : tensor<64x256xf32>)
// CHECK:           tensor.extract %[[OF_ELEMENT]]
// CHECK:           scf.if
// CHECK:             tensor.extract %[[SCALES]]#0

// Places without a block are padding.
// CHECK:         %[[STORED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<12x64xf32>)
// CHECK:           tensor.extract %[[OF_BLOCK]]
// CHECK:           scf.if
// CHECK:             tensor.extract %[[SCALES]]#1
// CHECK:           } else {
// CHECK:             scf.yield %cst{{.*}} : f32
// CHECK:         lowp.make_scaled %{{.*}}, %[[STORED]]
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <3, axis = 1, alignment = 4>>
func.func @quantize(%x: tensor<64x256xf32>, %ends: tensor<3xi32>) -> !q {
  %q = lowp.quantize %x numerics <torchao> ends(%ends : tensor<3xi32>) : tensor<64x256xf32> -> !q
  return %q : !q
}

// -----

// With an unknown size the capacity is computed, from shapes alone.

// CHECK-LABEL: func.func @capacity(
// CHECK-SAME:    %[[X:[a-z0-9]*]]: tensor<?x256xf32>, %[[ENDS:[a-z0-9]*]]: tensor<?xi32>
// CHECK-DAG:     %[[STEP:.*]] = arith.constant 128 : index
// CHECK-DAG:     %[[WASTED:.*]] = arith.constant 127 : index
// CHECK-DAG:     %[[ROWS:.*]] = tensor.dim %[[X]]
// CHECK-DAG:     %[[GROUPS:.*]] = tensor.dim %[[ENDS]]
// CHECK:         %[[MORE:.*]] = arith.muli %[[GROUPS]], %[[WASTED]]
// CHECK:         %[[ALL:.*]] = arith.addi %[[ROWS]], %[[MORE]]
// CHECK:         %[[STEPS:.*]] = arith.divui %[[ALL]], %[[STEP]]
// CHECK:         arith.muli %[[STEPS]], %[[STEP]]
!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.mx<1x32>, groups = <?, axis = 0, alignment = 128>>
func.func @capacity(%x: tensor<?x256xf32>, %ends: tensor<?xi32>) -> !q {
  %q = lowp.quantize %x numerics <mx_rceil> ends(%ends : tensor<?xi32>) : tensor<?x256xf32> -> !q
  return %q : !q
}

// -----

// A relayout goes from place to place by way of the group.

// CHECK-LABEL: func.func @relayout(
// CHECK:         %[[DATA:.*]], %[[SCALES:.*]] = lowp.split_scaled
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<4x2x32x4x4xf8E8M0FNU>)
// CHECK:           scf.if
// CHECK:             tensor.extract %[[SCALES]]
// CHECK:         lowp.make_scaled %[[DATA]],
!dense = !lowp.scaled<256x256xf8E4M3FN, #lowp.mx<1x32>, groups = <3, axis = 0>>
!atoms = !lowp.scaled<256x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128>>
func.func @relayout(%q: !dense, %ends: tensor<3xi32>) -> !atoms {
  %r = lowp.relayout %q ends(%ends : tensor<3xi32>) : !dense -> !atoms
  return %r : !atoms
}

// -----

// With storages of the groups' own a place is in that of a group first: of 128 rows of
// scales, which take 1024 numbers, at a time.

// CHECK-LABEL: func.func @separate(
// CHECK:         %[[DATA:.*]], %[[SCALES:.*]] = lowp.split_scaled
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<4096xf8E8M0FNU>)
// CHECK:           %[[NUMBER:.*]] = linalg.index 0 : index
// CHECK:           %[[STEP:.*]] = arith.divui %[[NUMBER]], %c1024
// CHECK:           arith.muli %[[STEP]], %c128
// CHECK:           scf.if
// CHECK:             tensor.extract %[[SCALES]]
!dense = !lowp.scaled<256x256xf8E4M3FN, #lowp.mx<1x32>, groups = <3, axis = 0>>
!apart = !lowp.scaled<256x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128, separate = true>>
func.func @separate(%q: !dense, %ends: tensor<3xi32>) -> !apart {
  %r = lowp.relayout %q ends(%ends : tensor<3xi32>) : !dense -> !apart
  return %r : !apart
}

// -----

// Groups that are added to a matrix have its one scale of all each.

// CHECK-LABEL: func.func @two_levels(
// CHECK:         %[[DATA:.*]], %[[SCALES:.*]], %[[GLOBAL:.*]] = lowp.split_scaled
// CHECK:         %[[EACH:.*]] = linalg.generic {{.*}} ins(%[[GLOBAL]] : tensor<1xf32>) outs(%{{.*}} : tensor<3xf32>)
// CHECK:         lowp.make_scaled %[[DATA]], %{{.*}}, %[[EACH]] :
!whole = !lowp.scaled<256x256xf4E2M1FN, #lowp.nvfp4<1x16>>
!each = !lowp.scaled<256x256xf4E2M1FN, #lowp.nvfp4<1x16>, scales = #lowp.swizzled, groups = <3, axis = 0, alignment = 128>>
func.func @two_levels(%q: !whole, %ends: tensor<3xi32>) -> !each {
  %r = lowp.relayout %q ends(%ends : tensor<3xi32>) : !whole -> !each
  return %r : !each
}

// -----

// A batch is relaid matrix by matrix.

// CHECK-LABEL: func.func @batch(
// CHECK:         scf.for
// CHECK:           linalg.generic {{.*}} outs(%{{.*}} : tensor<2x2x32x4x4xf8E8M0FNU>)
// CHECK:           tensor.insert_slice
!compact = !lowp.scaled<4x256x256xf8E4M3FN, #lowp.mx<1x32>>
!swizzled = !lowp.scaled<4x256x256xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled>
func.func @batch(%q: !compact) -> !swizzled {
  %r = lowp.relayout %q : !compact -> !swizzled
  return %r : !swizzled
}

// -----

// The accumulator is added last.

// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[SUM:[a-z0-9]*]]: tensor<3x64x64xf32>
// CHECK:         %[[PRODUCT:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<3x64x64xf64>)
// CHECK:         linalg.generic {{.*}} ins(%[[PRODUCT]], %[[SUM]] :
// CHECK:           arith.addf {{.*}} : f64
// CHECK:           arith.truncf {{.*}} : f64 to f32
!q = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <3, axis = 1>>
func.func @accumulate(%sum: tensor<3x64x64xf32>, %q: !q, %ends: tensor<3xi32>) -> tensor<3x64x64xf32> {
  %y = lowp.grouped_scaled_matmul %q, %q ends(%ends : tensor<3xi32>) accumulate(%sum : tensor<3x64x64xf32>)
     : !q, !q -> tensor<3x64x64xf32>
  return %y : tensor<3x64x64xf32>
}
