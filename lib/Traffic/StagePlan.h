//===- StagePlan.h - Where a function is divided ----------------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_TRAFFIC_STAGEPLAN_H
#define LOWP_LIB_TRAFFIC_STAGEPLAN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace mlir::lowp {

/// Memory of a function on tensors, which launches write and read.
struct StagedMemory {
  int64_t bytes = 0;
  /// The launches that write it first, -1 for an argument, and that touch it
  /// last.
  int64_t first = 0;
  int64_t last = 0;
  bool isResult = false;
  /// The launches that touch it, in ascending order, and how many write it.
  SmallVector<int64_t> touches;
  int64_t writes = 0;
  /// What it may lie over where the launch that writes it first is the last
  /// that touches that.
  SmallVector<unsigned> mayLieOver;

  /// Whether launches from `begin` to `end` alone touch it.
  bool isInside(int64_t begin, int64_t end) const {
    return first >= begin && last < end;
  }
};

/// The launches of a function and the memory between them.
class StagedFunction {
public:
  /// Fails on what cannot be divided: sizes that calls decide, arguments that
  /// are written or returned, results that share memory.
  static std::optional<StagedFunction> analyze(func::FuncOp func);

  ArrayRef<Operation *> getLaunches() const { return launches; }

  /// The launch that defines what `value` is a view of; -1 of arguments and
  /// constants.
  int64_t getLaunch(Value value) const;

  /// Before which launches the function is divided, in ascending order: few
  /// cuts with which it needs hardly more than with all. What counts are
  /// `leastBytes` and this share of what the whole function needs.
  SmallVector<int64_t> plan(int64_t leastBytes, double leastShare) const;

  /// The launches in an order in which fewer bytes are there at a time, if that
  /// saves `leastBytes`, otherwise as they are.
  SmallVector<int64_t> order(int64_t leastBytes) const;

  /// The value that the function returns of what `root` is, from which `root`
  /// follows; `root` where there is none.
  Value getStored(Value root) const;

private:
  explicit StagedFunction(func::FuncOp func) : func(func) {}
  bool collectLaunches();
  bool collectArguments();
  bool collectResults();
  void use(Operation *launch, int64_t index);
  bool define(Operation *launch, int64_t index);
  SmallVector<unsigned> findOverwritten(OpOperand &destination) const;
  bool isAllowed(int64_t cut) const;
  void touch(unsigned memory, int64_t launch);
  int64_t getPeak(int64_t begin, int64_t end) const;

  func::FuncOp func;
  SmallVector<Operation *> launches;
  SmallVector<StagedMemory> memories;
  /// By arguments and results of launches.
  DenseMap<Value, unsigned> memoryOf;
  /// Launches that stay in one stage, with all between them.
  SmallVector<std::pair<int64_t, int64_t>> ties;
  DenseMap<Operation *, int64_t> indices;
  /// Returned reshapes, by what they are reshapes of.
  DenseMap<Value, Value> reshapes;
};

/// What `value` is a view of.
Value getStagedRoot(Value value);

/// What `value` is a reshape of, made of `argument`, which `value` has become.
Value undoReshapes(OpBuilder &builder, Value value, Value argument);

/// All that `launch` reads, also inside of its regions.
SetVector<Value> getValuesRead(Operation *launch);

} // namespace mlir::lowp

#endif // LOWP_LIB_TRAFFIC_STAGEPLAN_H
