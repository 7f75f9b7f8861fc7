// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic | lowp-opt | FileCheck %s

!tile = !lowp_gpu.tile<128x128xf8E4M3FN swizzle 128>
!vector = !lowp_gpu.tile<1x128xf32>
!sum = !lowp_gpu.accumulator<128x128xf32>
!rows = !lowp_gpu.rows<128 x f32>

// CHECK-LABEL: func.func @products
// CHECK-SAME:      (%[[A:.*]]: !tile_128x128_f8E4M3FN, %[[B:.*]]: !tile_128x128_f8E4M3FN)
// CHECK-NEXT:    %undefined = lowp_gpu.accumulator : !accumulator_128x128
// CHECK-NEXT:    %product = lowp_gpu.mma %[[A]], %[[B]] into %undefined overwrite : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:    %product_0 = lowp_gpu.mma %[[A]], %[[B]] into %product : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:    %product_1 = lowp_gpu.mma %[[A]], %[[B]] slice 0 of 4 into %product_0 overwrite : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:    %product_2 = lowp_gpu.mma %[[A]], %[[B]] slice 3 of 4 into %product_1 : !tile_128x128_f8E4M3FN, !tile_128x128_f8E4M3FN into !accumulator_128x128
// CHECK-NEXT:    %finished = lowp_gpu.mma_wait %product_2 pending 0 : !accumulator_128x128
func.func @products(%a: !tile, %b: !tile) {
  %0 = lowp_gpu.accumulator : !sum
  %1 = lowp_gpu.mma %a, %b into %0 overwrite : !tile, !tile into !sum
  %2 = lowp_gpu.mma %a, %b into %1 : !tile, !tile into !sum
  %3 = lowp_gpu.mma %a, %b slice 0 of 4 into %2 overwrite : !tile, !tile into !sum
  %4 = lowp_gpu.mma %a, %b slice 3 of 4 into %3 : !tile, !tile into !sum
  %5 = lowp_gpu.mma_wait %4 pending 0 : !sum
  return
}

// CHECK-LABEL: func.func @promotion
// CHECK-SAME:      (%[[PARTIAL:.*]]: !accumulator_128x128, %[[SA:.*]]: !tile_1x128_f32, %[[SB:.*]]: !tile_1x256_f32, %[[K:.*]]: i32)
// CHECK-NEXT:    %zero = lowp_gpu.accumulator zero : !accumulator_128x128
// CHECK-NEXT:    %rows = lowp_gpu.read_rows %[[SA]] : !tile_1x128_f32 -> !rows_128
// CHECK-NEXT:    %columns = lowp_gpu.slice_columns %[[SB]] column 128 : !tile_1x256_f32 -> !tile_1x128_f32
// CHECK-NEXT:    %scale = lowp_gpu.read_element %[[SB]][%[[K]], 1] : !tile_1x256_f32
// CHECK-NEXT:    %sum = lowp_gpu.promote %[[PARTIAL]] into %zero : !accumulator_128x128
// CHECK-NEXT:    %sum_0 = lowp_gpu.promote %[[PARTIAL]] into %sum rows %rows : !rows_128 scale %scale : !accumulator_128x128
// CHECK-NEXT:    %sum_1 = lowp_gpu.promote %[[PARTIAL]] into %sum_0 scale %scale, %scale : !accumulator_128x128
// CHECK-NEXT:    %sum_2 = lowp_gpu.promote %[[PARTIAL]] into %sum_1 rows %rows : !rows_128 columns %columns : !tile_1x128_f32 : !accumulator_128x128
func.func @promotion(%partial: !sum, %sa: !vector, %sb: !lowp_gpu.tile<1x256xf32>, %k: i32) {
  %0 = lowp_gpu.accumulator zero : !sum
  %1 = lowp_gpu.read_rows %sa : !vector -> !rows
  %2 = lowp_gpu.slice_columns %sb column 128 : !lowp_gpu.tile<1x256xf32> -> !vector
  %3 = lowp_gpu.read_element %sb[%k, 1] : !lowp_gpu.tile<1x256xf32>
  %4 = lowp_gpu.promote %partial into %0 : !sum
  %5 = lowp_gpu.promote %partial into %4 rows %1 : !rows scale %3 : !sum
  %6 = lowp_gpu.promote %partial into %5 scale %3, %3 : !sum
  %7 = lowp_gpu.promote %partial into %6 rows %1 : !rows columns %2 : !vector : !sum
  return
}

// The epilogue sees one element, the values of its row and column, and what is
// the same for all elements.

