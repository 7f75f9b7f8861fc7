//===- MatmulTies.h - Matmuls with an operand in common ---------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_RECIPES_MATMULTIES_H
#define LOWP_LIB_RECIPES_MATMULTIES_H

#include "lowp/Graph/Contractions/MatmulForm.h"
#include "llvm/ADT/PointerIntPair.h"

namespace mlir::lowp_gpu {

/// That another matmul reads an operand along another dimension, and that the
/// sizes of both fit to one layer.
struct MatmulTie {
  /// The number of the other one.
  size_t other;
  /// Which operand is the common one, here and there.
  unsigned mine, theirs;
};

/// The ties among matmuls of one function, which are numbered in their order.
class MatmulTies {
public:
  explicit MatmulTies(ArrayRef<lowp::MatmulForm> forms);

  ArrayRef<MatmulTie> get(size_t number) const { return ties[number]; }

  /// What an operand is a view or a copy of, in another order, say; and whether
  /// the last dimension of that is contracted.
  using Read = llvm::PointerIntPair<Value, 1, bool>;
  Read getRead(size_t number, unsigned operand) const {
    return sources[number][operand].read;
  }
  Value getSource(size_t number, unsigned operand) const {
    return getRead(number, operand).getPointer();
  }

  /// Whether `tie` of the matmul `first` is one between a forward matmul and a
  /// gradient, and no other order is possible.
  bool isProven(size_t first, const MatmulTie &tie);

private:
  struct Source {
    Read read;
    /// The size of the dimension that is not contracted.
    int64_t freeSize;
  };

  static Source findSource(const lowp::MatmulForm &form, unsigned number);
  bool areTied(size_t first, unsigned mine, size_t second,
               unsigned theirs) const;
  bool isTriple(size_t first, const MatmulTie &tie) const;
  bool dependsOn(Value value, size_t number);

  ArrayRef<lowp::MatmulForm> forms;
  std::vector<std::array<Source, 2>> sources;
  std::vector<SmallVector<MatmulTie>> ties;
  /// What depends on the result of a matmul, as far as somebody asked.
  llvm::DenseMap<size_t, llvm::DenseSet<Operation *>> dependents;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_RECIPES_MATMULTIES_H
