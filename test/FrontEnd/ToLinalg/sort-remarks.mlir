// RUN: lowp-opt %s --convert-front-end-to-linalg --remarks-filter=convert-front-end-to-linalg --remark-format=emitRemark --verify-diagnostics -o /dev/null

func.func @many(%x: tensor<2x4096xf32>) -> tensor<2x4096xf32> {
  // expected-remark @below {{[Missed] counted-elements | Category:convert-front-end-to-linalg | Remark="each of 4096 elements of a sort is compared with each"}}
  %0 = tm_tensor.sort dimension(1) outs(%x : tensor<2x4096xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x4096xf32>
  return %0 : tensor<2x4096xf32>
}

func.func @any(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // expected-remark @below {{"each of an unknown number of elements of a sort is compared with each"}}
  %0 = tm_tensor.sort dimension(1) outs(%x : tensor<2x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// Along the short dimension.
func.func @few(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = tm_tensor.sort dimension(0) outs(%x : tensor<2x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
