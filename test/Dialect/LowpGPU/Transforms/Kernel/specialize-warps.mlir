// RUN: lowp-opt %s --pass-pipeline='builtin.module(lowp_gpu.kernel(lowp-gpu-specialize-warps))' | FileCheck %s

#config = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
!stage = !lowp_gpu.stage<a: 128xf32>

// Barriers first, then one dispatch: warps 0 to 7 multiply, warp 8 loads with
// one lane, warp 9 with all of them; the rest of that warpgroup idles.

// CHECK-LABEL: lowp_gpu.kernel @dispatch
// CHECK:         attributes {warps = 12 : i64} {
// CHECK:         %operands = lowp_gpu.pipeline
// CHECK-NOT:     lowp_gpu.role
// CHECK:         %warp = lowp_gpu.warp_index
// CHECK:         %[[FIRST:.*]] = arith.cmpi eq, %warp, %c0_i32
// CHECK-NEXT:    scf.if %[[FIRST]] {
// CHECK-NEXT:      %elected = lowp_gpu.elect
// CHECK-NEXT:      scf.if %elected {
// CHECK-NEXT:        lowp_gpu.barrier_init %operands
// CHECK:         lowp_gpu.sync_cluster
// The kernel before this one may end while barriers are set up.
// CHECK-NEXT:    lowp_gpu.launch_dependents
// CHECK-NEXT:    lowp_gpu.grid_dependency_wait
// CHECK-NEXT:    %[[EIGHT:.*]] = arith.constant 8 : i32
// CHECK-NEXT:    %[[NARROW:.*]] = arith.cmpi uge, %warp, %[[EIGHT]]
// CHECK-NEXT:    scf.if %[[NARROW]] {
// CHECK-NEXT:      lowp_gpu.set_registers 40
// CHECK:           %[[IS_8:.*]] = arith.cmpi eq, %warp, %{{.*}}
// CHECK-NEXT:      scf.if %[[IS_8]] {
// CHECK-NEXT:        %[[LANE:.*]] = lowp_gpu.elect
// CHECK-NEXT:        scf.if %[[LANE]] {
// CHECK-NEXT:          %{{.*}} = arith.constant 1 : i64
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      %[[NINE:.*]] = arith.constant 9 : i32
// CHECK-NEXT:      %[[IS_9:.*]] = arith.cmpi eq, %warp, %[[NINE]]
// CHECK-NEXT:      scf.if %[[IS_9]] {
// CHECK-NEXT:        %{{.*}} = arith.constant 2 : i64
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK-NEXT:      lowp_gpu.set_registers 232 grow
// CHECK-NEXT:      %{{.*}} = arith.constant 3 : i64
// CHECK-NEXT:    }
// No CTA leaves while another one still signals it.
// CHECK-NEXT:    lowp_gpu.sync_cluster
// CHECK-NEXT:  }
lowp_gpu.kernel @dispatch() chip "sm_90a" config #config {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !stage>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %load = arith.constant 1 : i64
  }
  lowp_gpu.role "load_scales" warps 1 registers 40 {
    %load_scales = arith.constant 2 : i64
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %multiply = arith.constant 3 : i64
  }
}

// The next kernel starts when the role that multiplies allows it.

// CHECK-LABEL: lowp_gpu.kernel @late
// CHECK:         lowp_gpu.sync_cluster
// CHECK-NEXT:    lowp_gpu.grid_dependency_wait
// CHECK:           lowp_gpu.set_registers 232 grow
// CHECK-NEXT:      lowp_gpu.launch_dependents
// CHECK-NEXT:      lowp_gpu.drain_stores
lowp_gpu.kernel @late() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %load = arith.constant 1 : i64
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    lowp_gpu.launch_dependents
    lowp_gpu.drain_stores
  }
}

// One lane of each warp of a whole warpgroup.

