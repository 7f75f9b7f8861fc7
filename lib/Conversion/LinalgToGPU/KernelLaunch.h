//===- KernelLaunch.h - One launch for one linalg op ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

/// Threads of a block of every plain kernel.
constexpr int64_t kThreadsPerBlock = 256;

/// Where a kernel goes: symbols of its gpu.module and of itself.
struct KernelName {
  FlatSymbolRefAttr module;
  FlatSymbolRefAttr function;
};

/// Creates a launch of `blocks` x kThreadsPerBlock threads and leaves the
/// builder at its (empty, terminated) body.
gpu::LaunchOp createLaunch(OpBuilder &builder, Location loc, Value blocks,
                           KernelName name);

/// Emits a kernel for `op` with one thread per point of the parallel loops.
void emitPointKernel(OpBuilder &builder, linalg::LinalgOp op, KernelName name);

/// How the threads of a reduction kernel share the work.
struct ReductionSchedule {
  /// Threads that reduce one row together: 1, a warp or a block.
  int64_t lanes;
  /// Whether a row is cut into parts that meet in an atomic.
  bool isSplit;
};

/// The schedule of `op`, or nothing if it is no reduction that has one: such
/// ops become point kernels.
std::optional<ReductionSchedule> getReductionSchedule(linalg::LinalgOp op);

/// Emits a kernel for `op` with one or more threads per point of the parallel
/// loops.
void emitReductionKernel(OpBuilder &builder, linalg::LinalgOp op,
                         ReductionSchedule schedule, KernelName name);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H
