// RUN: lowp-test-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

// A lane holds a row: its columns are neighbours, which are read and stored 16
// bytes at a time.

#config = #lowp_gpu.config<tile = [128, 64, 128], cluster = [1, 1], stages = 2, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
!sum = !lowp_gpu.accumulator<128x16xf32>
!bf16 = !lowp_gpu.accumulator<128x16xbf16>
!halves = !lowp_gpu.tensor_map<128x16xbf16 swizzle 32>
!rows = !lowp_gpu.rows<128 x f32>
!panel = !lowp_gpu.tile<128x16xbf16 swizzle 32>

gpu.module @kernels {
  // One row and one load of its factor.
  // CHECK-LABEL: llvm.func @rows(
  // CHECK-SAME:      %[[TILE:[a-z0-9]*]]: i32
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %{{.*}}, %c128_i32
  // CHECK-NEXT:    %[[OF_WARP:.*]] = arith.shli %{{.*}}, %c5_i32
  // CHECK-NEXT:    %[[FIRST:.*]] = arith.addi %[[SKIPPED]], %[[OF_WARP]]
  // CHECK-NEXT:    %[[ROW:.*]] = arith.addi %[[FIRST]], %{{.*}}
  // CHECK-NEXT:    %[[BYTE:.*]] = arith.shli %[[ROW]], %c2_i32
  // CHECK-NEXT:    arith.addi %[[TILE]], %[[BYTE]]
  // CHECK:         %[[SCALE:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK-NOT:     llvm.load
  // CHECK-COUNT-16: llvm.intr.fma(%[[SCALE]],
  // CHECK-NOT:     llvm.intr.fma
  lowp_gpu.kernel @rows(%tile: !lowp_gpu.tile<128xf32>, %D: !halves, %i: i32, %partial: !sum, %sum: !sum) chip "tensor_1" config #config
      attributes {shared_bytes = 4096 : i64, warps = 4 : i64} {
    %rows = lowp_gpu.read_rows %tile : !lowp_gpu.tile<128xf32> -> !rows
    %0 = lowp_gpu.promote %partial into %sum rows %rows : !rows : !sum
    %1 = lowp_gpu.epilogue %0 {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to bf16
      lowp_gpu.yield %y : bf16
    } : !sum -> !bf16
    lowp_gpu.store_tile %1 to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // Scales of columns four at a time, elements of a panel eight: two of those are
  // computed together, whatever else was read with them.
  // CHECK-LABEL: llvm.func @panels(
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xf32>
  // CHECK-NOT:     -> vector<4xf32>
  // CHECK:         %[[PIECE:.*]] = llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xbf16>
  // CHECK:         %[[LOW:.*]] = llvm.extractelement %[[PIECE]][%c0_i32 : i32]
  // CHECK:         %[[HIGH:.*]] = llvm.extractelement %[[PIECE]][%c1_i32 : i32]
  // CHECK:         %[[ONE:.*]] = llvm.insertelement %[[LOW]], %{{.*}} : vector<2xbf16>
  // CHECK-NEXT:    %[[PAIR:.*]] = llvm.insertelement %[[HIGH]], %[[ONE]]
  // CHECK:         arith.addf %{{.*}}, %[[PAIR]] : vector<2xbf16>
  // CHECK:         llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<8xbf16>
  // CHECK-NOT:     -> vector<8xbf16>
  lowp_gpu.kernel @panels(%D: !halves, %i: i32, %columns: !lowp_gpu.tile<16xf32>, %panel: !panel, %sum: !sum) chip "tensor_1" config #config
      attributes {shared_bytes = 4096 : i64, warps = 4 : i64} {
    %0 = lowp_gpu.epilogue %sum columns %columns : !lowp_gpu.tile<16xf32> panels %panel : !panel {
    ^bb0(%x: f32, %column: f32, %c: bf16):
      %scaled = arith.mulf %x, %column : f32
      %rounded = arith.truncf %scaled : f32 to bf16
      %again = arith.extf %rounded : bf16 to f32
      %wide = arith.extf %c : bf16 to f32
      %y = arith.addf %again, %wide : f32
      %z = arith.truncf %y : f32 to bf16
      lowp_gpu.yield %z : bf16
    } : !sum -> !bf16
    lowp_gpu.store_tile %0 to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // Elements are computed after the loads of what they need, a chunk of 8 columns
  // at a time, not where they are stored.
  // CHECK-LABEL: llvm.func @inputs(
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK-NOT:     llvm.load
  // CHECK:         llvm.inline_asm has_side_effects {{.*}}"", "=r,=r,=r,=r,0,1,2,3,~{memory}"
  // CHECK-COUNT-2: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK-NOT:     llvm.load
  // CHECK:         llvm.inline_asm has_side_effects {{.*}}"", "=r,=r,=r,=r,0,1,2,3,~{memory}"
  // CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  lowp_gpu.kernel @inputs(%D: !halves, %i: i32, %C: memref<256x64xf32>, %sum: !sum) chip "tensor_1" config #config
      attributes {shared_bytes = 4096 : i64, warps = 4 : i64} {
    %0 = lowp_gpu.epilogue %sum inputs %C : memref<256x64xf32> maps [affine_map<(m, n) -> (m, n)>] at [%i, %i] m %i {
    ^bb0(%x: f32, %c: f32):
      %y = arith.addf %x, %c : f32
      %z = arith.truncf %y : f32 to bf16
      lowp_gpu.yield %z : bf16
    } : !sum -> !bf16
    lowp_gpu.store_tile %0 to %D[%i, %i] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }

  // A copy of 128 rows per warpgroup, which no stmatrix stages.
  // CHECK-LABEL: llvm.func @copied(
  // CHECK-SAME:      %[[D:[a-z0-9]*]]: !llvm.ptr {{.*}}, %[[M:[a-z0-9]*]]: i32, %{{[a-z0-9]*}}: i32, %{{[a-z0-9]*}}: !llvm.struct
  // CHECK-NOT:     nvvm.stmatrix
  // CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT:     llvm.store
  // CHECK:         %[[SKIPPED:.*]] = arith.muli %{{.*}}, %c128_i32
  // CHECK-NEXT:    %[[ROW:.*]] = arith.addi %[[M]], %[[SKIPPED]]
  // CHECK:         nvvm.cp.async.bulk.tensor.global.shared.cta %[[D]], %{{.*}}, box[%{{.*}}, %[[ROW]]]
  lowp_gpu.kernel @copied(%D: !halves, %m: i32, %n: i32, %sum: !bf16) chip "tensor_1" config #config
      attributes {shared_bytes = 4096 : i64, warps = 4 : i64} {
    lowp_gpu.store_tile %sum to %D[%m, %n] stages 1 {staging_offset = 0 : i64} : !bf16 to !halves
  }
}
