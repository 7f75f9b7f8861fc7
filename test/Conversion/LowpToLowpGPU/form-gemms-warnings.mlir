// A large matmul without tensor cores is told without being asked: by its known
// sizes from 2e9 FLOPs on.
// RUN: lowp-test-opt %s --split-input-file --verify-diagnostics --lowp-form-gemms

module attributes {lowp_gpu.chip = "plain_1"} {
func.func @no_kernels(%x: tensor<1024x1024xbf16>, %z: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  // expected-warning @below {{matmul of 2.1 GFLOP runs without tensor cores, up to 200 times slower: lowp has no matmul kernels for this chip}}
  %y = linalg.matmul ins(%x, %x : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) outs(%z : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}
func.func @any_rows(%x: tensor<?x512xbf16>, %w: tensor<512x512xbf16>, %z: tensor<?x512xf32>) -> tensor<?x512xf32> {
  // expected-warning @below {{matmul of 4.3 GFLOP (unknown sizes taken as 8192) runs without tensor cores, up to 200 times slower: lowp has no matmul kernels for this chip}}
  %y = linalg.matmul ins(%x, %w : tensor<?x512xbf16>, tensor<512x512xbf16>) outs(%z : tensor<?x512xf32>) -> tensor<?x512xf32>
  return %y : tensor<?x512xf32>
}
func.func @small(%x: tensor<512x1024xbf16>, %w: tensor<1024x1024xbf16>, %z: tensor<512x1024xf32>) -> tensor<512x1024xf32> {
  %y = linalg.matmul ins(%x, %w : tensor<512x1024xbf16>, tensor<1024x1024xbf16>) outs(%z : tensor<512x1024xf32>) -> tensor<512x1024xf32>
  return %y : tensor<512x1024xf32>
}
}

// -----

module attributes {lowp_gpu.chip = "sm_90a"} {
func.func @exact(%x: tensor<1024x1024xf32>, %z: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  // expected-warning @below {{matmul of 2.1 GFLOP runs without tensor cores, up to 200 times slower: expected operands of one type of 16 bits that the chip multiplies, got f32; option f32-matmuls=tf32 or bf16 rounds them}}
  %y = linalg.matmul ins(%x, %x : tensor<1024x1024xf32>, tensor<1024x1024xf32>) outs(%z : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}
func.func @tensor_cores(%x: tensor<1024x1024xbf16>, %z: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %y = linalg.matmul ins(%x, %x : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) outs(%z : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %y : tensor<1024x1024xf32>
}
}
