//===- GivenOperand.h - Operands that are quantized already -----*- C++ -*-===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LOWP_GRAPH_CONTRACTIONS_GIVENOPERAND_H
#define LOWP_GRAPH_CONTRACTIONS_GIVENOPERAND_H

#include "lowp/Graph/Contractions/MatmulForm.h"

namespace mlir::lowp {

/// A scaled value that a matrix, or each one of a batch, is dequantized from.
struct GivenOperand {
  TypedValue<ScaledType> value;
  /// Whether the matrix lies in the other order.
  bool isTransposed;

  /// The type of the scaled value in the order of the matrix.
  ScaledType getType() const {
    ScaledType type = value.getType();
    return isTransposed ? type.getTransposed() : type;
  }
};

/// What `matrix` is dequantized from, through transposes; nothing if it is
/// computed otherwise, or in groups.
std::optional<GivenOperand> findGivenOperand(Value matrix);

/// What `given` is in the order of the matrix.
Value buildGivenOperand(OpBuilder &builder, Location loc,
                        const GivenOperand &given);

/// Whether `operand` is dequantized from what `recipe` would make of it.
bool isGivenAs(const MatmulOperand &operand, OperandRecipeAttr recipe);

/// Which operands of `form` are dequantized from something else than `recipe`
/// makes of them, in words; empty where none is.
std::string describeRoundedAgain(const MatmulForm &form,
                                 MatmulRecipeAttr recipe);

/// The recipe that takes both operands of `form` as they are; null where one is
/// not dequantized, or where such scales do not meet.
MatmulRecipeAttr findGivenRecipe(const MatmulForm &form);

} // namespace mlir::lowp

#endif // LOWP_GRAPH_CONTRACTIONS_GIVENOPERAND_H
