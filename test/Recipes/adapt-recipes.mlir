// RUN: lowp-opt %s --lowp-select-recipes="adapt=true chip=sm_100a" --remarks-filter=lowp-adapt-recipes --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: lowp-opt %s --lowp-select-recipes="adapt=true part=b300" | FileCheck %s --check-prefix=PART
// RUN: lowp-opt %s --lowp-select-recipes="adapt=true chip=sm_90a" | FileCheck %s --check-prefix=KEPT
// RUN: lowp-opt %s --lowp-select-recipes="adapt=true chip=sm_120a" | FileCheck %s --check-prefix=KEPT
// RUN: lowp-opt %s --lowp-select-recipes=adapt=true | FileCheck %s --check-prefix=KEPT

// Where products take scales that are powers of two, those of f32 that change along K become such. Other chips keep them, and so does what
// no chip is known for.
// CHECK: remark: {{.*}}block_1x128_128x128{{.*}}: products of sm_100a take no scales of f32; they are powers of two
// CHECK-COUNT-3: remark
// CHECK-NOT:     remark
// CHECK-LABEL: func.func @layers
// CHECK: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<lhs = {{.*}}#lowp.mx<1x128>{{.*}}mx_rceil{{.*}}rhs = {{.*}}#lowp.mx<128x128>
// CHECK: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<lhs = {{.*}}#lowp.mx<1x256>
// PART: #lowp.mx<128x128>
// KEPT: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
// KEPT: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x256_1x256>}

// Scales that do not change along K are factors of finished sums.
// CHECK: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>}
// CHECK: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<mxfp8>}
// CHECK: lowp.grouped_matmul {{.*}}#lowp.mx<1x128>
// KEPT: lowp.grouped_matmul {{.*}}<block_1x128_1x128>
func.func @layers(%x: tensor<512x512xbf16>, %w: tensor<512x512xbf16>, %u: tensor<8x512x512xbf16>, %ends: tensor<8xi32>, %zero: tensor<512x512xbf16>)
    -> (tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>) {
  %0 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>} ins(%x, %w : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%zero : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %1 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x256_1x256>} ins(%x, %w : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%zero : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %2 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<rowwise>} ins(%x, %w : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%zero : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %3 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<mxfp8>} ins(%x, %w : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%zero : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  %4 = lowp.grouped_matmul %x, %u ends(%ends : tensor<8xi32>) {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>} : tensor<512x512xbf16>, tensor<8x512x512xbf16> -> tensor<512x512xbf16>
  return %0, %1, %2, %3, %4 : tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>, tensor<512x512xbf16>
}

// An operand that is quantized already keeps its scales, and so does the other.
// CHECK-LABEL: func.func @given
// CHECK: linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
func.func @given(%x: tensor<512x512xbf16>, %w: !lowp.scaled<512x512xf8E4M3FN, #lowp.block<128x128>>, %zero: tensor<512x512xbf16>) -> tensor<512x512xbf16> {
  %wide = lowp.dequantize %w : !lowp.scaled<512x512xf8E4M3FN, #lowp.block<128x128>> -> tensor<512x512xbf16>
  %0 = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>} ins(%x, %wide : tensor<512x512xbf16>, tensor<512x512xbf16>) outs(%zero : tensor<512x512xbf16>) -> tensor<512x512xbf16>
  return %0 : tensor<512x512xbf16>
}

// So do batches that are not the first dimension: they are moved as they are for a quantize.
// CHECK-LABEL: func.func @batch_second
// CHECK: linalg.transpose {{.*}} permutation = [1, 0, 2]
// CHECK: linalg.generic {{.*}}#lowp.mx<1x128>
// KEPT-LABEL: func.func @batch_second
// KEPT-NOT: linalg.transpose
// KEPT: linalg.generic {{.*}}<block_1x128_1x128>
func.func @batch_second(%x: tensor<16x4x128xf32>, %w: tensor<4x32x128xf32>, %zero: tensor<4x16x32xf32>) -> tensor<4x16x32xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, m, n, k) -> (m, b, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<16x4x128xf32>, tensor<4x32x128xf32>) outs(%zero : tensor<4x16x32xf32>) attrs = {lowp.recipe = #lowp.matmul_recipe<block_1x128_1x128>} {
  ^bb0(%a: f32, %b: f32, %sum: f32):
    %product = arith.mulf %a, %b : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<4x16x32xf32>
  return %0 : tensor<4x16x32xf32>
}
