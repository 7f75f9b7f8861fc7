// REQUIRES: ptxas
// RUN: lowp-compile %s --chip=sm_90a --emit=cubin -o %t.cubin --print-kernels 2>&1 | FileCheck %s

// Groups of K: the branch before a product leaves its sums in registers.

// CHECK:      kernel registers spills
// CHECK-COUNT-5: gemm_{{[^ ]*}} {{[0-9]+}} 0 {{[0-9]+}}

#lhs = affine_map<(b, m, n, k) -> (k, m)>
#rhs = affine_map<(b, m, n, k) -> (k, n)>
#out = affine_map<(b, m, n, k) -> (b, m, n)>

func.func @wide(%a: memref<?x1024xbf16>, %b: memref<?x2048xbf16>, %ends: memref<8xi32>, %d: memref<8x1024x2048xbf16>) {
  lowp.gemm lhs(%a : memref<?x1024xbf16>) rhs(%b : memref<?x2048xbf16>) groups(%ends : memref<8xi32>) outs(%d : memref<8x1024x2048xbf16>)
    {indexing_maps = [#lhs, #rhs, #out], lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 2, pdl = late>}
  return
}

func.func @accumulate(%a: memref<640x1024xf16>, %b: memref<640x2048xf16>, %ends: memref<?xi32>, %d: memref<?x1024x2048xf32>) {
  lowp.gemm lhs(%a : memref<640x1024xf16>) rhs(%b : memref<640x2048xf16>) groups(%ends : memref<?xi32>) outs(%d : memref<?x1024x2048xf32>)
    {indexing_maps = [#lhs, #rhs, #out], accumulate, lowp_gpu.config = #lowp_gpu.config<tile = [128, 192, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1>}
  return
}

func.func @low(%a: memref<?x64xbf16>, %b: memref<?x2048xbf16>, %ends: memref<8xi32>, %d: memref<8x64x2048xf32>) {
  lowp.gemm lhs(%a : memref<?x64xbf16>) rhs(%b : memref<?x2048xbf16>) groups(%ends : memref<8xi32>) outs(%d : memref<8x64x2048xf32>)
    {indexing_maps = [#lhs, #rhs, #out], lowp_gpu.config = #lowp_gpu.config<tile = [64, 256, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 1, epilogue_stages = 2>}
  return
}

// Rows that begin anywhere.
func.func @stored(%a: memref<?x64xbf16>, %b: memref<?x40xbf16>, %ends: memref<8xi32>, %d: memref<8x64x33xbf16>) {
  %c = memref.subview %b[0, 0] [7, 33] [1, 1] : memref<?x40xbf16> to memref<7x33xbf16, strided<[40, 1]>>
  %x = memref.subview %a[0, 0] [7, 64] [1, 1] : memref<?x64xbf16> to memref<7x64xbf16, strided<[64, 1]>>
  lowp.gemm lhs(%x : memref<7x64xbf16, strided<[64, 1]>>) rhs(%c : memref<7x33xbf16, strided<[40, 1]>>) groups(%ends : memref<8xi32>) outs(%d : memref<8x64x33xbf16>)
    {indexing_maps = [#lhs, #rhs, #out], lowp_gpu.config = #lowp_gpu.config<tile = [64, 64, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 1, epilogue_stages = 1>}
  return
}

func.func @overlapped(%a: memref<?x1024xbf16>, %b: memref<?x2048xbf16>, %ends: memref<8xi32>, %d: memref<8x1024x2048xbf16>) {
  lowp.gemm lhs(%a : memref<?x1024xbf16>) rhs(%b : memref<?x2048xbf16>) groups(%ends : memref<8xi32>) outs(%d : memref<8x1024x2048xbf16>)
    {indexing_maps = [#lhs, #rhs, #out], lowp_gpu.config = #lowp_gpu.config<tile = [128, 256, 64], cluster = [1, 1], stages = 4, unroll = 1, group_m = 16, epilogue_stages = 1, overlap_store, pdl = late>}
  return
}
