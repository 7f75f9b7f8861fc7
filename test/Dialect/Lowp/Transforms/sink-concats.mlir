// RUN: lowp-opt %s --split-input-file --lowp-sink-concats | FileCheck %s

// A rotary embedding on its halves. The slices of what is transposed move in
// front of the transpose.

// CHECK-LABEL: func.func @rotary(
// CHECK-SAME:    %[[X:.*]]: tensor<64x4x32xbf16>, %[[S:.*]]: tensor<4x64x32xbf16>
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[X]][0, 0, 0] [64, 4, 16]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[X]][0, 0, 16] [64, 4, 16]
// CHECK-DAG:     %[[TLOW:.*]] = linalg.transpose ins(%[[LOW]]
// CHECK-DAG:     %[[THIGH:.*]] = linalg.transpose ins(%[[HIGH]]
// CHECK-DAG:     %[[MINUS:.*]] = linalg.negf ins(%[[THIGH]]
// CHECK-DAG:     %[[SLOW:.*]] = tensor.extract_slice %[[S]][0, 0, 0] [4, 64, 16]
// CHECK-DAG:     %[[SHIGH:.*]] = tensor.extract_slice %[[S]][0, 0, 16] [4, 64, 16]
// CHECK-DAG:     %[[A:.*]] = linalg.mul ins(%[[MINUS]], %[[SLOW]]
// CHECK-DAG:     %[[B:.*]] = linalg.mul ins(%[[TLOW]], %[[SHIGH]]
// CHECK:         %[[Y:.*]] = tensor.concat dim(2) %[[A]], %[[B]]
// CHECK:         return %[[Y]]
func.func @rotary(%x: tensor<64x4x32xbf16>, %s: tensor<4x64x32xbf16>) -> tensor<4x64x32xbf16> {
  %e = tensor.empty() : tensor<4x64x32xbf16>
  %t = linalg.transpose ins(%x : tensor<64x4x32xbf16>) outs(%e : tensor<4x64x32xbf16>) permutation = [1, 0, 2]
  %low = tensor.extract_slice %t[0, 0, 0] [4, 64, 16] [1, 1, 1] : tensor<4x64x32xbf16> to tensor<4x64x16xbf16>
  %high = tensor.extract_slice %t[0, 0, 16] [4, 64, 16] [1, 1, 1] : tensor<4x64x32xbf16> to tensor<4x64x16xbf16>
  %he = tensor.empty() : tensor<4x64x16xbf16>
  %minus = linalg.negf ins(%high : tensor<4x64x16xbf16>) outs(%he : tensor<4x64x16xbf16>) -> tensor<4x64x16xbf16>
  %c = tensor.concat dim(2) %minus, %low : (tensor<4x64x16xbf16>, tensor<4x64x16xbf16>) -> tensor<4x64x32xbf16>
  %y = linalg.mul ins(%c, %s : tensor<4x64x32xbf16>, tensor<4x64x32xbf16>) outs(%e : tensor<4x64x32xbf16>) -> tensor<4x64x32xbf16>
  return %y : tensor<4x64x32xbf16>
}

// -----

// Somebody needs all of the concat at once.

