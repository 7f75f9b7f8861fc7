// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize --cse | FileCheck %s

// Two CTAs, one warpgroup, 64 x 16 sums: 8 registers per thread, a vector of
// 4 for each CTA. What the other CTA gives takes 128 x 16 bytes, and the
// barriers lie after them.

#config = #lowp_gpu.config<tile = [64, 16, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>
!exchange = !lowp_gpu.exchange<2 x <64x8xf32>>
!sum = !lowp_gpu.accumulator<64x16xf32>
!pair = !lowp_gpu.exchange<2 x <128x8xf32>>
#lanes = #lowp_gpu.config<tile = [128, 16, 128], cluster = [1, 1], stages = 2, group_m = 8, split_k = 2, target = {epilogue_stages = 1 : i64, sum_stages = 1 : i64}>
#divided = #lowp_gpu.config<tile = [64, 32, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2, warpgroups = [1, 2]>
!columns = !lowp_gpu.exchange<2 x <64x16xf32, warpgroups_n = 2>>
!divided = !lowp_gpu.accumulator<64x32xf32, warpgroups_n = 2>

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @reduce(
  // CHECK-SAME:      %[[PHASE:[a-z0-9]*]]: i32, %[[SUM:[a-z0-9]*]]: !llvm.struct
  // CHECK:         %[[LANE:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK:         %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK:         %[[ARRIVED:.*]] = arith.addi %[[BARRIERS:.*]], %c2048_i32
  // CHECK-NEXT:    %[[READ:.*]] = arith.addi %[[BARRIERS]], %c2056_i32
  // CHECK:         %[[FOURTH:.*]] = llvm.extractvalue %[[SUM]][4]
  // The place is free once all warps of all CTAs have read the tile before.
  // CHECK:         %[[BEFORE:.*]] = arith.xori %[[PHASE]], %c1_i32
  // CHECK-NEXT:    llvm.inline_asm has_side_effects {{.*}}mbarrier.try_wait.parity.acquire.cluster{{.*}} %[[READ]], %[[BEFORE]]
  // CHECK-NEXT:    llvm.inline_asm has_side_effects {{.*}}mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 2048;{{.*}} %[[ARRIVED]],
  // Nothing for itself; senders are numbered without the receiver.
  // CHECK:         %[[BEHIND:.*]] = arith.cmpi ugt, %[[RANK]], %c0_i32
  // CHECK-NEXT:    %[[LESS:.*]] = arith.extui %[[BEHIND]]
  // CHECK-NEXT:    %[[NUMBER:.*]] = arith.subi %[[RANK]], %[[LESS]]
  // CHECK-NEXT:    arith.muli %[[NUMBER]], %c2048_i32
  // CHECK:         mapa.shared::cluster.u32 $0, $1, 0;
  // CHECK:         setp.ne.u32 other, $2, 0; @other st.async{{.*}}.v4.f32 [$0+0], {$3, $4, $5, $6}, [$1]; }{{.*}}, %[[RANK]],
  // CHECK-NOT:     st.async
  // CHECK:         mapa.shared::cluster.u32 $0, $1, 1;
  // CHECK:         setp.ne.u32 other, $2, 1; @other st.async
  // CHECK-NOT:     st.async
  // Its own terms come first.
  // CHECK:         %[[SECOND:.*]] = arith.cmpi eq, %[[RANK]], %c1_i32
  // CHECK-NEXT:    %[[OWN:.*]] = arith.select %[[SECOND]], %[[FOURTH]], %{{.*}} : f32
  // CHECK:         mbarrier.try_wait.parity.acquire.cluster{{.*}} %[[ARRIVED]], %[[PHASE]]
  // CHECK:         %[[OTHER:.*]] = llvm.load %{{.*}} : !llvm.ptr<3> -> vector<4xf32>
  // CHECK:         %[[TERM:.*]] = llvm.extractelement %[[OTHER]][%c0_i32 : i32]
  // CHECK-NEXT:    llvm.fadd %[[OWN]], %[[TERM]]
  // CHECK-COUNT-3: llvm.fadd
  // CHECK-NOT:     llvm.fadd
  // CHECK:         nvvm.bar.warp.sync
  // CHECK-NEXT:    llvm.inline_asm has_side_effects {{.*}}setp.lt.u32 p, $1, 2; {{.*}}mbarrier.arrive.release.cluster.shared::cluster.b64 _, [remote];{{.*}} %[[READ]], %[[LANE]]
  lowp_gpu.kernel @reduce(%phase: i32, %sum: !sum) chip "sm_90a" config #config
      attributes {shared_bytes = 2064 : i64, warps = 8 : i64} {
    %exchange = lowp_gpu.exchange {offset = 0 : i64} : !exchange
    %0 = lowp_gpu.reduce_scatter %exchange, %sum phase %phase : !exchange, !sum
    %use = lowp_gpu.mma_wait %0 pending 0 : !lowp_gpu.accumulator<64x8xf32>
  }

  // For each warpgroup a barrier of one arrival and one of 4 warps of 2 CTAs,
  // after 4096 bytes of sums.
  // CHECK-LABEL: llvm.func @init(
  // CHECK-DAG:     %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG:     %[[WARPS:.*]] = arith.constant 8 : i32
  // CHECK:         arith.addi %{{.*}}, %c4352_i32
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %[[WARPS]]
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %[[ONE]]
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %[[WARPS]]
  // CHECK-NEXT:    nvvm.fence.mbarrier.init
  lowp_gpu.kernel @init(%phase: i32, %sum: !lowp_gpu.accumulator<128x16xf32>) chip "sm_90a" config #config
      attributes {shared_bytes = 4384 : i64, warps = 12 : i64} {
    %exchange = lowp_gpu.exchange {offset = 256 : i64} : !pair
    lowp_gpu.exchange_init %exchange warpgroups 2 : !pair
    %0 = lowp_gpu.reduce_scatter %exchange, %sum phase %phase : !pair, !lowp_gpu.accumulator<128x16xf32>
  }

  // Two warpgroups that divide columns: 64 x 16 of 64 x 32 sums each, of which a
  // CTA receives a half. The other CTA gives 2048 bytes to either warpgroup.
  // CHECK-LABEL: llvm.func @warpgroups_n(
  // CHECK-SAME:      %[[PHASE:[a-z0-9]*]]: i32, %{{[a-z0-9]*}}: !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK:         %[[GROUP:.*]] = arith.shrui %[[WARP]], %c2_i32
  // CHECK:         arith.addi %{{.*}}, %c4096_i32
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %c8_i32
  // CHECK:         arith.addi %{{.*}}, %c4112_i32
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %c1_i32
  // CHECK:         nvvm.mbarrier.init %{{.*}}, %c8_i32
  // CHECK-NOT:     nvvm.mbarrier.init
  // CHECK:         %[[RANK:.*]] = nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK:         %[[OWN_SUMS:.*]] = arith.muli %[[GROUP]], %c2048_i32
  // CHECK:         arith.addi %[[OWN_SUMS]],
  // CHECK:         %[[OWN_BARRIERS:.*]] = arith.muli %[[GROUP]], %c16_i32
  // CHECK:         %[[BARRIERS:.*]] = arith.addi %{{.*}}, %[[OWN_BARRIERS]]
  // CHECK:         %[[ARRIVED:.*]] = arith.addi %[[BARRIERS]], %c4096_i32
  // CHECK:         expect_tx.shared::cta.b64 _, [$0], 2048;{{.*}} %[[ARRIVED]],
  // CHECK:         %[[NUMBER:.*]] = arith.subi %[[RANK]],
  // CHECK-NEXT:    arith.muli %[[NUMBER]], %c4096_i32
  // CHECK-COUNT-2: st.async
  // CHECK-NOT:     st.async
  // CHECK:         mbarrier.try_wait.parity.acquire.cluster{{.*}} %[[ARRIVED]], %[[PHASE]]
  // CHECK-COUNT-4: llvm.fadd
  // CHECK-NOT:     llvm.fadd
  lowp_gpu.kernel @warpgroups_n(%phase: i32, %sum: !divided) chip "sm_90a" config #divided
      attributes {shared_bytes = 4128 : i64, warps = 12 : i64} {
    %exchange = lowp_gpu.exchange {offset = 0 : i64} : !columns
    lowp_gpu.exchange_init %exchange warpgroups 2 : !columns
    %0 = lowp_gpu.reduce_scatter %exchange, %sum phase %phase : !columns, !divided
    %use = lowp_gpu.mma_wait %0 pending 0 : !lowp_gpu.accumulator<64x16xf32, warpgroups_n = 2>
  }

  // Where lanes hold whole rows a warpgroup has 128 of them, and a thread 8 of 16 columns for each CTA: two vectors.
  // CHECK-LABEL: llvm.func @lane_rows(
  // CHECK:         arith.addi %{{.*}}, %c4096_i32
  // CHECK:         expect_tx.shared::cta.b64 _, [$0], 4096;
  // CHECK-COUNT-4: st.async{{.*}}.v4.f32
  // CHECK-NOT:     st.async
  lowp_gpu.kernel @lane_rows(%phase: i32, %sum: !lowp_gpu.accumulator<128x16xf32>) chip "sm_100a" config #lanes
      attributes {shared_bytes = 4112 : i64, warps = 8 : i64} {
    %exchange = lowp_gpu.exchange {offset = 0 : i64} : !pair
    lowp_gpu.exchange_init %exchange warpgroups 1 : !pair
    %0 = lowp_gpu.reduce_scatter %exchange, %sum phase %phase : !pair, !lowp_gpu.accumulator<128x16xf32>
  }

  // With 20 rows one warp has sums: the others send nothing, and read what it reads.
  // CHECK-LABEL: llvm.func @few_rows(
  // CHECK:         nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK:         %[[READER:.*]] = arith.andi %{{.*}}, %c31_i32
  // CHECK:         arith.muli %[[READER]], %c16_i32
  // CHECK:         expect_tx.shared::cta.b64 _, [$0], 1024;
  // CHECK:         arith.cmpi ult, %{{.*}}, %c1_i32
  // CHECK-COUNT-4: st.async{{.*}}.v4.f32
  lowp_gpu.kernel @few_rows(%phase: i32, %sum: !lowp_gpu.accumulator<128x16xf32>) chip "sm_100a" config #lanes
      attributes {shared_bytes = 4112 : i64, warps = 8 : i64} {
    %exchange = lowp_gpu.exchange {offset = 0 : i64} : !pair
    lowp_gpu.exchange_init %exchange warpgroups 1 : !pair
    %0 = lowp_gpu.reduce_scatter %exchange, %sum rows 20 phase %phase : !pair, !lowp_gpu.accumulator<128x16xf32>
  }
}
