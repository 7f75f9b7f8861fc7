// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations -split-input-file | FileCheck %s
// RUN: lowp-opt %s --lowp-form-fusions=only=group-operations -split-input-file --remark-policy=all --remarks-filter=lowp-form-fusions -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!mx = !lowp.scaled<64x256xf6E2M3FN, #lowp.mx<1x32>, packing = dense>

// Bytes of packed elements are an output like others.
// CHECK-LABEL: func.func @packed(
// CHECK: lowp.fusion {{.*}} outs(%{{.*}}, %{{.*}} : tensor<64x192xi8>, tensor<64x8xf8E8M0FNU>)
// CHECK: linalg.add
// CHECK: lowp.quantize
func.func @packed(%x: tensor<64x256xbf16>, %y: tensor<64x256xbf16>) -> !mx {
  %e = tensor.empty() : tensor<64x256xbf16>
  %s = linalg.add ins(%x, %y : tensor<64x256xbf16>, tensor<64x256xbf16>) outs(%e : tensor<64x256xbf16>) -> tensor<64x256xbf16>
  %q = lowp.quantize %s numerics <mx_rceil> : tensor<64x256xbf16> -> !mx
  return %q : !mx
}

// -----

!nv = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>

// The amax of blocks, their scales under the factor of the matrix, and the data: in one
// kernel, and without an output for the first two. The scale of the matrix passes by.
// CHECK-LABEL: func.func @two_levels(
// CHECK-SAME: %[[X:.*]]: tensor<64x256xbf16>, %[[G:.*]]: tensor<1xf32>
// CHECK: %[[Q:.*]]:2 = lowp.fusion ins(%{{.*}}) outs(%{{.*}}, %{{.*}} : tensor<64x128xi8>, tensor<64x16xf8E4M3FN>)
// CHECK: lowp.amax
// CHECK: lowp.compute_scale
// CHECK: lowp.quantize
// CHECK: lowp.make_scaled %[[Q]]#0, %[[Q]]#1, %[[G]]
func.func @two_levels(%x: tensor<64x256xbf16>, %g: tensor<1xf32>) -> !nv {
  %a = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<64x256xbf16> -> tensor<64x16xf32>
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN
    numerics <transformer_engine> : tensor<64x16xf32> -> tensor<64x16xf32>, tensor<64x16xf8E4M3FN>
  %q = lowp.quantize %x numerics <transformer_engine>
    scales(%e, %s, %g : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>) : tensor<64x256xbf16> -> !nv
  return %q : !nv
}

// -----

!nv = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>

// Others read the scales: they are tensors.
// CHECK-LABEL: func.func @shared(
// CHECK: lowp.fusion
// CHECK: lowp.amax
// CHECK: lowp.fusion_yield
// CHECK: lowp.compute_scale
// CHECK: return
func.func @shared(%x: tensor<64x256xbf16>, %g: tensor<1xf32>) -> (!nv, tensor<64x16xf32>) {
  %a = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<64x256xbf16> -> tensor<64x16xf32>
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN
    numerics <transformer_engine> : tensor<64x16xf32> -> tensor<64x16xf32>, tensor<64x16xf8E4M3FN>
  %q = lowp.quantize %x numerics <transformer_engine>
    scales(%e, %s, %g : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>) : tensor<64x256xbf16> -> !nv
  return %q, %e : !nv, tensor<64x16xf32>
}

// -----

!groups = !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>, groups = <4, axis = 1>>
!two = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
!mx = !lowp.scaled<64x?xf4E2M1FN, #lowp.mx<1x32>, packing = dense>

// REMARK-DAG: a quantize runs alone: its groups begin and end where numbers on the device say
// REMARK-DAG: a quantize runs alone: its scales of two levels begin with that of the whole matrix
// REMARK-DAG: a dequantize runs alone: its bytes, or tiles, do not tell how many elements a row has
// CHECK-LABEL: func.func @alone(
// CHECK-NOT: lowp.fusion
// CHECK: return
func.func @alone(%x: tensor<64x256xbf16>, %ends: tensor<4xi32>, %z: !mx)
    -> (!groups, !two, tensor<64x?xbf16>) {
  %g = lowp.quantize %x numerics <torchao> ends(%ends : tensor<4xi32>) : tensor<64x256xbf16> -> !groups
  %t = lowp.quantize %x numerics <transformer_engine> : tensor<64x256xbf16> -> !two
  %d = lowp.dequantize %z : !mx -> tensor<64x?xbf16>
  return %g, %t, %d : !groups, !two, tensor<64x?xbf16>
}

// -----

