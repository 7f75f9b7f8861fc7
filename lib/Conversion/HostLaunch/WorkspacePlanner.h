//===- WorkspacePlanner.h - Which buffers share memory ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_WORKSPACEPLANNER_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_WORKSPACEPLANNER_H

#include "Lifetimes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::lowp {

/// Bytes of a buffer: `factor` times all of `sizes`.
struct ByteCount {
  int64_t factor;
  SmallVector<Value> sizes;

  /// Whether both depend on the same sizes, so that the larger factor wins.
  bool isComparable(const ByteCount &other) const;
};

/// A buffer of a function's block that may share its memory.
struct PlannedBuffer {
  memref::AllocOp alloc;
  Lifetime lifetime;
  ByteCount bytes;
};

/// Buffers of disjoint lifetimes, the largest first.
struct WorkspaceSlot {
  SmallVector<const PlannedBuffer *> members;
  /// Number of the first operation that uses a member.
  unsigned first;
};

/// Divides the buffers of one block into slots.
class WorkspacePlanner {
public:
  explicit WorkspacePlanner(Block &block) : block(block), lifetimes(block) {}
  // Slots point to buffers.
  WorkspacePlanner(const WorkspacePlanner &) = delete;

  void run();
  ArrayRef<WorkspaceSlot> getSlots() const { return slots; }
  const Lifetimes &getLifetimes() const { return lifetimes; }

private:
  void collect();
  bool isFree(const WorkspaceSlot &slot, const PlannedBuffer &buffer);
  WorkspaceSlot *findSlot(const PlannedBuffer &buffer);
  bool isKnownBefore(const ByteCount &bytes, Operation *point);
  bool isKnownBefore(Value value, Operation *point, DenseSet<Value> &known);

  Block &block;
  Lifetimes lifetimes;
  SmallVector<PlannedBuffer> buffers;
  SmallVector<WorkspaceSlot> slots;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_WORKSPACEPLANNER_H
