// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s
// RUN: lowp-opt %s --pass-pipeline="builtin.module(convert-fusions-to-gpu,func.func(lowp-gpu-distribute-cta-ops),canonicalize)" | FileCheck %s --check-prefix=THREADS

// Heads and halves of them are digits of the column, sequences and tokens those of the row: parts are read at the place in their half,
// elements are chosen by the half, and what is quantized is stored as a matrix.
// CHECK-DAG: #[[PART:.*]] = affine_map<(d0, d1, d2) -> (d0, d2 floordiv 64, d1, d2 mod 32)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2) -> (d0 * 64 + d1, d2)>
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1, d2) -> (d2, d0 * 64 + d1)>
// CHECK-LABEL: func.func @heads(
// CHECK-SAME: %[[LOW:[^:]*]]: memref<2x4x64x32xbf16>, %[[HIGH:[^:]*]]: memref<2x4x64x32xbf16>
// CHECK: lowp_gpu.cta_load %[[LOW]]{{.*}} row_sizes(%c64) map #[[PART]]
// CHECK: lowp_gpu.cta_load %[[HIGH]]{{.*}} row_sizes(%c64) map #[[PART]]
// CHECK: %[[COLUMN:.*]] = lowp_gpu.cta_index 2 {{.*}} : vector<1x128xindex>
// CHECK: %[[HALF:.*]] = lowp_gpu.cta_map(%[[COLUMN]]) {
// CHECK:   arith.divui %{{.*}}, %c32
// CHECK:   arith.remui %{{.*}}, %c2
// CHECK: %[[WHICH:.*]] = lowp_gpu.cta_broadcast %[[HALF]]
// CHECK: lowp_gpu.cta_map(%[[WHICH]], %{{.*}}, %{{.*}}) {
// CHECK:   arith.select
// CHECK: lowp_gpu.cta_store {{.*}} map #[[ROWS]]
// CHECK: lowp_gpu.cta_store {{.*}} map #[[TURNED]]

// Neighbours of a column and of a row are vectors, though both have digits.
// THREADS-LABEL: func.func @heads(
// THREADS-SAME: %[[LOW:[^:]*]]: memref<2x4x64x32xbf16>, %[[HIGH:[^:]*]]: memref<2x4x64x32xbf16>, %[[ROWS:[^:]*]]: memref<128x256xf8E4M3FN>, %{{.*}}, %[[COLUMNS:[^:]*]]: memref<256x128xf8E4M3FN>
// THREADS: vector.load %[[LOW]]{{.*}} vector<8xbf16>
// THREADS: vector.load %[[HIGH]]{{.*}} vector<8xbf16>
// THREADS-NOT: memref.load %[[LOW]]
// THREADS: vector.store {{.*}} %[[ROWS]]{{.*}} vector<8xf8E4M3FN>
// THREADS: vector.store {{.*}} %[[COLUMNS]]{{.*}} vector<16xf8E4M3FN>
func.func @heads(%low: memref<2x4x64x32xbf16>, %high: memref<2x4x64x32xbf16>, %rows: memref<128x256xf8E4M3FN>, %scales: memref<128x2xf32>,
                 %columns: memref<256x128xf8E4M3FN>, %others: memref<1x256xf32>) {
  lowp.launch_fusion @fusions::@heads ins(%low, %high : memref<2x4x64x32xbf16>, memref<2x4x64x32xbf16>)
      outs(%rows, %scales, %columns, %others : memref<128x256xf8E4M3FN>, memref<128x2xf32>, memref<256x128xf8E4M3FN>, memref<1x256xf32>)
  return
}

#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#turned = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>

module @fusions {
  func.func @heads(%low: tensor<2x4x64x32xbf16>, %high: tensor<2x4x64x32xbf16>)
      -> (tensor<128x256xf8E4M3FN>, tensor<128x2xf32>, tensor<256x128xf8E4M3FN>, tensor<1x256xf32>) {
    %e = tensor.empty() : tensor<2x64x4x32xbf16>
    %a = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%low : tensor<2x4x64x32xbf16>) outs(%e : tensor<2x64x4x32xbf16>) {
    ^bb0(%x: bf16, %o: bf16):
      linalg.yield %x : bf16
    } -> tensor<2x64x4x32xbf16>
    %b = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%high : tensor<2x4x64x32xbf16>) outs(%e : tensor<2x64x4x32xbf16>) {
    ^bb0(%x: bf16, %o: bf16):
      %n = arith.negf %x : bf16
      linalg.yield %n : bf16
    } -> tensor<2x64x4x32xbf16>
    %c = tensor.concat dim(3) %b, %a : (tensor<2x64x4x32xbf16>, tensor<2x64x4x32xbf16>) -> tensor<2x64x4x64xbf16>
    %m = tensor.collapse_shape %c [[0, 1], [2, 3]] : tensor<2x64x4x64xbf16> into tensor<128x256xbf16>
    %q = lowp.quantize %m numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.block_1x128>
    %r = lowp.quantize %m numerics <torchao> : tensor<128x256xbf16> -> !lowp.scaled<128x256xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
    %d, %s = lowp.split_scaled %q : !lowp.scaled<128x256xf8E4M3FN, #lowp.block_1x128>
    %f, %t = lowp.split_scaled %r : !lowp.scaled<128x256xf8E4M3FN, #lowp.block_128x1, order = [1, 0]>
    return %d, %s, %f, %t : tensor<128x256xf8E4M3FN>, tensor<128x2xf32>, tensor<256x128xf8E4M3FN>, tensor<1x256xf32>
  }
}