// CHECK-LABEL: lowp_gpu.kernel @elected_wide
// CHECK:         } else {
// CHECK-NEXT:      %[[LANE:.*]] = lowp_gpu.elect
// CHECK-NEXT:      scf.if %[[LANE]] {
// CHECK-NEXT:        %{{.*}} = arith.constant 2 : i64
lowp_gpu.kernel @elected_wide() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %load = arith.constant 1 : i64
  }
  lowp_gpu.role "mma" warps 4 single_lane registers 0 {
    %multiply = arith.constant 2 : i64
  }
}

// A role of several warps, less than a warpgroup, and registers as they are.

// CHECK-LABEL: lowp_gpu.kernel @several
// CHECK:         attributes {warps = 8 : i64} {
// CHECK-NOT:     lowp_gpu.set_registers
// CHECK:         lowp_gpu.sync_cluster
// CHECK:         scf.if
// CHECK:           %[[FROM:.*]] = arith.cmpi uge, %warp, %{{.*}}
// CHECK-NEXT:    %[[C7:.*]] = arith.constant 7 : i32
// CHECK-NEXT:    %[[TO:.*]] = arith.cmpi ult, %warp, %[[C7]]
// CHECK-NEXT:    %[[MINE:.*]] = arith.andi %[[FROM]], %[[TO]]
// CHECK-NEXT:    scf.if %[[MINE]] {
// CHECK-NEXT:      %{{.*}} = arith.constant 1 : i64
// CHECK-NEXT:    }
lowp_gpu.kernel @several() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 3 registers 0 {
    %load = arith.constant 1 : i64
  }
  lowp_gpu.role "mma" warps 4 registers 0 {
    %multiply = arith.constant 2 : i64
  }
}

// The barriers of an exchange, for both warpgroups that take part, are set up by
// the same thread.

// CHECK-LABEL: lowp_gpu.kernel @exchange
// CHECK:         %elected = lowp_gpu.elect
// CHECK-NEXT:    scf.if %elected {
// CHECK-NEXT:      lowp_gpu.exchange_init %exchange warpgroups 2
// CHECK-NEXT:    }
#split = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1, split_k = 2>
!exchange = !lowp_gpu.exchange<2 x <128x64xf32>>
!sum = !lowp_gpu.accumulator<128x128xf32>
lowp_gpu.kernel @exchange() chip "sm_90a" config #split {
  %exchange = lowp_gpu.exchange : !exchange
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    %load = arith.constant 1 : i64
  }
  lowp_gpu.role "mma" warps 8 registers 0 {
    %sum = lowp_gpu.accumulator zero : !sum
    %share = lowp_gpu.reduce_scatter %exchange, %sum : !exchange, !sum
  }
}

// Numbers of groups may come from the kernel before. Where all lanes of a role run,
// they find the same group.

// CHECK-LABEL: lowp_gpu.kernel @groups
// CHECK-NOT:     lowp_gpu.group_table
// CHECK:         lowp_gpu.grid_dependency_wait
// CHECK-NEXT:    %groups, %rows = lowp_gpu.group_table
// CHECK:         %elected{{.*}} = lowp_gpu.elect
// CHECK-NEXT:    scf.if %elected{{.*}} {
// CHECK-NEXT:      lowp_gpu.locate_group %groups[%rows]{{$}}
// CHECK-NEXT:      lowp_gpu.locate_k %groups[%rows] rows %M{{$}}
// CHECK:         } else {
// CHECK:           lowp_gpu.locate_group %groups[%rows] uniform
// CHECK-NEXT:      lowp_gpu.locate_k %groups[%rows] rows %M uniform
lowp_gpu.kernel @groups(%ends: memref<8xi32>, %G: i32, %M: i32) chip "sm_90a" config #config {
  %groups, %rows = lowp_gpu.group_table rows %ends count %G most 8 m %M tile_m 128 : memref<8xi32>
  lowp_gpu.role "load" warps 1 single_lane registers 40 {
    %g, %row, %end = lowp_gpu.locate_group %groups[%rows]
    %k, %place, %first, %size, %extent = lowp_gpu.locate_k %groups[%rows] rows %M
  }
  lowp_gpu.role "mma" warps 8 registers 232 {
    %g, %row, %end = lowp_gpu.locate_group %groups[%rows]
    %k, %place, %first, %size, %extent = lowp_gpu.locate_k %groups[%rows] rows %M
  }
}

