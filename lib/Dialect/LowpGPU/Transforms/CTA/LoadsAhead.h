//===- LoadsAhead.h - Loads that wait in shared memory ----------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_LOADSAHEAD_H
#define LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_LOADSAHEAD_H

#include "Fragments.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::lowp_gpu {

/// Vectors of a thread that the chip copies to shared memory while the thread
/// computes with those before. They take no registers on their way, so that all
/// of them are asked for at once; and a thread reads what it copied itself, so
/// that no barrier lies between.
class LoadsAhead {
public:
  /// None for loads that one read of registers serves as well, and where there
  /// is no room.
  static LoadsAhead plan(gpu::LaunchOp launch, const ThreadPlace &place,
                         ArrayRef<CTALoadOp> loads);

  /// How many vectors of each load are copied.
  int64_t getCount() const { return count; }
  /// Asks for all of them.
  void start(ImplicitLocOpBuilder &b);
  /// Vector `piece` of `load`, when it has arrived.
  Value read(ImplicitLocOpBuilder &b, CTALoadOp load, int64_t piece);

private:
  LoadsAhead(const ThreadPlace &place) : place(place) {}

  const ThreadPlace &place;
  int64_t count = 0;
  /// By load, piece, thread and element.
  llvm::SmallMapVector<CTALoadOp, Value, 4> buffers;
  /// What stands for the copies of each piece.
  SmallVector<Value> groups;
  int64_t arrived = 0;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_DIALECT_LOWPGPU_TRANSFORMS_CTA_LOADSAHEAD_H
