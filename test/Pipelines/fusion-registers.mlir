// A thread of a kernel that writes a tile in rows and in columns has 128 registers. They
// suffice where the kernel computes several matrices from three inputs, in stages, with
// exact quotients or approximations, and where it stores a matrix besides.
// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_90a --print-kernels -o %t.cubin 2>&1 | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a --math=fast --print-kernels -o %t.cubin 2>&1 | FileCheck %s

// CHECK-NOT: runs out of registers
// CHECK: kernel registers spills shared block cluster
// CHECK-DAG: two_quantize_f8E4M3FN_block_1x128 {{[0-9]+}} 0 {{[0-9]+}} 256x1x1 -
// CHECK-DAG: three_quantize_f8E4M3FN_block_1x128 {{[0-9]+}} 0 {{[0-9]+}} 256x1x1 -

!matrix = tensor<256x512xbf16>
!rows = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
!columns = !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0], scales = #lowp.mn_major<transposed = true>>
#id = affine_map<(i, j) -> (i, j)>

// The gradient of a SwiGLU's gate, and its product.
func.func @two(%gate: !matrix, %up: !matrix, %grad: !matrix) -> (!rows, !columns, !rows, !columns) {
  %empty = tensor.empty() : !matrix
  %dgate = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up, %grad : !matrix, !matrix, !matrix) outs(%empty : !matrix) {
  ^bb0(%g: bf16, %u: bf16, %d: bf16, %acc: bf16):
    %x = arith.extf %g : bf16 to f32
    %y = arith.extf %u : bf16 to f32
    %z = arith.extf %d : bf16 to f32
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x : f32
    %e = math.exp %minus : f32
    %sum = arith.addf %e, %one : f32
    %sigmoid = arith.divf %one, %sum : f32
    %rest = arith.subf %one, %sigmoid : f32
    %more = arith.mulf %x, %rest : f32
    %inner = arith.addf %more, %one : f32
    %slope = arith.mulf %sigmoid, %inner : f32
    %product = arith.mulf %z, %y : f32
    %all = arith.mulf %product, %slope : f32
    %r = arith.truncf %all : f32 to bf16
    linalg.yield %r : bf16
  } -> !matrix
  %hidden = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %up : !matrix, !matrix) outs(%empty : !matrix) {
  ^bb0(%g: bf16, %u: bf16, %acc: bf16):
    %x = arith.extf %g : bf16 to f32
    %y = arith.extf %u : bf16 to f32
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x : f32
    %e = math.exp %minus : f32
    %sum = arith.addf %e, %one : f32
    %sigmoid = arith.divf %one, %sum : f32
    %silu = arith.mulf %x, %sigmoid : f32
    %all = arith.mulf %silu, %y : f32
    %r = arith.truncf %all : f32 to bf16
    linalg.yield %r : bf16
  } -> !matrix
  %q0 = lowp.quantize %dgate numerics <torchao> : !matrix -> !rows
  %q1 = lowp.quantize %dgate numerics <torchao> : !matrix -> !columns
  %q2 = lowp.quantize %hidden numerics <torchao> : !matrix -> !rows
  %q3 = lowp.quantize %hidden numerics <torchao> : !matrix -> !columns
  return %q0, %q1, %q2, %q3 : !rows, !columns, !rows, !columns
}

// Both gradients of a SwiGLU as a front end writes them, and what else reads the gate.
func.func @three(%gate: !matrix, %up: !matrix, %grad: !matrix)
    -> (!matrix, !rows, !columns, !rows, !columns, !rows, !columns) {
  %empty = tensor.empty() : !matrix
  %sigmoid = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate : !matrix) outs(%empty : !matrix) {
  ^bb0(%g: bf16, %acc: bf16):
    %one = arith.constant 1.0 : bf16
    %minus = arith.negf %g : bf16
    %e = math.exp %minus : bf16
    %sum = arith.addf %e, %one : bf16
    %r = arith.divf %one, %sum : bf16
    linalg.yield %r : bf16
  } -> !matrix
  %silu = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate : !matrix) outs(%empty : !matrix) {
  ^bb0(%g: bf16, %acc: bf16):
    %x = arith.extf %g : bf16 to f32
    %one = arith.constant 1.0 : f32
    %minus = arith.negf %x : f32
    %e = math.exp %minus : f32
    %sum = arith.addf %e, %one : f32
    %quotient = arith.divf %one, %sum : f32
    %all = arith.mulf %x, %quotient : f32
    %r = arith.truncf %all : f32 to bf16
    linalg.yield %r : bf16
  } -> !matrix
  %hidden = linalg.mul ins(%silu, %up : !matrix, !matrix) outs(%empty : !matrix) -> !matrix
  %dup = linalg.mul ins(%grad, %silu : !matrix, !matrix) outs(%empty : !matrix) -> !matrix
  %dgate = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%gate, %sigmoid, %up, %grad : !matrix, !matrix, !matrix, !matrix) outs(%empty : !matrix) {
  ^bb0(%g: bf16, %s: bf16, %u: bf16, %d: bf16, %acc: bf16):
    %one = arith.constant 1.0 : bf16
    %rest = arith.subf %one, %s : bf16
    %more = arith.mulf %g, %rest : bf16
    %inner = arith.addf %more, %one : bf16
    %product = arith.mulf %d, %u : bf16
    %part = arith.mulf %product, %s : bf16
    %r = arith.mulf %part, %inner : bf16
    linalg.yield %r : bf16
  } -> !matrix
  %q0 = lowp.quantize %dup numerics <torchao> : !matrix -> !rows
  %q1 = lowp.quantize %dup numerics <torchao> : !matrix -> !columns
  %q2 = lowp.quantize %hidden numerics <torchao> : !matrix -> !rows
  %q3 = lowp.quantize %hidden numerics <torchao> : !matrix -> !columns
  %q4 = lowp.quantize %dgate numerics <torchao> : !matrix -> !rows
  %q5 = lowp.quantize %dgate numerics <torchao> : !matrix -> !columns
  return %silu, %q0, %q1, %q2, %q3, %q4, %q5 : !matrix, !rows, !columns, !rows, !columns, !rows, !columns
}
