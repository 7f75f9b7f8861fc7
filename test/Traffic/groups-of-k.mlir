// The gradient of experts' weights of any number of rows: tables of the groups are those of both operands. Blocks are quantized
// by one read of each operand, rows of groups by two, of which the first one writes magnitudes alone.
// RUN: sed 's/RECIPE/block_1x128_128x128/' %s | lowp-opt --lowp-traffic="part=h200" -o /dev/null | FileCheck %s --check-prefix=BLOCKS
// RUN: sed 's/RECIPE/rowwise/' %s | lowp-opt --lowp-traffic="part=h200" -o /dev/null | FileCheck %s --check-prefix=ROWS
// RUN: sed 's/RECIPE/rowwise/; s/tensor<?x/tensor<1024x/g; s/x?xbf16/x1024xbf16/g; s/(%%m)/()/' %s | lowp-opt --lowp-traffic="part=h200" -o /dev/null | FileCheck %s --check-prefix=KNOWN

// BLOCKS: launches: 6 (1 gemm, 2 fusion, 3 generic)
// ROWS:   launches: 16 (1 gemm, 8 fusion, 7 generic)
// KNOWN:       launches: 14 (1 gemm, 8 fusion, 5 generic)
// KNOWN:       3 fusion 1 524380 11264
// KNOWN:       7 fusion 1 535644 371712

func.func @sums(%g: tensor<?x256xbf16>, %x: tensor<?x128xbf16>, %ends: tensor<4xi32>) -> tensor<4x256x128xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %g, %c0 : tensor<?x256xbf16>
  %ge = tensor.empty(%m) : tensor<256x?xbf16>
  %gt = linalg.transpose ins(%g : tensor<?x256xbf16>) outs(%ge : tensor<256x?xbf16>) permutation = [1, 0]
  %xe = tensor.empty(%m) : tensor<128x?xbf16>
  %xt = linalg.transpose ins(%x : tensor<?x128xbf16>) outs(%xe : tensor<128x?xbf16>) permutation = [1, 0]
  %dw = lowp.grouped_matmul %gt, %xt ends(%ends : tensor<4xi32>) {lowp.recipe = #lowp.matmul_recipe<RECIPE>}
     : tensor<256x?xbf16>, tensor<128x?xbf16> -> tensor<4x256x128xf32>
  return %dw : tensor<4x256x128xf32>
}
