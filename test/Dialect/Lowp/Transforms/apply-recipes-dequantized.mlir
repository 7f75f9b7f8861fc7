// A quantized weight that nothing takes as it is costs a tensor in each call, and a remark says so.
// RUN: lowp-opt %s --lowp-apply-recipes --remark-format=emitRemark --remarks-filter=lowp-apply-recipes -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=dequantized-weight
// RUN: lowp-opt %s --lowp-apply-recipes=recipe=rowwise --remark-format=emitRemark --remarks-filter=lowp-apply-recipes -o /dev/null 2>&1 | FileCheck %s --check-prefix=RECIPE --implicit-check-not=dequantized-weight

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, k) -> (n, k)>

// RECIPE: quantized-again

// CHECK: dequantized-weight{{.*}}a weight of !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise> is dequantized in each call, which writes and reads 262144 bytes of tensor<256x512xbf16>; a recipe of that format takes it as it is
func.func @row(%x: tensor<64x512xbf16>, %d: tensor<256x512xf8E4M3FN>, %s: tensor<256x1xf32>, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %q = lowp.make_scaled %d, %s : tensor<256x512xf8E4M3FN>, tensor<256x1xf32> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
  %w = lowp.dequantize %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise> -> tensor<256x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// Bytes that are taken for powers of two are no less a weight's.
// CHECK: dequantized-weight{{.*}}a weight of !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense> is dequantized
func.func @bytes(%x: tensor<64x512xbf16>, %d: tensor<256x256xi8>, %s: tensor<256x16xi8>, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %e = tensor.empty() : tensor<256x16xf8E8M0FNU>
  %scales = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<256x16xi8>) outs(%e : tensor<256x16xf8E8M0FNU>) {
  ^bb0(%byte: i8, %old: f8E8M0FNU):
    %power = arith.bitcast %byte : i8 to f8E8M0FNU
    linalg.yield %power : f8E8M0FNU
  } -> tensor<256x16xf8E8M0FNU>
  %q = lowp.make_scaled %d, %scales : tensor<256x256xi8>, tensor<256x16xf8E8M0FNU> -> !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense>
  %w = lowp.dequantize %q : !lowp.scaled<256x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense> -> tensor<256x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}

// What the function computes is no weight.
func.func @computed(%x: tensor<64x512xbf16>, %d: tensor<256x512xbf16>, %zero: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %q = lowp.quantize %d numerics <deep_gemm> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
  %w = lowp.dequantize %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>> -> tensor<256x512xbf16>
  %y = linalg.matmul indexing_maps = [#mk, #nk, #mn] ins(%x, %w : tensor<64x512xbf16>, tensor<256x512xbf16>) outs(%zero : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %y : tensor<64x256xf32>
}
