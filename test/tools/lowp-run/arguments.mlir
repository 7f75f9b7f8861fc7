// Numbers, masks and buffers are arguments too; what a function writes to is shown
// as its results are. A function may be called main.
// RUN: lowp-run %s --device=cpu --function=main --dump-outputs=%t | FileCheck %s
// CHECK:      result0: 4xbf16
// CHECK-NEXT: argument3: 4xbf16
// RUN: ls %t/argument3.bin %t/result0.bin
// RUN: not lowp-run %s --device=cpu --function=reshape --shape=argument0.0=8 --shape=result0.0=3 --shape=result0.1=5 2>&1 | FileCheck %s --check-prefix=COUNT
// COUNT: expected a shape of as many elements as the source has, got another number
// RUN: lowp-run %s --device=cpu --function=branches

func.func @main(%s: bf16, %m: tensor<4xi1>, %n: i1, %out: memref<4xbf16>) -> tensor<4xbf16> {
  %x = tensor.splat %s : tensor<4xbf16>
  %y = arith.addf %x, %x : tensor<4xbf16>
  %z = arith.select %m, %x, %y : tensor<4xi1>, tensor<4xbf16>
  bufferization.materialize_in_destination %y in restrict writable %out : (tensor<4xbf16>, memref<4xbf16>) -> ()
  return %z : tensor<4xbf16>
}
func.func @reshape(%x: tensor<?xf32>) -> tensor<?x?xf32> {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %s = tensor.from_elements %c3, %c5 : tensor<2xindex>
  %r = tensor.reshape %x(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @branches(%c: i1, %x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^then, ^else
^then:
  return %x : tensor<4xf32>
^else:
  return %y : tensor<4xf32>
}

// A result in place of an argument is shown as that, and others keep their names.
// RUN: lowp-run %s --device=cpu --function=step | FileCheck %s --check-prefix=STEP
// STEP:      result1: 4xbf16
// STEP-NEXT: argument1: 4xf32
// STEP-NOT:  result0
func.func @step(%g: tensor<4xbf16>, %w: tensor<4xf32> {lowp.aliasing_output = 0 : i64}) -> (tensor<4xf32>, tensor<4xbf16>) {
  %new = arith.addf %w, %w : tensor<4xf32>
  return %new, %g : tensor<4xf32>, tensor<4xbf16>
}