!turned = !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, order = [1, 0], packing = dense>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Rows that are reduced belong to several threads each, one row to a thread: elements of
// two rows do not meet.
// CHECK-LABEL: func.func @turned(
// CHECK: lowp.fusion
// CHECK: linalg.generic
// CHECK-NOT: lowp.quantize
// CHECK: lowp.fusion_yield
// CHECK: lowp.fusion
// CHECK: lowp.quantize
func.func @turned(%x: tensor<64x256xf32>) -> !turned {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<64xf32>
  %i = linalg.fill ins(%zero : f32) outs(%f : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
    ins(%x : tensor<64x256xf32>) outs(%i : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %o : f32
    linalg.yield %v : f32
  } -> tensor<64xf32>
  %e = tensor.empty() : tensor<64x256xf32>
  %y = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
    ins(%x, %s : tensor<64x256xf32>, tensor<64xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.subf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<64x256xf32>
  %q = lowp.quantize %y numerics <mx_rceil> : tensor<64x256xf32> -> !turned
  return %q : !turned
}

// -----

!unknown = !lowp.scaled<?x?xf6E2M3FN, #lowp.mx<1x32>, packing = dense>

// A row of whole groups is what the program makes sure of.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xbf16>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[REST:.*]] = arith.remui %[[N]], %c16
// CHECK: %[[WHOLE:.*]] = arith.cmpi eq, %[[REST]],
// CHECK: cf.assert %[[WHOLE]], "lowp: expected dimension 1 of {{.*}} to be a multiple of 16
// CHECK: lowp.fusion
// CHECK: lowp.quantize
func.func @unknown(%x: tensor<?x?xbf16>) -> !unknown {
  %q = lowp.quantize %x numerics <mx_rceil> : tensor<?x?xbf16> -> !unknown
  return %q : !unknown
}

// -----

!nv = !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>

// Bytes, scales and the scale of the matrix are inputs of what reads the values.
// CHECK-LABEL: func.func @decoded(
// CHECK: lowp.fusion ins(%data, %scales, %global_scale, %{{.*}} : tensor<?x128xi8>, tensor<?x16xf8E4M3FN>, tensor<1xf32>,
// CHECK: lowp.make_scaled
// CHECK: lowp.dequantize
// CHECK: linalg.add
// CHECK-NOT: lowp.fusion ins
func.func @decoded(%z: !nv, %x: tensor<?x256xbf16>, %e: tensor<?x256xbf16>) -> tensor<?x256xbf16> {
  %d = lowp.dequantize %z : !nv -> tensor<?x256xbf16>
  %s = linalg.add ins(%d, %x : tensor<?x256xbf16>, tensor<?x256xbf16>) outs(%e : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %s : tensor<?x256xbf16>
}

// -----

!mx = !lowp.scaled<64x256xf4E2M1FN, #lowp.mx<1x32>, packing = dense>

// Bytes that the kernel computes are in no memory that it could take elements out of.
// CHECK-LABEL: func.func @computed(
// CHECK: lowp.fusion
// CHECK: arith.xori
// CHECK: lowp.fusion_yield
// CHECK: lowp.fusion
// CHECK: lowp.dequantize
func.func @computed(%b: tensor<64x128xi8>, %s: tensor<64x8xf8E8M0FNU>) -> tensor<64x256xbf16> {
  %e = tensor.empty() : tensor<64x128xi8>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
    ins(%b : tensor<64x128xi8>) outs(%e : tensor<64x128xi8>) {
  ^bb0(%a: i8, %o: i8):
    %signs = arith.constant 0x88 : i8
    %v = arith.xori %a, %signs : i8
    linalg.yield %v : i8
  } -> tensor<64x128xi8>
  %q = lowp.make_scaled %t, %s : tensor<64x128xi8>, tensor<64x8xf8E8M0FNU> -> !mx
  %d = lowp.dequantize %q : !mx -> tensor<64x256xbf16>
  return %d : tensor<64x256xbf16>
}

// -----

!nv = !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>

// The scale of a matrix is computed where blocks have theirs, and written for who reads the value.
// CHECK-LABEL: func.func @global_scale(
// CHECK-SAME: %{{.*}}: tensor<?x256xbf16>, %[[A:.*]]: tensor<1x1xf32>
// CHECK: %[[PARTS:.*]]:3 = lowp.fusion ins(%[[A]], %{{.*}} : tensor<1x1xf32>, tensor<?x256xbf16>)
// CHECK: %[[G:.*]], %[[S:.*]] = lowp.compute_global_scale
// CHECK: lowp.compute_scale {{.*}} global(%[[G]] : tensor<1xf32>)
// CHECK: lowp.fusion_yield %[[S]], %{{.*}}, %{{.*}} : tensor<1xf32>,
// CHECK: lowp.make_scaled %[[PARTS]]#1, %[[PARTS]]#2, %[[PARTS]]#0 :
func.func @global_scale(%x: tensor<?x256xbf16>, %amax: tensor<1x1xf32>) -> !nv {
  %g, %gs = lowp.compute_global_scale %amax recipe #lowp.nvfp4<1x16> element f4E2M1FN
    numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  %a = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<?x256xbf16> -> tensor<?x16xf32>
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN
    numerics <transformer_engine> : tensor<?x16xf32> -> tensor<?x16xf32>, tensor<?x16xf8E4M3FN>
  %q = lowp.quantize %x numerics <transformer_engine>
    scales(%e, %s, %gs : tensor<?x16xf32>, tensor<?x16xf8E4M3FN>, tensor<1xf32>) : tensor<?x256xbf16> -> !nv
  return %q : !nv
}

// -----

!nv = !lowp.scaled<64x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>

// An amax that a kernel computes is there when its last tile has taken part.
// CHECK-LABEL: func.func @own_amax(
// CHECK: lowp.fusion
// CHECK: lowp.amax %{{[a-z0-9]*}} : tensor<64x256xbf16> -> tensor<1x1xf32>
// CHECK: lowp.fusion_yield
// CHECK: lowp.fusion
// CHECK: lowp.compute_global_scale
// CHECK: lowp.quantize
// CHECK-NOT: lowp.fusion ins
func.func @own_amax(%x: tensor<64x256xbf16>) -> !nv {
  %amax = lowp.amax %x : tensor<64x256xbf16> -> tensor<1x1xf32>
  %g, %gs = lowp.compute_global_scale %amax recipe #lowp.nvfp4<1x16> element f4E2M1FN
    numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
  %a = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<64x256xbf16> -> tensor<64x16xf32>
  %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN
    numerics <transformer_engine> : tensor<64x16xf32> -> tensor<64x16xf32>, tensor<64x16xf8E4M3FN>
  %q = lowp.quantize %x numerics <transformer_engine>
    scales(%e, %s, %gs : tensor<64x16xf32>, tensor<64x16xf8E4M3FN>, tensor<1xf32>) : tensor<64x256xbf16> -> !nv
  return %q : !nv
}
