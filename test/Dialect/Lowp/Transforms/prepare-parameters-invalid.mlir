// RUN: lowp-opt %s --lowp-prepare-parameters --split-input-file --verify-diagnostics

!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>

// expected-error @+1 {{'func.func' op expected a function with arguments marked 'lowp.parameter' to be called from outside alone, got a call within the module that cannot be inlined; mark the arguments of its callers instead}}
func.func @called(%w: tensor<32x256xbf16> {lowp.parameter}) -> !w {
  %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
  return %q : !w
}

func.func @caller(%w: tensor<32x256xbf16>) -> !w {
  %q = call @called(%w) : (tensor<32x256xbf16>) -> !w
  return %q : !w
}

// -----

!w = !lowp.scaled<32x256xf8E4M3FN, #lowp.block<128x128>>

// expected-error @+1 {{'func.func' op expected no other symbol 'f$prepare', the name of the function that prepares its parameters; rename the other symbol}}
func.func @f(%w: tensor<32x256xbf16> {lowp.parameter}) -> !w {
  %q = lowp.quantize %w numerics <torchao> : tensor<32x256xbf16> -> !w
  return %q : !w
}

// expected-note @+1 {{the other symbol}}
func.func private @f$prepare()
