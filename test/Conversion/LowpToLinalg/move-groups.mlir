// RUN: lowp-opt %s --convert-lowp-to-linalg --canonicalize --cse | FileCheck %s

!from = !lowp.scaled<64x256xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, alignment = 4, start = 32>>
!to = !lowp.scaled<64x640xf8E4M3FN, #lowp.mx<1x32>, groups = <4, axis = 1, start = 128>>
!packed = !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = dense, groups = <4, axis = 1, alignment = 4, start = 32>>
!bytes = !lowp.scaled<64x640xf4E2M1FN, #lowp.mx<1x32>, packing = dense, groups = <4, axis = 1, start = 128>>

// Tables say which group has a place; data and scales look the same ones up, and what is in no group is 0.
// CHECK-LABEL: func.func @bytes(
// CHECK-COUNT-5: linalg.generic
// CHECK:         %[[SCALES:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x20xf8E8M0FNU>)
// CHECK:         %[[DATA:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<64x640xf8E4M3FN>)
// CHECK:           tensor.extract %arg0[
// CHECK:           arith.select %{{.*}}, %{{.*}}, %cst
// CHECK-NOT:     linalg.generic
func.func @bytes(%d: tensor<64x256xf8E4M3FN>, %s: tensor<64x20xf8E8M0FNU>, %n: tensor<4xi32>) -> (tensor<64x640xf8E4M3FN>, tensor<64x20xf8E8M0FNU>) {
  %q = lowp.make_scaled %d, %s : tensor<64x256xf8E4M3FN>, tensor<64x20xf8E8M0FNU> -> !from
  %r = lowp.relayout %q ends(%n : tensor<4xi32>) : !from -> !to
  %data, %scales = lowp.split_scaled %r : !to
  return %data, %scales : tensor<64x640xf8E4M3FN>, tensor<64x20xf8E8M0FNU>
}

// Elements of 4 bits are moved by bytes, which lie in one group each.
// CHECK-LABEL: func.func @halves(
// CHECK-COUNT-5: linalg.generic
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<64x20xf8E8M0FNU>)
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<64x320xi8>)
// CHECK:           tensor.extract %arg0[
// CHECK-NOT:     linalg.generic
func.func @halves(%d: tensor<64x128xi8>, %s: tensor<64x20xf8E8M0FNU>, %n: tensor<4xi32>) -> (tensor<64x320xi8>, tensor<64x20xf8E8M0FNU>) {
  %q = lowp.make_scaled %d, %s : tensor<64x128xi8>, tensor<64x20xf8E8M0FNU> -> !packed
  %r = lowp.relayout %q ends(%n : tensor<4xi32>) : !packed -> !bytes
  %data, %scales = lowp.split_scaled %r : !bytes
  return %data, %scales : tensor<64x320xi8>, tensor<64x20xf8E8M0FNU>
}
