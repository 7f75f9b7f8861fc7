// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// CHECK-DAG: #[[FIRST_OF_FIRST:.*]] = affine_map<(d0, d1) -> (d0, d1, 0)>
// CHECK-DAG: #[[SECOND_OF_FIRST:.*]] = affine_map<(d0, d1) -> (d0, d1 + 32, 0)>
// CHECK-DAG: #[[FIRST_OF_SECOND:.*]] = affine_map<(d0, d1) -> (d0, d1, 1)>
// CHECK-DAG: #[[SECOND_OF_SECOND:.*]] = affine_map<(d0, d1) -> (d0, d1 + 32, 1)>

// The scale is computed once per block, from a reduction over the tile; the data
// need it for each element.
// CHECK-LABEL: func.func @blocks(
// CHECK: gpu.launch
// CHECK: %[[X:.*]] = lowp_gpu.cta_load
// CHECK-SAME: {aligned}
// CHECK: %[[ABS:.*]] = lowp_gpu.cta_map(%[[X]])
// CHECK: math.absf
// CHECK: %[[AMAX:.*]] = lowp_gpu.cta_reduce <maximumf> %[[ABS]] : vector<128x128xbf16> -> vector<128x1xbf16>
// CHECK: %[[SCALE:.*]]:2 = lowp_gpu.cta_map(%[[AMAX]])
// CHECK: arith.divf
// CHECK: lowp_gpu.cta_store %[[SCALE]]#1 to %{{.*}} : vector<128x1xf32> to memref<256x4xf32>
// CHECK: %[[ENCODE:.*]] = lowp_gpu.cta_broadcast %[[SCALE]]#0 : vector<128x1xf32> -> vector<128x128xf32>
// CHECK: %[[DATA:.*]] = lowp_gpu.cta_map(%[[X]], %[[ENCODE]])
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
// CHECK: lowp_gpu.cta_store %[[DATA]]
// CHECK: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>
func.func @blocks(%x: memref<256x512xbf16>, %d: memref<256x512xf8E4M3FN>, %s: memref<256x4xf32>) {
  lowp.launch_fusion @fusions::@blocks ins(%x : memref<256x512xbf16>)
    outs(%d, %s : memref<256x512xf8E4M3FN>, memref<256x4xf32>)
  return
}

// A row is in the registers of a CTA where it is reduced.
// CHECK-LABEL: func.func @rows(
// CHECK: %[[X:.*]] = lowp_gpu.cta_load {{.*}} -> vector<4x2048xf32>
// CHECK: %[[E:.*]] = lowp_gpu.cta_map(%[[X]])
// CHECK: arith.mulf
// CHECK: lowp_gpu.cta_reduce <addf> %[[E]] columns(%{{.*}}) : vector<4x2048xf32> -> vector<4x1xf32>
// CHECK: lowp_gpu.cta_store
// CHECK: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 1, vectors = 8 x 8, lanes = [1, 32], warps = [4, 1]>
func.func @rows(%x: memref<?x2048xf32>, %y: memref<?xf32>) {
  lowp.launch_fusion @fusions::@rows ins(%x : memref<?x2048xf32>) outs(%y : memref<?xf32>)
  return
}

// Rows of unknown length: a kernel for short ones, for longer ones, for what a CTA has room
// for, and one that reads the row twice.
// CHECK-LABEL: func.func @unknown_rows(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[SHORT:.*]] = arith.cmpi ule, %[[N]], %c256
// CHECK: scf.if %[[SHORT]]
// CHECK: lowp_gpu.cta_reduce <addf> {{.*}} : vector<4x256xf32> -> vector<4x1xf32>
// CHECK: arith.cmpi ule, %{{.*}}, %c2048
// CHECK: lowp_gpu.cta_reduce <addf> {{.*}} : vector<2x2048xf32> -> vector<2x1xf32>
// CHECK: arith.cmpi ule, %{{.*}}, %c8192
// CHECK: lowp_gpu.cta_reduce <addf> {{.*}} : vector<1x8192xf32> -> vector<1x1xf32>
// CHECK: %[[SUM:.*]] = scf.for %[[COLUMN:.*]] = %c0{{.*}} to %{{.*}} step %c8192{{.*}} iter_args(%[[SO_FAR:.*]] = %{{.*}}) -> (vector<1x1xf32>)
// CHECK: lowp_gpu.cta_load %{{.*}}[] [%{{.*}}, %[[COLUMN]]]
// CHECK: %[[REST:.*]] = arith.subi %{{.*}}, %[[COLUMN]]
// CHECK: %[[PART:.*]] = lowp_gpu.cta_reduce <addf> %{{.*}} columns(%[[REST]])
// CHECK: %[[NEXT:.*]] = lowp_gpu.cta_map(%[[SO_FAR]], %[[PART]])
// CHECK: scf.yield %[[NEXT]]
// CHECK: scf.for
// CHECK: lowp_gpu.cta_broadcast %[[SUM]]
// CHECK: lowp_gpu.cta_store
func.func @unknown_rows(%x: memref<?x?xf32>, %y: memref<?x?xf32>) {
  lowp.launch_fusion @fusions::@unknown_rows ins(%x : memref<?x?xf32>) outs(%y : memref<?x?xf32>)
  return
}

