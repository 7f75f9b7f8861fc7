// RUN: lowp-opt %s --split-input-file --lowp-attach-chip=chip=sm_90a --lowp-propagate-layouts | FileCheck %s

// What flows through a loop is stored for what reads it, from the quantizes before
// the loop and in it.

// CHECK-LABEL: func.func @loop(
// CHECK:         %[[A:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:         scf.for {{.*}} iter_args(%[[X:.*]] = %[[A]], {{.*}}) -> (!lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
// CHECK:           lowp.scaled_matmul %[[X]],
// CHECK:           %[[B:.*]] = lowp.quantize %{{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:           scf.yield %[[B]],
// CHECK-NOT:     lowp.relayout
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<256x256xf8E4M3FN, #lowp.block<128x128>>
func.func @loop(%x: tensor<64x256xf32>, %w: !w, %n: index) -> tensor<64x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !a
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %a, %old = %x) -> (!a, tensor<64x256xf32>) {
    %y = lowp.scaled_matmul %q, %w : !a, !w -> tensor<64x256xf32>
    %next = lowp.quantize %y numerics <torchao> : tensor<64x256xf32> -> !a
    scf.yield %next, %y : !a, tensor<64x256xf32>
  }
  return %r#1 : tensor<64x256xf32>
}

// -----

// An argument that a loop reads is copied before it, once.

// CHECK-LABEL: func.func @invariant(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>,
// CHECK-NEXT:    %[[R:.*]] = lowp.relayout %[[A]]
// CHECK-NOT:     lowp.relayout
// CHECK:         scf.for
// CHECK:           lowp.scaled_matmul %[[R]],
// CHECK:           lowp.scaled_matmul %[[R]],
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @invariant(%a: !a, %w: !w, %n: index) -> tensor<64x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> (tensor<64x64xf32>) {
    %y = lowp.scaled_matmul %a, %w accumulate %sum : !a, !w, tensor<64x64xf32> -> tensor<64x64xf32>
    %z = lowp.scaled_matmul %a, %w accumulate %y : !a, !w, tensor<64x64xf32> -> tensor<64x64xf32>
    scf.yield %z : tensor<64x64xf32>
  }
  return %r : tensor<64x64xf32>
}

// -----

// So is an argument that a loop begins with, although another value follows it:
// the matmul runs more than once.

// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[A:[a-z0-9]*]]: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>,
// CHECK-NEXT:    %[[R:.*]] = lowp.relayout %[[A]]
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[R]],
// CHECK-NOT:     lowp.relayout
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<256x256xf8E4M3FN, #lowp.block<128x128>>
func.func @carried(%a: !a, %x: tensor<64x256xf32>, %w: !w, %n: index) -> tensor<64x256xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%q = %a, %old = %x) -> (!a, tensor<64x256xf32>) {
    %y = lowp.scaled_matmul %q, %w : !a, !w -> tensor<64x256xf32>
    %next = lowp.quantize %y numerics <torchao> : tensor<64x256xf32> -> !a
    scf.yield %next, %y : !a, tensor<64x256xf32>
  }
  return %r#1 : tensor<64x256xf32>
}

// -----

// Both sides of a branch, and of a select, write what is read after it; a
// transpose passes it on.

// CHECK-LABEL: func.func @branches(
// CHECK:         scf.if %{{.*}} -> (!lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>)
// CHECK:           lowp.quantize {{.*}} -> !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
// CHECK:           lowp.quantize {{.*}} -> !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
// CHECK:         %[[C:.*]] = lowp.quantize {{.*}} -> !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
// CHECK:         arith.select %{{.*}}, %{{.*}}, %[[C]] : !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
// CHECK-NOT:     lowp.relayout
// CHECK:         lowp.scaled_matmul {{.*}} : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>,
!t = !lowp.scaled<256x64xf8E4M3FN, #lowp.block<128x1>>
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, order = [1, 0], scales = #lowp.compact<transposed = true>>
!w = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @branches(%x: tensor<256x64xf32>, %y: tensor<256x64xbf16>, %w: !w, %p: i1) -> tensor<64x64xf32> {
  %q = scf.if %p -> (!t) {
    %then = lowp.quantize %x numerics <torchao> : tensor<256x64xf32> -> !t
    scf.yield %then : !t
  } else {
    %else = lowp.quantize %y numerics <torchao> : tensor<256x64xbf16> -> !t
    scf.yield %else : !t
  }
  %c = lowp.quantize %x numerics <deep_gemm> : tensor<256x64xf32> -> !t
  %s = arith.select %p, %q, %c : !t
  %a = lowp.transpose %s : !t
  %z = lowp.scaled_matmul %a, %w : !a, !w -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}

// -----

// Blocks with arguments are branches, too.

// CHECK-LABEL: func.func @blocks(
// CHECK-COUNT-2: lowp.quantize {{.*}} -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
// CHECK:       ^bb3(%{{.*}}: !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>):
// CHECK-NOT:     lowp.relayout
!a = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
!w = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<128x128>>
func.func @blocks(%x: tensor<64x256xf32>, %y: tensor<64x256xbf16>, %w: !w, %p: i1) -> tensor<64x64xf32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %a = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !a
  cf.br ^bb3(%a : !a)
^bb2:
  %b = lowp.quantize %y numerics <torchao> : tensor<64x256xbf16> -> !a
  cf.br ^bb3(%b : !a)
^bb3(%q: !a):
  %z = lowp.scaled_matmul %q, %w : !a, !w -> tensor<64x64xf32>
  return %z : tensor<64x64xf32>
}
