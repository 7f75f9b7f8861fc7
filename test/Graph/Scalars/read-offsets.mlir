// RUN: lowp-opt %s --lowp-simplify-scalars=only=read-offsets | FileCheck %s

// A token's key goes where a tensor tells: a scatter of one row.
// CHECK-LABEL: func.func @write(
// CHECK-SAME:    %[[P:[^:]*]]: tensor<i32>, %[[K:[^:]*]]: tensor<1x2x64xbf16>, %[[KEYS:[^:]*]]: tensor<128x2x64xbf16>)
// CHECK:         %[[POSITIONS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1xi64>) {
// CHECK:           %[[N:.*]] = linalg.index 0
// CHECK:           %[[READ:.*]] = tensor.extract %[[P]][] : tensor<i32>
// CHECK:           %[[OFFSET:.*]] = arith.index_cast %[[READ]]
// CHECK:           arith.addi %[[N]], %[[OFFSET]]
// CHECK:           linalg.yield
// CHECK:         lowp.scatter ins(%[[K]], %[[POSITIONS]] : tensor<1x2x64xbf16>, tensor<1xi64>) outs(%[[KEYS]] : tensor<128x2x64xbf16>) dimensions [0] unique {
// CHECK:         ^bb0(%[[UPDATE:.*]]: bf16, %{{.*}}: bf16):
// CHECK:           lowp.scatter_yield %[[UPDATE]]
// CHECK-NOT:     tensor.insert_slice
func.func @write(%p: tensor<i32>, %k: tensor<1x2x64xbf16>, %keys: tensor<128x2x64xbf16>) -> tensor<128x2x64xbf16> {
  %n = tensor.extract %p[] : tensor<i32>
  %at = arith.index_cast %n : i32 to index
  %0 = tensor.insert_slice %k into %keys[%at, 0, 0] [1, 2, 64] [1, 1, 1] : tensor<1x2x64xbf16> into tensor<128x2x64xbf16>
  return %0 : tensor<128x2x64xbf16>
}

// Several tokens of several sequences: the number of an update is taken apart.
// CHECK-LABEL: func.func @write_sequences(
// CHECK-SAME:    %[[K:[^:]*]]: tensor<3x?x64xbf16>
// CHECK:         %[[UPDATES:.*]] = tensor.collapse_shape %[[K]] {{\[\[}}0, 1], [2]] : tensor<3x?x64xbf16> into tensor<?x64xbf16>
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<?xi64>) {
// CHECK:           %[[N:.*]] = linalg.index 0
// CHECK:           %[[TOKEN:.*]] = arith.remui %[[N]], %[[TOKENS:.*]] : index
// CHECK:           %[[SEQUENCE:.*]] = arith.divui %[[N]], %[[TOKENS]] : index
// CHECK:           %[[AT:.*]] = arith.addi %[[TOKEN]], %{{.*}}
// CHECK:         lowp.scatter ins(%[[UPDATES]], %{{.*}}) outs(%{{.*}} : tensor<3x128x64xbf16>) dimensions [0, 1] unique
func.func @write_sequences(%k: tensor<3x?x64xbf16>, %p: tensor<4xindex>, %keys: tensor<3x128x64xbf16>, %count: index) -> tensor<3x128x64xbf16> {
  %c2 = arith.constant 2 : index
  %at = tensor.extract %p[%c2] : tensor<4xindex>
  %0 = tensor.insert_slice %k into %keys[0, %at, 0] [3, %count, 64] [1, 1, 1] : tensor<3x?x64xbf16> into tensor<3x128x64xbf16>
  return %0 : tensor<3x128x64xbf16>
}

// A row without the dimension that it is chosen in; a part of a row.
// CHECK-LABEL: func.func @write_row(
// CHECK-SAME:    %[[R:[^:]*]]: tensor<64xf32>
// CHECK:         %[[UPDATE:.*]] = tensor.expand_shape %[[R]] {{\[\[}}0, 1]] output_shape [1, 64]
// CHECK:         lowp.scatter ins(%[[UPDATE]], %{{.*}} : tensor<1x64xf32>, tensor<1xi64>) {{.*}} dimensions [0] unique
// CHECK:         lowp.scatter ins(%[[R]], %{{.*}} : tensor<64xf32>, tensor<64xi64>) outs(%{{.*}} : tensor<8x128xf32>) dimensions [0, 1] unique
func.func @write_row(%r: tensor<64xf32>, %p: tensor<index>, %x: tensor<8x64xf32>, %z: tensor<8x128xf32>) -> (tensor<8x64xf32>, tensor<8x128xf32>) {
  %at = tensor.extract %p[] : tensor<index>
  %0 = tensor.insert_slice %r into %x[%at, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<8x64xf32>
  %1 = tensor.insert_slice %r into %z[%at, 7] [1, 64] [1, 1] : tensor<64xf32> into tensor<8x128xf32>
  return %0, %1 : tensor<8x64xf32>, tensor<8x128xf32>
}

// A gather of the rows from some place on.
// CHECK-LABEL: func.func @read(
// CHECK-SAME:    %[[P:[^:]*]]: tensor<index>, %[[X:[^:]*]]: tensor<3x128x64xbf16>)
// CHECK:         %[[Y:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x64xbf16>) {
// CHECK:           %[[FIRST:.*]] = tensor.extract %[[P]][] : tensor<index>
// CHECK:           %[[ROW:.*]] = linalg.index 0
// CHECK:           %[[AT:.*]] = arith.addi %[[ROW]], %[[FIRST]]
// CHECK:           %[[COLUMN:.*]] = linalg.index 1
// CHECK:           tensor.extract %[[X]][%{{.*}}, %[[AT]], %[[COLUMN]]]
// CHECK:         return %[[Y]]
func.func @read(%p: tensor<index>, %x: tensor<3x128x64xbf16>) -> tensor<8x64xbf16> {
  %at = tensor.extract %p[] : tensor<index>
  %0 = tensor.extract_slice %x[2, %at, 0] [1, 8, 64] [1, 1, 1] : tensor<3x128x64xbf16> to tensor<8x64xbf16>
  return %0 : tensor<8x64xbf16>
}

// Offsets that the host knows stay.
// CHECK-LABEL: func.func @known(
// CHECK:         tensor.extract_slice
// CHECK:         tensor.insert_slice
func.func @known(%at: index, %x: tensor<128x64xbf16>, %y: tensor<16x64xbf16>) -> tensor<16x64xbf16> {
  %0 = tensor.extract_slice %x[%at, 0] [8, 64] [1, 1] : tensor<128x64xbf16> to tensor<8x64xbf16>
  %1 = tensor.insert_slice %0 into %y[%at, 0] [8, 64] [1, 1] : tensor<8x64xbf16> into tensor<16x64xbf16>
  return %1 : tensor<16x64xbf16>
}
