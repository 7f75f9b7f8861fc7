// Dynamic sizes that must agree are compared; what follows from the code itself
// is not looked at again.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-insert-checks{only=check-shapes},canonicalize,cse)" | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?xf32>, %[[W:.*]]: tensor<?x?xf32>)
// CHECK:         %[[K:.*]] = tensor.dim %[[X]], %c1
// CHECK:         %[[KW:.*]] = tensor.dim %[[W]], %c0
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[K]], %[[KW]]
// CHECK:         cf.assert %[[SAME]], "linalg.matmul: expected dimension 0 of operand 1 to equal dimension 1 of operand 0, got another size; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         linalg.matmul
func.func @matmul(%x: tensor<?x?xf32>, %w: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %w, %c1 : tensor<?x?xf32>
  %0 = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x?xf32>)
                     outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @static(
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @static(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[X:.*]]: tensor<?x256xf32>, %[[Y:.*]]: tensor<?x256xf32>)
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG:     %[[MY:.*]] = tensor.dim %[[Y]], %c0
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[MY]], %[[M]]
// CHECK:         cf.assert %[[SAME]], "arith.addf: expected dimension 0 of operand 1 to equal that of operand 0, got another size; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         arith.addf
func.func @elementwise(%x: tensor<?x256xf32>, %y: tensor<?x256xf32>) -> tensor<?x256xf32> {
  %0 = arith.addf %x, %y : tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}

// The sum of offset and size could wrap around: what is left is compared.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[X:.*]]: tensor<?x256xf32>, %[[I:.*]]: index, %[[N:.*]]: index)
// CHECK:         %[[M:.*]] = tensor.dim %[[X]], %c0
// CHECK:         cf.assert %{{.*}}, "tensor.extract_slice: expected an offset of 0 or more in dimension 0
// CHECK:         cf.assert %{{.*}}, "tensor.extract_slice: expected a size of 0 or more in dimension 0
// CHECK:         %[[IN:.*]] = arith.cmpi sle, %[[I]], %[[M]]
// CHECK:         cf.assert %[[IN]], "tensor.extract_slice: expected an offset within the tensor in dimension 0
// CHECK:         %[[REST:.*]] = arith.subi %[[M]], %[[I]]
// CHECK:         %[[ENDS:.*]] = arith.cmpi sle, %[[N]], %[[REST]]
// CHECK:         cf.assert %[[ENDS]], "tensor.extract_slice: expected a slice that ends within the tensor in dimension 0, got another one; slice what the tensor has"
// CHECK-NOT:     cf.assert
func.func @slice(%x: tensor<?x256xf32>, %i: index, %n: index) -> tensor<?x128xf32> {
  %0 = tensor.extract_slice %x[%i, 0] [%n, 128] [1, 2] : tensor<?x256xf32> to tensor<?x128xf32>
  return %0 : tensor<?x128xf32>
}

// CHECK-LABEL: func.func @insert(
// CHECK:         cf.assert %{{.*}}, "tensor.insert_slice: expected a slice that ends within the tensor in dimension 0
// CHECK:         cf.assert %{{.*}}, "tensor.insert_slice: expected a source as large as the slice in dimension 0, got another size"
// CHECK-NOT:     cf.assert
func.func @insert(%y: tensor<?xf32>, %x: tensor<?x256xf32>, %n: index) -> tensor<?x256xf32> {
  %0 = tensor.insert_slice %y into %x[0, 3] [%n, 1] [1, 1] : tensor<?xf32> into tensor<?x256xf32>
  return %0 : tensor<?x256xf32>
}

