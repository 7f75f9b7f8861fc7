//===- KernelLaunch.h - One launch for one linalg op ------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H
#define LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H

#include "lowp/Dialect/Lowp/IR/OrderRowsOp.h"
#include "lowp/Dialect/Lowp/IR/ScatterOp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp {

struct ColumnSchedule;
struct ReductionSchedule;

/// Threads of a block of every generic kernel.
constexpr int64_t kThreadsPerBlock = 256;

/// Bytes to which buffers are aligned, and which a thread accesses at once.
constexpr int64_t kBufferAlignment = 16;

/// Where a kernel goes, symbols of its gpu.module and of itself, and what it
/// does.
struct KernelName {
  FlatSymbolRefAttr module;
  FlatSymbolRefAttr function;
  std::string work;
};

inline Value createConstant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Creates a launch of `blocks` x `threads` threads and leaves the builder at
/// its (empty, terminated) body.
gpu::LaunchOp createLaunch(OpBuilder &builder, Location loc, Value blocks,
                           KernelName name, int64_t threads = kThreadsPerBlock);

/// Emits a kernel for `op` with one thread per point of the parallel loops.
/// With `initial`, the destinations count as filled with these values.
void emitPointKernel(OpBuilder &builder, linalg::LinalgOp op,
                     ArrayRef<Value> initial, KernelName name);

/// Iterations of the reduction loops of such a kernel whose loads are on their
/// way together.
int64_t countPointLoadsAtOnce(linalg::LinalgOp op);

/// Warps of the kernel that orders rows of so many groups, and ids of a lane
/// whose loads are on their way together.
int64_t countOrderWarps(int64_t groups);
constexpr int64_t kOrderTurns = 4;

/// Emits a kernel for `op` with one or more threads per point of the parallel
/// loops. `initial` as above; not with a split schedule.
void emitReductionKernel(OpBuilder &builder, linalg::LinalgOp op,
                         const ReductionSchedule &schedule,
                         ArrayRef<Value> initial, KernelName name);

/// Emits a kernel for `op` whose blocks share rows of columns. `initial` as
/// above; not with rows of several blocks.
void emitColumnKernel(OpBuilder &builder, linalg::LinalgOp op,
                      const ColumnSchedule &schedule, ArrayRef<Value> initial,
                      KernelName name);

/// The small fills that one kernel does from `op` on: nothing between them
/// touches memory. None where `op` is no such fill.
SmallVector<linalg::FillOp> findFillsOfKernel(linalg::FillOp op);

/// Emits a kernel for `fills`.
void emitFillKernel(OpBuilder &builder, ArrayRef<linalg::FillOp> fills,
                    KernelName name);

/// Emits a kernel for `op`, on buffers and unique or with links, with one
/// thread per element of the updates.
void emitScatterKernel(OpBuilder &builder, ScatterOp op, KernelName name);

/// Emits a kernel of one CTA for `op`, on buffers.
void emitOrderRowsKernel(OpBuilder &builder, LaunchOrderRowsOp op,
                         KernelName name);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H