// Two roles of whole warpgroups, each of which begins at one.

// CHECK-LABEL: lowp_gpu.kernel @two_wide
// CHECK:         %warp = lowp_gpu.warp_index
// CHECK:         %[[NARROW:.*]] = arith.cmpi uge, %warp, %{{.*}}
// CHECK-NEXT:    scf.if %[[NARROW]] {
// CHECK:           lowp_gpu.elect
// CHECK:         } else {
// CHECK-NOT:       lowp_gpu.set_registers
// CHECK:           %[[FROM:.*]] = arith.cmpi uge, %warp, %{{.*}}
// CHECK:           %[[TO:.*]] = arith.cmpi ult, %warp, %{{.*}}
// CHECK-NEXT:      %[[FIRST:.*]] = arith.andi %[[FROM]], %[[TO]]
// CHECK-NEXT:      scf.if %[[FIRST]] {
// CHECK-NEXT:        lowp_gpu.drain_stores
// CHECK:           scf.if %{{.*}} {
// CHECK-NEXT:        lowp_gpu.sync_warp
lowp_gpu.kernel @two_wide() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
    lowp_gpu.sync_warp
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    lowp_gpu.drain_stores
  }
  lowp_gpu.role "update" warps 4 registers 0 {
    lowp_gpu.sync_warp
  }
}

// Three of them, and a warpgroup of loads: each of 512 threads has 128 registers at
// the start. One role asks for more, one gives some up, and one keeps them.

// CHECK-LABEL: lowp_gpu.kernel @three_wide
// CHECK:           attributes {warps = 16 : i64}
// CHECK:           lowp_gpu.set_registers 24
// CHECK-NOT:       grow
// CHECK:         } else {
// CHECK:           scf.if
// CHECK-NEXT:        lowp_gpu.set_registers 208 grow
// CHECK-NEXT:        lowp_gpu.drain_stores
// CHECK:           scf.if
// CHECK-NEXT:        lowp_gpu.set_registers 40
// CHECK-NOT:         grow
// CHECK-NEXT:        lowp_gpu.sync_warp
// CHECK:           scf.if
// CHECK-NEXT:        lowp_gpu.drain_stores
lowp_gpu.kernel @three_wide() chip "sm_90a" config #config {
  lowp_gpu.role "load" warps 1 single_lane registers 24 {
    lowp_gpu.sync_warp
  }
  lowp_gpu.role "sum" warps 4 registers 208 {
    lowp_gpu.drain_stores
  }
  lowp_gpu.role "copy" warps 4 registers 40 {
    lowp_gpu.sync_warp
  }
  lowp_gpu.role "store" warps 4 registers 128 {
    lowp_gpu.drain_stores
  }
}

// The first CTA of each pair runs what leads them.

// CHECK-LABEL: lowp_gpu.kernel @leader
// CHECK:         scf.if %{{.*}} {
// CHECK:           %rank = lowp_gpu.cluster_rank
// CHECK-NEXT:      %[[CTAS:.*]] = arith.constant 2 : i32
// CHECK-NEXT:      %[[PLACE:.*]] = arith.remui %rank, %[[CTAS]] : i32
// CHECK-NEXT:      %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:      %[[LEADS:.*]] = arith.cmpi eq, %[[PLACE]], %[[ZERO]] : i32
// CHECK-NEXT:      scf.if %[[LEADS]] {
// CHECK-NEXT:        %elected{{.*}} = lowp_gpu.elect
// CHECK-NEXT:        scf.if %elected{{.*}} {
// CHECK-NEXT:          %{{.*}} = arith.constant 1 : i64
// CHECK-NOT:     lowp_gpu.pair_rank
// CHECK:         } else {
// CHECK:           %{{.*}} = arith.constant 2 : i64
#pairs = #lowp_gpu.config<tile = [128, 128, 128], cluster = [2, 1], stages = 3, unroll = 1, group_m = 8, epilogue_stages = 1>
lowp_gpu.kernel @leader() chip "sm_90a" config #pairs {
  lowp_gpu.role "mma" warps 1 single_lane leader registers 0 {
    %multiply = arith.constant 1 : i64
  }
  lowp_gpu.role "store" warps 4 registers 0 {
    %store = arith.constant 2 : i64
  }
}

