// A table of what moves how many bytes, or JSON.
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --traffic-file=- | FileCheck %s
// RUN: lowp-compile %s --chip=sm_90a --emit=ptx -o %t.ptx --traffic-file=%t.json
// RUN: %python -m json.tool %t.json | FileCheck %s --check-prefix=JSON

// x is 256 x 512 x 2, w 128 x 512 x 2; both become fp8 with a scale for each
// row. The result is 256 x 128 x 2.
// CHECK:      function 'linear': launches: 3 (1 gemm, 2 fusion)
// CHECK:      0 fusion 1 262144 132096 {{[0-9]+[.][0-9]}} linear_0 traffic-file.mlir:[[#]]:
// CHECK-NEXT: 1 fusion 1 131072 66048 {{[0-9]+[.][0-9]}} linear_1 traffic-file.mlir:[[#]]:
// CHECK-NEXT: 2 gemm 1 198144 65536 {{[0-9]+[.][0-9]}} lowp.gemm traffic-file.mlir:[[#]]:
// CHECK-NEXT: bytes read and written: 855040
// CHECK-NEXT: ideal: 458752 (read 393216, written 65536)
// CHECK-NEXT: bytes per ideal byte: 1.86
// CHECK-NEXT: workspace: 198144, 198144 without reuse

// JSON:      "format": "lowp-traffic 1"
// JSON:      "bytes": 855040
// JSON:      "bytes_per_ideal": 1.86
// JSON:      "ideal_reads": 393216
// JSON:      "ideal_writes": 65536
// JSON:      "kind": "fusion"
// JSON:      "location": "{{.*}}traffic-file.mlir:[[#]]:
// JSON:      "name": "linear_0"
// JSON:      "predicted_us": {{[1-9][.]}}
// JSON:      "reads": [
// JSON:        "buffer": "argument0"
// JSON-NEXT:   "bytes": 262144
// JSON-NEXT:   "type": "memref<256x512xbf16>"
// JSON:      "times": 1
// JSON:      "writes": [
// JSON:        "buffer": "workspace0"
// JSON-NEXT:   "bytes": 131072
// JSON:      "flops": 33554432
// JSON:      "kind": "gemm"
// JSON:        "buffer": "workspace0"
// JSON:        "buffer": "workspace2"
// JSON:      "name": "linear"
// JSON:      "workspace": 198144
// JSON-NEXT: "workspace_without_reuse": 198144
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>
func.func @linear(%x: tensor<256x512xbf16>, %w: tensor<128x512xbf16>) -> tensor<256x128xbf16> {
  %zero = arith.constant 0.0 : bf16
  %empty = tensor.empty() : tensor<256x128xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y] {lowp.recipe = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<256x512xbf16>, tensor<128x512xbf16>) outs(%init : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  return %y : tensor<256x128xbf16>
}
