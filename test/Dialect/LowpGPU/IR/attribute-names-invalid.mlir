// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'builtin.module' op expected an attribute that dialect 'lowp_gpu' has, got 'lowp_gpu.chips'; the nearest is 'lowp_gpu.chip'}}
module attributes {lowp_gpu.chips = "sm_90a"} {
}

// -----

// expected-error @+1 {{'func.func' op expected an attribute that dialect 'lowp_gpu' has, got 'lowp_gpu.confg'; the nearest is 'lowp_gpu.config'}}
func.func @argument(%x: tensor<8x8xf32> {lowp_gpu.confg}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'lowp_gpu.config' on an operation, got it on a result of a function}}
func.func @result(%x: i32) -> (i32 {lowp_gpu.config}) {
  return %x : i32
}
