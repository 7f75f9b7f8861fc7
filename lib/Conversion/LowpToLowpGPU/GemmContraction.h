//===- GemmContraction.h - A contraction as a gemm sees it ------*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_GEMMCONTRACTION_H
#define LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_GEMMCONTRACTION_H

#include "SmallOperands.h"

#include "lowp/Dialect/LowpGPU/IR/TargetRegistry.h"
#include "lowp/Graph/Analysis/Contraction.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::lowp_gpu {

/// A contraction as a gemm sees it: dimensions in the order (b,) m, n, k.
class GemmContraction {
public:
  GemmContraction(linalg::LinalgOp op, SmallOperands &small)
      : op(op), small(small), isRounded(lowp::isSumOfRoundedProducts(op)) {}
  /// Finds the operands. Returns why there is no gemm, or nothing.
  std::optional<std::string> analyze(const KernelTarget &chip);
  /// Replaces the operation, and one that rounds its result.
  void replace();

private:
  std::optional<std::string> orderDims();
  std::optional<std::string> findOperands();
  std::optional<std::string> checkTypes();
  std::optional<std::string> checkSizes();
  AffineMap reorder(AffineMap map) const;
  LogicalResult joinBatches();
  /// Whether a kernel may read `source` as the operand whose own dimension is
  /// that of `row`.
  bool isOperand(const lowp::MappedTensor &source, unsigned row) const;
  /// Whether blocks of K lie side by side in `source`.
  bool hasRunsOfK(const lowp::MappedTensor &source) const;
  /// What a kernel reads instead of `operand`.
  lowp::MappedTensor findSource(lowp::MappedTensor operand, unsigned row) const;
  /// What a kernel writes instead of the product, whose users are views and
  /// copies of it up to that.
  lowp::MappedTensor findTarget();

  /// Gives an operand of small elements those of the other one, of 16 bits.
  void widenSmall();

  linalg::LinalgOp op;
  SmallOperands &small;
  const KernelTarget *target = nullptr;
  /// Whether elements of f32 are multiplied as tf32; else they are of 16 bits.
  bool isRounded;
  /// Whether the chip wants K to be contiguous.
  bool needsKMajor = false;
  /// The loops that are m, n and k.
  SmallVector<unsigned, 3> loops;
  /// The loops of the batch, outermost first: digits of b.
  SmallVector<unsigned> batches;
  /// For each loop what it is of (b,) m, n and k.
  SmallVector<AffineExpr> indices;
  lowp::MappedTensor lhs;
  lowp::MappedTensor rhs;
};

} // namespace mlir::lowp_gpu

#endif // LOWP_LIB_CONVERSION_LOWPTOLOWPGPU_GEMMCONTRACTION_H
