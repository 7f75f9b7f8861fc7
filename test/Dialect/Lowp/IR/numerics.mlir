// RUN: lowp-opt %s --allow-unregistered-dialect | lowp-opt --allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: @presets
func.func @presets() {
  // CHECK: #lowp.numerics<torchao>}
  "test.op"() {numerics = #lowp.numerics<torchao>} : () -> ()
  // CHECK: #lowp.numerics<torchao_rowwise>}
  "test.op"() {numerics = #lowp.numerics<torchao_rowwise>} : () -> ()
  // CHECK: #lowp.numerics<transformer_engine>}
  "test.op"() {numerics = #lowp.numerics<transformer_engine>} : () -> ()
  return
}

// A preset may be changed in single parameters.
// CHECK-LABEL: @overrides
func.func @overrides() {
  // CHECK: #lowp.numerics<torchao_rowwise>}
  "test.op"() {numerics = #lowp.numerics<torchao, power_of_two = true>} : () -> ()
  // CHECK: #lowp.numerics<eps = 0.0e+00, division = f64, power_of_two = false, degenerate = propagate, saturation = overflow>
  "test.op"() {numerics = #lowp.numerics<torchao, saturation = overflow, eps = 0.0>} : () -> ()
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
