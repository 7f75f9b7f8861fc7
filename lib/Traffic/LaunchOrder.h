//===- LaunchOrder.h - Launches in an order of less memory ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TRAFFIC_LAUNCHORDER_H
#define LOWP_LIB_TRAFFIC_LAUNCHORDER_H

#include "mlir/Support/LLVM.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace mlir::lowp {

/// Memory that launches touch.
struct TouchedMemory {
  int64_t bytes = 0;
  /// By their indices, in ascending order.
  SmallVector<int64_t> launches;
  /// Whether it is there before the first launch.
  bool isGiven = false;
  /// Whether it is there after the last one.
  bool isKept = false;
  /// Memories, each of as many bytes, that the launch which touches it first
  /// may make it of, if it touches them last.
  SmallVector<unsigned> mayLieOver;
};

/// Which launches come before others, and what they need.
class LaunchOrder {
public:
  /// `firsts` has for each launch those that come before it.
  LaunchOrder(ArrayRef<SmallVector<int64_t>> firsts,
              ArrayRef<TouchedMemory> memories);

  /// Bytes that launches in `order` need at most, each of which finds what it
  /// writes and leaves what others touch later.
  int64_t getPeak(ArrayRef<int64_t> order) const;

  /// An order that needs little, and is otherwise that of the indices. `unit`
  /// are the bytes below which memory does not matter.
  SmallVector<int64_t> find(int64_t unit) const;

private:
  struct State;
  /// What a launch adds, and what is free after it.
  struct Change {
    int64_t added = 0;
    int64_t freed = 0;
  };

  bool isReady(const State &state, int64_t launch) const;
  std::optional<unsigned>
  findOverwritten(const TouchedMemory &memory,
                  llvm::function_ref<bool(unsigned)> isLast) const;
  Change getChange(const State &state, int64_t launch) const;
  void advance(State &state, int64_t launch) const;
  bool advanceFreely(State &state) const;
  State begin() const;
  std::vector<State> continueAll(ArrayRef<State> states) const;
  SmallVector<int64_t> search() const;
  void settle(SmallVectorImpl<int64_t> &order) const;

  ArrayRef<SmallVector<int64_t>> firsts;
  ArrayRef<TouchedMemory> memories;
  /// The memories that each launch touches.
  SmallVector<SmallVector<unsigned>> touched;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_TRAFFIC_LAUNCHORDER_H
