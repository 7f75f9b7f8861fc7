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
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::lowp {

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

/// Creates a launch of `blocks` x `threads` threads and leaves the builder at
/// its (empty, terminated) body.
gpu::LaunchOp createLaunch(ImplicitLocOpBuilder &b, Value blocks,
                           KernelName name, int64_t threads = kThreadsPerBlock);

/// The same of a thread for each of `points`.
gpu::LaunchOp createPointLaunch(ImplicitLocOpBuilder &b, Value points,
                                KernelName name);

/// The thread's point; leaves the builder where it is one of `points`.
Value enterPoint(ImplicitLocOpBuilder &b, gpu::LaunchOp launch, Value points);

/// Emits a kernel for `op` with one thread per point of the parallel loops.
/// With `initial`, the destinations count as filled with these values.
void emitPointKernel(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                     ArrayRef<Value> initial, KernelName name);

/// Warps of the kernel that orders rows of so many groups, and ids of a lane
/// whose loads are on their way together.
int64_t countOrderWarps(int64_t groups);
constexpr int64_t kOrderTurns = 4;

/// Emits a kernel for `op` whose threads share rows. `initial` as above; not
/// with shares of several blocks.
void emitReductionKernel(ImplicitLocOpBuilder &b, linalg::LinalgOp op,
                         const ReductionSchedule &schedule,
                         ArrayRef<Value> initial, KernelName name);

/// The small fills that one kernel does from `op` on: nothing between them
/// touches memory. None where `op` is no such fill.
SmallVector<linalg::FillOp> findFillsOfKernel(linalg::FillOp op);

/// Emits a kernel for `fills`.
void emitFillKernel(ImplicitLocOpBuilder &b, ArrayRef<linalg::FillOp> fills,
                    KernelName name);

/// Emits a kernel for `op`, on buffers and unique or with links, with one
/// thread per element of the updates.
void emitScatterKernel(ImplicitLocOpBuilder &b, ScatterOp op, KernelName name);

/// Emits a kernel of one CTA for `op`, on buffers.
void emitOrderRowsKernel(ImplicitLocOpBuilder &b, LaunchOrderRowsOp op,
                         KernelName name);

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_LINALGTOGPU_KERNELLAUNCH_H
