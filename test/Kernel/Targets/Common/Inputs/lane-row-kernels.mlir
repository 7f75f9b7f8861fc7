// Warpgroups each lane of which holds a row: what epilogues make of sums that are
// zero, and stores.

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
#two = #lowp_gpu.config<tile = [256, 64, 128], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>
#both = affine_map<(m, n) -> (m, n)>
!sums = !lowp_gpu.accumulator<256x64xf32>
!bf16 = !lowp_gpu.accumulator<256x64xbf16>
!half = !lowp_gpu.accumulator<128x32xf32>
!factors = !lowp_gpu.stage<sa: 128xf32, sb: 1x64xf32, c: 128x32xbf16 swizzle 64, d: 128x32xbf16 swizzle 64>
!pipeline = !lowp_gpu.pipeline<1 x !factors>
!rows = !lowp_gpu.rows<128 x f32>
!panel = !lowp_gpu.tile<128x32xbf16 swizzle 64>

gpu.module @kernels {
  // Two warpgroups. Factors of rows, a bias of columns and a residual; two results,
  // of 16 and of 32 bits, through subtiles of several widths.
  lowp_gpu.kernel @epilogue(%factors: memref<200xf32>, %bias: memref<72xf32>, %residual: memref<200x72xbf16>,
                            %low: memref<200x72xbf16>, %high: memref<200x72xf32>, %n: i32)
      chip "tensor_1" config #two attributes {shared_bytes = 49152 : i64, warps = 8 : i64} {
    %m = arith.constant 0 : i32
    %rows = arith.constant 200 : i32
    %columns = arith.constant 72 : i32
    %sum = lowp_gpu.accumulator zero : !sums
    %0:2 = lowp_gpu.epilogue %sum inputs %factors, %bias, %residual : memref<200xf32>, memref<72xf32>, memref<200x72xbf16>
        maps [#row, #column, #both] at [%m, %n] m %rows {
    ^bb0(%x: f32, %factor: f32, %b: f32, %r: bf16):
      %wide = arith.extf %r : bf16 to f32
      %scaled = arith.mulf %wide, %factor : f32
      %biased = arith.addf %scaled, %b : f32
      %y = arith.addf %biased, %x : f32
      %twice = arith.addf %wide, %wide : f32
      %z = arith.truncf %twice : f32 to bf16
      lowp_gpu.yield %z, %y : bf16, f32
    } : !sums -> !bf16, !sums
    lowp_gpu.store_tile %0#0 to %low[%m, %n] m %rows n %columns through !lowp_gpu.tile<128x64xbf16 swizzle 128> stages 1 {staging_offset = 0 : i64} : !bf16 to memref<200x72xbf16>
    lowp_gpu.store_tile %0#1 to %high[%m, %n] m %rows n %columns through !lowp_gpu.tile<128x16xf32 swizzle 64> stages 1 {staging_offset = 32768 : i64} : !sums to memref<200x72xf32>
  }
  // Factors and panels in shared memory, where each thread puts those of a row:
  // pieces of 16 bytes as the swizzle of 64 bytes permutes them. Sums of one
  // promotion; two N subtiles.
  lowp_gpu.kernel @shared(%a: memref<128xf32>, %b: memref<64xf32>, %c: memref<128x64xbf16>, %out: memref<128x64xf32>)
      chip "tensor_1" config #config attributes {shared_bytes = 35072 : i64, warps = 4 : i64} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %c4 = arith.constant 4 : i32
    %c8 = arith.constant 8 : i32
    %c16 = arith.constant 16 : i32
    %c64 = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %c8192 = arith.constant 8192 : i32
    %p = lowp_gpu.pipeline "factors" {offset = 16384 : i64, barrier_offset = 34816 : i64, field_offsets = array<i64: 16384, 16896, 0, 8192>, stage_bytes = 18432 : i64, full_arrivals = 1 : i64, empty_arrivals = 4 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%c0] : !pipeline
    %sa = lowp_gpu.view %s["sa"] : !factors -> !lowp_gpu.tile<128xf32>
    %sb = lowp_gpu.view %s["sb"] : !factors -> !lowp_gpu.tile<1x64xf32>
    %left = lowp_gpu.view %s["c"] : !factors -> !panel
    %right = lowp_gpu.view %s["d"] : !factors -> !panel

    %thread = nvvm.read.ptx.sreg.tid.x : i32
    %at_a = builtin.unrealized_conversion_cast %sa : !lowp_gpu.tile<128xf32> to i32
    %at_b = builtin.unrealized_conversion_cast %sb : !lowp_gpu.tile<1x64xf32> to i32
    %at_c = builtin.unrealized_conversion_cast %left : !panel to i32
    %from_a = builtin.unrealized_conversion_cast %a : memref<128xf32> to !llvm.ptr<1>
    %from_b = builtin.unrealized_conversion_cast %b : memref<64xf32> to !llvm.ptr<1>
    %from_c = builtin.unrealized_conversion_cast %c : memref<128x64xbf16> to !llvm.ptr<1>
    %word = arith.muli %thread, %c4 : i32
    %of_a = llvm.getelementptr %from_a[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %scale_a = llvm.load %of_a : !llvm.ptr<1> -> f32
    %to_a = arith.addi %at_a, %word : i32
    %pointer_a = llvm.inttoptr %to_a : i32 to !llvm.ptr<3>
    llvm.store %scale_a, %pointer_a : f32, !llvm.ptr<3>
    %has_column = arith.cmpi slt, %thread, %c64 : i32
    scf.if %has_column {
      %of_b = llvm.getelementptr %from_b[%thread] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
      %scale_b = llvm.load %of_b : !llvm.ptr<1> -> f32
      %to_b = arith.addi %at_b, %word : i32
      %pointer_b = llvm.inttoptr %to_b : i32 to !llvm.ptr<3>
      llvm.store %scale_b, %pointer_b : f32, !llvm.ptr<3>
    }
    %row_of_c = arith.muli %thread, %c64 : i32
    %half_row = arith.shrui %thread, %c1 : i32
    %permutation = arith.andi %half_row, %c3 : i32
    scf.for %piece = %c0 to %c8 step %c1 : i32 {
      %element = arith.muli %piece, %c8 : i32
      %place = arith.addi %row_of_c, %element : i32
      %of_c = llvm.getelementptr %from_c[%place] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, bf16
      %loaded = llvm.load %of_c {alignment = 16 : i64} : !llvm.ptr<1> -> vector<8xbf16>
      %panel = arith.shrui %piece, %c2 : i32
      %panel_byte = arith.muli %panel, %c8192 : i32
      %in_row = arith.andi %piece, %c3 : i32
      %permuted = arith.xori %in_row, %permutation : i32
      %piece_byte = arith.muli %permuted, %c16 : i32
      %in_panel = arith.addi %row_of_c, %piece_byte : i32
      %byte = arith.addi %panel_byte, %in_panel : i32
      %to_c = arith.addi %at_c, %byte : i32
      %pointer_c = llvm.inttoptr %to_c : i32 to !llvm.ptr<3>
      llvm.store %loaded, %pointer_c {alignment = 16 : i64} : vector<8xbf16>, !llvm.ptr<3>
    }
    nvvm.barrier

    %none = lowp_gpu.accumulator zero : !half
    %rows = lowp_gpu.read_rows %sa : !lowp_gpu.tile<128xf32> -> !rows
    %one:2 = lowp_gpu.epilogue %none, %none panels %left, %right : !panel, !panel {
    ^bb0(%x: f32, %y: bf16):
      %wide = arith.extf %y : bf16 to f32
      %z = arith.addf %wide, %x : f32
      lowp_gpu.yield %z : f32
    } : !half, !half -> !half, !half
    %promoted = lowp_gpu.promote %one#1 into %one#0 rows %rows : !rows : !half
    %both:2 = lowp_gpu.epilogue %promoted, %one#1 rows %rows : !rows columns %sb : !lowp_gpu.tile<1x64xf32> {
    ^bb0(%x: f32, %row: f32, %column: f32):
      %y = arith.mulf %x, %row : f32
      %z = arith.mulf %y, %column : f32
      lowp_gpu.yield %z : f32
    } : !half, !half -> !half, !half
    lowp_gpu.store_tile %both#0, %both#1 to %out[%c0, %c0] m %c128 n %c64 through !lowp_gpu.tile<128x32xf32 swizzle 128> stages 1 {staging_offset = 0 : i64} : !half, !half to memref<128x64xf32>
  }
}
