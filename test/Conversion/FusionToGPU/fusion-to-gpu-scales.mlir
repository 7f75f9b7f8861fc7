// RUN: lowp-opt %s --convert-fusions-to-gpu --canonicalize | FileCheck %s

// CHECK-DAG: #[[BLOCKS:.*]] = affine_map<(d0, d1) -> (d0, d1 floordiv 128)>
// CHECK-DAG: #[[LOW_BYTE:.*]] = affine_map<(d0, d1) -> (d0, (d1 * 6) floordiv 8)>
// CHECK-DAG: #[[HIGH_BYTE:.*]] = affine_map<(d0, d1) -> (d0, (d1 * 6 + 5) floordiv 8)>
// CHECK-DAG: #[[SQUARES:.*]] = affine_map<(d0, d1) -> (d0 floordiv 128, d1 floordiv 128)>

// The tiles combine their maxima in memory.
// CHECK-LABEL: func.func @amax(
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<1x1xf32>
// CHECK: linalg.fill ins(%{{.*}} : f32) outs(%[[A]] : memref<1x1xf32>)
// CHECK: gpu.launch blocks({{.*}}) in (%{{.*}} = %c8, {{.*}} function(@amax_amax)
// CHECK: %[[TILE:.*]] = lowp_gpu.cta_reduce <maximumf> %{{.*}} : vector<128x128xbf16> -> vector<1x1xbf16>
// CHECK: %[[WIDE:.*]] = lowp_gpu.cta_map(%[[TILE]])
// CHECK: lowp_gpu.cta_store %[[WIDE]] to %[[A]]{{.*}} {aligned, atomic_max} : vector<1x1xf32> to memref<1x1xf32>
func.func @amax(%x: memref<256x512xbf16>, %a: memref<1x1xf32>) {
  lowp.launch_fusion @fusions::@amax ins(%x : memref<256x512xbf16>) outs(%a : memref<1x1xf32>)
  return
}

// An amax per block needs no other tile.
// CHECK-LABEL: func.func @amax_blocks(
// CHECK-NOT: linalg.fill
// CHECK: lowp_gpu.cta_store {{.*}} map #[[BLOCKS]] {aligned} : vector<128x1xf32> to memref<256x4xf32>
func.func @amax_blocks(%x: memref<256x512xbf16>, %a: memref<256x4xf32>) {
  lowp.launch_fusion @fusions::@amax_blocks ins(%x : memref<256x512xbf16>) outs(%a : memref<256x4xf32>)
  return
}

// The scale is computed once per tile. A matrix without rows has no tiles: the host sees to the
// scale.
// CHECK-LABEL: func.func @second(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x512xbf16>, %[[A:[a-z0-9]*]]: memref<1x1xf32>, %{{.*}}: memref<?x512xf8E4M3FN>, %[[S:[a-z0-9]*]]: memref<1x1xf32>
// CHECK: gpu.launch
// CHECK: lowp_gpu.cta_load %[[X]]
// CHECK: %[[AMAX:.*]] = lowp_gpu.cta_load %[[A]]{{.*}} {aligned, entries} : memref<1x1xf32> -> vector<1x1xf32>
// CHECK: %[[SCALE:.*]]:2 = lowp_gpu.cta_map(%[[AMAX]])
// CHECK: lowp_gpu.cta_store %[[SCALE]]#1 to %[[S]]
// CHECK: lowp_gpu.cta_broadcast %[[SCALE]]#0 : vector<1x1xf32> -> vector<128x128xf32>
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %{{.*}}, %c0 : index
// CHECK: scf.if %[[NONE]] {
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<1x1xf32>) outs(%[[S]] : memref<1x1xf32>)
func.func @second(%x: memref<?x512xbf16>, %a: memref<1x1xf32>, %d: memref<?x512xf8E4M3FN>, %s: memref<1x1xf32>) {
  lowp.launch_fusion @fusions::@second ins(%x, %a : memref<?x512xbf16>, memref<1x1xf32>)
    outs(%d, %s : memref<?x512xf8E4M3FN>, memref<1x1xf32>)
  return
}

// The scale of a matrix is a number, which a thread computes; without elements the host sees to it.
// CHECK-LABEL: func.func @global_scale(
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<1x1xf32>, %[[S:[a-z0-9]*]]: memref<1xf32>
// CHECK: gpu.launch
// CHECK: %[[AMAX:.*]] = memref.load %[[A]][%c0, %c0]
// CHECK: arith.divf %{{.*}}, %[[AMAX]] : f32
// CHECK: lowp_gpu.cta_store {{.*}} to %[[S]]{{.*}} : vector<1x1xf32> to memref<1xf32>
// CHECK: %[[NONE:.*]] = arith.cmpi eq, %{{.*}}, %c0 : index
// CHECK: scf.if %[[NONE]] {
// CHECK: linalg.generic {{.*}} ins(%[[A]] : memref<1x1xf32>) outs(%[[S]] : memref<1xf32>)
func.func @global_scale(%x: memref<?x256xbf16>, %a: memref<1x1xf32>, %s: memref<1xf32>, %d: memref<?x128xi8>, %b: memref<?x16xf8E4M3FN>) {
  lowp.launch_fusion @fusions::@global_scale ins(%x, %a : memref<?x256xbf16>, memref<1x1xf32>)
    outs(%s, %d, %b : memref<1xf32>, memref<?x128xi8>, memref<?x16xf8E4M3FN>)
  return
}