// One reciprocal for each row, where it is a normal number, and no other division.
// CHECK-LABEL: func.func @divided(
// CHECK: %[[D:.*]] = lowp_gpu.cta_load {{.*}} -> vector<64x1xf32>
// CHECK: %[[R:.*]] = lowp_gpu.cta_map(%[[D]])
// CHECK: math.absf
// CHECK: arith.divf %{{.*}}, %{{.*}} : f32
// CHECK: arith.select
// CHECK-DAG: %[[DS:.*]] = lowp_gpu.cta_broadcast %[[D]]
// CHECK-DAG: %[[RS:.*]] = lowp_gpu.cta_broadcast %[[R]]
// CHECK: lowp_gpu.cta_map(%{{.*}}, %[[DS]], %{{.*}}, %[[RS]])
// CHECK-NEXT: ^bb0(%[[X:[^:]*]]: f32, %[[ROW:[^:]*]]: f32, %{{[^:]*}}: f32, %[[BY:[^:]*]]: f32):
// CHECK-NEXT: lowp_gpu.divide %[[X]], %[[ROW]] by %[[BY]] : f32
// CHECK-NOT: arith.divf
func.func @divided(%x: memref<256x512xf32>, %d: memref<256xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@divided ins(%x, %d : memref<256x512xf32>, memref<256xf32>)
    outs(%y : memref<256x512xf32>)
  return
}

// Divisors of elements, and a division that may be approximated.
// CHECK-LABEL: func.func @not_divided(
// CHECK-NOT: lowp_gpu.divide
// CHECK: arith.divf %{{.*}}, %{{.*}} fastmath<arcp>
// CHECK: arith.divf
// CHECK-NOT: lowp_gpu.divide
func.func @not_divided(%x: memref<256x512xf32>, %d: memref<256xf32>, %y: memref<256x512xf32>) {
  lowp.launch_fusion @fusions::@not_divided ins(%x, %d : memref<256x512xf32>, memref<256xf32>)
    outs(%y : memref<256x512xf32>)
  return
}

// What pairs have first and second, each of two parts: each part is stored where it lies in the whole. The lanes of a warp have
// neighbours each, which leave no gaps between them.
// CHECK-LABEL: func.func @parts_of_parts(
// CHECK-SAME:    %[[X:[^:]*]]: memref<64x32xbf16>, %[[Y:[^:]*]]: memref<64x32xbf16>, %[[OUT:[^:]*]]: memref<64x64x2xbf16>)
// CHECK-DAG: %[[A:.*]] = lowp_gpu.cta_load %[[X]]
// CHECK-DAG: %[[B:.*]] = lowp_gpu.cta_load %[[Y]]
// CHECK: lowp_gpu.cta_store %[[A]] to %[[OUT]]{{.*}} map #[[FIRST_OF_FIRST]]
// CHECK: lowp_gpu.cta_store %[[B]] to %[[OUT]]{{.*}} map #[[SECOND_OF_FIRST]]
// CHECK: lowp_gpu.cta_store %[[B]] to %[[OUT]]{{.*}} map #[[FIRST_OF_SECOND]]
// CHECK: lowp_gpu.cta_store %[[A]] to %[[OUT]]{{.*}} map #[[SECOND_OF_SECOND]]
// CHECK: lowp_gpu.distribution = #lowp_gpu.distribution<rows = 4, vectors = 4 x 1, lanes = [4, 8], warps = [4, 1]>
func.func @parts_of_parts(%x: memref<64x32xbf16>, %y: memref<64x32xbf16>, %z: memref<64x64x2xbf16>) {
  lowp.launch_fusion @fusions::@parts_of_parts ins(%x, %y : memref<64x32xbf16>, memref<64x32xbf16>) outs(%z : memref<64x64x2xbf16>)
  return
}

