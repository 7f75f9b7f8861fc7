// RUN: lowp-opt %s --lowp-expand-quantize=only-wide --cse --lowp-form-fusions=only=group-operations --canonicalize -split-input-file \
// RUN:   | FileCheck %s

// A quantize of the whole matrix has two phases: what it reads is computed with
// the amax, and read again.
// CHECK-LABEL: @tensorwise
// CHECK: %[[FIRST:.*]]:2 = lowp.fusion ins(%{{.*}}, %{{.*}} : tensor<256x512xbf16>, tensor<256x512xbf16>)
// CHECK: linalg.add
// CHECK: %[[A:.*]] = lowp.amax {{.*}} recipe(#lowp.tensorwise) : tensor<256x512xbf16> -> tensor<1x1xf32>
// CHECK: lowp.fusion_yield %{{.*}}, %[[A]] : tensor<256x512xbf16>, tensor<1x1xf32>
// CHECK: lowp.fusion ins(%[[FIRST]]#1, %[[FIRST]]#0 : tensor<1x1xf32>, tensor<256x512xbf16>)
// CHECK: %[[ENCODE:.*]], %[[STORED:.*]] = lowp.compute_scale
// CHECK: lowp.quantize %{{.*}} numerics <torchao> scales(%[[ENCODE]], %[[STORED]] : tensor<1x1xf32>, tensor<1x1xf32>)
// CHECK-NOT: lowp.fusion ins
func.func @tensorwise(%x: tensor<256x512xbf16>, %r: tensor<256x512xbf16>) -> !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise> {
  %e = tensor.empty() : tensor<256x512xbf16>
  %s = linalg.add ins(%x, %r : tensor<256x512xbf16>, tensor<256x512xbf16>)
    outs(%e : tensor<256x512xbf16>) -> tensor<256x512xbf16>
  %q = lowp.quantize %s numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
  return %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
}

// -----

// Both orders of the matrix have one scale, and are written from one read.
// CHECK-LABEL: @both
// CHECK-COUNT-1: lowp.amax
// CHECK: lowp.fusion
// CHECK-COUNT-2: lowp.quantize
// CHECK: lowp.fusion_yield
// CHECK-NOT: lowp.fusion ins
func.func @both(%x: tensor<256x512xbf16>) -> (!lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise, order = [1, 0]>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
  %t = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16>
    -> !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise, order = [1, 0]>
  return %q, %t : !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise, order = [1, 0]>
}

// -----

// One read gives the largest magnitudes of rows and of columns, and one the data of both.
// CHECK-LABEL: @rows_and_columns
// CHECK: %[[FIRST:.*]]:2 = lowp.fusion ins(%[[X:[a-z0-9]*]] : tensor<256x512xbf16>)
// CHECK-DAG: lowp.amax {{.*}} -> tensor<256x1xf32>
// CHECK-DAG: lowp.amax {{.*}} -> tensor<1x512xf32>
// CHECK: lowp.fusion ins(%[[FIRST]]#{{[01]}}, %[[X]], %[[FIRST]]#{{[01]}}
// CHECK-DAG: lowp.quantize {{.*}} #lowp.rowwise>
// CHECK-DAG: lowp.quantize {{.*}} #lowp.rowwise<axis = 0>, order = [1, 0]>
// CHECK: lowp.fusion_yield
// CHECK-NOT: lowp.fusion ins
func.func @rows_and_columns(%x: tensor<256x512xbf16>) -> (!lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>
  %t = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16>
    -> !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>
  return %q, %t : !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.rowwise<axis = 0>, order = [1, 0]>
}

// -----

// Another quantize of the matrix reads with the second phase.
// CHECK-LABEL: @with_blocks
// CHECK: lowp.amax
// CHECK: lowp.fusion ins
// CHECK-DAG: lowp.quantize {{.*}} #lowp.tensorwise
// CHECK-DAG: lowp.quantize {{.*}} #lowp.block<1x128>
// CHECK: lowp.fusion_yield
// CHECK-NOT: lowp.fusion ins
func.func @with_blocks(%x: tensor<256x512xbf16>) -> (!lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>,
    !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>) {
  %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>
  %b = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
  return %q, %b : !lowp.scaled<256x512xf8E4M3FN, #lowp.tensorwise>, !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
}

