// Offsets that descend or leave the rows, and counts beyond, fail the call on the CPU; a kernel takes the nearest that do
// not.
// RUN: lowp-run %s --function=right --device=cpu
// RUN: not lowp-run %s --function=descending --device=cpu 2>&1 | FileCheck %s --check-prefix=DESCENDING
// RUN: not lowp-run %s --function=beyond --device=cpu 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not lowp-run %s --function=counted --device=cpu 2>&1 | FileCheck %s --check-prefix=COUNTED

// DESCENDING: lowp.grouped_matmul: expected offsets that ascend from 0 to the size of what they divide, got another one at index 1; pass where groups end
// BEYOND: lowp.grouped_scaled_matmul: expected offsets that ascend from 0 to the size of what they divide, got another one at index 2; pass where groups end
// COUNTED: lowp.grouped_matmul: expected counts from 0 to the rows of a matrix, got another one at index 0; pass where groups end

func.func @right(%x: tensor<16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[0, 5, 16]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w offsets(%n : tensor<3xi32>) : tensor<16x8xbf16>, tensor<3x4x8xbf16> -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

func.func @descending(%x: tensor<16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[6, 5, 16]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w offsets(%n : tensor<3xi32>) : tensor<16x8xbf16>, tensor<3x4x8xbf16> -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

!x = !lowp.scaled<16x128xf8E4M3FN, #lowp.rowwise>
!w = !lowp.scaled<3x4x128xf8E4M3FN, #lowp.rowwise>
func.func @beyond(%x: !x, %w: !w) -> tensor<16x4xbf16> {
  %n = arith.constant dense<[0, 5, 17]> : tensor<3xi32>
  %y = lowp.grouped_scaled_matmul %x, %w offsets(%n : tensor<3xi32>) : !x, !w -> tensor<16x4xbf16>
  return %y : tensor<16x4xbf16>
}

func.func @counted(%x: tensor<3x16x8xbf16>, %w: tensor<3x4x8xbf16>) -> tensor<3x16x4xbf16> {
  %n = arith.constant dense<[-1, 5, 16]> : tensor<3xi32>
  %y = lowp.grouped_matmul %x, %w counts(%n : tensor<3xi32>) : tensor<3x16x8xbf16>, tensor<3x4x8xbf16> -> tensor<3x16x4xbf16>
  return %y : tensor<3x16x4xbf16>
}
