// Nothing runs on after a check of the call has failed: sizes that cannot be
// would divide by zero.
// REQUIRES: cc
// RUN: mkdir -p %t
// RUN: env LOWP_PTXAS= lowp-compile %s --chip=sm_90a --expected-m=64 -o %t/libhostile.so --header=%t/hostile.h
// RUN: cc -Wall -Wextra -Werror -I%lowp_source_dir/include -I%t \
// RUN:   %S/Inputs/hostile.c -o %t/hostile %t/libhostile.so
// RUN: %t/hostile | FileCheck %s

// CHECK:      linear LOWP_OK:
// CHECK-NEXT: linear LOWP_ERROR_INVALID_ARGUMENT: argument 0 of 'linear': expected dimension 0 to be 0 or more, got a negative size
// CHECK-NEXT: linear LOWP_ERROR_INVALID_ARGUMENT: argument 0 of 'linear': expected dimension 0 to be 0 or more, got a negative size
// CHECK-NEXT: linear LOWP_ERROR_INVALID_ARGUMENT: result 0 of 'linear': expected
// CHECK-NEXT: linear LOWP_ERROR_INVALID_ARGUMENT: argument 0 of 'linear': expected at most 2^48 elements, got more
// CHECK-NEXT: linear LOWP_ERROR_INVALID_ARGUMENT: 'linear': gemm: expected M of at most 2147483647; divide the matmul
// CHECK-NEXT: product LOWP_OK:
// CHECK-NEXT: product LOWP_ERROR_INVALID_ARGUMENT: argument 2 of 'product': expected at most 2^48 elements, got more
// CHECK-NEXT: product LOWP_ERROR_INVALID_ARGUMENT: 'product': gemm: expected M of at most 2147483647; divide the matmul
// CHECK-NEXT: product LOWP_ERROR_INVALID_ARGUMENT: argument 0 of 'product': expected dimension 0 to be 0 or more, got a negative size
// CHECK-NEXT: twice LOWP_OK:
// CHECK-NEXT: twice LOWP_ERROR_INVALID_ARGUMENT: 'twice': expected tensors that twice_{{.*}} can divide into at most 2147483647 blocks, got larger ones

#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#y = affine_map<(m, n, k) -> (m, n)>

func.func @linear(%x: tensor<?x512xbf16>, %w: tensor<256x512xbf16>) -> tensor<?x256xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x512xbf16>
  %empty = tensor.empty(%m) : tensor<?x256xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y]
      {lowp.recipe = #lowp.matmul_recipe<block_1x128_128x128>}
      ins(%x, %w : tensor<?x512xbf16>, tensor<256x512xbf16>)
      outs(%init : tensor<?x256xbf16>) -> tensor<?x256xbf16>
  return %y : tensor<?x256xbf16>
}

func.func @product(%x: tensor<?x512xbf16>, %w: tensor<?x512xbf16>) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : bf16
  %m = tensor.dim %x, %c0 : tensor<?x512xbf16>
  %n = tensor.dim %w, %c0 : tensor<?x512xbf16>
  %empty = tensor.empty(%m, %n) : tensor<?x?xbf16>
  %init = linalg.fill ins(%zero : bf16) outs(%empty : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  %y = linalg.matmul indexing_maps = [#x, #w, #y]
      ins(%x, %w : tensor<?x512xbf16>, tensor<?x512xbf16>)
      outs(%init : tensor<?x?xbf16>) -> tensor<?x?xbf16>
  return %y : tensor<?x?xbf16>
}

func.func @twice(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %y = arith.addf %x, %x : tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}
