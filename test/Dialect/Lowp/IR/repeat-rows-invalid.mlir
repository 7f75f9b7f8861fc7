// RUN: lowp-opt %s --split-input-file --verify-diagnostics

// repeat_rows-C1: elements of one type
func.func @f(%b: tensor<8x64xbf16>, %n: tensor<8xi32>) {
  // expected-error @below {{'lowp.repeat_rows' op expected a table of the result's rank and elements, got 'tensor<8x64xbf16>' and 'tensor<4x64xf32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) : tensor<8x64xbf16> -> tensor<4x64xf32>
  return
}

// -----

// repeat_rows-C1: a rank
func.func @f(%b: tensor<8xf32>, %n: tensor<8xi32>) {
  // expected-error @below {{expected a table of the result's rank and elements, got 'tensor<8xf32>' and 'tensor<4x64xf32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) : tensor<8xf32> -> tensor<4x64xf32>
  return
}

// -----

// repeat_rows-C1: rows of one length
func.func @f(%b: tensor<8x64xf32>, %n: tensor<8xi32>) {
  // expected-error @below {{expected those of the result to have the shape of the rows of the table, 64, got 32}}
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) : tensor<8x64xf32> -> tensor<4x32xf32>
  return
}

// -----

// repeat_rows-C2: a known number of groups
func.func @f(%b: tensor<8x64xf32>, %n: tensor<?xi32>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 or more, got 'tensor<?xi32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<?xi32>) : tensor<8x64xf32> -> tensor<4x64xf32>
  return
}

// -----

// repeat_rows-C2: one group at least
func.func @f(%b: tensor<?x64xf32>, %n: tensor<0xi32>) {
  // expected-error @below {{expected 'ends' of a static number of groups, 1 or more, got 'tensor<0xi32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<0xi32>) : tensor<?x64xf32> -> tensor<4x64xf32>
  return
}

// -----

// repeat_rows-C2: a row for each group
func.func @f(%b: tensor<8x64xf32>, %n: tensor<7xi32>) {
  // expected-error @below {{expected a table with a row for each of 7 groups, got 'tensor<8x64xf32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<7xi32>) : tensor<8x64xf32> -> tensor<4x64xf32>
  return
}

// -----

// repeat_rows-C3: rows where the type does not say them
func.func @f(%b: tensor<8x64xf32>, %n: tensor<8xi32>) {
  // expected-error @below {{expected 'rows' where the type of the result has an unknown number of rows, and there alone, got none beside 'tensor<?x64xf32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) : tensor<8x64xf32> -> tensor<?x64xf32>
  return
}

// -----

// repeat_rows-C3: and nowhere else
func.func @f(%b: tensor<8x64xf32>, %n: tensor<8xi32>, %m: index) {
  // expected-error @below {{and there alone, got them beside 'tensor<4x64xf32>'}}
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) rows(%m) : tensor<8x64xf32> -> tensor<4x64xf32>
  return
}

// -----

func.func @f(%b: tensor<8x64xi32>, %n: tensor<8xi32>) {
  // expected-error @below {{operand #0 must be}}
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) : tensor<8x64xi32> -> tensor<4x64xi32>
  return
}
