//===- WorkspacePlanner.h - Which buffers share memory ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_WORKSPACEPLANNER_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_WORKSPACEPLANNER_H

#include "ResultMemory.h"

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

/// Finds memory for the buffers of a function's only block: in results that are
/// not written yet, where sizes are known, and in the workspace, side by side
/// where all sizes are known, otherwise in slots.
class WorkspacePlanner {
public:
  explicit WorkspacePlanner(func::FuncOp func)
      : block(func.front()), lifetimes(block),
        results(collectResultMemory(func, lifetimes)) {}
  // Slots point to buffers.
  WorkspacePlanner(const WorkspacePlanner &) = delete;

  void run();
  ArrayRef<WorkspaceSlot> getSlots() const { return slots; }
  ArrayRef<ResultMemory> getResults() const { return results; }
  /// What lies side by side, and in how many bytes.
  ArrayRef<PlacedBuffer> getPlaced() const { return placed; }
  int64_t getPlacedBytes() const { return arena.getBytes(); }
  const Lifetimes &getLifetimes() const { return lifetimes; }

private:
  void collect();
  bool placeInResult(const PlannedBuffer &buffer);
  void placeInSlot(const PlannedBuffer &buffer);
  bool isFree(const WorkspaceSlot &slot, const PlannedBuffer &buffer);
  WorkspaceSlot *findSlot(const PlannedBuffer &buffer);
  bool isKnownBefore(const ByteCount &bytes, Operation *point);
  bool isKnownBefore(Value value, Operation *point, DenseSet<Value> &known);

  Block &block;
  Lifetimes lifetimes;
  SmallVector<ResultMemory> results;
  SmallVector<PlannedBuffer> buffers;
  SmallVector<WorkspaceSlot> slots;
  LifetimeArena arena{kPieceAlignment};
  SmallVector<PlacedBuffer> placed;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_WORKSPACEPLANNER_H
