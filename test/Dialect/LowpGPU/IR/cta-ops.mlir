// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic | lowp-opt | FileCheck %s

// CHECK-LABEL: @ops
func.func @ops(%x: memref<?x512xbf16>, %s: memref<4x?xf32>, %i: index, %j: index,
               %m: index, %n: index, %f: f32) {
  // CHECK: lowp_gpu.cta_load %{{.*}}[] [%{{.*}}, %{{.*}}] of(%{{.*}}, %{{.*}}) map #{{.*}} {aligned}
  %0 = lowp_gpu.cta_load %x[][%i, %j] of(%m, %n) map affine_map<(d0, d1) -> (d0, d1)> {aligned}
    : memref<?x512xbf16> -> vector<128x128xbf16>
  // CHECK: lowp_gpu.cta_reduce <maximumf> %{{.*}} : vector<128x128xbf16> -> vector<128x1xbf16>
  %1 = lowp_gpu.cta_reduce <maximumf> %0 : vector<128x128xbf16> -> vector<128x1xbf16>
  // CHECK: lowp_gpu.cta_reduce <addf> %{{.*}} columns(%{{.*}})
  %2 = lowp_gpu.cta_reduce <addf> %0 columns(%n) : vector<128x128xbf16> -> vector<128x1xbf16>
  // CHECK: lowp_gpu.cta_map(%{{.*}}, %{{.*}})
  %3 = lowp_gpu.cta_map(%1, %f) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %p = arith.mulf %w, %b : f32
    lowp_gpu.yield %p : f32
  } : (vector<128x1xbf16>, f32) -> vector<128x1xf32>
  // CHECK: lowp_gpu.cta_index 0 at[%{{.*}}, %{{.*}}] of(%{{.*}}, %{{.*}}) {rows_overhang} : vector<128x1xindex>
  %rows = lowp_gpu.cta_index 0 at[%i, %j] of(%m, %n) {rows_overhang} : vector<128x1xindex>
  // CHECK: lowp_gpu.cta_index 2 at[%{{.*}}, %{{.*}}] of(%{{.*}}, %{{.*}}) row_sizes(%{{.*}}) : vector<128x128xindex>
  %columns = lowp_gpu.cta_index 2 at[%i, %j] of(%m, %n) row_sizes(%i) : vector<128x128xindex>
  // CHECK: lowp_gpu.divide %{{.*}}, %{{.*}} by %{{.*}} : f32
  %one = arith.constant 1.0 : f32
  %quotient = lowp_gpu.divide %one, %one by %one : f32
  // CHECK: lowp_gpu.cta_broadcast %{{.*}} : vector<128x1xf32> -> vector<128x128xf32>
  %4 = lowp_gpu.cta_broadcast %3 : vector<128x1xf32> -> vector<128x128xf32>
  // CHECK: lowp_gpu.cta_store %{{.*}} to %{{.*}}[] [%{{.*}}, %{{.*}}] of(%{{.*}}, %{{.*}}) padded(%{{.*}}, %{{.*}}) with 0.000000e+00 : f32 map #{{.*}}
  lowp_gpu.cta_store %3 to %s[][%i, %j] of(%m, %n) padded(%m, %n) with 0.0 : f32
    map affine_map<(d0, d1) -> (d1 floordiv 128, d0)> : vector<128x1xf32> to memref<4x?xf32>
  return
}

// Rows of padding begin a digit that they do not end: the last of 1024 is 102 * 10 + 3.
// CHECK-LABEL: @padded_digits
func.func @padded_digits(%x: memref<48x8xf32>, %v: vector<8x1xf32>, %i: index) {
  %c10 = arith.constant 10 : index
  %c48 = arith.constant 48 : index
  %c640 = arith.constant 640 : index
  %c1024 = arith.constant 1024 : index
  // CHECK: lowp_gpu.cta_store
  lowp_gpu.cta_store %v to %x[][%i, %i] of(%c640, %c48) row_sizes(%c10) padded(%c1024, %c48)
    with 0.0 : f32 map affine_map<(d0, d1, d2) -> (d2, (d0 * 10 + d1) floordiv 128)>
    : vector<8x1xf32> to memref<48x8xf32>
  return
}

// CHECK-LABEL: @attribute
// CHECK-SAME: #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>
func.func private @attribute() attributes {
  test.distribution = #lowp_gpu.distribution<rows = 8, vectors = 1 x 8, lanes = [2, 16], warps = [8, 1]>}
