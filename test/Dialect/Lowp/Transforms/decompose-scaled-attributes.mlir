// RUN: lowp-opt %s --lowp-decompose-scaled | FileCheck %s

!q = !lowp.scaled<?x256xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.compact<transposed = true>>

// What is said of an argument or a result stays with it, and is true of all parts.

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME:    %{{[a-z0-9]*}}: tensor<?x256xf8E4M3FN> {bufferization.writable = true}, %{{[a-z0-9]*}}: tensor<2x?xf32> {bufferization.writable = true},
// CHECK-SAME:    %{{[a-z0-9]*}}: i64 {lowp.seed},
// CHECK-SAME:    %{{[a-z0-9]*}}: tensor<?x256xf8E4M3FN> {lowp.aliasing_output = 0 : i64}, %{{[a-z0-9]*}}: tensor<2x?xf32> {lowp.aliasing_output = 1 : i64},
// CHECK-SAME:    %{{[a-z0-9]*}}: tensor<4xf32> {lowp.aliasing_output = 2 : i64})
// CHECK-SAME:    -> (tensor<?x256xf8E4M3FN>, tensor<2x?xf32>, tensor<4xf32> {test.last})
func.func @attributes(%a: !q {bufferization.writable = true}, %seed: i64 {lowp.seed}, %b: !q {lowp.aliasing_output = 0 : i64},
                      %x: tensor<4xf32> {lowp.aliasing_output = 1 : i64}) -> (!q, tensor<4xf32> {test.last}) {
  return %a, %x : !q, tensor<4xf32>
}
