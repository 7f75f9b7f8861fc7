// RUN: lowp-opt %s --allow-unregistered-dialect | lowp-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @presets
func.func @presets() {
  // CHECK: #lowp.numerics<torchao>}
  "test.op"() {numerics = #lowp.numerics<torchao>} : () -> ()
  // CHECK: #lowp.numerics<torchao_rowwise>}
  "test.op"() {numerics = #lowp.numerics<torchao_rowwise>} : () -> ()
  // CHECK: #lowp.numerics<transformer_engine>}
  "test.op"() {numerics = #lowp.numerics<transformer_engine>} : () -> ()
  // CHECK: #lowp.numerics<mx_floor>}
  "test.op"() {numerics = #lowp.numerics<mx_floor>} : () -> ()
  // CHECK: #lowp.numerics<mx_ceil>}
  "test.op"() {numerics = #lowp.numerics<mx_ceil>} : () -> ()
  // CHECK: #lowp.numerics<mx_even>}
  "test.op"() {numerics = #lowp.numerics<mx_even>} : () -> ()
  // CHECK: #lowp.numerics<mx_rceil>}
  "test.op"() {numerics = #lowp.numerics<mx_rceil>} : () -> ()
  // CHECK: #lowp.numerics<transformer_engine_stochastic>}
  "test.op"() {numerics = #lowp.numerics<transformer_engine_stochastic>} : () -> ()
  // CHECK: #lowp.numerics<deep_gemm>}
  "test.op"() {numerics = #lowp.numerics<deep_gemm>} : () -> ()
  // CHECK: #lowp.numerics<deep_gemm_ue8m0>}
  "test.op"() {numerics = #lowp.numerics<deep_gemm_ue8m0>} : () -> ()
  // CHECK: #lowp.numerics<torchao_mx_floor>}
  "test.op"() {numerics = #lowp.numerics<torchao_mx_floor>} : () -> ()
  // CHECK: #lowp.numerics<torchao_mx_ceil>}
  "test.op"() {numerics = #lowp.numerics<torchao_mx_ceil>} : () -> ()
  // CHECK: #lowp.numerics<torchao_mx_even>}
  "test.op"() {numerics = #lowp.numerics<torchao_mx_even>} : () -> ()
  // CHECK: #lowp.numerics<torchao_mx_rceil>}
  "test.op"() {numerics = #lowp.numerics<torchao_mx_rceil>} : () -> ()
  // CHECK: #lowp.numerics<torchao_nvfp4>}
  "test.op"() {numerics = #lowp.numerics<torchao_nvfp4>} : () -> ()
  return
}

// A preset may be changed in single parameters.
// CHECK-LABEL: @overrides
func.func @overrides() {
  // CHECK: #lowp.numerics<torchao_rowwise>}
  "test.op"() {numerics = #lowp.numerics<torchao, power_of_two = true>} : () -> ()
  // CHECK: #lowp.numerics<eps = 0.0e+00, division = f64, power_of_two = false, degenerate = propagate, saturation = overflow>
  "test.op"() {numerics = #lowp.numerics<torchao, saturation = overflow, eps = 0.0>} : () -> ()
  // CHECK: #lowp.numerics<mx_even>}
  "test.op"() {numerics = #lowp.numerics<mx_floor, scale_rounding = even>} : () -> ()
  // CHECK: #lowp.numerics<eps = 0.0e+00, division = f32, power_of_two = true, degenerate = unit, saturation = saturate, scale_rounding = floor, rounding = stochastic>
  "test.op"() {numerics = #lowp.numerics<mx_floor, degenerate = unit, rounding = stochastic>} : () -> ()
  return
}

// What differs from the usual is printed, and no more.
// CHECK-LABEL: @steps
func.func @steps() {
  // CHECK: #lowp.numerics<eps = 1.0e-04, division = reciprocal, power_of_two = false, degenerate = propagate, saturation = saturate, quotient = decode>
  "test.op"() {numerics = #lowp.numerics<deep_gemm, division = reciprocal>} : () -> ()
  // CHECK: #lowp.numerics<eps = 1.0e-08, division = f32, power_of_two = false, degenerate = unit, saturation = saturate, largest_factor = bf16>
  "test.op"() {numerics = #lowp.numerics<transformer_engine, eps = 1.0e-8, largest_factor = bf16>} : () -> ()
  // CHECK: #lowp.numerics<eps = 0.0e+00, division = f32, power_of_two = true, degenerate = saturate, saturation = saturate, scale_rounding = rceil>
  "test.op"() {numerics = #lowp.numerics<torchao_mx_rceil, small_scales = exact>} : () -> ()
  // CHECK: #lowp.numerics<eps = 0.0e+00, division = f32, power_of_two = false, degenerate = propagate, saturation = saturate, matrix_scale = unit>
  "test.op"() {numerics = #lowp.numerics<torchao_nvfp4, small_scales = exact, quotient = encode>} : () -> ()
  // CHECK: #lowp.numerics<torchao>}
  "test.op"() {numerics = #lowp.numerics<torchao, quotient = encode, largest_factor = input, small_scales = exact, matrix_scale = amax>} : () -> ()
  // CHECK: #lowp.numerics<torchao_mx_ceil>}
  "test.op"() {numerics = #lowp.numerics<mx_ceil, degenerate = saturate, small_scales = normal>} : () -> ()
  return
}

// Parameters come in any order; what a preset says is printed as the preset.
// CHECK-LABEL: @parameters
func.func @parameters() {
  // CHECK: #lowp.numerics<transformer_engine>}
  "test.op"() {numerics = #lowp.numerics<saturation = saturate, eps = 0.0,
    degenerate = unit, power_of_two = false, division = f32>} : () -> ()
  // CHECK: #lowp.numerics<eps = 1.0e-12, division = f32, power_of_two = true, degenerate = unit, saturation = saturate>
  "test.op"() {numerics = #lowp.numerics<eps = 1.0e-12, division = f32,
    power_of_two = true, degenerate = unit, saturation = saturate>} : () -> ()
  return
}
