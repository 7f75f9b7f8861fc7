// RUN: lowp-opt %s -split-input-file -verify-diagnostics

// panels-C1
// expected-error @+1 {{expected panels of at least 1 element, got 0}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, data = #lowp.panels<0>>)

// -----

// panels-C1: in the words of version 0.
// expected-error @+1 {{expected panels of at least 1 element, got -128}}
func.func private @f(!lowp.scaled<64x256xf8E4M3FN, #lowp.rowwise, panel = -128>)
