//===- SpreadOperand.cpp - Scaled operands in groups of K -----------------===//
//
// Part of lowp, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SpreadOperand.h"

#include "lowp/Dialect/Lowp/IR/SpreadRowsOp.h"
#include "lowp/Graph/Analysis/MappedTensor.h"
#include "lowp/Graph/Contractions/MatmulForm.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::lowp;

/// K x rows: what `operand`, rows x K, is a transposed copy of, or such a copy.
static Value findRowsOfK(OpBuilder &builder, Location loc, Value operand) {
  MatmulOperand stored = findStoredOperand(operand);
  return stored.contractsFirst ? stored.value
                               : transpose(builder, loc, operand, {1, 0});
}

Value mlir::lowp::quantizeSpread(OpBuilder &builder, GroupedMatmulOp op,
                                 Value operand, OperandRecipeAttr recipe,
                                 int64_t start) {
  Location loc = op.getLoc();
  Value rows = findRowsOfK(builder, loc, operand);
  Value spread = SpreadRowsOp::create(builder, loc, rows, op.getEnds(), start);
  auto shape =
      llvm::to_vector(cast<RankedTensorType>(spread.getType()).getShape());
  std::swap(shape[0], shape[1]);
  int64_t count = op.getEnds().getType().getDimSize(0);
  auto groups = GroupsAttr::get(op.getContext(), count, /*axis=*/1,
                                /*alignment=*/1, start,
                                /*separate=*/false);
  auto type = ScaledType::get(shape, recipe.getElementType(),
                              cast<RecipeAttrInterface>(recipe.getRecipe()))
                  .withGroups(groups);
  Value quantized = QuantizeOp::create(
      builder, loc, type.getTransposed(), spread, /*seed=*/Value(),
      op.getEnds(), /*scales=*/ValueRange(), recipe.getNumerics());
  return TransposeOp::create(builder, loc, quantized);
}