// CHECK-LABEL: func.func @whole(
// CHECK:         %[[C:.*]] = tensor.concat
// CHECK:         linalg.exp ins(%[[C]]
// CHECK:         return %{{.*}}, %[[C]]
func.func @whole(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.exp ins(%c : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y, %c : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Parts of different sizes.

// CHECK-LABEL: func.func @unequal(
// CHECK:         %[[C:.*]] = tensor.concat
// CHECK:         linalg.exp ins(%[[C]]
func.func @unequal(%a: tensor<8x4xf32>, %b: tensor<8x2xf32>) -> tensor<8x6xf32> {
  %c = tensor.concat dim(1) %a, %b : (tensor<8x4xf32>, tensor<8x2xf32>) -> tensor<8x6xf32>
  %e = tensor.empty() : tensor<8x6xf32>
  %y = linalg.exp ins(%c : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %y : tensor<8x6xf32>
}

// -----

// Slices that overlap would compute elements twice.

// CHECK-LABEL: func.func @overlap(
// CHECK:         linalg.exp
// CHECK:         tensor.extract_slice
// CHECK:         tensor.extract_slice
func.func @overlap(%x: tensor<8xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = tensor.extract_slice %y[0] [6] [1] : tensor<8xf32> to tensor<6xf32>
  %b = tensor.extract_slice %y[2] [6] [1] : tensor<8xf32> to tensor<6xf32>
  return %a, %b : tensor<6xf32>, tensor<6xf32>
}

// -----

// Rows of unknown length, of which all take part.

// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<?x4xf32>, %[[B:[^:]*]]: tensor<?x4xf32>, %[[N:[^:]*]]: index
// CHECK:         linalg.exp ins(%[[A]]
// CHECK:         linalg.exp ins(%[[B]]
// CHECK-NOT:     tensor.extract_slice
func.func @unknown(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>, %n: index) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x4xf32>
  %c = tensor.concat dim(1) %a, %b : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x8xf32>
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %y = linalg.exp ins(%c : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// -----

// Some rows of an unknown number.

// CHECK-LABEL: func.func @some_rows(
// CHECK:         linalg.exp
// CHECK:         tensor.extract_slice
// CHECK:         tensor.extract_slice
func.func @some_rows(%x: tensor<?x8xf32>, %e: tensor<?x8xf32>, %n: index) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %y = linalg.exp ins(%x : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %a = tensor.extract_slice %y[0, 0] [%n, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  %b = tensor.extract_slice %y[0, 4] [%n, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
  return %a, %b : tensor<?x4xf32>, tensor<?x4xf32>
}

// -----

// The gradient of a rotary embedding: what slices gave is put among zeros.

// CHECK-LABEL: func.func @gradient(
// CHECK-SAME:    %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<8x4xf32>)
// CHECK-DAG:     %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : tensor<8x4xf32>
// CHECK-DAG:     %[[LOW:.*]] = linalg.add ins(%[[ZEROS]], %[[B]]
// CHECK-DAG:     %[[HIGH:.*]] = linalg.add ins(%[[A]], %[[ZEROS]]
// CHECK:         %[[Y:.*]] = tensor.concat dim(1) %[[LOW]], %[[HIGH]]
// CHECK:         return %[[Y]]
func.func @gradient(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %high = tensor.insert_slice %a into %zeros[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %low = tensor.insert_slice %b into %zeros[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %y = linalg.add ins(%high, %low : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %y : tensor<8x8xf32>
}

// -----

// Not into other numbers, across the edge of two parts, or along two dimensions.

// CHECK-LABEL: func.func @inserts(
// CHECK-COUNT-3: tensor.insert_slice
// CHECK-NOT:     tensor.concat
func.func @inserts(%a: tensor<8x4xf32>, %x: tensor<8x8xf32>, %b: tensor<4x4xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %zeros = arith.constant dense<0.0> : tensor<8x8xf32>
  %0 = tensor.insert_slice %a into %x[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %a into %zeros[0, 2] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %2 = tensor.insert_slice %b into %zeros[4, 4] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// Halves that are inserted into an empty tensor, as JAX's front end writes it.

// CHECK-LABEL: func.func @inserted(
// CHECK-SAME:    %[[A:.*]]: tensor<8x4xf32>, %[[B:.*]]: tensor<8x4xf32>)
// CHECK-NOT:     tensor.insert_slice
// CHECK:         tensor.concat dim(1) %[[B]], %[[A]]
func.func @inserted(%a: tensor<8x4xf32>, %b: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = tensor.insert_slice %a into %e[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %1 = tensor.insert_slice %a into %0[0, 4] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  %2 = tensor.insert_slice %b into %1[0, 0] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}

// -----

// An embedding that turns half of each vector: three parts, one of which is two.

// CHECK-LABEL: func.func @partial(
// CHECK-SAME:    %[[A:.*]]: tensor<8x2xf32>, %[[B:.*]]: tensor<8x2xf32>, %[[C:.*]]: tensor<8x4xf32>)
// CHECK-DAG:     %[[LOW:.*]] = tensor.extract_slice %[[C]][0, 0] [8, 2]
// CHECK-DAG:     %[[HIGH:.*]] = tensor.extract_slice %[[C]][0, 2] [8, 2]
// CHECK:         tensor.concat dim(1) %[[A]], %[[B]], %[[LOW]], %[[HIGH]]
func.func @partial(%a: tensor<8x2xf32>, %b: tensor<8x2xf32>, %c: tensor<8x4xf32>) -> tensor<8x8xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<8x2xf32>, tensor<8x2xf32>) -> tensor<8x4xf32>
  %1 = tensor.concat dim(1) %0, %c : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// Slices without elements stay.

// CHECK-LABEL: func.func @nothing(
// CHECK:         %[[Y:.*]] = linalg.exp
// CHECK:         tensor.extract_slice %[[Y]][0] [0] [1]
// CHECK:         tensor.extract_slice %[[Y]][2] [0] [1]
func.func @nothing(%x: tensor<8xf32>) -> (tensor<0xf32>, tensor<0xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = tensor.extract_slice %y[0] [0] [1] : tensor<8xf32> to tensor<0xf32>
  %b = tensor.extract_slice %y[2] [0] [1] : tensor<8xf32> to tensor<0xf32>
  return %a, %b : tensor<0xf32>, tensor<0xf32>
}
