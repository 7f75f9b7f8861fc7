//===- MatmulForm.h - Matmuls that can take a recipe ---------- -*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_TRANSFORMS_MATMULFORM_H
#define LOWP_DIALECT_LOWP_TRANSFORMS_MATMULFORM_H

#include "lowp/Dialect/Lowp/IR/Lowp.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>
#include <string>

namespace mlir::lowp {

/// A matmul whose operands were recognised: for each of them whether the
/// contracted dimension is its first one.
struct MatmulForm {
  linalg::MatmulOp op;
  bool lhsContractsFirst;
  bool rhsContractsFirst;
};

/// Recognises `op`, or tells in `reason` why it cannot take a recipe.
std::optional<MatmulForm> matchMatmulForm(Operation *op, std::string &reason);

/// Whether `op` is in the body of an external function, which says what that
/// computes: recipes are for the program's own matmuls.
bool isInExternalFunction(Operation *op);

/// The argument of the function around `op` that carries `lowp.seed`, or null.
Value findSeed(Operation *op);

/// Whether quantizing needs a seed.
bool isStochastic(OperandRecipeAttr recipe);
bool isStochastic(MatmulRecipeAttr recipe);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_TRANSFORMS_MATMULFORM_H
