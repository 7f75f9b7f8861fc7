// Gemms that add up nothing: zeros, what the epilogue makes of them, or what was there.
// RUN: lowp-opt %s --split-input-file --lowp-select-kernel-config --convert-lowp-to-lowp-gpu | FileCheck %s

!a = !lowp.scaled<64x0xf8E4M3FN, #lowp.rowwise>
!b = !lowp.scaled<256x0xf8E4M3FN, #lowp.rowwise>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @zeros(
  // CHECK-SAME:    %[[D:[a-z0-9]*]]: memref<64x256xbf16>)
  // CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
  // CHECK-NEXT:    linalg.fill ins(%[[ZERO]] : bf16) outs(%[[D]] : memref<64x256xbf16>)
  // CHECK-NEXT:    return
  func.func @zeros(%a: memref<64x0xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x0xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xbf16>) {
    lowp.gemm lhs(%a, %sa : memref<64x0xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x0xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xbf16>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation}
    return
  }

  // CHECK-LABEL: func.func @accumulates(
  // CHECK-NEXT:    return
  func.func @accumulates(%a: memref<64x0xf8E4M3FN>, %sa: memref<64x1xf32>, %b: memref<256x0xf8E4M3FN>, %sb: memref<256x1xf32>, %d: memref<64x256xf32>) {
    lowp.gemm lhs(%a, %sa : memref<64x0xf8E4M3FN>, memref<64x1xf32>) rhs(%b, %sb : memref<256x0xf8E4M3FN>, memref<256x1xf32>) outs(%d : memref<64x256xf32>)
      {lhs_type = !a, rhs_type = !b, fast_accumulation, accumulate}
    return
  }
}

// -----

// An input that two rows of the batch share, of a batch in two dimensions of the result.
#bmk = affine_map<(b, m, n, k) -> (b, m, k)>
#bnk = affine_map<(b, m, n, k) -> (b, n, k)>
#bmn = affine_map<(b, m, n, k) -> (b floordiv 2, b mod 2, m, n)>
// CHECK-DAG: #[[N:.*]] = affine_map<(d0, d1, d2, d3) -> (d3)>
// CHECK-DAG: #[[BMN:.*]] = affine_map<(d0, d1, d2, d3) -> (d0 * 2 + d1, d2, d3)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @epilogue(
  // CHECK:         linalg.generic {indexing_maps = [#[[N]], #[[BMN]], #[[ID]]]
  // CHECK-NEXT:    ^bb0(%[[BIAS:.*]]: f32, %[[R:.*]]: f32, %{{.*}}: f32):
  // CHECK:           %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[ZERO]], %[[BIAS]]
  // CHECK-NEXT:      %[[OUT:.*]] = arith.mulf %[[SUM]], %[[R]]
  // CHECK-NEXT:      linalg.yield %[[OUT]]
  // CHECK-NOT:     lowp
  // CHECK:         return
  func.func @epilogue(%a: memref<6x64x0xbf16>, %b: memref<6x32x0xbf16>, %bias: memref<32xf32>, %r: memref<6x64x32xf32>, %d: memref<3x2x64x32xf32>) {
    lowp.gemm lhs(%a : memref<6x64x0xbf16>) rhs(%b : memref<6x32x0xbf16>) ins(%bias, %r : memref<32xf32>, memref<6x64x32xf32>) outs(%d : memref<3x2x64x32xf32>)
      {indexing_maps = [#bmk, #bnk, #bmn], input_maps = [affine_map<(b, m, n) -> (n)>, affine_map<(b, m, n) -> (b, m, n)>]} epilogue {
    ^bb0(%x: f32, %p: f32, %q: f32):
      %0 = arith.addf %x, %p : f32
      %1 = arith.mulf %0, %q : f32
      lowp.epilogue_yield %1 : f32
    }
    return
  }
}

// -----

// Where K is unknown, the call decides.
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @unknown(
  // CHECK:         cf.assert {{.*}}of at most 2147483647; compile with a static K"
  // CHECK:         %[[EMPTY:[0-9]*]] = arith.cmpi eq, %{{.*}}, %c0_i32{{.*}} : i32
  // CHECK-NEXT:    scf.if %[[EMPTY]] {
  // CHECK:           linalg.fill
  // CHECK:         } else {
  // CHECK:           lowp_gpu.encode_tensor_map
  // CHECK:           lowp_gpu.launch
  // CHECK:         }
  // CHECK-NEXT:    return
  func.func @unknown(%a: memref<64x?xbf16>, %b: memref<32x?xbf16>, %d: memref<64x32xf32>) {
    lowp.gemm lhs(%a : memref<64x?xbf16>) rhs(%b : memref<32x?xbf16>) outs(%d : memref<64x32xf32>) {indexing_maps = [#mk, #nk, #mn]}
    return
  }
}

// -----

// Where there is no result, nothing is launched, whatever the sums start from.
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @no_columns(
  // CHECK-NEXT:    return
  // CHECK-NOT:   gpu.module
  func.func @no_columns(%a: memref<8x4096xbf16>, %b: memref<4096x0xbf16>, %c: memref<8x0xbf16>, %d: memref<8x0xbf16>) {
    lowp.gemm lhs(%a : memref<8x4096xbf16>) rhs(%b : memref<4096x0xbf16>) ins(%c : memref<8x0xbf16>) outs(%d : memref<8x0xbf16>)
      {indexing_maps = [#mk, #kn, #mn], input_maps = [affine_map<(m, n) -> (m, n)>]} epilogue {
    ^bb0(%x: f32, %y: bf16):
      %0 = arith.extf %y : bf16 to f32
      %1 = arith.addf %x, %0 : f32
      %2 = arith.truncf %1 : f32 to bf16
      lowp.epilogue_yield %2 : bf16
    }
    return
  }
}

// -----

// Nor where an operand without rows says so, and the type of the result does not.
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
module attributes {lowp_gpu.chip = "sm_90a"} {
  // CHECK-LABEL: func.func @no_rows(
  // CHECK-NOT:   gpu.module
  // CHECK:         return
  func.func @no_rows(%a: memref<0x33xbf16>, %b: memref<64x33xbf16>, %d: memref<?x64xbf16>) {
    lowp.gemm lhs(%a : memref<0x33xbf16>) rhs(%b : memref<64x33xbf16>) outs(%d : memref<?x64xbf16>)
      {indexing_maps = [#mk, #nk, #mn]}
    return
  }
}
