// RUN: lowp-opt %s --lowp-propagate-layouts -split-input-file | FileCheck %s
// RUN: lowp-opt %s --lowp-propagate-layouts -split-input-file -o /dev/null --remarks-filter=lowp-propagate-layouts --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK

!torch = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 4, start = 32, separate = true>>
!given = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, start = 128>>
!placed = !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 4, start = 32>>
!fp4 = !lowp.scaled<256x1024xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense, groups = <4, axis = 1, alignment = 4, start = 32, separate = true>>
module attributes {lowp_gpu.chip = "sm_100a"} {

// Copies of 4 bits that are spread begin at multiples of 128: data are moved there.
// CHECK-LABEL: @moved
// CHECK: %[[A:.*]] = lowp.relayout %arg0 ends(%arg2 : tensor<4xi32>) : {{.*}} -> !lowp.scaled<256x1408xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, start = 128>>
// CHECK: %[[B:.*]] = lowp.relayout %arg1 ends(%arg2 : tensor<4xi32>) : {{.*}} -> !lowp.scaled<256x1408xf4E2M1FN, #lowp.mx<1x32>, scales = #lowp.swizzled, packing = dense, groups = <4, axis = 1, start = 128>>
// CHECK: lowp.grouped_scaled_matmul %[[A]], %[[B]] ends(
// REMARK: remark: [Missed] groups-moved {{.*}}copies the lhs of a grouped matmul, !lowp.scaled<256x1024xf8E4M3FN, {{.*}} because its kernels read groups of K that begin at multiples of 128
// REMARK: remark: [Missed] groups-moved {{.*}}copies the rhs
func.func @moved(%a: !torch, %b: !fp4, %n: tensor<4xi32>) -> tensor<4x256x256xbf16> {
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : tensor<4xi32>) : !torch, !fp4 -> tensor<4x256x256xbf16>
  return %y : tensor<4x256x256xbf16>
}

// Where a kernel clears what comes after a group, data stay, and scales are aligned to its copies.
// CHECK-LABEL: @aligned
// CHECK: %[[A:.*]] = lowp.relayout %arg0 ends(%arg1 : tensor<4xi32>) : {{.*}} -> !lowp.scaled<256x1024xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, alignment = 4, start = 32>>
// CHECK: lowp.grouped_scaled_matmul %[[A]], %{{.*}} ends(
// REMARK-NOT: groups-moved
func.func @aligned(%a: !torch, %n: tensor<4xi32>) -> tensor<4x256x256xbf16> {
  %y = lowp.grouped_scaled_matmul %a, %a ends(%n : tensor<4xi32>) : !torch, !torch -> tensor<4x256x256xbf16>
  return %y : tensor<4x256x256xbf16>
}

// What a caller has between the scales of groups may be NaN, by which kernels would multiply: data are moved, too.
// CHECK-LABEL: @between
// CHECK: lowp.relayout %arg0 ends(%arg1 : tensor<4xi32>) : {{.*}} -> !lowp.scaled<256x1408xf8E4M3FN, #lowp.mx<1x32>, scales = #lowp.swizzled, groups = <4, axis = 1, start = 128>>
// REMARK: groups-moved {{.*}}copies the lhs
func.func @between(%a: !placed, %n: tensor<4xi32>) -> tensor<4x256x256xbf16> {
  %y = lowp.grouped_scaled_matmul %a, %a ends(%n : tensor<4xi32>) : !placed, !placed -> tensor<4x256x256xbf16>
  return %y : tensor<4x256x256xbf16>
}

// CHECK-LABEL: @read(
// CHECK-NOT: lowp.relayout
func.func @read(%a: !given, %n: tensor<4xi32>) -> tensor<4x256x256xbf16> {
  %y = lowp.grouped_scaled_matmul %a, %a ends(%n : tensor<4xi32>) : !given, !given -> tensor<4x256x256xbf16>
  return %y : tensor<4x256x256xbf16>
}
}

// -----

// Groups lie where kernels read them, scales of an argument do not: they alone are copied.
!compact = !lowp.scaled<64x2048xf8E4M3FN, #lowp.block<1x128>, groups = <8, axis = 1, start = 128>>
module attributes {lowp_gpu.chip = "sm_120a"} {
// CHECK-LABEL: @compact
// CHECK-COUNT-2: lowp.relayout %arg{{[01]}} ends(%arg2 : tensor<8xi32>) : {{.*}} -> !lowp.scaled<64x2048xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major, groups = <8, axis = 1, start = 128>>
func.func @compact(%a: !compact, %b: !compact, %n: tensor<8xi32>) -> tensor<8x64x64xbf16> {
  %y = lowp.grouped_scaled_matmul %a, %b ends(%n : tensor<8xi32>) : !compact, !compact -> tensor<8x64x64xbf16>
  return %y : tensor<8x64x64xbf16>
}
}