// A warp takes columns of tensor memory before barriers are initialised, and gives them back when all have met at the end.

// CHECK-LABEL: lowp_gpu.kernel @columns
// CHECK:         scf.if %{{.*}} {
// CHECK-NEXT:      lowp_gpu.allocate_columns 136
// CHECK-NEXT:      %elected = lowp_gpu.elect
// CHECK:           lowp_gpu.barrier_init
// CHECK:         lowp_gpu.sync_cluster
// CHECK:         lowp_gpu.sync_cluster
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[FIRST:.*]] = arith.cmpi eq, %warp, %[[ZERO]]
// CHECK-NEXT:    scf.if %[[FIRST]] {
// CHECK-NEXT:      lowp_gpu.release_columns 136
// CHECK-NEXT:    }
// CHECK-NEXT:  }
#tensor = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 1 : i64}>
lowp_gpu.kernel @columns() chip "sm_100a" config #tensor attributes {tensor_columns = 136 : i64} {
  %sums = lowp_gpu.pipeline "sums" : !lowp_gpu.pipeline<1 x !stage>
  lowp_gpu.role "load" warps 1 single_lane registers 0 {
  }
  lowp_gpu.role "store" warps 4 registers 0 {
  }
}

// One lane of a warp that clears tiles starts products, and says that they are done; the others wait where it is elected.

// CHECK-LABEL: lowp_gpu.kernel @issuer
// CHECK:         lowp_gpu.zero_tail %{{.*}} by_warp
// CHECK-NEXT:    %[[ISSUER:.*]] = lowp_gpu.elect
// CHECK-NEXT:    scf.if %[[ISSUER]] {
// CHECK-NEXT:      lowp_gpu.mma_into
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[SAME:.*]] = lowp_gpu.elect
// CHECK-NEXT:    scf.if %[[SAME]] {
// CHECK-NEXT:      lowp_gpu.barrier_arrive empty %operands[%{{.*}}] by products
// CHECK-NEXT:    }
#sums_of_64 = #lowp_gpu.config<tile = [128, 64, 64], cluster = [1, 1], stages = 3, group_m = 8, epilogue_stages = 1, target = {sum_stages = 2 : i64}>
!rows_of_128 = !lowp_gpu.tile<2x64x64xbf16 swizzle 128>
!columns_of_64 = !lowp_gpu.tile<1x64x64xbf16 swizzle 128>
!sums_of_64 = !lowp_gpu.tile<128x64xf32 in tensor>
lowp_gpu.kernel @issuer(%a: !rows_of_128, %b: !columns_of_64, %d: !sums_of_64, %more: i1, %end: i32) chip "sm_100a" config #sums_of_64 {
  %operands = lowp_gpu.pipeline "operands" : !lowp_gpu.pipeline<3 x !stage>
  lowp_gpu.role "mma" warps 1 registers 0 {
    lowp_gpu.zero_tail %a, %b from %end by_warp : !rows_of_128, !columns_of_64
    lowp_gpu.mma_into %a, %b to %d accumulate %more : !rows_of_128, !columns_of_64 to !sums_of_64
    lowp_gpu.barrier_arrive empty %operands[%end] by products : !lowp_gpu.pipeline<3 x !stage>
  }
  lowp_gpu.role "store" warps 4 registers 0 {
  }
}
