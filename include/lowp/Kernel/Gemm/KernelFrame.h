//===- KernelFrame.h - What every operation of a kernel may use -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_KERNEL_GEMM_KERNELFRAME_H
#define LOWP_KERNEL_GEMM_KERNELFRAME_H

#include "lowp/Dialect/LowpGPU/IR/LowpGPUTypes.h"
#include "lowp/Interfaces/TargetChoices.h"
#include "mlir/IR/Value.h"

namespace mlir::lowp_gpu {

/// Values computed once at the start of a lowered kernel, all i32, and the
/// kernel's config. Lowering patterns use them instead of computing them again
/// inside loops.
struct KernelFrame {
  ConfigAttr config;
  /// What the config says in words of the target's own.
  TargetChoices choices;
  /// Whether copies are addressed to the shared memory of the cluster: where
  /// the kernel has clusters, or the chip's PTX no other targets.
  bool addressesCluster = true;
  /// Address of the CTA's dynamic shared memory.
  Value sharedBase;
  /// Where the address of the kernel's columns of tensor memory lies in it.
  int64_t tensorAddress = 0;
  /// Index of the thread's warp, known to be the same in the whole warp.
  Value warp;
  /// Index of the thread in its warp.
  Value lane;
  /// Index of the warp's warpgroup, and of the warp in it.
  Value warpgroup;
  Value warpInGroup;

  /// Whether warpgroups divide a tile by its columns, not its rows.
  bool dividesColumns() const { return choices.warpgroupsN > 1; }
};

} // namespace mlir::lowp_gpu

#endif // LOWP_KERNEL_GEMM_KERNELFRAME_H
