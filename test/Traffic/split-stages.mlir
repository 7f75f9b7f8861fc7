// RUN: lowp-opt %s --lowp-split-stages | FileCheck %s

// Each result is allocated by the stage that writes it, and what is between by
// the stage before.
// CHECK-LABEL: func.func @results(
// CHECK-SAME: %[[X:.*]]: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>)
// CHECK-SAME: lowp.stage_reads = array<i64: 0>, lowp.stage_types = [tensor<4096x4096xf32>, tensor<4096x4096xf32>], lowp.stage_writes = array<i64: 1, 3>
// CHECK: linalg.exp ins(%[[X]]
// CHECK: linalg.negf
// CHECK: return
// CHECK-LABEL: func.func @results_stage_1(
// CHECK-SAME: %[[Y:.*]]: tensor<4096x4096xf32>) -> tensor<16777216xf32>
// CHECK-SAME: lowp.stage_reads = array<i64: 3>
// CHECK-SAME: lowp.stage_writes = array<i64: 2>
// CHECK: linalg.transpose ins(%[[Y]]
// CHECK: tensor.collapse_shape
func.func @results(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<16777216xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.negf ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.transpose ins(%b : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) permutation = [1, 0]
  %flat = tensor.collapse_shape %c [[0, 1]] : tensor<4096x4096xf32> into tensor<16777216xf32>
  return %a, %flat : tensor<4096x4096xf32>, tensor<16777216xf32>
}

