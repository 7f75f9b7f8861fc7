// RUN: lowp-opt %s --convert-fusions-to-gpu | FileCheck %s

// What a fusion reads is a number where all elements are the same: it becomes
// elements where an operation takes a tile.

// CHECK-LABEL: func.func @fill(
// CHECK: gpu.launch
// CHECK: %[[TILE:.*]] = lowp_gpu.cta_map(%{{.*}}) {
// CHECK: } : (f32) -> vector<[[M:[0-9]+]]x[[N:[0-9]+]]xf32>
// CHECK: %[[MAGNITUDE:.*]] = lowp_gpu.cta_map(%[[TILE]]) {
// CHECK: lowp_gpu.cta_reduce <maximumf> %[[MAGNITUDE]] : vector<[[M]]x[[N]]xf32>
func.func @fill(%number: f32, %d: memref<64x256xf8E4M3FN>, %s: memref<64x2xf32>) {
  lowp.launch_fusion @fusions::@fill ins(%number : f32) outs(%d, %s : memref<64x256xf8E4M3FN>, memref<64x2xf32>)
  return
}

// An entry for each block, not one for the tile.
// CHECK-LABEL: func.func @scales(
// CHECK: gpu.launch
// CHECK: %[[SCALES:.*]] = lowp_gpu.cta_map(%{{.*}}) {
// CHECK: } : (f32) -> vector<[[ROWS:[0-9]+]]x1xf32>
// CHECK: lowp_gpu.cta_store %[[SCALES]] to %{{.*}} : vector<[[ROWS]]x1xf32> to memref<?x1xf32>
// CHECK: scf.if
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : memref<?x1xf32>)
// CHECK: linalg.yield %{{.*}} : f32
func.func @scales(%x: memref<?x?xbf16>, %number: f32, %m: index, %d: memref<?x?xf8E4M3FN>, %s: memref<?x1xf32>) {
  lowp.launch_fusion @fusions::@scales ins(%x, %number, %m : memref<?x?xbf16>, f32, index)
    outs(%d, %s : memref<?x?xf8E4M3FN>, memref<?x1xf32>)
  return
}

// A body may give a number of the fusion, or combine with it; memory that nobody has written has any.
// CHECK-LABEL: func.func @bodies(
// CHECK: %[[CST:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: %[[ELEMENTS:.*]] = lowp_gpu.cta_map{{ ?}}(
// CHECK: lowp_gpu.yield %[[CST]] : f32
// CHECK: lowp_gpu.cta_reduce <addf> %[[ELEMENTS]]
func.func @bodies(%y: memref<64xf32>, %z: memref<64x128xf32>) {
  lowp.launch_fusion @fusions::@bodies outs(%y, %z : memref<64xf32>, memref<64x128xf32>)
  return
}

// Lanes exchange words: what is smaller than 16 bits is reduced in f32.
// CHECK-LABEL: func.func @small(
// CHECK: arith.extf %{{.*}} : f6E2M3FN to f32
// CHECK: lowp_gpu.cta_reduce <maximumf> %{{.*}} : vector<{{.*}}xf32> -> vector<{{.*}}x1xf32>
// CHECK: arith.truncf %{{.*}} : f32 to f6E2M3FN
func.func @small(%x: memref<64x128xf32>, %y: memref<64xf6E2M3FN>) {
  lowp.launch_fusion @fusions::@small ins(%x : memref<64x128xf32>) outs(%y : memref<64xf6E2M3FN>)
  return
}

#whole = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
module @fusions {
  func.func @small(%x: tensor<64x128xf32>) -> tensor<64xf6E2M3FN> {
    %e = tensor.empty() : tensor<64xf6E2M3FN>
    %zero = arith.constant 0.0 : f6E2M3FN
    %init = linalg.fill ins(%zero : f6E2M3FN) outs(%e : tensor<64xf6E2M3FN>) -> tensor<64xf6E2M3FN>
    %y = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x128xf32>) outs(%init : tensor<64xf6E2M3FN>) {
    ^bb0(%a: f32, %s: f6E2M3FN):
      %b = arith.truncf %a : f32 to f6E2M3FN
      %m = arith.maximumf %s, %b : f6E2M3FN
      linalg.yield %m : f6E2M3FN
    } -> tensor<64xf6E2M3FN>
    return %y : tensor<64xf6E2M3FN>
  }
  func.func @fill(%number: f32) -> (tensor<64x256xf8E4M3FN>, tensor<64x2xf32>) {
    %e = tensor.empty() : tensor<64x256xf32>
    %x = linalg.fill ins(%number : f32) outs(%e : tensor<64x256xf32>) -> tensor<64x256xf32>
    %q = lowp.quantize %x numerics <torchao> : tensor<64x256xf32> -> !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    %d, %s = lowp.split_scaled %q : !lowp.scaled<64x256xf8E4M3FN, #lowp.block<1x128>>
    return %d, %s : tensor<64x256xf8E4M3FN>, tensor<64x2xf32>
  }
  func.func @scales(%x: tensor<?x?xbf16>, %number: f32, %m: index) -> (tensor<?x?xf8E4M3FN>, tensor<?x1xf32>) {
    %e = tensor.empty(%m) : tensor<?x1xf32>
    %given = linalg.fill ins(%number : f32) outs(%e : tensor<?x1xf32>) -> tensor<?x1xf32>
    %q = lowp.quantize %x numerics <torchao> scales(%given, %given : tensor<?x1xf32>, tensor<?x1xf32>)
      : tensor<?x?xbf16> -> !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise>
    %d, %s = lowp.split_scaled %q : !lowp.scaled<?x?xf8E4M3FN, #lowp.rowwise>
    return %d, %s : tensor<?x?xf8E4M3FN>, tensor<?x1xf32>
  }
  func.func @bodies() -> (tensor<64xf32>, tensor<64x128xf32>) {
    %two = arith.constant 2.0 : f32
    %e = tensor.empty() : tensor<64xf32>
    %x = tensor.empty() : tensor<64x128xf32>
    %init = linalg.fill ins(%two : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %y = linalg.generic {indexing_maps = [#whole, #row], iterator_types = ["parallel", "reduction"]}
        ins(%x : tensor<64x128xf32>) outs(%init : tensor<64xf32>) {
    ^bb0(%a: f32, %old: f32):
      %sum = arith.addf %two, %old : f32
      linalg.yield %sum : f32
    } -> tensor<64xf32>
    %z = linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<64x128xf32>) outs(%x : tensor<64x128xf32>) {
    ^bb0(%a: f32, %old: f32):
      linalg.yield %two : f32
    } -> tensor<64x128xf32>
    return %y, %z : tensor<64xf32>, tensor<64x128xf32>
  }
}
