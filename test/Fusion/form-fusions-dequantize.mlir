// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations --split-input-file | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations --split-input-file --remarks-filter=lowp-form-fusions --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// A fusion takes tensors, never a scaled value: what makes it is inside, for each
// dequantize and in its block.

// REMARK: a dequantize runs alone: a block has fewer columns than a thread's vector
// CHECK-LABEL: @two_columns
// CHECK-NOT: lowp.fusion
// CHECK: lowp.dequantize
!columns = !lowp.scaled<130x257xf8E4M3FN, #lowp.block<2x64>, order = [1, 0]>
func.func @two_columns(%q: !columns) -> tensor<130x257xf32> {
  %x = lowp.dequantize %q : !columns -> tensor<130x257xf32>
  return %x : tensor<130x257xf32>
}

// -----

// CHECK-LABEL: @readers_of_one
// CHECK-SAME: (%[[D:.*]]: tensor<64x256xf8E4M3FN>, %[[S:.*]]: tensor<64x2xf32>
// CHECK: lowp.fusion ins(%[[D]], %[[S]] : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>)
// CHECK: lowp.fusion_yield %{{.*}} : tensor<64x256xbf16>
// CHECK: scf.if
// CHECK: lowp.fusion ins(%[[D]], %[[S]] : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>)
// CHECK: lowp.fusion_yield %{{.*}} : tensor<64x256xf32>
!rows = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @readers_of_one(%d: tensor<64x256xf8E4M3FN>, %s: tensor<64x2xf32>, %b: i1,
                          %other: tensor<64x256xf32>) -> (tensor<64x256xbf16>, tensor<64x256xf32>) {
  %q = lowp.make_scaled %d, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32> -> !rows
  %x = lowp.dequantize %q : !rows -> tensor<64x256xbf16>
  %y = scf.if %b -> tensor<64x256xf32> {
    %z = lowp.dequantize %q : !rows -> tensor<64x256xf32>
    scf.yield %z : tensor<64x256xf32>
  } else {
    scf.yield %other : tensor<64x256xf32>
  }
  return %x, %y : tensor<64x256xbf16>, tensor<64x256xf32>
}