// What is computed element by element lies over what it is computed from, in the
// memory of the result: no stage needs less.
// CHECK-LABEL: func.func @elementwise(
// CHECK-NOT: @elementwise_stage_1
func.func @elementwise(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<16777216xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.negf ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.abs ins(%b : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %flat = tensor.collapse_shape %c [[0, 1]] : tensor<4096x4096xf32> into tensor<16777216xf32>
  return %a, %flat : tensor<4096x4096xf32>, tensor<16777216xf32>
}

// The caller keeps the argument: nothing is there later or gone earlier.
// CHECK-LABEL: func.func @whole(
// CHECK-NOT: @whole_stage_1
func.func @whole(%x: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.transpose ins(%a : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) permutation = [1, 0]
  return %b : tensor<4096x4096xf32>
}

// CHECK-LABEL: func.func @small(
// CHECK-NOT: @small_stage_1
func.func @small(%x: tensor<64x64xf32> {lowp.dies}) -> (tensor<64x64xf32>, tensor<64x64xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<64x64xf32>
  %a = linalg.exp ins(%x : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = linalg.negf ins(%x : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.transpose ins(%b : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) permutation = [1, 0]
  return %a, %c : tensor<64x64xf32>, tensor<64x64xf32>
}

// A function that says nothing is left alone.
// CHECK-LABEL: func.func @unmarked(
// CHECK-NOT: @unmarked_stage_1
func.func @unmarked(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.negf ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.transpose ins(%b : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) permutation = [1, 0]
  return %a, %c : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// CHECK-LABEL: func.func @unknown(
// CHECK-NOT: @unknown_stage_1
func.func @unknown(%x: tensor<?x4096xf32> {lowp.dies}, %size: tensor<4096x4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%size : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.negf ins(%a : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// What accumulates in the memory of others stays with them.
// CHECK-LABEL: func.func @updated(
// CHECK: linalg.fill
// CHECK: linalg.add
// CHECK: linalg.add
// CHECK-LABEL: func.func @updated_stage_1(
// CHECK: linalg.transpose
func.func @updated(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %a = linalg.add ins(%x, %none : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%none : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.add ins(%x, %a : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%a : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.transpose ins(%b : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) permutation = [1, 0]
  return %b, %c : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// Sums of two stages begin from zeros of one operation: each stage clears its
// own.
// CHECK-LABEL: func.func @fills(
// CHECK: linalg.fill
// CHECK: linalg.reduce
// CHECK-LABEL: func.func @fills_stage_1(
// CHECK: linalg.fill
// CHECK: linalg.reduce
func.func @fills(%x: tensor<4096x4096xf32> {lowp.dies}, %y: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4096xf32>
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%row : tensor<4096xf32>) -> tensor<4096xf32>
  %a = linalg.reduce {arith.addf} ins(%x : tensor<4096x4096xf32>) outs(%zeros : tensor<4096xf32>) dimensions = [0]
  %b = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %d = linalg.exp ins(%y : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.reduce {arith.addf} ins(%y : tensor<4096x4096xf32>) outs(%zeros : tensor<4096xf32>) dimensions = [0]
  return %a, %b, %c, %d : tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>
}

// Zeros that are read are a launch's, which one stage makes for another.
// CHECK-LABEL: func.func @zeros(
// CHECK-SAME: lowp.stage_writes = array<i64: 1, 3>
// CHECK: linalg.fill
// CHECK-LABEL: func.func @zeros_stage_1(
// CHECK-SAME: lowp.stage_reads = array<i64: 1, 3>
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic
func.func @zeros(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %zeros : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) {
  ^bb0(%one: f32, %other: f32, %out: f32):
    %sum = arith.addf %one, %other : f32
    linalg.yield %sum : f32
  } -> tensor<4096x4096xf32>
  return %a, %b : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// What takes memory until the end comes last, where nothing else decides: what is
// computed of %x lies there before. One stage tells of that.
// CHECK-LABEL: func.func @ordered(
// CHECK-SAME: lowp.stage_writes = array<i64: 2, 3>
// CHECK: linalg.exp
// CHECK: linalg.reduce
// CHECK: linalg.broadcast
// CHECK-NOT: @ordered_stage_1
func.func @ordered(%x: tensor<4096x4096xf32> {lowp.dies}, %row: tensor<4096xf32>) -> (tensor<4096x4096xf32>, tensor<4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %sums = tensor.empty() : tensor<4096xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<4096xf32>) -> tensor<4096xf32>
  %a = linalg.broadcast ins(%row : tensor<4096xf32>) outs(%empty : tensor<4096x4096xf32>) dimensions = [0]
  %b = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %c = linalg.reduce {arith.addf} ins(%b : tensor<4096x4096xf32>) outs(%zeros : tensor<4096xf32>) dimensions = [0]
  return %a, %c : tensor<4096x4096xf32>, tensor<4096xf32>
}

// The same without memory to save: all is small.
// CHECK-LABEL: func.func @unordered(
// CHECK: linalg.broadcast
// CHECK: linalg.exp
// CHECK: linalg.reduce
// CHECK-NOT: lowp.stage_writes
func.func @unordered(%x: tensor<64x64xf32> {lowp.dies}, %row: tensor<64xf32>) -> (tensor<64x64xf32>, tensor<64xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %sums = tensor.empty() : tensor<64xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%sums : tensor<64xf32>) -> tensor<64xf32>
  %a = linalg.broadcast ins(%row : tensor<64xf32>) outs(%empty : tensor<64x64xf32>) dimensions = [0]
  %b = linalg.exp ins(%x : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %c = linalg.reduce {arith.addf} ins(%b : tensor<64x64xf32>) outs(%zeros : tensor<64xf32>) dimensions = [0]
  return %a, %c : tensor<64x64xf32>, tensor<64xf32>
}

// What reads memory before it is written again stays before that.
// CHECK-LABEL: func.func @overwritten(
// CHECK: %[[FIRST:.*]] = linalg.exp
// CHECK: linalg.transpose ins(%[[FIRST]]
// CHECK: linalg.negf {{.*}} outs(%[[FIRST]]
func.func @overwritten(%x: tensor<4096x4096xf32> {lowp.dies}, %y: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %b = linalg.transpose ins(%a : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) permutation = [1, 0]
  %c = linalg.negf ins(%y : tensor<4096x4096xf32>) outs(%a : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %b, %c : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// A value that is returned twice is two results, which each have memory.
// CHECK-LABEL: func.func @twice(
// CHECK-SAME: lowp.stage_writes = array<i64: 1>
// CHECK-LABEL: func.func @twice_stage_1(
// CHECK-SAME: %[[A:.*]]: tensor<4096x4096xf32>)
// CHECK-SAME: lowp.stage_reads = array<i64: 1>
// CHECK-SAME: lowp.stage_writes = array<i64: 2>
// CHECK: %[[COPY:.*]] = linalg.copy ins(%[[A]]
// CHECK: return %[[COPY]]
func.func @twice(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %a, %a : tensor<4096x4096xf32>, tensor<4096x4096xf32>
}

// Later stages read what a result is a reshape of through the result.
// CHECK-LABEL: func.func @reshaped(
// CHECK-SAME: -> tensor<16777216xf32>
// CHECK-SAME: lowp.stage_writes = array<i64: 1>
// CHECK-LABEL: func.func @reshaped_stage_1(
// CHECK-SAME: %[[FLAT:.*]]: tensor<16777216xf32>)
// CHECK-SAME: lowp.stage_reads = array<i64: 1>
// CHECK: %[[SQUARE:.*]] = tensor.expand_shape %[[FLAT]] {{\[\[}}0, 1]] output_shape [4096, 4096]
// CHECK: linalg.transpose ins(%[[SQUARE]]
func.func @reshaped(%x: tensor<4096x4096xf32> {lowp.dies}) -> (tensor<16777216xf32>, tensor<4096x4096xf32>) attributes {lowp.divisible = 16777216 : i64} {
  %empty = tensor.empty() : tensor<4096x4096xf32>
  %a = linalg.exp ins(%x : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<4096x4096xf32> into tensor<16777216xf32>
  %b = linalg.transpose ins(%a : tensor<4096x4096xf32>) outs(%empty : tensor<4096x4096xf32>) permutation = [1, 0]
  return %flat, %b : tensor<16777216xf32>, tensor<4096x4096xf32>
}