// -----

// Scales from elsewhere are inputs; where their number is known at run time
// only, the host compares it.
// CHECK-LABEL: @given_blocks
// CHECK: cf.assert %{{.*}}, "lowp.quantize: expected given scales with an entry per block, got another size in dimension 0"
// CHECK: lowp.fusion ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<?x512xbf16>, tensor<?x4xf32>, tensor<?x4xf32>)
// CHECK: lowp.quantize
func.func @given_blocks(%x: tensor<?x512xbf16>, %e: tensor<?x4xf32>, %s: tensor<?x4xf32>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> {
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<?x4xf32>, tensor<?x4xf32>)
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
}

// -----

// Scales that something else computes are there before the fusion: they are
// written even where the matrix has no elements, and so no tile.
// CHECK-LABEL: @calibrated
// CHECK: linalg.exp
// CHECK: lowp.fusion
// CHECK-NOT: linalg.exp
// CHECK: lowp.quantize
func.func @calibrated(%x: tensor<?x512xbf16>, %e: tensor<1x1xf32>, %s: tensor<1x1xf32>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise> {
  %0 = tensor.empty() : tensor<1x1xf32>
  %t = linalg.exp ins(%s : tensor<1x1xf32>) outs(%0 : tensor<1x1xf32>) -> tensor<1x1xf32>
  %q = lowp.quantize %x numerics <torchao> scales(%e, %t : tensor<1x1xf32>, tensor<1x1xf32>)
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
  return %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
}

// -----

// A scale that others read too is computed outside: a fusion of no tiles would
// not write it.
// CHECK-LABEL: @scale_for_others
// CHECK: lowp.compute_scale
// CHECK: lowp.fusion
// CHECK-NOT: lowp.compute_scale
// CHECK: lowp.quantize
func.func @scale_for_others(%x: tensor<?x512xbf16>, %a: tensor<1x1xf32>)
    -> (!lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>, tensor<1x1xf32>) {
  %e, %s = lowp.compute_scale %a recipe #lowp.tensorwise element f8E4M3FN numerics <torchao, largest_factor = bf16>
    : tensor<1x1xf32> -> tensor<1x1xf32>, tensor<1x1xf32>
  %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<1x1xf32>, tensor<1x1xf32>)
    : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
  return %q, %e : !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>, tensor<1x1xf32>
}

// -----

// What stands for a scaled matrix is read as data and scales, and can be
// quantized anew without a stop in memory.
// CHECK-LABEL: @requantize
// CHECK: %[[DATA:.*]], %[[SCALES:.*]] = lowp.split_scaled %{{.*}} : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>
// CHECK: lowp.fusion ins(%[[DATA]], %[[SCALES]] : tensor<?x512xf8E4M3FN>, tensor<?x4xf32>)
// CHECK: lowp.make_scaled
// CHECK: lowp.dequantize
// CHECK: lowp.quantize
// CHECK-NOT: lowp.dequantize
func.func @requantize(%q: !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>>)
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]> {
  %x = lowp.dequantize %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<1x128>> -> tensor<?x512xbf16>
  %t = lowp.quantize %x numerics <torchao> : tensor<?x512xbf16>
    -> !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
  return %t : !lowp.scaled<?x512xf8E4M3FN, #lowp.block<128x1>, order = [1, 0]>
}

// -----

// CHECK-LABEL: @packed
// CHECK: lowp.fusion ins(%{{.*}} : tensor<64x256xi8>, tensor<64x16xf8E8M0FNU>)
func.func @packed(%q: !lowp.scaled<64x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense>) -> tensor<64x512xbf16> {
  %x = lowp.dequantize %q : !lowp.scaled<64x512xf4E2M1FN, #lowp.mx<1x32>, packing = dense> -> tensor<64x512xbf16>
  return %x : tensor<64x512xbf16>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Rows at numbers that an index tensor gives are a read of the fusion.
// CHECK-LABEL: @gather
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<?x512xbf16>, %[[P:[a-z0-9]*]]: tensor<256xi64>
// CHECK: lowp.fusion ins(%[[P]], %[[X]] : tensor<256xi64>, tensor<?x512xbf16>)
// CHECK: tensor.extract
// CHECK: lowp.quantize
func.func @gather(%x: tensor<?x512xbf16>, %p: tensor<256xi64>) -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>> {
  %e = tensor.empty() : tensor<256x512xbf16>
  %y = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<256xi64>) outs(%e : tensor<256x512xbf16>) {
  ^bb0(%a: i64, %o: bf16):
    %i = arith.index_cast %a : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<?x512xbf16>
    linalg.yield %v : bf16
  } -> tensor<256x512xbf16>
  %q = lowp.quantize %y numerics <torchao> : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
  return %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>>
}

