// RUN: %twins %s | lowp-opt --split-input-file --verify-diagnostics

func.func @f(%b: tensor<8x64xf32>, %n: tensor<8xi32>) {
  %r = lowp.repeat_rows %b ends(%n : tensor<8xi32>) : tensor<8x64xf32> -> tensor<4x64xf32>
  return
}

// TWIN: repeat_rows-C1: elements of one type
//   8x64xf32 => 8x64xbf16
//   error at lowp.repeat_rows: 'lowp.repeat_rows' op expected a table of the result's rank and elements, got 'tensor<8x64xbf16>' and 'tensor<4x64xf32>'

// TWIN: repeat_rows-C1: a rank
//   8x64xf32 => 8xf32
//   error at lowp.repeat_rows: expected a table of the result's rank and elements, got 'tensor<8xf32>' and 'tensor<4x64xf32>'

// TWIN: repeat_rows-C1: rows of one length
//   4x64xf32 => 4x32xf32
//   error at lowp.repeat_rows: expected those of the result to have the shape of the rows of the table, 64, got 32

// TWIN: repeat_rows-C2: a known number of groups
//   8xi32 => ?xi32
//   error at lowp.repeat_rows: expected 'ends' of a static number of groups, 1 or more, got 'tensor<?xi32>'

// TWIN: repeat_rows-C2: one group at least
//   8x64xf32 => ?x64xf32
//   8xi32 => 0xi32
//   error at lowp.repeat_rows: expected 'ends' of a static number of groups, 1 or more, got 'tensor<0xi32>'

// TWIN: repeat_rows-C2: a row for each group
//   8xi32 => 7xi32
//   error at lowp.repeat_rows: expected a table with a row for each of 7 groups, got 'tensor<8x64xf32>'

// TWIN: repeat_rows-C3: rows where the type does not say them
//   4x64xf32 => ?x64xf32
//   error at lowp.repeat_rows: expected 'rows' where the type of the result has an unknown number of rows, and there alone, got none beside 'tensor<?x64xf32>'

// TWIN: repeat_rows-C3: and nowhere else
//   ) { => , %m: index) {
//   ) : => ) rows(%m) :
//   error at lowp.repeat_rows: and there alone, got them beside 'tensor<4x64xf32>'

// TWIN
//   8x64xf32 => 8x64xi32
//   4x64xf32 => 4x64xi32
//   error at lowp.repeat_rows: operand #0 must be
