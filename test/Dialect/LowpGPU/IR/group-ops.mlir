// RUN: lowp-opt %s | lowp-opt | FileCheck %s
// RUN: lowp-opt %s --mlir-print-op-generic --mlir-print-debuginfo | lowp-opt | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!map = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!output = !lowp_gpu.accumulator<128x128xbf16>

// Rows of groups that end anywhere: the tile scheduler walks virtual rows.

// CHECK-LABEL: lowp_gpu.kernel @rows
// CHECK:         %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %M tile_m 128 : memref<8xi32>
// CHECK-NEXT:    %tiles = lowp_gpu.tile_scheduler(%rows, %N)
// CHECK:           %group, %row, %end = lowp_gpu.locate_group %groups[%m]
// CHECK:           lowp_gpu.read_rows %{{.*}} offset %{{.*}} : !tile_1x132_f32 -> !rows_128
// CHECK:           lowp_gpu.store_tile %{{.*}} to %{{.*}} or rows %{{.*}} : memref<?x512xbf16>[%row, %n] m %end n %N stages 1 : !accumulator_128x128_bf16 to !map_64x64_bf16
lowp_gpu.kernel @rows(%D: !map, %Dr: memref<?x512xbf16>, %ends: memref<8xi32>, %G: i32, %M: i32, %N: i32, %scales: i32) chip "sm_90a" config #config {
  %pipe = lowp_gpu.pipeline "scales" : !lowp_gpu.pipeline<2 x <sa: 1x132xf32>>
  %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %M tile_m 128 : memref<8xi32>
  %tiles = lowp_gpu.tile_scheduler(%rows, %N)
  lowp_gpu.role "mma" warps 8 registers 0 {
    lowp_gpu.for_each_tile %tiles : (%m, %n) {
      %g, %row, %end = lowp_gpu.locate_group %groups[%m]
      %three = arith.constant 3 : i32
      %low = arith.andi %row, %three : i32
      %stage = lowp_gpu.wait %pipe : !lowp_gpu.pipeline<2 x <sa: 1x132xf32>>
      %sa = lowp_gpu.view %stage["sa"] : !lowp_gpu.stage<sa: 1x132xf32> -> !lowp_gpu.tile<1x132xf32>
      %values = lowp_gpu.read_rows %sa offset %low : !lowp_gpu.tile<1x132xf32> -> !lowp_gpu.rows<128 x f32>
      lowp_gpu.release %stage : !lowp_gpu.stage<sa: 1x132xf32>
      %sum = lowp_gpu.accumulator : !output
      lowp_gpu.store_tile %sum to %D or rows %Dr : memref<?x512xbf16>[%row, %n] m %end n %N stages 1 : !output to !map
    }
  }
}

// Counts, of as many matrices as the caller has; after specialisation.

// CHECK-LABEL: lowp_gpu.kernel @counts
// CHECK:         %groups, %rows = lowp_gpu.group_table counts %counts count %G most 1024 m %M tile_m 64 {offset = 512 : i64} : memref<?xi32>
// CHECK-NEXT:    lowp_gpu.locate_group %groups[%rows] uniform
lowp_gpu.kernel @counts(%counts: memref<?xi32>, %G: i32, %M: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table counts %counts count %G most 1024 m %M tile_m 64 {offset = 512 : i64} : memref<?xi32>
  %g, %row, %end = lowp_gpu.locate_group %groups[%rows] uniform
}
