// RUN: lowp-opt %s --split-input-file --verify-diagnostics

func.func @not_in_an_operation(%x: f32) {
  // expected-error @+1 {{expects parent op to be one of 'iree_linalg_ext.scan, iree_linalg_ext.scatter, iree_linalg_ext.sort, iree_linalg_ext.topk'}}
  iree_linalg_ext.yield %x : f32
}

// -----

func.func @blocks(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{region #0 ('region') failed to verify constraint: region with 1 blocks}}
  %0 = iree_linalg_ext.sort dimension(0) outs(%x : tensor<8xf32>) {
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
