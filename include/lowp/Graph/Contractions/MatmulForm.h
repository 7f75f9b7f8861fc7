//===- MatmulForm.h - Matmuls that can take a recipe ---------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_CONTRACTIONS_MATMULFORM_H
#define LOWP_GRAPH_CONTRACTIONS_MATMULFORM_H

#include "lowp/Dialect/Common/Reason.h"
#include "lowp/Dialect/Lowp/IR/GroupedMatmul.h"
#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// An operand of a matmul that was recognised: a matrix, or a batch of them.
struct MatmulOperand {
  Value value;
  /// Whether the contracted dimension is the first one of a matrix.
  bool contractsFirst;

  RankedTensorType getType() const {
    return cast<RankedTensorType>(value.getType());
  }
  bool isBatch() const { return getType().getRank() == 3; }
  /// The size of the contracted dimension, and of the other one of a matrix.
  int64_t getK() const {
    return getType().getDimSize(isBatch() + (contractsFirst ? 0 : 1));
  }
  int64_t getRows() const {
    return getType().getDimSize(isBatch() + (contractsFirst ? 1 : 0));
  }
};

/// A matmul of two matrices, of batches or of groups, whose operands were
/// recognised: lhs is what the rows of the result come from. In a batch each is
/// one or, where the program repeats a matrix for all of them, that matrix.
struct MatmulForm {
  Operation *op;
  MatmulOperand lhs, rhs;
  /// Whether lhs is the second operand of `op`.
  bool isTurned = false;
  /// What `op`, a `lowp.grouped_matmul`, has groups of.
  std::optional<Grouping> grouping = std::nullopt;

  bool isBatch() const { return !grouping && (lhs.isBatch() || rhs.isBatch()); }
  bool hasGroupsOfK() const { return grouping == Grouping::K; }
  const MatmulOperand &get(unsigned number) const {
    return number == 0 ? lhs : rhs;
  }
};

/// Recognises `op`, or tells in `reason` why it cannot take a recipe.
std::optional<MatmulForm> matchMatmulForm(Operation *op, Reason reason = {});

/// Recognises `op`, operands of which may have their batch anywhere: these are
/// transposed before. A quantize takes matrices, and reads through a transpose.
std::optional<MatmulForm> matchAnyOrder(Operation *op, Reason reason = {});

/// `operand`, a matrix or a batch with the contracted dimension last, as what
/// it is a transposed copy of: a quantize can read that instead.
MatmulOperand findStoredOperand(Value operand);

/// Whether `operand` is a weight: an argument of a function or a constant, in
/// whatever order. The weights of a function that marks some of its
/// arguments as `lowp.parameter` are these.
bool isWeight(Value operand);

/// Whether `operand` is a weight that the function marks as `lowp.parameter`.
bool isMarkedWeight(Value operand);

/// Whether an operand is a weight. The batches of attention have none.
bool readsWeight(const MatmulForm &form);

/// Whether `operand` is a constant or an argument that the function marks as
/// `lowp.parameter`, in whatever order: what is computed of it alone is
/// computed ahead.
bool isParameter(Value operand);

/// Why a recipe for all matmuls is not for `form`, a batch without a weight.
StringRef explainMissingWeight(const MatmulForm &form);

/// Whether `op` is in the body of an external function, which says what that
/// computes: recipes are for the program's own matmuls.
bool isInExternalFunction(Operation *op);

/// The argument of the function around `op` that carries `lowp.seed`, or null.
Value findSeed(Operation *op);

/// Whether quantizing needs a seed.
bool isStochastic(OperandRecipeAttr recipe);
bool isStochastic(MatmulRecipeAttr recipe);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_CONTRACTIONS_MATMULFORM_H
