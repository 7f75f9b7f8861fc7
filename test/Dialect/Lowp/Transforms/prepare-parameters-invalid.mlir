// RUN: lowp-opt %s --lowp-prepare-parameters --split-input-file --verify-diagnostics

func.func @f$prepare() {
  return
}
// expected-error @+1 {{'func.func' op expected no function @f$prepare, which lowp writes, got one; rename it}}
func.func @f(%w: tensor<8x8xf32> {lowp.parameter}) -> tensor<8x8xbf16> {
  %c = arith.truncf %w : tensor<8x8xf32> to tensor<8x8xbf16>
  return %c : tensor<8x8xbf16>
}

// -----

// expected-error @+1 {{'func.func' op expected one block in a function with lowp.parameter arguments, got 2; use scf for control flow}}
func.func @blocks(%w: tensor<8x8xf32> {lowp.parameter}) -> tensor<8x8xbf16> {
  cf.br ^end
^end:
  %c = arith.truncf %w : tensor<8x8xf32> to tensor<8x8xbf16>
  return %c : tensor<8x8xbf16>
}
