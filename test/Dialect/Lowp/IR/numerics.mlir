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