// -----

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The matrix is in memory: what computes it is another fusion.
// CHECK-LABEL: @gather_of_computed
// CHECK-COUNT-2: lowp.fusion ins
func.func @gather_of_computed(%x: tensor<256x512xf32>, %p: tensor<256xi32>) -> tensor<256x512xf32> {
  %e = tensor.empty() : tensor<256x512xf32>
  %c = linalg.exp ins(%x : tensor<256x512xf32>) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  %y = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<256xi32>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%a: i32, %o: f32):
    %i = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %c[%i, %j] : tensor<256x512xf32>
    linalg.yield %v : f32
  } -> tensor<256x512xf32>
  %z = linalg.add ins(%y, %c : tensor<256x512xf32>, tensor<256x512xf32>) outs(%e : tensor<256x512xf32>) -> tensor<256x512xf32>
  return %z : tensor<256x512xf32>
}

// -----

#all = affine_map<(i, j) -> (i, j)>

// Numbers of single elements, and rows that are columns of the result, stay
// outside.
// CHECK-LABEL: @gather_elements
// CHECK-NOT: lowp.fusion
func.func @gather_elements(%x: tensor<256x512xf32>, %p: tensor<256x512xi32>) -> (tensor<256x512xf32>, tensor<512x256xf32>) {
  %e = tensor.empty() : tensor<256x512xf32>
  %y = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel"]}
    ins(%p : tensor<256x512xi32>) outs(%e : tensor<256x512xf32>) {
  ^bb0(%a: i32, %o: f32):
    %i = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<256x512xf32>
    linalg.yield %v : f32
  } -> tensor<256x512xf32>
  %f = tensor.empty() : tensor<512x256xf32>
  %z = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
    outs(%f : tensor<512x256xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%j, %i] : tensor<256x512xf32>
    linalg.yield %v : f32
  } -> tensor<512x256xf32>
  return %y, %z : tensor<256x512xf32>, tensor<512x256xf32>
}

// -----

// A kernel takes the parts of a scaled value as tensors: what reads the scales alone
// begins after them.
// CHECK-LABEL: @softmax_of_scales
// CHECK: %[[PARTS:.*]]:2 = lowp.fusion ins(%{{.*}} : tensor<40x40xf16>)
// CHECK-NOT: ins({{.*}}!lowp.scaled
// CHECK: lowp.fusion ins(%{{.*}} : tensor<40x1xf32>)
// CHECK-NOT: ins({{.*}}!lowp.scaled
func.func @softmax_of_scales(%x: tensor<40x40xf16>) -> tensor<40x1xf32> {
  %q = lowp.quantize %x numerics <torchao_rowwise> : tensor<40x40xf16> -> !lowp.scaled<40x40xf8E5M2, #lowp.rowwise>
  %d, %s = lowp.split_scaled %q : !lowp.scaled<40x40xf8E5M2, #lowp.rowwise>
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %one = tensor.empty() : tensor<1xf32>
  %e = tensor.empty() : tensor<40x1xf32>
  %i = linalg.fill ins(%low : f32) outs(%one : tensor<1xf32>) -> tensor<1xf32>
  %most = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%s : tensor<40x1xf32>) outs(%i : tensor<1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.maxnumf %in, %out : f32
    linalg.yield %m : f32
  } -> tensor<1xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%s, %most : tensor<40x1xf32>, tensor<1xf32>) outs(%e : tensor<40x1xf32>) {
  ^bb0(%in: f32, %m: f32, %out: f32):
    %b = arith.subf %in, %m : f32
    %c = math.exp %b : f32
    linalg.yield %c : f32
  } -> tensor<40x1xf32>
  return %y : tensor<40x1xf32>
}