!halves = !lowp_gpu.accumulator<128x128xbf16>

// CHECK-LABEL: func.func @epilogue
// CHECK-SAME:      (%[[SUBTILE:.*]]: !accumulator_128x128, %[[ROWS:.*]]: !rows_128, %[[SB:.*]]: !tile_256_f32, %[[ALPHA:.*]]: memref<1x1xf32>)
// CHECK-NEXT:    %scale = lowp_gpu.load_scalar %[[ALPHA]] : memref<1x1xf32>
// CHECK-NEXT:    %output:2 = lowp_gpu.epilogue %[[SUBTILE]], %[[SUBTILE]] rows %[[ROWS]] : !rows_128 columns %[[SB]] : !tile_256_f32 {
// CHECK-NEXT:    ^bb0(%x: f32, %row: f32, %column: f32):
// CHECK:           lowp_gpu.yield %{{.*}} : bf16
// CHECK-NEXT:    } : !accumulator_128x128, !accumulator_128x128 -> !accumulator_128x128_bf16, !accumulator_128x128_bf16
func.func @epilogue(%subtile: !sum, %rows: !rows, %sb: !lowp_gpu.tile<256xf32>, %alpha: memref<1x1xf32>) {
  %0 = lowp_gpu.load_scalar %alpha : memref<1x1xf32>
  %1:2 = lowp_gpu.epilogue %subtile, %subtile rows %rows : !rows columns %sb : !lowp_gpu.tile<256xf32> {
  ^bb0(%2: f32, %3: f32, %4: f32):
    %5 = arith.mulf %2, %3 : f32
    %6 = arith.mulf %5, %4 : f32
    %7 = arith.mulf %6, %0 : f32
    %8 = arith.truncf %7 : f32 to bf16
    lowp_gpu.yield %8 : bf16
  } : !sum, !sum -> !halves, !halves
  return
}

// It reads elements of buffers at the place of its tile.

// CHECK-LABEL: func.func @epilogue_inputs
// CHECK:         lowp_gpu.epilogue %{{.*}} inputs %{{.*}}, %{{.*}} : memref<512xbf16>, memref<?x512xf32> maps [#{{.*}}, #{{.*}}] at [%{{.*}}, %{{.*}}] m %{{.*}} tile_m %{{.*}} {
// CHECK-NEXT:    ^bb0(%x: f32, %input: bf16, %[[OTHER:.*]]: f32):
func.func @epilogue_inputs(%subtile: !sum, %bias: memref<512xbf16>, %old: memref<?x512xf32>, %m: i32) {
  %0 = lowp_gpu.epilogue %subtile inputs %bias, %old : memref<512xbf16>, memref<?x512xf32>
    maps [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>] at [%m, %m] m %m tile_m %m {
  ^bb0(%1: f32, %2: bf16, %3: f32):
    %4 = arith.extf %2 : bf16 to f32
    %5 = arith.addf %1, %4 : f32
    %6 = arith.addf %5, %3 : f32
    lowp_gpu.yield %6 : f32
  } : !sum -> !sum
  return
}

// One input may lie in shared memory; its element comes last.

// CHECK-LABEL: func.func @epilogue_panels
// CHECK:         lowp_gpu.epilogue %{{.*}} inputs %{{.*}} : memref<512xf32> maps [#{{.*}}] at [%{{.*}}, %{{.*}}] m %{{.*}} panels %[[LEFT:.*]], %[[RIGHT:.*]] : !tile_128x[[WIDTH:.*]]_bf16, !tile_128x[[WIDTH]]_bf16 {
// CHECK-NEXT:    ^bb0(%x: f32, %input: f32, %[[OTHER:.*]]: bf16):
// CHECK:         lowp_gpu.epilogue %{{.*}} panels %[[LEFT]], %[[RIGHT]] : !tile_128x[[WIDTH]]_bf16, !tile_128x[[WIDTH]]_bf16 {
!columns = !lowp_gpu.accumulator<128x128xf32>
!panel = !lowp_gpu.tile<128x64xbf16 swizzle 128>
func.func @epilogue_panels(%sum: !columns, %bias: memref<512xf32>, %left: !panel, %right: !panel, %m: i32) {
  %0 = lowp_gpu.epilogue %sum inputs %bias : memref<512xf32> maps [affine_map<(m, n) -> (n)>] at [%m, %m] m %m
      panels %left, %right : !panel, !panel {
  ^bb0(%1: f32, %2: f32, %3: bf16):
    %4 = arith.addf %1, %2 : f32
    %5 = arith.extf %3 : bf16 to f32
    %6 = arith.addf %4, %5 : f32
    lowp_gpu.yield %6 : f32
  } : !columns -> !columns
  %7 = lowp_gpu.epilogue %sum panels %left, %right : !panel, !panel {
  ^bb0(%8: f32, %9: bf16):
    lowp_gpu.yield %8 : f32
  } : !columns -> !columns
  return
}

