// A recipe of the program's that the chip has no kernel for has no price; what
// a producer writes less counts for the recipe.
// RUN: lowp-opt %s --lowp-explain=part=h200 -o /dev/null | FileCheck %s
// RUN: lowp-opt %s --lowp-explain="part=h200 file=%t.json" -o /dev/null
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

// CHECK: 64x256x256 {{ *}}mxfp8 {{ *}}? {{ *}}{{[0-9.]+}} {{ *}}? {{ *}}its own recipe; sm_90a has no kernel for scales of type f8E8M0FNU
// CHECK: 65536x256x8192 {{ *}}rowwise {{.*}} {{[1-9]\.[0-9]+}} {{.*}}tensorwise

// JSON-NOT: "speedup"
// JSON: "recipe": "mxfp8"
// JSON-NOT: "us":
// JSON: "without_us"
// JSON: "recipe": "rowwise"
func.func @unpriced(%x: tensor<64x256xbf16>, %w: tensor<256x256xbf16>, %zero: tensor<64x256xbf16>) -> tensor<64x256xbf16> {
  %y = linalg.matmul {lowp.recipe = #lowp.matmul_recipe<mxfp8>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x256xbf16>) outs(%zero : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  return %y : tensor<64x256xbf16>
}

#all = affine_map<(d0, d1) -> (d0, d1)>
func.func @saved(%x: tensor<65536x8192xbf16>, %a: tensor<8192x256xbf16> {lowp.parameter}, %zero: tensor<65536x256xbf16>) -> tensor<65536x256xbf16> {
  %e = tensor.empty() : tensor<65536x8192xbf16>
  %r = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%x : tensor<65536x8192xbf16>) outs(%e : tensor<65536x8192xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %in : bf16
    linalg.yield %0 : bf16
  } -> tensor<65536x8192xbf16>
  %0 = linalg.matmul ins(%r, %a : tensor<65536x8192xbf16>, tensor<8192x256xbf16>) outs(%zero : tensor<65536x256xbf16>) -> tensor<65536x256xbf16>
  return %0 : tensor<65536x256xbf16>
}