// CHECK-NOT: module @fusions
module @fusions {
  func.func @parts_of_parts(%x: tensor<64x32xbf16>, %y: tensor<64x32xbf16>) -> tensor<64x64x2xbf16> {
    %x1 = tensor.expand_shape %x [[0], [1, 2]] output_shape [64, 32, 1] : tensor<64x32xbf16> into tensor<64x32x1xbf16>
    %y1 = tensor.expand_shape %y [[0], [1, 2]] output_shape [64, 32, 1] : tensor<64x32xbf16> into tensor<64x32x1xbf16>
    %first = tensor.concat dim(1) %x1, %y1 : (tensor<64x32x1xbf16>, tensor<64x32x1xbf16>) -> tensor<64x64x1xbf16>
    %second = tensor.concat dim(1) %y1, %x1 : (tensor<64x32x1xbf16>, tensor<64x32x1xbf16>) -> tensor<64x64x1xbf16>
    %z = tensor.concat dim(2) %first, %second : (tensor<64x64x1xbf16>, tensor<64x64x1xbf16>) -> tensor<64x64x2xbf16>
    return %z : tensor<64x64x2xbf16>
  }
  func.func @blocks(%x: tensor<256x512xbf16>) -> (tensor<256x512xf8E4M3FN>, tensor<256x4xf32>) {
    %q = lowp.quantize %x numerics <torchao> : tensor<256x512xbf16>
      -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>
    %d, %s = lowp.split_scaled %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.block_1x128>
    return %d, %s : tensor<256x512xf8E4M3FN>, tensor<256x4xf32>
  }
  func.func @rows(%x: tensor<?x2048xf32>) -> tensor<?xf32> {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %m = tensor.dim %x, %c0 : tensor<?x2048xf32>
    %e = tensor.empty(%m) : tensor<?xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %sum = linalg.reduce ins(%x : tensor<?x2048xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
      (%a: f32, %b: f32) {
        %s = arith.mulf %a, %a : f32
        %c = arith.addf %s, %b : f32
        linalg.yield %c : f32
      }
    return %sum : tensor<?xf32>
  }
  func.func @unknown_rows(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = tensor.dim %x, %c0 : tensor<?x?xf32>
    %n = tensor.dim %x, %c1 : tensor<?x?xf32>
    %e = tensor.empty(%m) : tensor<?xf32>
    %init = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %sum = linalg.reduce ins(%x : tensor<?x?xf32>) outs(%init : tensor<?xf32>) dimensions = [1]
      (%a: f32, %b: f32) {
        %c = arith.addf %a, %b : f32
        linalg.yield %c : f32
      }
    %out = tensor.empty(%m, %n) : tensor<?x?xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>,
                                          affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x, %sum : tensor<?x?xf32>, tensor<?xf32>) outs(%out : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32, %old: f32):
      %c = arith.divf %a, %b : f32
      linalg.yield %c : f32
    } -> tensor<?x?xf32>
    return %y : tensor<?x?xf32>
  }
  func.func @divided(%x: tensor<256x512xf32>, %d: tensor<256xf32>) -> tensor<256x512xf32> {
    %e = tensor.empty() : tensor<256x512xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>,
                                          affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x, %d : tensor<256x512xf32>, tensor<256xf32>) outs(%e : tensor<256x512xf32>) {
    ^bb0(%a: f32, %b: f32, %old: f32):
      %c = arith.divf %a, %b : f32
      linalg.yield %c : f32
    } -> tensor<256x512xf32>
    return %y : tensor<256x512xf32>
  }
  func.func @not_divided(%x: tensor<256x512xf32>, %d: tensor<256xf32>) -> tensor<256x512xf32> {
    %e = tensor.empty() : tensor<256x512xf32>
    %y = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m)>,
                                          affine_map<(m, n) -> (m, n)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%x, %d : tensor<256x512xf32>, tensor<256xf32>) outs(%e : tensor<256x512xf32>) {
    ^bb0(%a: f32, %b: f32, %old: f32):
      %q = arith.divf %a, %b fastmath<arcp> : f32
      %c = arith.divf %b, %q : f32
      linalg.yield %c : f32
    } -> tensor<256x512xf32>
    return %y : tensor<256x512xf32>
  }
}
