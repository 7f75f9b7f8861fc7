// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!sum = !lowp_gpu.accumulator<128x16xf32>
!bf16 = !lowp_gpu.accumulator<128x16xbf16>
!f16 = !lowp_gpu.accumulator<128x16xf16>
!halves = !lowp_gpu.tensor_map<64x16xbf16 swizzle 32>
!wide = !lowp_gpu.tensor_map<64x32xf16 swizzle 64>
!words = !lowp_gpu.tensor_map<64x16xf32 swizzle 64>
#divided = #lowp_gpu.config<tile = [64, 64, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, warpgroups = [1, 2]>
!columns = !lowp_gpu.accumulator<64x64xf32, warpgroups_n = 2>
!panel = !lowp_gpu.tile<128x64xbf16 swizzle 128>
!sums = !lowp_gpu.accumulator<128x128xf32>
!half = !lowp_gpu.tile<64x32xf32 swizzle 128>
!low = !lowp_gpu.tile<128x16xbf16 swizzle 32>

gpu.module @kernels {
  // A thread has 8 sums of 16 columns, neighbours in twos: two are rounded by
  // one instruction into one register, the left one below.
  // CHECK-LABEL: llvm.func @bf16(
  // CHECK-SAME:      %[[SUM:[a-z0-9]*]]: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  // CHECK-DAG:     %[[S0:.*]] = llvm.extractvalue %[[SUM]][0]
  // CHECK-DAG:     %[[S1:.*]] = llvm.extractvalue %[[SUM]][1]
  // CHECK-DAG:     %[[S6:.*]] = llvm.extractvalue %[[SUM]][6]
  // CHECK-DAG:     %[[S7:.*]] = llvm.extractvalue %[[SUM]][7]
  // CHECK:         %[[PAIR0:.*]] = nvvm.convert.f32x2.to.bf16x2 %[[S1]], %[[S0]] {rnd = #nvvm.fp_rnd_mode<rn>} : vector<2xbf16>
  // CHECK-NEXT:    %[[WORD0:.*]] = llvm.bitcast %[[PAIR0]] : vector<2xbf16> to i32
  // CHECK:         %[[PAIR3:.*]] = nvvm.convert.f32x2.to.bf16x2 %[[S7]], %[[S6]]
  // CHECK-NEXT:    %[[WORD3:.*]] = llvm.bitcast %[[PAIR3]] : vector<2xbf16> to i32
  // CHECK-NOT:     nvvm.convert
  // CHECK:         nvvm.stmatrix %{{.*}}, %[[WORD0]], %{{.*}}, %{{.*}}, %[[WORD3]] {
  lowp_gpu.kernel @bf16(%D: !halves, %i: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    %output = lowp_gpu.epilogue %sum {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to bf16
      lowp_gpu.yield %y : bf16
    } : !sum -> !bf16
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // Each N subtile has its results.
  // CHECK-LABEL: llvm.func @f16(
  // CHECK-SAME:      %[[LEFT:[a-z0-9]*]]: !llvm.struct<{{[f32, ()]*}}>, %[[RIGHT:[a-z0-9]*]]: !llvm.struct<{{[f32, ()]*}}>)
  // CHECK-DAG:     %[[L0:.*]] = llvm.extractvalue %[[LEFT]][0]
  // CHECK-DAG:     %[[L1:.*]] = llvm.extractvalue %[[LEFT]][1]
  // CHECK-DAG:     %[[PAIR0:.*]] = nvvm.convert.f32x2.to.f16x2 %[[L1]], %[[L0]]
  // CHECK-DAG:     %[[WORD0:.*]] = llvm.bitcast %[[PAIR0]] : vector<2xf16> to i32
  // CHECK-DAG:     %[[R0:.*]] = llvm.extractvalue %[[RIGHT]][0]
  // CHECK-DAG:     %[[R1:.*]] = llvm.extractvalue %[[RIGHT]][1]
  // CHECK-DAG:     %[[PAIR1:.*]] = nvvm.convert.f32x2.to.f16x2 %[[R1]], %[[R0]]
  // CHECK-DAG:     %[[WORD1:.*]] = llvm.bitcast %[[PAIR1]] : vector<2xf16> to i32
  // CHECK:         nvvm.stmatrix %{{.*}}, %[[WORD0]], %{{.*}} {
  // CHECK:         nvvm.stmatrix %{{.*}}, %[[WORD1]], %{{.*}} {
  lowp_gpu.kernel @f16(%D: !wide, %i: i32, %left: !sum, %right: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output:2 = lowp_gpu.epilogue %left, %right {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      lowp_gpu.yield %y : f16
    } : !sum, !sum -> !f16, !f16
    lowp_gpu.store_tile %output#0, %output#1 to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !f16, !f16 to !wide
  }

  // Two columns are rounded by one instruction. An element that is not rounded in
  // the end is put into its half.
  // CHECK-LABEL: llvm.func @computed_in_f16(
  // CHECK:         %[[ROUNDED:.*]] = nvvm.convert.f32x2.to.f16x2
  // CHECK:         %[[FIRST:.*]] = llvm.extractelement %[[ROUNDED]][%c0_i32 : i32]
  // CHECK:         %[[SECOND:.*]] = llvm.extractelement %[[ROUNDED]][%c1_i32 : i32]
  // CHECK-NEXT:    %[[LOW:.*]] = arith.negf %[[FIRST]] : f16
  // CHECK-NEXT:    %[[HIGH:.*]] = arith.negf %[[SECOND]] : f16
  // CHECK:         %[[HALF:.*]] = llvm.insertelement %[[LOW]], %{{.*}}[%c0_i32 : i32] : vector<2xf16>
  // CHECK-NEXT:    %[[PAIR:.*]] = llvm.insertelement %[[HIGH]], %[[HALF]][%c1_i32 : i32] : vector<2xf16>
  // CHECK-NEXT:    llvm.bitcast %[[PAIR]] : vector<2xf16> to i32
  lowp_gpu.kernel @computed_in_f16(%D: !wide, %i: i32, %left: !sum, %right: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output:2 = lowp_gpu.epilogue %left, %right {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      %z = arith.negf %y : f16
      lowp_gpu.yield %z : f16
    } : !sum, !sum -> !f16, !f16
    lowp_gpu.store_tile %output#0, %output#1 to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !f16, !f16 to !wide
  }

  // Inputs are read where the sums lie: of a vector along N once for both rows,
  // of a matrix a pair of columns at once, from the row of each half. Rows beyond M
  // and columns beyond N are the last ones.
  // CHECK-LABEL: llvm.func @inputs(
  // CHECK-SAME:      %[[M:[a-z0-9]*]]: i32, %[[SUM:[a-z0-9]*]]: !llvm.struct<{{[f32, ()]*}}>, %[[BIAS:[a-z0-9]*]]: !llvm.ptr<1>, %[[OLD:[a-z0-9]*]]: !llvm.ptr<1>)
  // CHECK:         %[[LAST:.*]] = llvm.sub %[[M]], %c1_i32 : i32
  // CHECK:         %[[ROW:.*]] = llvm.intr.umin(%{{.*}}, %[[LAST]])
  // CHECK:         llvm.zext %[[ROW]] : i32 to i64
  // CHECK:         %[[UPPER:.*]] = llvm.getelementptr %[[OLD]]
  // CHECK:         %[[BELOW:.*]] = llvm.intr.umin(%{{.*}}, %[[LAST]])
  // CHECK:         llvm.zext %[[BELOW]] : i32 to i64
  // CHECK:         %[[LOWER:.*]] = llvm.getelementptr %[[OLD]]
  // CHECK:         %[[S0:.*]] = llvm.extractvalue %[[SUM]][0]
  // CHECK:         %[[S1:.*]] = llvm.extractvalue %[[SUM]][1]
  // CHECK:         %[[S2:.*]] = llvm.extractvalue %[[SUM]][2]
  // CHECK:         %[[S3:.*]] = llvm.extractvalue %[[SUM]][3]
  // CHECK:         llvm.getelementptr %[[BIAS]]
  // CHECK:         %[[LEFT:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
  // CHECK-NEXT:    %[[ONE:.*]] = llvm.insertelement %[[LEFT]], %{{.*}}[%c0_i32 : i32]
  // CHECK:         %[[RIGHT:.*]] = llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> bf16
  // CHECK-NEXT:    %[[BOTH:.*]] = llvm.insertelement %[[RIGHT]], %[[ONE]][%c1_i32 : i32]
  // CHECK-NEXT:    %[[FIRST:.*]] = llvm.extractelement %[[BOTH]][%c0_i32 : i32]
  // CHECK:         llvm.intr.umin(%{{.*}}, %c70_i32)
  // CHECK:         %[[AT:.*]] = llvm.getelementptr %[[UPPER]]
  // CHECK-NEXT:    %[[PAIR:.*]] = llvm.load %[[AT]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  // CHECK-NEXT:    %[[OLD0:.*]] = llvm.extractelement %[[PAIR]][%c0_i32 : i32]
  // CHECK-NEXT:    %[[SECOND:.*]] = llvm.extractelement %[[BOTH]][%c1_i32 : i32]
  // CHECK-NEXT:    %[[OLD1:.*]] = llvm.extractelement %[[PAIR]][%c1_i32 : i32]
  // CHECK-NEXT:    %[[BIAS0:.*]] = arith.extf %[[FIRST]]
  // CHECK-NEXT:    %[[BIAS1:.*]] = arith.extf %[[SECOND]]
  // CHECK-NEXT:    %[[BIASED0:.*]] = arith.addf %[[S0]], %[[BIAS0]]
  // CHECK-NEXT:    %[[BIASED1:.*]] = arith.addf %[[S1]], %[[BIAS1]]
  // CHECK-NEXT:    arith.addf %[[BIASED0]], %[[OLD0]]
  // CHECK-NEXT:    arith.addf %[[BIASED1]], %[[OLD1]]
  // CHECK-NEXT:    %[[AT:.*]] = llvm.getelementptr %[[LOWER]]
  // CHECK-NEXT:    %[[PAIR:.*]] = llvm.load %[[AT]] {alignment = 8 : i64} : !llvm.ptr<1> -> vector<2xf32>
  // CHECK-NEXT:    %[[OLD2:.*]] = llvm.extractelement %[[PAIR]][%c0_i32 : i32]
  // CHECK-NEXT:    %[[OLD3:.*]] = llvm.extractelement %[[PAIR]][%c1_i32 : i32]
  // CHECK-NEXT:    %[[BIASED2:.*]] = arith.addf %[[S2]], %[[BIAS0]]
  // CHECK-NEXT:    %[[BIASED3:.*]] = arith.addf %[[S3]], %[[BIAS1]]
  // CHECK-NEXT:    arith.addf %[[BIASED2]], %[[OLD2]]
  // CHECK-NEXT:    arith.addf %[[BIASED3]], %[[OLD3]]
  lowp_gpu.kernel @inputs(%D: !words, %i: i32, %m: i32, %sum: !sum, %bias: memref<128xbf16>, %old: memref<?x72xf32>)
      chip "sm_90a" config #config attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output = lowp_gpu.epilogue %sum inputs %bias, %old : memref<128xbf16>, memref<?x72xf32>
        maps [affine_map<(m, n) -> (n)>, affine_map<(m, n) -> (m, n)>] at [%i, %i] m %m {
    ^bb0(%x: f32, %b: bf16, %o: f32):
      %w = arith.extf %b : bf16 to f32
      %y = arith.addf %x, %w : f32
      %z = arith.addf %y, %o : f32
      lowp_gpu.yield %z : f32
    } : !sum -> !sum
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !sum to !words
  }

  // A matrix in shared memory is read where TMA has put it: a pair of columns at
  // once, in rows 128 bytes apart whose pieces of 16 bytes the row permutes; eight
  // rows further the same way.
  // CHECK-LABEL: llvm.func @panels(
  // CHECK-SAME:      %[[LEFT:[a-z0-9]*]]: i32, %[[RIGHT:[a-z0-9]*]]: i32)
  // CHECK-DAG:     %[[LANE_ROW:.*]] = arith.shrui %[[LANE:.*]], %c2_i32
  // CHECK-DAG:     %[[PERMUTED:.*]] = arith.andi %{{.*}}, %c7_i32
  // CHECK-DAG:     %[[PIECE:.*]] = arith.xori %{{.*}}, %[[PERMUTED]]
  // CHECK-DAG:     arith.shli %[[PIECE]], %c4_i32
  // CHECK-DAG:     arith.muli %{{.*}}, %c128_i32
  // CHECK:         %[[AT:.*]] = arith.addi %[[LEFT]], %[[FIRST:.*]] : i32
  // CHECK-NEXT:    %[[POINTER:.*]] = llvm.inttoptr %[[AT]] : i32 to !llvm.ptr<3>
  // CHECK-NEXT:    %[[PAIR:.*]] = llvm.load %[[POINTER]] {alignment = 4 : i64} : !llvm.ptr<3> -> vector<2xbf16>
  // CHECK:         %[[BELOW:.*]] = arith.addi %[[FIRST]], %c1024_i32
  // CHECK:         arith.addi %[[LEFT]], %[[BELOW]]
  // CHECK:         %[[SECOND:.*]] = arith.xori %[[FIRST]], %c16_i32
  // CHECK:         arith.addi %[[LEFT]], %[[SECOND]]
  // CHECK:         arith.addi %[[RIGHT]], %[[FIRST]]
  // CHECK:         arith.addi %[[RIGHT]], %[[BELOW]]
  lowp_gpu.kernel @panels(%D: !words, %i: i32, %sum: !sums, %left: !panel, %right: !panel) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output = lowp_gpu.epilogue %sum panels %left, %right : !panel, !panel {
    ^bb0(%x: f32, %c: bf16):
      %w = arith.extf %c : bf16 to f32
      %y = arith.addf %x, %w : f32
      lowp_gpu.yield %y : f32
    } : !sums -> !sums
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !sums to !words
  }

  // What widens elements of 16 bits, computes and rounds again is one operation on
  // both columns, also with a constant that 16 bits hold. 0.1 is not one, and an f32 that
  // was not rounded has more.
  // CHECK-LABEL: llvm.func @in_halves(
  // CHECK-DAG:     %[[ZERO:.*]] = arith.constant 0.000000e+00 : bf16
  // CHECK-DAG:     %[[TENTH:.*]] = arith.constant 1.000000e-01 : f32
  // CHECK:         %[[INPUT:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<2xbf16>
  // CHECK:         %[[ROUNDED:.*]] = nvvm.convert.f32x2.to.bf16x2
  // CHECK:         %[[SUM:.*]] = arith.addf %[[ROUNDED]], %[[INPUT]] : vector<2xbf16>
  // CHECK:         %[[LEFT:.*]] = llvm.insertelement %[[ZERO]], %{{.*}}
  // CHECK-NEXT:    %[[ZEROS:.*]] = llvm.insertelement %[[ZERO]], %[[LEFT]]
  // CHECK-NEXT:    arith.maximumf %[[SUM]], %[[ZEROS]] : vector<2xbf16>
  // CHECK:         arith.mulf %{{.*}}, %[[TENTH]] : f32
  // CHECK:         arith.mulf %{{.*}}, %[[TENTH]] : f32
  // CHECK:         nvvm.convert.f32x2.to.bf16x2
  // CHECK:         arith.subf %{{.*}} : f32
  // CHECK:         arith.subf %{{.*}} : f32
  // CHECK:         nvvm.convert.f32x2.to.bf16x2
  lowp_gpu.kernel @in_halves(%D: !halves, %i: i32, %sum: !sum, %c: !low) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output = lowp_gpu.epilogue %sum panels %c : !low {
    ^bb0(%x: f32, %y: bf16):
      %zero = arith.constant 0.0 : f32
      %tenth = arith.constant 0.1 : f32
      %0 = arith.truncf %x : f32 to bf16
      %1 = arith.extf %0 : bf16 to f32
      %2 = arith.extf %y : bf16 to f32
      %3 = arith.addf %1, %2 : f32
      %4 = arith.truncf %3 : f32 to bf16
      %5 = arith.extf %4 : bf16 to f32
      %6 = arith.maximumf %5, %zero : f32
      %7 = arith.truncf %6 : f32 to bf16
      %8 = arith.extf %7 : bf16 to f32
      %9 = arith.mulf %8, %tenth : f32
      %10 = arith.truncf %9 : f32 to bf16
      %11 = arith.extf %10 : bf16 to f32
      %12 = arith.subf %11, %x : f32
      %13 = arith.truncf %12 : f32 to bf16
      lowp_gpu.yield %13 : bf16
    } : !sum -> !bf16
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // Where only some rows of an M tile have come, the last of them stands in for the
  // others in both halves. Warpgroups along N have panels of their own; of f32 a
  // pair is 8 bytes.
  // CHECK-LABEL: llvm.func @rows_of_panels(
  // CHECK-SAME:      %[[TILE_M:[a-z0-9]*]]: i32, %{{[a-z0-9]*}}: !llvm.struct<{{[f32, ()]*}}>, %[[LEFT:[a-z0-9]*]]: i32, %[[RIGHT:[a-z0-9]*]]: i32)
  // CHECK:         %[[OWN:.*]] = arith.select %{{.*}}, %[[RIGHT]], %[[LEFT]]
  // CHECK:         %[[LAST:.*]] = arith.addi %[[TILE_M]], %c-1_i32
  // CHECK:         llvm.intr.umin(%{{.*}}, %[[LAST]])
  // CHECK:         llvm.intr.umin(%{{.*}}, %[[LAST]])
  // CHECK:         arith.addi %[[OWN]], %{{.*}}
  // CHECK:         llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  lowp_gpu.kernel @rows_of_panels(%D: !words, %i: i32, %m: i32, %sum: !columns, %left: !half, %right: !half) chip "sm_90a" config #divided
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output = lowp_gpu.epilogue %sum panels %left, %right : !half, !half tile_m %m {
    ^bb0(%x: f32, %c: f32):
      %y = arith.addf %x, %c : f32
      lowp_gpu.yield %y : f32
    } : !columns -> !columns
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !columns to !words
  }

  // 32-bit elements have a register each.
  // CHECK-LABEL: llvm.func @f32(
  // CHECK-SAME:      %[[SUM:[a-z0-9]*]]: !llvm.struct
  // CHECK:         %[[S0:.*]] = llvm.extractvalue %[[SUM]][0]
  // CHECK:         %[[E0:.*]] = arith.negf %[[S0]] : f32
  // CHECK-COUNT-7: arith.negf
  // CHECK-NOT:     arith.negf
  // CHECK:         llvm.insertelement %[[E0]], %{{.*}}[%c0_i32 : i32] : vector<2xf32>
  lowp_gpu.kernel @f32(%D: !words, %i: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 32768 : i64, warps = 12 : i64} {
    %output = lowp_gpu.epilogue %sum {
    ^bb0(%x: f32):
      %y = arith.negf %x : f32
      lowp_gpu.yield %y : f32
    } : !sum -> !sum
    lowp_gpu.store_tile %output to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !sum to !words
  }

  // The body sees the scale of an element's row and of its column; all column
  // scales are loaded first.
  // CHECK-LABEL: llvm.func @scales(
  // CHECK-SAME:      %[[ROWS:[a-z0-9]*]]: !llvm.struct<(f32, f32)>
  // CHECK:         %[[UPPER:.*]] = llvm.extractvalue %[[ROWS]][0]
  // CHECK:         %[[LOWER:.*]] = llvm.extractvalue %[[ROWS]][1]
  // CHECK:         %[[PAIR:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         llvm.load %{{.*}} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK-NOT:     llvm.load
  // CHECK:         %[[EVEN:.*]] = llvm.extractelement %[[PAIR]][%c0_i32 : i32]
  // CHECK:         %[[SCALED:.*]] = arith.mulf %{{.*}}, %[[UPPER]]
  // CHECK:         arith.mulf %[[SCALED]], %[[EVEN]]
  // CHECK:         arith.mulf %{{.*}}, %[[LOWER]]
  lowp_gpu.kernel @scales(%D: !halves, %index: i32, %rows: !lowp_gpu.rows<128 x f32>, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 8192 : i64, barrier_offset = 16000 : i64, field_offsets = array<i64: 0>, stage_bytes = 128 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !lowp_gpu.pipeline<2 x <sb: 16xf32>>
    %s = lowp_gpu.stage_at %p[%index] : !lowp_gpu.pipeline<2 x <sb: 16xf32>>
    %sb = lowp_gpu.view %s["sb"] : !lowp_gpu.stage<sb: 16xf32> -> !lowp_gpu.tile<16xf32>
    %output = lowp_gpu.epilogue %sum rows %rows : !lowp_gpu.rows<128 x f32> columns %sb : !lowp_gpu.tile<16xf32> {
    ^bb0(%x: f32, %row: f32, %column: f32):
      %0 = arith.mulf %x, %row : f32
      %1 = arith.mulf %0, %column : f32
      %2 = arith.truncf %1 : f32 to bf16
      lowp_gpu.yield %2 : bf16
    } : !sum -> !bf16
    lowp_gpu.store_tile %output to %D[%index, %index] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // Scales of the second N subtile lie after those of the first.
  // CHECK-LABEL: llvm.func @scales_of_subtiles(
  // CHECK-SAME:      %[[LEFT:[a-z0-9]*]]: !llvm.struct<{{[f32, ()]*}}>, %[[RIGHT:[a-z0-9]*]]: !llvm.struct<{{[f32, ()]*}}>)
  // CHECK:         llvm.load %{{.*}} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         %[[OFFSET:.*]] = arith.addi %{{.*}}, %c64_i32
  // CHECK-NEXT:    %[[POINTER:.*]] = llvm.inttoptr %[[OFFSET]]
  // CHECK-NEXT:    %[[PAIR:.*]] = llvm.load %[[POINTER]] {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  // CHECK:         %[[SUM:.*]] = llvm.extractvalue %[[RIGHT]][0]
  // CHECK:         %[[EVEN:.*]] = llvm.extractelement %[[PAIR]][%c0_i32 : i32]
  // CHECK:         arith.mulf %[[SUM]], %[[EVEN]]
  lowp_gpu.kernel @scales_of_subtiles(%D: !words, %index: i32, %left: !sum, %right: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 16384 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 8192 : i64, barrier_offset = 16000 : i64, field_offsets = array<i64: 0>, stage_bytes = 128 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !lowp_gpu.pipeline<2 x <sb: 32xf32>>
    %s = lowp_gpu.stage_at %p[%index] : !lowp_gpu.pipeline<2 x <sb: 32xf32>>
    %sb = lowp_gpu.view %s["sb"] : !lowp_gpu.stage<sb: 32xf32> -> !lowp_gpu.tile<32xf32>
    %output:2 = lowp_gpu.epilogue %left, %right columns %sb : !lowp_gpu.tile<32xf32> {
    ^bb0(%x: f32, %column: f32):
      %0 = arith.mulf %x, %column : f32
      lowp_gpu.yield %0 : f32
    } : !sum, !sum -> !sum, !sum
    lowp_gpu.store_tile %output#0, %output#1 to %D[%index, %index] stages 1 {staging_offset = 0 : i64} : !sum, !sum to !words
  }

  // The scales of a warpgroup along N begin as far from the others' as its columns.
  // CHECK-LABEL: llvm.func @group_stride(
  // CHECK-SAME:      %[[INDEX:[a-z0-9]*]]: i32
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         %[[STAGE:.*]] = arith.muli %[[INDEX]], %c640_i32
  // CHECK-NEXT:    %[[SCALES:.*]] = arith.addi %{{.*}}, %[[STAGE]]
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %[[GROUP]], %c128_i32
  // CHECK:         %[[SCALE:.*]] = arith.addi %[[SKIPPED]],
  // CHECK-NEXT:    %[[BYTES:.*]] = arith.shli %[[SCALE]], %c2_i32
  // CHECK-NEXT:    %[[ADDRESS:.*]] = arith.addi %[[SCALES]], %[[BYTES]]
  // CHECK-NEXT:    %[[POINTER:.*]] = llvm.inttoptr %[[ADDRESS]]
  // CHECK-NEXT:    llvm.load %[[POINTER]] {alignment = 8 : i64} : !llvm.ptr<3> -> vector<2xf32>
  lowp_gpu.kernel @group_stride(%D: !lowp_gpu.tensor_map<64x32xf32 swizzle 128>, %index: i32, %sum: !columns) chip "sm_90a" config #divided
      attributes {shared_bytes = 17664 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 16384 : i64, barrier_offset = 17600 : i64, field_offsets = array<i64: 0>, stage_bytes = 640 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !lowp_gpu.pipeline<2 x <sb: 160xf32>>
    %s = lowp_gpu.stage_at %p[%index] : !lowp_gpu.pipeline<2 x <sb: 160xf32>>
    %sb = lowp_gpu.view %s["sb"] : !lowp_gpu.stage<sb: 160xf32> -> !lowp_gpu.tile<160xf32>
    %output = lowp_gpu.epilogue %sum columns %sb : !lowp_gpu.tile<160xf32> group_stride 128 {
    ^bb0(%x: f32, %column: f32):
      %0 = arith.mulf %x, %column : f32
      lowp_gpu.yield %0 : f32
    } : !columns -> !columns
    lowp_gpu.store_tile %output to %D[%index, %index] group_stride 128 stages 1 {staging_offset = 0 : i64} : !columns to !lowp_gpu.tensor_map<64x32xf32 swizzle 128>
  }

  // What a fresh accumulator of 16-bit elements is: registers of two.
  // CHECK-LABEL: llvm.func @fresh(
  // CHECK:         %[[FRESH:.*]] = llvm.mlir.undef : !llvm.struct<(i32, i32, i32, i32)>
  // CHECK:         scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[FRESH]])
  // CHECK:           %[[WORD:.*]] = llvm.extractvalue %[[OLD]][0]
  // CHECK:           nvvm.stmatrix %{{.*}}, %[[WORD]],
  // CHECK:           scf.yield %{{.*}} : !llvm.struct<(i32, i32, i32, i32)>
  lowp_gpu.kernel @fresh(%D: !halves, %i: i32, %n: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 8192 : i64, warps = 12 : i64} {
    %none = lowp_gpu.accumulator : !bf16
    %last = scf.for %j = %i to %n step %i iter_args(%old = %none) -> !bf16 : i32 {
      lowp_gpu.store_tile %old to %D[%i, %j] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
      %output = lowp_gpu.epilogue %sum {
      ^bb0(%x: f32):
        %y = arith.truncf %x : f32 to bf16
        lowp_gpu.yield %y : bf16
      } : !sum -> !bf16
      scf.yield %output : !bf16
    }
    lowp_gpu.store_tile %last to %D[%i, %n] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }
}