// Given scales of blocks: one thread reads an entry.
// CHECK-LABEL: func.func @given(
// CHECK: lowp_gpu.cta_load {{.*}} map #[[SQUARES]] {aligned, entries} : memref<2x4xf32> -> vector<1x1xf32>
// CHECK-NOT: lowp_gpu.cta_reduce
func.func @given(%x: memref<256x512xbf16>, %e: memref<2x4xf32>, %g: memref<2x4xf32>,
                 %d: memref<256x512xf8E4M3FN>, %s: memref<2x4xf32>) {
  lowp.launch_fusion @fusions::@given ins(%x, %e, %g : memref<256x512xbf16>, memref<2x4xf32>, memref<2x4xf32>)
    outs(%d, %s : memref<256x512xf8E4M3FN>, memref<2x4xf32>)
  return
}

// Data and scales of a scaled matrix; the factor of a block is decoded once.
// CHECK-LABEL: func.func @dequantize(
// CHECK: function(@dequantize_dequantize)
// CHECK: %[[CODES:.*]] = lowp_gpu.cta_load {{.*}} -> vector<64x128xf8E4M3FN>
// CHECK: %[[SCALES:.*]] = lowp_gpu.cta_load {{.*}} {aligned, entries} : memref<4x256xf32> -> vector<64x1xf32>
// CHECK: %[[FACTOR:.*]] = lowp_gpu.cta_broadcast
// CHECK: lowp_gpu.cta_map(%[[CODES]], %[[FACTOR]])
// CHECK: arith.mulf
func.func @dequantize(%d: memref<256x512xf8E4M3FN>, %s: memref<4x256xf32>, %y: memref<256x512xbf16>) {
  lowp.launch_fusion @fusions::@dequantize ins(%d, %s : memref<256x512xf8E4M3FN>, memref<4x256xf32>)
    outs(%y : memref<256x512xbf16>)
  return
}

// Numbers of rows are computed once per row, and never point beyond the matrix.
// CHECK-LABEL: func.func @gather(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x512xbf16>
// CHECK: %[[COUNT:.*]] = memref.dim %[[X]], %c0
// CHECK: %[[LAST:.*]] = arith.subi %[[COUNT]], %c1
// CHECK: gpu.launch
// CHECK: lowp_gpu.cta_load {{.*}} memref<256xi64> -> vector<64x1xi64>
// CHECK: %[[ROWS:.*]] = lowp_gpu.cta_map(%{{.*}}, %[[LAST]])
// CHECK: arith.minui
// CHECK: lowp_gpu.cta_load %[[X]]{{.*}} rows_at(%[[ROWS]] : vector<64x1xindex>) map #{{.*}} {aligned} : memref<?x512xbf16> -> vector<64x128xbf16>
func.func @gather(%x: memref<?x512xbf16>, %p: memref<256xi64>, %y: memref<256x512xbf16>) {
  lowp.launch_fusion @fusions::@gather ins(%x, %p : memref<?x512xbf16>, memref<256xi64>)
    outs(%y : memref<256x512xbf16>)
  return
}

// An element of 6 bits is in the byte with its lowest bit and the one with its highest.
// CHECK-LABEL: func.func @unpack(
// CHECK-SAME: %[[BYTES:[^:]*]]: memref<256x384xi8>
// CHECK: %[[LOW:.*]] = lowp_gpu.cta_load %[[BYTES]][] {{.*}} map #[[LOW_BYTE]] {aligned} : memref<256x384xi8> -> vector<{{.*}}x128xi8>
// CHECK: %[[HIGH:.*]] = lowp_gpu.cta_load %[[BYTES]][] {{.*}} map #[[HIGH_BYTE]] {aligned} : memref<256x384xi8> -> vector<{{.*}}x128xi8>
// CHECK: %[[PLACE:.*]] = lowp_gpu.cta_index 1
// CHECK: lowp_gpu.cta_map(%[[LOW]], %[[HIGH]], %{{.*}}, %[[PLACE]])
// CHECK: arith.shrui
// CHECK: arith.trunci %{{.*}} : i32 to i6
// CHECK: arith.bitcast %{{.*}} : i6 to f6E2M3FN
func.func @unpack(%d: memref<256x384xi8>, %s: memref<256x16xf8E8M0FNU>, %y: memref<256x512xbf16>) {
  lowp.launch_fusion @fusions::@unpack ins(%d, %s : memref<256x384xi8>, memref<256x16xf8E8M0FNU>)
    outs(%y : memref<256x512xbf16>)
  return
}

