//===- Lifetimes.h - From first to last use of a buffer ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_HOSTLAUNCH_LIFETIMES_H
#define LOWP_LIB_CONVERSION_HOSTLAUNCH_LIFETIMES_H

#include "mlir/IR/Block.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mlir::lowp {

/// Numbers of the first and the last operation that may use a buffer.
struct Lifetime {
  unsigned first, last;

  bool overlaps(const Lifetime &other) const {
    return first <= other.last && other.first <= last;
  }
};

/// Lifetimes of buffers that a block allocates, in numbers of the block's
/// operations. A use in a region counts as one of the operation around it.
class Lifetimes {
public:
  explicit Lifetimes(Block &block);

  /// None if nothing uses `buffer`.
  std::optional<Lifetime> get(Value buffer) const;

  /// Number of the first operation that may read or write `buffer`, which is
  /// there from the start; how many operations there are if none does.
  unsigned getFirstAccess(Value buffer) const;

  Operation *getOp(unsigned number) const { return ops[number]; }
  unsigned getNumber(Operation *op) const { return numbers.at(op); }

private:
  Block &block;
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> numbers;
};

} // namespace mlir::lowp

#endif // LOWP_LIB_CONVERSION_HOSTLAUNCH_LIFETIMES_H
