// A misspelt attribute would do nothing: names are those of a table.
// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// attribute-C1
func.func @recipe(%x: tensor<64x256xbf16>, %w: tensor<256x512xbf16>, %y: tensor<64x512xbf16>) -> tensor<64x512xbf16> {
  // expected-error @+1 {{'linalg.matmul' op expected an attribute that dialect 'lowp' has, got 'lowp.recpie'; the nearest is 'lowp.recipe'}}
  %0 = linalg.matmul {lowp.recpie = #lowp.matmul_recipe<rowwise>}
    ins(%x, %w : tensor<64x256xbf16>, tensor<256x512xbf16>) outs(%y : tensor<64x512xbf16>) -> tensor<64x512xbf16>
  return %0 : tensor<64x512xbf16>
}

// -----

// expected-error @+1 {{'func.func' op expected an attribute that dialect 'lowp' has, got 'lowp.parametr'; the nearest is 'lowp.parameter'}}
func.func @argument(%w: tensor<8x8xf32> {lowp.parametr}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected an attribute that dialect 'lowp' has, got 'lowp.sed'; the nearest is 'lowp.seed'}}
func.func @result(%w: i64) -> (i64 {lowp.sed}) {
  return %w : i64
}

// -----

// expected-error @+1 {{'func.func' op expected 'lowp.seed' on an argument of a function, got it on an operation}}
func.func @place(%seed: i64) attributes {lowp.seed} {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'lowp.recipe' on an operation, got it on an argument of a function}}
func.func @place_of_recipe(%x: i64 {lowp.recipe = #lowp.matmul_recipe<rowwise>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'lowp.parameter' on an argument of a function, got it on a result of a function}}
func.func @place_of_parameter(%x: tensor<4xf32>) -> (tensor<4xf32> {lowp.parameter}) {
  return %x : tensor<4xf32>
}

// -----

// Names without the dialect, and those of other dialects, are not ours.
func.func @foreign(%x: i64 {other.recpie}) attributes {recpie, other.recpie = 4} {
  return
}