// Its elements may be of f16 and f32, too.

// CHECK-LABEL: func.func @elements
// CHECK:         %output = lowp_gpu.epilogue %{{.*}} {
// CHECK-NEXT:    ^bb0(%x: f32):
// CHECK:         } {note = "f16"} : !accumulator_128x128 -> !accumulator_128x128_f16
// CHECK:         lowp_gpu.epilogue %{{.*}} {
// CHECK-NEXT:    ^bb0(%x: f32):
// CHECK-NEXT:      lowp_gpu.yield %x : f32
// CHECK-NEXT:    } : !accumulator_128x128 -> !accumulator_128x128
func.func @elements(%subtile: !sum) {
  %0 = lowp_gpu.epilogue %subtile {
  ^bb0(%x: f32):
    %y = arith.truncf %x : f32 to f16
    lowp_gpu.yield %y : f16
  } {note = "f16"} : !sum -> !lowp_gpu.accumulator<128x128xf16>
  %1 = lowp_gpu.epilogue %subtile {
  ^bb0(%x: f32):
    lowp_gpu.yield %x : f32
  } : !sum -> !sum
  return
}

// CHECK-LABEL: func.func @store
// CHECK-SAME:      (%[[SUBTILE:.*]]: !accumulator_128x128_bf16, %[[D:.*]]: !map_64x64_bf16, %[[M:.*]]: i32)
// CHECK-NEXT:    lowp_gpu.store_tile %[[SUBTILE]], %[[SUBTILE]] to %[[D]][%[[M]], %[[M]]] stages 2 : !accumulator_128x128_bf16, !accumulator_128x128_bf16 to !map_64x64_bf16
func.func @store(%subtile: !halves, %D: !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>, %m: i32) {
  lowp_gpu.store_tile %subtile, %subtile to %D[%m, %m] stages 2 : !halves, !halves to !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
  return
}

// CHECK-LABEL: func.func @accumulate
// CHECK:         lowp_gpu.store_tile %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] stages 1 accumulate {staging_offset = 1024 : i64} : !accumulator_128x128 to !map_64x32_f32
func.func @accumulate(%subtile: !sum, %D: !lowp_gpu.tensor_map<64x32xf32 swizzle 128>, %m: i32) {
  lowp_gpu.store_tile %subtile to %D[%m, %m] stages 1 accumulate {staging_offset = 1024 : i64} : !sum to !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
  return
}

// Rows that begin anywhere, of a matrix of unknown columns and of a batch.

// CHECK-LABEL: func.func @rows_anywhere
// CHECK-SAME:      %[[D:[a-z0-9]*]]: memref<?x?xbf16>, %[[E:[a-z0-9]*]]: memref<?x100x63xbf16, strided<[6500, 65, 1]>>, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32)
// CHECK-NEXT:    lowp_gpu.store_tile %{{.*}} to %[[D]][%[[M]], %[[N]]] m %[[M]] n %[[N]] through !tile_64x64_bf16 stages 1 : !accumulator_128x128_bf16 to memref<?x?xbf16>
// CHECK-NEXT:    lowp_gpu.store_tile %{{.*}} to %[[E]][%[[M]], %[[N]]] batch %[[M]] m %[[M]] n %[[N]] through !tile_64x64_bf16 tile_m %[[M]] stages 1 step 1 :
func.func @rows_anywhere(%subtile: !halves, %D: memref<?x?xbf16>, %E: memref<?x100x63xbf16, strided<[6500, 65, 1]>>, %m: i32, %n: i32) {
  lowp_gpu.store_tile %subtile to %D[%m, %n] m %m n %n through !lowp_gpu.tile<64x64xbf16 swizzle 128> stages 1 : !halves to memref<?x?xbf16>
  lowp_gpu.store_tile %subtile to %E[%m, %n] batch %m m %m n %n through !lowp_gpu.tile<64x64xbf16 swizzle 128> tile_m %m stages 1 step 1 : !halves to memref<?x100x63xbf16, strided<[6500, 65, 1]>>
  return
}

// Four boxes of 32 columns, three at a time: the first step, and the last one.