module @fusions {
  func.func @global_scale(%x: tensor<?x256xbf16>, %amax: tensor<1x1xf32>) -> (tensor<1xf32>, tensor<?x128xi8>, tensor<?x16xf8E4M3FN>) {
    %g, %gs = lowp.compute_global_scale %amax recipe #lowp.nvfp4<1x16> element f4E2M1FN
      numerics <transformer_engine> : tensor<1x1xf32> -> tensor<1xf32>, tensor<1xf32>
    %a = lowp.amax %x recipe(#lowp.nvfp4<1x16>) : tensor<?x256xbf16> -> tensor<?x16xf32>
    %e, %s = lowp.compute_scale %a global(%g : tensor<1xf32>) recipe #lowp.nvfp4<1x16> element f4E2M1FN
      numerics <transformer_engine> : tensor<?x16xf32> -> tensor<?x16xf32>, tensor<?x16xf8E4M3FN>
    %q = lowp.quantize %x numerics <transformer_engine>
      scales(%e, %s, %gs : tensor<?x16xf32>, tensor<?x16xf8E4M3FN>, tensor<1xf32>)
      : tensor<?x256xbf16> -> !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
    %data, %scales, %global = lowp.split_scaled %q : !lowp.scaled<?x256xf4E2M1FN, #lowp.nvfp4<1x16>, packing = dense>
    return %gs, %data, %scales : tensor<1xf32>, tensor<?x128xi8>, tensor<?x16xf8E4M3FN>
  }
  func.func @unpack(%d: tensor<256x384xi8>, %s: tensor<256x16xf8E8M0FNU>) -> tensor<256x512xbf16> {
    %q = lowp.make_scaled %d, %s : tensor<256x384xi8>, tensor<256x16xf8E8M0FNU>
      -> !lowp.scaled<256x512xf6E2M3FN, #lowp.mx<1x32>, packing = dense>
    %y = lowp.dequantize %q : !lowp.scaled<256x512xf6E2M3FN, #lowp.mx<1x32>, packing = dense> -> tensor<256x512xbf16>
    return %y : tensor<256x512xbf16>
  }
  func.func @dequantize(%d: tensor<256x512xf8E4M3FN>, %s: tensor<4x256xf32>) -> tensor<256x512xbf16> {
    %q = lowp.make_scaled %d, %s : tensor<256x512xf8E4M3FN>, tensor<4x256xf32>
      -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major>
    %y = lowp.dequantize %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<1x128>, scales = #lowp.mn_major> -> tensor<256x512xbf16>
    return %y : tensor<256x512xbf16>
  }
  func.func @gather(%x: tensor<?x512xbf16>, %p: tensor<256xi64>) -> tensor<256x512xbf16> {
    %e = tensor.empty() : tensor<256x512xbf16>
    %y = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<256xi64>) outs(%e : tensor<256x512xbf16>) {
    ^bb0(%a: i64, %o: bf16):
      %i = arith.index_cast %a : i64 to index
      %j = linalg.index 1 : index
      %v = tensor.extract %x[%i, %j] : tensor<?x512xbf16>
      linalg.yield %v : bf16
    } -> tensor<256x512xbf16>
    return %y : tensor<256x512xbf16>
  }
  func.func @amax(%x: tensor<256x512xbf16>) -> tensor<1x1xf32> {
    %a = lowp.amax %x : tensor<256x512xbf16> -> tensor<1x1xf32>
    return %a : tensor<1x1xf32>
  }
  func.func @amax_blocks(%x: tensor<256x512xbf16>) -> tensor<256x4xf32> {
    %a = lowp.amax %x recipe(#lowp.block<1x128>) : tensor<256x512xbf16> -> tensor<256x4xf32>
    return %a : tensor<256x4xf32>
  }
  func.func @second(%x: tensor<?x512xbf16>, %a: tensor<1x1xf32>) -> (tensor<?x512xf8E4M3FN>, tensor<1x1xf32>) {
    %e, %s = lowp.compute_scale %a recipe #lowp.tensorwise element f8E4M3FN numerics <torchao>
      : tensor<1x1xf32> -> tensor<1x1xf32>, tensor<1x1xf32>
    %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<1x1xf32>, tensor<1x1xf32>)
      : tensor<?x512xbf16> -> !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
    %d, %t = lowp.split_scaled %q : !lowp.scaled<?x512xf8E4M3FN, #lowp.tensorwise>
    return %d, %t : tensor<?x512xf8E4M3FN>, tensor<1x1xf32>
  }
  func.func @given(%x: tensor<256x512xbf16>, %e: tensor<2x4xf32>, %s: tensor<2x4xf32>)
      -> (tensor<256x512xf8E4M3FN>, tensor<2x4xf32>) {
    %q = lowp.quantize %x numerics <torchao> scales(%e, %s : tensor<2x4xf32>, tensor<2x4xf32>)
      : tensor<256x512xbf16> -> !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
    %d, %t = lowp.split_scaled %q : !lowp.scaled<256x512xf8E4M3FN, #lowp.block<128x128>>
    return %d, %t : tensor<256x512xf8E4M3FN>, tensor<2x4xf32>
  }
}
