// RUN: lowp-opt %s --lowp-select-recipes --split-input-file --verify-diagnostics

func.func @alone(%x: tensor<128x256xbf16>, %w: tensor<256x512xbf16>, %z: tensor<128x512xbf16>) -> tensor<128x512xbf16> {
  // expected-error @below {{'linalg.matmul' op cannot take its recipe: its family has another recipe for each role, and dataflow does not tell whether it is a forward matmul, a dgrad or a wgrad: say so by 'lowp.role' on it or on its function, or name its recipe by 'lowp.recipe'}}
  %y = linalg.matmul {lowp.recipe = #lowp.training_recipe<blockwise_training>}
    ins(%x, %w : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%z : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  return %y : tensor<128x512xbf16>
}

// -----

// One recipe for all roles needs none, and a role is enough for the others.
func.func @uniform(%x: tensor<128x256xbf16>, %w: tensor<256x512xbf16>, %z: tensor<128x512xbf16>) -> (tensor<128x512xbf16>, tensor<128x512xbf16>) {
  %y = linalg.matmul {lowp.recipe = #lowp.training_recipe<mxfp8_training>}
    ins(%x, %w : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%z : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  %v = linalg.matmul {lowp.recipe = #lowp.training_recipe<blockwise_training>, lowp.role = "dgrad"}
    ins(%x, %w : tensor<128x256xbf16>, tensor<256x512xbf16>) outs(%z : tensor<128x512xbf16>) -> tensor<128x512xbf16>
  return %y, %v : tensor<128x512xbf16>, tensor<128x512xbf16>
}