// CHECK-LABEL: func.func @steps
// CHECK:         lowp_gpu.store_tile %{{.*}} stages 3 step 0 : !accumulator_128x128 to !map_64x32_f32
// CHECK-NEXT:    lowp_gpu.store_tile %{{.*}} stages 3 step 1 accumulate : !accumulator_128x128 to !map_64x32_f32
func.func @steps(%subtile: !sum, %D: !lowp_gpu.tensor_map<64x32xf32 swizzle 128>, %m: i32) {
  lowp_gpu.store_tile %subtile to %D[%m, %m] stages 3 step 0 : !sum to !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
  lowp_gpu.store_tile %subtile to %D[%m, %m] stages 3 step 1 accumulate : !sum to !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
  return
}

// Warpgroups that have only so many rows of a tile.

// CHECK-LABEL: func.func @lower
// CHECK-SAME:      %[[TILE_M:[a-z0-9]*]]: i32)
// CHECK:         %rows = lowp_gpu.read_rows %{{.*}} tile_m %[[TILE_M]] : !tile_1x128_f32 -> !rows_128
// CHECK:         lowp_gpu.store_tile %{{.*}} to %{{.*}}[%[[TILE_M]], %[[TILE_M]]] tile_m %[[TILE_M]] stages 1 :
func.func @lower(%subtile: !sum, %D: !lowp_gpu.tensor_map<64x32xf32 swizzle 128>, %sa: !vector, %tile_m: i32) {
  %0 = lowp_gpu.read_rows %sa tile_m %tile_m : !vector -> !rows
  lowp_gpu.store_tile %subtile to %D[%tile_m, %tile_m] tile_m %tile_m stages 1 : !sum to !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
  return
}

// Warpgroups that divide the columns, 64 of 128 each: a product, scales for
// each of them, and columns that begin further apart than they are wide, with
// scales as far apart.

!lhs = !lowp_gpu.tile<64x128xf8E4M3FN swizzle 128>
!divided = !lowp_gpu.accumulator<64x128xf32, warpgroups_n = 2>
!words = !lowp_gpu.tensor_map<64x32xf32 swizzle 128>

// CHECK-LABEL: func.func @warpgroups_n
// CHECK-SAME:      (%[[A:.*]]: !tile_64x128_f8E4M3FN, %[[B:.*]]: !tile_128x128_f8E4M3FN, %[[SB:.*]]: !tile_192_f32, %[[SCALE:.*]]: f32, %[[D:.*]]: !map_64x32_f32, %[[N:.*]]: i32)
// CHECK-NEXT:    %zero = lowp_gpu.accumulator zero : ![[SUM:.*]]
// CHECK-NEXT:    %product = lowp_gpu.mma %[[A]], %[[B]] into %zero overwrite : !tile_64x128_f8E4M3FN, !tile_128x128_f8E4M3FN into ![[SUM]]
// CHECK-NEXT:    lowp_gpu.sync_warp
// CHECK-NEXT:    %sum = lowp_gpu.promote %product into %zero scale %[[SCALE]], %[[SCALE]] : ![[SUM]]
// CHECK-NEXT:    lowp_gpu.store_tile %sum to %[[D]][%[[N]], %[[N]]] stages 1 : ![[SUM]] to !map_64x32_f32
// CHECK-NEXT:    %output = lowp_gpu.epilogue %sum columns %[[SB]] : !tile_192_f32 group_stride 128 {
// CHECK:         } : ![[SUM]] -> ![[SUM]]
// CHECK-NEXT:    lowp_gpu.store_tile %output to %[[D]][%[[N]], %[[N]]] group_stride 128 stages 1 : ![[SUM]] to !map_64x32_f32
func.func @warpgroups_n(%a: !lhs, %b: !tile, %sb: !lowp_gpu.tile<192xf32>, %scale: f32, %D: !words, %n: i32) {
  %0 = lowp_gpu.accumulator zero : !divided
  %1 = lowp_gpu.mma %a, %b into %0 overwrite : !lhs, !tile into !divided
  lowp_gpu.sync_warp
  %2 = lowp_gpu.promote %1 into %0 scale %scale, %scale : !divided
  lowp_gpu.store_tile %2 to %D[%n, %n] stages 1 : !divided to !words
  %3 = lowp_gpu.epilogue %2 columns %sb : !lowp_gpu.tile<192xf32> group_stride 128 {
  ^bb0(%x: f32, %column: f32):
    %4 = arith.mulf %x, %column : f32
    lowp_gpu.yield %4 : f32
  } : !divided -> !divided
  lowp_gpu.store_tile %3 to %D[%n, %n] group_stride 128 stages 1 : !divided to !words
  return
}