// CHECK-LABEL: func.func @steps(
// CHECK:         cf.assert %{{.*}}, "tensor.extract_slice: expected a stride of 1 or more in dimension 0
// CHECK:         arith.maxsi
// CHECK:         arith.divsi
// CHECK:         cf.assert %{{.*}}, "tensor.extract_slice: expected a slice that ends within the tensor in dimension 0
func.func @steps(%x: tensor<?xf32>, %i: index, %n: index, %s: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %x[%i] [%n] [%s] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @shapes(
// CHECK:         cf.assert %{{.*}}, "tensor.concat: expected inputs of one size in dimension 1, got two; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "tensor.pad: expected padding of 0 or more, got less"
// CHECK:         cf.assert %{{.*}}, "tensor.cast: expected sizes and indices within bounds, got: size mismatch of dim 0"
// CHECK:         arith.cmpf oeq
// CHECK:         cf.assert %{{.*}}, "tensor.expand_shape: expected sizes whose product is dimension 0 of the source, got another product"
// CHECK:         cf.assert %{{.*}}, "linalg.softmax: expected input and output of one size in dimension 0
func.func @shapes(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>, %p: index, %z: tensor<?xf32>, %a: index, %b: index,
                  %o: tensor<?x?xf32>) -> (tensor<8x?xf32>, tensor<?x?xf32>, tensor<4xf32>) {
  %f = arith.constant 0.0 : f32
  %0 = tensor.concat dim(0) %x, %y : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<8x?xf32>
  %1 = tensor.pad %z low[%p] high[0] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<4xf32>
  %3 = tensor.expand_shape %z [[0, 1]] output_shape [%a, %b] : tensor<?xf32> into tensor<?x?xf32>
  %4 = linalg.softmax dimension(1) ins(%3 : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %4, %2 : tensor<8x?xf32>, tensor<?x?xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @scaled(
// CHECK:         cf.assert %{{.*}}, "lowp.make_scaled: expected scales with the size in dimension 0 that follows from the shape, got another one"
// CHECK:         cf.assert %{{.*}}, "lowp.make_scaled: expected scales with the size in dimension 1 that follows from the shape, got another one"
// CHECK:         cf.assert %{{.*}}, "lowp.scaled_matmul: expected operands of one K, got two; pass tensors that fit"
// CHECK:         lowp.scaled_matmul
!s = !lowp.scaled<?x?xf8E4M3FN, #lowp.block<1x128>>
func.func @scaled(%d: tensor<?x?xf8E4M3FN>, %s: tensor<?x?xf32>, %w: !s) -> tensor<?x?xf32> {
  %0 = lowp.make_scaled %d, %s : tensor<?x?xf8E4M3FN>, tensor<?x?xf32> -> !s
  %1 = lowp.scaled_matmul %0, %w : !s, !s -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @batches(
// CHECK:         cf.assert %{{.*}}, "lowp.scaled_matmul: expected batches of as many matrices, got two numbers; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.scaled_matmul: expected an accumulator as large as the product, got another size; pass tensors that fit"
// CHECK:         lowp.scaled_matmul
!b = !lowp.scaled<?x64x256xf8E4M3FN, #lowp.block<1x128>>
func.func @batches(%x: !b, %w: !b, %c: tensor<?x64x64xf32>) -> tensor<?x64x64xf32> {
  %0 = lowp.scaled_matmul %x, %w accumulate %c : !b, !b, tensor<?x64x64xf32> -> tensor<?x64x64xf32>
  return %0 : tensor<?x64x64xf32>
}

// CHECK-LABEL: func.func @groups_of_rows(
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_matmul: expected operands of one K, got two; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_matmul: expected as many groups as matrices, got two numbers; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_matmul: expected an accumulator as large as the product, got another size; pass tensors that fit"
// CHECK:         lowp.grouped_matmul
func.func @groups_of_rows(%x: tensor<?x?xbf16>, %w: tensor<?x64x?xbf16>, %n: tensor<?xi32>, %c: tensor<?x64xf32>) -> tensor<?x64xf32> {
  %0 = lowp.grouped_matmul %x, %w ends(%n : tensor<?xi32>) accumulate(%c : tensor<?x64xf32>)
     : tensor<?x?xbf16>, tensor<?x64x?xbf16> -> tensor<?x64xf32>
  return %0 : tensor<?x64xf32>
}

// CHECK-LABEL: func.func @groups_of_k(
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_matmul: expected operands of one K, got two; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_matmul: expected a product of 4 in dimension 0, as the type of the result says, got another size; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         lowp.grouped_matmul
func.func @groups_of_k(%x: tensor<64x?xbf16>, %y: tensor<32x?xbf16>, %n: tensor<?xi32>) -> tensor<4x64x32xf32> {
  %0 = lowp.grouped_matmul %x, %y ends(%n : tensor<?xi32>) : tensor<64x?xbf16>, tensor<32x?xbf16> -> tensor<4x64x32xf32>
  return %0 : tensor<4x64x32xf32>
}

// CHECK-LABEL: func.func @counted(
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_scaled_matmul: expected batches of as many matrices, got two numbers; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.grouped_scaled_matmul: expected as many groups as matrices, got two numbers; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         lowp.grouped_scaled_matmul
func.func @counted(%x: !b, %w: !b, %n: tensor<8xi32>) -> tensor<?x64x64xf32> {
  %0 = lowp.grouped_scaled_matmul %x, %w counts(%n : tensor<8xi32>) : !b, !b -> tensor<?x64x64xf32>
  return %0 : tensor<?x64x64xf32>
}

// CHECK-LABEL: func.func @gemm(
// CHECK:         cf.assert %{{.*}}, "lowp.gemm: expected operands of one size in dimension 3 of the indexing maps, got two; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.gemm: expected operands of one size in dimension 2 of the indexing maps, got two; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.gemm: expected operands of one size in dimension 0 of the indexing maps, got two; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         lowp.gemm
func.func @gemm(%x: tensor<?x64xbf16>, %y: tensor<?x32xbf16>, %n: tensor<?xi32>, %bias: tensor<?xf32>, %init: tensor<4x64x32xf32>) -> tensor<4x64x32xf32> {
  %0 = lowp.gemm lhs(%x : tensor<?x64xbf16>) rhs(%y : tensor<?x32xbf16>) ins(%bias : tensor<?xf32>) groups(%n : tensor<?xi32>) outs(%init : tensor<4x64x32xf32>)
    {indexing_maps = [affine_map<(b, m, n, k) -> (k, m)>, affine_map<(b, m, n, k) -> (k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>],
     input_maps = [affine_map<(b, m, n) -> (n)>]} -> tensor<4x64x32xf32> epilogue {
  ^bb0(%sum: f32, %b: f32):
    %1 = arith.addf %sum, %b : f32
    lowp.epilogue_yield %1 : f32
  }
  return %0 : tensor<4x64x32xf32>
}

// Groups of a type, and rows of a table, have an end each.
// CHECK-LABEL: func.func @ends(
// CHECK:         cf.assert %{{.*}}, "lowp.quantize: expected the ends of 4 groups, got another number; pass one for each"
// CHECK:         cf.assert %{{.*}}, "lowp.dequantize: expected the ends of 4 groups, got another number; pass one for each"
// CHECK:         cf.assert %{{.*}}, "lowp.repeat_rows: expected as many groups as rows of the table, got two numbers; pass tensors that fit"
!g = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>
func.func @ends(%x: tensor<64x256xf32>, %n: tensor<?xi32>, %table: tensor<?x8xf32>, %ends: tensor<4xi32>) -> (tensor<64x256xf32>, tensor<64x8xf32>) {
  %0 = lowp.quantize %x numerics <torchao> ends(%n : tensor<?xi32>) : tensor<64x256xf32> -> !g
  %1 = lowp.dequantize %0 ends(%n : tensor<?xi32>) : !g -> tensor<64x256xf32>
  %2 = lowp.repeat_rows %table ends(%ends : tensor<4xi32>) : tensor<?x8xf32> -> tensor<64x8xf32>
  return %1, %2 : tensor<64x256xf32>, tensor<64x8xf32>
}

// The type of a result may know more than that of the input.
// CHECK-LABEL: func.func @inputs(
// CHECK:         cf.assert %{{.*}}, "lowp.quantize: expected an input of 64 in dimension 0, as the type of the result says, got another size; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.dequantize: expected an input of 9 in dimension 1, as the type of the result says, got another size; pass tensors that fit"
// CHECK:         cf.assert %{{.*}}, "lowp.order_rows: expected an input of 7 in dimension 0, as the type of the result says, got another size; pass tensors that fit"
// CHECK-NOT:     cf.assert
// CHECK:         return
!q = !lowp.scaled<64x?xf8E4M3FN, #lowp.rowwise>
func.func @inputs(%x: tensor<?x?xf32>, %ids: tensor<?xi32>) -> (tensor<64x9xf32>, tensor<7xi32>, tensor<?xi32>) {
  %0 = lowp.quantize %x numerics <torchao> : tensor<?x?xf32> -> !q
  %1 = lowp.dequantize %0 : !q -> tensor<64x9xf32>
  %2:3 = lowp.order_rows %ids : tensor<?xi32> -> tensor<7xi32>, tensor<?xi32>, tensor<2xi32>
  return %1, %2#0, %2#1 : tensor<64x9xf32>, tensor<7xi32>, tensor<?xi32>
}

// As many as there are ends have no number to compare.
// CHECK-LABEL: func.func @any_ends(
// CHECK-NOT:     cf.assert
// CHECK:         return
!u = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <?, axis = 1>>
func.func @any_ends(%x: tensor<64x256xf32>, %n: tensor<?xi32>) -> tensor<64x256xf32> {
  %0 = lowp.quantize %x numerics <torchao> ends(%n : tensor<?xi32>) : tensor<64x256xf32> -> !u
  %1 = lowp.dequantize %0 ends(%n : tensor<?xi32>) : !u -> tensor<64x256xf32>
  return %1 : tensor<64x256xf32>
}

// Elements are computed in kernels, which cannot fail.
// RUN: lowp-opt %s --pass-pipeline="builtin.module(lowp-insert-checks{only=check-shapes check-bodies})" | FileCheck %s --check-prefix=BODIES
// CHECK-LABEL: func.func @gather(
// CHECK-NOT:     cf.assert
// CHECK:         return
// BODIES-LABEL: func.func @gather(
// BODIES:         linalg.generic
// BODIES:           cf.assert %{{.*}}, "tensor.extract: expected sizes and indices within bounds, got: out-of-bounds access"
// BODIES:           tensor.extract
func.func @gather(%i: tensor<4xindex>, %x: tensor<?xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%i : tensor<4xindex>) outs(%o : tensor<4xf32>) {
  ^bb0(%index: index, %out: f32):
    %e = tensor.extract %x[%index] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK-SAME:    %[[U:.*]]: tensor<?x?xf32>, %[[P:.*]]: tensor<?xi64>, %[[X:.*]]: tensor<32x?xf32>)
// CHECK-DAG:     cf.assert %{{.*}}, "lowp.scatter: expected an index for each update, got another number; pass tensors that fit"
// CHECK-DAG:     cf.assert %{{.*}}, "lowp.scatter: expected updates as long as the destination in dimension 1, got another size; pass tensors that fit"
// CHECK:         lowp.scatter
func.func @scatter(%u: tensor<?x?xf32>, %p: tensor<?xi64>, %x: tensor<32x?xf32>) -> tensor<32x?xf32> {
  %0 = lowp.scatter ins(%u, %p : tensor<?x?xf32>, tensor<?xi64>) outs(%x : tensor<32x?xf32>) dimensions [0] {
  ^bb0(%a: f32, %b: f32):
    lowp.scatter_yield %a : f32
  } -> tensor<32x?xf32>
  return %0 : tensor<32x?xf32>
}
