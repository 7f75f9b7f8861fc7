// RUN: lowp-opt %s --convert-lowp-gpu-to-nvvm --canonicalize | FileCheck %s

#alone = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 1], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>
#pair = #lowp_gpu.config<tile = [128, 128, 128], cluster = [1, 2], stages = 2, unroll = 1, group_m = 8, epilogue_stages = 1>

gpu.module @kernels {
  // Without clusters a CTA is its own, of rank 0.
  // CHECK-LABEL: llvm.func @alone()
  // CHECK-NOT:     nvvm.cluster_dim
  // CHECK:         %[[ZERO:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK:         %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK:         %[[QUOTIENT:.*]] = arith.shrui %[[THREAD]], %c5_i32
  // The shuffle tells that all lanes have the same warp index.
  // CHECK:         %[[WARP:.*]] = nvvm.shfl.sync idx %c-1_i32, %[[QUOTIENT]]
  // CHECK:         %[[FIRST:.*]] = nvvm.read.ptx.sreg.ctaid.x
  // CHECK:         %[[COUNT:.*]] = nvvm.read.ptx.sreg.nctaid.x
  // CHECK:         nvvm.bar.warp.sync %c-1_i32
  // CHECK-NEXT:    nvvm.barrier0
  // CHECK:         %[[SUM:.*]] = arith.addi %[[FIRST]], %[[COUNT]]
  // CHECK-NEXT:    %[[LAST:.*]] = arith.addi %[[SUM]], %[[WARP]]
  // CHECK-NEXT:    scf.for %{{.*}} = %[[ZERO]] to %[[LAST]]
  // CHECK:         nvvm.griddepcontrol launch_dependents
  // CHECK-NEXT:    nvvm.griddepcontrol wait
  // CHECK:         %[[ELECTED:.*]] = nvvm.elect.sync
  // CHECK-NEXT:    scf.if %[[ELECTED]] {
  // CHECK-NEXT:      nvvm.setmaxregister decrease 40
  // CHECK-NEXT:    } else {
  // CHECK-NEXT:      nvvm.setmaxregister increase 232
  lowp_gpu.kernel @alone() chip "sm_90a" config #alone
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    %warp = lowp_gpu.warp_index
    %first = lowp_gpu.cluster_index
    %count = lowp_gpu.cluster_count
    %rank = lowp_gpu.cluster_rank
    lowp_gpu.sync_cluster
    %0 = arith.addi %first, %count : i32
    %1 = arith.addi %0, %warp : i32
    scf.for %i = %rank to %1 step %count : i32 {
      lowp_gpu.sync_cluster
    }
    lowp_gpu.launch_dependents
    lowp_gpu.grid_dependency_wait
    %elected = lowp_gpu.elect
    scf.if %elected {
      lowp_gpu.set_registers 40
    } else {
      lowp_gpu.set_registers 232 grow
    }
  }

  // Lanes wait for each other, and nobody else.
  // CHECK-LABEL: llvm.func @warp()
  // CHECK-NOT:     nvvm.barrier0
  // CHECK:         nvvm.bar.warp.sync %c-1_i32
  // CHECK-NOT:     nvvm.bar
  // CHECK:         llvm.return
  lowp_gpu.kernel @warp() chip "sm_90a" config #alone
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.sync_warp
  }

  // Each lane waits for what it has read, then for the others.
  // CHECK-LABEL: llvm.func @finish_reads()
  // CHECK:         nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  // CHECK-NEXT:    nvvm.bar.warp.sync %c-1_i32
  lowp_gpu.kernel @finish_reads() chip "sm_90a" config #alone
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    lowp_gpu.finish_reads
  }

  // CHECK-LABEL: llvm.func @pair()
  // CHECK-SAME:      nvvm.cluster_dim = array<i32: 2, 1, 1>
  // CHECK:         nvvm.read.ptx.sreg.clusterid.x
  // CHECK:         nvvm.read.ptx.sreg.nclusterid.x
  // CHECK:         nvvm.read.ptx.sreg.cluster.ctarank
  // CHECK:         nvvm.bar.warp.sync %c-1_i32
  // CHECK-NEXT:    nvvm.cluster.arrive {aligned}
  // CHECK-NEXT:    nvvm.cluster.wait {aligned}
  lowp_gpu.kernel @pair() chip "sm_90a" config #pair
      attributes {shared_bytes = 0 : i64, warps = 8 : i64} {
    %first = lowp_gpu.cluster_index
    %count = lowp_gpu.cluster_count
    %rank = lowp_gpu.cluster_rank
    scf.for %i = %first to %rank step %count : i32 {
      lowp_gpu.sync_cluster
    }
  }
}
