// What writes some rows of a result in place reads none of them, and writes as many as may be, but for rows after a number
// that the device computes: they are what is left over.
// RUN: lowp-opt %s --lowp-traffic="chip=sm_90a" -o /dev/null | FileCheck %s

// CHECK:      function 'after_end':
// CHECK:      1 generic 1 4 0
func.func @after_end(%x: tensor<256x64xbf16>, %w: tensor<128x64xbf16>, %ends: tensor<1xi32>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %first = arith.constant 0 : index
  %e = tensor.empty() : tensor<256x128xbf16>
  %weights = tensor.expand_shape %w [[0, 1], [2]] output_shape [1, 128, 64] : tensor<128x64xbf16> into tensor<1x128x64xbf16>
  %p = lowp.grouped_matmul %x, %weights ends(%ends : tensor<1xi32>)
     : tensor<256x64xbf16>, tensor<1x128x64xbf16> -> tensor<256x128xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<256x128xbf16>) outs(%e : tensor<256x128xbf16>) {
  ^bb0(%each: bf16, %old: bf16):
    %row = linalg.index 0 : index
    %end = tensor.extract %ends[%first] : tensor<1xi32>
    %limit = arith.index_cast %end : i32 to index
    %in = arith.cmpi slt, %row, %limit : index
    %kept = arith.select %in, %each, %zero : bf16
    linalg.yield %kept : bf16
  } -> tensor<256x128xbf16>
  return %y : tensor<256x128xbf16>
}

// Rows before the end, and rows that a mask names, may be all.
// CHECK:      function 'before_end':
// CHECK:      1 generic 1 4 65536
func.func @before_end(%x: tensor<256x64xbf16>, %w: tensor<128x64xbf16>, %ends: tensor<1xi32>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %first = arith.constant 0 : index
  %e = tensor.empty() : tensor<256x128xbf16>
  %weights = tensor.expand_shape %w [[0, 1], [2]] output_shape [1, 128, 64] : tensor<128x64xbf16> into tensor<1x128x64xbf16>
  %p = lowp.grouped_matmul %x, %weights ends(%ends : tensor<1xi32>)
     : tensor<256x64xbf16>, tensor<1x128x64xbf16> -> tensor<256x128xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<256x128xbf16>) outs(%e : tensor<256x128xbf16>) {
  ^bb0(%each: bf16, %old: bf16):
    %row = linalg.index 0 : index
    %end = tensor.extract %ends[%first] : tensor<1xi32>
    %limit = arith.index_cast %end : i32 to index
    %in = arith.cmpi slt, %row, %limit : index
    %kept = arith.select %in, %zero, %each : bf16
    linalg.yield %kept : bf16
  } -> tensor<256x128xbf16>
  return %y : tensor<256x128xbf16>
}

// CHECK:      function 'mask':
// CHECK:      1 generic 1 256 65536
func.func @mask(%x: tensor<256x64xbf16>, %w: tensor<128x64xbf16>, %ends: tensor<1xi32>, %mask: tensor<256xi1>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<256x128xbf16>
  %weights = tensor.expand_shape %w [[0, 1], [2]] output_shape [1, 128, 64] : tensor<128x64xbf16> into tensor<1x128x64xbf16>
  %p = lowp.grouped_matmul %x, %weights ends(%ends : tensor<1xi32>)
     : tensor<256x64xbf16>, tensor<1x128x64xbf16> -> tensor<256x128xbf16>
  %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>, affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      ins(%p, %mask : tensor<256x128xbf16>, tensor<256xi1>) outs(%e : tensor<256x128xbf16>) {
  ^bb0(%each: bf16, %in: i1, %old: bf16):
    %kept = arith.select %in, %each, %zero : bf16
    linalg.yield %kept : bf16
  } -> tensor<256x128xbf16>
  return %y : tensor<256x128xbf16>
}
