// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128x128xf8E4M3FN swizzle 128, sa: 128xf32>
!pipeline = !lowp_gpu.pipeline<2 x !stage>
!scales = !lowp_gpu.stage<sb: 56x2xf32>
!scale_pipeline = !lowp_gpu.pipeline<2 x !scales>
!half = !lowp_gpu.tensor_map<64x128xf8E4M3FN swizzle 128>
!vector = !lowp_gpu.tensor_map<128xf32>
!panels = !lowp_gpu.stage<c0: 64x64xbf16 swizzle 128, c1: 64x64xbf16 swizzle 128>
!panel = !lowp_gpu.tensor_map<64x64xbf16 swizzle 128>
!spread = !lowp_gpu.stage<a: 128x128xf4E2M1FN swizzle 128 spread, b: 128x128xf4E2M1FN swizzle 64>

gpu.module @kernels {
  // A vector by one copy. Coordinates count from the innermost dimension; the
  // full barrier of the stage counts the bytes.
  // CHECK-LABEL: llvm.func @load(
  // CHECK-SAME:      %[[MAP:[a-z0-9]*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
  // CHECK-SAME:      %[[INDEX:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32
  // CHECK-DAG:     %[[BASE:.*]] = llvm.ptrtoint
  // CHECK-DAG:     %[[OFFSET:.*]] = arith.muli %[[INDEX]], %c17408_i32
  // CHECK:         %[[STAGE:.*]] = arith.addi %[[BASE]], %[[OFFSET]]
  // CHECK:         %[[FIELD:.*]] = arith.addi %[[STAGE]], %c16384_i32
  // CHECK:         arith.addi %[[BASE]], %c34816_i32
  // CHECK:         %[[BARRIER:.*]] = arith.addi
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$3}], [$2];", "r,l,r,r,~{memory}" %[[FIELD]], %[[MAP]], %[[BARRIER]], %[[M]]
  lowp_gpu.kernel @load(%SA: !vector, %index: i32, %m: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 34816 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 17408 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    lowp_gpu.load %SA[%m] to %s["sa"] : !vector to !stage
  }

  // A share for all CTAs of the cluster: 64 rows of 128 bytes on from that of
  // the CTA before, for the CTAs in the mask.
  // CHECK-LABEL: llvm.func @multicast(
  // CHECK-SAME:      %[[INDEX:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32, %[[K:[a-z0-9]*]]: i32
  // CHECK:         %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK:         %[[BYTES:.*]] = arith.muli %[[RANK]], %c8192_i32
  // CHECK:         %[[SHARE:.*]] = arith.addi %{{.*}}, %[[BYTES]]
  // CHECK:         %[[ROWS:.*]] = arith.muli %[[RANK]], %c64_i32
  // CHECK:         %[[ROW:.*]] = arith.addi %[[M]], %[[ROWS]]
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [$0], [$1, {$3, $4}], [$2], $5;", "r,l,r,r,r,h,~{memory}" %[[SHARE]], %{{.*}}, %{{.*}}, %[[K]], %[[ROW]], %c3_i16
  lowp_gpu.kernel @multicast(%A: !half, %index: i32, %m: i32, %k: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 34816 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 17408 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    lowp_gpu.load %A[%m, %k] to %s["a"] multicast : !half to !stage
  }

  // Copies that spread elements of 4 bits count each of them, others bytes of two.
  // CHECK-LABEL: llvm.func @spread(
  // CHECK-SAME:      %[[INDEX:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32, %[[K:[a-z0-9]*]]: i32
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.2d{{[^"]*}}", "{{[^"]*}}" %{{.*}}, %{{.*}}, %{{.*}}, %[[K]], %[[M]] :
  // CHECK:         %[[BYTE:.*]] = arith.shrui %[[K]], %c1_i32
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.2d{{[^"]*}}", "{{[^"]*}}" %{{.*}}, %{{.*}}, %{{.*}}, %[[BYTE]], %[[M]] :
  lowp_gpu.kernel @spread(%A: !lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 128 spread>, %B: !lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 64>, %index: i32, %m: i32, %k: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 49184 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 49152 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 24576 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !lowp_gpu.pipeline<2 x !spread>
    %s = lowp_gpu.stage_at %p[%index] : !lowp_gpu.pipeline<2 x !spread>
    lowp_gpu.load %A[%m, %k] to %s["a"] : !lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 128 spread> to !spread
    lowp_gpu.load %B[%m, %k] to %s["b"] : !lowp_gpu.tensor_map<128x128xf4E2M1FN swizzle 64> to !spread
  }

  // Two M tiles of a field: rows of the tensor follow those that moved, places in
  // the field those of a whole box. Both count at the same barrier.
  // CHECK-LABEL: llvm.func @m_tiles(
  // CHECK-SAME:      %[[INDEX:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32, %[[K:[a-z0-9]*]]: i32, %[[TILE_M:[a-z0-9]*]]: i32
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.2d{{[^"]*}}", "{{[^"]*}}" %[[FIELD:[a-z0-9]*]], %[[MAP:[a-z0-9]*]], %[[BARRIER:[a-z0-9]*]], %[[K]], %[[M]] :
  // CHECK:         %[[NEXT:.*]] = arith.addi %[[FIELD]], %c8192_i32
  // CHECK:         %[[ROW:.*]] = arith.addi %[[M]], %[[TILE_M]]
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.2d{{[^"]*}}", "{{[^"]*}}" %[[NEXT]], %[[MAP]], %[[BARRIER]], %[[K]], %[[ROW]] :
  // CHECK-NOT:     cp.async.bulk.tensor
  lowp_gpu.kernel @m_tiles(%A: !half, %index: i32, %m: i32, %k: i32, %tile_m: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 34816 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 17408 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline
    lowp_gpu.load %A[%m, %k] to %s["a"] tile_m %tile_m : !half to !stage
  }

  // Other fields than the pipeline's follow each other from where the stage begins,
  // and count at its barrier.
  // CHECK-LABEL: llvm.func @other_fields(
  // CHECK-SAME:      %[[INDEX:[a-z0-9]*]]: i32, %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32
  // CHECK:         %[[OFFSET:.*]] = arith.muli %[[INDEX]], %c17408_i32
  // CHECK:         %[[STAGE:.*]] = arith.addi %{{.*}}, %[[OFFSET]]
  // CHECK:         %[[FIELD:.*]] = arith.addi %[[STAGE]], %c8192_i32
  // CHECK:         %[[BARRIER:.*]] = arith.addi
  // CHECK:         llvm.inline_asm has_side_effects {{.*}} "cp.async.bulk.tensor.2d{{[^"]*}}", "{{[^"]*}}" %[[FIELD]], %{{.*}}, %{{.*}}, %[[N]], %[[M]] :
  lowp_gpu.kernel @other_fields(%C: !panel, %index: i32, %m: i32, %n: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "operands" {offset = 0 : i64, barrier_offset = 34816 : i64, field_offsets = array<i64: 0, 16384>, stage_bytes = 17408 : i64, full_arrivals = 1 : i64, empty_arrivals = 8 : i64} : !pipeline
    %s = lowp_gpu.stage_at %p[%index] : !pipeline as !panels
    lowp_gpu.load %C[%m, %n] to %s["c1"] : !panel to !panels
  }

  // Coordinates count from the innermost dimension.
  // CHECK-LABEL: llvm.func @prefetch(
  // CHECK-SAME:      %[[MAP:[a-z0-9]*]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>, nvvm.grid_constant}
  // CHECK-SAME:      %[[M:[a-z0-9]*]]: i32, %[[N:[a-z0-9]*]]: i32
  // CHECK:         nvvm.cp.async.bulk.tensor.prefetch %[[MAP]], box[%[[N]], %[[M]]] : !llvm.ptr
  lowp_gpu.kernel @prefetch(%C: !panel, %m: i32, %n: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    lowp_gpu.prefetch %C[%m, %n] : !panel
  }

  // A warp copies two rows of scales side by side; the last row stands in for
  // rows beyond it.
  // CHECK-LABEL: llvm.func @copy_rows(
  // CHECK-SAME:      %[[SB:[a-z0-9]*]]: !llvm.ptr<1>, %{{.*}}: i32, %[[ROW:[a-z0-9]*]]: i32, %[[ROWS:[a-z0-9]*]]: i32, %[[LENGTH:[a-z0-9]*]]: i32
  // CHECK:         %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK:         %[[LAST:.*]] = arith.addi %[[ROWS]], %c-1_i32
  // CHECK:         scf.for %[[I:.*]] = %[[LANE]] to %[[LENGTH]] step %c32_i32
  // CHECK:           %[[FIRST:.*]] = arith.minui %[[ROW]], %[[LAST]]
  // CHECK:           arith.muli %[[FIRST]], %[[LENGTH]]
  // CHECK:           llvm.getelementptr %[[SB]]
  // CHECK:           llvm.load {{.*}} : !llvm.ptr<1> -> f32
  // CHECK:           llvm.store {{.*}} : f32, !llvm.ptr<3>
  // CHECK:           %[[NEXT:.*]] = arith.addi %[[ROW]], %c1_i32
  // CHECK:           arith.minui %[[NEXT]], %[[LAST]]
  // CHECK:           llvm.store {{.*}} : f32, !llvm.ptr<3>
  // CHECK-NOT:       llvm.store
  lowp_gpu.kernel @copy_rows(%SB: memref<?x56xf32>, %index: i32, %row: i32, %rows: i32, %length: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 0 : i64, barrier_offset = 1024 : i64, field_offsets = array<i64: 0>, stage_bytes = 512 : i64, full_arrivals = 32 : i64, empty_arrivals = 8 : i64} : !scale_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !scale_pipeline
    lowp_gpu.copy_rows %SB[%row] rows %rows length %length to %s["sb"] : memref<?x56xf32> to !scales
  }

  // Two columns of scales, each for 32 columns of blocks of 128: the row follows
  // from the column.
  // CHECK-LABEL: llvm.func @copy_groups(
  // CHECK-SAME:      %{{[a-z0-9]*}}: !llvm.ptr<1>, %{{[a-z0-9]*}}: i32, %[[COLUMN:[a-z0-9]*]]: i32
  // CHECK:         scf.for
  // CHECK:           %[[FIRST:.*]] = arith.divui %[[COLUMN]], %c128_i32
  // CHECK:           arith.minui %[[FIRST]], %{{.*}}
  // CHECK:           %[[NEXT:.*]] = arith.addi %[[COLUMN]], %c32_i32
  // CHECK:           %[[SECOND:.*]] = arith.divui %[[NEXT]], %c128_i32
  // CHECK:           arith.minui %[[SECOND]], %{{.*}}
  lowp_gpu.kernel @copy_groups(%SB: memref<?x56xf32>, %index: i32, %column: i32, %rows: i32, %length: i32) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 0 : i64, barrier_offset = 1024 : i64, field_offsets = array<i64: 0>, stage_bytes = 512 : i64, full_arrivals = 32 : i64, empty_arrivals = 8 : i64} : !scale_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !scale_pipeline
    lowp_gpu.copy_rows %SB[%column] rows %rows length %length to %s["sb"] {group = 32 : i64, block = 128 : i64} : memref<?x56xf32> to !scales
  }

  // Single values: the second element of row k, and one in global memory.
  // CHECK-LABEL: llvm.func @elements(
  // CHECK-SAME:      %[[ALPHA:[a-z0-9]*]]: !llvm.ptr<1>, %{{.*}}: i32, %[[K:[a-z0-9]*]]: i32
  // CHECK:         %[[ROW:.*]] = arith.muli %[[K]], %c8_i32
  // CHECK:         arith.addi %{{.*}}, %[[ROW]]
  // CHECK:         arith.addi %{{.*}}, %c4_i32
  // CHECK:         llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK:         llvm.load %[[ALPHA]] {{.*}} : !llvm.ptr<1> -> f32
  // CHECK:         %[[OWN:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  // CHECK:         llvm.load %[[OWN]] {{.*}} : !llvm.ptr<1> -> f32
  lowp_gpu.kernel @elements(%alpha: memref<1x1xf32>, %index: i32, %k: i32, %alphas: memref<4xf32>) chip "sm_90a" config #config
      attributes {shared_bytes = 34848 : i64, warps = 12 : i64} {
    %p = lowp_gpu.pipeline "scales" {offset = 0 : i64, barrier_offset = 1024 : i64, field_offsets = array<i64: 0>, stage_bytes = 512 : i64, full_arrivals = 32 : i64, empty_arrivals = 8 : i64} : !scale_pipeline
    %s = lowp_gpu.stage_at %p[%index] : !scale_pipeline
    %sb = lowp_gpu.view %s["sb"] : !scales -> !lowp_gpu.tile<56x2xf32>
    %0 = lowp_gpu.read_element %sb[%k, 1] : !lowp_gpu.tile<56x2xf32>
    %1 = lowp_gpu.load_scalar %alpha : memref<1x1xf32>
    %2 = lowp_gpu.load_scalar %alphas[%k] : memref<4xf32>
    llvm.inline_asm has_side_effects asm_dialect = att "// $0 $1 $2", "f,f,f" %0, %1, %2 : (f32, f32, f32) -> ()
  }
}
