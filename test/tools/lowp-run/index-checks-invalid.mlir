// What is read out of a tensor by an index that was computed is checked on the
// CPU, in loops too.
// RUN: rm -rf %t && mkdir %t && printf '\007\0\0\0\0\0\0\0' > %t/argument0.bin
// RUN: not lowp-run %s --function=pick --inputs=%t 2>&1 | FileCheck %s -DNAME=pick
// RUN: not lowp-run %s --function=gather --inputs=%t 2>&1 | FileCheck %s -DNAME=gather
// CHECK: '[[NAME]]': tensor.extract: expected sizes and indices within bounds, got: out-of-bounds access

func.func @pick(%i: index) -> tensor<1xf32> {
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %element = tensor.extract %values[%i] : tensor<4xf32>
  %0 = tensor.from_elements %element : tensor<1xf32>
  return %0 : tensor<1xf32>
}
func.func @gather(%i: tensor<1xindex>) -> tensor<1xf32> {
  %values = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %empty = tensor.empty() : tensor<1xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%i : tensor<1xindex>) outs(%empty : tensor<1xf32>) {
  ^bb0(%index: index, %out: f32):
    %e = tensor.extract %values[%index] : tensor<4xf32>
    linalg.yield %e : f32
  } -> tensor<1xf32>
  return %0 : tensor<1xf32>
}
