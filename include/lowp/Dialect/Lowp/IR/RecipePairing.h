//===- RecipePairing.h - Which recipes may meet in a matmul -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_DIALECT_LOWP_IR_RECIPEPAIRING_H
#define LOWP_DIALECT_LOWP_IR_RECIPEPAIRING_H

#include "lowp/Dialect/Lowp/IR/LowpAttrs.h"

namespace mlir::lowp {

/// Succeeds when matrices scaled by `lhs` and `rhs` have a product in which
/// scales are applied to partial sums: `lhs . rhs^T`, both contracted over
/// their second dimension. Otherwise emits why not, and what to do, by
/// `emitError`.
LogicalResult
verifyRecipePairing(llvm::function_ref<InFlightDiagnostic()> emitError,
                    RecipeAttrInterface lhs, RecipeAttrInterface rhs);

} // namespace mlir::lowp

#endif // LOWP_DIALECT_LOWP_IR_RECIPEPAIRING_H
